import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { ONE_SHOT_REMINDER_MINUTES, PAYMENT_NEWS_SECONDS } from '@checkwell/domain/one-shot/limits';
import { OPEN_ATTEMPT_STATES } from '@checkwell/domain/one-shot/states';
import { RETENTION } from '@checkwell/domain/retention';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { PaymentSnapshot, Payments } from '../../platform/payments/payments.ts';
import type { RowLinks } from '../../platform/row-links.ts';
import { UNPAID_MAIL } from './one-shot.mails.ts';
import type { AttemptRow } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';
import type { Settling } from './one-shot-settlement.ts';

/** Scheduled jobs for orders. */
export interface OneShotJobs {
  /**
   * Asks the payment provider about open attempts without news for `PAYMENT_NEWS_SECONDS`, and lets orders expire that can no longer be paid. Idempotent, also
   * when it runs concurrently. An order that fails does not stop the others.
   * @returns how many orders expired
   * @throws {AggregateError} after the others, if orders failed, such as with `payment.unavailable`; the next run tries them again
   */
  reconcile(): Promise<number>;
  /**
   * Compares the payments of the last days at the payment provider with ours. Unknown captures and refunds are settled; a capture without order is logged as
   * an error.
   */
  compare(): Promise<void>;
  /** Sends one reminder for each order that still awaits payment `ONE_SHOT_REMINDER_MINUTES` after it was placed. @returns how many orders were found */
  remind(): Promise<number>;
  /** Erases the personal data of orders that became no check (`RETENTION.abandonedOneShotDays`), and deletes old payment events. @returns how many orders */
  clear(): Promise<number>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How far back payments are compared: longer than an order can be paid, and as long as Stripe repeats an event (three days). */
const LOOK_BACK_MS = 3 * DAY_MS;
/**
 * How long the failures of one run may take together. A provider that refuses answers at once; one that lets so much time pass is away, and the other orders
 * wait for the next run.
 */
const FAILURES_LIMIT_MS = 5000;
/** Longer than the payment provider repeats an event (Stripe: three days). */
const EVENTS_KEPT_MS = 30 * DAY_MS;

export interface OneShotJobDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly payments: Payments | null;
  readonly settling: Settling;
  readonly links: RowLinks;
  /** The state of an attempt at the payment provider. One that may never have reached it is created and cancelled there. */
  readonly look: (attempt: AttemptRow) => Promise<PaymentSnapshot | null>;
}

/** Makes the scheduled jobs. */
export function createOneShotJobs({ db, clock, mailer, payments, settling, links, look }: OneShotJobDeps): OneShotJobs {
  async function settleOrGiveUp(attempt: AttemptRow, snapshot: PaymentSnapshot | null): Promise<void> {
    if (snapshot) await settling.settle(snapshot);
    else await settling.giveUp(attempt);
  }

  /** Cancels the open payment of an order and then lets the order expire. A payment that is being processed is waited for. @returns whether it expired */
  async function lapse(orderId: string, provider: Payments | null): Promise<boolean> {
    const attempt = await db.system('one shot', (tx) => repository.findLatestAttempt(tx, orderId));
    if (attempt && (OPEN_ATTEMPT_STATES as readonly string[]).includes(attempt.state)) {
      // Only the payment provider that opened the payment can cancel it.
      if (attempt.provider !== provider?.provider) return false;
      await settleOrGiveUp(attempt, attempt.providerId === null ? await look(attempt) : await provider.cancel(attempt.providerId));
    }
    return db.system('one shot', async (tx) => {
      const order = await repository.lockOrder(tx, orderId);
      if (order?.state !== 'AwaitingPayment') return false;
      const latest = (await repository.lockAttempts(tx, order)).at(-1);
      if (latest && latest.state !== 'Canceled') return false;
      await repository.updateOrder(tx, order, { state: 'Expired' });
      return true;
    });
  }

  return {
    async reconcile() {
      const now = clock.now();
      const quietSince = new Date(now.getTime() - PAYMENT_NEWS_SECONDS * 1000);
      const run = createRun();
      if (payments !== null) {
        const { provider } = payments;
        for (const attempt of await db.system('one shot', (tx) => repository.findQuietAttempts(tx, provider, quietSince)))
          await run.attempt(attempt.orderId, async () => settleOrGiveUp(attempt, await look(attempt)));
      }
      let lapsed = 0;
      for (const { id } of await db.system('one shot', (tx) => repository.findLapsed(tx, now, clock.today())))
        if (await run.attempt(id, () => lapse(id, payments))) lapsed += 1;
      run.end();
      return lapsed;
    },

    async compare() {
      if (payments === null) return;
      const since = new Date(clock.now().getTime() - LOOK_BACK_MS);
      const known = await db.system('one shot', (tx) => repository.findCaptured(tx, since));
      const refunds = new Map(known.map(({ id, refundedCents }) => [id, refundedCents]));
      for await (const snapshot of payments.since(since)) {
        const settled = refunds.get(snapshot.attemptId ?? '');
        if (snapshot.state === 'Succeeded' && settled !== snapshot.refundedCents) await settling.settle(snapshot);
      }
    },

    async remind() {
      const now = clock.now();
      const before = new Date(now.getTime() - ONE_SHOT_REMINDER_MINUTES * MINUTE_MS);
      const waiting = await db.system('one shot', (tx) => repository.findUnreminded(tx, before, now));
      for (const { id } of waiting) {
        await db.system('one shot', async (tx) => {
          const order = await repository.lockOrder(tx, id);
          if (order?.state !== 'AwaitingPayment' || order.remindedAt !== null || order.invoicingEmail === null) return;
          await repository.updateOrder(tx, order, { remindedAt: now });
          const { invoicingEmail: to, language, payableUntil } = order;
          const params = { token: links.tokenOf(id, order.tokenHash), payableUntil: payableUntil.toISOString() };
          await mailer.enqueue(tx, { companyId: null, to, language, template: UNPAID_MAIL, params });
        });
      }
      return waiting.length;
    },

    async clear() {
      const now = clock.now();
      return db.system('one shot', async (tx) => {
        await repository.forgetEvents(tx, new Date(now.getTime() - EVENTS_KEPT_MS));
        return repository.clearAbandoned(tx, new Date(now.getTime() - RETENTION.abandonedOneShotDays * DAY_MS), now);
      });
    },
  };
}

/** One run over many orders, in which a failure of one does not stop the others. */
function createRun() {
  const failures = new Map<string, unknown>();
  let lostMs = 0;
  return {
    /** Does something for an order, unless that order has failed in this run, or failures have taken too long. @returns undefined if nothing was done */
    async attempt<Result>(orderId: string, work: () => Promise<Result>): Promise<Result | undefined> {
      if (failures.has(orderId) || lostMs > FAILURES_LIMIT_MS) return undefined;
      const began = performance.now();
      try {
        return await work();
      } catch (error) {
        failures.set(orderId, error);
        lostMs += performance.now() - began;
        return undefined;
      }
    },

    /** @throws {AggregateError} if an order failed */
    end(): void {
      const [first] = failures;
      if (!first) return;
      const [orderId, error] = first;
      // The text of `payment.unavailable` does not say why.
      const reason = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
      const text = reason instanceof Error ? (reason.stack ?? reason.message) : reason;
      throw new AggregateError(
        failures.values(),
        `Orders that could not be reconciled: ${failures.size}. The first is ${orderId}: ${text}`,
      );
    },
  };
}
