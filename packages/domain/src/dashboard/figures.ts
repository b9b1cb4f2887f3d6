import {
  CHECK_LOCATIONS,
  CHECK_OCCURRENCES,
  CHECK_TIMINGS,
  type CheckLocation,
  type CheckOccurence,
  type CheckTiming,
  COMPLETED_OCCURRENCES,
} from '../check/enums.ts';
import { addDays, type CalendarDay, daysBetween } from '../clock.ts';
import { type Figure, figureOf, METRIC_NAMES, type Metric, MIN_SHARE_BASE, type Parts } from './definitions.ts';
import { type Histogram, sizeOf } from './histogram.ts';
import type { Period } from './period.ts';
import { PROVINCES, type Province } from './provinces.ts';

/** Totals of archived checks (without `Deleted`) with the same outcome. */
export interface ReportCell {
  readonly checkOccurence: CheckOccurence;
  readonly earlyReturn: boolean;
  readonly count: number;
  readonly earlyReturnDays: number;
  readonly noShowDays: number;
  readonly impactDaysFromCheck: number;
  readonly companyTotalPrice: number;
  readonly workerDisagreements: number;
  /** No-shows excused by force majeure. */
  readonly excusedNoShows: number;
}
/** Totals of orders (without `Deleted`) of one month, type and location. */
export interface OrderCell {
  /** YYYY-MM */
  readonly month: string;
  readonly checkTiming: CheckTiming;
  readonly checkLocation: CheckLocation;
  readonly count: number;
  readonly open: number;
  readonly cancelled: number;
  readonly operational: number;
  readonly doctorFound: number;
  readonly alreadyBack: number;
}
/** Values with a histogram. `distanceToCheck` and `examinationMinutes`: only of checks at a practice. */
export const MEASURES = ['absenceDays', 'distanceToCheck', 'examinationMinutes', 'hoursToCheck', 'hoursToResult'] as const;
export type Measure = (typeof MEASURES)[number];
/** Where nothing was measured. */
export const NO_VALUES: Readonly<Record<Measure, Histogram>> = {
  absenceDays: [],
  distanceToCheck: [],
  examinationMinutes: [],
  hoursToCheck: [],
  hoursToResult: [],
};

/** The totals of a period's checks, from which the figures are computed. */
export interface FigureTally {
  readonly reports: readonly ReportCell[];
  readonly orders: readonly Omit<OrderCell, 'month'>[];
  readonly values: Readonly<Record<Measure, Histogram>>;
}

/** The totals of a period's checks, from which all figures and charts are computed. */
export interface Tally extends FigureTally {
  /** By month (YYYY-MM); below also by weekday (1 = Monday) and by province of the worker. Each has all archived checks. */
  readonly reports: readonly (ReportCell & { readonly month: string })[];
  /** By day; empty for a period longer than `MAX_DAYS`. */
  readonly days: readonly (ReportCell & { readonly day: CalendarDay })[];
  readonly weekdays: readonly (ReportCell & { readonly weekday: number })[];
  readonly provinces: readonly (ReportCell & { readonly province: Province })[];
  readonly orders: readonly OrderCell[];
}

/** Completed checks by result. */
export interface Results {
  /** Examined, and the incapacity confirmed. */
  readonly confirmed: number;
  /** Considered fit earlier than certified. */
  readonly earlyReturn: number;
  readonly noShow: number;
}
export interface NameCount<Name extends string = string> {
  readonly name: Name;
  readonly count: number;
}
export interface RangeCount {
  readonly from: number;
  /** Start of the next range, exclusive; null: no end. */
  readonly to: number | null;
  readonly count: number;
}

export interface Dashboard {
  readonly figures: readonly Figure[];
  /** Every month of the period; results by the day of the check, orders by the day of the order. */
  readonly months: readonly (Results & {
    readonly month: string;
    readonly earlyReturnDays: number;
    readonly noShowDays: number;
    readonly ordered: number;
    /** Orders in the population `operational`, and those of them with a doctor. */
    readonly operational: number;
    readonly doctorFound: number;
  })[];
  /** Every day of the period; empty for a period longer than `MAX_DAYS`. */
  readonly days: readonly (Results & { readonly day: CalendarDay; readonly earlyReturnDays: number; readonly noShowDays: number })[];
  readonly weekdays: readonly (Results & { readonly weekday: number })[];
  /** `impactProportion`: null below `MIN_SHARE_BASE`. */
  readonly provinces: readonly (Results & {
    readonly province: Province;
    readonly count: number;
    readonly impactProportion: number | null;
  })[];
  readonly outcomes: readonly NameCount<CheckOccurence>[];
  readonly timing: readonly NameCount<CheckTiming>[];
  readonly location: readonly NameCount<CheckLocation>[];
  readonly absenceLengths: readonly RangeCount[];
  readonly waiting: readonly RangeCount[];
  readonly distances: readonly RangeCount[];
}

