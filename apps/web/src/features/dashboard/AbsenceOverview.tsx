import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { seriesText, useMonthsText, useRanges, useTimeline } from './chart-data.ts';
import { ChartCard } from './charts/ChartCard.tsx';
import { Columns } from './charts/Columns.tsx';
import type { Series } from './charts/chart-types.ts';
import { type OverviewProps, rowsLink } from './FigureTile.tsx';
import { Overview } from './Overview.tsx';

/** Figures about absence: days concerned by checks, and how long people are away. */
export function AbsenceOverview({ dashboard, search }: OverviewProps) {
  const t = useTranslations('dashboard');
  const format = useFormat();
  const number = (value: number) => format.number(value);
  const timelineOf = useTimeline();
  const monthsText = useMonthsText();
  const timeline = dashboard ? timelineOf(dashboard, search) : [];
  const byDay = (dashboard?.days.length ?? 0) > 0;
  const title = byDay ? t('chart.impactByDay') : t('chart.impact.title');
  const lengths = useRanges('days')(dashboard?.absenceLengths ?? []);
  const series: readonly Series[] = [
    { key: 'earlyReturnDays', label: t('metric.earlyReturnDays.name'), color: '--chart-early' },
    { key: 'noShowDays', label: t('metric.noShowDays.name'), color: '--chart-missed', hatched: true },
  ];
  return (
    <Overview section="absence" dashboard={dashboard} search={search}>
      <div className="grid gap-4 lg:grid-cols-3 print:grid-cols-3 print:gap-2">
        <ChartCard
          title={title}
          text={dashboard && !byDay ? monthsText(t('chart.impact.text'), dashboard) : t('chart.impact.text')}
          className="lg:col-span-2 print:col-span-2"
          table={
            dashboard && {
              columns: [byDay ? t('chart.day') : t('chart.month'), ...series.map(({ label }) => label), t('chart.total')],
              rows: timeline.map(({ label, earlyReturnDays, noShowDays, search: cut }) => ({
                label,
                cells: [earlyReturnDays, noShowDays, earlyReturnDays + noShowDays].map((days) => format.number(days)),
                link: rowsLink('impactDays', cut),
              })),
            }
          }
        >
          <Columns
            label={title}
            series={series}
            format={number}
            height={240}
            points={timeline.map(({ search: cut, earlyReturnDays, noShowDays, ...entry }) => ({
              ...entry,
              values: [earlyReturnDays, noShowDays],
              text: seriesText(series, [earlyReturnDays, noShowDays], (value) => format.days(value)),
              link: rowsLink('impactDays', cut),
            }))}
          />
        </ChartCard>
        <ChartCard title={t('chart.lengths.title')} text={t('chart.lengths.text')} table={dashboard && lengths.table}>
          <Columns
            label={t('chart.lengths.title')}
            series={[{ key: 'lengths', label: t('chart.count'), color: '--chart-confirmed' }]}
            format={number}
            height={268}
            sums
            points={lengths.points}
          />
        </ChartCard>
      </div>
    </Overview>
  );
}
