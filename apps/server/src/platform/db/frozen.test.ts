import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@checkwell/domain/errors';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { orderOf } from '../../test/checks.ts';
import { testConfig } from '../../test/config.ts';
import type { TestDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { testLogger } from '../../test/logger.ts';
import { nightly } from '../../test/nightly.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { runAs } from '../../test/sql.ts';
import { type Database, openDatabase } from './database.ts';
import { startThrowAway } from './set-up/embedded.ts';

/** A separate server, because the shared one cannot be stopped. */
const server = await startThrowAway({ log: testLogger() });
const ownerUrl = server.ownerUrl('postgres');
const opened: Database[] = [];
afterAll(async () => {
  thaw();
  for (const database of opened) await database.close();
  await server.stop();
});

async function database(overrides: Readonly<Record<string, string>> = {}): Promise<TestDatabase> {
  const config = testConfig({ DATABASE_URL: ownerUrl, ...overrides });
  const db = await openDatabase(config, { log: testLogger() });
  opened.push(db);
  return { db, config, owner: (text, values) => runAs(ownerUrl, text, values) };
}

let stopped: number[] = [];

/** Stops every process of the server, as a failing disk or an overloaded host does: it still accepts connections, but never answers. */
async function freeze(): Promise<void> {
  const observer = new Client({ connectionString: ownerUrl });
  observer.on('error', () => undefined);
  await observer.connect();
  const postmaster = Number(readFileSync(join(server.folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(postmaster, 'SIGSTOP'); // first, so that no new process starts
  stopped = [postmaster];
  const { rows } = await observer.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
  await observer.end();
  for (const { pid } of rows) {
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
  }
}

function thaw(): void {
  for (const pid of stopped.splice(0).reverse()) process.kill(pid, 'SIGCONT');
}

const POLL = { timeout: 50_000, interval: 100 };
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

describe('a database server that is stopped', () => {
  const anonymous = { kind: 'anonymous' } as const;
  const query = (db: Database) => db.as(anonymous, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx), { readonly: true });

  test.runIf(nightly)('every request fails with 503 within its time limit: in a transaction, in the queue, or new', async () => {
    const { db } = await database({ DATABASE_TIMEOUT_MS: '300', DATABASE_POOL_SIZE: '3' });
    const payloads: (string | undefined)[] = [];
    await db.system('test', (tx) => sql`select 1`.execute(tx));
    const stopListening = db.listen('test_frozen', (payload) => payloads.push(payload));
    await vi.waitFor(() => Promise.all([query(db), query(db), query(db), expect.poll(() => payloads.length).toBeGreaterThan(0)]), POLL);

    const inTransaction = db.as(anonymous, async (tx) => {
      await freeze();
      await sql`select 1`.execute(tx);
    });
    await expect(inTransaction).rejects.toMatchObject({ code: 'database.unavailable', status: 503 });
    const many = await Promise.all(Array.from({ length: 12 }, () => query(db).catch(codeOf)));
    expect(new Set(many)).toEqual(new Set(['database.unavailable']));
    expect(await db.ping().catch(codeOf)).toBe('database.unavailable');
    const background = db.system('test', (tx) => sql`select 1`.execute(tx), { timeoutMs: 300 });
    expect(await background.catch(codeOf)).toBe('database.unavailable');

    thaw();
    await vi.waitFor(() => db.ping(), POLL);
    await vi.waitFor(async () => expect((await query(db)).rows).toEqual([{ one: 1 }]), POLL);
    expect(db.stats().total).toBeLessThanOrEqual(3);
    // Requests that have timed out keep no connection.
    await vi.waitFor(async () => {
      const [row] = await runAs(
        ownerUrl,
        "select count(*)::int as held from pg_stat_activity where application_name = 'checkwell requests'",
      );
      expect(row?.held).toBeLessThanOrEqual(3);
    }, POLL);
    await vi.waitFor(() => db.system('test', (tx) => sql`select pg_notify('test_frozen', 'again')`.execute(tx)), POLL);
    await expect.poll(() => payloads, POLL).toContain('again');
    stopListening();
  });

  test('a commit without an answer is reported as 503, and is stored completely or not at all', async () => {
    const { db } = await database({ DATABASE_TIMEOUT_MS: '300', DATABASE_POOL_SIZE: '2' });
    await runAs(ownerUrl, 'create table halves (id integer); grant select, insert on halves to checkwell_api');
    await vi.waitFor(() => query(db), POLL);
    const attempt = db.as(anonymous, async (tx) => {
      await sql`insert into halves values (1)`.execute(tx);
      await sql`insert into halves values (2)`.execute(tx);
      await freeze();
    });
    expect(await attempt.catch(codeOf)).toBe('database.unavailable');
    thaw();
    await vi.waitFor(() => query(db), POLL);
    const [row] = await runAs(ownerUrl, 'select count(*)::int as rows from halves');
    expect([0, 2]).toContain(row?.rows);
  });

  test.runIf(nightly)('over HTTP sessions stay signed in, and an order that is sent again is stored once', async () => {
    const withDefaults = await database();
    const withShortTimeout = await database({ DATABASE_TIMEOUT_MS: '500', DATABASE_POOL_SIZE: '3' });
    const accounts = await serverApp(withDefaults);
    const app = await serverApp(withShortTimeout, { clock: accounts.clock });
    const fixtures = await createFixtures(withDefaults.db, accounts.clock);
    const { email } = await accounts.signedIn({ companyId: fixtures.a.id });
    const browser = app.browser();
    await vi.waitFor(async () => expect((await browser.signIn(email)).statusCode).toBe(200), POLL);
    const query =
      'mutation ($input: OrderInput!, $idempotencyKey: String!) { orderCheck(input: $input, idempotencyKey: $idempotencyKey) { id } }';
    const variables = { input: orderOf(fixtures.a, accounts.clock), idempotencyKey: randomUUID() };
    const order = () => browser.send('POST', '/graphql', { query, variables });
    const statusOf = async (url: string) => (await browser.send('GET', url)).statusCode;
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), POLL);

    await freeze();
    const cookies = new Map(browser.cookies);
    expect(await statusOf('/healthz')).toBe(200);
    const answers = await Promise.all([
      statusOf('/readyz'),
      statusOf('/v1/api/profiles'),
      browser.send('POST', '/auth/session/refresh').then(({ statusCode }) => statusCode),
      app
        .browser()
        .signIn(email)
        .then(({ statusCode }) => statusCode),
      order().then(({ statusCode, json }) => json().errors?.[0]?.extensions?.status ?? statusCode),
    ]);
    expect(answers).toEqual([503, 503, 503, 503, 503]);
    expect(browser.cookies).toEqual(cookies);

    thaw();
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), POLL);
    let id: unknown;
    await vi.waitFor(async () => {
      id = (await order()).json().data?.orderCheck?.id;
      expect(id).toEqual(expect.any(String));
    }, POLL);
    expect((await order()).json().data.orderCheck.id).toBe(id);
    const orders = 'select id from checks where "orderedByProfileId" = (select id from profiles where "userName" = $1)';
    expect(await withDefaults.owner(orders, [email])).toEqual([{ id }]);
    expect(takeLoggedErrors().filter((line) => !/database\.unavailable|timeout|terminated/i.test(line))).toEqual([]);
  });
});
