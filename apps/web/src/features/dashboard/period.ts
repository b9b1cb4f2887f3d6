import { addDays, type CalendarDay, isoWeekday } from '@checkwell/domain/clock';
import { day, id, oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts';

/** The dashboard's filters (specification, section 9): everything, today, this week, this month, or chosen days. */
export const PERIODS = ['all', 'today', 'week', 'month', 'dates'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** The filters as they stand in the address. */
export const dashboardSearch = searchParams({
  period: oneOf(PERIODS),
  from: day,
  to: day,
  superiorId: id,
});
export type DashboardSearch = SearchOf<typeof dashboardSearch>;

/** First and last day that a filter means; null has no limit. Weeks begin on Monday (ISO 8601). */
export function daysOf(
  search: DashboardSearch,
  today: CalendarDay,
): { readonly from: CalendarDay | null; readonly to: CalendarDay | null } {
  switch (search.period ?? 'all') {
    case 'all':
      return { from: null, to: null };
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: addDays(today, 1 - isoWeekday(today)), to: addDays(today, 7 - isoWeekday(today)) };
    case 'month': {
      const first = `${today.slice(0, 8)}01`;
      const nextMonth = `${addDays(first, 32).slice(0, 8)}01`;
      return { from: first, to: addDays(nextMonth, -1) };
    }
    case 'dates':
      return { from: search.from ?? null, to: search.to ?? null };
  }
}

/** What is wrong with chosen days (specification, section 5): a start is required, the end does not precede it. */
export function datesFault({ period, from, to }: DashboardSearch): 'filterStartRequired' | 'endBeforeStart' | null {
  if (period !== 'dates') return null;
  if (!from) return 'filterStartRequired';
  return to && to < from ? 'endBeforeStart' : null;
}
