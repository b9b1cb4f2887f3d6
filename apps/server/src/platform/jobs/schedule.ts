import type { Clock } from '@checkwell/domain/clock';
import type { Database, WriteTx } from '../db/database.ts';
import type { Log } from '../log.ts';
import { inNewTrace } from '../trace.ts';
import * as repository from './schedule.repository.ts';

/** Scheduled jobs; each can run in several processes at once. */
export interface Job {
  /** Name in the log and in the metrics. */
  readonly name: string;
  readonly everyMs: number;
  /** @returns a summary for the log; undefined: there was nothing to do */
  run(): Promise<string | undefined>;
}

/** How a job ended last, in whichever process. */
export interface JobState {
  readonly name: string;
  readonly everySeconds: number;
  /** Since it succeeded last; before the first time, since a process began to run it. */
  readonly successAgeSeconds: number;
  /** How long it took when it succeeded last; null: it never has. */
  readonly lastSeconds: number | null;
  readonly failuresInARow: number;
}

export type RunOutcome = 'done' | 'failed';

export interface Schedule {
  /** Runs the jobs from now on. @returns ends it, after the runs that are under way */
  start(): () => Promise<void>;
  /** The jobs of this installation that some process has begun to run. */
  states(): Promise<readonly JobState[]>;
  /** Is called with how each run of this process ended. */
  onRun(listener: (job: string, outcome: RunOutcome) => void): void;
}

/** A process that is often restarted must run its jobs too; not at its start, when it has more urgent work. */
const FIRST_AFTER_MS = 60_000;

export interface ScheduleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: readonly Job[];
  readonly firstAfterMs?: number;
}

/** Each process runs the jobs by its own timers; how they ended is in the database, so that every process can show it. */
export function createSchedule({ db, clock, log, jobs, firstAfterMs = FIRST_AFTER_MS }: ScheduleDeps): Schedule {
  const listeners: ((job: string, outcome: RunOutcome) => void)[] = [];

  /** A run counts even if it cannot be recorded; the age of the last success shows it in any case. */
  async function note(what: string, write: (tx: WriteTx) => Promise<void>): Promise<void> {
    try {
      await db.system('schedule', write);
    } catch (error) {
      log.warn(`${what} could not be noted: ${error instanceof Error ? error.message : error}`);
    }
  }

  async function runJob({ name, run }: Job): Promise<void> {
    const began = performance.now();
    let outcome: RunOutcome = 'done';
    try {
      const done = await inNewTrace({ name: `job ${name}` }, run);
      if (done !== undefined) log.info(`${name}: ${done}`);
    } catch (error) {
      outcome = 'failed';
      log.error(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
    const [now, seconds] = [clock.now(), (performance.now() - began) / 1000];
    await note(`The end of "${name}"`, (tx) =>
      outcome === 'done' ? repository.recordSuccess(tx, name, now, seconds) : repository.recordFailure(tx, name, now),
    );
    for (const listener of listeners) listener(name, outcome);
  }

  return {
    start() {
      const running = new Map<string, Promise<void>>();
      const begin = (job: Job): void => {
        // A job that takes longer than its interval does not run twice at once in this process.
        if (running.has(job.name)) return;
        running.set(
          job.name,
          runJob(job).finally(() => running.delete(job.name)),
        );
      };
      const added = note('The start of the jobs', (tx) =>
        repository.addMissing(
          tx,
          jobs.map(({ name }) => name),
          clock.now(),
        ),
      );
      const timers = jobs.flatMap((job) => [setTimeout(begin, firstAfterMs, job), setInterval(begin, job.everyMs, job)]);
      return async () => {
        for (const timer of timers) clearTimeout(timer);
        await Promise.all([added, ...running.values()]);
      };
    },

    async states() {
      const runs = new Map((await db.system('schedule', repository.findAll)).map((run) => [run.job, run]));
      const now = clock.now().getTime();
      return jobs.flatMap(({ name, everyMs }) => {
        const run = runs.get(name);
        if (!run) return [];
        const { lastSuccessAt, knownSince, lastSeconds, failuresInARow } = run;
        const successAgeSeconds = Math.max(0, (now - (lastSuccessAt ?? knownSince).getTime()) / 1000);
        return [{ name, everySeconds: everyMs / 1000, successAgeSeconds, lastSeconds, failuresInARow }];
      });
    },

    onRun: (listener) => void listeners.push(listener),
  };
}
