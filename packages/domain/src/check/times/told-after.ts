import { type ExpectedState, expectedAt, isSameAppointment } from '../employee-news.ts';
import type { ToldState } from './told.ts';

/**
 * What the check says about its employee after an action: of another appointment nobody was told yet. What was known when a check ended stays.
 */
export function toldAfter(before: ExpectedState & { readonly employeeTold: ToldState | null }, after: ExpectedState): ToldState | null {
  const current = expectedAt(after);
  if (current === null) return after.status === 'Archived' ? before.employeeTold : null;
  return isSameAppointment(before, after) ? before.employeeTold : 'Waiting';
}