/** Lower bounds of the ranges in charts; the last range has no end. Days (as in domain.md 3.2), hours, kilometres. */
export const RANGES = {
  absenceLengths: [1, 2, 4, 8, 15, 31],
  waiting: [0, 12, 24, 48, 96, 168],
  distances: [0, 5, 10, 20, 30],
} as const;

/** Longer periods are shown by month only. */
export const MAX_DAYS = 62;

/** Whether a period is shown day by day. */
export const hasDays = ({ from, to }: Period): boolean => from !== null && to !== null && daysBetween(from, to) < MAX_DAYS;

/** The most months to which months without checks are filled in. */
export const MAX_MONTHS = 120;

/** Figures and charts from the totals. @param today the last day up to which months are filled in */
export function dashboardOf(tally: Tally, period: Period, today: CalendarDay): Dashboard {
  const completed = tally.reports.filter(isCompleted);
  const byProvince = Map.groupBy(tally.provinces.filter(isCompleted), ({ province }) => province);
  const byWeekday = Map.groupBy(tally.weekdays.filter(isCompleted), ({ weekday }) => weekday);
  const byMonth = Map.groupBy(completed, ({ month }) => month);
  const byDay = Map.groupBy(tally.days.filter(isCompleted), ({ day }) => day);
  const ordersByMonth = Map.groupBy(tally.orders, ({ month }) => month);
  return {
    figures: figuresOf(tally),
    months: monthsOf([...byMonth.keys(), ...ordersByMonth.keys()], period, today).map((month) => {
      const cells = byMonth.get(month) ?? [];
      const orders = ordersByMonth.get(month) ?? [];
      return {
        month,
        ...resultsOf(cells),
        earlyReturnDays: total(cells, 'earlyReturnDays'),
        noShowDays: total(cells, 'noShowDays'),
        ordered: total(orders, 'count'),
        operational: total(orders, 'operational'),
        doctorFound: total(orders, 'doctorFound'),
      };
    }),
    days: daysIn(period).map((day) => {
      const cells = byDay.get(day) ?? [];
      return { day, ...resultsOf(cells), earlyReturnDays: total(cells, 'earlyReturnDays'), noShowDays: total(cells, 'noShowDays') };
    }),
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...resultsOf(byWeekday.get(weekday) ?? []) })),
    provinces: PROVINCES.map((province) => {
      const cells = byProvince.get(province) ?? [];
      const results = resultsOf(cells);
      const count = results.confirmed + results.earlyReturn + results.noShow;
      const impact = results.earlyReturn + results.noShow - total(cells, 'excusedNoShows');
      const impactProportion = count < MIN_SHARE_BASE ? null : impact / count;
      return { province, count, impactProportion, ...results };
    }).filter(({ province, count }) => province !== 'Unknown' || count > 0),
    outcomes: named(CHECK_OCCURRENCES, countBy(tally.reports, 'checkOccurence'), COMPLETED_OCCURRENCES),
    timing: named(CHECK_TIMINGS, countBy(tally.orders, 'checkTiming'), CHECK_TIMINGS),
    // Home and practice are always shown, other locations only if there are any.
    location: named(CHECK_LOCATIONS, countBy(tally.orders, 'checkLocation'), ['House', 'Office']),
    absenceLengths: rangesOf(RANGES.absenceLengths, tally.values.absenceDays),
    waiting: rangesOf(RANGES.waiting, tally.values.hoursToCheck),
    distances: rangesOf(RANGES.distances, tally.values.distanceToCheck),
  };
}

const isCompleted = ({ checkOccurence }: ReportCell): boolean =>
  (COMPLETED_OCCURRENCES as readonly CheckOccurence[]).includes(checkOccurence);

function daysIn(period: Period): readonly CalendarDay[] {
  const { from, to } = period;
  if (from === null || to === null || !hasDays(period)) return [];
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, shift) => addDays(from, shift));
}

/** The figures alone. */
export const figuresOf = (tally: FigureTally): readonly Figure[] => METRIC_NAMES.map((metric) => figureOf(metric, partsOf(metric, tally)));

