import { type CalendarDay, lengthInDays } from '../../clock.ts';
import { SHORT_PERIOD_DAYS } from '../../constants.ts';
import type { CheckTiming } from '../enums.ts';

/**
 * The timing that an order really gets: in a short period there is no "most suitable moment", so the first feasible one
 * is taken, and the history of the check says so (design.md 4; domain.md 4.4).
 */
export function timingOf(
  wished: CheckTiming,
  period: { readonly startDate: CalendarDay; readonly endDate: CalendarDay },
): { readonly checkTiming: CheckTiming; readonly fellBack: boolean } {
  const fellBack = wished === 'Optimized' && lengthInDays(period.startDate, period.endDate) <= SHORT_PERIOD_DAYS;
  return { checkTiming: fellBack ? 'Immediate' : wished, fellBack };
}

/** Whether an optimised check of a period that may still be incomplete would be carried out at the first feasible moment. */
export function isShortPeriod(startDate: CalendarDay | '', endDate: CalendarDay | ''): boolean {
  return startDate !== '' && endDate >= startDate && timingOf('Optimized', { startDate, endDate }).fellBack;
}
