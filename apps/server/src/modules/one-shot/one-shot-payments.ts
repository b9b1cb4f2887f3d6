import { addDays, type Clock, dayOf, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { PaymentSession } from '@checkwell/domain/one-shot/contract';
import { ATTEMPTS_PER_ORDER, CARD_DECLINES_PER_DAY } from '@checkwell/domain/one-shot/limits';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { ANONYMOUS } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { PaymentSnapshot, Payments } from '../../platform/payments/payments.ts';
import type { AttemptRow, LockedAttempt } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';
import { actionsOf } from './one-shot.view.ts';
import { sha256 } from './one-shot-secrets.ts';
import type { Settling } from './one-shot-settlement.ts';

/**
 * Opens the payment of an order.
 * @param keyHash hash of the visitor's idempotency key
 * @returns the data with which the browser pays at the payment provider
 * @throws {AppError} `entity.notFound`; `payment.notPossible`; `payment.unavailable`; `auth.tooManyAttempts` with `retryAfterSeconds`
 */
export type OpenPayment = (orderId: string, keyHash: Buffer) => Promise<PaymentSession>;

/** `use`: pay with this attempt. `replace`: cancel it at the payment provider, so that a new one can be opened. */
type Claim = { readonly kind: 'use'; readonly attempt: AttemptRow } | { readonly kind: 'replace'; readonly attempt: AttemptRow };

/** The text that the payer's bank may show. */
const DESCRIPTION = 'Checkwell One Shot Check';
const DAY_SECONDS = 24 * 3600;
/** Each repetition follows an attempt that ended; more than a few would mean that somebody else keeps opening new ones. */
const ROUNDS = 4;

export interface PaymentDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly payments: Payments | null;
  readonly settling: Settling;
}

/** Makes `OpenPayment`. */
export function createOpenPayment({ db, clock, payments, settling }: PaymentDeps): OpenPayment {
  /** Chooses the attempt to pay with, or creates one. It is stored before the payment provider is called, so that each payment there has its order here. */
  async function claim(tx: WriteTx, provider: Payments['provider'], orderId: string, keyHash: Buffer): Promise<Claim> {
    const order = await repository.lockOrder(tx, orderId);
    if (!order) throw new AppError('entity.notFound');
    const now = clock.now();
    const attempts = await repository.lockAttempts(tx, order);
    const latest = attempts.at(-1);
    const known = attempts.find((attempt) => attempt.keyHash.equals(keyHash));
    if (known && known.id === latest?.id && known.state === 'Created') return { kind: 'use', attempt: known };
    if (actionsOf(order, latest, now).length === 0 || order.incapacityEndDate < clock.today()) throw new AppError('payment.notPossible');
    if (latest?.state === 'Created') return { kind: 'use', attempt: latest };
    // A declined attempt can still be paid with another card, so it is cancelled before a new one is opened.
    if (latest?.state === 'Declined') return { kind: 'replace', attempt: latest };
    await refuseTesting(tx, attempts);
    const attempt = {
      id: newId(),
      keyHash: known ? newKey(keyHash, latest?.id ?? '') : keyHash,
      provider,
      createdAt: now,
      updatedAt: now,
    };
    await repository.insertAttempt(tx, order, attempt);
    await logAccess(tx, ANONYMOUS, 'oneShot.pay', 'one_shot_orders', null, orderId);
    const made = await repository.lockAttempt(tx, order, attempt.id);
    if (!made) throw new Error('The attempt that was just written is not there.');
    return { kind: 'use', attempt: made };
  }

  /**
   * Against card testing (security.md, 1B): refuses too many attempts on one order, and a card that was declined too often.
   * @throws {AppError} `auth.tooManyAttempts`
   */
  async function refuseTesting(tx: WriteTx, attempts: readonly LockedAttempt[]): Promise<void> {
    const since = new Date(clock.now().getTime() - DAY_SECONDS * 1000);
    const card = attempts.at(-1)?.cardFingerprint ?? null;
    const tooMany =
      attempts.length >= ATTEMPTS_PER_ORDER ||
      (card !== null && (await repository.countDeclines(tx, card, since)) >= CARD_DECLINES_PER_DAY);
    if (!tooMany) return;
    const tomorrow = instantAt(addDays(dayOf(clock.now()), 1), '00:00');
    const retryAfterSeconds = Math.max(3600, Math.ceil((tomorrow.getTime() - clock.now().getTime()) / 1000));
    throw new AppError('auth.tooManyAttempts', { retryAfterSeconds });
  }

  return async (orderId, keyHash) => {
    if (payments === null) throw new AppError('payment.unavailable', {}, { cause: new Error('No payment provider is configured.') });
    for (let round = 0; round < ROUNDS; round += 1) {
      const { kind, attempt } = await db.system('one shot', (tx) => claim(tx, payments.provider, orderId, keyHash));
      const snapshot = await ask(payments, kind, attempt);
      if (snapshot === null) {
        await settling.giveUp(attempt);
        continue;
      }
      await settling.settle(snapshot);
      if (kind === 'replace' || snapshot.state === 'Canceled') continue;
      if (snapshot.state === 'Succeeded' || snapshot.state === 'Processing') throw new AppError('payment.notPossible');
      const { provider, publishableKey, elementsUrl } = payments;
      return { provider, clientSecret: snapshot.clientSecret, publishableKey, elementsUrl };
    }
    throw new AppError('payment.unavailable', {}, { cause: new Error('The attempts of this order end as fast as they begin.') });
  };
}

/**
 * Creates the payment of an attempt at the payment provider, or gets the one that an earlier call created. All callers use this function, because the
 * attempt's id is the idempotency key, and Stripe refuses a key that comes again with other values.
 */
export const createPayment = (payments: Payments, attemptId: string): Promise<PaymentSnapshot> =>
  payments.create({ attemptId, amountCents: ONE_SHOT_AMOUNTS.totalCents, description: DESCRIPTION });

/** Cancels, creates or reads the payment of an attempt. @returns its state; null if the payment provider has no such payment */
async function ask(payments: Payments, kind: Claim['kind'], { id, providerId }: AttemptRow): Promise<PaymentSnapshot | null> {
  if (kind === 'replace') return providerId === null ? null : payments.cancel(providerId);
  return providerId === null ? createPayment(payments, id) : payments.find(providerId);
}

/** The key of another attempt under the same key of the visitor, because keys are unique within an order. */
const newKey = (keyHash: Buffer, former: string): Buffer => sha256(`${keyHash.toString('hex')} after ${former}`);
