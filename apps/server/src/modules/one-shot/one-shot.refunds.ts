import { AppError } from '@checkwell/domain/errors';
import { creditRule } from '@checkwell/domain/invoice/rules';
import { refundableCents } from '@checkwell/domain/one-shot/refund';
import type { OneShotState } from '@checkwell/domain/one-shot/states';
import type { Actor } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import { permit } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import type { AttemptRow, OrderRow } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';
import type { Settling } from './one-shot.settle.ts';
import { numbersOf } from './one-shot.view.ts';

/** The payment of a One Shot Check, as the provider's people see it. Euro cents, VAT included. */
export interface OneShotPayment {
  /** Of the order. */
  readonly id: string;
  readonly state: OneShotState;
  readonly totalCents: number;
  /** What went back to the card. */
  readonly refundedCents: number;
  /** What is on its way back. */
  readonly pendingCents: number;
  /** What a refund would give back now; 0: none is possible. */
  readonly refundableCents: number;
  /** Why somebody gave it back; empty: nobody did. */
  readonly refundReason: string;
  readonly invoiceNumber: string | null;
  readonly creditNoteNumbers: readonly string[];
}

interface CheckPlace {
  readonly companyId: string;
  readonly checkId: string;
}

/** What the provider's people do with payments of One Shot Checks (docs/decisions/0027). */
export interface OneShotRefunds {
  /** @throws {AppError} `entity.notFound`, also for a check that was not paid by card */
  payment(actor: Actor, place: CheckPlace): Promise<OneShotPayment>;
  /**
   * Gives back to the card all that was kept of the payment for a check that has ended; once. The money follows by the outbox.
   * @param input parsed here: the reason, which the payer reads
   * @throws {AppError} `entity.notFound`, `request.invalid`, `payment.notRefundable`
   */
  refund(actor: Actor, place: CheckPlace, input: unknown): Promise<OneShotPayment>;
}

export interface RefundDeps {
  readonly db: Database;
  readonly settling: Pick<Settling, 'giveBack'>;
  readonly invoices: Pick<InvoiceService, 'ofCheck'>;
}

export function createOneShotRefunds({ db, settling, invoices }: RefundDeps): OneShotRefunds {
  async function open(tx: WriteTx, { companyId, checkId }: CheckPlace): Promise<{ order: OrderRow; attempt: AttemptRow }> {
    const found = isId(companyId) && isId(checkId) ? await repository.findByCheck(tx, companyId, checkId) : undefined;
    const order = found && (await repository.lockOrder(tx, found.id));
    const attempt = order?.paidAttemptId ? await repository.findAttempt(tx, order.paidAttemptId) : undefined;
    if (!order || !attempt) throw new AppError('entity.notFound');
    return { order, attempt };
  }

  async function show(tx: WriteTx, place: CheckPlace): Promise<OneShotPayment> {
    const { order, attempt } = await open(tx, place);
    const { id, state, totalCents } = order;
    const { refundedCents, refundDueCents, refundReason } = attempt;
    const progress = await repository.findProgress(tx, place.companyId, place.checkId);
    const documents = await invoices.ofCheck(tx, place.companyId, place.checkId);
    return {
      id,
      state,
      totalCents,
      refundedCents,
      pendingCents: refundDueCents - refundedCents,
      refundableCents: refundableCents({ state, checkStatus: progress?.status ?? null, totalCents, refundDueCents }),
      refundReason,
      invoiceNumber: numbersOf(documents, 'Invoice')[0] ?? null,
      creditNoteNumbers: numbersOf(documents, 'CreditNote'),
    };
  }

  return {
    async payment(actor, place) {
      permit(actor, 'payment.read', place);
      return db.system('payment', (tx) => show(tx, place));
    },

    async refund(actor, place, input) {
      permit(actor, 'payment.refund', place);
      const { reason } = parseInput(creditRule, input);
      return db.system('refund', async (tx) => {
        const { order, attempt } = await open(tx, place);
        const before = await show(tx, place);
        if (before.refundableCents === 0) throw new AppError('payment.notRefundable');
        await settling.giveBack(tx, attempt, order.totalCents, reason);
        await logAccess(tx, actor, 'payment.refund', 'one_shot_orders', place.companyId, order.id, reason);
        return show(tx, place);
      });
    },
  };
}
