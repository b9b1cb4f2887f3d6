import { addDays, type CalendarDay, daysBetween, isoWeekday, lengthInDays } from '../clock.ts';

/** The date filters of the dashboard (specification, section 9): everything, today, this week, this month, or chosen days (`dates`). */
export const PERIODS = ['all', 'today', 'week', 'month', 'dates'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** First and last day, both included; null: no limit. */
export interface Period {
  readonly from: CalendarDay | null;
  readonly to: CalendarDay | null;
}

/** A date filter, independent of the current day. `from` and `to` are used only for `dates`, which is the default if one of them is given. */
export interface PeriodChoice {
  readonly period?: PeriodName | null | undefined;
  readonly from?: CalendarDay | null | undefined;
  readonly to?: CalendarDay | null | undefined;
}

export const periodName = ({ period, from, to }: PeriodChoice): PeriodName => period ?? (from || to ? 'dates' : 'all');

/** The days of a date filter. Weeks begin on Monday (ISO 8601). @param today in Belgium */
export function daysOf(choice: PeriodChoice, today: CalendarDay): Period {
  switch (periodName(choice)) {
    case 'all':
      return { from: null, to: null };
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: addDays(today, 1 - isoWeekday(today)), to: addDays(today, 7 - isoWeekday(today)) };
    case 'month':
      return { from: firstOfMonth(today), to: lastOfMonth(today) };
    case 'dates':
      return { from: choice.from ?? null, to: choice.to ?? null };
  }
}

/**
 * The preceding period for comparison: as many days, or for a running period only as many as have passed (on a Wednesday, Monday to Wednesday of the
 * week before; on 10 March, 1 to 10 February). null for `all`, and for a period in the future.
 */
export function periodBefore(choice: PeriodChoice, today: CalendarDay): { readonly from: CalendarDay; readonly to: CalendarDay } | null {
  const { from, to } = daysOf(choice, today);
  if (from === null || from > today) return null;
  const end = to === null || to > today ? today : to;
  const name = periodName(choice);
  if (name === 'month') {
    const before = firstOfMonth(addDays(from, -1));
    const whole = end === to;
    const sameDay = addDays(before, daysBetween(from, end));
    return { from: before, to: whole || sameDay > lastOfMonth(before) ? lastOfMonth(before) : sameDay };
  }
  const days = name === 'week' ? 7 : daysBetween(from, end) + 1;
  return { from: addDays(from, -days), to: addDays(end, -days) };
}

/** The part of a running period that has passed. */
export const soFar = ({ from, to }: Period, today: CalendarDay): Period => ({ from, to: to === null || to > today ? today : to });

/** Whether a month (`YYYY-MM`) is over and wholly within the period; figures of other months are lower because those are incomplete. */
export function isWholeMonth(month: string, { from, to }: Period, today: CalendarDay): boolean {
  const [first, last] = [`${month}-01`, lastOfMonth(`${month}-01`)];
  return (from === null || from <= first) && (to === null || to >= last) && last < today;
}

/** `YYYY-MM-01`. */
export const firstOfMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 8)}01`;
/** The last day of the month. */
export const lastOfMonth = (day: CalendarDay): CalendarDay => addDays(firstOfMonth(addDays(firstOfMonth(day), 32)), -1);

/** Some days that are missing in the whole months of a split period (`sign` 1), or too many there (-1). All are of one month. */
export interface SignedDays {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly sign: 1 | -1;
}

/** A period as whole months, and the days by which they differ from it. */
export interface SplitPeriod {
  /** First days of the first and the last month; null inside: no limit. null: no month. */
  readonly months: { readonly from: CalendarDay | null; readonly to: CalendarDay | null } | null;
  readonly rest: readonly SignedDays[];
}

/**
 * Splits a period, so that monthly totals can be used for months and only a few days at both ends are counted singly, 15 at most each: of a month
 * that is more than half in the period, the days that are not are taken away.
 */
export function splitPeriod({ from, to }: Period): SplitPeriod {
  if (from !== null && to !== null && firstOfMonth(from) === firstOfMonth(to)) {
    const outside = [...daysOfMonthBefore(from), ...daysOfMonthAfter(to)];
    const total = outside.reduce((days, part) => days + lengthOf(part), 0);
    const month = firstOfMonth(from);
    return total < lengthInDays(from, to)
      ? { months: { from: month, to: month }, rest: outside }
      : { months: null, rest: [{ from, to, sign: 1 }] };
  }
  const start = from === null ? { month: null, rest: [] } : startOf(from);
  const end = to === null ? { month: null, rest: [] } : endOf(to);
  return {
    months: start.month !== null && end.month !== null && start.month > end.month ? null : { from: start.month, to: end.month },
    rest: [...start.rest, ...end.rest],
  };
}

/** The first month of totals of a period that begins on this day, and the days by which it differs. */
function startOf(from: CalendarDay): { readonly month: CalendarDay; readonly rest: readonly SignedDays[] } {
  const inside: SignedDays = { from, to: lastOfMonth(from), sign: 1 };
  const outside = daysOfMonthBefore(from);
  return outside.every((part) => lengthOf(part) < lengthOf(inside))
    ? { month: firstOfMonth(from), rest: outside }
    : { month: addDays(inside.to, 1), rest: [inside] };
}

/** The last month of totals of a period that ends on this day, and the days by which it differs. */
function endOf(to: CalendarDay): { readonly month: CalendarDay; readonly rest: readonly SignedDays[] } {
  const inside: SignedDays = { from: firstOfMonth(to), to, sign: 1 };
  const outside = daysOfMonthAfter(to);
  return outside.every((part) => lengthOf(part) < lengthOf(inside))
    ? { month: inside.from, rest: outside }
    : { month: firstOfMonth(addDays(inside.from, -1)), rest: [inside] };
}

const lengthOf = ({ from, to }: SignedDays): number => lengthInDays(from, to);
/** The days of the same month before this one, as too many. */
const daysOfMonthBefore = (day: CalendarDay): readonly SignedDays[] =>
  day === firstOfMonth(day) ? [] : [{ from: firstOfMonth(day), to: addDays(day, -1), sign: -1 }];
/** The days of the same month after this one, as too many. */
const daysOfMonthAfter = (day: CalendarDay): readonly SignedDays[] =>
  day === lastOfMonth(day) ? [] : [{ from: addDays(day, 1), to: lastOfMonth(day), sign: -1 }];
