import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { storedSecret } from '../../../config/secrets.ts';
import { StartupError } from '../../../config/startup-error.ts';
import { errorCode } from '../../error-code.ts';
import type { Log } from '../../log.ts';
import { canEnter, giveTo, makeFolder, messageOf, type Place, type PlaceOptions, preparePlace, spawnOptions } from './native.ts';

/**
 * The PostgreSQL that comes with the product: a real server from npm, run from `DATA_DIR`.
 * Its programs are started directly: the wrapper package hides why a start failed and cannot take over a running server.
 *
 * The server outlives a killed Node process. The next start adopts it if it answers, else stops and restarts it.
 * Each process holds a shared lock while it uses the server; the last one to leave stops it.
 */
export interface EmbeddedServer {
  /** Login of the cluster's owner to one of its databases. */
  ownerUrl(database: string): string;
  /** Holds the cluster and its log; a throw-away server's goes with it. */
  readonly folder: string;
  /** Whether a running server was taken over. */
  readonly adopted: boolean;
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>;
}

/** The cluster's owner: a superuser, used for migrations only. */
const OWNER = 'checkwell_owner';
const PRESENCE_LOCK = "hashtextextended('checkwell: process present', 0)";
/** Recovery after a crash replays the log; a large one takes minutes. */
const START_LIMIT_MS = 600_000;
const PATIENCE_MS = 15_000;
/** No process can have it: the kernel's highest number is 4194304. */
const IMPOSSIBLE_PID = 4_194_305;
const DRAFT_LIFE_MS = 600_000;
const LARGE_LOG_BYTES = 5_000_000;

type Settings = Readonly<Record<string, string>>;

/** Durable, quiet about data: a failed statement or its values are never written to the server's log. */
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '120',
  timezone: 'UTC',
  log_timezone: 'UTC',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Tests throw the cluster away: durability would only cost time. */
const THROW_AWAY_SETTINGS: Settings = {
  ...SETTINGS,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
};

interface Cluster {
  readonly place: Place;
  readonly directory: string;
  readonly logFile: string;
  readonly password: string;
  readonly settings: Settings;
  /** How long a running server may be silent before it is stopped. */
  readonly patienceMs: number;
  readonly startLimitMs: number;
  readonly log: Log;
}

export interface EmbeddedOptions extends PlaceOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly patienceMs?: number;
  /** Folder to which the server copies its write-ahead log as it is written, for backups; none: it does not. */
  readonly archiveDir?: string;
  /** How long a start may replay the log. */
  readonly startLimitMs?: number;
}

/**
 * The server copies each full segment of its log durably (contrib/basic_archive), and one that is not full after a minute: no more than
 * that is lost with the machine. A segment that cannot be copied is kept until it can.
 */
const archiving = (directory: string): Settings => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': directory,
  archive_timeout: '60s',
  // A base backup takes the log with it that was written meanwhile.
  wal_keep_size: '512MB',
});

/**
 * Starts or adopts the server of `dataDir`, making the cluster at the first start.
 * @throws {StartupError} full disk, damaged files, missing permission …
 */
