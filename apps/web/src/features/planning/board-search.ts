import { CHECK_TIMINGS, type CheckStatus, ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { TEXT } from '@checkwell/domain/constants';
import { cursor, flag, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts';
import type { PlanningBoardQueryVariables } from './planning.gql.ts';

/** The three piles of a planner's day, and the statuses in each. */
export const PILES = {
  plan: ['Reception', 'Planning'],
  problem: ['ModificationProblem'],
  planned: ['WaitingForCheck'],
} as const satisfies Record<string, readonly CheckStatus[]>;
export type Pile = keyof typeof PILES;
export const PILE_NAMES = Object.keys(PILES) as readonly Pile[];

export const BOARD_SORTS = ['creationDate', 'workerFullName', 'incapacityEndDate', 'appointmentStart'] as const;

/** The board as it stands in the address; what does not fit is left out. */
export const boardSearch = searchParams({
  pile: oneOf(['plan', 'problem', 'planned']),
  q: text(TEXT.search),
  location: oneOf(ORDERABLE_LOCATIONS),
  timing: oneOf(CHECK_TIMINGS),
  sort: oneOf(BOARD_SORTS),
  desc: flag,
  after: cursor,
});
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
