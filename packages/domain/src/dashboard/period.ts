import { addDays, type CalendarDay, daysBetween, isoWeekday } from '../clock.ts';

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

/** A period as its whole months and the remaining days. */
export interface SplitPeriod {
  /** First days of the first and the last whole month; null inside: no limit. null: no whole month. */
  readonly months: { readonly from: CalendarDay | null; readonly to: CalendarDay | null } | null;
  readonly rest: readonly { readonly from: CalendarDay; readonly to: CalendarDay }[];
}

/** Splits a period, so that monthly totals can be used for whole months and only the days at both ends (62 at most) are counted singly. */
export function splitPeriod({ from, to }: Period): SplitPeriod {
  const startsWhole = from === null || from === firstOfMonth(from);
  const endsWhole = to === null || to === lastOfMonth(to);
  if (from !== null && to !== null && firstOfMonth(from) === firstOfMonth(to) && !(startsWhole && endsWhole))
    return { months: null, rest: [{ from, to }] };
  const first = from === null || startsWhole ? from : addDays(lastOfMonth(from), 1);
  const last = to === null ? null : firstOfMonth(endsWhole ? to : addDays(firstOfMonth(to), -1));
  return {
    months: first !== null && last !== null && first > last ? null : { from: first, to: last },
    rest: [
      ...(from === null || startsWhole ? [] : [{ from, to: lastOfMonth(from) }]),
      ...(to === null || endsWhole ? [] : [{ from: firstOfMonth(to), to }]),
    ],
  };
}
