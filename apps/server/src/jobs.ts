import type { Log } from './platform/log.ts';
import type { Services } from './services.ts';

/** What is done from time to time, without anybody asking. */
interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<string | undefined>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A process that is often restarted must come to its jobs too; not at once, when it has more urgent things to do. */
const FIRST_AFTER_MS = 60_000;

/**
 * Starts what one process does without being asked: effects from the outbox, and schedules. Each may run in several processes
 * at once: an effect is one worker's, and what a schedule does is harmless twice.
 * @returns ends them, after the run that is under way
 */
export function startJobs(services: Services, log: Log): () => Promise<void> {
  const jobs: readonly Job[] = [
    {
      name: 'sweep files',
      everyMs: 6 * HOUR_MS,
      run: async () => {
        const removed = await services.documents.sweep();
        return removed === 0 ? undefined : `${removed} files without a document removed`;
      },
    },
    ...(services.backup === null ? [] : [backupFiles(services.backup)]),
    {
      name: 'payments',
      everyMs: MINUTE_MS,
      run: async () => {
        const lapsed = await services.oneShot.reconcile();
        await services.oneShot.remind();
        return lapsed === 0 ? undefined : `${lapsed} orders lapsed without a payment`;
      },
    },
    {
      name: 'monthly invoices',
      everyMs: HOUR_MS,
      run: async () => {
        const issued = await services.invoices.issueDue();
        return issued === 0 ? undefined : `${issued} monthly invoices issued`;
      },
    },
    {
      name: 'captured payments',
      everyMs: HOUR_MS,
      run: async () => {
        await services.oneShot.compare();
        const resumed = await services.oneShot.resumeRefunds();
        return resumed === 0 ? undefined : `${resumed} refunds that were given up are tried again`;
      },
    },
    {
      name: 'abandoned orders',
      everyMs: 6 * HOUR_MS,
      run: async () => {
        const cleared = await services.oneShot.clear();
        return cleared === 0 ? undefined : `personal data of ${cleared} abandoned orders removed`;
      },
    },
  ];
  const stopOutbox = services.outbox.start();
  const running = new Set<Promise<void>>();
  const start = (job: Job): void => {
    const run = runJob(job, log);
    running.add(run);
    void run.finally(() => running.delete(run));
  };
  const timers = jobs.flatMap((job) => [setTimeout(start, FIRST_AFTER_MS, job), setInterval(start, job.everyMs, job)]);
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    await Promise.all([stopOutbox(), ...running]);
  };
}

/** New files are in the archive within a minute, as the log of the database is. */
const backupFiles = (backup: NonNullable<Services['backup']>): Job => ({
  name: 'backup of files',
  everyMs: MINUTE_MS,
  run: async () => {
    await backup.archiveFiles();
    return undefined;
  },
});

async function runJob({ name, run }: Job, log: Log): Promise<void> {
  try {
    const done = await run();
    if (done !== undefined) log.info(`${name}: ${done}`);
  } catch (error) {
    log.error(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  }
}
