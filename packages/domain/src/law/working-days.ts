import { addDays, type CalendarDay, isoWeekday } from '../clock.ts';
import { isPublicHoliday } from './holidays.ts';

/**
 * Whether the day is a legal working day ("jour ouvrable", "werkdag"): Monday to Saturday, without public holidays.
 * Some interpret the terms of control medicine without Saturdays; including them gives the earlier deadline, which is safe under every interpretation
 * (domain.md 4.3).
 */
export function isWorkingDay(day: CalendarDay): boolean {
  return isoWeekday(day) !== 7 && !isPublicHoliday(day);
}

/** The `count`-th working day after `day`; `day` itself does not count. `count` is 1 or more. */
export function addWorkingDays(day: CalendarDay, count: number): CalendarDay {
  let result = day;
  for (let left = count; left > 0; ) {
    result = addDays(result, 1);
    if (isWorkingDay(result)) left -= 1;
  }
  return result;
}
