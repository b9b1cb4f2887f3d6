import type { ProtectedField } from '../check/fields.ts';
import { isUnexcusedNoShow } from '../check/result/excuse.ts';
import {
  type CountedCheck,
  doctorWasFound,
  hoursBetween,
  impactDaysFromCheck,
  isCompleted,
  noShowDays,
  periodDays,
  savedDays,
} from './counted-check.ts';
import { type Histogram, histogramOf, meanOf, percentileOf } from './histogram.ts';
import type { Period } from './period.ts';

/**
 * The figures of the dashboard (specification, section 9; definitions of domain.md 4.5), each once. A figure is made of checks: which
 * they are (population and rows), what each of them adds (amount), and what happens to the amounts (kind). `evaluate` is the plain
 * meaning; the server counts the same from sums by month (figures.ts), and tests compare both. Their texts: `dashboard:metric.<name>`.
 */

const isNoShow = ({ checkOccurence }: Pick<CountedCheck, 'checkOccurence'>): boolean => checkOccurence === 'NoShow';
const hasImpact = (check: CountedCheck): boolean => check.earlyReturn || isUnexcusedNoShow(check);

/** Which checks a figure is about, and which of their days the date filter looks at. */
export const POPULATIONS = {
  /** With a result, no-shows included. Day: of the check, else of the archive. */
  completed: { day: 'reportDate', has: isCompleted },
  /** Archived, errors of administration (`Deleted`) left out. Day: of the check, else of the archive. */
  archived: { day: 'reportDate', has: ({ status, checkOccurence }) => status === 'Archived' && checkOccurence !== 'Deleted' },
  /** Ordered, `Deleted` left out. Day: of the order. */
  orders: { day: 'creationDay', has: ({ checkOccurence }) => checkOccurence !== 'Deleted' },
  /** Orders that came to an end and for which a doctor was looked for: not cancelled before one was found. Day: of the order. */
  operational: {
    day: 'creationDay',
    has: ({ status, checkOccurence, doctorFound }) =>
      status === 'Archived' && checkOccurence !== 'Deleted' && (checkOccurence !== 'Cancelled' || doctorFound),
  },
  /** Not archived. Day: of the order. */
  open: { day: 'creationDay', has: ({ status }) => status !== 'Archived' },
} as const satisfies Record<string, { day: 'reportDate' | 'creationDay'; has: (check: CountedCheck) => boolean }>;
export type Population = keyof typeof POPULATIONS;

/** Which checks of its population a figure looks at; the repository holds the same as SQL. */
export const ROWS = {
  all: () => true,
  impact: hasImpact,
  earlyReturn: ({ earlyReturn }) => earlyReturn,
  noShow: isNoShow,
  unexcusedNoShow: isUnexcusedNoShow,
  firstOfPeriod: ({ firstOfPeriod }) => firstOfPeriod,
  disagreement: ({ workerDisagreement }) => workerDisagreement,
  knownLocation: ({ checkLocation }) => checkLocation !== 'Unknown',
  officeDistance: ({ checkLocation, distanceToCheck }) => checkLocation === 'Office' && distanceToCheck !== null,
  officeMinutes: ({ checkLocation, examinationMinutes }) => checkLocation === 'Office' && examinationMinutes !== null,
  examined: ({ examinedFrom }) => examinedFrom !== null,
} as const satisfies Record<string, (check: CountedCheck) => boolean>;
export type RowTest = keyof typeof ROWS;

export const SECTIONS = ['volume', 'absence', 'operations'] as const;
export type DashboardSection = (typeof SECTIONS)[number];

export type Unit = 'checks' | 'days' | 'km' | 'minutes' | 'hours' | 'share' | 'cents';

/**
 * count: how many. sum: amounts together. share: amount is 1 or 0; the part that is 1, hidden below `SMALLEST_SHARE_BASE`.
 * mean: average, the median beside it. median: the half that took least, and the nine tenths. ratio: amounts for each `per`.
 */
export type Kind = 'count' | 'sum' | 'share' | 'mean' | 'median' | 'ratio';

interface Definition {
  readonly section: DashboardSection;
  readonly population: Population;
  readonly rows: RowTest;
  readonly kind: Kind;
  readonly unit: Unit;
  /** A detail of this figure, not a tile of its own. */
  readonly partOf?: string;
  /** What it tells about checks that not everybody may know: the figure is for those who see these fields of all of them. */
  readonly needs?: readonly ProtectedField[];
  /** What one check adds. */
  readonly amount: (check: CountedCheck) => number;
  /** Of a ratio: what one check adds to the other side. */
  readonly per?: (check: CountedCheck) => number;
}

