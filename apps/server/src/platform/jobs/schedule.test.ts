import { afterEach, expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { testLogger } from '../../test/logger.ts';
import { createMetrics } from '../http/observe.ts';
import { observeJobs } from './metrics.ts';
import { createSchedule, type Job } from './schedule.ts';

const { db, owner } = await testDatabase();
const HOUR_MS = 3_600_000;

afterEach(async () => void (await owner('delete from job_runs')));

/** Another process, as far as the schedule knows. */
function processWith(run: Job['run'], { everyMs = HOUR_MS, name = 'sweep' } = {}) {
  const clock = testClock();
  const schedule = createSchedule({ db, clock, log: testLogger(), jobs: [{ name, everyMs, run }], firstAfterMs: 0 });
  const ended: string[] = [];
  schedule.onRun((_, outcome) => ended.push(outcome));
  return { clock, schedule, ended };
}

test('every process shows when a job succeeded last, and how often it has failed since', async () => {
  let fails = false;
  const working = processWith(async () => {
    if (fails) throw new Error('no room');
    return undefined;
  });
  const watching = processWith(async () => undefined);
  const once = async () => {
    const before = working.ended.length;
    const stop = working.schedule.start();
    await expect.poll(() => working.ended.length).toBe(before + 1);
    await stop();
  };
  expect(await watching.schedule.states()).toEqual([]);
  await once();
  watching.clock.advance({ minutes: 10 });
  const [first] = await watching.schedule.states();
  expect(first).toMatchObject({ name: 'sweep', everySeconds: 3600, successAgeSeconds: 600, failuresInARow: 0 });
  expect(first?.lastSeconds).toBeGreaterThanOrEqual(0);

  fails = true;
  await once();
  await once();
  expect(takeLoggedErrors()).toHaveLength(2);
  expect(working.ended).toEqual(['done', 'failed', 'failed']);
  expect(await watching.schedule.states()).toMatchObject([{ successAgeSeconds: 600, failuresInARow: 2 }]);
  fails = false;
  working.clock.advance({ minutes: 5 });
  await once();
  expect(await watching.schedule.states()).toMatchObject([{ successAgeSeconds: 300, failuresInARow: 0 }]);

  const metrics = createMetrics();
  observeJobs(metrics, watching.schedule);
  const text = await metrics.registry.metrics();
  expect(text).toContain('checkwell_job_success_age_seconds{job="sweep"} 300\n');
  expect(text).toContain('checkwell_job_interval_seconds{job="sweep"} 3600\n');
  expect(text).toContain('checkwell_job_failures_in_a_row{job="sweep"} 0\n');
});

test('the age of a job that never succeeded counts from when a process began to run it; runs of this process are counted', async () => {
  const { clock, schedule, ended } = processWith(() => Promise.reject(new Error('never')));
  const metrics = createMetrics();
  observeJobs(metrics, schedule);
  const stop = schedule.start();
  await expect.poll(() => ended.length).toBe(1);
  await stop();
  expect(takeLoggedErrors()).toHaveLength(1);
  clock.advance({ minutes: 1 });
  const text = await metrics.registry.metrics();
  expect(text).toContain('checkwell_job_success_age_seconds{job="sweep"} 60\n');
  expect(text).toContain('checkwell_job_last_run_seconds{job="sweep"} Nan\n');
  expect(text).toContain('checkwell_job_runs_total{job="sweep",outcome="failed"} 1\n');
});

test('a job that takes longer than its interval is not begun a second time, and the end waits for it', async () => {
  const gate = Promise.withResolvers<undefined>();
  let begun = 0;
  const { schedule, ended } = processWith(
    () => {
      begun += 1;
      return gate.promise;
    },
    { everyMs: 1 },
  );
  let ticks = 0;
  const ticker = setInterval(() => {
    ticks += 1;
  }, 1);
  const stop = schedule.start();
  await expect.poll(() => ticks).toBeGreaterThan(10);
  clearInterval(ticker);
  const stopped = stop();
  expect({ begun, ended: ended.length }).toEqual({ begun: 1, ended: 0 });
  gate.resolve(undefined);
  await stopped;
  expect(ended).toEqual(['done']);
});

test('a job that this installation does not have is left out', async () => {
  await owner(`insert into job_runs (job, "knownSince") values ('of an older version', now())`);
  expect(await processWith(async () => undefined).schedule.states()).toEqual([]);
});
