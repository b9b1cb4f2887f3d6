import { countedOccurenceKey, occurenceKey } from '@checkwell/domain/check/result/outcome';
import { definitionOf, type Figure, type Metric } from '@checkwell/domain/dashboard/definitions';
import { amountText } from '@checkwell/messages/dashboard';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../../lib/api/pages.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { useCompany } from '../../lib/session/viewer.ts';
import { Badge, StateText } from '../../ui/content/Badge.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../ui/content/TwoLines.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { type Column, DataTable, tableStatus } from '../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../ui/lists/FilterBar.tsx';
import { useWeekdayName } from './chart-data.ts';
import type { DashboardRowsQuery } from './dashboard.gql.ts';
import { dashboardQuery, rowsQuery } from './dashboard.queries.ts';
import { daysError, filtersOf, type SliceSearch, sliceOf } from './dashboard-search.ts';
import { useFigureTexts } from './use-figure-texts.ts';

const route = getRouteApi('/_app/dashboard/$metric');
type Row = DashboardRowsQuery['dashboardRows']['nodes'][number];

/**
 * The checks behind a figure of the dashboard, and what each adds to it. Without `useListScreen`: the dashboard gives the filters, the
 * figure the order, and there are no search, sort or saved views.
 */
export function RowsScreen({ metric }: { metric: Metric }) {
  const t = useTranslations('dashboard');
  const messageText = useMessageText();
  const texts = useFigureTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const company = useCompany();
  const filters = filtersOf(search);
  const slice = sliceOf(search);
  const query = useQuery(rowsQuery(metric, search, company?.id));
  const { data } = useQuery(dashboardQuery(filters, company?.id));
  const periodError = daysError(filters);
  const page = query.data?.dashboardRows;
  const pages = usePages(search.after, page, query);
  const columns = useColumns(metric);
  const name = t(`metric.${metric}.name`);
  const figure = data?.dashboard.figures.find((candidate) => candidate.metric === metric);
  const parts = useParts(slice);
  const total = page && { count: page.totalCount };
  return (
    <Page>
      <PageHeader
        back={{ to: '/dashboard', search: { ...filters }, label: t('title') }}
        title={name}
        subtitle={[data && texts.period(data.dashboard.period), data?.dashboard.superiorFullName].filter(Boolean).join(' · ')}
        badge={parts.length === 0 && figure && <FigureBadge figure={figure} />}
      >
        <p className="max-w-3xl text-xs text-pretty text-muted">{t(`metric.${metric}.definition`)}</p>
      </PageHeader>
      <DataTable
        caption={name}
        {...(parts.length > 0 && {
          toolbar: (
            <FilterBar
              active={parts.map(({ key, label }) => ({
                label: t('rows.part', { part: label }),
                onRemove: () => void navigate({ search: (old) => ({ ...old, [key]: undefined, after: undefined }) }),
              }))}
            />
          ),
        })}
        columns={columns}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLink={({ id, status }) =>
          status === 'Archived' ? { to: '/reports/$id', params: { id } } : { to: '/checks/$id', params: { id } }
        }
        {...tableStatus(query)}
        {...(periodError && {
          contradiction: {
            title: messageText(`validation:${periodError}`),
            action: (
              <LinkButton to="/dashboard" search={filters}>
                {t('rows.back')}
              </LinkButton>
            ),
          },
        })}
        empty={{
          icon: 'chart',
          title: t('rows.empty'),
          text: t('rows.emptyText'),
          action: (
            <LinkButton to="/dashboard" search={filters}>
              {t('rows.back')}
            </LinkButton>
          ),
        }}
        pager={{
          ...pages,
          summary: total && (page.totalCountCapped ? t('common:count.checksCapped', total) : t('common:count.checks', total)),
        }}
      />
    </Page>
  );
}

function FigureBadge({ figure }: { figure: Figure }) {
  const texts = useFigureTexts();
  const detail = texts.detail(figure);
  return (
    <Badge tone="brand">
      {texts.text(figure)}
      {detail && ` · ${detail}`}
    </Badge>
  );
}

