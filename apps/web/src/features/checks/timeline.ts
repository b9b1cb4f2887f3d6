import type { CheckStatus } from '@checkwell/domain/check/enums';
import { CHECK_ACTIONS } from '@checkwell/domain/check/lifecycle';

/** Words that exist for events: the actions of the life cycle, and the order itself (`checks:event`). */
export const EVENT_NAMES = ['order', ...CHECK_ACTIONS] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Steps that a check still has before it; keys of `checks:expected`. */
export type ExpectedStep = 'verify' | 'solve' | 'plan' | 'check' | 'result';

const AHEAD = {
  Reception: ['verify', 'plan', 'check', 'result'],
  Planning: ['plan', 'check', 'result'],
  WaitingForCheck: ['check', 'result'],
  ModificationProblem: ['solve', 'plan', 'check', 'result'],
  Archived: [],
} as const satisfies Record<CheckStatus, readonly ExpectedStep[]>;

/** What still comes, the step at hand first. */
export function expectedSteps(status: CheckStatus): readonly ExpectedStep[] {
  return AHEAD[status];
}

/** The event's words, or null for an action that this version of the screens does not know. */
export function eventName(action: string): EventName | null {
  return EVENT_NAMES.find((name) => name === action) ?? null;
}
