import { CHECK_OCCURRENCES, COMMENT_REVIEWS, REPORTED_OCCURRENCES } from '@checkwell/domain/check/enums';
import { countedOccurenceKey, OUTCOME_TONES, outcomeOf, savedDays, tookPlace } from '@checkwell/domain/check/result/outcome';
import { LISTS } from '@checkwell/domain/lists/lists';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listFile } from '../../../lib/api/download.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useOutcomeText } from '../../../lib/records/outcome-text.ts';
import { useCan, useCompany, useSees } from '../../../lib/session/viewer.ts';
import { Badge, StateText } from '../../../ui/content/Badge.tsx';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../../ui/content/TwoLines.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { DownloadMenu } from '../../../ui/documents/DownloadMenu.tsx';
import { useContradiction } from '../../../ui/forms/use-contradiction.tsx';
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import { ListFilters, PersonSearch } from '../../../ui/lists/ListFilters.tsx';
import { SuperiorFilter } from '../../../ui/lists/SuperiorFilter.tsx';
import { useSuperiorChip } from '../../../ui/lists/superior-chip.ts';
import { useListScreen } from '../../../ui/lists/use-list-screen.ts';
import { useListView } from '../../../ui/lists/use-list-view.tsx';
import { type ReportRow, reportsQuery } from '../checks.queries.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { CommonFilters } from './CommonFilters.tsx';
import { useCommonChips } from './common-chips.ts';
import { reportsVariables, without, withoutHiddenSort } from './list-search.ts';

const route = getRouteApi('/_app/reports/');

/** Check reports (specification, section 2). */
export function ReportsScreen() {
  const t = useTranslations('reports', 'checkFields');
  const enums = useTranslations('enums');
  const priced = useSees('companyTotalPrice');
  const search = withoutHiddenSort(route.useSearch(), priced);
  const company = useCompany();
  const query = useQuery(reportsQuery(search, company?.id));
  const page = query.data?.reports;
  const list = useListScreen({
    list: LISTS.reports,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'list.countCapped' : 'list.count', { count: totalCount }),
  });
  const { narrow, clear } = list;
  const columns = useColumns(priced);
  const view = useListView('reports', columns);
  const canExport = useCan('check.export');
  const seesDeleted = useCan('check.delete');
  const readsComments = useCan('check.reviewComment');
  const language = useLanguage();

  const commonChips = useCommonChips(search, narrow);
  const superiorChip = useSuperiorChip(search.superiorId, () => narrow({ superiorId: undefined }));

  return (
    <Page>
      <PageHeader
        title={t('list.title')}
        actions={
          canExport && (
            <DownloadMenu
              formats={['xlsx', 'excelCsv', 'csv']}
              download={(file) => listFile('reports', file, reportsVariables(search, company?.id, 1), language)}
            />
          )
        }
      />
      <DataTable
        caption={t('list.title')}
        toolbar={
          <FilterBar
            end={view.tools}
            active={[
              ...(search.checkOccurence ?? []).map((outcome) => ({
                label: enums(countedOccurenceKey(outcome)),
                onRemove: () => narrow({ checkOccurence: without(search.checkOccurence, outcome) }),
              })),
              ...(search.commentReview ?? []).map((comment) => ({
                label: enums(`commentReview.${comment}`),
                onRemove: () => narrow({ commentReview: without(search.commentReview, comment) }),
              })),
              ...superiorChip,
              ...commonChips,
            ]}
            onClear={clear}
          >
            <ListFilters count={list.narrowed} search={<PersonSearch q={search.q} onNarrow={narrow} />}>
              <ChoiceFilter
                label={t('checkFields:checkOccurence')}
                value={search.checkOccurence}
                onChange={(checkOccurence) => narrow({ checkOccurence })}
                options={(seesDeleted ? CHECK_OCCURRENCES : REPORTED_OCCURRENCES).map((value) => ({
                  value,
                  label: enums(countedOccurenceKey(value)),
                }))}
              />
              {readsComments && (
                <ChoiceFilter
                  label={t('filter.comment')}
                  value={search.commentReview}
                  onChange={(commentReview) => narrow({ commentReview })}
                  options={COMMENT_REVIEWS.map((value) => ({ value, label: enums(`commentReview.${value}`) }))}
                />
              )}
              <SuperiorFilter
                label={t('checkFields:superiorFullName')}
                placeholder={t('common:superior.any')}
                value={search.superiorId}
                onChange={(superiorId) => narrow({ superiorId })}
              />
              <CommonFilters values={search} periodLabel={t('checkFields:checkDate')} onChange={(values) => narrow(values)} />
            </ListFilters>
          </FilterBar>
        }
        columns={columns}
        hidden={view.hidden}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={({ workerFullName, workerExternalId, companyName }) => `${workerFullName} ${company ? workerExternalId : companyName}`}
        rowLink={({ id }) => ({ to: '/reports/$id', params: { id } })}
        {...list.table}
        {...useContradiction(search, () => narrow({ from: undefined, to: undefined }))}
        empty={{
          icon: 'fileText',
          title: t('list.empty'),
          text: t('list.emptyText'),
          action: company ? (
            <LinkButton to="/checks">{t('list.toChecks')}</LinkButton>
          ) : (
            <LinkButton to="/planning">{t('list.toPlanning')}</LinkButton>
          ),
        }}
      />
    </Page>
  );
}

