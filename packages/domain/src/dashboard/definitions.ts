import {
  CHECK_LOCATIONS,
  CHECK_OCCURRENCES,
  CHECK_TIMINGS,
  type CheckLocation,
  type CheckOccurence,
  type CheckStatus,
  type CheckTiming,
  COMPLETED_OCCURRENCES,
  NON_OPERABLE_REASONS,
  type NonOperableReason,
} from '../check/enums.ts';
import { earlyReturnDays } from '../check/price.ts';
import { type CalendarDay, lengthInDays } from '../clock.ts';

/**
 * The figures of the dashboard (specification, section 9; definitions of domain.md 4.5), each once.
 * `dashboardOf` is their plain meaning; the server's SQL counts the same for a million rows, and a test compares both.
 */

/** Which checks a figure is about, and which of their days the date filter looks at. */
export const POPULATIONS = {
  /** With a result, no-shows included. Day: of the check, else of the archive. */
  completed: 'reportDate',
  /** Archived, errors of administration (`Deleted`) left out. Day: of the check, else of the archive. */
  archived: 'reportDate',
  /** Ordered, `Deleted` left out. Day: of the order. */
  orders: 'creationDay',
  /** Orders that came to an end in which somebody looked for a doctor: archived, not cancelled before a doctor was found. Day: of the order. */
  operational: 'creationDay',
  /** Not archived. Day: of the order. */
  open: 'creationDay',
} as const satisfies Record<string, 'reportDate' | 'creationDay'>;
export type Population = keyof typeof POPULATIONS;

/** Each figure: its population and its formula in one line. */
export const METRICS = {
  completedChecks: { population: 'completed', formula: 'count' },
  completedPerMonth: { population: 'completed', formula: 'count by month, months without checks shown' },
  earlyReturnDays: {
    population: 'completed',
    formula: 'sum of original end − new end; a day without certificate that is not confirmed counts 1',
  },
  impactDays: { population: 'completed', formula: 'earlyReturnDays + sum of whole periods of no-shows' },
  impactCount: { population: 'completed', formula: 'count of early returns and no-shows' },
  impactProportion: { population: 'completed', formula: 'impactCount ÷ completedChecks; none below SMALLEST_SHARE_BASE' },
  averageAbsenceDays: { population: 'completed', formula: 'mean of original end − start + 1 over distinct periods of workers' },
  medianAbsenceDays: { population: 'completed', formula: 'median of the same' },
  absenceCount: { population: 'completed', formula: 'count of distinct periods of workers' },
  timing: { population: 'orders', formula: 'count by checkTiming' },
  location: { population: 'orders', formula: 'count by checkLocation' },
  occurrences: { population: 'archived', formula: 'count by checkOccurence' },
  operationalBase: { population: 'operational', formula: 'count' },
  operationalSuccessRate: { population: 'operational', formula: 'doctor found ÷ operationalBase' },
  averageDistanceKm: { population: 'completed', formula: 'mean distanceToCheck of office checks that have one' },
  medianDistanceKm: { population: 'completed', formula: 'median of the same' },
  distanceCount: { population: 'completed', formula: 'count of the same' },
  averageCheckMinutes: { population: 'completed', formula: 'mean examinationMinutes of office checks that have them' },
  medianCheckMinutes: { population: 'completed', formula: 'median of the same' },
  durationCount: { population: 'completed', formula: 'count of the same' },
  openChecks: { population: 'open', formula: 'count' },
} as const satisfies Record<string, { population: Population; formula: string }>;
export type Metric = keyof typeof METRICS;

/** A share of fewer checks than this says nothing and is not shown (domain.md 4.5). */
export const SMALLEST_SHARE_BASE = 5;
/** Months without checks are filled in over at most this many. */
export const MOST_MONTHS = 120;

/** What the figures need of a check. */
export interface CountedCheck {
  readonly employeeId: string;
  readonly status: CheckStatus;
  readonly checkOccurence: CheckOccurence | null;
  readonly nonOperableReason: NonOperableReason | null;
  /** Belgian day of the order. */
  readonly creationDay: CalendarDay;
  /** Day of the check, else of its archive; null while it has neither. */
  readonly reportDate: CalendarDay | null;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  readonly newIncapacityEndDate: CalendarDay | null;
  readonly earlyReturn: boolean;
  readonly checkTiming: CheckTiming;
  readonly checkLocation: CheckLocation;
  readonly doctorFound: boolean;
  readonly distanceToCheck: number | null;
  readonly examinationMinutes: number | null;
}

/** First and last day that count; null: no limit. */
export interface Period {
  readonly from: CalendarDay | null;
  readonly to: CalendarDay | null;
}

