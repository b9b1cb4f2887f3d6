import type { Clock } from '@checkwell/domain/clock';
import { type InterfaceLanguage, VAT_PERCENT } from '@checkwell/domain/constants';
import { amountsOfTotal, type InvoiceLine, type InvoiceParty } from '@checkwell/domain/invoice/invoice';
import { ONE_SHOT_CURRENCY } from '@checkwell/domain/one-shot/price';
import { backCents } from '@checkwell/domain/one-shot/refund';
import { attemptMayBecome, mayBecome } from '@checkwell/domain/one-shot/states';
import type { Actor } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/mails.repository.ts';
import type { PaymentEvent, PaymentSnapshot, Payments } from '../../platform/payments/payments.ts';
import { type CheckService, ONE_SHOT_NEWS, type OneShotNews } from '../checks/checks.service.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import { NEWS_MAIL, PAID_MAIL, REFUNDED_MAIL } from './one-shot.mails.ts';
import type { AttemptRow, OrderRow } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';
import type { Links } from './one-shot.secrets.ts';

/** What the provider says about money, brought into the books: one way for events, for answers and for the reconciler. */
export interface Settling {
  /**
   * Notes how a payment stands. News counts only when it leads further, so it may come late, twice and in any order. With a capture the
   * check is made in the same transaction, or the money is sent back: never neither.
   */
  settle(snapshot: PaymentSnapshot, event?: PaymentEvent): Promise<void>;
  /**
   * What goes back of a payment in all grows to `dueCents`, VAT included; less than before changes nothing. The money follows by the outbox.
   * @param reason as the payer reads it on mail and credit note; empty: the check's end says it
   */
  giveBack(tx: WriteTx, attempt: AttemptRow, dueCents: number, reason?: string): Promise<void>;
  /** An attempt of which the provider knows nothing: nobody can pay with it. */
  giveUp(attempt: AttemptRow): Promise<void>;
}

const REFUND = 'oneShotRefund';
const PAPER = 'oneShotPaper';
/** A document that goes to the payer by mail. */
interface Paper {
  readonly orderId: string;
  readonly companyId: string;
  readonly checkId: string;
  readonly number: string;
}
const SYSTEM: Actor = { kind: 'system', name: 'one shot' };

export interface SettlingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly payments: Payments | null;
  readonly checks: Pick<CheckService, 'placeOneShot'>;
  readonly links: Links;
  readonly invoices: InvoiceService;
}

