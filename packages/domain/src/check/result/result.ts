import type { CertificateType } from '../../certificate/enums.ts';
import type { CalendarDay } from '../../clock.ts';
import { type CheckOccurence, EXAMINED_OCCURRENCES, NON_OPERABLE_REASON_CODES, type NonOperableReason } from '../enums.ts';
import { archivedPrice } from '../price/price.ts';
import type { REPORTABLE_OCCURRENCES } from '../rules.ts';
import { type NoShowFacts, noShowRefusal } from '../times/no-show.ts';
import { toldRefusal } from '../times/told.ts';

export type ReportableOccurence = (typeof REPORTABLE_OCCURRENCES)[number];

/** The facts of a check that decide which outcomes can be reported. */
export interface ReportedCheck extends NoShowFacts {
  readonly certificateType: CertificateType;
  /** Whether there was an earlier check of the same incapacity. */
  readonly isLaterRound: boolean;
}

/**
 * The outcomes that a report on this check may have (domain.md 4.4): at the office or by video `Yes`, at home
 * `YesPatientHome`, on a later round also `YesSecondCheck`, for a day without certificate whether that day is confirmed.
 * A no-show is possible if the employee was notified in time, or a visit was attempted (`noShowRefusal`). Imported checks of unknown location have the
 * outcomes of both office and home.
 */
export function allowedOccurrences(check: ReportedCheck): readonly ReportableOccurence[] {
  return noShowRefusal(check) === null ? [...examinedOccurrences(check), 'NoShow'] : examinedOccurrences(check);
}

/** The reasons that can be given if the check could not be carried out: `EmployeeNotTold` only if the employee was not notified in time. */
export const allowedReasons = (check: Pick<ReportedCheck, 'checkLocation' | 'employeeTold'>): readonly NonOperableReason[] =>
  NON_OPERABLE_REASON_CODES.filter((reason) => reason !== 'EmployeeNotTold' || toldRefusal(check) !== null);

function examinedOccurrences({
  checkLocation,
  certificateType,
  isLaterRound,
}: Pick<ReportedCheck, 'checkLocation' | 'certificateType' | 'isLaterRound'>): readonly ReportableOccurence[] {
  if (certificateType === 'NoCertif') return ['NoCertifConfirmed', 'NoCertifDenied'];
  const second = isLaterRound ? (['YesSecondCheck'] as const) : [];
  switch (checkLocation) {
    case 'Office':
    case 'Telecheck':
      return ['Yes', ...second];
    case 'House':
      return ['YesPatientHome', ...second];
    case 'Unknown':
      return ['Yes', 'YesPatientHome', ...second];
  }
}

/** Whether the worker was examined. */
export const isExamined = (occurrence: CheckOccurence): boolean => (EXAMINED_OCCURRENCES as readonly CheckOccurence[]).includes(occurrence);

/**
 * Whether the result lets the worker return before the original end: a day without certificate that is not confirmed,
 * or a new end before the old one (domain.md 4.4).
 */
export function isEarlyReturn(
  result: { readonly checkOccurence: CheckOccurence; readonly newIncapacityEndDate: CalendarDay | null },
  incapacityEndDate: CalendarDay,
): boolean {
  return (
    result.checkOccurence === 'NoCertifDenied' || (result.newIncapacityEndDate !== null && result.newIncapacityEndDate < incapacityEndDate)
  );
}

/** Whole minutes of an examination; null for a no-show, whose times are those of the attempt. */
export function examinationMinutes(result: {
  readonly checkOccurence: CheckOccurence;
  readonly examinedFrom: Date;
  readonly examinedTo: Date;
}): number | null {
  return isExamined(result.checkOccurence) ? Math.round((result.examinedTo.getTime() - result.examinedFrom.getTime()) / 60_000) : null;
}

/** Punctuality of doctors, in minutes: arrival around the appointment, report after the examination (domain.md 4.4). */
export const PUNCTUALITY = { arrivalMinutes: 15, reportMinutes: 120 } as const;

/**
 * `doctorEfficiency`: percent of the operational tests passed, of those that apply. Never the outcome of the check.
 * @param mission.answeredInTime null: a planner assigned the doctor, so that there was no offer to answer
 */
export function doctorEfficiency(mission: {
  readonly answeredInTime: boolean | null;
  readonly appointmentStart: Date;
  readonly examinedFrom: Date;
  readonly examinedTo: Date;
  readonly reportedAt: Date;
}): number {
  const minutesBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000;
  const tests = [
    mission.answeredInTime,
    Math.abs(minutesBetween(mission.appointmentStart, mission.examinedFrom)) <= PUNCTUALITY.arrivalMinutes,
    minutesBetween(mission.examinedTo, mission.reportedAt) <= PUNCTUALITY.reportMinutes,
  ].filter((test) => test !== null);
  return Math.round((100 * tests.filter(Boolean).length) / tests.length);
}

/**
 * What the company pays for a check that could not be performed: the price if the reason is billable and a doctor was on the
 * way, else nothing (domain.md 4.3). Cents, VAT excluded.
 */
export function nonOperablePrice(check: {
  readonly nonOperableReason: NonOperableReason;
  readonly price: number;
  readonly doctorWent: boolean;
}): number {
  const { nonOperableReason, price, doctorWent } = check;
  return archivedPrice({ checkOccurence: 'NonOperable', nonOperableReason, price: doctorWent ? price : 0, cancellationFee: 0 });
}
