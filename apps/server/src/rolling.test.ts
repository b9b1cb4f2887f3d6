import { describe, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from './seed/accounts.ts';
import { cloneDatabase, testDatabase } from './test/database.ts';
import { pdf } from './test/files.ts';
import { testFolder } from './test/folder.ts';
import { nightly } from './test/nightly.ts';
import { type Balancer, startBalancer } from './test/servers/balancer.ts';
import { makeUser, PASSWORD } from './test/servers/identity-app.ts';
import { previousVersion } from './test/servers/previous-version.ts';
import { type ServerProcess, startProcess } from './test/servers/process.ts';
import { serverApp } from './test/servers/server-app.ts';
import { runAs } from './test/sql.ts';

/** A rolling upgrade: two web processes behind a load balancer are replaced one after the other, under load. */
// Removing the folder of another version takes a minute on a busy disk.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
const PATIENCE = { timeout: 120_000 };
const PROBE_MS = 300;
const WORKERS = 6;
/** The default of production: with the demo's lists and a migration, probes of the load balancer take longer. */
const PRODUCTION_DELAY_MS = '5000';
/** A query that all versions support. */
const LISTS = '{ checks(first: 5) { nodes { id status } } dashboard { figures { metric value } } }';

/** Starts a web process. */
type Start = () => ServerProcess;

const starting = (env: Readonly<Record<string, string>>, main?: string): Start => {
  return () => startProcess({ ROLES: 'web', LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1', ...env }, main);
};

/** The user who works meanwhile. */
interface Worker {
  readonly email: string;
  readonly password: string;
  readonly companyId: string;
}

async function join(balancer: Balancer, process: ServerProcess): Promise<string> {
  const { port } = new URL(await process.address());
  const origin = `http://127.0.0.1:${port}`;
  balancer.add(origin);
  await expect.poll(balancer.healthy, PATIENCE).toContain(origin);
  return origin;
}

/** Starts two processes of the first kind, and replaces them by those of each further kind, under load. */
async function replaceEach([first, ...others]: readonly [Start, ...Start[]], worker: () => Promise<Worker>) {
  const balancer = await startBalancer(PROBE_MS);
  let team: { process: ServerProcess; origin: string }[] = [];
  for (const _ of [0, 1]) {
    const process = first();
    team.push({ process, origin: await join(balancer, process) });
  }
  const { email, password, companyId } = await worker();
  const failed: string[] = [];
  const answered = { read: 0, listed: 0, written: 0, streams: 0 };
  let isOver = false;

  const signIn = await fetch(`${balancer.origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
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
      const list = await ask('list', '/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: LISTS }),
      });
      const found = (await list?.json().catch((error: unknown) => ({ errors: String(error) }))) as { errors?: unknown } | undefined;
      if (found?.errors) failed.push(`list: ${JSON.stringify(found.errors)}`);
      else if (found) answered.listed += 1;
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

  /** An open screen: when its live stream ends, it reconnects, to another process. */
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
  for (const start of others) {
    const next: typeof team = [];
    for (const old of team) {
      old.process.child.kill('SIGTERM');
      // Like a service manager, starts the next process while the old one ends.
      const process = start();
      expect(await old.process.ended).toBe(0);
      expect(old.process.errors()).toBe('');
      balancer.remove(old.origin);
      next.push({ process, origin: await join(balancer, process) });
    }
    team = next;
  }
  isOver = true;
  await Promise.all(people);
  return { failed, answered, companyId };
}

describe.runIf(nightly)('this version', async () => {
  const database = await testDatabase();
  const dataDir = testFolder('rolling');
  const version = (shutdownDelayMs: number): Start =>
    starting({ DATA_DIR: dataDir, DATABASE_URL: database.config.databaseUrl ?? '', SHUTDOWN_DELAY_MS: String(shutdownDelayMs) });
  const worker = async (): Promise<Worker> => {
    const { services } = await serverApp(database);
    return { ...(await makeUser(database, services.identity)), password: PASSWORD };
  };

  test('two processes are replaced under load, and no request fails', async () => {
    const patient = version(10 * PROBE_MS);
    const { failed, answered, companyId } = await replaceEach([patient, patient], worker);
    expect(failed).toEqual([]);
    expect(answered.read).toBeGreaterThan(200);
    expect(answered.written).toBeGreaterThan(10);
    const [stored] = await database.owner<{ n: number }>('select count(*)::integer as n from documents where "companyId" = $1', [
      companyId,
    ]);
    expect(stored?.n).toBe(answered.written);
    // The two first ones, and reconnections.
    expect(answered.streams).toBeGreaterThan(3);
  });

  test('without a shutdown delay some requests fail, which shows that the load detects it', async () => {
    const { failed } = await replaceEach([version(0), version(0)], worker);
    expect(failed.length).toBeGreaterThan(0);
  });
});

const previous = nightly ? previousVersion() : null;

test.runIf(previous !== null)('an upgrade from the previous version and a downgrade, under load, fail no request', async () => {
  const url = await cloneDatabase();
  const env = {
    DATA_DIR: testFolder('upgrade'),
    DATABASE_URL: url,
    SHUTDOWN_DELAY_MS: PRODUCTION_DELAY_MS,
    DEMO: '1',
    DEMO_CHECKS: '1000',
  };
  const migrations = async () =>
    (await runAs<{ name: string }>(url, 'select name from migration.applied order by name')).map(({ name }) => name);
  let before: string[] = [];
  const worker = async (): Promise<Worker> => {
    before = await migrations();
    const email = 'admin@demo.checkwell.example';
    const [row] = await runAs<{ id: string }>(
      url,
      'select u."companyId" as id from company_users u join profiles p on p.id = u."profileId" where p."userName" = $1 limit 1',
      [email],
    );
    return { email, password: DEMO_PASSWORD, companyId: row?.id ?? '' };
  };
  const [old, next] = [starting(env, previous?.main), starting(env)];
  const { failed, answered, companyId } = await replaceEach([old, next, old], worker);
  expect(failed).toEqual([]);
  expect(answered.listed).toBeGreaterThan(50);
  // The newest migrations were applied under load.
  expect((await migrations()).length).toBeGreaterThan(before.length);
  const [stored] = await runAs<{ n: number }>(
    url,
    `select count(*)::integer as n from documents where "companyId" = $1 and "fileName" = 'a.pdf'`,
    [companyId],
  );
  expect(stored?.n).toBe(answered.written);
});
