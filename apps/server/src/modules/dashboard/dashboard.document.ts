import { countedOccurenceKey } from '@checkwell/domain/check/result/outcome';
import { definitionOf, type Figure, METRICS, type Metric, SECTIONS, shareOf, type Unit } from '@checkwell/domain/dashboard/definitions';
import type { RangeCount } from '@checkwell/domain/dashboard/figures';
import type { InterfaceLanguage } from '@checkwell/messages';
import type { EnumKey } from '@checkwell/messages/completeness';
import { beforeText, figureDetail, figureText, periodText, rangeText } from '@checkwell/messages/dashboard';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { DashboardView } from './dashboard.service.ts';

/** What a report is about, besides its figures. */
export interface ReportSubject {
  /** Null: all companies of the reader. */
  readonly companyName: string | null;
  /** Only a part of the companies' checks, see `dashboard:ownScope` and `ownScopeOf`. */
  readonly ownScope: boolean;
  /** Who sends it to others; absent: its reader takes it. */
  readonly sender?: string;
  readonly now: Date;
}

/** A cell of a table: as a person reads it, and as a program counts with it (null: words). */
export interface Cell {
  readonly text: string;
  readonly value: number | null;
}

export interface FigureLine {
  readonly metric: Metric;
  readonly name: string;
  readonly text: string;
  readonly detail: string;
  readonly before: string;
  readonly definition: string;
  readonly figure: Figure;
  readonly earlier: Figure | undefined;
  readonly unit: string;
}

