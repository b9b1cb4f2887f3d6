import { isCalendarDay } from '@checkwell/domain/clock';
import { formatDateLong, formatDays } from './formats.ts';
import type { MessageLanguage } from './index.ts';

/** Values that are numbers of days, with the unit. The others are counted within their sentence. */
const DURATIONS: readonly string[] = ['left'];
/** … of guaranteed pay; the relapse window says "days" in its sentence. */
const isDuration = (code: string, name: string): boolean => DURATIONS.includes(name) || (code === 'guaranteedPay' && name === 'days');

/**
 * The values of the sentence of a deadline (domain/check/deadlines) as a reader wants them: days written out with their weekday, so that a term is hard
 * to misread. Values come as text, as the API sends them, or as they are.
 */
export function deadlineValues(
  code: string,
  params: Readonly<Record<string, string | number>>,
  language: MessageLanguage,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (isDuration(code, name)) return [name, formatDays(Number(value), language)];
      const text = String(value);
      return [name, isCalendarDay(text) ? formatDateLong(text, language) : text];
    }),
  );
}
