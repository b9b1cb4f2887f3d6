import {
  type CheckLocation,
  type CheckOccurence,
  type CheckStatus,
  type CheckTiming,
  COMPLETED_OCCURRENCES,
  NON_OPERABLE_REASONS,
  type NonOperableReason,
  type NoShowExcuse,
} from '../check/enums.ts';
import { isUnexcusedNoShow } from '../check/result/excuse.ts';
import { addDays, type CalendarDay, lengthInDays } from '../clock.ts';
import type { Province } from './provinces.ts';

/** The facts of a check from which the figures are computed. */
export interface CountedCheck {
  readonly id: string;
  readonly employeeId: string;
  readonly status: CheckStatus;
  readonly checkOccurence: CheckOccurence | null;
  readonly nonOperableReason: NonOperableReason | null;
  readonly creationDate: Date;
  /** Belgian day of the order. */
  readonly creationDay: CalendarDay;
  /** Start of the examination, or of the attempt of a no-show. */
  readonly examinedFrom: Date | null;
  readonly archivedAt: Date | null;
  /** Day of the check or, without one, of archiving; null: neither. */
  readonly reportDate: CalendarDay | null;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  readonly newIncapacityEndDate: CalendarDay | null;
  readonly earlyReturn: boolean;
  readonly workerDisagreement: boolean;
  /** An excused no-show still counts as a no-show, but not in the figures about impact (domain.md 4.5). */
  readonly noShowExcuse: NoShowExcuse | null;
  readonly checkTiming: CheckTiming;
  readonly checkLocation: CheckLocation;
  readonly province: Province;
  /** Whether the check has ever had a doctor. */
  readonly doctorFound: boolean;
  /** Kilometres on the road. */
  readonly distanceToCheck: number | null;
  readonly examinationMinutes: number | null;
  /** Euro cents, VAT excluded. */
  readonly companyTotalPrice: number | null;
  /** Whether it is the first completed check of the worker's period of absence (see `firstsOfPeriods`). */
  readonly firstOfPeriod: boolean;
}

/** Whether the check has a result, no-shows included (domain.md 4.5, set C). */
export const isCompleted = ({ checkOccurence }: Pick<CountedCheck, 'checkOccurence'>): boolean =>
  (COMPLETED_OCCURRENCES as readonly (string | null)[]).includes(checkOccurence);

/** Days of the period until its original end, first and last included. */
export const periodDays = ({ incapacityStartDate, incapacityEndDate }: CountedCheck): number =>
  lengthInDays(incapacityStartDate, incapacityEndDate);

/** Days of the whole period of an unexcused no-show, for which guaranteed pay may be refused (domain.md 4.5); otherwise 0. */
export const noShowDays = (check: CountedCheck): number => (isUnexcusedNoShow(check) ? periodDays(check) : 0);

/** The stricter figure of impact: saved days and days of an unexcused no-show, counted only from the day of the check (domain.md 4.5). */
export function impactDaysFromCheck(check: CountedCheck): number {
  const { checkOccurence, newIncapacityEndDate, incapacityStartDate, incapacityEndDate, reportDate } = check;
  if (reportDate === null) return 0;
  const daysAfter = (lastDay: CalendarDay) => Math.max(0, lengthInDays(lastDay, incapacityEndDate) - 1);
  if (isUnexcusedNoShow(check)) return daysAfter(addDays(later(incapacityStartDate, reportDate), -1));
  if (!check.earlyReturn || !isCompleted(check)) return 0;
  if (newIncapacityEndDate === null) return checkOccurence === 'NoCertifDenied' ? 1 : 0;
  return daysAfter(later(newIncapacityEndDate, addDays(reportDate, -1)));
}

const later = (a: CalendarDay, b: CalendarDay): CalendarDay => (a > b ? a : b);

/** Whether a doctor was found: a doctor has had the check, and it did not fail for lack of one. */
export function doctorWasFound({ doctorFound, nonOperableReason }: Pick<CountedCheck, 'doctorFound' | 'nonOperableReason'>): boolean {
  return doctorFound && (nonOperableReason === null || NON_OPERABLE_REASONS[nonOperableReason].doctorFound);
}

/** Hours between two instants, rounded; never negative. */
export const hoursBetween = (earlier: Date, later: Date): number =>
  Math.max(0, Math.round((later.getTime() - earlier.getTime()) / 3_600_000));

/**
 * Ids of the checks that represent a period of absence: for each period of a worker the completed check with the earliest day. So a period with two
 * checks counts once, in the month of the first, and months add up.
 */
export function firstsOfPeriods(
  checks: readonly (Pick<CountedCheck, 'id' | 'employeeId' | 'incapacityStartDate' | 'incapacityEndDate' | 'reportDate'> &
    Pick<CountedCheck, 'checkOccurence'>)[],
): ReadonlySet<string> {
  const firsts = new Map<string, { readonly order: string; readonly id: string }>();
  for (const check of checks.filter(isCompleted)) {
    const period = `${check.employeeId} ${check.incapacityStartDate} ${check.incapacityEndDate}`;
    const order = `${check.reportDate} ${check.id}`;
    const known = firsts.get(period);
    if (known === undefined || order < known.order) firsts.set(period, { order, id: check.id });
  }
  return new Set([...firsts.values()].map(({ id }) => id));
}
