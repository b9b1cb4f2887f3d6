import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { StartupError } from '../../../config/startup-error.ts';
import { errorCode } from '../../error-code.ts';
import type { Log } from '../../log.ts';
import { giveTo, type Installation, messageOf, spawnOptions } from './native.ts';
import { databaseStartError } from './postgres-start-error.ts';
import { hasStartupProcess } from './startup-process.ts';

/** The cluster's owner: a superuser, used for migrations only. */
const OWNER = 'checkwell_owner';
/** No process can have it: the kernel's highest number is 4194304. */
const IMPOSSIBLE_PID = 4_194_305;
/** How long a running server may not answer before it is stopped. */
const PATIENCE_MS = 15_000;
/** Recovery after a crash replays the log; a large one takes minutes. */
const START_LIMIT_MS = 600_000;
const LARGE_LOG_BYTES = 5_000_000;

export type Settings = Readonly<Record<string, string>>;

/** One cluster: its files, its programs, and how its server is run. */
export interface Cluster {
  readonly installation: Installation;
  readonly directory: string;
  readonly logFile: string;
  readonly password: string;
  readonly settings: Settings;
  /** How long a running server may not answer before it is stopped. */
  readonly patienceMs: number;
  readonly startLimitMs: number;
  readonly log: Log;
}

/** Where the files of a cluster are. */
export const directoryIn = ({ baseDir }: Installation): string => join(baseDir, 'postgres');

/** What its owner says of a cluster. */
export interface ClusterOptions extends Pick<Cluster, 'password' | 'settings' | 'log'> {
  readonly patienceMs?: number | undefined;
  readonly startLimitMs?: number | undefined;
}

export function clusterIn(
  installation: Installation,
  { patienceMs = PATIENCE_MS, startLimitMs = START_LIMIT_MS, ...options }: ClusterOptions,
): Cluster {
  return {
    installation,
    directory: directoryIn(installation),
    logFile: join(installation.baseDir, 'postgres.log'),
    patienceMs,
    startLimitMs,
    ...options,
  };
}

