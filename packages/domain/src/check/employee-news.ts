import type { ArbitrationRuling, CheckLocation, CheckStatus, NoShowExcuse } from './enums.ts';
import type { CheckAction } from './lifecycle.ts';
import { isAnnounced } from './times/announcement.ts';

/** What an employee is told about an appointment. Cancelled: it does not take place, whatever becomes of the check. */
export const APPOINTMENT_NEWS = ['Invited', 'Moved', 'Cancelled'] as const;
export type AppointmentNews = (typeof APPOINTMENT_NEWS)[number];

/** What an employee is told of a check that is over. Ruled: an arbitrating doctor has decided. The others are about a no-show (docs/decisions/0110). */
export const DECISION_NEWS = ['Ruled', 'Excused', 'ExcuseWithdrawn'] as const;
export type DecisionNews = (typeof DECISION_NEWS)[number];

/** Everything that an employee is told. */
export const EMPLOYEE_NEWS = [...APPOINTMENT_NEWS, ...DECISION_NEWS] as const;
export type EmployeeNews = (typeof EMPLOYEE_NEWS)[number];

export const isDecisionNews = (news: EmployeeNews): news is DecisionNews => DECISION_NEWS.some((known) => known === news);

/** What an action means to an employee whose check is over; null: nothing that they are told. */
export function decisionNews(action: CheckAction): DecisionNews | null {
  switch (action) {
    case 'recordRuling':
      return 'Ruled';
    case 'excuseNoShow':
      return 'Excused';
    case 'withdrawExcuse':
      return 'ExcuseWithdrawn';
    default:
      return null;
  }
}

/** What of a check says whether a decision holds. */
export interface DecidedState {
  readonly arbitrationRuling: ArbitrationRuling | null;
  readonly noShowExcuse: NoShowExcuse | null;
  readonly erasedAt: Date | null;
}

/** Whether a decision still is as the employee was told, or is going to be. */
export function isDecisionTrue(news: DecisionNews, check: DecidedState): boolean {
  if (check.erasedAt !== null) return false;
  switch (news) {
    case 'Ruled':
      return check.arbitrationRuling !== null;
    case 'Excused':
      return check.noShowExcuse !== null;
    case 'ExcuseWithdrawn':
      return check.noShowExcuse === null;
  }
}

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
): { readonly news: AppointmentNews; readonly appointmentStart: Date } | null {
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