export interface NameCount<Name extends string = string> {
  readonly name: Name;
  readonly count: number;
}
export interface MonthCount {
  /** YYYY-MM */
  readonly month: string;
  readonly count: number;
}
export interface Dashboard {
  readonly completedChecks: number;
  readonly completedPerMonth: readonly MonthCount[];
  readonly earlyReturnDays: number;
  readonly impactDays: number;
  readonly impactCount: number;
  readonly impactProportion: number | null;
  readonly averageAbsenceDays: number | null;
  readonly medianAbsenceDays: number | null;
  readonly absenceCount: number;
  readonly timing: readonly NameCount<CheckTiming>[];
  readonly location: readonly NameCount<CheckLocation>[];
  readonly occurrences: readonly NameCount<CheckOccurence>[];
  readonly operationalSuccessRate: number | null;
  readonly operationalBase: number;
  readonly averageDistanceKm: number | null;
  readonly medianDistanceKm: number | null;
  readonly distanceCount: number;
  readonly averageCheckMinutes: number | null;
  readonly medianCheckMinutes: number | null;
  readonly durationCount: number;
  readonly openChecks: number;
}

/** What is counted and summed; the figures follow from it. Integers, but for kilometres and medians. */
export interface Tally {
  readonly completed: number;
  readonly months: readonly MonthCount[];
  readonly earlyReturnDays: number;
  readonly noShowDays: number;
  readonly impactCount: number;
  readonly absence: Spread;
  readonly distance: Spread;
  readonly duration: Spread;
  readonly timing: ReadonlyMap<string, number>;
  readonly location: ReadonlyMap<string, number>;
  readonly occurrences: ReadonlyMap<string, number>;
  readonly operationalBase: number;
  readonly operationalSuccess: number;
  readonly open: number;
}
export interface Spread {
  readonly sum: number;
  readonly count: number;
  readonly median: number | null;
}

const isCompleted = ({ checkOccurence }: CountedCheck): boolean =>
  (COMPLETED_OCCURRENCES as readonly (string | null)[]).includes(checkOccurence);

const IN_POPULATION: Record<Population, (check: CountedCheck) => boolean> = {
  completed: isCompleted,
  archived: ({ status, checkOccurence }) => status === 'Archived' && checkOccurence !== 'Deleted',
  orders: ({ checkOccurence }) => checkOccurence !== 'Deleted',
  operational: ({ status, checkOccurence, doctorFound }) =>
    status === 'Archived' && checkOccurence !== 'Deleted' && (checkOccurence !== 'Cancelled' || doctorFound),
  open: ({ status }) => status !== 'Archived',
};

/** Whether a figure of this population counts the check. */
export function counts(check: CountedCheck, population: Population, { from, to }: Period): boolean {
  const day = check[POPULATIONS[population]];
  if (day === null) return IN_POPULATION[population](check) && from === null && to === null;
  return IN_POPULATION[population](check) && (from === null || day >= from) && (to === null || day <= to);
}

/** Days of absence that a result saved. */
export function savedDays(
  check: Pick<CountedCheck, 'earlyReturn' | 'checkOccurence' | 'incapacityEndDate' | 'newIncapacityEndDate'>,
): number {
  if (!check.earlyReturn) return 0;
  const days = earlyReturnDays(check.incapacityEndDate, check.newIncapacityEndDate);
  return check.checkOccurence === 'NoCertifDenied' ? Math.max(1, days) : days;
}

/** Whether a doctor was found: one had the appointment, and the check did not fail for want of one. */
export function doctorWasFound({ doctorFound, nonOperableReason }: Pick<CountedCheck, 'doctorFound' | 'nonOperableReason'>): boolean {
  return doctorFound && (nonOperableReason === null || NON_OPERABLE_REASONS[nonOperableReason].doctorFound);
}

/** Reasons for which a check counts as "no doctor found" even though one had been assigned. */
export const NO_DOCTOR_REASONS = (Object.keys(NON_OPERABLE_REASONS) as NonOperableReason[]).filter(
  (reason) => !NON_OPERABLE_REASONS[reason].doctorFound,
);

