import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dayOf } from '@checkwell/domain/clock';
import { Client } from 'pg';
import { mountSmallDisk } from './disk.ts';
import { type Cut, openLink } from './network.ts';

/**
 * The processes of an installation: database, web and jobs, each of which can be killed or stopped while the others run; the network between
 * them, the disk of the database and the clocks of web and jobs can fail too.
 */
export interface Processes {
  /** The address for users, over a network that can be cut. */
  readonly origin: string;
  readonly ownerUrl: string;
  /** Kills with `SIGKILL`, and starts it again. */
  readonly kill: (who: Member) => Promise<void>;
  /** Stops with `SIGSTOP`, as an overloaded host does, and lets it go on. */
  readonly freeze: (who: Member, milliseconds: number) => Promise<void>;
  /** Cuts the network to one of them, for a while. */
  readonly cut: (who: LinkName, how: Cut, milliseconds: number) => Promise<void>;
  /** Leaves the disk of the database so much room, for a while. */
  readonly fillDisk: (how: { readonly sparedKiB: number; readonly newSegment: boolean; readonly lengthMs: number }) => Promise<void>;
  /** Whether this account may do that. */
  readonly hasSmallDisk: boolean;
  /** Sets the clock of one of them forward or back, and right again after a while. The day in Belgium stays the same: of it orders are made. */
  readonly stepClock: (who: 'web' | 'jobs', seconds: number, milliseconds: number) => Promise<void>;
  /** Once everybody runs and says so. @throws {Error} after a minute */
  readonly ready: () => Promise<void>;
  /** Processes that ended though nobody killed them. */
  readonly takeUnexpectedExits: () => readonly string[];
  /** The end of what the database writes of itself. */
  readonly databaseLog: () => string;
  readonly stop: () => Promise<void>;
}
export const MEMBERS = ['web', 'jobs', 'database'] as const;
export type Member = (typeof MEMBERS)[number];
/** Ways that can be cut: from web and jobs to the database and to the payment provider, and from people and the provider to web. */
export const LINKS = ['database', 'provider', 'web'] as const;
export type LinkName = (typeof LINKS)[number];
/** The database asks the clock of the whole machine, which stays. */
export const STEPPED = ['web', 'jobs'] as const;

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const CLOCK_STEPS = new URL('clock-steps.ts', import.meta.url).href;
const DATABASE = fileURLToPath(new URL('../servers/embedded-server.ts', import.meta.url));
const READY_WITHIN_MS = 60_000;
/** A service manager waits a moment. */
const RESTART_MS = 500;
/** Of the log of the database, after a violation; without the many that were turned away meanwhile. */
const LOG_LINES = 60;
const TURNED_AWAY = /FATAL: {2}the database system is (?:not yet accepting connections|starting up|in recovery mode|shutting down)/;
const DATABASE_AWAY =
  /^The database (?:does not answer(?: any more)?|cannot be prepared): |^No connection to the database at |^The disk of the database is full/;

export interface ProcessesOptions {
  /** Empty, and to be entered by any account: database, files and secrets come there. */
  readonly folder: string;
  /** Settings of web and jobs. */
  readonly env: Readonly<Record<string, string>>;
  /** The payment provider's. */
  readonly providerOrigin: string;
  /** Modules that web and jobs load first. */
  readonly preloads?: readonly string[];
}

