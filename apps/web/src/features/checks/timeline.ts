import type { Due } from '@checkwell/domain/check/expected';
import { CHECK_ACTIONS } from '@checkwell/domain/check/lifecycle';
import type { useFormat } from '../../lib/format.ts';

/** Words that exist for events: the actions of the life cycle, and the order itself (`checks:event`). */
export const EVENT_NAMES = ['order', ...CHECK_ACTIONS] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The event's words, or null for an action that this version of the screens does not know. */
export function eventName(action: string): EventName | null {
  return EVENT_NAMES.find((name) => name === action) ?? null;
}

/** By when, as a person reads it: the day of the week, and the hour where there is one. */
export function dueText(due: Due, format: Pick<ReturnType<typeof useFormat>, 'weekday' | 'time'>): string {
  return due.kind === 'day' ? format.weekday(due.day) : `${format.weekday(due.at)}, ${format.time(due.at)}`;
}
