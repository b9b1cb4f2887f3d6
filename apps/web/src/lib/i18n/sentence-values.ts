import { isCalendarDay } from '@checkwell/domain/clock';
import type { useFormat } from './format.ts';

/** A value of a sentence as GraphQL sends it: numbers as text, days as YYYY-MM-DD. */
interface SentenceParam {
  readonly name: string;
  readonly value: string;
}

/**
 * The values of a sentence as a reader wants them: days written out; where there is a `start` and an `end`, `period` is both.
 * For remarks and reasons that the server sends as a key and its values.
 */
export function sentenceValues(
  params: readonly SentenceParam[],
  format: Pick<ReturnType<typeof useFormat>, 'date' | 'dateRange'>,
): Readonly<Record<string, string>> {
  const raw = Object.fromEntries(params.map(({ name, value }) => [name, value]));
  const shown = Object.entries(raw).map(([name, value]) => [name, isCalendarDay(value) ? format.date(value) : value]);
  const { start, end } = raw;
  return { ...Object.fromEntries(shown), ...(start && end ? { period: format.dateRange(start, end) } : {}) };
}
