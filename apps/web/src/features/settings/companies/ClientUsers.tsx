import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCan } from '../../../lib/session/viewer.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Section } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { SearchInput } from '../../../ui/controls/SearchInput.tsx';
import { EmailAddress } from '../../../ui/links/EmailAddress.tsx';
import { type Column, DataTable, tableStatus } from '../../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import type { MenuItem } from '../../../ui/overlays/Menu.tsx';
import { InviteUserAgainDocument, type UserRowFragment } from '../settings.gql.ts';
import { AccountName } from '../users/AccountName.tsx';
import { AddUserDialog } from '../users/AddUserDialog.tsx';
import { RemoveSecondStepDialog } from '../users/RemoveSecondStepDialog.tsx';
import { nameOf } from '../users/user-name.ts';
import type { ClientUserFragment } from './companies.gql.ts';
import { clientUsersQuery, SHOWN_USERS } from './companies.queries.ts';

/** Who works with the company's data, for the provider's team: it helps users who lost the second step (docs/decisions/0021). */
export function ClientUsers({ companyId }: { readonly companyId: string }) {
  const t = useTranslations('settings', 'companies');
  const canRemoveSecondStep = useCan('user.removeSecondStep');
  const [search, setSearch] = useState('');
  const query = useQuery(clientUsersQuery(companyId, search));
  const [removalFrom, setRemovalFrom] = useState<ClientUserFragment>();
  const users = query.data?.users;
  const canAdd = useCan('user.create');
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<UserRowFragment>();
  const inviteAgain = useGqlChange(InviteUserAgainDocument, { topics: ['user'], success: t('users.invitedAgain') });
  const add = canAdd && (
    <Button icon="userPlus" onClick={() => setAdding(true)}>
      {t('users.add')}
    </Button>
  );
  const rowActions = (user: ClientUserFragment): readonly MenuItem[] => [
    ...(user.isInvited && canAdd
      ? [{ label: t('common:inviteAgain'), icon: 'mail', onSelect: () => inviteAgain.mutate({ companyId, id: user.id }) } as const]
      : []),
    ...(canRemoveSecondStep
      ? [
          {
            label: t('users.removeSecondStep.action'),
            icon: 'key',
            ...(user.hasSecondStep ? { onSelect: () => setRemovalFrom(user) } : { disabled: true, hint: t('users.removeSecondStep.none') }),
          } as const,
        ]
      : []),
  ];
  return (
    <Section
      title={t('users.title')}
      hint={users && users.totalCount > SHOWN_USERS ? t('companies:detail.firstUsers', { shown: SHOWN_USERS }) : undefined}
      actions={users && users.totalCount > 0 && add}
    >
      {added && (
        <Alert live tone="info" title={t('users.addedTitle', { name: nameOf(added) })} onDismiss={() => setAdded(undefined)}>
          {t('users.addedText', { email: added.email })}
        </Alert>
      )}
      <DataTable
        caption={t('users.title')}
        toolbar={
          <FilterBar>
            <SearchInput className="sm:w-80" label={t('users.search')} value={search} onChange={setSearch} />
          </FilterBar>
        }
        columns={useColumns()}
        rows={users?.nodes}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        {...(canRemoveSecondStep || canAdd ? { rowActions } : {})}
        {...tableStatus(query)}
        empty={{ icon: 'users', title: t('users.empty'), ...(canAdd && { text: t('companies:detail.usersEmptyText') }), action: add }}
      />
      {adding && <AddUserDialog companyId={companyId} onClose={() => setAdding(false)} onAdded={setAdded} />}
      {removalFrom && <RemoveSecondStepDialog user={removalFrom} onClose={() => setRemovalFrom(undefined)} />}
    </Section>
  );
}

function useColumns(): readonly Column<ClientUserFragment>[] {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  return [
    {
      id: 'name',
      header: t('personFields:name'),
      card: 'title',
      cell: (user) => <AccountName account={user} />,
    },
    {
      id: 'email',
      header: t('personFields:email'),
      width: '40%',
      card: 'plain',
      cell: ({ email }) => <EmailAddress email={email} />,
    },
    {
      id: 'accesType',
      header: t('personFields:accesType'),
      width: '8.5rem',
      card: 'badge',
      cell: ({ accesType }) => enums(`accesType.${accesType}`),
    },
  ];
}
