import { addDays, type CalendarDay, instantAt } from '../clock.ts';

/** Limits of One Shot Checks, each with its reason. */

/** How long an order waits for its payment: long enough to look for a card or to ask a colleague, short enough for the period to be current. */
export const ONE_SHOT_PAYABLE_HOURS = 24;

/** Until when an order can be paid: never beyond the last day of the incapacity, as nobody can be checked after it. */
export function payableUntil(orderedAt: Date, incapacityEndDate: CalendarDay): Date {
  const waits = orderedAt.getTime() + ONE_SHOT_PAYABLE_HOURS * 3_600_000;
  return new Date(Math.min(waits, instantAt(addDays(incapacityEndDate, 1), '00:00').getTime()));
}

/** Path of the status page, the link in every mail about an order. */
export const oneShotPath = (token: string): string => `/one-shot-check/${token}`;

/** Path where the payer becomes a client. The token is in the fragment, which is not sent to a server, and is used to fill in the form. */
export const becomeClientPath = (token: string): string => `/confirm-identity#${token}`;

/** After how many seconds without an event the payment provider is asked about an attempt. */
export const PAYMENT_NEWS_SECONDS = 60;

/** The maximum age of the signature of an event (security.md, Y2). */
export const PAYMENT_EVENT_TOLERANCE_SECONDS = 300;

/** Attempts to pay one order: more than a person with a few cards needs. */
export const ATTEMPTS_PER_ORDER = 8;

/** After how many minutes a reminder with the link is sent, once, if the order is not paid. */
export const ONE_SHOT_REMINDER_MINUTES = 30;

/** Declined attempts of one card within a day after which card testing is suspected. */
export const CARD_DECLINES_PER_DAY = 5;

/** Cache of register look-ups: number of entries, and for how long a found company, an unknown number and a failure are kept, in milliseconds. */
export const REGISTER_MEMORY = { companies: 2000, foundMs: 24 * 3_600_000, unknownMs: 10 * 60_000, failureMs: 30_000 } as const;
