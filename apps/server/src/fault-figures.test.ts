import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from './test/database.ts';
import { takeLoggedErrors } from './test/logged-errors.ts';
import { serverApp } from './test/servers/server-app.ts';

/** security.md, O5: each kind of fault in a request is counted in the metrics. */

const anonymous = { kind: 'anonymous' } as const;
/** Kinds of faults, with the error code under which they are counted. */
const FAULTS = {
  cut: 'database.unavailable',
  full: 'database.unavailable',
  frozen: 'database.unavailable',
  slow: 'request.timeout',
  bug: 'server.unexpected',
} as const;

const database = await testDatabase();
const { http, clock } = await serverApp(database, {
  prepare({ http: app }) {
    const open = { config: { public: true } };
    const { db } = database;
    app.get('/v1/test/cut', open, () => db.as(anonymous, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)));
    app.get('/v1/test/full', open, () =>
      db.as(anonymous, (tx) => sql.raw("do $$ begin raise exception 'No space left' using errcode = '53100'; end $$").execute(tx)),
    );
    app.get('/v1/test/frozen', open, () => db.as(anonymous, (tx) => sql`select pg_sleep(60)`.execute(tx), { timeoutMs: 100 }));
    app.get('/v1/test/slow', { ...open, handlerTimeout: 20 }, () => new Promise(() => undefined));
    app.get('/v1/test/bug', open, async () => {
      throw new Error('a fault of the program');
    });
    app.get('/v1/test/well', open, async () => 'well');
  },
});

/** The counter of each error code. */
async function counted(): Promise<Readonly<Record<string, number>>> {
  const { body } = await http.inject({ url: '/metrics' });
  return Object.fromEntries(
    [...body.matchAll(/^checkwell_errors_total\{code="([^"]+)"\} (\d+)$/gm)].map(([, code = '', count]) => [code, Number(count)]),
  );
}

test.each(Object.entries(FAULTS))('a fault of the kind %s increments the counter of %s, and no other', async (kind, code) => {
  const before = await counted();
  const { statusCode } = await http.inject({ url: `/v1/test/${kind}` });
  expect(statusCode).toBeGreaterThanOrEqual(500);
  takeLoggedErrors();
  expect(await counted()).toEqual({ ...before, [code]: (before[code] ?? 0) + 1 });
});

test('a successful request increments no counter', async () => {
  const before = await counted();
  expect((await http.inject({ url: '/v1/test/well' })).statusCode).toBe(200);
  expect(await counted()).toEqual(before);
});

test('a clock that is set forward or back changes its metric by the same amount', async () => {
  const ahead = async () => Number(/^checkwell_clock_ahead_seconds (-?[\d.]+)$/m.exec((await http.inject({ url: '/metrics' })).body)?.[1]);
  clock.set(new Date().toISOString());
  expect(Math.abs(await ahead())).toBeLessThan(30);
  for (const hours of [1, -2]) {
    const before = await ahead();
    clock.advance({ hours });
    // The test's clock is fixed, while the database's advances.
    expect(Math.abs((await ahead()) - before - hours * 3600)).toBeLessThan(30);
  }
});
