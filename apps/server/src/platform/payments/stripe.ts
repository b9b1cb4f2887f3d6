import { AppError } from '@checkwell/domain/errors';
import { PAYMENT_EVENT_TOLERANCE_SECONDS } from '@checkwell/domain/one-shot/limits';
import type { PaymentAttemptState, PaymentDecline } from '@checkwell/domain/one-shot/states';
import type Stripe from 'stripe';
import type { PaymentsConfig } from '../../config/payments.ts';
import { onFirstUse } from '../on-first-use.ts';
import { withoutSlot } from '../slot.ts';
import type { PaymentSnapshot, Payments } from './payments.ts';

const library = onFirstUse(['stripe'], async () => (await import('stripe')).default);

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const EXPAND = ['latest_charge'];

const DECLINES: Readonly<Record<string, PaymentDecline>> = {
  insufficient_funds: 'insufficientFunds',
  expired_card: 'expiredCard',
  invalid_expiry_month: 'expiredCard',
  invalid_expiry_year: 'expiredCard',
  incorrect_cvc: 'incorrectCvc',
  invalid_cvc: 'incorrectCvc',
  authentication_required: 'authenticationFailed',
  payment_intent_authentication_failure: 'authenticationFailed',
  card_not_supported: 'cardNotSupported',
  currency_not_supported: 'cardNotSupported',
  processing_error: 'processingError',
  issuer_not_available: 'processingError',
  try_again_later: 'processingError',
};

/**
 * Payments by Stripe's API, at Stripe or, for development and tests, at the local test provider (packages/stand-ins), which has the part of the API that
 * is used here. One adapter for both, so that development and tests run the code of production.
 */
export function createPayments({ provider, secretKey, publishableKey, webhookSecret, apiUrl, elementsUrl }: PaymentsConfig): Payments {
  const stripe = onFirstUse([], async () => {
    const Client = await library();
    return new Client(secretKey, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      ...(apiUrl !== null && addressOf(apiUrl)),
    });
  });

  /** Turns errors of the payment provider into `payment.unavailable`. The cause contains no card data, because none is sent. */
  async function asked<Result>(work: (client: Stripe) => Promise<Result>): Promise<Result> {
    try {
      return await withoutSlot(async () => work(await stripe()));
    } catch (error) {
      throw new AppError('payment.unavailable', {}, { cause: error });
    }
  }

  async function find(providerId: string): Promise<PaymentSnapshot | null> {
    try {
      return snapshotOf(await withoutSlot(async () => (await stripe()).paymentIntents.retrieve(providerId, { expand: EXPAND })));
    } catch (error) {
      if (isMissing(error)) return null;
      throw new AppError('payment.unavailable', {}, { cause: error });
    }
  }

  return {
    provider,
    publishableKey,
    elementsUrl,
    find,

    async create({ attemptId, amountCents, description }) {
      const intent = await asked((client) =>
        client.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'eur',
            description,
            allowed_payment_method_types: ['card'],
            metadata: { attemptId },
            expand: EXPAND,
          },
          { idempotencyKey: attemptId },
        ),
      );
      return snapshotOf(intent);
    },

    async cancel(providerId) {
      try {
        return snapshotOf(await withoutSlot(async () => (await stripe()).paymentIntents.cancel(providerId, { expand: EXPAND })));
      } catch (error) {
        // It has succeeded, is cancelled or is being processed already: return its state.
        if (isInvalidRequest(error)) return find(providerId);
        throw new AppError('payment.unavailable', {}, { cause: error });
      }
    },

    async refund({ providerId, amountCents, key }) {
      let refusal: string | null = null;
      try {
        await (await stripe()).refunds.create({ payment_intent: providerId, amount: amountCents }, { idempotencyKey: key });
      } catch (error) {
        if (!isInvalidRequest(error)) throw new AppError('payment.unavailable', {}, { cause: error });
        refusal = error.code ?? 'refused';
      }
      // Also after a refusal: "already refunded" does not say how much.
      const snapshot = await find(providerId);
      if (!snapshot) throw new AppError('payment.unavailable', {}, { cause: new Error('The payment that was given back is not there.') });
      return { snapshot, refusal };
    },

    async *since(instant) {
      const intents = (await stripe()).paymentIntents.list({
        created: { gte: Math.floor(instant.getTime() / 1000) },
        limit: 100,
        expand: EXPAND.map((name) => `data.${name}`),
      });
      try {
        for await (const intent of intents) yield snapshotOf(intent);
      } catch (error) {
        throw new AppError('payment.unavailable', {}, { cause: error });
      }
    },

    async readEvent(body, signature, now) {
      const { webhooks } = await stripe();
      let event: { readonly id: string; readonly type: string; readonly data: { readonly object: object } };
      try {
        event = webhooks.constructEvent(body, signature, webhookSecret, PAYMENT_EVENT_TOLERANCE_SECONDS, undefined, now.getTime());
      } catch (error) {
        throw new AppError('payment.eventRefused', {}, { cause: error });
      }
      return { id: event.id, type: event.type, providerId: intentIdOf(event.data.object) };
    },
  };
}

function addressOf(apiUrl: string) {
  const { hostname, port, protocol } = new URL(apiUrl);
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) };
}

/** By the name of its type, because the class is only known once the library is loaded. */
const isInvalidRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError';
const isMissing = (error: unknown): boolean => isInvalidRequest(error) && error.statusCode === 404;

/** The payment that an event is about: the object of the event itself, or the payment of a charge or a refund; null: none. */
function intentIdOf(object: object): string | null {
  const { object: kind, id, payment_intent: parent } = object as Readonly<Record<string, unknown>>;
  if (kind === 'payment_intent' && typeof id === 'string') return id;
  return typeof parent === 'string' ? parent : null;
}

function snapshotOf(intent: Stripe.PaymentIntent): PaymentSnapshot {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const error = intent.last_payment_error;
  const attemptId = intent.metadata.attemptId;
  return {
    providerId: intent.id,
    clientSecret: intent.client_secret ?? '',
    state: stateOf(intent),
    decline: error && intent.status === 'requires_payment_method' ? declineOf(error) : null,
    amountCents: intent.amount,
    currency: intent.currency.toUpperCase(),
    capturedCents: intent.status === 'succeeded' ? intent.amount_received : 0,
    refundedCents: charge?.amount_refunded ?? 0,
    attemptId: attemptId === undefined || attemptId === '' ? null : attemptId,
    cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? error?.payment_method?.card?.fingerprint ?? null,
  };
}

function stateOf({ status, last_payment_error: error }: Stripe.PaymentIntent): PaymentAttemptState {
  switch (status) {
    case 'succeeded':
      return 'Succeeded';
    case 'processing':
    case 'requires_capture':
      return 'Processing';
    case 'canceled':
      return 'Canceled';
    case 'requires_payment_method':
      return error ? 'Declined' : 'Created';
    default:
      return 'Created'; // the visitor has to enter a card, or pass 3-D Secure
  }
}

const declineOf = ({ code, decline_code: reason }: Stripe.PaymentIntent.LastPaymentError): PaymentDecline =>
  DECLINES[reason ?? ''] ?? DECLINES[code ?? ''] ?? 'genericDecline';
