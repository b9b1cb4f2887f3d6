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
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { testLogger } from '../../test/logger.ts';
import { nightly } from '../../test/nightly.ts';
import type { Browser } from '../../test/servers/identity-app.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { runAs } from '../../test/sql.ts';
import { createWorld, type WorldCompany } from '../../test/world.ts';
import { type Database, openDatabase } from './database.ts';
import { startThrowAway } from './set-up/embedded.ts';

/** A server of its own: one that others use cannot be stopped. */
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

/** Stops every process of the server as a dying disk or an overloaded host does: it still takes connections, and never answers. */
async function freeze(): Promise<void> {
  const eye = new Client({ connectionString: ownerUrl });
  eye.on('error', () => undefined);
  await eye.connect();
  const postmaster = Number(readFileSync(join(server.folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(postmaster, 'SIGSTOP'); // first: nobody new comes
  stopped = [postmaster];
  const { rows } = await eye.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
  await eye.end();
  for (const { pid } of rows) {
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
  }
}

function thaw(): void {
  for (const pid of stopped.splice(0).reverse()) process.kill(pid, 'SIGCONT');
}

const patience = { timeout: 50_000, interval: 100 };
const answer = (error: unknown) => (error instanceof AppError ? error.code : error);

describe('a database server that is stopped', () => {
  const anonymous = { kind: 'anonymous' } as const;
  const ask = (db: Database) => db.as(anonymous, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx), { readonly: true });

  test.runIf(nightly)(
    'costs each request no more than its limit: 503, for those in a transaction, those that wait, and those that come',
    async () => {
      const { db } = await database({ DATABASE_TIMEOUT_MS: '300', DATABASE_POOL_SIZE: '3' });
      const heard: (string | undefined)[] = [];
      await db.system('test', (tx) => sql`select 1`.execute(tx));
      const silence = db.listen('test_frozen', (payload) => heard.push(payload));
      await vi.waitFor(() => Promise.all([ask(db), ask(db), ask(db), expect.poll(() => heard.length).toBeGreaterThan(0)]), patience);

      const inTransaction = db.as(anonymous, async (tx) => {
        await freeze();
        await sql`select 1`.execute(tx);
      });
      await expect(inTransaction).rejects.toMatchObject({ code: 'database.unavailable', status: 503 });
      const many = await Promise.all(Array.from({ length: 12 }, () => ask(db).catch(answer)));
      expect(new Set(many)).toEqual(new Set(['database.unavailable']));
      expect(await db.ping().catch(answer)).toBe('database.unavailable');
      const background = db.system('test', (tx) => sql`select 1`.execute(tx), { timeoutMs: 300 });
      expect(await background.catch(answer)).toBe('database.unavailable');

      thaw();
      await vi.waitFor(() => db.ping(), patience);
      await vi.waitFor(async () => expect((await ask(db)).rows).toEqual([{ one: 1 }]), patience);
      expect(db.stats().total).toBeLessThanOrEqual(3);
      // Nothing that was given up keeps a connection of the server.
      await vi.waitFor(async () => {
        const [row] = await runAs(
          ownerUrl,
          "select count(*)::int as held from pg_stat_activity where application_name = 'checkwell requests'",
        );
        expect(row?.held).toBeLessThanOrEqual(3);
      }, patience);
      await vi.waitFor(() => db.system('test', (tx) => sql`select pg_notify('test_frozen', 'again')`.execute(tx)), patience);
      await expect.poll(() => heard, patience).toContain('again');
      silence();
    },
  );

  test('a commit whose answer never came is 503; it is whole or not there', async () => {
    const { db } = await database({ DATABASE_TIMEOUT_MS: '300', DATABASE_POOL_SIZE: '2' });
    await runAs(ownerUrl, 'create table halves (id integer); grant select, insert on halves to checkwell_api');
    await vi.waitFor(() => ask(db), patience);
    const attempt = db.as(anonymous, async (tx) => {
      await sql`insert into halves values (1)`.execute(tx);
      await sql`insert into halves values (2)`.execute(tx);
      await freeze();
    });
    expect(await attempt.catch(answer)).toBe('database.unavailable');
    thaw();
    await vi.waitFor(() => ask(db), patience);
    const [row] = await runAs(ownerUrl, 'select count(*)::int as rows from halves');
    expect([0, 2]).toContain(row?.rows);
  });

  test.runIf(nightly)('over HTTP nobody is signed out, and an order that is sent again after it comes once', async () => {
    const calm = await database();
    const hasty = await database({ DATABASE_TIMEOUT_MS: '500', DATABASE_POOL_SIZE: '3' });
    const accounts = await serverApp(calm);
    const app = await serverApp(hasty, { clock: accounts.clock });
    const world = await createWorld(calm.db, accounts.clock);
    const { email } = await accounts.signedIn({ companyId: world.a.id });
    const browser = app.browser();
    await vi.waitFor(async () => expect((await browser.signIn(email)).statusCode).toBe(200), patience);
    const { order } = sending(browser, world.a, randomUUID());
    const statusOf = async (url: string) => (await browser.send('GET', url)).statusCode;
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), patience);

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
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), patience);
    let id: unknown;
    await vi.waitFor(async () => {
      id = (await order()).json().data?.orderCheck?.id;
      expect(id).toEqual(expect.any(String));
    }, patience);
    expect((await order()).json().data.orderCheck.id).toBe(id);
    const orders = 'select id from checks where "orderedByProfileId" = (select id from profiles where "userName" = $1)';
    expect(await calm.owner(orders, [email])).toEqual([{ id }]);
    expect(takeLoggedErrors().every((line) => /database\.unavailable|timeout|terminated/i.test(line))).toBe(true);

    function sending(from: Browser, company: WorldCompany, idempotencyKey: string) {
      const query =
        'mutation ($input: OrderInput!, $idempotencyKey: String!) { orderCheck(input: $input, idempotencyKey: $idempotencyKey) { id } }';
      const variables = { input: orderOf(company, accounts.clock), idempotencyKey };
      return { order: () => from.send('POST', '/graphql', { query, variables }) };
    }
  });
});
