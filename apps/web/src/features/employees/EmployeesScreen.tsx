import { MAX_EMPLOYEES_AT_ONCE } from '@checkwell/domain/constants';
import { LISTS } from '@checkwell/domain/lists/lists';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { listFile } from '../../lib/api/download.ts';
import { today } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { superiorName } from '../../lib/records/superiors.ts';
import { useCan, useCompany } from '../../lib/session/viewer.ts';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../ui/content/TwoLines.tsx';
import { Button, type ButtonVariant } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { DownloadMenu } from '../../ui/documents/DownloadMenu.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../ui/lists/FilterBar.tsx';
import { chipOf } from '../../ui/lists/filter-chips.ts';
import { useTicks } from '../../ui/lists/RowTicks.tsx';
import { useSuperiorChip } from '../../ui/lists/superior-chip.ts';
import { useListScreen } from '../../ui/lists/use-list-screen.ts';
import { useListView } from '../../ui/lists/use-list-view.tsx';
import { useRowSelection } from '../../ui/lists/use-row-selection.ts';
import { LazyDialog, lazy } from '../../ui/overlays/lazy.tsx';
import type { MenuItem } from '../../ui/overlays/Menu.tsx';
import { AddEmployeeDrawer } from './AddEmployeeDrawer.tsx';
import { DepartureDialog } from './DepartureDialog.tsx';
import { EditEmployeeDrawer } from './EditEmployeeDrawer.tsx';
import { EmployeeFilters } from './EmployeeFilters.tsx';
import { nameOf } from './employee-values.ts';
import type { EmployeeRowFragment } from './employees.gql.ts';
import { employeesQuery } from './employees.queries.ts';
import { type EmployeesSearch, listPart, shownEmployees } from './list-search.ts';

/** Dialogs that are seldom used. */
const PERSON_FILE = lazy(async () => (await import('./PersonFileDialog.tsx')).PersonFileDialog);
const ERASURE = lazy(async () => (await import('./EraseEmployeeDialog.tsx')).EraseEmployeeDialog);
/** Loaded when the dialog is opened, because of its search for a superior. */
const SUPERIOR = lazy(async () => (await import('./SuperiorDialog.tsx')).SuperiorDialog);

const route = getRouteApi('/_app/employees/');

