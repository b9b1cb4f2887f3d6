import { ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { LISTS } from '@checkwell/domain/lists/lists';
import { WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useOpenRow } from '../../lib/lists/use-open-row.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Badge } from '../../ui/content/Badge.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../ui/content/TwoLines.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SearchInput } from '../../ui/controls/SearchInput.tsx';
import { PhoneLink } from '../../ui/links/PhoneLink.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../ui/lists/FilterBar.tsx';
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx';
import { chipOf } from '../../ui/lists/filter-chips.ts';
import { ListFilters } from '../../ui/lists/ListFilters.tsx';
import { useListScreen } from '../../ui/lists/use-list-screen.ts';
import { useListView } from '../../ui/lists/use-list-view.tsx';
import { DoctorDialog } from './DoctorDialog.tsx';
import { InviteDoctorDocument, type DoctorRowFragment as Row } from './planning.gql.ts';
import { doctorsListQuery } from './planning.queries.ts';

const route = getRouteApi('/_app/doctors/');

/** Doctors of the network: where they practise, what they take on, how much they have planned. */
export function DoctorsScreen() {
  const search = route.useSearch();
  const t = useTranslations('planning', 'personFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const query = useQuery(doctorsListQuery(search));
  const page = query.data?.doctors;
  const list = useListScreen({
    list: LISTS.doctors,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'doctors.countCapped' : 'doctors.count', { count: totalCount }),
  });
  const { narrow, clear } = list;
  const canWrite = useCan('doctor.write');
  const invite = useGqlChange(InviteDoctorDocument, { topics: ['doctor'], success: t('doctors.invitationSent') });
  const [open, setOpen] = useState<'add' | { readonly id: string }>();
  const edited = useOpenRow(page?.nodes, ({ id }) => id, typeof open === 'object' ? open.id : undefined);
  const close = () => setOpen(undefined);
  const add = canWrite && (
    <Button variant="primary" icon="plus" onClick={() => setOpen('add')}>
      {t('doctors.add')}
    </Button>
  );
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      header: `${t('personFields:name')} · ${t('doctors.place')}`,
      sortKey: 'lastName',
      card: 'title',
      cell: ({ doctorFullName, practiceAddress, active, isInvited }) => (
        <TwoLines
          first={
            <span className="inline-flex flex-wrap items-center gap-2">
              {doctorFullName} {!active && <Badge tone="warning">{t('doctors.inactive')}</Badge>}
              {active && isInvited && <Badge tone="warning">{t('doctors.invited')}</Badge>}
            </span>
          }
          second={practiceAddress}
        />
      ),
    },
    {
      id: 'languages',
      header: t('personFields:languages'),
      width: '9.5rem',
      cell: ({ languages }) => (
        <span className="whitespace-normal">{languages.map((language) => enums(`workerLanguage.${language}`)).join('\u00a0· ')}</span>
      ),
    },
    {
      id: 'locations',
      header: t('doctors.locations'),
      width: '13.5rem',
      priority: 'wide',
      cell: ({ locations }) => (
        <span className="whitespace-normal">{locations.map((location) => enums(`checkLocation.${location}`)).join('\u00a0· ')}</span>
      ),
    },
    {
      id: 'phone',
      header: t('doctors.phone'),
      width: '8.5rem',
      cell: ({ phoneNumber }) => <PhoneLink number={phoneNumber} />,
    },
    {
      id: 'maxKm',
      header: t('doctors.maxKm'),
      sortKey: 'maxKm',
      width: '6rem',
      align: 'end',
      priority: 'wide',
      cell: ({ maxKm }) => format.km(maxKm),
    },
    {
      id: 'open',
      header: t('doctors.open'),
      sortKey: 'openMissions',
      width: '6.5rem',
      align: 'end',
      cell: ({ openMissions }) => format.number(openMissions),
    },
  ];
  const view = useListView('doctors', columns);
  return (
    <Page>
      <PageHeader title={t('doctors.title')} actions={add} />
      <DataTable
        caption={t('doctors.title')}
        columns={columns}
        hidden={view.hidden}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={({ doctorFullName }) => doctorFullName}
        {...(canWrite && {
          rowActions: ({ id, mayBeInvited, isInvited }: Row) => [
            { label: t('common:edit'), icon: 'edit' as const, onSelect: () => setOpen({ id }) },
            ...(mayBeInvited
              ? [
                  {
                    label: t(isInvited ? 'common:inviteAgain' : 'doctors.invite'),
                    icon: 'mail' as const,
                    onSelect: () => invite.mutate({ id }),
                  },
                ]
              : []),
          ],
        })}
        {...list.table}
        empty={{ icon: 'stethoscope', title: t('doctors.empty'), text: t('doctors.emptyText'), action: add }}
        toolbar={
          <FilterBar
            end={view.tools}
            active={[
              ...chipOf(search.language && enums(`workerLanguage.${search.language}`), () => narrow({ language: undefined })),
              ...chipOf(search.location && enums(`checkLocation.${search.location}`), () => narrow({ location: undefined })),
            ]}
            onClear={clear}
          >
            <ListFilters
              count={list.narrowed}
              search={
                <SearchInput
                  value={search.q ?? ''}
                  onChange={(text) => narrow({ q: text || undefined }, true)}
                  label={t('doctors.search')}
                  placeholder={t('doctors.search')}
                />
              }
            >
              <FilterSelect
                aria-label={t('personFields:language')}
                value={search.language}
                onChange={(language) => narrow({ language })}
                placeholder={t('doctors.anyLanguage')}
                options={WORKER_LANGUAGES.map((value) => ({ value, label: enums(`workerLanguage.${value}`) }))}
              />
              <FilterSelect
                aria-label={t('doctors.location')}
                value={search.location}
                onChange={(location) => narrow({ location })}
                placeholder={t('doctors.anyLocation')}
                options={ORDERABLE_LOCATIONS.map((value) => ({ value, label: enums(`checkLocation.${value}`) }))}
              />
            </ListFilters>
          </FilterBar>
        }
      />
      {open === 'add' && <DoctorDialog doctor={null} onClose={close} />}
      {edited && <DoctorDialog key={edited.id} doctor={edited} onClose={close} />}
    </Page>
  );
}
