import { addDays, type CalendarDay, instantAt } from '../../clock.ts';

/**
 * The instant at which a term whose last day is `day` ends: midnight after that day, Belgian time. Texts give the last day and 24:00.
 */
export const endOfTerm = (day: CalendarDay): Date => instantAt(addDays(day, 1), '00:00');

/** Whether a term whose last day is `day` is over at `now`. */
export const isTermOver = (day: CalendarDay, now: Date): boolean => now >= endOfTerm(day);
