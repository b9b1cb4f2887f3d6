import type { Clock } from '@checkwell/domain/clock';
import { ONE_SHOT_CURRENCY } from '@checkwell/domain/one-shot/price';
import { backCents } from '@checkwell/domain/one-shot/refund';
import { attemptMayBecome } from '@checkwell/domain/one-shot/states';
import type { Actor } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentEvent, PaymentSnapshot, Payments } from '../../platform/payments/payments.ts';
import { type CheckService, ONE_SHOT_NEWS, type OneShotNews } from '../checks/checks.service.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import { NEWS_MAIL } from './one-shot.mails.ts';
import type { AttemptRow, LockedAttempt, LockedOrder } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';
import { buyerOf, lineOf, type PayerMails, referenceOf } from './one-shot-payer-mails.ts';
import type { Refunding } from './one-shot-refund-steps.ts';

/** Records the state of payments as the payment provider reports it: the only way for its events, for its answers and for scheduled comparisons. */
export interface Settling {
  /**
   * Records the state of a payment. A state counts only if the attempt may change to it (`attemptMayBecome`), so that snapshots may arrive late, twice and
   * in any order. The transaction that records a capture also places the check, or reserves a refund.
   * @param event the event that caused the request, to be remembered as handled
   */
  settle(snapshot: PaymentSnapshot, event?: PaymentEvent): Promise<void>;
  /** Records an attempt that the payment provider does not know as cancelled: nobody can pay with it. */
  giveUp(attempt: Pick<AttemptRow, 'id' | 'orderId'>): Promise<void>;
}

const SYSTEM: Actor = { kind: 'system', name: 'one shot' };

export interface SettlingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Outbox;
  readonly payments: Payments | null;
  readonly checks: Pick<CheckService, 'placeOneShot'>;
  readonly invoices: InvoiceService;
  readonly payerMails: PayerMails;
  readonly refunding: Refunding;
}

/** An order and one attempt to pay it, both locked. */
interface Held {
  readonly order: LockedOrder;
  readonly attempt: LockedAttempt;
}

