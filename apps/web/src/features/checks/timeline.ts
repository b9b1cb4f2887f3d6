import { CHECK_ACTIONS, WAITING_RESULT_ACTIONS } from '@checkwell/domain/check/lifecycle';
import type { Due } from '@checkwell/domain/check/times/expected';
import type { useFormat } from '../../lib/i18n/format.ts';

/** Words that exist for events: the actions of the life cycle, the order itself, and results that wait (`checks:event`). */
export const EVENT_NAMES = ['order', ...CHECK_ACTIONS, ...WAITING_RESULT_ACTIONS] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The event's words, or null for an action that this version of the screens does not know. */
export function eventName(action: string): EventName | null {
  return EVENT_NAMES.find((name) => name === action) ?? null;
}

type Format = ReturnType<typeof useFormat>;

/** By when, in a label: the day of the week, and the hour where there is one. */
export function dueText(due: Due, format: Pick<Format, 'weekday' | 'moment'>): string {
  return due.kind === 'day' ? format.weekday(due.day) : format.moment(due.at);
}

/** The same in a sentence. */
export function dueTextLong(due: Due, format: Pick<Format, 'dateLong' | 'momentLong'>): string {
  return due.kind === 'day' ? format.dateLong(due.day) : format.momentLong(due.at);
}
