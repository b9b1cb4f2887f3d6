import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { cx } from '../../ui/cx.ts';
import { searchOfMonth, useMonthName, useRanges } from './chart-data.ts';
import { ChartCard } from './charts/ChartCard.tsx';
import { Columns } from './charts/Columns.tsx';
import { Line } from './charts/Line.tsx';
import { ShareBars } from './charts/ShareBars.tsx';
import { type OverviewProps, rowsLink } from './FigureTile.tsx';
import { Overview } from './Overview.tsx';

/** Whether doctors are found, how fast, and how far people travel. */
export function OperationsOverview({ dashboard, search }: OverviewProps) {
  const t = useWords('dashboard');
  const enums = useWords('enums');
  const format = useFormat();
  const number = (value: number) => format.number(value);
  const percent = (share: number) => format.percent(share);
  const monthName = useMonthName();
  const waiting = useRanges('hours')(dashboard?.waiting ?? []);
  const distances = useRanges('km')(dashboard?.distances ?? []);
  const months = dashboard?.months ?? [];
  const some = months.some(({ operational }) => operational > 0);
  const kinds = [
    {
      chart: 'timing' as const,
      shares: (dashboard?.timing ?? []).map(({ name, count }) => ({
        key: name,
        label: enums(`checkTiming.${name as 'Immediate'}`),
        value: count,
        link: rowsLink('orderedChecks', search, { checkTiming: name }),
      })),
    },
    {
      chart: 'location' as const,
      shares: (dashboard?.location ?? []).map(({ name, count }) => ({
        key: name,
        label: enums(`checkLocation.${name as 'Office'}`),
        value: count,
        link: rowsLink('orderedChecks', search, { checkLocation: name }),
      })),
    },
  ];
  return (
    <Overview section="operations" dashboard={dashboard} search={search}>
      <div className="grid gap-4 lg:grid-cols-6 print:grid-cols-6 print:gap-2">
        {/* One month alone is no course of time: its figure says it all. */}
        {months.length !== 1 && (
          <ChartCard
            title={t('chart.success.title')}
            text={t('chart.success.text')}
            className="lg:col-span-4 print:col-span-4"
            table={
              dashboard && {
                columns: [t('chart.month'), t('chart.success.ended'), t('chart.success.found'), t('chart.share')],
                rows: !some
                  ? []
                  : months.map(({ month, operational, doctorFound }) => [
                      monthName(month).label,
                      format.number(operational),
                      format.number(doctorFound),
                      format.percent(operational === 0 ? null : doctorFound / operational),
                    ]),
              }
            }
          >
            {dashboard && (
              <Line
                label={t('chart.success.title')}
                series={{ key: 'success', label: t('metric.operationalSuccessRate.name'), color: '--chart-confirmed' }}
                format={(share) => format.percent(share)}
                height={300}
                points={months.map(({ month, operational, doctorFound }) => ({
                  key: month,
                  ...monthName(month),
                  share: operational === 0 ? null : doctorFound / operational,
                  text:
                    operational === 0
                      ? t('chart.none')
                      : `${format.percent(doctorFound / operational)}, ${t('tile.part', { part: format.number(doctorFound), n: format.number(operational) })}`,
                  link: rowsLink('operationalSuccessRate', searchOfMonth(month, search, dashboard.period)),
                }))}
              />
            )}
          </ChartCard>
        )}
        <div
          className={cx(
            'gap-4 print:gap-2',
            months.length === 1 ? 'grid sm:grid-cols-2 lg:col-span-6 print:col-span-6' : 'flex flex-col lg:col-span-2 print:col-span-2',
          )}
        >
          {kinds.map(({ chart, shares }) => {
            const total = shares.reduce((sum, { value }) => sum + value, 0);
            return (
              <ChartCard
                key={chart}
                title={t(`chart.${chart}.title`)}
                text={t(`chart.${chart}.text`)}
                table={
                  dashboard && {
                    columns: ['', t('chart.count'), t('chart.share')],
                    rows: total === 0 ? [] : shares.map(({ label, value }) => [label, number(value), percent(value / total)]),
                  }
                }
              >
                <ShareBars label={t(`chart.${chart}.title`)} shares={shares} format={number} percent={percent} />
              </ChartCard>
            );
          })}
        </div>
        <ChartCard
          title={t('chart.waiting.title')}
          text={t('chart.waiting.text')}
          className="lg:col-span-3 print:col-span-3"
          table={dashboard && waiting.table}
        >
          <Columns
            label={t('chart.waiting.title')}
            series={[{ key: 'waiting', label: t('chart.count'), color: '--chart-confirmed' }]}
            format={number}
            sums
            points={waiting.points}
          />
        </ChartCard>
        <ChartCard
          title={t('chart.distances.title')}
          text={t('chart.distances.text')}
          className="lg:col-span-3 print:col-span-3"
          table={dashboard && distances.table}
        >
          <Columns
            label={t('chart.distances.title')}
            series={[{ key: 'distances', label: t('chart.count'), color: '--chart-confirmed' }]}
            format={number}
            sums
            points={distances.points}
          />
        </ChartCard>
      </div>
    </Overview>
  );
}
