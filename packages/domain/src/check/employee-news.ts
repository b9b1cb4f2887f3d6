import type { CheckLocation, CheckStatus } from './enums.ts';
import type { CheckAction } from './lifecycle.ts';
import { isAnnounced } from './times/announcement.ts';

/** What an employee is told about an appointment. Cancelled: it does not take place, whatever becomes of the check. */
export const EMPLOYEE_NEWS = ['Invited', 'Moved', 'Cancelled'] as const;
export type EmployeeNews = (typeof EMPLOYEE_NEWS)[number];

/** What of a check decides about it. */
export interface ExpectedState {
  readonly status: CheckStatus;
  readonly checkLocation: CheckLocation;
  readonly doctorId: string | null;
  readonly appointmentStart: Date | null;
}

/**
 * What an action means to the employee, who is expected at a doctor's or on a video call. A home visit is not announced (domain.md 4.2), and
 * nobody is told that a moment which is over has changed.
 * @returns null: nothing to tell
 */
export function employeeNews(
  action: CheckAction,
  before: ExpectedState,
  after: ExpectedState,
  now: Date,
): { readonly news: EmployeeNews; readonly appointmentStart: Date } | null {
  const former = expectedAt(before);
  const current = expectedAt(after);
  if (current !== null) {
    if (current <= now) return null;
    if (former === null) return { news: 'Invited', appointmentStart: current };
    return isSameAppointment(before, after) ? null : { news: 'Moved', appointmentStart: current };
  }
  if (former === null || former <= now || action === 'recordResult') return null;
  return { news: 'Cancelled', appointmentStart: former };
}

/** When the employee is expected somewhere; null: nobody told them, or is going to. */
export const expectedAt = ({ status, checkLocation, appointmentStart }: ExpectedState): Date | null =>
  status === 'WaitingForCheck' && isAnnounced(checkLocation) ? appointmentStart : null;

/** Whether both expect the employee at the same moment, place and doctor. */
export const isSameAppointment = (before: ExpectedState, after: ExpectedState): boolean =>
  expectedAt(before)?.getTime() === expectedAt(after)?.getTime() &&
  before.doctorId === after.doctorId &&
  before.checkLocation === after.checkLocation;
