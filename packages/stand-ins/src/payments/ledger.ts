import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { TEST_CARDS, type TestCard } from '@checkwell/domain/one-shot/contract';
import type { PaymentDecline } from '@checkwell/domain/one-shot/states';

/** A PaymentIntent of Stripe's API, with only the fields that the product uses. Amounts are in cents. */
export interface Intent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly client_secret: string;
  readonly amount: number;
  readonly currency: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amount_received: number;
  last_payment_error: CardError | null;
  latest_charge: Charge | null;
}

interface CardError {
  readonly code: string;
  readonly decline_code: string | null;
  readonly payment_method: { readonly card: { readonly fingerprint: string } };
}

interface Charge {
  readonly id: string;
  readonly object: 'charge';
  readonly payment_intent: string;
  amount_refunded: number;
  readonly payment_method_details: { readonly card: { readonly fingerprint: string } };
}

/** The response to the card fields. */
export type Confirmation =
  | { readonly status: 'succeeded' | 'processing' | 'requires_action'; readonly code: null }
  | { readonly status: 'declined'; readonly code: PaymentDecline };

/** Stripe's error codes for the test cards that are declined; the names are the product's own codes. */
const DECLINED = {
  genericDecline: { code: 'card_declined', decline_code: 'generic_decline' },
  insufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  expiredCard: { code: 'expired_card', decline_code: null },
} as const satisfies Partial<Record<TestCard & PaymentDecline, { code: string; decline_code: string | null }>>;
const AUTHENTICATION_FAILED = { code: 'payment_intent_authentication_failure', decline_code: null } as const;

const isDeclined = (card: TestCard): card is keyof typeof DECLINED => Object.hasOwn(DECLINED, card);

/** How long a payment with the card `timeout` is processing, in milliseconds. */
const SLOW_CAPTURE_MS = 6000;

interface LedgerState {
  readonly fingerprintKey: string;
  readonly intents: Intent[];
  /** Idempotency keys, each with the id of the payment that was created or refunded with it. */
  readonly made: [key: string, id: string][];
  /** Idempotency keys, each with the request that came with it first; files of earlier versions have none. */
  readonly requests?: [key: string, request: KeyedRequest][];
}

/** A request that came with an idempotency key. */
export interface KeyedRequest {
  readonly path: string;
  /** In one order, so that equal parameters are equal texts. */
  readonly parameters: string;
}

export interface Ledger {
  /** Remembers the first request of an idempotency key, also if it is refused afterwards. @returns the first request: this one, or an earlier one */
  firstOf(key: string, request: KeyedRequest): KeyedRequest;
  create(payment: { readonly amount: number; readonly currency: string; readonly metadata: Record<string, string> }, key: string): Intent;
  find(id: string): Intent | undefined;
  findBySecret(clientSecret: string): Intent | undefined;
  /** Newest first. */
  list(since: number): readonly Intent[];
  /** @returns false if the payment succeeded, is processing or was canceled already */
  cancel(intent: Intent): boolean;
  /** @returns false if the payment did not succeed or less than the amount is left of it; true for a repeated key */
  refund(intent: Intent, amount: number, key: string): boolean;
  /** @param number digits of the card; never stored */
  confirm(intent: Intent, number: string): Confirmation;
  challenge(intent: Intent, passed: boolean): Confirmation;
  close(): void;
}

/**
 * The payments of the test provider. The card number decides the outcome; only a fingerprint of it is stored.
 * @param file keeps the payments between starts; null: in memory only
 * @param notify called for each change, with the type of Stripe's event
 */
