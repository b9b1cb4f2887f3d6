import { definitionOf, type Figure, type Metric } from '@checkwell/domain/dashboard/definitions';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Stat } from '../../ui/content/Stat.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import { Popover } from '../../ui/overlays/Popover.tsx';
import type { DashboardQuery } from './dashboard.gql.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { useFigureTexts } from './use-figure-texts.ts';
import { useMetrics } from './use-metrics.ts';

/** Props of every part of the dashboard; the data is undefined while it loads. */
export interface OverviewProps {
  readonly dashboard: DashboardQuery['dashboard'] | undefined;
  readonly search: DashboardSearch;
}

/** The list of the checks behind a figure, with the filters of the screen. */
export const rowsLink = (metric: Metric, search: DashboardSearch, slice: object = {}) => ({
  to: '/dashboard/$metric',
  params: { metric },
  search: { ...search, ...slice },
});

/** The figure of a metric, where there is one. */
export const figureIn = (figures: readonly Figure[] | undefined, metric: Metric): Figure | undefined =>
  figures?.find((figure) => figure.metric === metric);

/** One figure: its number, the checks that it counts, the previous period, an explanation, and a link to those checks. */
export function FigureTile({ metric, dashboard, search }: OverviewProps & { metric: Metric }) {
  const t = useTranslations('dashboard');
  const texts = useFigureTexts();
  const name = t(`metric.${metric}.name`);
  const figure = figureIn(dashboard?.figures, metric);
  const amount = figure && texts.amount(figure);
  const before = dashboard?.before;
  const hints =
    figure && [texts.detail(figure), before ? texts.before(figure, figureIn(before.figures, metric), before.period) : ''].filter(Boolean);
  const hasDetail = definitionOf(metric).kind !== 'count';
  return (
    <Stat
      label={
        <span className="inline-flex items-start gap-0.5">
          <span>{name}</span>
          <span data-screen-only>
            <Popover
              label={t('tile.explain', { name })}
              className="w-80"
              trigger={(props) => (
                <IconButton
                  {...props}
                  icon="info"
                  size="xs"
                  label={t('tile.explain', { name })}
                  className="relative z-1 -my-1 text-faint"
                />
              )}
            >
              <Explanation metric={metric} figures={dashboard?.figures} search={search} />
            </Popover>
          </span>
        </span>
      }
      value={amount?.value}
      unit={amount?.unit}
      // Keeps its space while it loads; empty when there is no hint.
      hint={
        hints
          ? hints.length > 0 &&
            hints.map((hint) => (
              <span key={hint} className="block">
                {hint}
              </span>
            ))
          : hasDetail && <span className="block min-h-[1lh]" />
      }
      link={{ ...rowsLink(metric, search), label: t('tile.rows', { name }) }}
    />
  );
}

/** What the figure counts, in plain words, and the figures that it is made of. */
function Explanation({ metric, figures, search }: { metric: Metric; figures: readonly Figure[] | undefined; search: DashboardSearch }) {
  const t = useTranslations('dashboard');
  const texts = useFigureTexts();
  const details = useMetrics(search).filter((candidate) => definitionOf(candidate).partOf === metric);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="mb-1 font-semibold">{t(`metric.${metric}.name`)}</p>
        <p className="text-pretty text-muted">{t(`metric.${metric}.definition`)}</p>
      </div>
      {details.length > 0 && (
        <dl className="flex flex-col gap-2 border-t border-line pt-3">
          {details.map((detail) => {
            const figure = figureIn(figures, detail);
            return (
              <div key={detail}>
                <dt className="flex items-baseline justify-between gap-3">
                  <AppLink
                    {...rowsLink(detail, search)}
                    className="inline-flex min-h-6 items-center rounded-xs font-medium text-brand-fg hover:underline"
                  >
                    {t(`metric.${detail}.name`)}
                  </AppLink>
                  <span className="shrink-0 font-semibold tabular-nums">{figure && texts.text(figure)}</span>
                </dt>
                <dd className="text-2xs text-pretty text-muted">{t(`metric.${detail}.definition`)}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </div>
  );
}
