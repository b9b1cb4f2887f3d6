import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { TEAM_KINDS } from '@checkwell/domain/people/enums';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCan } from '../../../lib/session/viewer.ts';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { SearchInput } from '../../../ui/controls/SearchInput.tsx';
import { EmailAddress } from '../../../ui/links/EmailAddress.tsx';
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx';
import { useListScreen } from '../../../ui/lists/use-list-screen.ts';
import { AccountName } from '../users/AccountName.tsx';
import { RemoveSecondStepDialog } from '../users/RemoveSecondStepDialog.tsx';
import { nameOf } from '../users/user-name.ts';
import type { TeamMemberRowFragment } from './team.gql.ts';
import { teamQuery } from './team.queries.ts';

const route = getRouteApi('/_app/team/');

/** Accounts of the provider's own people, for its team: it helps users who lost the second step (docs/decisions/0021). */
export function TeamScreen() {
  const t = useTranslations('settings');
  const enums = useTranslations('enums');
  const search = route.useSearch();
  const canRemoveSecondStep = useCan('user.removeSecondStep');
  const query = useQuery(teamQuery(search));
  const page = query.data?.teamMembers;
  const list = useListScreen({
    list: PLAIN_LISTS.team,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'team.countCapped' : 'team.count', { count: totalCount }),
  });
  const { narrow } = list;
  const [removalFrom, setRemovalFrom] = useState<TeamMemberRowFragment>();
  const removalAction = (member: TeamMemberRowFragment) => {
    if (member.isSelf) return { disabled: true, hint: t('team.own') };
    return member.hasSecondStep ? { onSelect: () => setRemovalFrom(member) } : { disabled: true, hint: t('users.removeSecondStep.none') };
  };
  return (
    <Page>
      <PageHeader title={t('team.title')} subtitle={t('team.hint')} />
      <DataTable
        caption={t('team.title')}
        toolbar={
          <FilterBar>
            <SearchInput
              className="sm:w-80"
              label={t('team.search')}
              value={search.q ?? ''}
              onChange={(text) => narrow({ q: text || undefined }, true)}
            />
            <FilterSelect
              aria-label={t('team.column.kind')}
              className="sm:min-w-44"
              value={search.kind}
              onChange={(kind) => narrow({ kind })}
              placeholder={t('team.anyKind')}
              options={TEAM_KINDS.map((value) => ({ value, label: enums(`profileKind.${value}`) }))}
            />
          </FilterBar>
        }
        columns={useColumns()}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        {...(canRemoveSecondStep && {
          rowActions: (member: TeamMemberRowFragment) => [
            { label: t('users.removeSecondStep.action'), icon: 'key' as const, ...removalAction(member) },
          ],
        })}
        {...list.table}
        empty={{ icon: 'users', title: t('team.empty'), text: t('team.emptyText') }}
      />
      {removalFrom && <RemoveSecondStepDialog user={removalFrom} onClose={() => setRemovalFrom(undefined)} />}
    </Page>
  );
}

function useColumns(): readonly Column<TeamMemberRowFragment>[] {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  return [
    { id: 'name', header: t('personFields:name'), sortKey: 'lastName', card: 'title', cell: (member) => <AccountName account={member} /> },
    {
      id: 'email',
      header: t('personFields:email'),
      sortKey: 'email',
      width: '40%',
      card: 'plain',
      cell: ({ email }) => <EmailAddress email={email} />,
    },
    {
      id: 'kind',
      header: t('team.column.kind'),
      sortKey: 'kind',
      width: '10rem',
      card: 'badge',
      cell: ({ kind }) => enums(`profileKind.${kind}`),
    },
  ];
}