/** The parts of a chart that the address names, in texts. */
function useParts(slice: SliceSearch): readonly { readonly key: keyof SliceSearch; readonly label: string }[] {
  const t = useTranslations('dashboard');
  const enums = useTranslations('enums');
  const weekdayName = useWeekdayName();
  const { result, checkOccurence, checkTiming, checkLocation, province, weekday } = slice;
  return [
    ...(result ? [{ key: 'result' as const, label: t(`result.${result}`) }] : []),
    ...(checkOccurence ? [{ key: 'checkOccurence' as const, label: enums(countedOccurenceKey(checkOccurence)) }] : []),
    ...(checkTiming ? [{ key: 'checkTiming' as const, label: enums(`checkTiming.${checkTiming}`) }] : []),
    ...(checkLocation ? [{ key: 'checkLocation' as const, label: enums(`checkLocation.${checkLocation}`) }] : []),
    ...(province ? [{ key: 'province' as const, label: enums(`province.${province}`) }] : []),
    ...(weekday ? [{ key: 'weekday' as const, label: weekdayName(weekday, 'long') }] : []),
  ];
}

function useColumns(metric: Metric): readonly Column<Row>[] {
  const t = useTranslations('dashboard');
  const enums = useTranslations('enums');
  const format = useFormat();
  const { population, kind, unit } = definitionOf(metric);
  const byOrder = population === 'orders' || population === 'operational' || population === 'open';
  const amount = (value: number): string => {
    const text = amountText(value, unit, t, format, unit === 'km' ? 1 : 0);
    return text.unit ? `${text.value}\u00a0${text.unit}` : text.value;
  };
  return [
    {
      id: 'worker',
      header: t('rows.column.worker'),
      card: 'title',
      cell: ({ workerFullName, workerExternalId, companyName }) => (
        <TwoLines first={workerFullName} second={workerExternalId || companyName} />
      ),
    },
    {
      id: 'date',
      header: byOrder ? t('rows.ordered') : t('rows.column.date'),
      width: '10.5rem',
      cell: ({ creationDate, reportDate }) => (
        <TwoLines
          first={format.date(byOrder ? new Date(creationDate) : reportDate)}
          second={byOrder ? undefined : `${t('rows.ordered')} ${format.date(new Date(creationDate))}`}
        />
      ),
    },
    {
      id: 'period',
      header: t('rows.column.period'),
      cell: ({ incapacityStartDate, incapacityEndDate, newIncapacityEndDate, earlyReturn }) => (
        <TwoLines
          first={format.dateRange(incapacityStartDate, incapacityEndDate)}
          second={earlyReturn && newIncapacityEndDate ? t('rows.until', { day: format.date(newIncapacityEndDate) }) : undefined}
        />
      ),
    },
    {
      id: 'outcome',
      header: t('rows.column.outcome'),
      card: 'badge',
      cell: ({ checkOccurence, checkLocation, earlyReturn }) =>
        checkOccurence === null ? (
          <StateText tone="info">{t('rows.open')}</StateText>
        ) : (
          <StateText tone={earlyReturn ? 'success' : checkOccurence === 'NoShow' ? 'warning' : 'neutral'}>
            {earlyReturn ? t('result.earlyReturn') : enums(occurenceKey(checkOccurence, checkLocation))}
          </StateText>
        ),
    },
    {
      id: 'type',
      header: t('rows.column.type'),
      priority: 'wide',
      cell: ({ checkTiming, checkLocation }) => (
        <TwoLines first={enums(`checkTiming.${checkTiming}`)} second={enums(`checkLocation.${checkLocation}`)} />
      ),
    },
    ...(kind === 'count'
      ? []
      : [
          {
            id: 'amount',
            header: t('rows.column.amount'),
            align: 'end' as const,
            width: '9rem',
            cell: (row: Row) =>
              kind === 'share'
                ? t(row.amount === 1 ? 'rows.yes' : 'rows.no')
                : kind === 'ratio'
                  ? t('rows.perDay', { cost: amount(row.amount), days: format.days(row.per) })
                  : amount(row.amount),
          },
        ]),
  ];
}