/** The settlement of payments, and the handler of the outbox for news of checks that were paid by card. */
export function createSettling(deps: SettlingDeps): Settling {
  const { db, clock, log, outbox, payments, checks, invoices, payerMails, refunding } = deps;

  async function hold(tx: WriteTx, attemptId: string | null): Promise<Held | undefined> {
    const orderId = attemptId !== null && isId(attemptId) ? await repository.findOrderOfAttempt(tx, attemptId) : undefined;
    const order = orderId === undefined ? undefined : await repository.lockOrder(tx, orderId);
    const attempt = order && attemptId !== null ? await repository.lockAttempt(tx, order, attemptId) : undefined;
    return order && attempt && { order, attempt };
  }

  /** Records one snapshot. @returns the total booked as refunded, if the snapshot reports less; else null */
  async function apply(tx: WriteTx, snapshot: PaymentSnapshot): Promise<number | null> {
    const found = await hold(tx, snapshot.attemptId);
    if (!found || (found.attempt.providerId !== null && found.attempt.providerId !== snapshot.providerId)) {
      // Attempts are stored before the payment provider is called, so this payment does not belong to this database.
      if (snapshot.capturedCents > 0) log.error(`payment ${snapshot.providerId} was captured and belongs to no order here`);
      return null;
    }
    const { order, attempt } = found;
    const further = attemptMayBecome(attempt.state, snapshot.state);
    const noted = await repository.updateAttempt(tx, attempt, {
      providerId: snapshot.providerId,
      updatedAt: clock.now(),
      cardFingerprint: snapshot.cardFingerprint ?? attempt.cardFingerprint,
      ...(further && { state: snapshot.state, decline: snapshot.decline ?? attempt.decline, capturedCents: snapshot.capturedCents }),
    });
    const now =
      further && snapshot.state === 'Succeeded' ? await capture(tx, { order, attempt: noted }, snapshot) : { order, attempt: noted };
    await refunding.book(tx, now.order, now.attempt, snapshot.refundedCents);
    return snapshot.refundedCents < now.attempt.refundedCents ? now.attempt.refundedCents : null;
  }

  /** Places the check of a captured payment and invoices it. If the amount is wrong or the order has expired, all of the money is refunded instead. */
  async function capture(tx: WriteTx, { order, attempt }: Held, { capturedCents, currency }: PaymentSnapshot): Promise<Held> {
    const now = clock.now();
    const exact = capturedCents === order.totalCents && currency === ONE_SHOT_CURRENCY;
    const checkable = order.state === 'AwaitingPayment' && order.details !== null && order.incapacityEndDate >= clock.today();
    if (!exact || !checkable || order.details === null) {
      const lapsed = order.state === 'AwaitingPayment' ? await repository.updateOrder(tx, order, { state: 'Expired' }) : order;
      return { order: lapsed, attempt: await refunding.giveBack(tx, attempt, capturedCents) };
    }
    const companyId = await repository.companyOf(tx, order, now);
    const checkId = await checks.placeOneShot(tx, { companyId, ...order.details });
    const paid = await repository.updateOrder(tx, order, {
      state: 'Paid',
      companyId,
      checkId,
      paidAttemptId: attempt.id,
      paidAt: now,
      // The check contains them from now on.
      details: null,
    });
    await logAccess(tx, SYSTEM, 'oneShot.paid', 'one_shot_orders', companyId, order.id);
    const invoice = await invoices.issue(tx, {
      kind: 'Invoice',
      companyId,
      checkId,
      correctsId: null,
      language: order.language,
      buyer: buyerOf(order),
      lines: [lineOf(order.language, 'oneShot', order.netCents)],
      reference: referenceOf(checkId),
      settled: true,
    });
    await payerMails.send(tx, { orderId: order.id, companyId, checkId, number: invoice.number });
    return { order: paid, attempt };
  }

  /**
   * Records that the bank returned a refund: the payer does not have the money, and people must find another way to pay it. The payment provider is asked
   * once more, because the first answer may be older than the booking; this request is made after `bookedCents` was read.
   */
  async function noteReversal(providerId: string, bookedCents: number): Promise<void> {
    const snapshot = (await payments?.find(providerId)) ?? null;
    if (snapshot === null) return;
    await db.system('payment', async (tx) => {
      const found = await hold(tx, snapshot.attemptId);
      if (found?.attempt.refundedCents !== bookedCents || snapshot.refundedCents >= bookedCents) return;
      const reversedCents = bookedCents - snapshot.refundedCents;
      if (found.attempt.reversedCents === reversedCents) return;
      await repository.updateAttempt(tx, found.attempt, { reversedCents });
      log.error(`payment ${providerId}: ${reversedCents} cents that had been given back were sent back by the bank`);
    });
  }

  outbox.handle(ONE_SHOT_NEWS, {
    async deliver(tx, { payload }) {
      const { action, notice, companyId, checkId } = payload as OneShotNews;
      const found = await repository.findByCheck(tx, companyId, checkId);
      const order = found && (await repository.lockOrder(tx, found.id));
      if (!order) return;
      if (notice !== null) await payerMails.write(tx, order, NEWS_MAIL, { notice });
      if (!ENDS.has(action) || order.paidAttemptId === null) return;
      // The check may cost less in the end than was paid.
      const attempt = await repository.lockAttempt(tx, order, order.paidAttemptId);
      const owedCents = action === 'delete' ? 0 : (notice?.companyTotalPrice ?? 0);
      if (attempt) await refunding.giveBack(tx, attempt, backCents(order.netCents, owedCents));
    },
  });

  return {
    async settle(snapshot, event) {
      const lessThan = await db.system('payment', async (tx) => {
        const booked = await apply(tx, snapshot);
        if (event && payments)
          await repository.insertEvent(tx, {
            provider: payments.provider,
            id: event.id,
            type: event.type,
            providerId: snapshot.providerId,
            receivedAt: clock.now(),
          });
        return booked;
      });
      if (lessThan !== null) await noteReversal(snapshot.providerId, lessThan);
    },

    async giveUp({ id, orderId }) {
      await db.system('payment', async (tx) => {
        const order = await repository.lockOrder(tx, orderId);
        const attempt = order && (await repository.lockAttempt(tx, order, id));
        if (attempt && attemptMayBecome(attempt.state, 'Canceled'))
          await repository.updateAttempt(tx, attempt, { state: 'Canceled', updatedAt: clock.now() });
      });
    },
  };
}

/** Actions that end a check, so that its price is final. */
const ENDS: ReadonlySet<OneShotNews['action']> = new Set(['recordResult', 'markNonOperable', 'cancel', 'delete']);