/** Counts the checks one by one. */
export function tallyOf(checks: readonly CountedCheck[], period: Period): Tally {
  const of = (population: Population) => checks.filter((check) => counts(check, population, period));
  const completed = of('completed');
  const operational = of('operational');
  const noShows = completed.filter(({ checkOccurence }) => checkOccurence === 'NoShow');
  const days = ({ incapacityStartDate, incapacityEndDate }: CountedCheck) => lengthInDays(incapacityStartDate, incapacityEndDate);
  const periods = new Map(
    completed.map((check) => [`${check.employeeId} ${check.incapacityStartDate} ${check.incapacityEndDate}`, days(check)]),
  );
  const office = completed.filter(({ checkLocation }) => checkLocation === 'Office');
  return {
    completed: completed.length,
    months: [...countBy(completed, ({ reportDate }) => reportDate?.slice(0, 7))].map(([month, count]) => ({ month, count })),
    earlyReturnDays: sum(completed.map(savedDays)),
    noShowDays: sum(noShows.map(days)),
    impactCount: completed.filter(({ earlyReturn, checkOccurence }) => earlyReturn || checkOccurence === 'NoShow').length,
    absence: spreadOf([...periods.values()]),
    distance: spreadOf(office.map(({ distanceToCheck }) => distanceToCheck).filter((km) => km !== null)),
    duration: spreadOf(office.map(({ examinationMinutes }) => examinationMinutes).filter((minutes) => minutes !== null)),
    timing: countBy(of('orders'), ({ checkTiming }) => checkTiming),
    location: countBy(of('orders'), ({ checkLocation }) => checkLocation),
    occurrences: countBy(of('archived'), ({ checkOccurence }) => checkOccurence),
    operationalBase: operational.length,
    operationalSuccess: operational.filter(doctorWasFound).length,
    open: of('open').length,
  };
}

/** The figures that follow from what was counted. @param today bounds the months that are filled in */
export function figuresOf(tally: Tally, period: Period, today: CalendarDay): Dashboard {
  const mean = ({ sum: total, count }: Spread) => (count === 0 ? null : total / count);
  return {
    completedChecks: tally.completed,
    completedPerMonth: fillMonths(tally.months, period, today),
    earlyReturnDays: tally.earlyReturnDays,
    impactDays: tally.earlyReturnDays + tally.noShowDays,
    impactCount: tally.impactCount,
    impactProportion: tally.completed < SMALLEST_SHARE_BASE ? null : tally.impactCount / tally.completed,
    averageAbsenceDays: mean(tally.absence),
    medianAbsenceDays: tally.absence.median,
    absenceCount: tally.absence.count,
    timing: named(CHECK_TIMINGS, tally.timing, CHECK_TIMINGS),
    // The tile is two-way, doctor's against worker's; the others show when there are any.
    location: named(CHECK_LOCATIONS, tally.location, ['House', 'Office']),
    occurrences: named(CHECK_OCCURRENCES, tally.occurrences, COMPLETED_OCCURRENCES),
    operationalSuccessRate: tally.operationalBase === 0 ? null : tally.operationalSuccess / tally.operationalBase,
    operationalBase: tally.operationalBase,
    averageDistanceKm: mean(tally.distance),
    medianDistanceKm: tally.distance.median,
    distanceCount: tally.distance.count,
    averageCheckMinutes: mean(tally.duration),
    medianCheckMinutes: tally.duration.median,
    durationCount: tally.duration.count,
    openChecks: tally.open,
  };
}

/** The dashboard of these checks. */
export const dashboardOf = (checks: readonly CountedCheck[], period: Period, today: CalendarDay): Dashboard =>
  figuresOf(tallyOf(checks, period), period, today);

/** In the enumeration's order; values of `always` also when nothing was counted. */
function named<Name extends string>(
  names: readonly Name[],
  counted: ReadonlyMap<string, number>,
  always: readonly Name[],
): readonly NameCount<Name>[] {
  return names.map((name) => ({ name, count: counted.get(name) ?? 0 })).filter(({ name, count }) => count > 0 || always.includes(name));
}

/**
 * Every month of the period, from the first check (or the filter's start) to today (or the filter's end), so that a month
 * without checks is seen as one. Never drops a month that has checks.
 */
export function fillMonths(counted: readonly MonthCount[], { from, to }: Period, today: CalendarDay): readonly MonthCount[] {
  const byMonth = new Map(counted.map(({ month, count }) => [month, count]));
  const present = [...byMonth.keys()].toSorted();
  const first = present.at(0);
  const end = maxOf(minOf(to ?? today, today).slice(0, 7), present.at(-1));
  const wanted = from?.slice(0, 7) ?? first;
  if (wanted === undefined) return [];
  const start = minOf(maxOf(wanted, monthBefore(end, MOST_MONTHS - 1)), first);
  const months: MonthCount[] = [];
  for (let month = start; month <= end; month = monthBefore(month, -1)) months.push({ month, count: byMonth.get(month) ?? 0 });
  return months;
}

const minOf = (a: string, b: string | undefined): string => (b !== undefined && b < a ? b : a);
const maxOf = (a: string, b: string | undefined): string => (b !== undefined && b > a ? b : a);

function monthBefore(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | null | undefined): Map<string, number> {
  const result = new Map<string, number>();
  for (const item of items) {
    const name = keyOf(item);
    if (name !== null && name !== undefined) result.set(name, (result.get(name) ?? 0) + 1);
  }
  return result;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  const median = upper === undefined ? null : sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
  return { sum: sum(values), count: values.length, median };
}
