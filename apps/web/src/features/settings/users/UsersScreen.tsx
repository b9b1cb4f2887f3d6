import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { ACCESS_TYPES } from '@checkwell/domain/people/enums';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useOpenRow } from '../../../lib/lists/use-open-row.ts';
import { useCan, useCompany, type ViewerCompany } from '../../../lib/session/viewer.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { SearchInput } from '../../../ui/controls/SearchInput.tsx';
import { EmailAddress } from '../../../ui/links/EmailAddress.tsx';
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx';
import { useListScreen } from '../../../ui/lists/use-list-screen.ts';
import type { MenuItem } from '../../../ui/overlays/Menu.tsx';
import { NoAccess, SettingsPage } from '../SettingsPage.tsx';
import { InviteUserAgainDocument, type UserRowFragment } from '../settings.gql.ts';
import { usersQuery } from '../settings.queries.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { AccountName } from './AccountName.tsx';
import { AddUserDialog } from './AddUserDialog.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { RemoveSecondStepDialog } from './RemoveSecondStepDialog.tsx';
import { nameOf } from './user-name.ts';

const route = getRouteApi('/_app/settings/users');

/** Who works with the company's data, and as what (specification, sections 2 and 6). */
export function UsersScreen() {
  const company = useCompany();
  const seesUsers = useCan('user.read');
  if (company && seesUsers) return <Users key={company.id} company={company} />;
  return (
    <SettingsPage>
      <NoAccess />
    </SettingsPage>
  );
}

type Open = { readonly kind: 'add' } | { readonly kind: 'access' | 'delete' | 'secondStep'; readonly id: string };

function Users({ company }: { readonly company: ViewerCompany }) {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  const search = route.useSearch();
  const canWrite = useCan('user.write');
  const canRemoveSecondStep = useCan('user.removeSecondStep');
  const query = useQuery(usersQuery(search, company.id));
  const page = query.data?.users;
  const list = useListScreen({
    list: PLAIN_LISTS.users,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) =>
      t(totalCountCapped ? 'common:count.usersCapped' : 'common:count.users', { count: totalCount }),
  });
  const { narrow } = list;
  const [open, setOpen] = useState<Open | null>(null);
  const [added, setAdded] = useState<UserRowFragment | null>(null);
  const close = () => setOpen(null);
  const chosen = useOpenRow(page?.nodes, ({ id }) => id, open && open.kind !== 'add' ? open.id : undefined);
  const add = canWrite && (
    <Button variant="primary" icon="userPlus" onClick={() => setOpen({ kind: 'add' })}>
      {t('users.add')}
    </Button>
  );
  const inviteAgain = useGqlChange(InviteUserAgainDocument, { topics: ['user'], success: t('users.invitedAgain') });
  const rowActions = (user: UserRowFragment): readonly MenuItem[] => [
    ...(user.isInvited
      ? [
          {
            label: t('common:inviteAgain'),
            icon: 'mail',
            onSelect: () => inviteAgain.mutate({ companyId: company.id, id: user.id }),
          } as const,
        ]
      : []),
    { label: t('users.changeAccess'), icon: 'shield', onSelect: () => setOpen({ kind: 'access', id: user.id }) },
    ...(user.hasSecondStep && !user.isSelf && canRemoveSecondStep
      ? [{ label: t('users.removeSecondStep.action'), icon: 'key', onSelect: () => setOpen({ kind: 'secondStep', id: user.id }) } as const]
      : []),
    user.isSelf
      ? { label: t('common:delete'), hint: t('users.ownAccount'), icon: 'trash', disabled: true }
      : { label: t('common:delete'), icon: 'trash', danger: true, onSelect: () => setOpen({ kind: 'delete', id: user.id }) },
  ];
  return (
    <SettingsPage actions={add}>
      {added && (
        <Alert live tone="info" title={t('users.addedTitle', { name: nameOf(added) })} onDismiss={() => setAdded(null)}>
          {t('users.addedText', { email: added.email })}
        </Alert>
      )}
      <DataTable
        caption={t('users.title')}
        toolbar={
          <FilterBar>
            <SearchInput
              className="sm:w-80"
              label={t('users.search')}
              value={search.q ?? ''}
              onChange={(text) => narrow({ q: text || undefined }, true)}
            />
            <FilterSelect
              aria-label={t('personFields:accesType')}
              className="sm:min-w-44"
              value={search.accesType}
              onChange={(accesType) => narrow({ accesType })}
              placeholder={t('users.anyAccess')}
              options={ACCESS_TYPES.map((value) => ({ value, label: enums(`accesType.${value}`) }))}
            />
          </FilterBar>
        }
        columns={useColumns()}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        {...(canWrite ? { rowActions } : {})}
        {...list.table}
        empty={{ icon: 'users', title: t('users.empty'), text: t('users.emptyText'), action: add }}
      />
      {open?.kind === 'add' && <AddUserDialog companyId={company.id} onClose={close} onAdded={setAdded} />}
      {open?.kind === 'access' && chosen && <AccessDialog key={chosen.id} companyId={company.id} user={chosen} onClose={close} />}
      {open?.kind === 'secondStep' && chosen && <RemoveSecondStepDialog user={chosen} onClose={close} />}
      {open?.kind === 'delete' && chosen && <DeleteUserDialog company={company} user={chosen} onClose={close} />}
    </SettingsPage>
  );
}

function useColumns(): readonly Column<UserRowFragment>[] {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('personFields:name'),
      sortKey: 'lastName',
      card: 'title',
      cell: (user) => <AccountName account={user} />,
    },
    {
      id: 'email',
      header: t('personFields:email'),
      sortKey: 'email',
      width: '26%',
      card: 'plain',
      cell: ({ email }) => <EmailAddress email={email} />,
    },
    {
      id: 'phoneNumber',
      header: t('personFields:phoneNumber'),
      width: '9rem',
      card: 'plain',
      cell: ({ phoneNumber }) => format.phone(phoneNumber),
    },
    {
      id: 'accesType',
      header: t('personFields:accesType'),
      sortKey: 'accesType',
      width: '8.5rem',
      card: 'badge',
      cell: ({ accesType }) => enums(`accesType.${accesType}`),
    },
    {
      id: 'languages',
      header: t('personFields:languages'),
      width: '9rem',
      priority: 'wide',
      cell: ({ languages }) => format.list(languages.map((language) => enums(`interfaceLanguage.${language}`))),
    },
    {
      id: 'createdAt',
      header: t('users.column.createdAt'),
      sortKey: 'createdAt',
      width: '7rem',
      priority: 'wide',
      card: 'hidden',
      cell: ({ createdAt }) => format.date(new Date(createdAt)),
    },
  ];
}
