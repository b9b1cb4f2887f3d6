import type { Deadline, EmployeeDeadlineCode } from '@checkwell/domain/check/deadlines/deadlines';
import { outcomeOf } from '@checkwell/domain/check/result/outcome';
import { isAnnounced } from '@checkwell/domain/check/times/announcement';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { EmployeeDeadline, EmployeePage, EmployeePageState, FileReader } from '@checkwell/domain/employee-page/contract';
import { arbiterDesignationDeadline } from '@checkwell/domain/law/absence-rules';
import { type Role, sideOf } from '@checkwell/domain/roles';
import type { CheckRecord } from '../checks.repository.ts';
import type { LastCorrection } from './employee-page.repository.ts';

/** What of a check its employee reads. */

/** How the page names somebody who opened the file; null: it was not a person. */
export function readerOf(role: Role): FileReader | null {
  const side = sideOf(role);
  return side === 'planner' ? 'provider' : side;
}

/** The table of deadlines says which of them an employee reads. */
export const deadlineOf = ({ code, params, lastDay, isOver, source: { act, article, address } }: Deadline): EmployeeDeadline => ({
  code: code as EmployeeDeadlineCode,
  params,
  lastDay,
  isOver,
  source: { act, article, address },
});

export interface Appointment {
  readonly start: Date;
  readonly end: Date;
  readonly doctorId: string;
}

/** The appointment that the employee may know of; none of a home visit. */
export function appointmentOf({ status, checkLocation, appointmentStart, appointmentEnd, doctorId }: CheckRecord): Appointment | null {
  if (status !== 'WaitingForCheck' || !isAnnounced(checkLocation)) return null;
  return appointmentStart && appointmentEnd && doctorId !== null ? { start: appointmentStart, end: appointmentEnd, doctorId } : null;
}

/** What a row about the appointment is found by. */
export const keyOf = ({ companyId, id }: CheckRecord, { start, doctorId }: Appointment) => ({
  companyId,
  checkId: id,
  appointmentStart: start,
  doctorId,
});

/** How the page opens. */
export function stateOf(check: CheckRecord, now: Date): EmployeePageState {
  if (check.status === 'Archived') {
    const { key } = outcomeOf(check);
    return key === 'noShow' ? 'NotExamined' : key === 'fit' || key === 'confirmed' ? 'Examined' : 'Cancelled';
  }
  const appointment = appointmentOf(check);
  if (appointment === null) return 'Unsettled';
  return appointment.start > now ? 'Expected' : 'Begun';
}

/** What the doctor found, once it is handed over; null while there is nothing to read. */
export function findingsOf(
  check: CheckRecord,
  correction: LastCorrection | undefined,
  disagreedAt: Date | undefined,
  today: CalendarDay,
): EmployeePage['findings'] {
  const { checkDate: examinedOn } = check;
  const { key, date } = outcomeOf(check);
  if (examinedOn === null || date === null) return null;
  // The findings are handed over at the examination (act of 3 July 1978, art. 31 § 4). Of corrected ones the earlier day is the safe one (domain.md 4.3).
  const disagreeUntil = arbiterDesignationDeadline(examinedOn);
  return {
    examinedOn,
    outcome: key === 'fit' ? 'Fit' : 'Confirmed',
    day: date,
    disagreeUntil,
    disagreeOver: today > disagreeUntil,
    corrected: correction ? { at: correction.at.toISOString(), reason: correction.reason } : null,
    disagreement: check.workerDisagreement ? { at: disagreedAt?.toISOString() ?? null } : null,
    arbitration: arbitrationOf(check),
  };
}

function arbitrationOf(check: CheckRecord): NonNullable<EmployeePage['findings']>['arbitration'] {
  const { arbitrationAskedBy: askedBy, arbitrationAskedOn: askedOn, arbiterName, arbitrationRuling, arbitrationRuledOn } = check;
  if (askedBy === null || askedOn === null) return null;
  const ruling = arbitrationRuling && arbitrationRuledOn ? { for: arbitrationRuling, on: arbitrationRuledOn } : null;
  return { askedBy, askedOn, arbiterName, ruling };
}