export function createSettling({ db, clock, log, outbox, mailer, payments, checks, links, invoices }: SettlingDeps): Settling {
  async function apply(tx: WriteTx, snapshot: PaymentSnapshot): Promise<void> {
    const found =
      snapshot.attemptId !== null && isId(snapshot.attemptId) ? await repository.findAttempt(tx, snapshot.attemptId) : undefined;
    const order = found && (await repository.lockOrder(tx, found.orderId));
    // Again, now that nobody else changes it.
    const attempt = found && (await repository.findAttempt(tx, found.id));
    if (!order || !attempt || (attempt.providerId !== null && attempt.providerId !== snapshot.providerId)) {
      // Attempts are written down before the provider hears of them: this payment is not of this database.
      if (snapshot.capturedCents > 0) log.error(`payment ${snapshot.providerId} was captured and belongs to no order here`);
      return;
    }
    const now = clock.now();
    const further = attemptMayBecome(attempt.state, snapshot.state);
    await repository.updateAttempt(tx, attempt.id, {
      providerId: snapshot.providerId,
      updatedAt: now,
      cardFingerprint: snapshot.cardFingerprint ?? attempt.cardFingerprint,
      ...(further && { state: snapshot.state, decline: snapshot.decline ?? attempt.decline, capturedCents: snapshot.capturedCents }),
    });
    if (further && snapshot.state === 'Succeeded')
      await capture(tx, order, { ...attempt, capturedCents: snapshot.capturedCents }, snapshot);
    if (snapshot.refundedCents > attempt.refundedCents) await noteRefund(tx, attempt.id, snapshot.refundedCents);
  }

  /** Money has come: a check, or the money goes back. */
  async function capture(tx: WriteTx, order: OrderRow, attempt: AttemptRow, { capturedCents, currency }: PaymentSnapshot): Promise<void> {
    const now = clock.now();
    const exact = capturedCents === order.totalCents && currency === ONE_SHOT_CURRENCY;
    const checkable = order.state === 'AwaitingPayment' && order.details !== null && order.incapacityEndDate >= clock.today();
    if (!exact || !checkable || order.details === null) {
      if (order.state === 'AwaitingPayment') await repository.updateOrder(tx, order.id, { state: 'Expired' });
      await giveBack(tx, attempt, capturedCents);
      return;
    }
    const companyId = await repository.companyOf(tx, order, now);
    const checkId = await checks.placeOneShot(tx, { companyId, ...order.details });
    await repository.updateOrder(tx, order.id, {
      state: 'Paid',
      companyId,
      checkId,
      paidAttemptId: attempt.id,
      paidAt: now,
      // The check has it all.
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
    await putPaper(tx, { orderId: order.id, companyId, checkId, number: invoice.number });
  }

  async function giveBack(tx: WriteTx, attempt: AttemptRow, dueCents: number, reason = ''): Promise<void> {
    if (dueCents <= attempt.refundDueCents) return;
    await repository.updateAttempt(tx, attempt.id, { refundDueCents: dueCents, refundReason: reason });
    await outbox.put(tx, { topic: REFUND, companyId: null, payload: { attemptId: attempt.id } });
  }

  async function noteRefund(tx: WriteTx, attemptId: string, refundedCents: number): Promise<void> {
    const attempt = await repository.findAttempt(tx, attemptId);
    const order = attempt && (await repository.lockOrder(tx, attempt.orderId));
    if (!order || refundedCents <= attempt.refundedCents) return;
    // Somebody may have given it back at the provider's own screen: then it was due as well.
    const refundDueCents = Math.max(attempt.refundDueCents, refundedCents);
    await repository.updateAttempt(tx, attemptId, { refundedCents, refundDueCents });
    const ofOrder = order.paidAttemptId === attemptId || order.paidAttemptId === null;
    if (ofOrder) {
      const whole = refundedCents >= order.totalCents && mayBecome(order.state, 'Refunded');
      await repository.updateOrder(tx, order.id, {
        refundedCents: Math.min(refundedCents, order.totalCents),
        ...(whole && { state: 'Refunded' }),
      });
    }
    const backCents = refundedCents - attempt.refundedCents;
    const { companyId, checkId } = order;
    if (!ofOrder || companyId === null || checkId === null) {
      await write(tx, order, REFUNDED_MAIL, { refundedCents: backCents, reason: '' });
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
      lines: [lineOf(order.language, 'oneShotCredit', amountsOfTotal(backCents, VAT_PERCENT).netCents)],
      movedCents: backCents,
      reference: referenceOf(checkId),
      note: attempt.refundReason,
      settled: true,
    });
    await putPaper(tx, { orderId: order.id, companyId, checkId, number: note.number });
  }

  /** Asks for the mail with a document: drawing it takes longer than the books should be held. */
  async function putPaper(tx: WriteTx, paper: Paper): Promise<void> {
    await outbox.put(tx, { topic: PAPER, companyId: paper.companyId, payload: paper });
  }

  /** A mail to whoever pays, with the link to the order. */
  async function write<Params extends object>(
    tx: WriteTx,
    order: Pick<OrderRow, 'id' | 'companyId' | 'invoicingEmail' | 'language'>,
    template: Parameters<typeof mailer.enqueue<Params & { readonly token: string }>>[1]['template'],
    params: Params,
    attachments: readonly MailAttachment[] = [],
  ): Promise<void> {
    const { id, companyId, invoicingEmail: to, language } = order;
    if (to === null) return;
    await mailer.enqueue(tx, { companyId, to, language, template, params: { ...params, token: links.tokenOf(id) }, attachments });
  }

  outbox.handle(PAPER, {
    async deliver(tx, { payload }) {
      const { orderId, companyId, checkId, number } = payload as Paper;
      const order = await repository.lockOrder(tx, orderId);
      const document = (await invoices.ofCheck(tx, companyId, checkId)).find((row) => row.number === number);
      if (!order || !document) throw new Error('The document to be sent is not there.');
      const attachments = [await invoices.pdf(document), invoices.ubl(document)];
      if (document.kind === 'Invoice') await write(tx, order, PAID_MAIL, { amounts: document, number }, attachments);
      else await write(tx, order, REFUNDED_MAIL, { refundedCents: document.totalCents, reason: document.note }, attachments);
    },
  });

  outbox.handle(REFUND, {
    async deliver(tx, { payload }) {
      const { attemptId } = payload as { readonly attemptId: string };
      const attempt = await repository.findAttempt(tx, attemptId);
      if (!attempt || attempt.providerId === null || attempt.refundedCents >= attempt.refundDueCents) return;
      if (payments === null) throw new Error('no payment provider is configured');
      const { refundedCents } = await payments.refund({
        providerId: attempt.providerId,
        amountCents: attempt.refundDueCents - attempt.refundedCents,
        key: `${attemptId}-${attempt.refundDueCents}`,
      });
      await noteRefund(tx, attemptId, refundedCents);
    },
  });

  outbox.handle(ONE_SHOT_NEWS, {
    async deliver(tx, { payload }) {
      const { action, notice, companyId, checkId } = payload as OneShotNews;
      const found = await repository.findByCheck(tx, companyId, checkId);
      const order = found && (await repository.lockOrder(tx, found.id));
      if (!order) return;
      if (notice !== null) await write(tx, order, NEWS_MAIL, { notice });
      if (!ENDS.has(action) || order.paidAttemptId === null) return;
      // What the check costs in the end, against what was paid.
      const attempt = await repository.findAttempt(tx, order.paidAttemptId);
      const owedCents = action === 'delete' ? 0 : (notice?.companyTotalPrice ?? 0);
      if (attempt) await giveBack(tx, attempt, backCents(order.netCents, owedCents));
    },
  });

  return {
    giveBack,

    async settle(snapshot, event) {
      await db.system('payment', async (tx) => {
        await apply(tx, snapshot);
        if (event && payments)
          await repository.insertEvent(tx, {
            provider: payments.provider,
            id: event.id,
            type: event.type,
            providerId: snapshot.providerId,
            receivedAt: clock.now(),
          });
      });
    },

    async giveUp({ id, orderId }) {
      await db.system('payment', async (tx) => {
        await repository.lockOrder(tx, orderId);
        const attempt = await repository.findAttempt(tx, id);
        if (attempt && attemptMayBecome(attempt.state, 'Canceled'))
          await repository.updateAttempt(tx, id, { state: 'Canceled', updatedAt: clock.now() });
      });
    },
  };
}

const buyerOf = (order: OrderRow): InvoiceParty => ({
  name: order.invoicingCompanyName ?? '',
  companyNumber: order.invoicingCompanyNumber ?? '',
  address: order.invoicingCompanyAddress ?? '',
  email: order.invoicingEmail,
  contact: [order.invoicingFirstName, order.invoicingLastName].filter(Boolean).join(' '),
});

/** Nothing about the worker: bookkeepers read it. */
const lineOf = (language: InterfaceLanguage, words: 'oneShot' | 'oneShotCredit', unitCents: number): InvoiceLine => ({
  description: getTranslator(language, 'invoices')(`line.${words}`),
  quantity: 1,
  unitCents,
  costCentre: '',
});

/** What payer and provider both find the check by. */
const referenceOf = (checkId: string): string => checkId.slice(-12).toUpperCase();

/** Actions after which a check's price stands. */
const ENDS: ReadonlySet<OneShotNews['action']> = new Set(['recordResult', 'markNonOperable', 'cancel', 'delete']);
