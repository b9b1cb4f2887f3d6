import { type CalendarDay, lengthInDays } from '../../clock.ts';
import { SHORT_PERIOD_DAYS } from '../../constants.ts';
import type { CheckTiming } from '../enums.ts';

/**
 * The effective timing of an order: in a short period there is no "most suitable moment", so an optimised check takes place at the first possible
 * moment (`fellBack`), which its history notes (design.md 4; domain.md 4.4).
 */
export function timingOf(
  wished: CheckTiming,
  period: { readonly startDate: CalendarDay; readonly endDate: CalendarDay },
): { readonly checkTiming: CheckTiming; readonly fellBack: boolean } {
  const fellBack = wished === 'Optimized' && lengthInDays(period.startDate, period.endDate) <= SHORT_PERIOD_DAYS;
  return { checkTiming: fellBack ? 'Immediate' : wished, fellBack };
}

/** Whether an optimised check in this period would become immediate; false while a day is not filled in. */
export function isShortPeriod(startDate: CalendarDay | '', endDate: CalendarDay | ''): boolean {
  return startDate !== '' && endDate >= startDate && timingOf('Optimized', { startDate, endDate }).fellBack;
}
