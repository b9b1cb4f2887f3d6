import { type Metrics, together } from '../../platform/http/observe.ts';
import type { SignUpService } from './sign-ups.service.ts';

/** Metrics for operators: whether people get in as fast as promised (specification, sections 2 and 9). NaN: nothing to count. */
export function observeSignUps({ gauge }: Metrics, signUps: Pick<SignUpService, 'figures'>): void {
  const figures = together(() => signUps.figures({ kind: 'system', name: 'metrics' }));
  gauge('sign_ups_waiting', 'Requests for access that nobody has decided about.', async () => (await figures()).waiting);
  gauge('sign_ups_oldest_minutes', 'Since when the oldest of them waits.', async () => (await figures()).oldestMinutes ?? Number.NaN);
  gauge(
    'sign_ups_median_minutes',
    'Minutes from a request to its decision, of the last 30 days, half of them faster; 15 are promised.',
    async () => (await figures()).medianMinutes ?? Number.NaN,
  );
  gauge('sign_ups_within_promise_ratio', 'Share of the same that was decided within the promise.', async () => {
    const { decided, withinPromise } = await figures();
    return withinPromise / decided;
  });
}