export interface DocumentTable {
  readonly title: string;
  /** The first names the line, the others its numbers. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [label: string, ...cells: Cell[]])[];
}

/** A number over time. */
interface DocumentTrend {
  readonly title: string;
  readonly points: readonly { readonly label: string; readonly value: number; readonly text: string }[];
}

/** The dashboard in words of one language: what PDF, workbook and mail show in their own form. */
export interface DashboardDocument {
  readonly title: string;
  readonly subtitle: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly {
    readonly title: string;
    readonly figures: readonly FigureLine[];
    readonly tables: readonly DocumentTable[];
  }[];
  /** Month by month, from the first to the last. */
  readonly trends: readonly DocumentTrend[];
  readonly source: string;
}

export function documentOf(
  view: DashboardView,
  { companyName, ownScope, sender, now }: ReportSubject,
  language: InterfaceLanguage,
): DashboardDocument {
  const t = getTranslator(language, 'dashboard');
  const enums = getTranslator(language, 'enums') as (key: EnumKey) => string;
  const formats = formatsIn(language);
  const { before } = view;
  const period = periodText(view.period, t, formats);
  const company = companyName ?? t('allCompanies');
  const number = (value: number): Cell => ({ text: formats.number(value), value });
  const percent = (value: number | null): Cell => ({
    text: formats.percent(value),
    value: value === null ? null : Math.round(value * 1000) / 10,
  });

  const lineOf = (figure: Figure): FigureLine => {
    const { metric } = figure;
    const earlier = before?.figures.find((candidate) => candidate.metric === metric);
    return {
      metric,
      figure,
      earlier,
      name: t(`metric.${metric}.name`),
      text: figureText(figure, t, formats),
      detail: figureDetail(figure, t, formats),
      before: before ? beforeText(figure, earlier, before.period, t, formats) : '',
      definition: t(`metric.${metric}.definition`),
      unit: unitName(metric),
    };
  };
  const UNITS: Readonly<Record<Unit, string>> = {
    checks: t('unit.checks'),
    days: t('unit.days', { count: 2 }),
    km: t('unit.km'),
    minutes: t('unit.minutes'),
    hours: t('unit.hours'),
    share: t('unit.percent'),
    cents: t('unit.euro'),
  };
  const unitName = (metric: Metric): string => UNITS[definitionOf(metric).unit];

  const counted = (title: string, rows: readonly (readonly [string, number])[]): DocumentTable => {
    const total = rows.reduce((sum, [, count]) => sum + count, 0);
    return {
      title,
      columns: ['', t('chart.count'), t('chart.share')],
      rows: rows.map(([label, count]) => [label, number(count), percent(shareOf(count, total))]),
    };
  };
  const ranged = (title: string, ranges: readonly RangeCount[], unit: Parameters<typeof rangeText>[1]) =>
    counted(
      title,
      ranges.map((range) => [rangeText(range, unit, t), range.count]),
    );
  const results = [t('result.confirmed'), t('result.earlyReturn'), t('result.noShow'), t('chart.total')];
  const resultCells = ({ confirmed, earlyReturn, noShow }: { confirmed: number; earlyReturn: number; noShow: number }): Cell[] => [
    number(confirmed),
    number(earlyReturn),
    number(noShow),
    number(confirmed + earlyReturn + noShow),
  ];
  const monthName = (month: string): string => formats.month(`${month}-01`);
  const TABLES: Readonly<Record<(typeof SECTIONS)[number], readonly DocumentTable[]>> = {
    volume: [
      {
        title: t('chart.days.title'),
        columns: [t('chart.day'), ...results],
        rows: view.days.map((day) => [formats.date(day.day), ...resultCells(day)]),
      },
      {
        title: t('chart.months.title'),
        columns: [t('chart.month'), ...results],
        rows: view.months.map((month) => [monthName(month.month), ...resultCells(month)]),
      },
      counted(
        t('chart.outcomes.title'),
        view.outcomes.map(({ name, count }) => [enums(countedOccurenceKey(name)), count]),
      ),
      {
        title: t('chart.weekdays.title'),
        columns: [t('chart.weekday'), ...results],
        rows: view.weekdays.map((weekday) => [weekdayName(weekday.weekday, language), ...resultCells(weekday)]),
      },
      {
        title: t('chart.provinces.title'),
        columns: [t('chart.province'), ...results, t('metric.impactProportion.name')],
        rows: view.provinces
          .filter(({ count }) => count > 0)
          .map((row) => [enums(`province.${row.province}`), ...resultCells(row), percent(row.impactProportion)]),
      },
    ],
    absence: [
      {
        title: t('chart.impact.title'),
        columns: [t('chart.month'), t('metric.earlyReturnDays.name'), t('metric.noShowDays.name'), t('chart.total')],
        rows: view.months.map(({ month, earlyReturnDays, noShowDays }) => [
          monthName(month),
          number(earlyReturnDays),
          number(noShowDays),
          number(earlyReturnDays + noShowDays),
        ]),
      },
      ranged(t('chart.lengths.title'), view.absenceLengths, 'days'),
    ],
    operations: [
      {
        title: t('chart.success.title'),
        columns: [t('chart.month'), t('chart.success.ended'), t('chart.success.found'), t('chart.share')],
        rows: view.months.map(({ month, operational, doctorFound }) => [
          monthName(month),
          number(operational),
          number(doctorFound),
          percent(shareOf(doctorFound, operational)),
        ]),
      },
      counted(
        t('chart.timing.title'),
        view.timing.map(({ name, count }) => [enums(`checkTiming.${name}`), count]),
      ),
      counted(
        t('chart.location.title'),
        view.location.map(({ name, count }) => [enums(`checkLocation.${name}`), count]),
      ),
      ranged(t('chart.waiting.title'), view.waiting, 'hours'),
      ranged(t('chart.distances.title'), view.distances, 'km'),
    ],
  };

  const trends: readonly DocumentTrend[] = [
    {
      title: t('chart.months.title'),
      points: view.months.map(({ month, confirmed, earlyReturn, noShow }) => {
        const value = confirmed + earlyReturn + noShow;
        return { label: monthName(month), value, text: formats.number(value) };
      }),
    },
    {
      title: t('chart.success.title'),
      // A month without an ended order has no share, which is not a share of nothing.
      points: view.months.flatMap(({ month, operational, doctorFound }) => {
        const value = shareOf(doctorFound, operational);
        return value === null ? [] : [{ label: monthName(month), value, text: formats.percent(value) }];
      }),
    },
  ];

  return {
    title: t('document.title'),
    subtitle: `${company} · ${period}`,
    facts: [
      [t('document.company'), company],
      ...(view.superiorFullName === null ? [] : [[t('document.superior'), view.superiorFullName] as const]),
      [t('document.period'), period],
      ...(before ? [[t('document.compared'), periodText(before.period, t, formats)] as const] : []),
      // What is the sender's is not "yours" to somebody else.
      ...(ownScope ? [[t('document.scope'), sender === undefined ? t('ownScope') : t('ownScopeOf', { sender })] as const] : []),
    ],
    sections: SECTIONS.map((section) => ({
      title: t(`section.${section}`),
      figures: view.figures.filter(({ metric }) => METRICS[metric].section === section).map(lineOf),
      tables: TABLES[section].filter(({ rows }) => rows.length > 0),
    })),
    trends: trends.filter(({ points }) => points.length > 1),
    source: t('document.source', { moment: formats.dateTime(now) }),
  };
}

/** `Monday`; @param weekday 1 = Monday */
function weekdayName(weekday: number, language: InterfaceLanguage): string {
  // 5 January 2026 was a Monday.
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 0, 4 + weekday)));
}
