import * as z from 'zod/mini';
import { addDays, type CalendarDay } from '../../clock.ts';
import { TEXT } from '../../constants.ts';
import { arbiterDesignationDeadline } from '../../law/absence-rules.ts';
import { choice, day, line } from '../../validation.ts';
import { ARBITRATION_PARTIES, ARBITRATION_RULINGS, type ArbitrationRuling, type CheckOccurence } from '../enums.ts';
import { isOfOneDay } from './one-day.ts';
import { isEarlyReturn } from './result.ts';

/**
 * Arbitration of a check (domain.md 2.2 and 4.3; docs/decisions/0109): an arbitrating doctor decides between the control doctor's findings and the
 * treating doctor's. No medical data are recorded: only who asked, who decides, the days, which finding was confirmed, and the last day of incapacity.
 */

/** The record that an arbitrating doctor was asked. */
export const arbitrationRule = z.strictObject({
  arbitrationAskedBy: choice(ARBITRATION_PARTIES, 'required'),
  arbiterName: line(TEXT.name, 'required'),
  arbitrationAskedOn: day('required'),
});

/** The ruling. `newIncapacityEndDate`: the last day of incapacity if the ruling changes it; null: that of the confirmed finding. */
export const rulingRule = z.strictObject({
  arbitrationRuling: choice(ARBITRATION_RULINGS, 'required'),
  arbitrationRuledOn: day('required'),
  newIncapacityEndDate: z.nullable(day('newEndRequired')),
});
type RulingInput = z.infer<typeof rulingRule>;

/**
 * Why an arbitrating doctor cannot have been asked on this day; null: it is possible. Within the legal term either side may ask; later, only if the
 * employee disagreed, because the parties decide whether that was in time (domain.md 2.2).
 */
export function arbitrationError(
  askedOn: CalendarDay,
  check: { readonly checkDate: CalendarDay | null; readonly workerDisagreement: boolean },
  today: CalendarDay,
): 'dayFuture' | 'dayBeforeCheck' | 'arbitrationTooLate' | null {
  if (askedOn > today) return 'dayFuture';
  if (check.checkDate === null || askedOn < check.checkDate) return 'dayBeforeCheck';
  return !check.workerDisagreement && askedOn > arbiterDesignationDeadline(check.checkDate) ? 'arbitrationTooLate' : null;
}

/** The findings that a ruling is about, as the control doctor reported them. */
export interface DisputedFindings {
  readonly checkOccurence: CheckOccurence;
  readonly newIncapacityEndDate: CalendarDay | null;
}

/** The first contradiction between a ruling and its check; null: none. */
export function rulingError(
  { arbitrationRuledOn, newIncapacityEndDate: end }: RulingInput,
  findings: DisputedFindings,
  check: { readonly arbitrationAskedOn: CalendarDay; readonly checkDate: CalendarDay; readonly incapacityEndDate: CalendarDay },
  today: CalendarDay,
): {
  readonly path: 'arbitrationRuledOn' | 'newIncapacityEndDate';
  readonly message: 'dayFuture' | 'dayBeforeArbitration' | 'newEndOfDay' | 'newEndLater' | 'newEndBeforeCheck';
} | null {
  if (arbitrationRuledOn > today) return { path: 'arbitrationRuledOn', message: 'dayFuture' };
  if (arbitrationRuledOn < check.arbitrationAskedOn) return { path: 'arbitrationRuledOn', message: 'dayBeforeArbitration' };
  if (end === null) return null;
  if (isOfOneDay(findings)) return { path: 'newIncapacityEndDate', message: 'newEndOfDay' };
  if (end > check.incapacityEndDate) return { path: 'newIncapacityEndDate', message: 'newEndLater' };
  return end < addDays(check.checkDate, -1) ? { path: 'newIncapacityEndDate', message: 'newEndBeforeCheck' } : null;
}

/** The result after the ruling: the next version of the report. */
export function resultByRuling(
  {
    arbitrationRuling,
    newIncapacityEndDate,
  }: { readonly arbitrationRuling: ArbitrationRuling; readonly newIncapacityEndDate: CalendarDay | null },
  findings: DisputedFindings,
  incapacityEndDate: CalendarDay,
): DisputedFindings & { readonly earlyReturn: boolean } {
  const confirmed = arbitrationRuling === 'ControlDoctor' ? findings : asTreated(findings);
  const result = { ...confirmed, newIncapacityEndDate: newIncapacityEndDate ?? confirmed.newIncapacityEndDate };
  return { ...result, earlyReturn: isEarlyReturn(result, incapacityEndDate) };
}

/** The findings if the treating doctor is confirmed: the certificate, or the day without certificate, is valid unchanged. */
const asTreated = ({ checkOccurence }: DisputedFindings): DisputedFindings => ({
  checkOccurence: checkOccurence === 'NoCertifDenied' ? 'NoCertifConfirmed' : checkOccurence,
  newIncapacityEndDate: null,
});
