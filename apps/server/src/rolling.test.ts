import { expect, test, vi } from 'vitest';
import { testDatabase } from './test/database.ts';
import { pdf } from './test/files.ts';
import { testFolder } from './test/folder.ts';
import { nightly } from './test/nightly.ts';
import { type Balancer, startBalancer } from './test/servers/balancer.ts';
import { makeUser, PASSWORD } from './test/servers/identity-app.ts';
import { type ServerProcess, startProcess } from './test/servers/process.ts';
import { serverApp } from './test/servers/server-app.ts';

/** Two processes with pages behind a balancer are replaced one after the other, while people work. */
vi.setConfig({ testTimeout: 600_000 });
const PATIENCE = { timeout: 120_000 };
const PROBE_MS = 300;
const WORKERS = 6;

const database = await testDatabase();
const dataDir = testFolder('rolling');

const start = (shutdownDelayMs: number): ServerProcess =>
  startProcess({
    ROLES: 'web',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    DATABASE_URL: database.config.databaseUrl ?? '',
    TRUSTED_PROXIES: '127.0.0.1',
    SHUTDOWN_DELAY_MS: String(shutdownDelayMs),
  });

async function join(balancer: Balancer, process: ServerProcess): Promise<string> {
  const { port } = new URL(await process.address());
  const origin = `http://127.0.0.1:${port}`;
  balancer.add(origin);
  await expect.poll(balancer.healthy, PATIENCE).toContain(origin);
  return origin;
}

/** Works until both processes were replaced. */
async function replaceBoth(shutdownDelayMs: number) {
  const balancer = await startBalancer(PROBE_MS);
  const team = await Promise.all(
    [0, 1].map(async () => {
      const process = start(shutdownDelayMs);
      return { process, origin: await join(balancer, process) };
    }),
  );
  const { services } = await serverApp(database);
  const { email, companyId } = await makeUser(database, services.identity);
  const failed: string[] = [];
  const answered = { read: 0, written: 0, streams: 0 };
  let isOver = false;

  const signIn = await fetch(`${balancer.origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(signIn.status).toBe(200);
  const cookies = signIn.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const token = cookies.find((pair) => pair.startsWith('__Host-accessToken='))?.split('=')[1] ?? '';
  const headers = { authorization: `Bearer ${token}`, cookie: cookies.join('; ') };

  async function ask(what: string, path: string, init: RequestInit = {}): Promise<Response | undefined> {
    try {
      const response = await fetch(balancer.origin + path, { ...init, headers: { ...headers, ...init.headers } });
      if (response.ok) return response;
      failed.push(`${what}: ${response.status} ${await response.text()}`);
    } catch (error) {
      failed.push(`${what}: ${error}`);
    }
    return undefined;
  }

  async function work(): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const profile = await ask('read', '/v1/api/profiles');
      if (profile && (await profile.json().catch((error: unknown) => void failed.push(`read: ${error}`)))) answered.read += 1;
      if (round % 10 !== 0) continue;
      const path = `/v1/api/companies/${companyId}/documents?fileName=a.pdf`;
      const upload = await ask('write', path, {
        method: 'POST',
        headers: { 'content-type': 'application/pdf' },
        body: new Uint8Array(pdf()),
      });
      await upload?.text();
      if (upload) answered.written += 1;
    }
  }

  /** A screen that is open: told of its end, it comes back, to another process. */
  async function listen(): Promise<void> {
    while (!isOver) {
      const leave = new AbortController();
      const ending = setInterval(() => isOver && leave.abort(), 50);
      const stream = await ask('stream', '/v1/api/live', { signal: leave.signal });
      if (stream) answered.streams += 1;
      await stream?.text().catch((error: unknown) => isOver || failed.push(`stream: ${error}`));
      clearInterval(ending);
    }
  }

  const people = [...Array.from({ length: WORKERS }, work), listen(), listen()];
  for (const old of team) {
    old.process.child.kill('SIGTERM');
    // A service manager starts the next one at once, and the old one ends beside it.
    const next = start(shutdownDelayMs);
    expect(await old.process.ended).toBe(0);
    expect(old.process.errors()).toBe('');
    balancer.remove(old.origin);
    await join(balancer, next);
  }
  isOver = true;
  await Promise.all(people);
  const [stored] = await database.owner<{ n: number }>('select count(*)::integer as n from documents where "companyId" = $1', [companyId]);
  return { failed, answered, stored: stored?.n };
}

test.runIf(nightly)('two processes are replaced under load, and no request fails', async () => {
  const { failed, answered, stored } = await replaceBoth(6 * PROBE_MS);
  expect(failed).toEqual([]);
  expect(answered.read).toBeGreaterThan(200);
  expect(answered.written).toBeGreaterThan(10);
  expect(stored).toBe(answered.written);
  // Two at the beginning, and each that was told of an end came back.
  expect(answered.streams).toBeGreaterThan(3);
});

test.runIf(nightly)('without the time for a balancer to notice, some fail: the load would show it', async () => {
  const { failed } = await replaceBoth(0);
  expect(failed.length).toBeGreaterThan(0);
});
