import type { Log } from './platform/log.ts';
import type { Services } from './services.ts';

/** What is done from time to time, without anybody asking. */
interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<string | undefined>;
}

const HOUR_MS = 3_600_000;

/**
 * Starts the schedules of one process. Each job may run in several processes at once: what it does is harmless twice.
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
  ];
  const running = new Set<Promise<void>>();
  const timers = jobs.map((job) =>
    setInterval(() => {
      const run = runJob(job, log);
      running.add(run);
      void run.finally(() => running.delete(run));
    }, job.everyMs),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}

async function runJob({ name, run }: Job, log: Log): Promise<void> {
  try {
    const done = await run();
    if (done !== undefined) log.info(`${name}: ${done}`);
  } catch (error) {
    log.error(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  }
}
