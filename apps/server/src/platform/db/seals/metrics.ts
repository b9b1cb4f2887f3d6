import type { Metrics } from '../../http/observe.ts';
import type { LogSeals } from './seals.ts';

/** What those who run the product watch. From the memory of the process that runs jobs: nobody changes it with the database. */
export function observeLogSeals({ gauge }: Pick<Metrics, 'gauge'>, seals: LogSeals): void {
  gauge(
    'log_seal_number',
    'Of the newest seal over the logs that this process knows; NaN: none.',
    () => seals.last()?.number ?? Number.NaN,
  );
  gauge('log_verification_age_seconds', 'Since this process read every sealed row again; NaN where it runs no jobs.', () => {
    const verified = seals.verified();
    return verified ? (Date.now() - verified.at.getTime()) / 1000 : Number.NaN;
  });
  gauge(
    'log_verification_faults',
    'What was found then: above 0, somebody changed a log in the database; NaN: not read yet.',
    () => seals.verified()?.faults ?? Number.NaN,
  );
}
