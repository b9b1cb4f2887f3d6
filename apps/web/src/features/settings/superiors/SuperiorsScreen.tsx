import { INTERFACE_ADMIN } from '@checkwell/domain/constants';
import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useOpenRow } from '../../../lib/lists/use-open-row.ts';
import { superiorName } from '../../../lib/records/superiors.ts';
import { useCan, useCompany, type ViewerCompany } from '../../../lib/session/viewer.ts';
import { Button, type ButtonVariant } from '../../../ui/controls/Button.tsx';
import { SearchInput } from '../../../ui/controls/SearchInput.tsx';
import { EmailAddress } from '../../../ui/links/EmailAddress.tsx';
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import { useListScreen } from '../../../ui/lists/use-list-screen.ts';
import { NoAccess, SettingsPage } from '../SettingsPage.tsx';
import { SuperiorDialog } from './SuperiorDialog.tsx';
import type { SuperiorRowFragment } from './superiors.gql.ts';
import { superiorsListQuery } from './superiors.queries.ts';

const route = getRouteApi('/_app/settings/superiors');

/** To whom workers report and results go (specification, sections 3 and 7): for administrators to keep, for the others to read. */
export function SuperiorsScreen() {
  const company = useCompany();
  const reads = useCan('superior.read');
  if (company && reads) return <Superiors key={company.id} company={company} />;
  return (
    <SettingsPage>
      <NoAccess />
    </SettingsPage>
  );
}

function Superiors({ company }: { readonly company: ViewerCompany }) {
  const t = useTranslations('settings');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan('superior.write');
  const query = useQuery(superiorsListQuery(search, company.id));
  const page = query.data;
  const list = useListScreen({
    list: PLAIN_LISTS.superiors,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'superiors.countCapped' : 'superiors.count', { count: totalCount }),
  });
  const { narrow } = list;
  const [edited, setEdited] = useState<string>();
  const chosen = useOpenRow(page?.nodes, ({ id }) => id, edited);
  const setAdding = (add: true | undefined) => void navigate({ search: (old) => ({ ...old, add }), replace: add === undefined });
  const addBy = (variant: ButtonVariant) =>
    canWrite && (
      <Button variant={variant} icon="userPlus" onClick={() => setAdding(true)}>
        {t('superiors.add')}
      </Button>
    );
  return (
    <SettingsPage actions={addBy('primary')}>
      <DataTable
        caption={t('superiors.title')}
        toolbar={
          <FilterBar>
            <SearchInput
              className="sm:w-80"
              label={t('superiors.search')}
              value={search.q ?? ''}
              onChange={(text) => narrow({ q: text || undefined }, true)}
            />
          </FilterBar>
        }
        columns={useColumns()}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={superiorName}
        {...(canWrite && {
          rowActions: ({ id }: SuperiorRowFragment) => [{ label: t('common:edit'), icon: 'edit' as const, onSelect: () => setEdited(id) }],
        })}
        {...list.table}
        empty={{
          icon: 'users',
          title: t('superiors.empty'),
          text: t(canWrite ? 'superiors.emptyText' : 'superiors.emptyForOthers'),
          action: addBy('secondary'),
        }}
      />
      {canWrite && search.add && <SuperiorDialog companyId={company.id} superior={null} onClose={() => setAdding(undefined)} />}
      {chosen && <SuperiorDialog key={chosen.id} companyId={company.id} superior={chosen} onClose={() => setEdited(undefined)} />}
    </SettingsPage>
  );
}

function useColumns(): readonly Column<SuperiorRowFragment>[] {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return [
    { id: 'name', header: t('personFields:name'), sortKey: 'lastName', card: 'title', cell: superiorName },
    {
      id: 'email',
      header: t('personFields:email'),
      sortKey: 'email',
      width: '30%',
      card: 'plain',
      cell: ({ email }) => <EmailAddress email={email} />,
    },
    {
      id: 'phoneNumber',
      header: t('personFields:phoneNumber'),
      width: '9rem',
      card: 'plain',
      cell: ({ phoneNumber }) => phoneNumber && format.phone(phoneNumber),
    },
    {
      id: 'language',
      card: 'plain',
      header: t('personFields:language'),
      sortKey: 'language',
      width: '9rem',
      cell: ({ language }) => enums(`interfaceLanguage.${language}`),
    },
    {
      id: 'requestForm',
      header: t('superiors.screens'),
      width: '11rem',
      priority: 'wide',
      cell: ({ requestForm }) => t(requestForm === INTERFACE_ADMIN ? 'superiors.screensTheirs' : 'superiors.screensChosen'),
    },
  ];
}
