import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { storedSecret } from '../../../config/secrets.ts';
import { StartupError } from '../../../config/startup-error.ts';
import type { Log } from '../../log.ts';
import { type Cluster, clusterIn, directoryIn, ensureRunning, initialise, isRunning, type Settings, stopServer, urlOf } from './cluster.ts';
import { canEnter, giveTo, type Installation, type InstallationOptions, makeFolder, messageOf, prepareInstallation } from './native.ts';

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

const PRESENCE_LOCK = "hashtextextended('checkwell: process present', 0)";

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

export interface EmbeddedOptions extends InstallationOptions {
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
  patienceMs,
  archiveDir,
  startLimitMs,
  ...elsewhere
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const installation = prepareInstallation(dataDir, log, elsewhere);
  if (archiveDir !== undefined) prepareArchive(installation, archiveDir);
  const cluster = clusterIn(installation, {
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

  /** The server ended or was restarted: start it again, so that the pools can reconnect. */
  function onLost(): void {
    if (stopping) return;
    log.warn('The embedded PostgreSQL has gone away; it is started again.');
    void (async () => {
      for (let attempt = 1; !stopping; attempt += 1) {
        try {
          running = await ensureRunning(cluster, running.port);
          presence = await holdPresence(cluster, running.port, onLost);
          log.info('The embedded PostgreSQL is back.');
          return;
        } catch (error) {
          // While it recovers it refuses connections: expected for the first attempts.
          log[attempt < 4 ? 'warn' : 'error'](`The embedded PostgreSQL does not come back: ${messageOf(error)}`);
          await sleep(Math.min(attempt * 500, 5000));
        }
      }
    })();
  }

  return {
    ownerUrl: (database) => urlOf(cluster, running.port, database),
    folder: installation.baseDir,
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
  const installation = prepareInstallation(baseDir, log);
  const cluster = clusterIn(installation, {
    password: randomBytes(24).toString('base64url'),
    settings: THROW_AWAY_SETTINGS,
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

/** Whether a server uses the cluster of this installation. */
export const isInUse = (installation: Installation): boolean => isRunning({ directory: directoryIn(installation) });

/** Makes the folder for the log, and sees that the server may write there. */
function prepareArchive({ account }: Installation, folder: string): void {
  makeFolder(folder, 0o700);
  if (account && statSync(folder).uid === 0) giveTo(account, folder);
  if (account && !canEnter(account, folder))
    throw new StartupError(
      `PostgreSQL runs under the account "${account.name}", which may not enter ${folder}; point BACKUP_DIR to a folder that it may enter.`,
    );
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

/** A watchdog process that notices the end of this one by the end of its input. */
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
