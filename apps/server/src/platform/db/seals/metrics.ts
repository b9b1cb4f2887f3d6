import type { Metrics } from '../../http/observe.ts';
import type { LogSeals } from './seals.ts';

/** Metrics of the seals, for operators. They come from the memory of the process, so that changing the database does not change them. */
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
    () => seals.verified()?.errors ?? Number.NaN,
  );
}
