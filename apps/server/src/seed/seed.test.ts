import { OPEN_STATUSES } from '@checkwell/domain/check/enums';
import { describe, expect, test } from 'vitest';
import { createIdentity } from '../modules/identity/identity.service.ts';
import { cleanUp } from '../test/cleanup.ts';
import { testClock } from '../test/clock.ts';
import { testDatabase } from '../test/database.ts';
import { testLogger } from '../test/logger.ts';
import { isEmpty, seed } from './seed.ts';

const SIZE = { companies: 4, checks: 2500 };
async function seeded(now: string) {
  const { db, config, owner } = await testDatabase();
  const clock = testClock();
  clock.set(now);
  const identity = createIdentity({ config, db, clock, log: testLogger() });
  cleanUp(() => identity.close());
  const progress: string[] = [];
  await seed(
    {
      db,
      clock,
      identity,
      onProgress: (done, total) => progress.push(`rows ${done === total}`),
      onIndexes: (done, total) => progress.push(`indexes ${done === total}`),
    },
    SIZE,
  );
  return { db, owner, progress };
}

/** A Tuesday, and the day of a year on which everything is closed. */
const TUESDAY = '2026-11-17T14:30:00+01:00';
const NEW_YEAR = '2027-01-01T11:00:00+01:00';
const demos = [
  { now: TUESDAY, ...(await seeded(TUESDAY)) },
  { now: NEW_YEAR, ...(await seeded(NEW_YEAR)) },
];

describe.each(demos)('the demo of $now', ({ now, db, owner, progress }) => {
  const numberOf = async (sql: string): Promise<number> => Number((await owner<{ n: string }>(`select count(*) as n ${sql}`))[0]?.n);

  test('fills an empty database, and says how far it is', async () => {
    expect(await isEmpty(db)).toBe(false);
    expect(progress).toContain('rows true');
    expect(progress.at(-1)).toBe('indexes true');
    expect(await numberOf('from companies')).toBe(SIZE.companies);
    expect(await numberOf('from doctors')).toBe(220);
    const checks = await numberOf('from checks');
    expect(checks).toBeGreaterThan(SIZE.checks * 0.7);
    expect(await numberOf('from certificates')).toBeGreaterThan(checks * 2);
  });

  test('leaves no index, no reference and no rule behind', async () => {
    const { owner: fresh } = await testDatabase();
    const sql = `
      select indexdef as text from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and convalidated
      order by 1`;
    expect(await owner(sql)).toEqual(await fresh(sql));
  });

  test('has open checks that are still worth something, and none that waits for weeks', async () => {
    const open = `from checks where status = any ('{${OPEN_STATUSES.join(',')}}')`;
    expect(await numberOf(open)).toBeGreaterThan(3);
    expect(await numberOf(`${open} and "incapacityEndDate" < '${now.slice(0, 10)}'`)).toBe(0);
    expect(await numberOf(`${open} and status = 'Reception' and "creationDate" < timestamptz '${now}' - interval '20 hours'`)).toBe(0);
    expect(await numberOf(`${open} and status = 'Planning' and "creationDate" < timestamptz '${now}' - interval '60 hours'`)).toBe(0);
    expect(
      await numberOf(`${open} and status = 'WaitingForCheck' and "appointmentStart" <= timestamptz '${now}' - interval '3 hours'`),
    ).toBe(0);
    expect(await numberOf(`${open} and "appointmentStart" > timestamptz '${now}' + interval '17 days'`)).toBe(0);
    expect(await numberOf(`${open} and "creationDate" > timestamptz '${now}'`)).toBe(0);
  });

  test('has doctors’ words that wait for a planner, of the last days alone', async () => {
    const waiting = `from checks where "commentReview" = 'Waiting'`;
    expect(await numberOf(waiting)).toBeGreaterThan(0);
    expect(await numberOf(`${waiting} and "archivedAt" < timestamptz '${now}' - interval '2 days'`)).toBe(0);
    expect(await numberOf(`from checks where "commentReview" = 'Released'`)).toBeGreaterThan(20);
  });

  test('tells each check’s story in order, up to where it is', async () => {
    expect(
      await numberOf(
        `from checks c where status <> (select "toStatus" from check_events e where e."companyId" = c."companyId" and e."checkId" = c.id order by version desc limit 1)`,
      ),
    ).toBe(0);
    expect(
      await numberOf(
        `from (select at, lag(at) over (partition by "companyId", "checkId" order by version) as before from check_events) e where at < before`,
      ),
    ).toBe(0);
    expect(await numberOf(`from check_events where at > timestamptz '${now}'`)).toBe(0);
  });

  test('has the shares of outcomes that Belgian figures suggest', async () => {
    const completed = await numberOf(
      `from checks where "checkOccurence" in ('Yes', 'YesPatientHome', 'YesSecondCheck', 'NoShow', 'NoCertifConfirmed', 'NoCertifDenied')`,
    );
    const early = await numberOf(`from checks where "earlyReturn"`);
    const missed = await numberOf(`from checks where "checkOccurence" = 'NoShow'`);
    expect(early / completed).toBeGreaterThan(0.05);
    expect(early / completed).toBeLessThan(0.16);
    expect(missed / completed).toBeGreaterThan(0.06);
    expect(missed / completed).toBeLessThan(0.18);
  });
});

test('is the same on every machine, but for the accounts', async () => {
  const again = await seeded(TUESDAY);
  const [first] = demos;
  for (const table of ['companies', 'doctors', 'employees', 'certificates', 'checks', 'check_events']) {
    const sql = `
      select md5(string_agg((to_jsonb(t) - '{createdByProfileId,orderedByProfileId,actorProfileId,superiorId}'::text[])::text, '' order by id)) as digest
      from ${table} t`;
    expect(await again.owner(sql), table).toEqual(await first?.owner(sql));
  }
});
