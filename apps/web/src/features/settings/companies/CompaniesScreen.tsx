import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { LISTS } from '@checkwell/domain/lists/lists';
import { formatVat } from '@checkwell/domain/people/numbers/vat';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCan } from '../../../lib/session/viewer.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../../ui/content/TwoLines.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { SearchInput } from '../../../ui/controls/SearchInput.tsx';
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import { FilterCheckbox } from '../../../ui/lists/FilterCheckbox.tsx';
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx';
import { chipOf } from '../../../ui/lists/filter-chips.ts';
import { ListFilters } from '../../../ui/lists/ListFilters.tsx';
import { useListScreen } from '../../../ui/lists/use-list-screen.ts';
import { useListView } from '../../../ui/lists/use-list-view.tsx';
import { AddClientDialog } from './AddClientDialog.tsx';
import type { ClientRowFragment } from './companies.gql.ts';
import { companiesQuery, withoutAddressQuery } from './companies.queries.ts';
import { ForProvider } from './ForProvider.tsx';

const route = getRouteApi('/_app/companies/');

/** The companies that the provider works for. */
export function CompaniesScreen() {
  return (
    <ForProvider>
      <Companies />
    </ForProvider>
  );
}

function Companies() {
  const t = useTranslations('companies');
  const enums = useTranslations('enums');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(companiesQuery(search));
  const page = query.data?.companies;
  const columns = useColumns();
  const view = useListView('companies', columns);
  const without = useQuery(withoutAddressQuery()).data?.companies;
  const list = useListScreen({
    list: LISTS.companies,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'countCapped' : 'count', { count: totalCount }),
  });
  const { narrow, clear } = list;
  const canAdd = useCan('company.create');
  const close = () =>
    void navigate({
      search: ({ add: _add, name: _name, companyNumber: _number, signUp: _signUp, ...old }) => old,
      replace: true,
    });
  const handleAdded = (id: string) =>
    void (search.signUp
      ? navigate({ to: '/identities/$id', params: { id: search.signUp } })
      : navigate({ to: '/companies/$id', params: { id } }));
  const add = canAdd && (
    <Button variant="primary" icon="plus" onClick={() => void navigate({ search: (old) => ({ ...old, add: true }) })}>
      {t('add.action')}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={t('title')} actions={add} />
      {without && without.totalCount > 0 && !search.noAddress && (
        <Alert
          tone="warning"
          action={
            <Button size="xs" onClick={() => narrow({ noAddress: true })}>
              {t('noAddress.show')}
            </Button>
          }
        >
          {t(without.totalCountCapped ? 'noAddress.textCapped' : 'noAddress.text', { count: without.totalCount })}
        </Alert>
      )}
      <DataTable
        caption={t('title')}
        toolbar={
          <FilterBar
            end={view.tools}
            active={[
              ...chipOf(search.language && enums(`interfaceLanguage.${search.language}`), () => narrow({ language: undefined })),
              ...chipOf(search.noAddress && t('noAddress.filter'), () => narrow({ noAddress: undefined })),
            ]}
            onClear={clear}
          >
            <ListFilters
              count={list.narrowed}
              search={
                <SearchInput
                  className="sm:w-96"
                  label={t('search')}
                  value={search.q ?? ''}
                  onChange={(text) => narrow({ q: text || undefined }, true)}
                />
              }
            >
              <FilterSelect
                aria-label={t('column.language')}
                className="sm:min-w-44"
                value={search.language}
                onChange={(language) => narrow({ language })}
                placeholder={t('anyLanguage')}
                options={INTERFACE_LANGUAGES.map((value) => ({ value, label: enums(`interfaceLanguage.${value}`) }))}
              />
              <FilterCheckbox
                label={t('noAddress.filter')}
                checked={search.noAddress ?? false}
                onChange={(checked) => narrow({ noAddress: checked || undefined })}
              />
            </ListFilters>
          </FilterBar>
        }
        columns={columns}
        hidden={view.hidden}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/companies/$id', params: { id } })}
        {...list.table}
        empty={{ icon: 'building', title: t('empty'), text: t('emptyText'), action: add }}
      />
      {canAdd && search.add && (
        <AddClientDialog
          known={{ name: search.name ?? '', companyNumber: search.companyNumber ?? '' }}
          onClose={close}
          onAdded={handleAdded}
        />
      )}
    </Page>
  );
}

function useColumns(): readonly Column<ClientRowFragment>[] {
  const t = useTranslations('companies', 'companyFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('column.name'),
      sortKey: 'name',
      card: 'title',
      cell: ({ name, companyAddress, invoicingEmail }) => (
        <TwoLines
          first={name}
          second={invoicingEmail === null ? <span className="font-medium text-warning-fg">{t('noAddress.mark')}</span> : companyAddress}
        />
      ),
    },
    { id: 'companyNumber', header: t('companyFields:companyNumber'), width: '9rem', cell: ({ companyNumber }) => formatVat(companyNumber) },
    {
      id: 'language',
      header: t('column.language'),
      width: '9rem',
      cell: ({ language }) => enums(`interfaceLanguage.${language}`),
    },
    {
      id: 'staffCount',
      header: t('companyFields:staffCount'),
      sortKey: 'staffCount',
      card: 'hidden',
      width: '12rem',
      align: 'end',
      cell: ({ staffCount }) => format.number(staffCount),
    },
    {
      id: 'checkPrice',
      header: t('companyFields:checkPrice'),
      sortKey: 'checkPrice',
      width: '9rem',
      align: 'end',
      cell: ({ checkPrice }) => format.money(checkPrice),
    },
  ];
}
