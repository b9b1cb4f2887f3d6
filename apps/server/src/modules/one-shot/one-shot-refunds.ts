import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { reasonRule } from '@checkwell/domain/invoice/rules';
import { type RefundProblem, refundableCents } from '@checkwell/domain/one-shot/refund';
import type { OneShotState } from '@checkwell/domain/one-shot/states';
import type { Actor } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, ReadTx, WriteTx } from '../../platform/db/database.ts';
import type { CheckKey } from '../../platform/db/fragments.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { permit } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import type { LockedAttempt, LockedOrder } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';
import { numbersOf } from './one-shot.view.ts';
import type { Refunding } from './one-shot-refund-steps.ts';

/** The payment of a One Shot Check, as planners see it. Amounts in euro cents, VAT included. */
export interface OneShotPayment {
  /** Id of the order. */
  readonly id: string;
  readonly state: OneShotState;
  readonly totalCents: number;
  /** Amount refunded to the card, as the payment provider reports it. */
  readonly refundedCents: number;
  /** Amount of refunds that are still pending. */
  readonly pendingCents: number;
  /** Amount that can be refunded now; 0: no refund is possible. */
  readonly refundableCents: number;
  /** Part of the refunds that the bank returned to us: the payer has not received it. */
  readonly reversedCents: number;
  /** Why a refund is not made; null: none is due, or there is no problem. */
  readonly refundProblem: RefundProblem | null;
  /** Whether an open refund has a problem, so that it can be retried at once. */
  readonly retryable: boolean;
  /** The planner's reason for the refund; empty without one. */
  readonly refundReason: string;
  readonly invoiceNumber: string | null;
  readonly creditNoteNumbers: readonly string[];
}

/** Payments of One Shot Checks, for planners (docs/decisions/0027). */
export interface OneShotRefunds {
  /** The payment of a check. @throws {AppError} `access.forbidden`; `entity.notFound`, also for a check that was not paid by card */
  payment(actor: Actor, key: CheckKey): Promise<OneShotPayment>;
  /**
   * Refunds to the card all that was kept of the payment for an archived check. The outbox requests it afterwards from the payment provider.
   * @param input parsed here: the reason, which the payer reads
   * @throws {AppError} `access.forbidden`, `entity.notFound`, `request.invalid`, `payment.notRefundable`
   */
  refund(actor: Actor, key: CheckKey, input: unknown): Promise<OneShotPayment>;
  /**
   * Retries at once an open refund that has a problem.
   * @throws {AppError} `access.forbidden`; `entity.notFound`; `payment.notRefundable` if no open refund has a problem
   */
  retryRefund(actor: Actor, key: CheckKey): Promise<OneShotPayment>;
  /** Retries open refunds whose effect in the outbox was given up more than a day ago, or is missing. @returns how many */
  resumeRefunds(): Promise<number>;
}

const DAY_MS = 24 * 3600 * 1000;

export interface RefundDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly refunding: Refunding;
  readonly invoices: Pick<InvoiceService, 'ofCheck'>;
}

/** What planners see of payments and do with refunds, and the job that retries refunds. */
export function createOneShotRefunds({ db, clock, refunding, invoices }: RefundDeps): OneShotRefunds {
  /** Locks the order of a check and the attempt that paid it. @throws {AppError} `entity.notFound` */
  async function hold(tx: WriteTx, { companyId, checkId }: CheckKey): Promise<{ order: LockedOrder; attempt: LockedAttempt }> {
    const found = isId(companyId) && isId(checkId) ? await repository.findByCheck(tx, companyId, checkId) : undefined;
    const order = found && (await repository.lockOrder(tx, found.id));
    const attempt = order?.paidAttemptId ? await repository.lockAttempt(tx, order, order.paidAttemptId) : undefined;
    if (!order || !attempt) throw new AppError('entity.notFound');
    return { order, attempt };
  }

  /** Reads the payment for a screen, without locks. */
  async function show(tx: ReadTx, { companyId, checkId }: CheckKey): Promise<OneShotPayment> {
    const order = isId(companyId) && isId(checkId) ? await repository.findByCheck(tx, companyId, checkId) : undefined;
    const attempt = order?.paidAttemptId ? await repository.findAttempt(tx, order.paidAttemptId) : undefined;
    if (!order || !attempt) throw new AppError('entity.notFound');
    const { id, state, totalCents } = order;
    const { refundedCents, refundDueCents, refundReason, reversedCents } = attempt;
    const problem = (await repository.findOpenRefund(tx, companyId, checkId))?.problem ?? null;
    const check = await repository.findProgress(tx, companyId, checkId);
    const documents = await invoices.ofCheck(tx, companyId, checkId);
    return {
      id,
      state,
      totalCents,
      refundedCents,
      pendingCents: refundDueCents - refundedCents,
      refundableCents: refundableCents({ state, checkStatus: check?.status ?? null, totalCents, refundDueCents }),
      reversedCents,
      refundProblem: reversedCents > 0 ? 'Reversed' : problem,
      retryable: problem !== null,
      refundReason,
      invoiceNumber: numbersOf(documents, 'Invoice')[0] ?? null,
      creditNoteNumbers: numbersOf(documents, 'CreditNote'),
    };
  }

  return {
    async payment(actor, key) {
      permit(actor, 'payment.read', key);
      return db.system('payment', (tx) => show(tx, key));
    },

    async refund(actor, key, input) {
      permit(actor, 'payment.refund', key);
      const { reason } = parseInput(reasonRule, input);
      return db.system('refund', async (tx) => {
        const { order, attempt } = await hold(tx, key);
        await reauthorize(tx, actor, 'payment.refund', key.companyId);
        const check = await repository.holdProgress(tx, key.companyId, key.checkId);
        if (refundableCents({ ...order, ...attempt, state: order.state, checkStatus: check?.status ?? null }) === 0)
          throw new AppError('payment.notRefundable');
        await refunding.giveBack(tx, attempt, order.totalCents, reason);
        await logAccess(tx, actor, 'payment.refund', 'one_shot_orders', key.companyId, order.id, reason);
        return show(tx, key);
      });
    },

    async retryRefund(actor, key) {
      permit(actor, 'payment.refund', key);
      return db.system('refund', async (tx) => {
        const found =
          isId(key.companyId) && isId(key.checkId) ? await repository.findOpenRefund(tx, key.companyId, key.checkId) : undefined;
        // The effect is locked first, as in its handler. Whether the refund may be retried is checked below; an error undoes this.
        if (found) await refunding.askAgain(tx, found.id);
        const { order, attempt } = await hold(tx, key);
        await reauthorize(tx, actor, 'payment.refund', key.companyId);
        const refund = await repository.lockOpenRefund(tx, attempt);
        if (refund === undefined || refund.id !== found?.id || refund.problem === null) throw new AppError('payment.notRefundable');
        await repository.updateRefund(tx, refund, { problem: null });
        await logAccess(tx, actor, 'payment.retryRefund', 'one_shot_orders', key.companyId, order.id);
        return show(tx, key);
      });
    },

    async resumeRefunds() {
      const before = new Date(clock.now().getTime() - DAY_MS);
      const stranded = await db.system('refund', (tx) => repository.findStrandedRefunds(tx, before));
      for (const id of stranded) await db.system('refund', (tx) => refunding.askAgain(tx, id));
      return stranded.length;
    },
  };
}
