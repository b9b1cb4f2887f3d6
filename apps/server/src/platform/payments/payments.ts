import type { PaymentAttemptState, PaymentDecline } from '@checkwell/domain/one-shot/states';

/** The state of a payment at the provider. Amounts in euro cents. */
export interface PaymentSnapshot {
  readonly providerId: string;
  /** What the browser confirms with; worth nothing without a card. */
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
  /** The provider's name of the card; null until one was tried. */
  readonly cardFingerprint: string | null;
}

export interface RefundAnswer {
  /** The state of the payment afterwards. */
  readonly snapshot: PaymentSnapshot;
  /** Why the provider gave nothing back, in its own word, such as `charge_already_refunded`; null: it took the order. */
  readonly refusal: string | null;
}

/** Something happened to a payment. What, is asked: events come late, twice and in any order. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** null: about nothing that we follow. */
  readonly providerId: string | null;
}

/**
 * Payment by card at a provider. Card data goes from the browser to the provider alone; this port never sees a number.
 * Every method may throw `AppError` `payment.unavailable`.
 */
export interface Payments {
  readonly provider: 'test' | 'stripe';
  readonly publishableKey: string;
  /** Page of the card fields, for browsers; null where the provider's own script makes them. */
  readonly elementsUrl: string | null;
  /** However often for one attempt: one payment. @param attemptId also the idempotency key */
  create(payment: { readonly attemptId: string; readonly amountCents: number; readonly description: string }): Promise<PaymentSnapshot>;
  /** @returns null: the provider knows no such payment */
  find(providerId: string): Promise<PaymentSnapshot | null>;
  /** Nobody can pay with it any more, unless it was too late for that. @returns its state afterwards; null as `find` */
  cancel(providerId: string): Promise<PaymentSnapshot | null>;
  /** Gives money back; once per key. How much went back in all says the snapshot alone, which is asked for afterwards. */
  refund(refund: { readonly providerId: string; readonly amountCents: number; readonly key: string }): Promise<RefundAnswer>;
  /** Payments that were made at the provider since, whatever became of them. */
  since(instant: Date): AsyncIterable<PaymentSnapshot>;
  /** @throws {AppError} `payment.eventRefused`: not from the provider, or too old */
  readEvent(body: Buffer, signature: string, now: Date): Promise<PaymentEvent>;
}
