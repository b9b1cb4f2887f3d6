import type { CheckStatus } from '@checkwell/domain/check/enums';
import { LISTS, type Pile } from '@checkwell/domain/lists/lists';
import { type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';
import type { PlanningBoardQueryVariables } from './planning.gql.ts';

/** The statuses in each pile of a planner's day. */
export const PILES = {
  plan: ['Reception', 'Planning'],
  problem: ['ModificationProblem'],
  planned: ['WaitingForCheck'],
} as const satisfies Record<Pile, readonly CheckStatus[]>;

/** The board as it stands in the address; what does not fit is left out. */
export const boardSearch = searchParams(LISTS.planning.inAddress);
export type BoardSearch = SearchOf<typeof boardSearch>;

/** What waits longest stands first; among appointments, the next one. */
export function sortOf({ pile, sort, desc }: BoardSearch) {
  const by = sort ?? (pile === 'planned' ? 'appointmentStart' : 'creationDate');
  return { by, direction: desc ? 'desc' : 'asc' } as const;
}

/** The board's page of a pile. */
export function boardVariables(search: BoardSearch, first: number): PlanningBoardQueryVariables {
  const pile = search.pile ?? 'plan';
  const sort = sortOf(search);
  return {
    filter: {
      status: [...PILES[pile]],
      search: search.q ?? null,
      checkLocation: search.location ?? null,
      checkTiming: search.timing ?? null,
    },
    sort: { field: sort.by, direction: sort.direction },
    first,
    after: search.after ?? null,
  };
}

/** How urgent the end of a period is, in days from today. */
export function urgencyOf(daysLeft: number): 'danger' | 'warning' | 'neutral' {
  if (daysLeft <= 0) return 'danger';
  return daysLeft <= 2 ? 'warning' : 'neutral';
}
