import type { PaymentAttemptState, PaymentDecline } from '@checkwell/domain/one-shot/states';

/** The state of a payment at the provider. Amounts in euro cents. */
export interface PaymentSnapshot {
  readonly providerId: string;
  /** The secret with which the browser confirms the payment; useless without a card. */
  readonly clientSecret: string;
  readonly state: PaymentAttemptState;
  readonly decline: PaymentDecline | null;
  readonly amountCents: number;
  readonly currency: string;
  /** 0 unless `Succeeded`. */
  readonly capturedCents: number;
  readonly refundedCents: number;
  /** Our attempt; null for a payment that is not ours. */
  readonly attemptId: string | null;
  /** The payment provider's identifier of the card number; null until a card was tried. */
  readonly cardFingerprint: string | null;
}

/** The answer to a request for a refund. */
export interface RefundAnswer {
  /** The state of the payment afterwards. */
  readonly snapshot: PaymentSnapshot;
  /** Why the payment provider refused the refund: its error code, such as `charge_already_refunded`; null: accepted. */
  readonly refusal: string | null;
}

/** An event says only that a payment has changed. The state is then read with `find`, because events arrive late, twice and in any order. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** The payment that changed; null: the event is about something else. */
  readonly providerId: string | null;
}

/**
 * Payment by card at a payment provider. The browser sends card data only to the provider; this port never receives a card number.
 * Every method may throw `AppError` `payment.unavailable`.
 */
export interface Payments {
  readonly provider: 'test' | 'stripe';
  readonly publishableKey: string;
  /** URL of the page with the card fields; null if the payment provider's own script makes them. */
  readonly elementsUrl: string | null;
  /**
   * Creates the payment of an attempt; a repeated call with the same values gives the same payment. `attemptId` is also the idempotency key: a repeated call
   * with other values fails.
   */
  create(payment: { readonly attemptId: string; readonly amountCents: number; readonly description: string }): Promise<PaymentSnapshot>;
  /** The state of a payment; null if the payment provider does not know it. */
  find(providerId: string): Promise<PaymentSnapshot | null>;
  /** Cancels a payment, unless it has succeeded or is being processed. @returns its state afterwards; null as of `find` */
  cancel(providerId: string): Promise<PaymentSnapshot | null>;
  /** Refunds an amount in euro cents, once for each key. The total refunded is in the snapshot, which is read after the request. */
  refund(refund: { readonly providerId: string; readonly amountCents: number; readonly key: string }): Promise<RefundAnswer>;
  /** Payments of any state that were created at the payment provider since an instant. */
  since(instant: Date): AsyncIterable<PaymentSnapshot>;
  /** Verifies and reads an event. @throws {AppError} `payment.eventRefused`: the signature is wrong or too old */
  readEvent(body: Buffer, signature: string, now: Date): Promise<PaymentEvent>;
}
