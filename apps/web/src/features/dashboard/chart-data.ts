import type { CalendarDay } from '@checkwell/domain/clock';
import { shareOf } from '@checkwell/domain/dashboard/definitions';
import type { RangeCount, Results } from '@checkwell/domain/dashboard/figures';
import { isWholeMonth, lastOfMonth } from '@checkwell/domain/dashboard/period';
import { RESULTS } from '@checkwell/domain/dashboard/slice';
import { today } from '../../lib/browser/time.ts';
import { localeOf, useFormat } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { ChartTable, Point, Series } from './charts/chart-types.ts';
import type { DashboardQuery } from './dashboard.gql.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { useFigureTexts } from './use-figure-texts.ts';

const COLORS = {
  confirmed: { color: '--chart-confirmed' },
  earlyReturn: { color: '--chart-early' },
  noShow: { color: '--chart-missed', hatched: true },
} as const;

/** The three results of completed checks, and how they read. */
export function useResults() {
  const t = useTranslations('dashboard');
  const format = useFormat();
  const series: readonly Series[] = RESULTS.map((key) => ({ key, label: t(`result.${key}`), ...COLORS[key] }));
  const valuesOf = (results: Results): readonly number[] => RESULTS.map((key) => results[key]);
  return {
    series,
    valuesOf,
    /** `100 Incapacity confirmed, 9 Early return, 12 No-show` */
    textOf: (values: readonly number[]) => seriesText(series, values, (value) => format.number(value)),
    columns: [...series.map(({ label }) => label), t('chart.total')],
    cells: (results: Results): string[] => {
      const values = valuesOf(results);
      return [...values, values.reduce((sum, value) => sum + value, 0)].map((value) => format.number(value));
    },
  };
}

/** Values with their names, for screen readers. */
export const seriesText = (series: readonly Series[], values: readonly number[], format: (value: number) => string): string =>
  series.map(({ label }, index) => `${format(values[index] ?? 0)} ${label}`).join(', ');

/** `Monday` and `Mon`. @param weekday 1 = Monday */
export function useWeekdayName() {
  const language = useLanguage();
  return (weekday: number, width: 'long' | 'short'): string =>
    // 5 January 2026 was a Monday.
    new Intl.DateTimeFormat(localeOf(language), { weekday: width, timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 0, 4 + weekday)));
}

/** `November 2026` and, on an axis, `11/26`; with a mark for a month that the period covers in part. */
export function useMonthName() {
  const t = useTranslations('dashboard');
  const format = useFormat();
  return (month: string, period: Dashboard['period']) => {
    const [label, shortLabel] = [format.month(`${month}-01`), `${month.slice(5)}/${month.slice(2, 4)}`];
    return isWholeMonth(month, period, today())
      ? { label, shortLabel }
      : { label: t('chart.partial', { month: label }), shortLabel: `${shortLabel}*` };
  };
}

/** The description of the chart of months, with the meaning of its mark. */
export function useMonthsText() {
  const t = useTranslations('dashboard');
  return (text: string, { months, period }: Pick<Dashboard, 'months' | 'period'>): string =>
    months.some(({ month }) => !isWholeMonth(month, period, today())) ? `${text} · ${t('chart.partialNote')}` : text;
}

type Dashboard = DashboardQuery['dashboard'];
type Span = Results & { readonly earlyReturnDays: number; readonly noShowDays: number };

/** The days of a short period, else its months: each with its names and the filters of the screen, cut to it. */
export function useTimeline() {
  const format = useFormat();
  const monthName = useMonthName();
  return ({ days, months, period }: Dashboard, search: DashboardSearch): readonly (Span & TimelineEntry)[] =>
    days.length > 0
      ? days.map((day) => ({
          ...day,
          key: day.day,
          label: format.weekday(day.day),
          shortLabel: `${day.day.slice(8)}/${day.day.slice(5, 7)}`,
          search: searchOfDays(day.day, day.day, search),
        }))
      : months.map((month) => ({
          ...month,
          key: month.month,
          ...monthName(month.month, period),
          search: searchOfMonth(month.month, search, period),
        }));
}
interface TimelineEntry {
  readonly key: string;
  readonly label: string;
  readonly shortLabel: string;
  readonly search: DashboardSearch;
}

/** The filters of the screen, cut to one of its months. */
export function searchOfMonth(month: string, search: DashboardSearch, period: Dashboard['period']): DashboardSearch {
  const [first, last] = [`${month}-01`, lastOfMonth(`${month}-01`)];
  return searchOfDays(
    period.from !== null && period.from > first ? period.from : first,
    period.to !== null && period.to < last ? period.to : last,
    search,
  );
}

const searchOfDays = (from: CalendarDay, to: CalendarDay, search: DashboardSearch): DashboardSearch => ({
  ...search,
  period: 'dates',
  from,
  to,
});

/** Columns of a distribution, and the same as a table. */
export function useRanges(unit: 'days' | 'hours' | 'km') {
  const t = useTranslations('dashboard');
  const format = useFormat();
  const texts = useFigureTexts();
  return (ranges: readonly RangeCount[]): { readonly points: readonly Point[]; readonly table: ChartTable } => {
    const total = ranges.reduce((sum, { count }) => sum + count, 0);
    const shown = total === 0 ? [] : ranges;
    const withShare = (count: string, share: number | null) => (share === null ? count : `${count} (${format.percent(share)})`);
    return {
      points: shown.map((range) => ({
        key: String(range.from),
        label: texts.range(range, unit),
        shortLabel: unit === 'days' ? shortDays(range) : texts.range(range, unit).replace(/^\D+(?=\d)/, '> '),
        values: [range.count],
        text: withShare(format.number(range.count), shareOf(range.count, total)),
      })),
      table: {
        columns: ['', t('chart.count'), t('chart.share')],
        rows: shown.map((range) => ({
          label: texts.range(range, unit),
          cells: [format.number(range.count), format.percent(shareOf(range.count, total))],
        })),
      },
    };
  };
}

/** A range as short as the axis of a narrow chart needs it: `1`, `2–3`, `> 30`. */
function shortDays({ from, to }: RangeCount): string {
  if (to === null) return `> ${from - 1}`;
  return to - from === 1 ? String(from) : `${from}–${to - 1}`;
}
