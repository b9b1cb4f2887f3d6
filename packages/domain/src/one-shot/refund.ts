import type { CheckStatus } from '../check/enums.ts';
import { amountsOf, ONE_SHOT_AMOUNTS } from './price.ts';
import type { OneShotState } from './states.ts';

/**
 * A payment that the provider's people give back as a whole (docs/decisions/0027), beyond what the end of its check gives back by
 * itself. Amounts in euro cents, VAT included.
 */
export interface RefundFacts {
  readonly state: OneShotState;
  /** null: there is no check, as nothing was captured. */
  readonly checkStatus: CheckStatus | null;
  readonly totalCents: number;
  /** What went back, or is on its way back. */
  readonly refundDueCents: number;
}

/**
 * What goes back of a payment by itself once its check has ended for this net price. VAT is rounded on what goes back, as its credit
 * note shows it.
 */
export const backCents = (paidNetCents: number, endedNetCents: number): number =>
  amountsOf(Math.max(0, paidNetCents - endedNetCents)).totalCents;

/** A refund on its way, made, or replaced by another one as its amount was no longer right. */
export const REFUND_STATES = ['Open', 'Done', 'Replaced'] as const;

/**
 * Why money that is due has not gone back. `Unanswered`: the payment provider did not answer, or does not say that it went back.
 * `Refused`: it answered no. `Reversed`: it had gone back, and the bank sent it to us again.
 */
export const REFUND_PROBLEMS = ['Unanswered', 'Refused', 'Reversed'] as const;
export type RefundProblem = (typeof REFUND_PROBLEMS)[number];

/** What is kept of a payment, VAT included, when its check is cancelled for this fee: to the cent what does not go back. */
export const keptCents = (feeCents: number): number => ONE_SHOT_AMOUNTS.totalCents - backCents(ONE_SHOT_AMOUNTS.netCents, feeCents);

/** What a refund would give back now; 0: none is possible. It lights the button and refuses the request. */
export function refundableCents({ state, checkStatus, totalCents, refundDueCents }: RefundFacts): number {
  if (state !== 'Paid') return 0;
  // While the check is open, ending it decides what goes back; a doctor must not be on the way to a check that nobody pays for.
  return checkStatus === 'Archived' ? totalCents - refundDueCents : 0;
}