/** The company's employees: whom a check can be ordered for. */
export function EmployeesScreen() {
  const t = useTranslations('employees');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const company = useCompany();
  const canWrite = useCan('employee.write');
  const canOrder = useCan('check.order');
  const canExport = useCan('employee.export');
  const canTakeData = useCan('employee.personFile');
  const canErase = useCan('employee.erase');
  const language = useLanguage();
  const canSeeCertificates = useCan('certificate.read');
  const query = useQuery(employeesQuery(listPart(search), company?.id));
  const page = query.data?.employees;
  const columns = useColumns();
  const view = useListView('employees', columns);
  const list = useListScreen({
    list: LISTS.employees,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'list.countCapped' : 'list.count', { count: totalCount }),
  });
  const { narrow, clear } = list;
  const selection = useRowSelection<EmployeeRowFragment>({
    rowKey: ({ id }) => id,
    max: MAX_EMPLOYEES_AT_ONCE,
    scope: company?.id,
    shown: page?.nodes,
  });
  const [choosing, setChoosing] = useState(false);
  const superiorChip = useSuperiorChip(search.superiorId, () => narrow({ superiorId: undefined }));
  /** The address names the open drawer, so that "back" on a phone closes it. */
  const open = (drawer: Pick<EmployeesSearch, 'add' | 'edit'>, replace = false) =>
    void navigate({ search: (old) => ({ ...listPart(old), ...drawer }), state: (old) => old, replace, resetScroll: false });
  const close = () => open({}, true);
  const [taking, setTaking] = useState<EmployeeRowFragment | null>(null);
  const [erasing, setErasing] = useState<EmployeeRowFragment | null>(null);
  const [leaving, setLeaving] = useState<EmployeeRowFragment | null>(null);
  const addBy = (variant: ButtonVariant) =>
    canWrite &&
    company && (
      <Button variant={variant} icon="userPlus" onClick={() => open({ add: true })}>
        {t('form.add')}
      </Button>
    );
  /** Buttons of the empty list: add one employee, or import a file. */
  const start = canWrite && company && (
    <>
      {addBy('secondary')}
      <LinkButton to="/employees/import" icon="upload">
        {t('list.import')}
      </LinkButton>
    </>
  );
  const rowLink = ({ id }: EmployeeRowFragment) => ({ to: '/employees', search: { ...listPart(search), edit: id }, resetScroll: false });
  const rowActions = (row: EmployeeRowFragment): readonly MenuItem[] => [
    ...(canWrite ? [{ label: t('common:edit'), icon: 'edit' as const, onSelect: () => open({ edit: row.id }) }] : []),
    ...(canOrder && !hasLeft(row)
      ? [{ label: t('list.launch'), icon: 'stethoscope' as const, to: '/checks/new', search: { employeeId: row.id } }]
      : []),
    ...(canSeeCertificates
      ? [{ label: t('list.certificates'), icon: 'fileText' as const, to: '/certificates', search: { q: row.employeeMatricule } }]
      : []),
    ...(canWrite ? [{ label: t('departure.action'), icon: 'logOut' as const, onSelect: () => setLeaving(row) }] : []),
    ...(canTakeData ? [{ label: t('personFile.action'), icon: 'download' as const, onSelect: () => setTaking(row) }] : []),
    ...(canErase ? [{ label: t('erasure.action'), icon: 'trash' as const, danger: true, onSelect: () => setErasing(row) }] : []),
  ];
  const ticks = useTicks(
    canWrite && company
      ? {
          of: selection,
          actions: (
            <Button variant="primary" icon="users" onClick={() => setChoosing(true)}>
              {t('list.changeSuperior', { number: selection.rows.length })}
            </Button>
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
                download={(format) => listFile('employees', format, shownEmployees(listPart(search), company?.id), language)}
              />
            )}
            {canWrite && company && (
              <LinkButton to="/employees/import" icon="upload">
                {t('list.import')}
              </LinkButton>
            )}
            {addBy('primary')}
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
              ...chipOf(search.employment && t(`employment.${search.employment}`), () => narrow({ employment: undefined })),
            ]}
            onClear={clear}
          >
            <EmployeeFilters search={search} count={list.narrowed} onNarrow={narrow} />
          </FilterBar>
        }
        columns={columns}
        hidden={view.hidden}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        {...(canWrite ? { rowLink } : {})}
        rowActions={rowActions}
        ticks={ticks}
        {...list.table}
        empty={{ icon: 'users', title: t('list.empty'), text: t('list.emptyText'), action: start }}
      />
      {choosing && company && (
        <LazyDialog
          dialog={SUPERIOR}
          props={{
            companyId: company.id,
            employees: selection.rows,
            onChanged: (rows) => selection.setAll(rows, false),
            onClose: () => setChoosing(false),
          }}
        />
      )}
      {taking && <LazyDialog dialog={PERSON_FILE} props={{ employee: taking, onClose: () => setTaking(null) }} />}
      {erasing && <LazyDialog dialog={ERASURE} props={{ employee: erasing, onClose: () => setErasing(null) }} />}
      {leaving && <DepartureDialog employee={leaving} onClose={() => setLeaving(null)} />}
      {canWrite && company && search.add && <AddEmployeeDrawer company={company} onClose={close} />}
      {canWrite && search.edit && <EditEmployeeDrawer key={search.edit} id={search.edit} onClose={close} />}
    </Page>
  );
}

/** The last day of work is past. */
const hasLeft = ({ leftAt }: EmployeeRowFragment): boolean => leftAt !== null && leftAt < today();

const numberAndSuperior = ({ employeeMatricule, superior }: EmployeeRowFragment): string =>
  [employeeMatricule, superior && superiorName(superior)].filter(Boolean).join(' · ');

function useColumns(): readonly Column<EmployeeRowFragment>[] {
  const t = useTranslations('employees', 'employeeFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('employeeFields:employee'),
      sortKey: 'employeeLastName',
      card: 'title',
      cell: (row) => (
        <TwoLines
          first={nameOf(row)}
          second={
            <>
              <span className="md:hidden">{numberAndSuperior(row)}</span>
              {row.leftAt && <span className="max-md:block">{t('departure.until', { date: format.date(row.leftAt) })}</span>}
            </>
          }
        />
      ),
    },
    {
      id: 'employeeMatricule',
      header: t('column.employeeMatricule'),
      sortKey: 'employeeMatricule',
      width: '8rem',
      // A card shows it below the name, like the superior.
      card: 'hidden',
      cell: ({ employeeMatricule }) => employeeMatricule,
    },
    {
      id: 'function',
      header: t('employeeFields:function'),
      sortKey: 'function',
      priority: 'wide',
      card: 'hidden',
      cell: (row) => row.function,
    },
    {
      id: 'phone',
      header: t('employeeFields:employeePhoneNumber'),
      width: '9.5rem',
      card: 'plain',
      cell: ({ employeePhoneNumber }) => format.phone(employeePhoneNumber),
    },
    {
      id: 'language',
      header: t('employeeFields:employeeLanguage'),
      width: '7.5rem',
      priority: 'wide',
      card: 'hidden',
      cell: ({ employeeLanguage }) => enums(`workerLanguage.${employeeLanguage}`),
    },
    {
      id: 'superior',
      header: t('employeeFields:superiorFullName'),
      sortKey: 'superior',
      width: '11rem',
      card: 'hidden',
      cell: ({ superior }) => superior && superiorName(superior),
    },
  ];
}