/** The sums of a figure, from the totals; `evaluate` computes the same from single checks. */
function partsOf(metric: Metric, { reports, orders, values }: FigureTally): Parts {
  const completed = reports.filter(isCompleted);
  const noShows = completed.filter(({ checkOccurence }) => checkOccurence === 'NoShow');
  const early = completed.filter(({ earlyReturn }) => earlyReturn);
  const impact = completed.filter(({ checkOccurence, earlyReturn }) => earlyReturn || checkOccurence === 'NoShow');
  // Excused no-shows count as no-shows, but not as impact (domain.md 4.5).
  const excused = total(noShows, 'excusedNoShows');
  const known = orders.filter(({ checkLocation }) => checkLocation !== 'Unknown');
  const impactDays = total(early, 'earlyReturnDays') + total(noShows, 'noShowDays');
  const spread = (measure: Measure): Parts => ({ n: sizeOf(values[measure]), values: values[measure] });
  const n = total(completed, 'count');
  const ordered = total(orders, 'count');
  const operational = total(orders, 'operational');
  switch (metric) {
    case 'completedChecks':
      return { n };
    case 'archivedChecks':
      return { n: total(reports, 'count') };
    case 'orderedChecks':
      return { n: ordered };
    case 'openChecks':
      return { n: total(orders, 'open') };
    case 'cancelRate':
      return { n: ordered, sum: total(orders, 'cancelled') };
    case 'impactDays':
      return { n: total(impact, 'count') - excused, sum: impactDays };
    case 'earlyReturnDays':
      return { n: total(early, 'count'), sum: total(early, 'earlyReturnDays') };
    case 'noShowDays':
      return { n: total(noShows, 'count') - excused, sum: total(noShows, 'noShowDays') };
    case 'impactDaysFromCheck':
      return { n: total(impact, 'count') - excused, sum: total(impact, 'impactDaysFromCheck') };
    case 'impactProportion':
      return { n, sum: total(impact, 'count') - excused };
    case 'averageAbsenceDays':
      return spread('absenceDays');
    case 'noShowRate':
      return { n, sum: total(noShows, 'count') };
    case 'costPerSavedDay':
      return { n, sum: total(completed, 'companyTotalPrice'), per: impactDays };
    case 'alreadyBackRate':
      return { n: operational, sum: total(orders, 'alreadyBack') };
    case 'disagreements':
      return { n: total(completed, 'workerDisagreements') };
    case 'operationalSuccessRate':
      return { n: operational, sum: total(orders, 'doctorFound') };
    case 'optimizedShare':
      return { n: ordered, sum: totalOf(orders, 'checkTiming', 'Optimized') };
    case 'doctorLocationShare':
      return { n: total(known, 'count'), sum: total(known, 'count') - totalOf(known, 'checkLocation', 'House') };
    case 'averageDistanceKm':
      return spread('distanceToCheck');
    case 'averageCheckMinutes':
      return spread('examinationMinutes');
    case 'hoursToCheck':
      return spread('hoursToCheck');
    case 'hoursToResult':
      return spread('hoursToResult');
  }
}

type Numeric<Row> = { [Name in keyof Row]: Row[Name] extends number ? Name : never }[keyof Row];

const total = <Row>(rows: readonly Row[], column: Numeric<Row>): number => rows.reduce((sum, row) => sum + (row[column] as number), 0);

const totalOf = <Column extends 'checkTiming' | 'checkLocation'>(orders: FigureTally['orders'], column: Column, value: OrderCell[Column]) =>
  total(
    orders.filter((order) => order[column] === value),
    'count',
  );

function resultsOf(cells: readonly ReportCell[]): Results {
  const noShow = total(
    cells.filter(({ checkOccurence }) => checkOccurence === 'NoShow'),
    'count',
  );
  const earlyReturn = total(
    cells.filter((cell) => cell.earlyReturn),
    'count',
  );
  return { confirmed: total(cells, 'count') - noShow - earlyReturn, earlyReturn, noShow };
}

function countBy<Row extends { readonly count: number }>(rows: readonly Row[], column: keyof Row): ReadonlyMap<unknown, number> {
  const counted = new Map<unknown, number>();
  for (const row of rows) counted.set(row[column], (counted.get(row[column]) ?? 0) + row.count);
  return counted;
}

/** Counts in the order of the enumeration; values of `always` are included even at 0. */
function named<Name extends string>(
  names: readonly Name[],
  counted: ReadonlyMap<unknown, number>,
  always: readonly Name[],
): readonly NameCount<Name>[] {
  return names.map((name) => ({ name, count: counted.get(name) ?? 0 })).filter(({ name, count }) => count > 0 || always.includes(name));
}

/** The number of values in each range; lower values are counted in the first range. */
export function rangesOf(starts: readonly number[], histogram: Histogram): readonly RangeCount[] {
  return starts.map((from, index) => {
    const next = starts[index + 1];
    const inside = histogram.filter(({ value }) => (index === 0 || value >= from) && (next === undefined || value < next));
    return { from, to: next ?? null, count: sizeOf(inside) };
  });
}

/**
 * Every month (YYYY-MM) of the period, from the filter's start (or the first month with checks) to its end (or today), so that months without checks
 * are shown. All months with checks are included.
 */
export function monthsOf(present: readonly string[], { from, to }: Period, today: CalendarDay): readonly string[] {
  const sorted = present.toSorted();
  const end = maxOf(minOf(to ?? today, today).slice(0, 7), sorted.at(-1));
  const wanted = from?.slice(0, 7) ?? sorted.at(0);
  if (wanted === undefined) return [];
  const start = minOf(maxOf(wanted, monthBefore(end, MAX_MONTHS - 1)), sorted.at(0));
  const months: string[] = [];
  for (let month = start; month <= end; month = monthBefore(month, -1)) months.push(month);
  return months;
}

const minOf = (a: string, b: string | undefined): string => (b !== undefined && b < a ? b : a);
const maxOf = (a: string, b: string | undefined): string => (b !== undefined && b > a ? b : a);

function monthBefore(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}
