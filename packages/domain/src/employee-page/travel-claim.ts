import * as z from 'zod/mini';
import type { CheckLocation, CheckStatus } from '../check/enums.ts';
import { type OutcomeFacts, outcomeOf } from '../check/result/outcome.ts';
import { type CalendarDay, daysInOrder } from '../clock.ts';
import { TEXT } from '../constants.ts';
import { day, key, line } from '../validation.ts';

/**
 * What an employee asks back for the way to a doctor's practice, by the link of a message (docs/decisions/0077): the employer pays it (domain.md
 * 2.1), one claim for each check. Limits that catch slips of the hand: there and back across the country, by taxi.
 */
export const TRAVEL_CLAIM = { mostKm: 500, mostCents: 500_00 } as const;

/** How the employee travelled. */
export const TRAVEL_MEANS = ['Car', 'PublicTransport', 'Other'] as const;
export type TravelMeans = (typeof TRAVEL_MEANS)[number];

/** Where the money goes: to an account, or along with the wages. */
export const CLAIM_PAYMENTS = ['Account', 'Wages'] as const;
export type ClaimPayment = (typeof CLAIM_PAYMENTS)[number];

/** Waiting: nobody has decided. */
export const TRAVEL_CLAIM_STATES = ['Waiting', 'Paid', 'Refused'] as const;
export type TravelClaimState = (typeof TRAVEL_CLAIM_STATES)[number];

const amountError = { error: key('priceRange') };
/** What is asked back or paid, in cents. */
export const claimAmount = z.int(amountError).check(z.minimum(1, amountError), z.maximum(TRAVEL_CLAIM.mostCents, amountError));

/** That HR has paid it: when, and how much; another amount than was asked for needs a reason, which the employee reads. */
export const payTravelClaimRule = z.strictObject({ paidOn: day('required'), amountCents: claimAmount, reason: line(TEXT.reason) });

/** Why HR does not pay it; the employee reads it. */
export const refuseTravelClaimRule = z.strictObject({ reason: line(TEXT.reason, 'reasonRequired') });

interface TravelledFor extends OutcomeFacts {
  readonly status: CheckStatus;
  readonly checkLocation: CheckLocation;
  /** How the check was ordered. */
  readonly source: string;
}

/**
 * The day on which the employee travelled to a doctor at the employer's cost; null where nothing is to be claimed: who was not examined, or not
 * at a practice. Whoever ordered a One Shot Check has no account: nobody would look at it.
 */
export function travelDayOf(check: TravelledFor): CalendarDay | null {
  if (check.source === 'OneShot' || check.status !== 'Archived' || check.checkLocation !== 'Office') return null;
  const { key: outcome } = outcomeOf(check);
  return outcome === 'fit' || outcome === 'confirmed' ? check.checkDate : null;
}

/** There and back, in whole kilometres, as the employee is proposed; null where the way is not known. @param km of one way, as the check has it */
export const suggestedKm = (km: number | null): number | null =>
  km === null ? null : Math.min(TRAVEL_CLAIM.mostKm, Math.max(1, Math.round(km * 2)));

/** Whether it can have been paid on this day: after the employee travelled, and not in the future. */
export const isPaymentDay = (paidOn: CalendarDay, travelledOn: CalendarDay, today: CalendarDay): boolean =>
  daysInOrder(travelledOn, paidOn) && daysInOrder(paidOn, today);