const one = () => 1;
const yes = (test: (check: CountedCheck) => boolean) => (check: CountedCheck) => (test(check) ? 1 : 0);

/** Each figure of the three overviews, in the order of the screen. */
export const METRICS = {
  completedChecks: { section: 'volume', population: 'completed', rows: 'all', kind: 'count', unit: 'checks', amount: one },
  archivedChecks: {
    section: 'volume',
    population: 'archived',
    rows: 'all',
    kind: 'count',
    unit: 'checks',
    partOf: 'completedChecks',
    amount: one,
  },
  orderedChecks: { section: 'volume', population: 'orders', rows: 'all', kind: 'count', unit: 'checks', amount: one },
  openChecks: { section: 'volume', population: 'open', rows: 'all', kind: 'count', unit: 'checks', amount: one },
  cancelRate: {
    section: 'volume',
    population: 'orders',
    rows: 'all',
    kind: 'share',
    unit: 'share',
    amount: yes(({ checkOccurence }) => checkOccurence === 'Cancelled'),
  },
  impactDays: {
    section: 'absence',
    population: 'completed',
    rows: 'impact',
    kind: 'sum',
    unit: 'days',
    amount: (check) => savedDays(check) + noShowDays(check),
  },
  earlyReturnDays: {
    section: 'absence',
    population: 'completed',
    rows: 'earlyReturn',
    kind: 'sum',
    unit: 'days',
    partOf: 'impactDays',
    amount: (check) => savedDays(check),
  },
  noShowDays: {
    section: 'absence',
    population: 'completed',
    rows: 'unexcusedNoShow',
    kind: 'sum',
    unit: 'days',
    partOf: 'impactDays',
    amount: (check) => noShowDays(check),
  },
  impactDaysFromCheck: {
    section: 'absence',
    population: 'completed',
    rows: 'impact',
    kind: 'sum',
    unit: 'days',
    partOf: 'impactDays',
    amount: (check) => impactDaysFromCheck(check),
  },
  impactProportion: { section: 'absence', population: 'completed', rows: 'all', kind: 'share', unit: 'share', amount: yes(hasImpact) },
  averageAbsenceDays: {
    section: 'absence',
    population: 'completed',
    rows: 'firstOfPeriod',
    kind: 'mean',
    unit: 'days',
    amount: (check) => periodDays(check),
  },
  noShowRate: { section: 'absence', population: 'completed', rows: 'all', kind: 'share', unit: 'share', amount: yes(isNoShow) },
  costPerSavedDay: {
    section: 'absence',
    population: 'completed',
    rows: 'all',
    kind: 'ratio',
    unit: 'cents',
    needs: ['companyTotalPrice'],
    amount: ({ companyTotalPrice }) => companyTotalPrice ?? 0,
    per: (check) => savedDays(check) + noShowDays(check),
  },
  alreadyBackRate: {
    section: 'absence',
    population: 'operational',
    rows: 'all',
    kind: 'share',
    unit: 'share',
    amount: yes(({ nonOperableReason }) => nonOperableReason === 'WorkerResumed'),
  },
  disagreements: { section: 'absence', population: 'completed', rows: 'disagreement', kind: 'count', unit: 'checks', amount: one },
  operationalSuccessRate: {
    section: 'operations',
    population: 'operational',
    rows: 'all',
    kind: 'share',
    unit: 'share',
    amount: yes((check) => doctorWasFound(check)),
  },
  optimizedShare: {
    section: 'operations',
    population: 'orders',
    rows: 'all',
    kind: 'share',
    unit: 'share',
    amount: yes(({ checkTiming }) => checkTiming === 'Optimized'),
  },
  doctorLocationShare: {
    section: 'operations',
    population: 'orders',
    rows: 'knownLocation',
    kind: 'share',
    unit: 'share',
    amount: yes(({ checkLocation }) => checkLocation !== 'House'),
  },
  averageDistanceKm: {
    section: 'operations',
    population: 'completed',
    rows: 'officeDistance',
    kind: 'mean',
    unit: 'km',
    amount: ({ distanceToCheck }) => distanceToCheck ?? 0,
  },
  averageCheckMinutes: {
    section: 'operations',
    population: 'completed',
    rows: 'officeMinutes',
    kind: 'mean',
    unit: 'minutes',
    amount: ({ examinationMinutes }) => examinationMinutes ?? 0,
  },
  hoursToCheck: {
    section: 'operations',
    population: 'completed',
    rows: 'examined',
    kind: 'median',
    unit: 'hours',
    amount: ({ creationDate, examinedFrom }) => hoursBetween(creationDate, examinedFrom ?? creationDate),
  },
  hoursToResult: {
    section: 'operations',
    population: 'completed',
    rows: 'all',
    kind: 'median',
    unit: 'hours',
    amount: ({ creationDate, archivedAt }) => hoursBetween(creationDate, archivedAt ?? creationDate),
  },
} as const satisfies Record<string, Definition>;
export type Metric = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as readonly Metric[];
/** The same, for code that goes through all of them. */
export const definitionOf = (metric: Metric): Definition => METRICS[metric];
/** The figures for those who see these protected fields (policy.ts). */
export const metricsWith = (fields: readonly string[]): readonly Metric[] =>
  METRIC_NAMES.filter((metric) => (definitionOf(metric).needs ?? []).every((field) => fields.includes(field)));