/** Login of the owner to one of its databases. */
export function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${OWNER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/** Makes the cluster beside its final folder and then moves it there: a start that is killed leaves nothing half made. */
export function initialise(cluster: Cluster, flags: readonly string[]): void {
  const { directory, installation } = cluster;
  if (existsSync(directory)) {
    if (existsSync(join(directory, 'PG_VERSION'))) return;
    if (readdirSync(directory).length > 0) {
      throw new StartupError(
        `${directory} is not a database (PG_VERSION is missing); restore it from a backup, or move it away to begin with an empty one.`,
      );
    }
  }
  const started = performance.now();
  let draft: string;
  try {
    draft = mkdtempSync(`${directory}.new-`);
  } catch (error) {
    throw databaseStartError(cluster, messageOf(error), 'made');
  }
  try {
    const passwordFile = join(draft, 'password');
    const data = join(draft, 'data');
    writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
    for (const path of [draft, passwordFile]) giveTo(installation.account, path);
    const { status, stderr, stdout, error } = spawnSync(
      join(installation.binDir, 'initdb'),
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
      { ...spawnOptions(installation), cwd: draft, encoding: 'utf8' },
    );
    if (status !== 0) throw databaseStartError(cluster, error?.message ?? `${stdout}\n${stderr}`, 'made');
    try {
      renameSync(data, directory);
    } catch (error) {
      // Another process was first; its cluster counts.
      if (!existsSync(join(directory, 'PG_VERSION'))) throw databaseStartError(cluster, messageOf(error), 'made');
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  cluster.log.info(`Database made in ${directory} (${Math.round(performance.now() - started)} ms).`);
}

export interface Running {
  readonly port: number;
  readonly pid: number;
  readonly adopted: boolean;
}

/**
 * Finds the server of this cluster answering, or makes it so. Safe to run in several processes at once.
 * @param onlyPort where the pools of this process ask: a server that it starts comes back there, however long the port is taken; left out: on
 * the port of the last start, or on another one if that is taken
 */
export async function ensureRunning(cluster: Cluster, onlyPort?: number): Promise<Running> {
  const deadline = performance.now() + cluster.startLimitMs;
  let isTaken = false;
  for (let attempt = 0; performance.now() < deadline; attempt += 1) {
    const present = postmaster(cluster);
    if (present) {
      if (await answers(cluster, present)) return { ...present, adopted: true };
      if (isPostmaster(cluster, present.pid)) {
        cluster.log.warn(`The embedded PostgreSQL (process ${present.pid}) does not answer; it is stopped and started again.`);
        await stopServer(cluster, 'fast', Math.ceil(cluster.patienceMs / 3000));
      } else invalidateLockFile(cluster);
    }
    const outcome = await launch(cluster, onlyPort ?? (await pickPort(cluster, isTaken)));
    if (typeof outcome === 'object') return outcome;
    isTaken = outcome === 'port is taken';
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

/** Whether a server uses the cluster. */
export function isRunning(cluster: Pick<Cluster, 'directory'>): boolean {
  const present = postmaster(cluster);
  return present !== undefined && isPostmaster(cluster, present.pid);
}

/** Waits for a running server to answer; gives up when its process is gone, or when nothing comes, and nothing is done, for some seconds. */
async function answers(cluster: Cluster, { pid, port }: { pid: number; port: number }): Promise<boolean> {
  let deadline = performance.now() + cluster.patienceMs;
  while (performance.now() < deadline && isPostmaster(cluster, pid)) {
    const state = await probe(cluster, port);
    if (state === 'ours') return true;
    if (state === 'starting' && hasStartupProcess(pid)) deadline = performance.now() + cluster.patienceMs;
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
function invalidateLockFile({ directory, installation }: Cluster): void {
  const path = join(directory, 'postmaster.pid');
  try {
    const draft = `${path}.draft`;
    writeFileSync(draft, readFileSync(path, 'utf8').replace(/^\d+/, String(IMPOSSIBLE_PID)), { mode: 0o600 });
    giveTo(installation.account, draft);
    renameSync(draft, path);
  } catch (error) {
    if (existsSync(path)) throw new StartupError(`The lock file ${path} of a dead PostgreSQL cannot be changed: ${messageOf(error)}.`);
  }
}

/** Tries to connect once. */
async function probe(cluster: Cluster, port: number): Promise<'ours' | 'starting' | 'silent'> {
  const client = new Client({ connectionString: urlOf(cluster, port, 'postgres'), connectionTimeoutMillis: 1500, query_timeout: 1500 });
  client.on('error', () => undefined); // the rejected promise carries it
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
 * @returns why it is worth trying again: `files are in use` by another process that was first, or by what a killed server left running;
 * `recovery is lost`: see `hasStartupProcess`
 */
async function launch(cluster: Cluster, port: number): Promise<Running | 'port is taken' | 'files are in use' | 'recovery is lost'> {
  const { directory, installation, logFile } = cluster;
  const offset = rotate(logFile);
  let output: number;
  try {
    output = openSync(logFile, 'a', 0o600);
  } catch (error) {
    throw databaseStartError(cluster, messageOf(error), 'started');
  }
  const settings = Object.entries({ ...cluster.settings, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Its own session: Ctrl-C at the terminal must reach Node alone, which finishes its work and then stops the server.
  const child = spawn(join(installation.binDir, 'postgres'), ['-D', directory, ...settings], {
    ...spawnOptions(installation),
    cwd: installation.account ? directory : undefined,
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
  let movedAt = started;
  for (let said = 0; performance.now() - started < cluster.startLimitMs; ) {
    const outcome = await Promise.race([ended, sleep(10).then(() => undefined)]);
    if (outcome !== undefined) {
      if (/could not bind|Address already in use|could not create any TCP/i.test(outcome)) return 'port is taken';
      if (/lock file "postmaster\.pid" already exists|pre-existing shared memory block/i.test(outcome)) return 'files are in use';
      throw databaseStartError(cluster, outcome, 'started');
    }
    const state = await probe(cluster, port);
    if (child.pid !== undefined && state === 'ours') return { port, pid: child.pid, adopted: false };
    if (state !== 'starting' || child.pid === undefined || hasStartupProcess(child.pid)) movedAt = performance.now();
    else if (performance.now() - movedAt > cluster.patienceMs) {
      cluster.log.warn('PostgreSQL has lost the process that repairs its files; it is stopped and started again.');
      await stopServer(cluster, 'immediate');
      return 'recovery is lost';
    }
    if (performance.now() - started > (said + 1) * 5000) {
      said += 1;
      cluster.log.info('PostgreSQL repairs its files after an unclean stop …');
    }
  }
  throw new StartupError(`PostgreSQL did not answer within ${cluster.startLimitMs / 60_000} minutes; see ${logFile}.`);
}

/** The port of the last start, so that pools of other processes find the server again; a free one when that is taken. */
async function pickPort({ directory, installation }: Cluster, another: boolean): Promise<number> {
  const memory = join(directory, 'checkwell.port');
  const remembered = existsSync(memory) ? Number(readFileSync(memory, 'utf8')) : 0;
  const port = (!another && remembered > 0 && (await freePort(remembered))) || (await freePort(0));
  if (port !== remembered) {
    writeFileSync(memory, String(port), { mode: 0o600 });
    giveTo(installation.account, memory);
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

/**
 * Ends the server; with SIGKILL where it does not react. Waits for this very process: another one may start the cluster again meanwhile, and what
 * waits for the lock file, as `pg_ctl` does, would wait for its server, and end it.
 */
export async function stopServer(cluster: Cluster, mode: 'fast' | 'immediate', seconds = 20): Promise<void> {
  const { installation, directory } = cluster;
  const present = postmaster(cluster);
  if (!present) return;
  const isGone = () => !isPostmaster(cluster, present.pid);
  async function stop(how: string, limit: number): Promise<boolean> {
    const deadline = performance.now() + limit * 1000;
    await new Promise<void>((resolve) => {
      const child: ChildProcess = spawn(join(installation.binDir, 'pg_ctl'), ['stop', '-D', directory, '-m', how, '-W', '-s'], {
        ...spawnOptions(installation),
        cwd: installation.account ? directory : undefined,
        stdio: 'ignore',
      });
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    while (!isGone() && performance.now() < deadline) await sleep(20);
    return isGone();
  }
  const stopped = (mode === 'fast' && (await stop('fast', seconds))) || isGone() || (await stop('immediate', Math.min(seconds, 5)));
  if (!stopped && !isGone()) process.kill(present.pid, 'SIGKILL'); // a frozen server reacts to nothing else
  while (!isGone()) await sleep(20);
}
