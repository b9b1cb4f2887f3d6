import { isCalendarDay } from '@checkwell/domain/clock';
import { formatDateLong, formatDays } from './formats.ts';
import type { MessageLanguage } from './index.ts';

/** Values that are written as a number of days with the unit. For other numbers the sentence itself contains the unit. */
const DURATIONS: readonly string[] = ['left'];
/** `days` is such a duration only for guaranteed pay; the sentence about the relapse window contains the word "days". */
const isDuration = (code: string, name: string): boolean => DURATIONS.includes(name) || (code === 'guaranteedPay' && name === 'days');

/**
 * The values for the placeholders in the sentence of a deadline (domain/check/deadlines). Calendar days are written out with their weekday, so that a
 * deadline is hard to misread. Numbers may also be given as text, as the API sends them.
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