/** What a dashboard opens with: how much was done, what it led to, what it cost, or for whoever sees no prices how often it led to something. */
const HEADLINES: readonly Metric[] = ['completedChecks', 'impactDays', 'costPerSavedDay', 'impactProportion'];
const MOST_HEADLINES = 3;
/** The three of them that are for those who get these figures (`metricsWith`). */
export const headlinesAmong = (metrics: readonly Metric[]): readonly Metric[] =>
  HEADLINES.filter((metric) => metrics.includes(metric)).slice(0, MOST_HEADLINES);

/** A share of fewer checks than this says nothing and is not shown (domain.md 4.5). */
export const SMALLEST_SHARE_BASE = 5;

/** A part of a total, 0 to 1; null where the total is too small to speak of shares. */
export const shareOf = (part: number, total: number): number | null => (total < SMALLEST_SHARE_BASE ? null : part / total);

/** One figure; `value` and what goes with it in the metric's unit (shares from 0 to 1, money in cents). */
export interface Figure {
  readonly metric: Metric;
  /** Null: nothing to say, or too few checks for a share. */
  readonly value: number | null;
  /** Checks behind it: exactly those that its list shows. */
  readonly n: number;
  /** Of a share: how many of them. Null when the share is hidden. */
  readonly part: number | null;
  readonly median: number | null;
  /** Nine tenths took at most this. */
  readonly p90: number | null;
}

/** What a figure is made of, however it was added up. */
export interface Parts {
  readonly n: number;
  readonly sum?: number;
  readonly per?: number;
  readonly values?: Histogram;
}

/** The figure of its parts: the formula of each kind, once. */
export function figureOf(metric: Metric, { n, sum = 0, per = 0, values }: Parts): Figure {
  const nothing = { metric, n, part: null, median: null, p90: null };
  const median = values ? percentileOf(values, 0.5) : null;
  const p90 = values ? percentileOf(values, 0.9) : null;
  switch (METRICS[metric].kind) {
    case 'count':
      return { ...nothing, value: n };
    case 'sum':
      return { ...nothing, value: sum };
    case 'share':
      return n < SMALLEST_SHARE_BASE ? { ...nothing, value: null } : { ...nothing, value: sum / n, part: sum };
    case 'ratio':
      return { ...nothing, value: per === 0 ? null : sum / per };
    case 'mean':
      return { ...nothing, value: values ? meanOf(values) : null, median, p90 };
    case 'median':
      return { ...nothing, value: median, median, p90 };
  }
}

/** The checks behind a figure. */
export function rowsOf<Check extends CountedCheck>(metric: Metric, checks: readonly Check[], period: Period): readonly Check[] {
  const { population, rows } = METRICS[metric];
  return checks.filter((check) => counts(check, population, period) && ROWS[rows](check));
}

/** The figure, counted one by one. @param checks of any kind; those that it is not about are left out */
export function evaluate(metric: Metric, checks: readonly CountedCheck[], period: Period): Figure {
  const { amount, per } = definitionOf(metric);
  const rows = rowsOf(metric, checks, period);
  const sum = (amountOf: (check: CountedCheck) => number) => rows.reduce((total, check) => total + amountOf(check), 0);
  return figureOf(metric, { n: rows.length, sum: sum(amount), per: per ? sum(per) : 0, values: histogramOf(rows.map(amount)) });
}

/** Whether a figure of this population counts the check. */
export function counts(check: CountedCheck, population: Population, { from, to }: Period): boolean {
  const { day: column, has } = POPULATIONS[population];
  const day = check[column];
  if (day === null) return has(check) && from === null && to === null;
  return has(check) && (from === null || day >= from) && (to === null || day <= to);
}
