import * as z from 'zod/mini';
import { addDays, type CalendarDay, instantAt } from '../clock.ts';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES } from '../constants.ts';
import { choice, key } from '../validation.ts';

/**
 * The monthly statement of a doctor: fees and kilometres of the checks reported in a month, Belgian time. Not of those that took place in it, because a
 * late report would change a month that is paid already.
 */
export const STATEMENT_PATH = '/v1/api/missions/statement.pdf';

/** How many months a doctor can choose from: this one and the twelve before. */
export const STATEMENT_MONTHS = 13;

/** `2026-11`. */
export type StatementMonth = string;

export const statementRule = z.strictObject({
  month: z.string({ error: key('invalidChoice') }).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: key('invalidChoice') })),
  language: z._default(choice(INTERFACE_LANGUAGES, 'invalidChoice'), DEFAULT_LANGUAGE),
});

const firstDayOf = (month: StatementMonth): CalendarDay => `${month}-01`;
export const monthOfDay = (day: CalendarDay): StatementMonth => day.slice(0, 7);

/** The months that can be chosen, the latest first. */
export function statementMonths(today: CalendarDay): readonly StatementMonth[] {
  const months = [monthOfDay(today)];
  for (let last = months[0] as StatementMonth; months.length < STATEMENT_MONTHS; months.push(last)) {
    last = monthOfDay(addDays(firstDayOf(last), -1));
  }
  return months;
}

/** The first instant of a month, and the first after it; Belgian time. */
export function statementPeriod(month: StatementMonth): { readonly from: Date; readonly to: Date } {
  const next = firstDayOf(monthOfDay(addDays(firstDayOf(month), 31)));
  return { from: instantAt(firstDayOf(month), '00:00'), to: instantAt(next, '00:00') };
}
