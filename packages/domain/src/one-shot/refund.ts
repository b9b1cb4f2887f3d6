import type { CheckStatus } from '../check/enums.ts';
import { amountsOf, ONE_SHOT_AMOUNTS } from './price.ts';
import type { OneShotState } from './states.ts';

/**
 * The facts that decide about a full refund by the provider's team (docs/decisions/0027), in addition to the automatic refund at the end of the check.
 * Amounts in euro cents, VAT included.
 */
export interface RefundFacts {
  readonly state: OneShotState;
  /** null: there is no check, because no payment was captured. */
  readonly checkStatus: CheckStatus | null;
  readonly totalCents: number;
  /** The amount refunded or being refunded. */
  readonly refundDueCents: number;
}

/**
 * The automatic refund, VAT included, once a check has ended at this net price. VAT is rounded on the refund, as on its credit note.
 */
export const backCents = (paidNetCents: number, endedNetCents: number): number =>
  amountsOf(Math.max(0, paidNetCents - endedNetCents)).totalCents;

/** States of a refund: to be made, made, or replaced by one with another amount. */
export const REFUND_STATES = ['Open', 'Done', 'Replaced'] as const;

/**
 * Why a due refund was not made. `Unanswered`: the payment provider did not answer, or did not confirm the refund. `Refused`: it refused the refund.
 * `Reversed`: the bank returned the refund.
 */
export const REFUND_PROBLEMS = ['Unanswered', 'Refused', 'Reversed'] as const;
export type RefundProblem = (typeof REFUND_PROBLEMS)[number];

/** The amount kept of a payment, VAT included, after a cancellation with this fee: exactly the payment minus the refund. */
export const keptCents = (feeCents: number): number => ONE_SHOT_AMOUNTS.totalCents - backCents(ONE_SHOT_AMOUNTS.netCents, feeCents);

/** The amount that a planner can refund now; 0: none. It decides about both the button and the request. */
export function refundableCents({ state, checkStatus, totalCents, refundDueCents }: RefundFacts): number {
  if (state !== 'Paid') return 0;
  // While the check is open, its end decides the refund, so that no doctor visits for a check that is not paid.
  return checkStatus === 'Archived' ? totalCents - refundDueCents : 0;
}
