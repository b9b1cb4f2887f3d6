import { CHECK_TIMINGS, ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { heldFindings } from '@checkwell/domain/check/quality/quality-rules';
import { daysBetween } from '@checkwell/domain/clock';
import { BOARD_TABS, type BoardTab, LISTS } from '@checkwell/domain/lists/lists';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { today } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { STATUS_TONES } from '../../lib/records/status-tones.ts';
import { State } from '../../ui/content/Badge.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../ui/content/TwoLines.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SearchInput } from '../../ui/controls/SearchInput.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../ui/lists/FilterBar.tsx';
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx';
import { chipOf } from '../../ui/lists/filter-chips.ts';
import { ListFilters } from '../../ui/lists/ListFilters.tsx';
import { WithUnreadComments } from '../../ui/lists/UnreadComments.tsx';
import { useListScreen } from '../../ui/lists/use-list-screen.ts';
import { useListView } from '../../ui/lists/use-list-view.tsx';
import { ExhaustedSearches } from './board/ExhaustedSearches.tsx';
import { HeldResults } from './board/HeldResults.tsx';
import { NotTold } from './board/NotTold.tsx';
import { OtherAddress } from './board/OtherAddress.tsx';
import { WaitingComments } from './board/WaitingComments.tsx';
import { firstOf, urgencyOf } from './board-search.ts';
import { boardQuery, type PlanningRow } from './planning.queries.ts';

const route = getRouteApi('/_app/planning/');

/** The planner's board: what needs a doctor, what needs an answer, what is planned. Live. */
export function PlanningScreen() {
  const search = route.useSearch();
  const t = useTranslations('planning', 'checkFields');
  const enums = useTranslations('enums');
  const query = useQuery(boardQuery(search));
  const page = query.data?.checks;
  const tab = search.tab ?? 'plan';
  const list = useListScreen({
    list: LISTS.planning,
    search,
    query,
    page,
    tab: 'tab',
    first: firstOf(tab),
    counted: ({ totalCount, totalCountCapped }) =>
      t(totalCountCapped ? 'common:count.checksCapped' : 'common:count.checks', { count: totalCount }),
  });
  const { narrow, clear } = list;
  const columns = useColumns(tab, search.resultHeld === true);
  const view = useListView('planning', columns);
  const empty = {
    plan: { title: t('board.empty'), text: t('board.emptyText') },
    problem: { title: t('board.emptyProblem'), text: t('board.emptyProblemText') },
    planned: { title: t('board.emptyPlanned'), text: t('board.emptyPlannedText') },
  }[tab];
  const showTab = (next: BoardTab) =>
    narrow({
      tab: next,
      doctorSearch: undefined,
      employeeNotTold: undefined,
      otherAddress: undefined,
      resultHeld: undefined,
      sort: undefined,
      desc: undefined,
    });
  return (
    <Page>
      <PageHeader
        title={t('board.title')}
        actions={
          <>
            <HeldResults />
            <ExhaustedSearches />
            <NotTold />
            <OtherAddress />
            <WaitingComments />
          </>
        }
      />
      <DataTable
        caption={t('board.title')}
        columns={columns}
        hidden={view.hidden}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={({ workerFullName }) => workerFullName}
        rowLink={({ id }) => ({ to: '/planning/$id', params: { id } })}
        {...list.table}
        empty={{
          icon: 'checkCircle',
          ...empty,
          action: (
            <Button onClick={() => showTab(tab === 'plan' ? 'planned' : 'plan')}>
              {t(tab === 'plan' ? 'board.toPlanned' : 'board.toPlan')}
            </Button>
          ),
        }}
        toolbar={
          <FilterBar
            end={view.tools}
            onClear={clear}
            active={[
              ...chipOf(search.q && t('filter.search', { text: search.q }), () => narrow({ q: undefined })),
              ...chipOf(search.checkLocation && enums(`checkLocation.${search.checkLocation}`), () => narrow({ checkLocation: undefined })),
              ...chipOf(search.employeeNotTold && t('board.notTold'), () => narrow({ employeeNotTold: undefined })),
              ...chipOf(search.otherAddress && t('board.otherAddress'), () => narrow({ otherAddress: undefined })),
              ...chipOf(search.resultHeld && t('board.held'), () => narrow({ resultHeld: undefined })),
              ...chipOf(search.doctorSearch && t('doctorSearch.Exhausted'), () => narrow({ doctorSearch: undefined })),
              ...chipOf(search.checkTiming && enums(`checkTiming.${search.checkTiming}`), () => narrow({ checkTiming: undefined })),
            ]}
          >
            <SegmentedControl<BoardTab>
              label={t('board.title')}
              value={tab}
              onChange={showTab}
              options={BOARD_TABS.map((value) => ({
                value,
                label: t(value === 'plan' ? 'board.tabToPlan' : value === 'problem' ? 'board.tabProblem' : 'board.tabPlanned'),
              }))}
            />
            <ListFilters
              count={list.narrowed}
              search={
                <SearchInput
                  value={search.q ?? ''}
                  onChange={(text) => narrow({ q: text || undefined }, true)}
                  label={t('board.search')}
                  placeholder={t('board.search')}
                />
              }
            >
              <FilterSelect
                aria-label={t('checkFields:checkLocation')}
                value={search.checkLocation}
                onChange={(checkLocation) => narrow({ checkLocation })}
                placeholder={t('filter.anyLocation')}
                options={ORDERABLE_LOCATIONS.map((value) => ({ value, label: enums(`checkLocation.${value}`) }))}
              />
              <FilterSelect
                aria-label={t('checkFields:checkTiming')}
                value={search.checkTiming}
                onChange={(checkTiming) => narrow({ checkTiming })}
                placeholder={t('filter.anyTiming')}
                options={CHECK_TIMINGS.map((value) => ({ value, label: enums(`checkTiming.${value}`) }))}
              />
            </ListFilters>
          </FilterBar>
        }
      />
    </Page>
  );
}

/** The columns of a tab. */
function useColumns(tab: BoardTab, held: boolean): readonly Column<PlanningRow>[] {
  const t = useTranslations('planning', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const left = (row: PlanningRow) => {
    const days = daysBetween(today(), row.incapacityEndDate);
    const text = days < 0 ? t('left.over') : days === 0 ? t('left.today') : t('left.days', { count: days });
    return <State tone={urgencyOf(days)}>{text}</State>;
  };
  const columns: Record<'worker' | 'left' | 'status' | 'problem' | 'held' | 'appointment' | 'place' | 'ordered', Column<PlanningRow>> = {
    worker: {
      id: 'worker',
      header: t('column.worker'),
      sortKey: 'workerFullName',
      card: 'title',
      cell: ({ workerFullName, companyName, unreadComments }) => (
        <WithUnreadComments count={unreadComments}>
          <TwoLines beside first={workerFullName} second={companyName} />
        </WithUnreadComments>
      ),
    },
    left: { id: 'left', header: t('column.left'), sortKey: 'incapacityEndDate', width: '10rem', card: 'badge', cell: left },
    status: {
      id: 'status',
      header: t('column.status'),
      width: '9rem',
      card: 'plain',
      cell: ({ status, doctorSearch }) => (
        <span className="flex flex-col items-start gap-1 max-md:flex-row max-md:flex-wrap max-md:gap-x-4">
          <State tone={STATUS_TONES[status]}>{enums(`checkStatus.${status}`)}</State>
          {status === 'Planning' && (doctorSearch === 'Running' || doctorSearch === 'Exhausted') && (
            <State tone={doctorSearch === 'Exhausted' ? 'danger' : 'info'}>{t(`doctorSearch.${doctorSearch}`)}</State>
          )}
        </span>
      ),
    },
    problem: {
      id: 'problem',
      header: t('column.problem'),
      width: '14rem',
      cell: ({ problemReason, problemOwner }) =>
        problemReason &&
        problemOwner && <TwoLines first={enums(`problemReason.${problemReason}`)} second={enums(`problemOwner.${problemOwner}`)} />,
    },
    held: {
      id: 'held',
      header: t('column.held'),
      width: '22rem',
      card: 'plain',
      cell: ({ heldResult, resultAskedAt }) =>
        heldResult && (
          <span className="flex flex-col items-start gap-1">
            <TwoLines
              first={heldFindings(heldResult.findings)
                .map((rule) => enums(`qualityRule.${rule}`))
                .join(' ')}
              second={t(resultAskedAt ? 'held.askedSince' : 'held.since', { moment: format.moment(heldResult.waitsSince) })}
            />
            {heldResult.escalatedAt && <State tone="danger">{t('held.late')}</State>}
          </span>
        ),
    },
    appointment: {
      id: 'appointment',
      header: t('checkFields:appointmentStart'),
      sortKey: 'appointmentStart',
      width: '12rem',
      cell: ({ appointmentStart, doctorFullName }) => <TwoLines first={format.moment(appointmentStart)} second={doctorFullName} />,
    },
    place: {
      id: 'place',
      header: t('checkFields:checkLocation'),
      width: '17rem',
      card: 'plain',
      cell: ({ checkLocation, checkTiming, workerAddress }) => (
        <TwoLines first={`${enums(`checkLocation.${checkLocation}`)} · ${enums(`checkTiming.${checkTiming}`)}`} second={workerAddress} />
      ),
    },
    ordered: {
      id: 'ordered',
      header: t('checkFields:creationDate'),
      sortKey: 'creationDate',
      width: '10rem',
      card: 'hidden',
      cell: ({ creationDate }) => <TwoLines first={format.date(new Date(creationDate))} second={format.relative(creationDate)} />,
    },
  };
  const { worker, status, problem, appointment, place, ordered } = columns;
  if (held) return [worker, columns.held, appointment, { ...place, priority: 'wide' }];
  switch (tab) {
    case 'plan':
      return [worker, columns.left, status, place, ordered];
    case 'problem':
      // On a tablet the worker's column would become too narrow.
      return [worker, columns.left, problem, place, { ...ordered, priority: 'wide' }];
    case 'planned':
      return [worker, appointment, place, columns.left];
  }
}
