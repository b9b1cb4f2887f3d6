/**
 * States of a One Shot order and of the attempts to pay it. An order becomes a check if and only if its payment was captured, in one transaction.
 */
export const ONE_SHOT_STATES = ['AwaitingPayment', 'Paid', 'Expired', 'Refunded'] as const;
export type OneShotState = (typeof ONE_SHOT_STATES)[number];

/**
 * Allowed transitions. Expired → Refunded: a payment that arrives after the order has expired is refunded.
 */
export const ONE_SHOT_TRANSITIONS = {
  AwaitingPayment: ['Paid', 'Expired'],
  Paid: ['Refunded'],
  Expired: ['Refunded'],
  Refunded: [],
} as const satisfies Record<OneShotState, readonly OneShotState[]>;

export const mayBecome = (from: OneShotState, to: OneShotState): boolean =>
  (ONE_SHOT_TRANSITIONS[from] as readonly OneShotState[]).includes(to);

/** Whether the payer is offered an account, with the data of the invoice: only after payment. */
export const offersAccount = ({ state }: { readonly state: OneShotState }): boolean => state === 'Paid';

/** States of an attempt to pay. Processing: the outcome is not known yet. Canceled: the attempt can no longer be used. */
export const PAYMENT_ATTEMPT_STATES = ['Created', 'Processing', 'Succeeded', 'Declined', 'Canceled'] as const;
export type PaymentAttemptState = (typeof PAYMENT_ATTEMPT_STATES)[number];

/** States that may still change. After a declined card another one may be used in the same attempt. */
export const OPEN_ATTEMPT_STATES = ['Created', 'Processing', 'Declined'] as const satisfies readonly PaymentAttemptState[];

/**
 * Allowed transitions of an attempt. Events may arrive in any order and only count if they lead to one of these states: a captured payment stays
 * captured, and an old "processing" does not replace a decline.
 */
const FURTHER: Record<PaymentAttemptState, readonly PaymentAttemptState[]> = {
  Created: ['Processing', 'Succeeded', 'Declined', 'Canceled'],
  Processing: ['Succeeded', 'Declined', 'Canceled'],
  Declined: ['Processing', 'Succeeded', 'Canceled'],
  // A capture reported by the provider counts even after a cancellation was recorded.
  Canceled: ['Succeeded'],
  Succeeded: [],
};
export const attemptMayBecome = (from: PaymentAttemptState, to: PaymentAttemptState): boolean => FURTHER[from].includes(to);

/** Why a card was declined, as far as the payer may know; texts are in the namespace `enums` (`paymentDecline`). */
export const PAYMENT_DECLINES = [
  'genericDecline',
  'insufficientFunds',
  'expiredCard',
  'incorrectCvc',
  'authenticationFailed',
  'cardNotSupported',
  'processingError',
] as const;
export type PaymentDecline = (typeof PAYMENT_DECLINES)[number];

/** Actions of a visitor. `payAgain`: an attempt was declined or cancelled; the order stays as entered. */
export const ONE_SHOT_ACTIONS = ['pay', 'payAgain'] as const;
export type OneShotAction = (typeof ONE_SHOT_ACTIONS)[number];

export interface OneShotFacts {
  readonly state: OneShotState;
  /** State of the latest attempt; null: none. */
  readonly attemptState: PaymentAttemptState | null;
}

/** The actions that are possible now; they decide about both buttons and requests. None while an attempt is being processed, so that nobody pays twice. */
export function oneShotActions({ state, attemptState }: OneShotFacts): readonly OneShotAction[] {
  if (state !== 'AwaitingPayment') return [];
  switch (attemptState) {
    case null:
    case 'Created':
      return ['pay'];
    case 'Declined':
    case 'Canceled':
      return ['payAgain'];
    case 'Processing':
    case 'Succeeded':
      return [];
  }
}
