import { expect, test } from 'vitest';
import { jobsOf } from './jobs.ts';
import { createSchedule } from './platform/jobs/schedule.ts';
import { testClock } from './test/clock.ts';
import { testDatabase } from './test/database.ts';
import { createFixtures, insertCheck } from './test/fixtures.ts';
import { serverApp } from './test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const processes = [await serverApp(database, { clock }), await serverApp(database, { clock })];
const fixtures = await createFixtures(db, clock);

/** Runs every job once in both processes at the same time. @returns names of failed jobs */
async function runAll(): Promise<readonly string[]> {
  const failed: string[] = [];
  await Promise.all(
    processes.map(async ({ services, log }) => {
      const jobs = jobsOf(services);
      const schedule = createSchedule({ db, clock, log, jobs, firstAfterMs: 0 });
      let ended = 0;
      schedule.onRun((job, outcome) => {
        ended += 1;
        if (outcome === 'failed') failed.push(job);
      });
      const stop = schedule.start();
      await expect.poll(() => ended, { timeout: 30_000 }).toBe(jobs.length);
      await stop();
    }),
  );
  return failed;
}

const archived = (at: string) =>
  insertCheck(db, fixtures, clock, {
    companyId: fixtures.a.id,
    status: 'Archived',
    archivedAt: new Date(at),
    companyTotalPrice: 100_00,
    checkOccurence: 'Yes',
    doctorId: fixtures.doctors.brussels,
    examinedFrom: new Date(at),
    examinedTo: new Date(at),
  });

/** A line for each invoice: month, issue date and net amount. */
const invoices = async () =>
  (await owner<{ line: string }>(`select month || ' on ' || "issueDate" || ': ' || "netCents" as line from invoices order by month`)).map(
    ({ line }) => line,
  );

test('two processes do due work exactly once, around both changes of daylight saving time', { timeout: 120_000 }, async () => {
  await archived('2026-03-01T00:00:00+01:00');
  await archived('2026-03-29T03:00:00+02:00'); // the first second of daylight saving time
  await archived('2026-03-31T23:59:59+02:00');
  for (const at of ['2026-03-29T01:59:59+01:00', '2026-03-29T03:00:00+02:00', '2026-04-01T02:59:59+02:00']) {
    clock.set(at);
    expect(await runAll()).toEqual([]);
    expect(await invoices()).toEqual([]);
  }
  clock.set('2026-04-01T03:00:00+02:00');
  expect(await runAll()).toEqual([]);
  const march = '2026-03-01 on 2026-04-01: 30000';
  expect(await invoices()).toEqual([march]);

  await archived('2026-10-25T02:30:00+02:00');
  await archived('2026-10-25T02:30:00+01:00'); // an hour later
  await archived('2026-10-31T23:59:59+01:00');
  for (const at of ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00', '2026-11-01T02:59:59+01:00']) {
    clock.set(at);
    expect(await runAll()).toEqual([]);
    expect(await invoices()).toEqual([march]);
  }
  clock.set('2026-11-01T03:00:00+01:00');
  expect(await runAll()).toEqual([]);
  expect(await invoices()).toEqual([march, '2026-10-01 on 2026-11-01: 30000']);
});
