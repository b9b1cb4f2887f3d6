import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

/** The processes of an installation: database, web and jobs, each of which can be killed or stopped while the others run. */
export interface Crew {
  readonly origin: string;
  readonly ownerUrl: string;
  /** Kills with `SIGKILL`, and starts it again. */
  readonly kill: (who: Member) => Promise<void>;
  /** Stops with `SIGSTOP`, as an overloaded host does, and lets it go on. */
  readonly freeze: (who: Member, milliseconds: number) => Promise<void>;
  /** Once everybody runs and says so. @throws {Error} after a minute */
  readonly ready: () => Promise<void>;
  /** Processes that ended though nobody killed them. */
  readonly losses: () => readonly string[];
  readonly stop: () => Promise<void>;
}
export const MEMBERS = ['web', 'jobs', 'database'] as const;
export type Member = (typeof MEMBERS)[number];

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const DATABASE = fileURLToPath(new URL('../servers/embedded-server.ts', import.meta.url));
const PATIENCE_MS = 60_000;

/** @param folder empty: database, files and secrets come there. @param env settings of web and jobs */
export async function startCrew(folder: string, env: Readonly<Record<string, string>>): Promise<Crew> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const lost: string[] = [];
  const killed = new Set<ChildProcess>();
  const members = new Map<'web' | 'jobs', ChildProcess>();

  const database = spawn(process.execPath, [DATABASE, join(folder, 'database')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ownerUrl = await new Promise<string>((resolve, reject) => {
    let text = '';
    database.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\n')) resolve((JSON.parse(text) as { url: string }).url);
    });
    database.once('exit', () => reject(new Error('The database did not start.')));
  });

  function start(role: 'web' | 'jobs'): void {
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DEMO: '0',
        LOG_LEVEL: 'fatal',
        ROLES: role,
        PORT: String(port),
        HEALTH_PORT: String(healthPort),
        DATABASE_URL: ownerUrl,
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
      lost.push(`${role} ended by itself with ${code}: ${errors}`);
      // A service manager would start it again.
      start(role);
    });
    members.set(role, child);
  }
  /** 0: it is on its way back already. */
  function postmaster(): number {
    try {
      return Number(readFileSync(join(folder, 'database', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  }

  async function stopServer(): Promise<readonly number[]> {
    const eye = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 2000 });
    eye.on('error', () => undefined);
    await eye.connect();
    const pids = [postmaster()];
    for (const pid of pids) signal(pid, 'SIGSTOP'); // first: nobody new comes
    const { rows } = await eye.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
    await eye.end();
    return [...pids, ...rows.map(({ pid }) => pid)];
  }

  start('web');
  start('jobs');
  return {
    origin: `http://127.0.0.1:${port}`,
    ownerUrl,
    losses: () => lost.splice(0),

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

    async ready() {
      const until = Date.now() + PATIENCE_MS;
      for (const [name, at] of [
        ['web', port],
        ['jobs', healthPort],
      ] as const) {
        while (!(await isReady(at))) {
          if (Date.now() > until) throw new Error(`${name} is not ready after a minute: ${lost.join('\n')}`);
          await sleep(100);
        }
      }
    },

    async stop() {
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

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  );

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
