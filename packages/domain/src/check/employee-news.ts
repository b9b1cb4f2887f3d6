import type { ArbitrationRuling, CheckLocation, CheckStatus, NoShowExcuse } from './enums.ts';
import type { CheckAction } from './lifecycle.ts';
import { isAnnounced } from './times/announcement.ts';

/** Notifications to an employee about an appointment. Cancelled: the appointment does not take place, even if the check goes on. */
export const APPOINTMENT_NEWS = ['Invited', 'Moved', 'Cancelled'] as const;
export type AppointmentNews = (typeof APPOINTMENT_NEWS)[number];

/** Notifications to an employee after the check. Ruled: an arbitrating doctor has decided. The others are about a no-show (docs/decisions/0110). */
export const DECISION_NEWS = ['Ruled', 'Excused', 'ExcuseWithdrawn'] as const;
export type DecisionNews = (typeof DECISION_NEWS)[number];

/** All notifications to employees. */
export const EMPLOYEE_NEWS = [...APPOINTMENT_NEWS, ...DECISION_NEWS] as const;
export type EmployeeNews = (typeof EMPLOYEE_NEWS)[number];

export const isDecisionNews = (news: EmployeeNews): news is DecisionNews => DECISION_NEWS.some((known) => known === news);

/** The notification to the employee that an action on an archived check causes; null: none. */
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

/** The facts of a check that say whether a decision still holds. */
export interface DecidedState {
  readonly arbitrationRuling: ArbitrationRuling | null;
  readonly noShowExcuse: NoShowExcuse | null;
  readonly erasedAt: Date | null;
}

/** Whether the decision still is what the notification says, so that sending it, or having sent it, is right. */
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

/** The facts of a check that decide whether, where and when its employee is expected. */
export interface ExpectedState {
  readonly status: CheckStatus;
  readonly checkLocation: CheckLocation;
  readonly doctorId: string | null;
  readonly appointmentStart: Date | null;
}

/**
 * The notification about an appointment that an action causes, and the time of that appointment. Only for appointments at a practice and by video:
 * a home visit is not announced (domain.md 4.2). Changes of appointments in the past are not notified.
 * @returns null: no notification
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

/** The start of the announced appointment at which the employee is expected; null: there is none. */
export const expectedAt = ({ status, checkLocation, appointmentStart }: ExpectedState): Date | null =>
  status === 'WaitingForCheck' && isAnnounced(checkLocation) ? appointmentStart : null;

/** Whether the employee is expected at the same time and place, by the same doctor. */
export const isSameAppointment = (before: ExpectedState, after: ExpectedState): boolean =>
  expectedAt(before)?.getTime() === expectedAt(after)?.getTime() &&
  before.doctorId === after.doctorId &&
  before.checkLocation === after.checkLocation;
