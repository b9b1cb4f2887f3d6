import type { CheckStatus } from '@checkwell/domain/check/enums';
import { type BOARD_SORTS, type ListSearch, type Pile, type SortOf, sortOf } from '@checkwell/domain/lists/lists';
import type { PlanningBoardQueryVariables } from './planning.gql.ts';

/** The statuses in each pile of a planner's day. */
export const LIST_STATUSES = {
  plan: ['Reception', 'Planning'],
  problem: ['ModificationProblem'],
  planned: ['WaitingForCheck'],
} as const satisfies Record<Pile, readonly CheckStatus[]>;

export type BoardSearch = ListSearch<'planning'>;

/** What waits longest comes first; among appointments, the next one. */
export const firstOf = (pile: Pile): SortOf<(typeof BOARD_SORTS)[number]> => ({
  field: pile === 'planned' ? 'appointmentStart' : 'creationDate',
  direction: 'asc',
});

/** The board's page of a pile. */
export function boardVariables(search: BoardSearch, first: number): PlanningBoardQueryVariables {
  const pile = search.pile ?? 'plan';
  return {
    filter: {
      status: [...LIST_STATUSES[pile]],
      search: search.q ?? null,
      checkLocation: search.location ?? null,
      checkTiming: search.timing ?? null,
      doctorSearch: search.exhausted ? 'Exhausted' : null,
      employeeNotTold: search.notTold ?? null,
      otherAddress: search.otherAddress ?? null,
      resultHeld: search.held ?? null,
    },
    sort: sortOf({ first: firstOf(pile) }, search),
    first,
    after: search.after ?? null,
  };
}

/** How urgent the end of a period is, in days from today. */
export function urgencyOf(daysLeft: number): 'danger' | 'warning' | 'neutral' {
  if (daysLeft <= 0) return 'danger';
  return daysLeft <= 2 ? 'warning' : 'neutral';
}
