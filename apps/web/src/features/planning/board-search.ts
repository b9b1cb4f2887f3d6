import type { CheckStatus } from '@checkwell/domain/check/enums';
import { type BOARD_SORTS, type BoardTab, filtersOf, LISTS, type ListSearch, type SortOf, sortOf } from '@checkwell/domain/lists/lists';
import type { PlanningBoardQueryVariables } from './planning.gql.ts';

/** The statuses in each tab of a planner's day. */
export const LIST_STATUSES = {
  plan: ['Reception', 'Planning'],
  problem: ['ModificationProblem'],
  planned: ['WaitingForCheck'],
} as const satisfies Record<BoardTab, readonly CheckStatus[]>;

export type BoardSearch = ListSearch<'planning'>;

/** What waits longest comes first; among appointments, the next one. */
export const firstOf = (tab: BoardTab): SortOf<(typeof BOARD_SORTS)[number]> => ({
  field: tab === 'planned' ? 'appointmentStart' : 'creationDate',
  direction: 'asc',
});

/** The board's page of a tab. */
export function boardVariables(search: BoardSearch, first: number): PlanningBoardQueryVariables {
  const { tab, ...filter } = filtersOf(LISTS.planning, search);
  return {
    filter: {
      ...filter,
      status: [...LIST_STATUSES[tab ?? 'plan']],
      search: search.q ?? null,
    },
    sort: sortOf({ first: firstOf(tab ?? 'plan') }, search),
    first,
    after: search.after ?? null,
  };
}

/** How urgent the end of a period is, in days from today. */
export function urgencyOf(daysLeft: number): 'danger' | 'warning' | 'neutral' {
  if (daysLeft <= 0) return 'danger';
  return daysLeft <= 2 ? 'warning' : 'neutral';
}
