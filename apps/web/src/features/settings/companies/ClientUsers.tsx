import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../../lib/viewer.ts';
import { useWords } from '../../../lib/words.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Section } from '../../../ui/Card.tsx';
import { type Column, DataTable, tableStatus } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { RemoveSecondStepDialog } from '../RemoveSecondStepDialog.tsx';
import { nameOf } from '../user-name.ts';
import type { ClientUserFragment } from './companies.gql.ts';
import { clientUsersQuery, SHOWN_USERS } from './companies.queries.ts';

/** Who works with the company's data, for the provider's team: it helps whoever lost the second step (docs/decisions/0021). */
export function ClientUsers({ companyId }: { readonly companyId: string }) {
  const t = useWords('settings', 'companies');
  const canRescue = useCan('user.removeSecondStep');
  const [search, setSearch] = useState('');
  const query = useQuery(clientUsersQuery(companyId, search));
  const [rescued, setRescued] = useState<ClientUserFragment>();
  const users = query.data?.users;
  return (
    <Section
      title={t('users.title')}
      hint={users && users.totalCount > SHOWN_USERS ? t('companies:detail.firstUsers', { shown: SHOWN_USERS }) : undefined}
    >
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
        {...(canRescue && {
          rowActions: (user: ClientUserFragment) => [
            {
              label: t('users.rescue.action'),
              icon: 'key' as const,
              ...(user.hasSecondStep ? { onSelect: () => setRescued(user) } : { disabled: true, hint: t('users.rescue.none') }),
            },
          ],
        })}
        {...tableStatus(query)}
        empty={{ icon: 'users', title: t('users.empty') }}
      />
      {rescued && <RemoveSecondStepDialog user={rescued} onClose={() => setRescued(undefined)} />}
    </Section>
  );
}

function useColumns(): readonly Column<ClientUserFragment>[] {
  const t = useWords('settings');
  const enums = useWords('enums');
  return [
    {
      id: 'name',
      header: t('users.column.name'),
      card: 'title',
      cell: (user) => (
        <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate">{nameOf(user)}</span>
          {user.hasSecondStep && <Badge tone="neutral">{t('users.rescue.badge')}</Badge>}
        </span>
      ),
    },
    { id: 'email', header: t('users.column.email'), width: '40%', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    {
      id: 'accesType',
      header: t('users.column.accesType'),
      width: '8.5rem',
      card: 'badge',
      cell: ({ accesType }) => <Badge tone={accesType === 'admin' ? 'info' : 'neutral'}>{enums(`accesType.${accesType}`)}</Badge>,
    },
  ];
}
