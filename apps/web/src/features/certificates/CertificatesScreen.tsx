import { CERTIFICATE_TYPES, ENTRY_TYPES } from '@checkwell/domain/certificate/enums';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../lib/format.ts';
import { usePages } from '../../lib/pages.ts';
import { useCan, useCompany } from '../../lib/viewer.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, StatusBadge } from '../../ui/Badge.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { type Column, DataTable, tableStatus } from '../../ui/DataTable.tsx';
import { DateRange } from '../../ui/DatePicker.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import type { MenuItem } from '../../ui/Menu.tsx';
import { Page, PageHeader } from '../../ui/PageHeader.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import type { CertificateRowFragment } from './certificates.gql.ts';
import { certificatesQuery } from './certificates.queries.ts';
import { CERTIFICATE_SORTS, type CertificatesSearch } from './list-search.ts';

const route = getRouteApi('/_app/certificates/');

/** The register of certificates and declared absences (specification, section 2). */
export function CertificatesScreen() {
  const t = useWords('certificates');
  const enums = useWords('enums');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const company = useCompany();
  const canWrite = useCan('certificate.write');
  const canOrder = useCan('check.order');
  const query = useQuery(certificatesQuery(search, company?.id));
  const page = query.data?.certificates;
  const pages = usePages(search.after, page);
  const narrow = (values: Partial<CertificatesSearch>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...values, after: undefined }), replace });
  const clear = () =>
    narrow({ q: undefined, entryType: undefined, certifType: undefined, active: undefined, from: undefined, to: undefined });
  const filtered = [search.q, search.entryType, search.certifType, search.active, search.from, search.to].some(
    (value) => value !== undefined,
  );
  const create = canWrite && company && (
    <LinkButton to="/certificates/new" variant="primary" icon="plus">
      {t('list.create')}
    </LinkButton>
  );
  const rowActions = (row: CertificateRowFragment): readonly MenuItem[] => [
    { label: t('common:view'), icon: 'eye', to: '/certificates/$id', params: { id: row.id } },
    ...(canWrite
      ? [{ label: t('common:edit'), icon: 'edit' as const, to: '/certificates/$id', params: { id: row.id }, search: { edit: true } }]
      : []),
    ...(canOrder && row.relaunchCheckUrl
      ? [{ label: t('list.launch'), icon: 'stethoscope' as const, to: '/checks/new', search: { certificateId: row.id } }]
      : []),
  ];
  return (
    <Page>
      <PageHeader title={t('list.title')} actions={create} />
      <DataTable
        caption={t('list.title')}
        toolbar={
          <FilterBar>
            <SearchInput
              label={t('list.search')}
              placeholder={t('list.search')}
              value={search.q ?? ''}
              onChange={(text) => narrow({ q: text || undefined }, true)}
            />
            <div className="grid w-full grid-cols-2 gap-2 sm:contents">
              <Select
                aria-label={t('column.entryType')}
                className="sm:w-44"
                value={search.entryType ?? ''}
                onChange={(event) => narrow({ entryType: ENTRY_TYPES.find((value) => value === event.currentTarget.value) })}
                placeholder={t('filter.anyEntryType')}
                options={ENTRY_TYPES.map((value) => ({ value, label: enums(`entryType.${value}`) }))}
              />
              <Select
                aria-label={t('column.certifType')}
                className="sm:w-44"
                value={search.certifType ?? ''}
                onChange={(event) => narrow({ certifType: CERTIFICATE_TYPES.find((value) => value === event.currentTarget.value) })}
                placeholder={t('filter.anyCertifType')}
                options={CERTIFICATE_TYPES.map((value) => ({ value, label: enums(`certifType.${value}`) }))}
              />
              <DateRange
                className="max-sm:col-span-2"
                label={t('filter.period')}
                start={search.from ?? ''}
                end={search.to ?? ''}
                onChange={({ start, end }) => narrow({ from: start || undefined, to: end || undefined })}
              />
              <Checkbox
                className="max-sm:col-span-2"
                label={t('filter.active')}
                checked={search.active ?? false}
                onChange={(event) => narrow({ active: event.currentTarget.checked || undefined })}
              />
            </div>
          </FilterBar>
        }
        columns={useColumns()}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowLink={({ id }) => ({ to: '/certificates/$id', params: { id } })}
        rowActions={rowActions}
        sort={{ by: search.sort ?? 'startDate', direction: search.sort === undefined || search.desc ? 'desc' : 'asc' }}
        onSort={({ by, direction }) =>
          narrow({ sort: CERTIFICATE_SORTS.find((field) => field === by), desc: direction === 'desc' || undefined })
        }
        {...tableStatus(query)}
        empty={
          filtered
            ? {
                title: t('common:empty.filtered'),
                text: t('common:empty.filteredText'),
                action: <Button onClick={clear}>{t('common:clearAll')}</Button>,
              }
            : { icon: 'fileText', title: t('list.empty'), text: t('list.emptyText'), action: create }
        }
        pager={{ ...pages, summary: page && t(page.totalCountCapped ? 'list.countCapped' : 'list.count', { count: page.totalCount }) }}
      />
    </Page>
  );
}

const nameOf = ({ employeeFirstName, employeeLastName }: CertificateRowFragment): string => `${employeeFirstName} ${employeeLastName}`;

function useColumns(): readonly Column<CertificateRowFragment>[] {
  const t = useWords('certificates');
  const enums = useWords('enums');
  const format = useFormat();
  return [
    {
      id: 'employee',
      header: t('column.employee'),
      sortKey: 'employeeLastName',
      card: 'title',
      cell: (row) => (
        <span className="flex flex-col">
          {nameOf(row)}
          <span className="text-2xs font-normal text-muted">{row.employeeMatricule}</span>
        </span>
      ),
    },
    {
      id: 'period',
      header: t('column.period'),
      sortKey: 'startDate',
      width: '10.5rem',
      cell: ({ startDate, endDate }) => format.dateRange(startDate, endDate),
    },
    { id: 'certifType', header: t('column.certifType'), width: '8.5rem', cell: ({ certifType }) => enums(`certifType.${certifType}`) },
    {
      id: 'incapacityReason',
      header: t('column.incapacityReason'),
      width: '9rem',
      priority: 'wide',
      cell: ({ incapacityReason }) => enums(`incapacityType.${incapacityReason}`),
    },
    {
      id: 'superior',
      header: t('column.superior'),
      width: '8rem',
      priority: 'wide',
      card: 'hidden',
      cell: ({ superior }) => superior?.superiorFullName ?? '–',
    },
    {
      id: 'check',
      header: t('column.check'),
      width: '12.5rem',
      card: 'badge',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-1">
          {row.isCheckRequestLaunched && <StatusBadge tone="brand">{t('list.launched')}</StatusBadge>}
          {!row.isCheckRequestLaunched && row.relaunchCheckUrl && (
            <LinkButton to="/checks/new" search={{ certificateId: row.id }} size="xs" variant="link" className="relative z-10">
              {t('list.launch')}
            </LinkButton>
          )}
          <Markers certificate={row} />
        </span>
      ),
    },
  ];
}

/** Marks of the specification, section 4: brought in by the provider; entered outside the period. */
export function Markers({ certificate }: { certificate: Pick<CertificateRowFragment, 'uploadedByProvider' | 'outsideIncapacityPeriod'> }) {
  const t = useWords('certificates');
  return (
    <>
      {certificate.uploadedByProvider && <Badge tone="info">{t('marker.provider')}</Badge>}
      {certificate.outsideIncapacityPeriod && <Badge tone="warning">{t('marker.outside')}</Badge>}
    </>
  );
}
