import { TEAM_KINDS, TEAM_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from '../../../lib/api/pages.ts';
import { useWords } from '../../../lib/i18n/words.ts';
import { useCan } from '../../../lib/session/viewer.ts';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { SearchInput } from '../../../ui/controls/SearchInput.tsx';
import { type Column, DataTable, tableStatus } from '../../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx';
import { AccountName } from '../users/AccountName.tsx';
import { RemoveSecondStepDialog } from '../users/RemoveSecondStepDialog.tsx';
import { nameOf } from '../users/user-name.ts';
import type { TeamMemberRowFragment } from './team.gql.ts';
import { teamQuery } from './team.queries.ts';
import { sortOf, type TeamSearch } from './team-search.ts';

const route = getRouteApi('/_app/team/');

/** Accounts of the provider's own people, for its team: it helps whoever lost the second step (docs/decisions/0021). */
export function TeamScreen() {
  const t = useWords('settings');
  const enums = useWords('enums');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canRescue = useCan('user.removeSecondStep');
  const query = useQuery(teamQuery(search));
  const page = query.data?.teamMembers;
  const pages = usePages(search.after, page, query.error);
  const [rescued, setRescued] = useState<TeamMemberRowFragment>();
  const sort = sortOf(search);
  const narrow = (values: Partial<TeamSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...values, after: undefined }), replace: true });
  const rescue = (member: TeamMemberRowFragment) => {
    if (member.isSelf) return { disabled: true, hint: t('team.own') };
    return member.hasSecondStep ? { onSelect: () => setRescued(member) } : { disabled: true, hint: t('users.rescue.none') };
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
              onChange={(text) => narrow({ q: text || undefined })}
            />
            <FilterSelect
              aria-label={t('team.column.kind')}
              className="sm:min-w-44"
              value={search.kind ?? ''}
              onChange={({ currentTarget: { value } }) => narrow({ kind: TEAM_KINDS.find((kind) => kind === value) })}
              placeholder={t('team.anyKind')}
              options={TEAM_KINDS.map((value) => ({ value, label: enums(`profileKind.${value}`) }))}
            />
          </FilterBar>
        }
        columns={useColumns()}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        {...(canRescue && {
          rowActions: (member: TeamMemberRowFragment) => [{ label: t('users.rescue.action'), icon: 'key' as const, ...rescue(member) }],
        })}
        sort={{ by: sort.field, direction: sort.direction }}
        onSort={({ by, direction }) =>
          narrow({ sort: TEAM_SORT_FIELDS.find((field) => field === by), desc: direction === 'desc' || undefined })
        }
        {...tableStatus(query)}
        onClearFilters={search.q !== undefined || search.kind !== undefined ? () => narrow({ q: undefined, kind: undefined }) : undefined}
        empty={{ icon: 'users', title: t('team.empty'), text: t('team.emptyText') }}
        pager={{ ...pages, summary: page && t(page.totalCountCapped ? 'team.countCapped' : 'team.count', { count: page.totalCount }) }}
      />
      {rescued && <RemoveSecondStepDialog user={rescued} onClose={() => setRescued(undefined)} />}
    </Page>
  );
}

function useColumns(): readonly Column<TeamMemberRowFragment>[] {
  const t = useWords('settings');
  const enums = useWords('enums');
  return [
    { id: 'name', header: t('team.column.name'), sortKey: 'lastName', card: 'title', cell: (member) => <AccountName account={member} /> },
    {
      id: 'email',
      header: t('team.column.email'),
      sortKey: 'email',
      width: '40%',
      cell: ({ email }) => <span className="wrap-anywhere whitespace-normal">{email}</span>,
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
