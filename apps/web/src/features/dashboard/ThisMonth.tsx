import { headlinesAmong, type Metric } from '@checkwell/domain/dashboard/definitions';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../../ui/content/Icon.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Stat, StatGrid } from '../../ui/content/Stat.tsx';
import type { DashboardQuery } from './dashboard.gql.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { figureIn, type OverviewProps, rowsLink } from './FigureTile.tsx';
import { useFigureTexts } from './use-figure-texts.ts';
import { useMetrics } from './use-metrics.ts';

type Month = DashboardQuery['dashboard']['thisMonth'];
const ARROWS = { up: 'arrowUp', down: 'arrowDown', same: 'minus' } as const;

/** The top of the dashboard: one sentence on this month and three figures with their trend, whatever period is chosen below. */
export function ThisMonth({ dashboard, search }: OverviewProps) {
  const t = useTranslations('dashboard');
  const format = useFormat();
  const texts = useFigureTexts();
  const metrics = headlinesAmong(useMetrics(search));
  const month = dashboard?.thisMonth;
  const of = (metric: Metric) => figureIn(month?.figures, metric);
  const name = month ? format.month(month.period.from) : '';
  const [checks, days] = [of('completedChecks'), of('impactDays')];
  return (
    <section aria-label={t('common:period.month')} className="flex flex-col gap-3">
      <div>
        <p className="min-h-6 text-sm font-semibold max-sm:min-h-10 text-pretty text-fg first-letter:uppercase">
          {checks && days ? (
            t('month.sentence', { month: name, count: checks.value ?? 0, shown: format.number(checks.value), days: texts.text(days) })
          ) : (
            <Skeleton width="min(24rem, 100%)" height="1.25rem" />
          )}
        </p>
        <p className="min-h-4 text-2xs text-muted">{month && t('month.compared', { before: texts.period(month.before.period) })}</p>
      </div>
      {/* On a phone two are beside each other, and the third below them has the whole width. */}
      <StatGrid className="max-sm:*:last:odd:col-span-2 print:grid-cols-3 print:gap-2">
        {metrics.map((metric) => (
          <Headline key={metric} metric={metric} month={month} monthName={name} search={search} />
        ))}
      </StatGrid>
    </section>
  );
}

function Headline({
  metric,
  month,
  monthName,
  search,
}: {
  metric: Metric;
  month: Month | undefined;
  monthName: string;
  search: DashboardSearch;
}) {
  const t = useTranslations('dashboard');
  const texts = useFigureTexts();
  const name = t(`metric.${metric}.name`);
  const figure = figureIn(month?.figures, metric);
  const before = figureIn(month?.before.figures, metric);
  const amount = figure && texts.amount(figure);
  const trend = figure && texts.trend(figure, before);
  const earlier = month ? texts.earlier(before) : '';
  const { from: _from, to: _to, ...filters } = search;
  return (
    <Stat
      label={name}
      value={amount?.value}
      unit={amount?.unit}
      {...(trend && {
        trend: {
          // Neutral, because more is not always better.
          tone: 'neutral',
          text: (
            <span className="inline-flex items-center gap-0.5 align-bottom text-fg">
              <Icon name={ARROWS[trend.direction]} size={12} />
              {trend.text}
            </span>
          ),
        },
      })}
      // Keeps its space while it loads and when there is no earlier figure, so that nothing below moves.
      hint={trend && earlier !== '' ? earlier : <span className="block min-h-[1lh] max-sm:min-h-[2lh]">{earlier}</span>}
      link={{ ...rowsLink(metric, { ...filters, period: 'month' }), label: t('month.rows', { name, month: monthName }) }}
    />
  );
}