/** @param priced whether the viewer sees prices */
function useColumns(priced: boolean): readonly Column<ReportRow>[] {
  const t = useTranslations('reports', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const outcomeText = useOutcomeText();
  const company = useCompany();
  return [
    {
      id: 'worker',
      header: t('column.worker'),
      sortKey: 'workerFullName',
      width: '11rem',
      card: 'title',
      cell: ({ workerFullName, workerExternalId, companyName }) => (
        <TwoLines first={workerFullName} second={company ? workerExternalId : companyName} />
      ),
    },
    {
      id: 'outcome',
      header: t('checkFields:checkOccurence'),
      sortKey: 'checkOccurence',
      card: 'badge',
      cell: (report) => (
        <span className="flex flex-wrap gap-1">
          <StateText tone={OUTCOME_TONES[outcomeOf(report).key]}>{outcomeText(report)}</StateText>
          {report.commentReview === 'Waiting' && <Badge tone="warning">{t('column.commentWaits')}</Badge>}
        </span>
      ),
    },
    {
      id: 'moment',
      header: t('column.moment'),
      sortKey: 'checkDate',
      width: '9rem',
      cell: (report) => (
        <TwoLines
          first={
            tookPlace(report)
              ? [format.date(report.checkDate), report.checkTime].filter(Boolean).join(', ')
              : format.date(report.archivedAt === null ? null : new Date(report.archivedAt))
          }
          second={enums(`checkLocation.${report.checkLocation}`)}
        />
      ),
    },
    {
      id: 'doctor',
      header: t('checkFields:doctorFullName'),
      sortKey: 'doctorFullName',
      priority: 'wide',
      width: '9rem',
      cell: ({ doctorFullName }) => doctorFullName,
    },
    {
      id: 'newEnd',
      header: t('checkFields:newIncapacityEndDate'),
      sortKey: 'newIncapacityEndDate',
      width: '8.5rem',
      cell: (report) =>
        report.newIncapacityEndDate && (
          <TwoLines
            first={format.date(report.newIncapacityEndDate)}
            second={report.earlyReturn && t('column.earlyReturn', { days: format.days(savedDays(report)) })}
          />
        ),
    },
    ...(priced
      ? [
          {
            id: 'price',
            header: t('column.price'),
            sortKey: 'companyTotalPrice',
            align: 'end' as const,
            width: '6rem',
            cell: ({ companyTotalPrice }: ReportRow) => format.money(companyTotalPrice),
          },
        ]
      : []),
  ];
}
