import { definitionOf, type Figure, METRICS, MIN_SHARE_BASE, type Unit } from '@checkwell/domain/dashboard/definitions';
import type { RangeCount } from '@checkwell/domain/dashboard/figures';
import type { Period } from '@checkwell/domain/dashboard/period';
import { type Formats, NOTHING } from './formats.ts';
import type { Translator } from './translator.ts';

/** Texts of the dashboard's figures, the same on screens, in files and in e-mails. */
type DashboardTranslator = Translator<'dashboard'>;
type Numbers = Pick<Formats, 'number' | 'percent' | 'money' | 'dateRange' | 'date'>;

/** Waiting times of this many hours or more are shown in days. */
const HOURS_AS_DAYS = 48;

export interface AmountText {
  readonly value: string;
  /** Empty where the value already contains it (`23.5%`, `€45.20`) or needs none. */
  readonly unit: string;
}

/** A number and its unit as separate texts, so that a tile can show the unit smaller. @param digits decimals; used for means only */
export function amountText(amount: number | null, unit: Unit, t: DashboardTranslator, formats: Numbers, digits = 0): AmountText {
  if (amount === null) return { value: NOTHING, unit: '' };
  switch (unit) {
    case 'checks':
      return { value: formats.number(amount), unit: '' };
    case 'share':
      return { value: formats.percent(amount), unit: '' };
    case 'cents':
      return { value: formats.money(Math.round(amount)), unit: '' };
    case 'days':
      return { value: formats.number(amount, digits), unit: t('unit.days', { count: amount }) };
    case 'hours':
      return amount < HOURS_AS_DAYS
        ? { value: formats.number(amount), unit: t('unit.hours') }
        : { value: formats.number(amount / 24, 1), unit: t('unit.days', { count: amount / 24 }) };
    case 'km':
      return { value: formats.number(amount, digits), unit: t('unit.km') };
    case 'minutes':
      return { value: formats.number(amount, digits), unit: t('unit.minutes') };
  }
}

const withUnit = ({ value, unit }: AmountText): string => (unit ? `${value}\u00a0${unit}` : value);

/** Means have one decimal; counts and sums are whole numbers. */
const digitsOf = (metric: Figure['metric']): number => (definitionOf(metric).kind === 'mean' ? 1 : 0);

/** `23.4%`, `12.4 km`, `1,234 days`: the figure with its unit as one text. */
export const figureText = (figure: Figure, t: DashboardTranslator, formats: Numbers): string => withUnit(figureAmount(figure, t, formats));

/** The figure and its unit as separate texts. The unit of some shares says what they are a share of (`68% optimised`). */
export function figureAmount({ metric, value }: Figure, t: DashboardTranslator, formats: Numbers): AmountText {
  const text = amountText(value, definitionOf(metric).unit, t, formats, digitsOf(metric));
  if (value === null) return text;
  if (metric === 'optimizedShare' || metric === 'doctorLocationShare') return { ...text, unit: t(`metric.${metric}.unit`) };
  return text;
}

/** The line under a figure: the number of cases, the median or the 90th percentile; or why no value is shown. */
export function figureDetail(figure: Figure, t: DashboardTranslator, formats: Numbers): string {
  const { metric, n, part, median, p90, value } = figure;
  const { kind, unit } = METRICS[metric];
  const base = metric === 'averageAbsenceDays' ? t('tile.periods', { count: n, shown: formats.number(n) }) : checks(n, t, formats);
  switch (kind) {
    case 'count':
      return '';
    case 'share':
      if (value === null) return t('tile.hidden', { least: MIN_SHARE_BASE });
      return t('tile.part', { part: formats.number(part), n: checks(n, t, formats) });
    case 'mean':
      return n === 0 ? base : `${base} · ${t('tile.median', { value: withUnit(amountText(median, unit, t, formats, 1)) })}`;
    case 'median':
      return n === 0 ? base : `${base} · ${t('tile.p90', { value: withUnit(amountText(p90, unit, t, formats)) })}`;
    case 'sum':
    case 'ratio':
      return base;
  }
}

const checks = (n: number, t: DashboardTranslator, formats: Numbers): string => t('tile.n', { count: n, shown: formats.number(n) });

/** The same figure of the previous period, and the change since then: `1 – 21 Oct 2026: 1,102 (+12%)`. Empty when there is nothing to compare. */
export function beforeText(figure: Figure, before: Figure | undefined, period: Period, t: DashboardTranslator, formats: Numbers): string {
  const { metric } = figure;
  // Nearly all checks ordered in the previous period are closed by now, so their number of open checks cannot be compared.
  if (before === undefined || before.value === null || metric === 'openChecks') return '';
  const value = withUnit(amountText(before.value, definitionOf(metric).unit, t, formats, digitsOf(metric)));
  const shown = { period: formats.dateRange(period.from, period.to), value };
  const change = changeText(figure, before.value, t, formats);
  return change === '' ? t('tile.before', shown) : t('tile.beforeChange', { ...shown, change });
}

/** The change since the previous period, `+12%`, and its direction; null when there is nothing to compare. */
export function trendOf(
  figure: Figure,
  before: Figure | undefined,
  t: DashboardTranslator,
  formats: Numbers,
): { readonly text: string; readonly direction: 'up' | 'down' | 'same' } | null {
  const text = before === undefined || before.value === null ? '' : changeText(figure, before.value, t, formats);
  if (text === '') return null;
  return { text, direction: text.startsWith('+') ? 'up' : text.startsWith('−') ? 'down' : 'same' };
}

/** `vs 1,102`: the value of the previous period, for lists whose heading names that period once. Empty when it has no value. */
export function earlierText(before: Figure | undefined, t: DashboardTranslator, formats: Numbers): string {
  if (before === undefined || before.value === null) return '';
  return t('month.earlier', { value: figureText(before, t, formats) });
}

const signOf = (change: number): string => (change > 0 ? '+' : change < 0 ? '−' : '±');

function changeText({ metric, value }: Figure, before: number, t: DashboardTranslator, formats: Numbers): string {
  if (value === null) return '';
  if (definitionOf(metric).unit === 'share') {
    const points = Math.round((value - before) * 1000) / 10;
    return t('tile.points', { points: signOf(points) + formats.number(Math.abs(points), 1) });
  }
  if (before === 0) return '';
  const change = Math.round(((value - before) / before) * 100) / 100;
  return signOf(change) + formats.percent(Math.abs(change), 0);
}

/** `3 – 14 Nov 2026`, `From 3 Nov 2026`, `All time`. */
export function periodText({ from, to }: Period, t: DashboardTranslator, formats: Numbers): string {
  if (from === null) return t('period.all');
  return to === null ? t('period.from', { from: formats.date(from) }) : formats.dateRange(from, to);
}

/** `2–3 days`, `12–24 h`, `More than 30 km`. `to` is exclusive: of days, which are whole numbers, the last one is `to - 1`. */
export function rangeText({ from, to }: RangeCount, unit: 'days' | 'hours' | 'km', t: DashboardTranslator): string {
  switch (unit) {
    case 'days':
      if (to === null) return t('range.daysMore', { from: from - 1 });
      return to - from === 1 ? t('range.day', { from }) : t('range.days', { from, to: to - 1 });
    case 'hours':
      if (to === null) return t('range.daysMore', { from: from / 24 });
      return from < HOURS_AS_DAYS ? t('range.hours', { from, to }) : t('range.waitDays', { from: from / 24, to: to / 24 });
    case 'km':
      return to === null ? t('range.kmMore', { from }) : t('range.km', { from, to });
  }
}
