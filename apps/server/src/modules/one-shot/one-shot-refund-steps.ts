import type { Clock } from '@checkwell/domain/clock';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { amountsOfTotal } from '@checkwell/domain/invoice/invoice';
import { mayBecome } from '@checkwell/domain/one-shot/states';
import type { WriteTx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Payments, RefundAnswer } from '../../platform/payments/payments.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import type { LockedAttempt, LockedOrder } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';
import { buyerOf, lineOf, type PayerMails, referenceOf } from './one-shot-payer-mails.ts';

/**
 * Refunds to the card, in three steps (docs/decisions/0027). A refund is reserved with its amount, one at a time for each payment; requested from the payment
 * provider while no transaction is open; and booked when the total that the provider reports has grown. Amounts in euro cents, VAT included.
 */
export interface Refunding {
  /**
   * Raises the total to be refunded of a payment to `dueCents`, and reserves the difference unless a refund is open; a lower total changes nothing.
   * @param reason of a planner, for the mail and the credit note; empty: the refund is automatic
   * @returns the changed attempt
   */
  giveBack(tx: WriteTx, attempt: LockedAttempt, dueCents: number, reason?: string): Promise<LockedAttempt>;
  /**
   * Books the total that the payment provider has refunded of a payment: the part that is new gets a mail, and a credit note if the payment has an invoice.
   * A lower total than booked is ignored; an equal one clears a recorded reversal.
   */
  book(tx: WriteTx, order: LockedOrder, attempt: LockedAttempt, refundedCents: number): Promise<void>;
  /** Makes the effect of a refund due at once. To be called before other rows are locked, because the handler locks the effect first. */
  askAgain(tx: WriteTx, refundId: string): Promise<void>;
}

const TOPIC = 'oneShotRefund';

/** The request to the payment provider: refund `toCents - fromCents` of this payment, if exactly `fromCents` are refunded so far. */
interface Wanted {
  readonly providerId: string;
  readonly fromCents: number;
  readonly toCents: number;
  readonly idempotencyKey: string;
}

/** The payment provider refused the refund (`refused`), or the total that it reports has not grown. */
class RefundNotMade extends Error {
  override readonly name = 'RefundNotMade';
  readonly refused: boolean;

  constructor(refusal: string | null) {
    super(refusal === null ? 'the provider does not say that anything went back' : `the provider refused it: ${refusal}`);
    this.refused = refusal !== null;
  }
}

/**
 * Stripe repeats its answer to a key for a day, also a refusal, so a refused refund is requested with the next key. That pays nothing twice: a refusal is final
 * for its key, and without an answer the key stays.
 */
const keyOf = (refundId: string, refusals: number): string => (refusals === 0 ? refundId : `${refundId}-${refusals}`);

export interface RefundingDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly payments: Payments | null;
  readonly invoices: InvoiceService;
  readonly payerMails: PayerMails;
}

