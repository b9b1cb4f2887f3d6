import * as z from 'zod/mini';
import type { CheckLocation, CheckStatus } from '../check/enums.ts';
import { type OutcomeFacts, outcomeOf } from '../check/result/outcome.ts';
import { type CalendarDay, daysInOrder } from '../clock.ts';
import { TEXT } from '../constants.ts';
import { day, key, line } from '../validation.ts';

/**
 * Travel claims: an employee claims the cost of travel to a practice on the employee's page (docs/decisions/0077), and the employer pays it
 * (domain.md 2.1); one claim per check. The limits, against typing mistakes, allow a return trip across the country by taxi.
 */
export const TRAVEL_CLAIM = { maxKm: 500, maxCents: 500_00 } as const;

/** How the employee travelled. */
export const TRAVEL_MEANS = ['Car', 'PublicTransport', 'Other'] as const;
export type TravelMeans = (typeof TRAVEL_MEANS)[number];

/** How the claim is paid: to an account, or with the wages. */
export const CLAIM_PAYMENTS = ['Account', 'Wages'] as const;
export type ClaimPayment = (typeof CLAIM_PAYMENTS)[number];

/** Waiting: HR has not decided yet. */
export const TRAVEL_CLAIM_STATES = ['Waiting', 'Paid', 'Refused'] as const;
export type TravelClaimState = (typeof TRAVEL_CLAIM_STATES)[number];

const amountError = { error: key('priceRange') };
/** The amount claimed or paid, in cents. */
export const claimAmount = z.int(amountError).check(z.minimum(1, amountError), z.maximum(TRAVEL_CLAIM.maxCents, amountError));

/** HR's payment of a claim: when, and how much. Another amount than was claimed needs a reason, which the employee reads. */
export const payTravelClaimRule = z.strictObject({ paidOn: day('required'), amountCents: claimAmount, reason: line(TEXT.reason) });

/** HR's refusal of a claim, with a reason that the employee reads. */
export const refuseTravelClaimRule = z.strictObject({ reason: line(TEXT.reason, 'reasonRequired') });

interface TravelledFor extends OutcomeFacts {
  readonly status: CheckStatus;
  readonly checkLocation: CheckLocation;
  /** How the check was ordered. */
  readonly source: string;
}

/**
 * The day of the travel that can be claimed; null: nothing can be claimed, because there was no examination at a practice, or because it is a One Shot
 * Check, whose buyer has no account to review a claim.
 */
export function travelDayOf(check: TravelledFor): CalendarDay | null {
  if (check.source === 'OneShot' || check.status !== 'Archived' || check.checkLocation !== 'Office') return null;
  const { key: outcome } = outcomeOf(check);
  return outcome === 'fit' || outcome === 'confirmed' ? check.checkDate : null;
}

/** The suggested whole kilometres, there and back; null: the distance is not known. @param km one way, from the check */
export const suggestedKm = (km: number | null): number | null =>
  km === null ? null : Math.min(TRAVEL_CLAIM.maxKm, Math.max(1, Math.round(km * 2)));

/** Whether a claim can have been paid on this day: not before the travel, and not in the future. */
export const isPaymentDay = (paidOn: CalendarDay, travelledOn: CalendarDay, today: CalendarDay): boolean =>
  daysInOrder(travelledOn, paidOn) && daysInOrder(paidOn, today);
