import { type Metrics, together } from '../http/observe.ts';
import type { Outbox, OutboxStats } from './outbox.ts';
import type { JobState, Schedule } from './schedule.ts';

/** Metrics for operators: effects that wait, for how long, and those that were given up. */
export function observeOutbox({ gauges, counter }: Metrics, outbox: Outbox): void {
  const stats = together(() => outbox.stats());
  const byTopic = (name: string, help: string, value: (stats: OutboxStats) => number): void =>
    gauges(name, help, ['topic'], async () => (await stats()).map((of) => ({ labels: { topic: of.topic }, value: value(of) })));
  byTopic('outbox_depth', 'Effects (mails, text messages, …) that wait to be carried out, in all processes.', ({ depth }) => depth);
  byTopic('outbox_oldest_seconds', 'Since when the oldest of them could have been carried out.', ({ oldestSeconds }) => oldestSeconds);
  byTopic('outbox_dead_letters', 'Effects that were given up; somebody must look at them.', ({ dead }) => dead);
  const attempts = counter('outbox_attempts_total', 'Attempts of this process, by topic and outcome.', ['topic', 'outcome']);
  outbox.onOutcome((topic, outcome) => attempts({ topic, outcome }));
}

/** Metrics of scheduled jobs; every process shows how each job ended last, in whichever process it ran. */
export function observeJobs({ gauges, counter }: Metrics, schedule: Schedule): void {
  const states = together(() => schedule.states());
  const byJob = (name: string, help: string, value: (state: JobState) => number): void =>
    gauges(name, help, ['job'], async () => (await states()).map((state) => ({ labels: { job: state.name }, value: value(state) })));
  byJob('job_success_age_seconds', 'Since a job succeeded last, in any process.', ({ successAgeSeconds }) => successAgeSeconds);
  byJob('job_interval_seconds', 'How often a job is run.', ({ everySeconds }) => everySeconds);
  byJob('job_last_run_seconds', 'How long a job took when it succeeded last; NaN: never.', ({ lastSeconds }) => lastSeconds ?? Number.NaN);
  byJob('job_failures_in_a_row', 'How often a job has failed since it succeeded last.', ({ failuresInARow }) => failuresInARow);
  const runs = counter('job_runs_total', 'Runs of this process, by job and outcome.', ['job', 'outcome']);
  schedule.onRun((job, outcome) => runs({ job, outcome }));
}