export async function startEmbedded({
  dataDir,
  log,
  patienceMs = PATIENCE_MS,
  archiveDir,
  startLimitMs = START_LIMIT_MS,
  ...elsewhere
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = preparePlace(dataDir, log, elsewhere);
  if (archiveDir !== undefined) prepareArchive(place, archiveDir);
  const cluster = clusterIn(place, {
    password: storedSecret(dataDir, 'postgres-password'),
    settings: archiveDir === undefined ? SETTINGS : { ...SETTINGS, ...archiving(archiveDir) },
    patienceMs,
    startLimitMs,
    log,
  });
  initialise(cluster, ['--data-checksums']);
  let running = await ensureRunning(cluster);
  let stopping = false;
  let presence = await holdPresence(cluster, running.port, onLost);

  /** The server died or was restarted under us: bring it back, so that the pools find it again. */
  function onLost(): void {
    if (stopping) return;
    log.warn('The embedded PostgreSQL has gone away; it is started again.');
    void (async () => {
      for (let attempt = 1; !stopping; attempt += 1) {
        try {
          running = await ensureRunning(cluster);
          presence = await holdPresence(cluster, running.port, onLost);
          log.info('The embedded PostgreSQL is back.');
          return;
        } catch (error) {
          // While it repairs its files it turns visitors away; that is no fault yet.
          log[attempt < 4 ? 'warn' : 'error'](`The embedded PostgreSQL does not come back: ${messageOf(error)}`);
          await sleep(Math.min(attempt * 500, 5000));
        }
      }
    })();
  }

  return {
    ownerUrl: (database) => urlOf(cluster, running.port, database),
    folder: place.baseDir,
    adopted: running.adopted,
    async stop() {
      stopping = true;
      const last = await leave(presence);
      if (last) await stopServer(cluster, 'fast');
      await presence.end().catch(() => undefined);
    },
  };
}

/**
 * A server in a temporary folder for one test run. It stops, and its folder goes, with `stop()` or when this process ends in any way.
 */
export async function startThrowAway({ log }: { log: Log }): Promise<EmbeddedServer> {
  const baseDir = realpathSync(mkdtempSync(join(tmpdir(), 'checkwell-postgres-')));
  try {
    return await throwAwayIn(baseDir, log);
  } catch (error) {
    rmSync(baseDir, { recursive: true, force: true });
    throw error;
  }
}

async function throwAwayIn(baseDir: string, log: Log): Promise<EmbeddedServer> {
  chmodSync(baseDir, 0o711);
  const place = preparePlace(baseDir, log);
  const cluster = clusterIn(place, {
    password: randomBytes(24).toString('base64url'),
    settings: THROW_AWAY_SETTINGS,
    patienceMs: PATIENCE_MS,
    startLimitMs: START_LIMIT_MS,
    log,
  });
  initialise(cluster, ['--no-sync', '--no-data-checksums']);
  const { port, pid } = await ensureRunning(cluster);
  const watchdog = watch(pid, baseDir);
  return {
    ownerUrl: (database) => urlOf(cluster, port, database),
    folder: baseDir,
    adopted: false,
    async stop() {
      await stopServer(cluster, 'immediate');
      rmSync(baseDir, { recursive: true, force: true });
      watchdog?.stdin?.end('stopped\n');
    },
  };
}

function clusterIn(place: Place, rest: Pick<Cluster, 'password' | 'settings' | 'patienceMs' | 'startLimitMs' | 'log'>): Cluster {
  return { place, directory: directoryIn(place), logFile: join(place.baseDir, 'postgres.log'), ...rest };
}

const directoryIn = ({ baseDir }: Place): string => join(baseDir, 'postgres');

function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${OWNER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/** Makes the cluster beside its final place and then moves it there: a start that is killed leaves nothing half made. */
function initialise(cluster: Cluster, flags: readonly string[]): void {
  const { directory, place } = cluster;
  if (existsSync(directory)) {
    if (existsSync(join(directory, 'PG_VERSION'))) return;
    if (readdirSync(directory).length > 0) {
      throw new StartupError(
        `${directory} is not a database (PG_VERSION is missing); restore it from a backup, or move it away to begin with an empty one.`,
      );
    }
  }
  const started = performance.now();
  removeOldDrafts(cluster);
  let draft: string;
  try {
    draft = mkdtempSync(`${directory}.new-`);
  } catch (error) {
    throw explain(cluster, messageOf(error), 'made');
  }
  try {
    const passwordFile = join(draft, 'password');
    const data = join(draft, 'data');
    writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
    for (const path of [draft, passwordFile]) giveTo(place.account, path);
    const { status, stderr, stdout, error } = spawnSync(
      join(place.binDir, 'initdb'),
      [
        `--pgdata=${data}`,
        `--username=${OWNER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorting that no upgrade of the system's libraries can change under the indexes.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        ...flags,
      ],
      { ...spawnOptions(place), cwd: draft, encoding: 'utf8' },
    );
    if (status !== 0) throw explain(cluster, error?.message ?? `${stdout}\n${stderr}`, 'made');
    try {
      renameSync(data, directory);
    } catch (error) {
      // Another process was first; its cluster counts.
      if (!existsSync(join(directory, 'PG_VERSION'))) throw explain(cluster, messageOf(error), 'made');
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  cluster.log.info(`Database made in ${directory} (${Math.round(performance.now() - started)} ms).`);
}

/** Of starts that were killed; a younger one may belong to a process that starts right now. */
function removeOldDrafts({ place: { baseDir }, directory }: Cluster): void {
  for (const name of readdirSync(baseDir)) {
    const path = join(baseDir, name);
    if (path.startsWith(`${directory}.new-`) && Date.now() - statSync(path).mtimeMs > DRAFT_LIFE_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/** Whether a server uses the cluster of this place. */
export function isInUse(place: Place): boolean {
  const cluster = { directory: directoryIn(place) };
  const present = postmaster(cluster);
  return present !== undefined && isPostmaster(cluster, present.pid);
}

/** Makes the folder for the log, and sees that the server may write there. */
function prepareArchive({ account }: Place, folder: string): void {
  makeFolder(folder, 0o700);
  if (account && statSync(folder).uid === 0) giveTo(account, folder);
  if (account && !canEnter(account, folder))
    throw new StartupError(
      `PostgreSQL runs under the account "${account.name}", which may not enter ${folder}; point BACKUP_DIR to a folder that it may enter.`,
    );
}

interface Running {
  readonly port: number;
  readonly pid: number;
  readonly adopted: boolean;
}

/** Finds the server of this cluster answering, or makes it so. Safe to run in several processes at once. */
async function ensureRunning(cluster: Cluster): Promise<Running> {
  const deadline = performance.now() + cluster.startLimitMs;
  for (let attempt = 0; performance.now() < deadline; attempt += 1) {
    const present = postmaster(cluster);
    if (present) {
      if (await answers(cluster, present)) return { ...present, adopted: true };
      if (isPostmaster(cluster, present.pid)) {
        cluster.log.warn(`The embedded PostgreSQL (process ${present.pid}) does not answer; it is stopped and started again.`);
        await stopServer(cluster, 'fast', Math.ceil(cluster.patienceMs / 3000));
      } else disown(cluster);
    }
    const outcome = await launch(cluster, attempt);
    if (outcome) return outcome;
    await sleep(Math.min(50 * (attempt + 1), 500));
  }
  throw new StartupError(`PostgreSQL did not start within ${cluster.startLimitMs / 60_000} minutes; see ${cluster.logFile}.`);
}

/** What `postmaster.pid` says; undefined when there is none. */
function postmaster({ directory }: Pick<Cluster, 'directory'>): { pid: number; port: number } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : undefined;
}

/** Waits for a running server to answer; gives up when its process is gone or nothing comes for some seconds. */
async function answers(cluster: Cluster, { pid, port }: { pid: number; port: number }): Promise<boolean> {
  let deadline = performance.now() + cluster.patienceMs;
  while (performance.now() < deadline && isPostmaster(cluster, pid)) {
    const state = await probe(cluster, port);
    if (state === 'ours') return true;
    if (state === 'starting') deadline = performance.now() + cluster.patienceMs;
    await sleep(50);
  }
  return false;
}

/** Whether this process is the server of this cluster, and not another one that got the same number after a reboot. */
function isPostmaster({ directory }: Pick<Cluster, 'directory'>, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(directory);
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes(directory);
}

/**
 * A lock file whose process is not a server (the machine restarted and the number was given again) would stop PostgreSQL.
 * Only the number is replaced, so that PostgreSQL's own check for leftover shared memory stays in force.
 */
function disown({ directory, place }: Cluster): void {
  const path = join(directory, 'postmaster.pid');
  try {
    const draft = `${path}.draft`;
    writeFileSync(draft, readFileSync(path, 'utf8').replace(/^\d+/, String(IMPOSSIBLE_PID)), { mode: 0o600 });
    giveTo(place.account, draft);
    renameSync(draft, path);
  } catch (error) {
    if (existsSync(path)) throw new StartupError(`The lock file ${path} of a dead PostgreSQL cannot be changed: ${messageOf(error)}.`);
  }
}

/** Tries to connect once. */
async function probe(cluster: Cluster, port: number): Promise<'ours' | 'starting' | 'silent'> {
  const client = new Client({ connectionString: urlOf(cluster, port, 'postgres'), connectionTimeoutMillis: 1500, query_timeout: 1500 });
  client.on('error', () => undefined); // the rejected promise tells it
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string }>("select current_setting('data_directory') as directory");
    return rows[0]?.directory === cluster.directory ? 'ours' : 'silent';
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '57P03') return 'starting';
    if (error instanceof DatabaseError && error.code === '28P01' && isPostmaster(cluster, postmaster(cluster)?.pid ?? IMPOSSIBLE_PID)) {
      throw new StartupError(
        `The password in DATA_DIR/secrets/postgres-password is not the one of the database in ${cluster.directory}; restore both from the same backup.`,
      );
    }
    return 'silent';
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * Starts the server and waits until it answers.
 * @returns undefined when it is worth trying again (the port was taken, or another process was first)
 */
async function launch(cluster: Cluster, attempt: number): Promise<Running | undefined> {
  const { directory, place, logFile } = cluster;
  const port = await pickPort(cluster, attempt > 0);
  const offset = rotate(logFile);
  let output: number;
  try {
    output = openSync(logFile, 'a', 0o600);
  } catch (error) {
    throw explain(cluster, messageOf(error), 'started');
  }
  const settings = Object.entries({ ...cluster.settings, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Its own session: Ctrl-C at the terminal must reach Node alone, which finishes its work and then stops the server.
  const child = spawn(join(place.binDir, 'postgres'), ['-D', directory, ...settings], {
    ...spawnOptions(place),
    cwd: place.account ? directory : undefined,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(textSince(logFile, offset)));
  });
  child.unref();
  const started = performance.now();
  for (let said = 0; performance.now() - started < cluster.startLimitMs; ) {
    const outcome = await Promise.race([ended, sleep(10).then(() => undefined)]);
    if (outcome !== undefined) {
      if (/could not bind|Address already in use|could not create any TCP/i.test(outcome)) return undefined;
      if (/lock file "postmaster\.pid" already exists|pre-existing shared memory block/i.test(outcome)) return undefined;
      throw explain(cluster, outcome, 'started');
    }
    if (child.pid !== undefined && (await probe(cluster, port)) === 'ours') return { port, pid: child.pid, adopted: false };
    if (performance.now() - started > (said + 1) * 5000) {
      said += 1;
      cluster.log.info('PostgreSQL repairs its files after an unclean stop …');
    }
  }
  throw new StartupError(`PostgreSQL did not answer within ${cluster.startLimitMs / 60_000} minutes; see ${logFile}.`);
}

/** The port of the last start, so that pools of other processes find the server again; a free one when that is taken. */
async function pickPort({ directory, place }: Cluster, another: boolean): Promise<number> {
  const memory = join(directory, 'checkwell.port');
  const remembered = existsSync(memory) ? Number(readFileSync(memory, 'utf8')) : 0;
  const port = (!another && remembered > 0 && (await freePort(remembered))) || (await freePort(0));
  if (port !== remembered) {
    writeFileSync(memory, String(port), { mode: 0o600 });
    giveTo(place.account, memory);
  }
  return port;
}

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (wanted === 0 ? reject(error) : resolve(0)));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** What the server has written since; empty when its folder is gone, as that of a throw-away server at its end. */
function textSince(logFile: string, offset: number): string {
  try {
    return readFileSync(logFile).subarray(offset).toString('utf8');
  } catch {
    return '';
  }
}

/** Keeps the server's log from growing for ever. @returns the size of the file to append to */
function rotate(logFile: string): number {
  if (!existsSync(logFile)) return 0;
  const { size } = statSync(logFile);
  if (size < LARGE_LOG_BYTES) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

async function stopServer(cluster: Cluster, mode: 'fast' | 'immediate', seconds = 20): Promise<void> {
  const { place, directory } = cluster;
  const present = postmaster(cluster);
  if (!present) return;
  const stop = (how: string, limit: number) =>
    new Promise<boolean>((resolve) => {
      const child: ChildProcess = spawn(
        join(place.binDir, 'pg_ctl'),
        ['stop', '-D', directory, '-m', how, '-w', '-t', String(limit), '-s'],
        {
          ...spawnOptions(place),
          cwd: place.account ? directory : undefined,
          stdio: 'ignore',
        },
      );
      child.once('error', () => resolve(false));
      child.once('exit', (code) => resolve(code === 0));
    });
  const stopped = (mode === 'fast' && (await stop('fast', seconds))) || (await stop('immediate', Math.min(seconds, 5)));
  if (!stopped && isPostmaster(cluster, present.pid)) process.kill(present.pid, 'SIGKILL'); // a frozen server hears nothing else
  // pg_ctl is content when the lock file is gone; the process ends a moment later.
  while (isPostmaster(cluster, present.pid)) await sleep(20);
}

/** One connection per process with a shared lock: it says "in use", and its end tells that the server went away. */
async function holdPresence(cluster: Cluster, port: number, onLost: () => void): Promise<Client> {
  const client = new Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    application_name: `checkwell ${process.pid}`,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  client.on('error', () => undefined); // followed by 'end'
  await client.connect();
  await client.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`);
  client.once('end', onLost);
  return client;
}

/** Gives up the shared lock. @returns whether no other process holds it */
async function leave(presence: Client): Promise<boolean> {
  try {
    await presence.query(`select pg_advisory_unlock_shared(${PRESENCE_LOCK})`);
    const { rows } = await presence.query<{ last: boolean }>(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as last`);
    return rows[0]?.last === true;
  } catch {
    return true; // nobody can be using a server that is gone
  }
}

/** A small process that notices the end of this one, however it came, by the end of its input. */
function watch(pid: number, directory: string): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const script =
    'if read -r line; then exit 0; fi; kill -QUIT "$0"; for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$0" 2>/dev/null || break; sleep 0.1; done; rm -rf "$1"';
  const watchdog = spawn('/bin/sh', ['-c', script, String(pid), directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  watchdog.unref();
  if (watchdog.stdin && 'unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function') watchdog.stdin.unref();
  return watchdog;
}

/** Turns what PostgreSQL wrote into one sentence that says what to do. */
function explain({ directory, place, logFile }: Cluster, output: string, goal: 'made' | 'started'): StartupError {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const fatal = (lines.filter((line) => /FATAL|PANIC|error:/.test(line)).at(-1) ?? lines.at(-1) ?? 'it gave no reason').replace(
    /^.*?(FATAL|PANIC|error):\s*/,
    '',
  );
  if (/recovery ended before configured recovery target was reached/.test(output)) {
    const last = /last completed transaction was at log time (.+)$/m.exec(output)?.[1];
    return new StartupError(
      `The archived log ends before that moment${last === undefined ? '' : ` (its last transaction was at ${last})`}; choose an earlier one, or leave --to out.`,
    );
  }
  if (/database files are incompatible/.test(output)) {
    const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
    return new StartupError(
      `The database in ${directory} is of PostgreSQL ${version}, and this program brings another version; move it with pg_upgrade or a dump, or set DATABASE_URL.`,
    );
  }
  // Where only part of a page had room, PostgreSQL says how much it wrote, and hints at the disk.
  if (/No space left on device|ENOSPC|Disk quota exceeded|Check free disk space/.test(output)) {
    return new StartupError(`The disk that holds ${place.baseDir} is full; make room and start again: nothing that was saved is lost.`);
  }
  if (
    /Permission denied|EACCES|EPERM|invalid permissions|wrong ownership|Operation not permitted|Read-only file system|EROFS/.test(output)
  ) {
    const who = place.account?.name ?? 'this user';
    return new StartupError(
      `The database in ${directory} cannot be ${goal}, because ${who} lacks the permission (${fatal}); give the folder to ${who}, or choose another DATA_DIR.`,
    );
  }
  if (/Cannot allocate memory|could not create shared memory|could not map anonymous/.test(output)) {
    return new StartupError(`PostgreSQL gets too little memory to be ${goal} (${fatal}).`);
  }
  if (
    /PANIC|checkpoint record|pg_control|control file|not a valid data directory|invalid data in file|could not open file "(global|pg_wal|base)/.test(
      output,
    )
  ) {
    return new StartupError(
      `The database in ${directory} is damaged (${fatal}); restore it from a backup, or move it away to begin with an empty one.`,
    );
  }
  return new StartupError(`PostgreSQL could not be ${goal}: ${fatal}; see ${logFile}.`);
}
