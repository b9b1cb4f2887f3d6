/**
 * The life of a One Shot order and of the attempts to pay it. An order becomes a check if and only if its payment was
 * captured; the two change in one transaction.
 */
export const ONE_SHOT_STATES = ['AwaitingPayment', 'Paid', 'Expired', 'Refunded'] as const;
export type OneShotState = (typeof ONE_SHOT_STATES)[number];

/**
 * Expired → Refunded: money that came after the order had lapsed goes back, so that nobody pays for a check that nobody awaits any more.
 */
export const ONE_SHOT_TRANSITIONS = {
  AwaitingPayment: ['Paid', 'Expired'],
  Paid: ['Refunded'],
  Expired: ['Refunded'],
  Refunded: [],
} as const satisfies Record<OneShotState, readonly OneShotState[]>;

export const mayBecome = (from: OneShotState, to: OneShotState): boolean =>
  (ONE_SHOT_TRANSITIONS[from] as readonly OneShotState[]).includes(to);

/** Whether its payer is offered to become a client, with what the invoice says about them: never before money was taken. */
export const offersAccount = ({ state }: { readonly state: OneShotState }): boolean => state === 'Paid';

/** Processing: the provider has the card and has not said how it ended. Canceled: nobody can pay with it any more. */
export const PAYMENT_ATTEMPT_STATES = ['Created', 'Processing', 'Succeeded', 'Declined', 'Canceled'] as const;
export type PaymentAttemptState = (typeof PAYMENT_ATTEMPT_STATES)[number];

/** Attempts of which more may be heard. A declined card may be followed by another one under the same attempt. */
export const OPEN_ATTEMPT_STATES = ['Created', 'Processing', 'Declined'] as const satisfies readonly PaymentAttemptState[];

/**
 * How far an attempt has come. News of the provider counts only when it leads further, whatever the order in which it comes: what was
 * captured stays captured, and an old "processing" does not hide a decline.
 */
const FURTHER: Record<PaymentAttemptState, readonly PaymentAttemptState[]> = {
  Created: ['Processing', 'Succeeded', 'Declined', 'Canceled'],
  Processing: ['Succeeded', 'Declined', 'Canceled'],
  Declined: ['Processing', 'Succeeded', 'Canceled'],
  // A capture that the provider vouches for counts, even after a cancellation was noted.
  Canceled: ['Succeeded'],
  Succeeded: [],
};
export const attemptMayBecome = (from: PaymentAttemptState, to: PaymentAttemptState): boolean => FURTHER[from].includes(to);

/** Why a card was not accepted, as far as a payer may know; its sentence is in the namespace `enums` (`paymentDecline`). */
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

/** What a visitor may do next. `payAgain`: an attempt was declined or given up; everything else that was typed stands. */
export const ONE_SHOT_ACTIONS = ['pay', 'payAgain'] as const;
export type OneShotAction = (typeof ONE_SHOT_ACTIONS)[number];

export interface OneShotFacts {
  readonly state: OneShotState;
  /** Of the latest attempt; null before the first. */
  readonly attemptState: PaymentAttemptState | null;
}

/** What lights the buttons and refuses the request. Nobody pays twice: while the provider works on one attempt there is no other. */
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