export function openLedger({
  file,
  now,
  notify,
  slowCaptureMs = SLOW_CAPTURE_MS,
}: {
  readonly file: string | null;
  readonly now: () => Date;
  readonly notify: (type: string, intent: Intent) => void;
  readonly slowCaptureMs?: number | undefined;
}): Ledger {
  const state = read(file);
  const intents = new Map(state.intents.map((intent) => [intent.id, intent]));
  const made = new Map(state.made);
  const requests = new Map(state.requests);
  const timers = new Set<NodeJS.Timeout>();

  function changed(type: string, intent: Intent): void {
    if (file !== null) {
      const next: LedgerState = {
        fingerprintKey: state.fingerprintKey,
        intents: [...intents.values()],
        made: [...made],
        requests: [...requests],
      };
      writeFileSync(`${file}.new`, JSON.stringify(next), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    notify(type, intent);
  }

  const fingerprintOf = (number: string): string =>
    createHmac('sha256', state.fingerprintKey).update(number).digest('base64url').slice(0, 16);

  function charge(intent: Intent, fingerprint: string): void {
    intent.latest_charge = {
      id: `ch_test_${randomBytes(12).toString('hex')}`,
      object: 'charge',
      payment_intent: intent.id,
      amount_refunded: 0,
      payment_method_details: { card: { fingerprint } },
    };
  }

  function succeed(intent: Intent): Confirmation {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.last_payment_error = null;
    changed('payment_intent.succeeded', intent);
    return { status: 'succeeded', code: null };
  }

  function decline(
    intent: Intent,
    why: { code: string; decline_code: string | null },
    code: PaymentDecline,
    fingerprint: string,
  ): Confirmation {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = { ...why, payment_method: { card: { fingerprint } } };
    changed('payment_intent.payment_failed', intent);
    return { status: 'declined', code };
  }

  function captureLater(intent: Intent): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (intent.status === 'processing') succeed(intent);
    }, slowCaptureMs);
    timers.add(timer);
  }
  for (const intent of intents.values()) if (intent.status === 'processing') captureLater(intent);

  return {
    firstOf(key, request) {
      const first = requests.get(key) ?? request;
      requests.set(key, first);
      return first;
    },

    create({ amount, currency, metadata }, key) {
      const earlier = intents.get(made.get(key) ?? '');
      if (earlier) return earlier;
      const id = `pi_test_${randomBytes(12).toString('hex')}`;
      const intent: Intent = {
        id,
        object: 'payment_intent',
        client_secret: `${id}_secret_${randomBytes(18).toString('base64url')}`,
        amount,
        currency,
        created: Math.floor(now().getTime() / 1000),
        metadata,
        status: 'requires_payment_method',
        amount_received: 0,
        last_payment_error: null,
        latest_charge: null,
      };
      intents.set(id, intent);
      made.set(key, id);
      changed('payment_intent.created', intent);
      return intent;
    },

    find: (id) => intents.get(id),
    findBySecret: (clientSecret) => [...intents.values()].find((intent) => intent.client_secret === clientSecret),
    list: (since) => [...intents.values()].filter(({ created }) => created >= since).reverse(),

    cancel(intent) {
      if (intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'canceled') return false;
      intent.status = 'canceled';
      changed('payment_intent.canceled', intent);
      return true;
    },

    refund(intent, amount, key) {
      if (made.has(key)) return true;
      const paid = intent.latest_charge;
      if (intent.status !== 'succeeded' || !paid || paid.amount_refunded + amount > intent.amount_received) return false;
      paid.amount_refunded += amount;
      made.set(key, intent.id);
      changed('charge.refunded', intent);
      return true;
    },

    confirm(intent, number) {
      if (intent.status === 'succeeded') return { status: 'succeeded', code: null };
      if (intent.status === 'processing') return { status: 'processing', code: null };
      if (intent.status === 'canceled') return { status: 'declined', code: 'processingError' };
      const known = (Object.keys(TEST_CARDS) as TestCard[]).find((name) => TEST_CARDS[name] === number);
      const card = known ?? 'genericDecline';
      // Everybody uses the same test cards, so their fingerprint differs per payment. Any other number has one fingerprint, and is declined.
      const fingerprint = fingerprintOf(known ? `${number} ${intent.id}` : number);
      if (isDeclined(card)) return decline(intent, DECLINED[card], card, fingerprint);
      charge(intent, fingerprint);
      if (card === 'challenge') {
        intent.status = 'requires_action';
        changed('payment_intent.requires_action', intent);
        return { status: 'requires_action', code: null };
      }
      if (card === 'timeout') {
        intent.status = 'processing';
        changed('payment_intent.processing', intent);
        captureLater(intent);
        return { status: 'processing', code: null };
      }
      return succeed(intent);
    },

    challenge(intent, passed) {
      if (intent.status === 'succeeded') return { status: 'succeeded', code: null };
      if (intent.status !== 'requires_action') return { status: 'declined', code: 'processingError' };
      const fingerprint = intent.latest_charge?.payment_method_details.card.fingerprint ?? '';
      return passed ? succeed(intent) : decline(intent, AUTHENTICATION_FAILED, 'authenticationFailed', fingerprint);
    },

    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function read(file: string | null): LedgerState {
  const empty: LedgerState = { fingerprintKey: randomBytes(24).toString('base64url'), intents: [], made: [] };
  if (file === null) return empty;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LedgerState;
  } catch {
    return empty; // the first start, or an unreadable file: the test provider starts without payments
  }
}
