import { type ExpectedState, expectedAt, isSameAppointment } from '../employee-news.ts';
import type { ToldState } from './told.ts';

/**
 * Whether the employee was notified, after an action: a new or changed appointment starts as `Waiting`. The state of an archived check stays as it was.
 */
export function toldAfter(before: ExpectedState & { readonly employeeTold: ToldState | null }, after: ExpectedState): ToldState | null {
  const current = expectedAt(after);
  if (current === null) return after.status === 'Archived' ? before.employeeTold : null;
  return isSameAppointment(before, after) ? before.employeeTold : 'Waiting';
}
