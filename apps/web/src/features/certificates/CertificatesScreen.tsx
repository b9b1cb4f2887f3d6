import { MAX_ORDERS_AT_ONCE } from '@checkwell/domain/constants';
import { LISTS } from '@checkwell/domain/lists/lists';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listFile } from '../../lib/api/download.ts';
import { today } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan, useCompany } from '../../lib/session/viewer.ts';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import type { ButtonVariant } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { DownloadMenu } from '../../ui/documents/DownloadMenu.tsx';
import { useContradiction } from '../../ui/forms/use-contradiction.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../ui/lists/FilterBar.tsx';
import { chipOf, periodChip } from '../../ui/lists/filter-chips.ts';
import { useTicks } from '../../ui/lists/RowTicks.tsx';
import { useSuperiorChip } from '../../ui/lists/superior-chip.ts';
import { useListScreen } from '../../ui/lists/use-list-screen.ts';
import { useListView } from '../../ui/lists/use-list-view.tsx';
import { useRowSelection } from '../../ui/lists/use-row-selection.ts';
import type { MenuItem } from '../../ui/overlays/Menu.tsx';
import { CertificateFilters } from './CertificateFilters.tsx';
import type { CertificateRowFragment } from './certificates.gql.ts';
import { certificatesQuery } from './certificates.queries.ts';
import { launchOf, nameOf, useColumns } from './columns.tsx';
import { shownCertificates } from './list-search.ts';

const route = getRouteApi('/_app/certificates/');

/** The register of certificates and declared absences (specification, section 2). */
export function CertificatesScreen() {
  const t = useTranslations('certificates');
  const enums = useTranslations('enums');
  const format = useFormat();
  const language = useLanguage();
  const search = route.useSearch();
  const company = useCompany();
  const canWrite = useCan('certificate.write');
  const canOrder = useCan('check.order');
  const canExport = useCan('certificate.export');
  const query = useQuery(certificatesQuery(search, company?.id));
  const page = query.data?.certificates;
  const list = useListScreen({
    list: LISTS.certificates,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'list.countCapped' : 'list.count', { count: totalCount }),
  });
  const { narrow, clear } = list;
  const columns = useColumns();
  const view = useListView('certificates', columns);
  const selection = useRowSelection<CertificateRowFragment>({
    rowKey: ({ id }) => id,
    allows: (row) => launchOf(row) !== null,
    max: MAX_ORDERS_AT_ONCE,
    scope: company?.id,
    shown: page?.nodes,
  });
  const superiorChip = useSuperiorChip(search.superiorId, () => narrow({ superiorId: undefined }));
  const createBy = (variant: ButtonVariant) =>
    canWrite &&
    company && (
      <LinkButton to="/certificates/new" variant={variant} icon="plus">
        {t('list.create')}
      </LinkButton>
    );
  const rowActions = (row: CertificateRowFragment): readonly MenuItem[] => {
    const launch = canOrder ? launchOf(row) : null;
    return [
      { label: t('common:view'), icon: 'eye', to: '/certificates/$id', params: { id: row.id } },
      ...(canWrite
        ? [{ label: t('common:edit'), icon: 'edit' as const, to: '/certificates/$id', params: { id: row.id }, search: { edit: true } }]
        : []),
      ...(launch ? [{ label: t('list.launch'), icon: 'stethoscope' as const, ...launch }] : []),
    ];
  };
  const ticks = useTicks(
    canOrder && company
      ? {
          of: selection,
          actions: (
            <LinkButton
              variant="primary"
              icon="stethoscope"
              to="/checks/several"
              search={{ certificateIds: selection.rows.map(({ id }) => id) }}
            >
              {t('list.orderSelected', { number: selection.rows.length })}
            </LinkButton>
          ),
        }
      : undefined,
    page?.nodes,
  );
  return (
    <Page>
      <PageHeader
        title={t('list.title')}
        actions={
          <>
            {canExport && (
              <DownloadMenu
                formats={['xlsx', 'excelCsv', 'csv']}
                download={(format) => listFile('certificates', format, shownCertificates(search, company?.id, today()), language)}
              />
            )}
            {createBy('primary')}
          </>
        }
      />
      <DataTable
        caption={t('list.title')}
        toolbar={
          <FilterBar
            end={view.tools}
            active={[
              ...superiorChip,
              ...chipOf(search.certifType && enums(`certifType.${search.certifType}`), () => narrow({ certifType: undefined })),
              ...chipOf(search.entryType && enums(`entryType.${search.entryType}`), () => narrow({ entryType: undefined })),
              ...chipOf(search.incapacityReason && enums(`incapacityType.${search.incapacityReason}`), () =>
                narrow({ incapacityReason: undefined }),
              ),
              ...periodChip(search, format, () => narrow({ from: undefined, to: undefined })),
              ...chipOf(search.active && t('filter.active'), () => narrow({ active: undefined })),
            ]}
            onClear={clear}
          >
            <CertificateFilters search={search} count={list.narrowed} onNarrow={narrow} />
          </FilterBar>
        }
        columns={columns}
        hidden={view.hidden}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowLink={({ id }) => ({ to: '/certificates/$id', params: { id } })}
        rowActions={rowActions}
        ticks={ticks}
        {...list.table}
        {...useContradiction(search, () => narrow({ from: undefined, to: undefined }))}
        empty={{ icon: 'fileText', title: t('list.empty'), text: t('list.emptyText'), action: createBy('secondary') }}
      />
    </Page>
  );
}
