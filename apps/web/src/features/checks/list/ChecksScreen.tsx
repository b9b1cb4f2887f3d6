import { OPEN_STATUSES } from '@checkwell/domain/check/enums';
import { lengthInDays } from '@checkwell/domain/clock';
import { LISTS } from '@checkwell/domain/lists/lists';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCan, useCompany } from '../../../lib/session/viewer.ts';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../../ui/content/TwoLines.tsx';
import type { ButtonVariant } from '../../../ui/controls/Button.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { useContradiction } from '../../../ui/forms/use-contradiction.tsx';
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import { ListFilters, PersonSearch } from '../../../ui/lists/ListFilters.tsx';
import { WithUnreadComments } from '../../../ui/lists/UnreadComments.tsx';
import { useListScreen } from '../../../ui/lists/use-list-screen.ts';
import { useListView } from '../../../ui/lists/use-list-view.tsx';
import { LazyDialog, lazy } from '../../../ui/overlays/lazy.tsx';
import type { MenuItem } from '../../../ui/overlays/Menu.tsx';
import { CheckStatusText } from '../CheckStatusText.tsx';
import { whenOf } from '../check-display.ts';
import { type CheckRow, checksQuery } from '../checks.queries.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { CommonFilters } from './CommonFilters.tsx';
import { useChangedRows } from './changed-rows.ts';
import { useCommonChips } from './common-chips.ts';
import { without } from './list-search.ts';

/** The forms and rules of the dialogs are as large as the list, so they load when a dialog is opened. */
const MODIFY = lazy(async () => (await import('../change/ModifyDialog.tsx')).ModifyDialog);
const CANCEL = lazy(async () => (await import('../change/CancelDialog.tsx')).CancelDialog);

const route = getRouteApi('/_app/checks/');

/** Checks in progress (specification, section 2). */
export function ChecksScreen() {
  const t = useTranslations('checks');
  const enums = useTranslations('enums');
  const search = route.useSearch();
  const company = useCompany();
  const canOrder = useCan('check.order');
  const query = useQuery(checksQuery(search, company?.id));
  const page = query.data?.checks;
  const list = useListScreen({
    list: LISTS.checks,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) =>
      t(totalCountCapped ? 'common:count.checksCapped' : 'common:count.checks', { count: totalCount }),
  });
  const { narrow, clear } = list;
  const changed = useChangedRows(JSON.stringify([search, company?.id]), query.isPlaceholderData ? undefined : page?.nodes);
  const commonChips = useCommonChips(search, narrow);
  const columns = useColumns(changed);
  const view = useListView('checks', columns);
  const [open, setOpen] = useState<{ readonly action: 'modify' | 'cancel'; readonly id: string } | null>(null);

  const createBy = (variant: ButtonVariant) =>
    canOrder && (
      <LinkButton to="/checks/new" variant={variant} icon="plus">
        {t('list.create')}
      </LinkButton>
    );

  return (
    <Page>
      <PageHeader title={t('list.title')} actions={createBy('primary')} />
      <DataTable
        className="[&_tr]:transition-colors [&_tr]:duration-700 [&_tr:has([data-changed])]:bg-brand-soft"
        caption={t('list.title')}
        toolbar={
          <FilterBar
            end={view.tools}
            active={[
              ...(search.status ?? []).map((status) => ({
                label: enums(`checkStatus.${status}`),
                onRemove: () => narrow({ status: without(search.status, status) }),
              })),
              ...commonChips,
            ]}
            onClear={clear}
          >
            <ListFilters count={list.narrowed} search={<PersonSearch q={search.q} onNarrow={narrow} />}>
              <ChoiceFilter
                label={t('filter.status')}
                value={search.status}
                onChange={(status) => narrow({ status })}
                options={OPEN_STATUSES.map((value) => ({ value, label: enums(`checkStatus.${value}`) }))}
              />
              <CommonFilters values={search} periodLabel={t('filter.period')} onChange={(values) => narrow(values)} />
            </ListFilters>
          </FilterBar>
        }
        columns={columns}
        hidden={view.hidden}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={({ workerFullName, workerExternalId, companyName }) => `${workerFullName} ${company ? workerExternalId : companyName}`}
        rowLink={({ id }) => ({ to: '/checks/$id', params: { id } })}
        rowActions={(row) => actionsOf(row)}
        {...list.table}
        {...useContradiction(search, () => narrow({ from: undefined, to: undefined }))}
        empty={{ icon: 'clipboard', title: t('list.empty'), text: t('list.emptyText'), action: createBy('secondary') }}
      />
      {open && (
        <LazyDialog
          key={open.action}
          dialog={open.action === 'modify' ? MODIFY : CANCEL}
          props={{ id: open.id, onClose: () => setOpen(null) }}
        />
      )}
    </Page>
  );

  function actionsOf({ id, availableActions }: CheckRow): readonly MenuItem[] {
    return [
      ...(availableActions.includes('modify')
        ? [{ label: t('action.modify'), icon: 'edit' as const, onSelect: () => setOpen({ action: 'modify', id }) }]
        : []),
      ...(availableActions.includes('cancel')
        ? [{ label: t('action.cancel'), icon: 'xCircle' as const, danger: true, onSelect: () => setOpen({ action: 'cancel', id }) }]
        : []),
    ];
  }
}

