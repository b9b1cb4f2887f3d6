import type { Due } from '@checkwell/domain/check/times/expected';
import type { useFormat } from '../../lib/i18n/format.ts';

type Format = ReturnType<typeof useFormat>;

/** A due time in a label: the day of the week, and the hour where there is one. */
export function dueText(due: Due, format: Pick<Format, 'weekday' | 'moment'>): string {
  return due.kind === 'day' ? format.weekday(due.day) : format.moment(due.at);
}

/** A due time in a sentence. */
export function dueTextLong(due: Due, format: Pick<Format, 'dateLong' | 'momentLong'>): string {
  return due.kind === 'day' ? format.dateLong(due.day) : format.momentLong(due.at);
}