export async function startProcesses({ folder, env, providerOrigin, preloads = [] }: ProcessesOptions): Promise<Processes> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const databaseFolder = join(folder, 'database');
  mkdirSync(databaseFolder, { mode: 0o711 });
  const disk = mountSmallDisk(databaseFolder);
  const unexpectedExits: string[] = [];
  const restarts = new Set<NodeJS.Timeout>();
  const killed = new Set<ChildProcess>();
  const members = new Map<'web' | 'jobs', ChildProcess>();

  const database = spawn(process.execPath, [DATABASE, databaseFolder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ownerUrl = await new Promise<string>((resolve, reject) => {
    let text = '';
    database.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\n')) resolve((JSON.parse(text) as { url: string }).url);
    });
    database.once('exit', () => reject(new Error('The database did not start.')));
  });
  // Otherwise no fault would reach it, and every test would pass.
  if (!existsSync(join(databaseFolder, 'postgres', 'postmaster.pid'))) throw new Error(`The account of PostgreSQL cannot enter ${folder}.`);
  const links = {
    database: await openLink(Number(new URL(ownerUrl).port)),
    provider: await openLink(Number(new URL(providerOrigin).port)),
    web: await openLink(port),
  };
  const linkedUrl = new URL(ownerUrl);
  linkedUrl.port = String(links.database.port);
  const clockOf = (role: 'web' | 'jobs') => join(folder, `clock-${role}`);
  function setClock(role: 'web' | 'jobs', seconds: number): void {
    // Moved to its name when it is whole: it is read at any moment.
    writeFileSync(`${clockOf(role)}.draft`, String(seconds));
    renameSync(`${clockOf(role)}.draft`, clockOf(role));
  }

  function start(role: 'web' | 'jobs'): void {
    const imports = [CLOCK_STEPS, ...preloads].flatMap((module) => ['--import', module]);
    const child = spawn(process.execPath, [...imports, MAIN], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DEMO: '0',
        LOG_LEVEL: 'fatal',
        ROLES: role,
        PORT: String(port),
        HEALTH_PORT: String(healthPort),
        DATABASE_URL: linkedUrl.href,
        STRIPE_API_URL: `http://127.0.0.1:${links.provider.port}`,
        CHAOS_CLOCK: clockOf(role),
        DATA_DIR: folder,
        NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
        TRUSTED_PROXIES: '127.0.0.1',
        ...env,
      },
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      errors = (errors + part).slice(-2000);
    });
    child.once('exit', (code) => {
      if (killed.has(child)) return;
      // Without a database nobody starts, and each says so. A service manager starts it again.
      if (!DATABASE_AWAY.test(errors)) unexpectedExits.push(`${role} ended by itself with ${code}: ${errors}`);
      restarts.add(setTimeout(start, RESTART_MS, role));
    });
    members.set(role, child);
  }
  /** 0: it is being restarted. */
  function postmaster(): number {
    try {
      return Number(readFileSync(join(databaseFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  }

  async function openOwner(): Promise<Client> {
    const client = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 2000, query_timeout: 5000 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
  async function askOwner(sql: string): Promise<void> {
    const client = await openOwner();
    await client.query(sql).finally(() => client.end().catch(() => undefined));
  }

  async function stopServer(): Promise<readonly number[]> {
    const eye = await openOwner();
    const pids = [postmaster()];
    for (const pid of pids) signal(pid, 'SIGSTOP'); // first: nobody new comes
    const { rows } = await eye.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
    await eye.end();
    return [...pids, ...rows.map(({ pid }) => pid)];
  }

  start('web');
  start('jobs');
  return {
    origin: `http://127.0.0.1:${links.web.port}`,
    ownerUrl,
    takeUnexpectedExits: () => unexpectedExits.splice(0),

    async kill(who) {
      if (who === 'database') {
        signal(postmaster(), 'SIGKILL'); // the process that owns it starts it again
        return;
      }
      const child = members.get(who);
      if (!child) return;
      killed.add(child);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      start(who);
    },

    async freeze(who, milliseconds) {
      const pids = who === 'database' ? await stopServer().catch(() => []) : [members.get(who)?.pid ?? 0];
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await sleep(milliseconds);
      for (const pid of pids.toReversed()) signal(pid, 'SIGCONT');
    },

    hasSmallDisk: disk !== null,
    cut: (who, how, milliseconds) => links[who].cut(how, milliseconds),

    async fillDisk({ sparedKiB, newSegment, lengthMs }) {
      disk?.fill(sparedKiB);
      // The next segment of its log is needed at once, and not only after 16 MiB.
      if (newSegment) await askOwner('select pg_switch_wal()').catch(() => undefined);
      await sleep(lengthMs);
      disk?.free();
    },

    async stepClock(who, seconds, milliseconds) {
      const now = Date.now();
      const dayAt = (shift: number) => dayOf(new Date(now + shift * 1000));
      setClock(who, dayAt(seconds) === dayAt(0) && dayAt(seconds + 60) === dayAt(60) ? seconds : -seconds);
      await sleep(milliseconds);
      setClock(who, 0);
    },

    async ready() {
      const until = Date.now() + READY_WITHIN_MS;
      for (const [name, at] of [
        ['web', port],
        ['jobs', healthPort],
      ] as const) {
        for (let fault = await unready(at); fault !== null; fault = await unready(at)) {
          if (Date.now() > until) throw new Error([`${name} is not ready after a minute: ${fault}`, ...unexpectedExits].join('\n'));
          await sleep(100);
        }
      }
    },

    databaseLog: () =>
      readFileSync(join(databaseFolder, 'postgres.log'), 'utf8')
        .split('\n')
        .filter((line) => !TURNED_AWAY.test(line))
        .slice(-LOG_LINES)
        .join('\n'),

    async stop() {
      for (const restart of restarts) clearTimeout(restart);
      const ends = [...members.values()].map((child) => {
        killed.add(child);
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        return ended;
      });
      await Promise.all(ends);
      const ended = new Promise((resolve) => database.once('exit', resolve));
      database.stdin.end();
      await ended;
      await Promise.all(Object.values(links).map((link) => link.close()));
      disk?.remove();
    },
  };
}

/** To a process that may have ended by itself meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A full disk is reported for half a minute after it works again. @returns what is not ready; null: nothing */
async function unready(port: number): Promise<string | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3000) });
    const { checks } = (await answer.json()) as { readonly checks: Readonly<Record<string, string>> };
    const ready = answer.ok || Object.values(checks).every((outcome) => outcome === 'ok' || outcome === 'full');
    return ready ? null : JSON.stringify(checks);
  } catch (error) {
    return error instanceof Error ? `no answer (${error.message})` : 'no answer';
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