function useColumns(changed: ReadonlySet<string>): readonly Column<CheckRow>[] {
  const t = useTranslations('checks', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const company = useCompany();
  return [
    {
      id: 'worker',
      header: t('column.worker'),
      sortKey: 'workerFullName',
      card: 'title',
      cell: ({ workerFullName, workerExternalId, companyName, unreadComments }) => (
        <WithUnreadComments count={unreadComments}>
          <TwoLines beside first={workerFullName} second={company ? workerExternalId : companyName} />
        </WithUnreadComments>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      sortKey: 'status',
      width: '11rem',
      card: 'badge',
      cell: (check) => (
        <span data-changed={changed.has(check.id) || undefined}>
          <CheckStatusText check={check} />
        </span>
      ),
    },
    {
      id: 'period',
      header: t('column.period'),
      sortKey: 'incapacityStartDate',
      width: '11rem',
      card: 'hidden',
      cell: ({ incapacityStartDate, incapacityEndDate }) => (
        <TwoLines
          // On two lines, each line holds a whole day.
          first={<span className="block text-balance">{format.dateRange(incapacityStartDate, incapacityEndDate)}</span>}
          second={format.days(lengthInDays(incapacityStartDate, incapacityEndDate))}
        />
      ),
    },
    {
      id: 'check',
      header: t('column.check'),
      sortKey: 'checkLocation',
      width: '8.5rem',
      card: 'hidden',
      cell: ({ checkLocation, checkTiming }) => (
        <TwoLines first={enums(`checkLocation.${checkLocation}`)} second={t(`timing.${checkTiming}`)} />
      ),
    },
    {
      id: 'appointment',
      header: t('column.appointment'),
      sortKey: 'appointmentStart',
      width: '10rem',
      card: 'plain',
      cell: (check) => {
        const when = whenOf(check, { moment: format.moment, day: format.weekday });
        return (
          <TwoLines beside first={when ?? <span className="text-muted">{t('appointment.none')}</span>} second={check.doctorFullName} />
        );
      },
    },
    {
      id: 'superior',
      header: t('column.superior'),
      sortKey: 'superiorFullName',
      priority: 'widest',
      width: '8rem',
      card: 'hidden',
      cell: ({ superiorFullName }) => superiorFullName,
    },
    {
      id: 'creationDate',
      header: t('checkFields:creationDate'),
      sortKey: 'creationDate',
      priority: 'wide',
      width: '8.5rem',
      card: 'hidden',
      cell: ({ creationDate }) => format.date(new Date(creationDate)),
    },
  ];
}
