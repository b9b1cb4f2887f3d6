import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startThrowAway } from '../../apps/server/src/platform/db/set-up/embedded.ts';
import { runAs } from '../../apps/server/src/test/sql.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const START_LIMIT_MS = 180_000;

export interface RunningServer {
  readonly baseURL: string;
  /** Connection string of the database's owner. */
  readonly databaseUrl: string;
  /** The secret that all servers on one database share. */
  readonly secret: string;
  /** Id of its process. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Values that servers on one database share. */
export type Shared = Pick<RunningServer, 'databaseUrl' | 'secret'>;

/**
 * Starts the product as `npm start` does, with demo data, on a free port, with a temporary PostgreSQL and data folder.
 * @param env variables of `.env.example` that differ
 */
export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const log = { info: () => undefined, warn: () => undefined, error: (text: string) => process.stderr.write(`${text}\n`) };
  const postgres = await startThrowAway({ log });
  await runAs(postgres.ownerUrl('postgres'), 'create database checkwell');
  const shared = { databaseUrl: postgres.ownerUrl('checkwell'), secret: randomBytes(48).toString('base64url') };
  const close = () => postgres.stop();
  const server = await startBeside(shared, () => env).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { ...server, stop: () => server.stop().then(close) };
}

/**
 * Starts another server on the database of a running one.
 * @param env variables of `.env.example` that differ, given the address of the new server
 */
export async function startBeside(
  { databaseUrl, secret }: Shared,
  env: (baseURL: string) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>,
): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'checkwell-e2e-'));
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;

  const output: Buffer[] = [];
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      // Compiling takes half of the start; processes share compiled code.
      NODE_COMPILE_CACHE: join(tmpdir(), 'checkwell-compile-cache'),
      DEMO: '1',
      HOST: 'localhost',
      PORT: String(port),
      PUBLIC_URL: baseURL,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      APP_SECRET: secret,
      // Tests set the network address of visitors by a header.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // Slow responses are accepted, because the machine is busy during tests.
      DATABASE_TIMEOUT_MS: '30000',
      SHUTDOWN_DELAY_MS: '0',
      ...(await env(baseURL)),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  // Ends the server if this process is killed, which closes the watchdog's stdin.
  const watchdog = spawn('/bin/sh', ['-c', 'read -r line; kill "$0" 2>/dev/null', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    watchdog.stdin.end();
    rmSync(dataDir, { recursive: true, force: true });
  };

  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await isReady(baseURL))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`The server did not become ready:\n${Buffer.concat(output).toString('utf8')}`);
    }
    await sleep(100);
  }
  return { baseURL, databaseUrl, secret, pid: child.pid ?? 0, stop };
}

async function isReady(baseURL: string): Promise<boolean> {
  try {
    return (await fetch(`${baseURL}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** A TCP port of this machine that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
