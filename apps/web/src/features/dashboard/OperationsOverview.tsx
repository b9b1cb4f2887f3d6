import { shareOf } from '@checkwell/domain/dashboard/definitions';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../../ui/content/cx.ts';
import { searchOfMonth, useMonthName, useMonthsText, useRanges } from './chart-data.ts';
import { ChartCard } from './charts/ChartCard.tsx';
import { Columns } from './charts/Columns.tsx';
import { Line } from './charts/Line.tsx';
import { ShareBars } from './charts/ShareBars.tsx';
import { type OverviewProps, rowsLink } from './FigureTile.tsx';
import { Overview } from './Overview.tsx';

/** Figures about operations: whether and how fast doctors are found, and how far people travel. */
export function OperationsOverview({ dashboard, search }: OverviewProps) {
  const t = useTranslations('dashboard');
  const enums = useTranslations('enums');
  const format = useFormat();
  const number = (value: number) => format.number(value);
  const percent = (share: number) => format.percent(share);
  const monthName = useMonthName();
  const monthsText = useMonthsText();
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
        {/* A chart over time needs more than one month. */}
        {months.length !== 1 && (
          <ChartCard
            title={t('chart.success.title')}
            text={dashboard ? monthsText(t('chart.success.text'), dashboard) : t('chart.success.text')}
            className="lg:col-span-4 print:col-span-4"
            table={
              dashboard && {
                columns: [t('chart.month'), t('chart.success.ended'), t('chart.success.found'), t('chart.share')],
                rows: !some
                  ? []
                  : months.map(({ month, operational, doctorFound }) => ({
                      label: monthName(month, dashboard.period).label,
                      cells: [format.number(operational), format.number(doctorFound), format.percent(shareOf(doctorFound, operational))],
                      link: rowsLink('operationalSuccessRate', searchOfMonth(month, search, dashboard.period)),
                    })),
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
                  ...monthName(month, dashboard.period),
                  share: shareOf(doctorFound, operational),
                  text:
                    operational === 0
                      ? t('chart.none')
                      : [shareOf(doctorFound, operational)]
                          .flatMap((share) => (share === null ? [] : [format.percent(share)]))
                          .concat(t('tile.part', { part: format.number(doctorFound), n: format.number(operational) }))
                          .join(', '),
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
                    rows:
                      total === 0
                        ? []
                        : shares.map(({ label, value, link }) => ({
                            label,
                            cells: [number(value), format.percent(shareOf(value, total))],
                            ...(link && value > 0 && { link }),
                          })),
                  }
                }
              >
                <ShareBars label={t(`chart.${chart}.title`)} shares={shares} format={number} percent={percent} />
              </ChartCard>
            );
          })}
        </div>
        {(['waiting', 'distances'] as const).map((chart) => {
          const { points, table } = { waiting, distances }[chart];
          return (
            <ChartCard
              key={chart}
              title={t(`chart.${chart}.title`)}
              text={t(`chart.${chart}.text`)}
              className="lg:col-span-3 print:col-span-3"
              table={dashboard && table}
            >
              <Columns
                label={t(`chart.${chart}.title`)}
                series={[{ key: chart, label: t('chart.count'), color: '--chart-confirmed' }]}
                format={number}
                sums
                points={points}
              />
            </ChartCard>
          );
        })}
      </div>
    </Overview>
  );
}