/** The refunds of payments, and the handler of the outbox that requests them. */
export function createRefunding({ clock, outbox, payments, invoices, payerMails }: RefundingDeps): Refunding {
  /** Reserves a refund of what is due and not refunded. The caller makes sure that no refund of the payment is open: a unique index forbids a second one. */
  async function reserve(tx: WriteTx, attempt: LockedAttempt): Promise<void> {
    if (attempt.refundDueCents <= attempt.refundedCents) return;
    const id = newId();
    await repository.insertRefund(tx, attempt, { id, createdAt: clock.now() });
    await outbox.put(tx, { id, topic: TOPIC, companyId: null, payload: {} });
  }

  /** As `Refunding.book`. @returns the changed attempt */
  async function book(tx: WriteTx, order: LockedOrder, attempt: LockedAttempt, refundedCents: number): Promise<LockedAttempt> {
    if (refundedCents < attempt.refundedCents) return attempt;
    if (refundedCents === attempt.refundedCents)
      return attempt.reversedCents > 0 ? repository.updateAttempt(tx, attempt, { reversedCents: 0 }) : attempt;
    const [fromCents, toCents] = [attempt.refundedCents, refundedCents];
    const refund = await repository.lockOpenRefund(tx, attempt);
    const isOurs = refund !== undefined && toCents >= refund.toCents;
    const booked = await repository.updateAttempt(tx, attempt, {
      refundedCents,
      // A refund that somebody made on the payment provider's website counts as due.
      refundDueCents: Math.max(attempt.refundDueCents, refundedCents),
      reversedCents: 0,
    });
    await bookOrder(tx, order, booked, { fromCents, toCents, reason: isOurs ? refund.reason : '' });
    if (isOurs) {
      await repository.updateRefund(tx, refund, { state: 'Done', problem: null, endedAt: clock.now() });
      await reserve(tx, booked);
    }
    return booked;
  }

  /** Books a refund on its order, with the credit note and the mail. */
  async function bookOrder(
    tx: WriteTx,
    order: LockedOrder,
    { id: attemptId }: LockedAttempt,
    { fromCents, toCents, reason }: { readonly fromCents: number; readonly toCents: number; readonly reason: string },
  ): Promise<void> {
    const ofOrder = order.paidAttemptId === attemptId || order.paidAttemptId === null;
    if (ofOrder) {
      const whole = toCents >= order.totalCents && mayBecome(order.state, 'Refunded');
      await repository.updateOrder(tx, order, {
        refundedCents: Math.min(toCents, order.totalCents),
        ...(whole && { state: 'Refunded' }),
      });
    }
    const movedCents = toCents - fromCents;
    const { companyId, checkId } = order;
    if (!ofOrder || companyId === null || checkId === null) {
      await payerMails.tellRefund(tx, order, movedCents);
      return;
    }
    const [invoice] = (await invoices.ofCheck(tx, companyId, checkId)).filter(({ kind }) => kind === 'Invoice');
    const note = await invoices.issue(tx, {
      kind: 'CreditNote',
      companyId,
      checkId,
      correctsId: invoice?.id ?? null,
      language: order.language,
      buyer: buyerOf(order),
      lines: [lineOf(order.language, 'oneShotCredit', amountsOfTotal(movedCents, VAT_PERCENT).netCents)],
      moved: { attemptId, fromCents, toCents },
      reference: referenceOf(checkId),
      note: reason,
      settled: true,
    });
    await payerMails.send(tx, { orderId: order.id, companyId, checkId, number: note.number });
  }

  outbox.handleExternal<Wanted, RefundAnswer>(TOPIC, {
    async prepare(tx, { id }) {
      const refund = await repository.findRefund(tx, id);
      if (refund?.state !== 'Open' || refund.providerId === null) return null;
      const { providerId, fromCents, toCents, refusals } = refund;
      return { providerId, fromCents, toCents, idempotencyKey: keyOf(id, refusals) };
    },

    async call({ providerId, fromCents, toCents, idempotencyKey }) {
      if (payments === null) throw new Error('No payment provider is configured.');
      const before = await payments.find(providerId);
      if (before === null) throw new Error('The provider does not know this payment.');
      // An earlier request succeeded and its answer was lost, or somebody refunded on the payment provider's website: request nothing more.
      if (before.refundedCents !== fromCents) return { snapshot: before, refusal: null };
      return payments.refund({ providerId, amountCents: toCents - fromCents, key: idempotencyKey });
    },

    async record(tx, { snapshot, refusal }, { id }) {
      const found = await repository.findRefund(tx, id);
      const order = found && (await repository.lockOrder(tx, found.orderId));
      const attempt = order && (await repository.lockAttempt(tx, order, found.attemptId));
      if (!attempt) throw new Error('The payment of this refund is not there.');
      const booked = await book(tx, order, attempt, snapshot.refundedCents);
      const refund = await repository.lockRefund(tx, id);
      if (refund?.state !== 'Open') return;
      if (snapshot.refundedCents <= refund.fromCents) throw new RefundNotMade(refusal);
      // Another, smaller refund was made, so the rest is reserved as a new refund.
      await repository.updateRefund(tx, refund, { state: 'Replaced', problem: null, endedAt: clock.now() });
      await reserve(tx, booked);
    },

    async failed(tx, { id }, error) {
      const refund = await repository.lockRefund(tx, id);
      if (refund?.state !== 'Open') return;
      const isRefused = error instanceof RefundNotMade && error.refused;
      await repository.updateRefund(tx, refund, {
        problem: isRefused ? 'Refused' : 'Unanswered',
        ...(isRefused && { refusals: refund.refusals + 1 }),
      });
    },
  });

  return {
    async giveBack(tx, attempt, dueCents, reason = '') {
      if (dueCents <= attempt.refundDueCents) return attempt;
      const owing = await repository.updateAttempt(tx, attempt, { refundDueCents: dueCents, refundReason: reason });
      // While a refund is open, nothing is reserved: the rest follows when it has ended.
      if (!(await repository.lockOpenRefund(tx, owing))) await reserve(tx, owing);
      return owing;
    },

    async book(tx, order, attempt, refundedCents) {
      await book(tx, order, attempt, refundedCents);
    },

    async askAgain(tx, refundId) {
      if (!(await outbox.retry(tx, refundId))) await outbox.put(tx, { id: refundId, topic: TOPIC, companyId: null, payload: {} });
    },
  };
}
