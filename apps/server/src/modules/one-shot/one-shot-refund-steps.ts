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
 * Money back to the card, in three steps (docs/decisions/0027): reserved with its amount, one at a time per payment; asked for at the
 * provider while no transaction is open; booked when the provider's own sum says that it went back.
 */
export interface Refunding {
  /**
   * What goes back of a payment in all grows to `dueCents`, VAT included; less than before changes nothing.
   * @param reason as the payer reads it on mail and credit note; empty: the check's end says it @returns the attempt as it is now
   */
  giveBack(tx: WriteTx, attempt: LockedAttempt, dueCents: number, reason?: string): Promise<LockedAttempt>;
  /**
   * The provider says how much has gone back of a payment in all: what is new of that is booked, once, with its credit note and mail.
   * An amount lower than before is ignored.
   */
  book(tx: WriteTx, order: LockedOrder, attempt: LockedAttempt, refundedCents: number): Promise<void>;
  /** Has a refund asked for again, at once. Before anything else is locked. */
  askAgain(tx: WriteTx, refundId: string): Promise<void>;
}

const TOPIC = 'oneShotRefund';

/** Asked of the provider: so much of this payment, if so much has gone back of it by now. */
interface Wanted {
  readonly providerId: string;
  readonly fromCents: number;
  readonly toCents: number;
}

/** The provider took no refund, or does not say that anything went back. */
class RefundNotMade extends Error {
  override readonly name = 'RefundNotMade';
  readonly refused: boolean;

  constructor(refusal: string | null) {
    super(refusal === null ? 'the provider does not say that anything went back' : `the provider refused it: ${refusal}`);
    this.refused = refusal !== null;
  }
}

export interface RefundingDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly payments: Payments | null;
  readonly invoices: InvoiceService;
  readonly payerMails: PayerMails;
}

export function createRefunding({ clock, outbox, payments, invoices, payerMails }: RefundingDeps): Refunding {
  /** What is due and has not gone back, if nothing else is under way. */
  async function reserve(tx: WriteTx, attempt: LockedAttempt): Promise<void> {
    if (attempt.refundDueCents <= attempt.refundedCents) return;
    const id = newId();
    await repository.insertRefund(tx, attempt, { id, createdAt: clock.now() });
    await outbox.put(tx, { id, topic: TOPIC, companyId: null, payload: {} });
  }

  /** @returns the attempt as it is now */
  async function book(tx: WriteTx, order: LockedOrder, attempt: LockedAttempt, refundedCents: number): Promise<LockedAttempt> {
    if (refundedCents < attempt.refundedCents) return attempt;
    if (refundedCents === attempt.refundedCents)
      return attempt.reversedCents > 0 ? repository.updateAttempt(tx, attempt, { reversedCents: 0 }) : attempt;
    const [fromCents, toCents] = [attempt.refundedCents, refundedCents];
    const refund = await repository.lockOpenRefund(tx, attempt);
    const isOurs = refund !== undefined && toCents >= refund.toCents;
    const booked = await repository.updateAttempt(tx, attempt, {
      refundedCents,
      // Somebody may have given it back at the provider's own screen: then it was due as well.
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
      return { providerId: refund.providerId, fromCents: refund.fromCents, toCents: refund.toCents };
    },

    async call({ providerId, fromCents, toCents }, { id }) {
      if (payments === null) throw new Error('No payment provider is configured.');
      const before = await payments.find(providerId);
      if (before === null) throw new Error('The provider does not know this payment.');
      // Asked for before, by a process that ended before the answer; or given back at the provider's own screen.
      if (before.refundedCents !== fromCents) return { snapshot: before, refusal: null };
      return payments.refund({ providerId, amountCents: toCents - fromCents, key: id });
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
      // Something else went back, and less: what is left is another amount.
      await repository.updateRefund(tx, refund, { state: 'Replaced', problem: null, endedAt: clock.now() });
      await reserve(tx, booked);
    },

    async failed(tx, { id }, error) {
      const refund = await repository.lockRefund(tx, id);
      if (refund?.state !== 'Open') return;
      await repository.updateRefund(tx, refund, { problem: error instanceof RefundNotMade && error.refused ? 'Refused' : 'Unanswered' });
    },
  });

  return {
    async giveBack(tx, attempt, dueCents, reason = '') {
      if (dueCents <= attempt.refundDueCents) return attempt;
      const owing = await repository.updateAttempt(tx, attempt, { refundDueCents: dueCents, refundReason: reason });
      // What is under way comes first; the rest follows it.
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
