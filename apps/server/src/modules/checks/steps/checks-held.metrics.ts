import { type Metrics, together } from '../../../platform/http/observe.ts';
import type { HeldResults } from './checks-held.ts';

/** Metrics for operators: results that wait for a planner or their doctor (docs/decisions/0088). NaN: none waits. */
export function observeHeldResults({ gauge }: Metrics, checks: Pick<HeldResults, 'heldFigures'>): void {
  const figures = together(() => checks.heldFigures());
  gauge('results_held', 'Results that wait for a planner or their doctor.', async () => (await figures()).held);
  gauge('results_held_oldest_minutes', 'Since when the oldest of them waits.', async () => (await figures()).oldestMinutes ?? Number.NaN);
}
