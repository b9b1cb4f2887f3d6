import type { Metrics } from '../http/observe.ts';
import type { Outbox } from './outbox.ts';

/** What those who run the product watch: effects that wait, since when, and those that were given up. */
export function observeOutbox({ gauge, counter }: Metrics, outbox: Outbox): void {
  let asked: ReturnType<Outbox['stats']> | undefined;
  /** The gauges are read together: one query answers all. */
  const stats = (): ReturnType<Outbox['stats']> => {
    asked ??= outbox.stats().finally(() => {
      asked = undefined;
    });
    return asked;
  };
  gauge('outbox_depth', 'Effects (mails) that wait to be carried out, in all processes.', async () => (await stats()).depth);
  gauge('outbox_oldest_seconds', 'Since when the oldest of them waits.', async () => (await stats()).oldestSeconds);
  gauge('outbox_dead_letters', 'Effects that were given up; somebody must look at them.', async () => (await stats()).dead);
  const attempts = counter('outbox_attempts_total', 'Attempts of this process, by topic and outcome.', ['topic', 'outcome']);
  outbox.onOutcome((topic, outcome) => attempts({ topic, outcome }));
}
