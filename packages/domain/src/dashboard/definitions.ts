import type { ProtectedField } from '../check/fields.ts';
import { isUnexcusedNoShow } from '../check/result/excuse.ts';
import { savedDays } from '../check/result/outcome.ts';
import {
  type CountedCheck,
  doctorWasFound,
  hoursBetween,
  impactDaysFromCheck,
  isCompleted,
  noShowDays,
  periodDays,
} from './counted-check.ts';
import { type Histogram, histogramOf, meanOf, percentileOf } from './histogram.ts';
import type { Period } from './period.ts';

/**
 * The figures of the dashboard (specification, section 9; definitions of domain.md 4.5). A figure is computed from checks: which ones (population and
 * rows), what each adds (amount), and how the amounts are combined (kind). `evaluate` computes it from a list of checks; the server computes the same
 * from monthly sums (figures.ts), and tests compare both. Texts: `dashboard:metric.<name>`.
 */

const isNoShow = ({ checkOccurence }: Pick<CountedCheck, 'checkOccurence'>): boolean => checkOccurence === 'NoShow';
const hasImpact = (check: CountedCheck): boolean => check.earlyReturn || isUnexcusedNoShow(check);

/** The checks that a figure is about, and the day to which the date filter applies. */
export const POPULATIONS = {
  /** With a result, no-shows included. Day: of the check or, without one, of archiving. */
  completed: { day: 'reportDate', has: isCompleted },
  /** Archived, except administrative errors (`Deleted`). Day: of the check or, without one, of archiving. */
  archived: { day: 'reportDate', has: ({ status, checkOccurence }) => status === 'Archived' && checkOccurence !== 'Deleted' },
  /** Ordered, except `Deleted`. Day: of the order. */
  orders: { day: 'creationDay', has: ({ checkOccurence }) => checkOccurence !== 'Deleted' },
  /** Archived, except `Deleted` and those cancelled before a doctor was found. Day: of the order. */
  operational: {
    day: 'creationDay',
    has: ({ status, checkOccurence, doctorFound }) =>
      status === 'Archived' && checkOccurence !== 'Deleted' && (checkOccurence !== 'Cancelled' || doctorFound),
  },
  /** Not archived. Day: of the order. */
  open: { day: 'creationDay', has: ({ status }) => status !== 'Archived' },
} as const satisfies Record<string, { day: 'reportDate' | 'creationDay'; has: (check: CountedCheck) => boolean }>;
export type Population = keyof typeof POPULATIONS;

/** The checks of its population that a figure counts; the server's repository has the same conditions in SQL. */
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
 * count: number of checks. sum: sum of the amounts. share: amounts are 1 or 0, the share of those that are 1, hidden below `MIN_SHARE_BASE` checks.
 * mean: average, with the median. median: median and 90th percentile. ratio: sum of the amounts divided by the sum of `per`.
 */
export type Kind = 'count' | 'sum' | 'share' | 'mean' | 'median' | 'ratio';

interface Definition {
  readonly section: DashboardSection;
  readonly population: Population;
  readonly rows: RowTest;
  readonly kind: Kind;
  readonly unit: Unit;
  /** Shown as a detail of this figure, without a tile of its own. */
  readonly partOf?: string;
  /** The protected fields on which the figure is based: it is shown only to users who see these fields of all checks. */
  readonly needs?: readonly ProtectedField[];
  /** The amount of one check. */
  readonly amount: (check: CountedCheck) => number;
  /** For a ratio: what one check adds to the denominator. */
  readonly per?: (check: CountedCheck) => number;
}

const one = () => 1;
const yes = (test: (check: CountedCheck) => boolean) => (check: CountedCheck) => (test(check) ? 1 : 0);

/** The figures of the three overviews, in the order of the screen. */
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
/** The definition of a figure, with the optional properties that METRICS leaves out. */
export const definitionOf = (metric: Metric): Definition => METRICS[metric];
/** The figures for a user who sees these protected fields (policy.ts). */
export const metricsWith = (fields: readonly string[]): readonly Metric[] =>
  METRIC_NAMES.filter((metric) => (definitionOf(metric).needs ?? []).every((field) => fields.includes(field)));

/** Candidates for the headlines of the dashboard: volume, impact, cost and, for users who do not see prices, how often there was impact. */
const HEADLINES: readonly Metric[] = ['completedChecks', 'impactDays', 'costPerSavedDay', 'impactProportion'];
const MAX_HEADLINES = 3;
/** The headlines among the figures of a user (`metricsWith`), at most three. */
export const headlinesAmong = (metrics: readonly Metric[]): readonly Metric[] =>
  HEADLINES.filter((metric) => metrics.includes(metric)).slice(0, MAX_HEADLINES);

/** A share of fewer checks than this is meaningless and not shown (domain.md 4.5). */
export const MIN_SHARE_BASE = 5;

/** The share of a part in a total, 0 to 1; null: the total is below MIN_SHARE_BASE. */
export const shareOf = (part: number, total: number): number | null => (total < MIN_SHARE_BASE ? null : part / total);

/** One figure; `value`, `median` and `p90` in the unit of the metric (shares from 0 to 1, money in cents). */
export interface Figure {
  readonly metric: Metric;
  /** null: no checks, or too few for a share. */
  readonly value: number | null;
  /** Number of checks counted: exactly those in the list of the figure. */
  readonly n: number;
  /** For a share: its numerator; null if the share is hidden. */
  readonly part: number | null;
  readonly median: number | null;
  /** The 90th percentile. */
  readonly p90: number | null;
}

/** The sums from which a figure is computed. */
export interface Parts {
  readonly n: number;
  readonly sum?: number;
  readonly per?: number;
  readonly values?: Histogram;
}

/** The figure from its sums: the formula of each kind. */
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
      return n < MIN_SHARE_BASE ? { ...nothing, value: null } : { ...nothing, value: sum / n, part: sum };
    case 'ratio':
      return { ...nothing, value: per === 0 ? null : sum / per };
    case 'mean':
      return { ...nothing, value: values ? meanOf(values) : null, median, p90 };
    case 'median':
      return { ...nothing, value: median, median, p90 };
  }
}

/** The checks that a figure counts. */
export function rowsOf<Check extends CountedCheck>(metric: Metric, checks: readonly Check[], period: Period): readonly Check[] {
  const { population, rows } = METRICS[metric];
  return checks.filter((check) => counts(check, population, period) && ROWS[rows](check));
}

/** The figure, computed from single checks. @param checks any checks; those that the figure does not count are ignored */
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
