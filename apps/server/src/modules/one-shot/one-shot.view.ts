import { isAnnounced } from '@checkwell/domain/check/times/announcement';
import { dayOf } from '@checkwell/domain/clock';
import type { InvoiceKind } from '@checkwell/domain/invoice/invoice';
import type { OneShotPayer, OneShotProgress, OneShotView } from '@checkwell/domain/one-shot/contract';
import { ONE_SHOT_CURRENCY } from '@checkwell/domain/one-shot/price';
import { oneShotActions } from '@checkwell/domain/one-shot/states';
import type { ReadTx } from '../../platform/db/database.ts';
import type { Invoice, InvoiceService } from '../invoices/invoices.service.ts';
import type { AttemptRow, OrderRow, ProgressRow } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';

/** An order as the holder of its link sees it: never the findings of the check. */
export async function showOrder(
  tx: ReadTx,
  order: OrderRow,
  { token, now, invoices }: { readonly token: string; readonly now: Date; readonly invoices: Pick<InvoiceService, 'ofCheck'> },
): Promise<OneShotView> {
  const { companyId, checkId, details } = order;
  const attempt = await repository.findLatestAttempt(tx, order.id);
  const progress = companyId !== null && checkId !== null ? await repository.findProgress(tx, companyId, checkId) : undefined;
  const documents = companyId !== null && checkId !== null ? await invoices.ofCheck(tx, companyId, checkId) : [];
  const worker = details?.worker;
  return {
    token,
    state: order.state,
    netCents: order.netCents,
    vatCents: order.vatCents,
    totalCents: order.totalCents,
    refundedCents: order.refundedCents,
    currency: ONE_SHOT_CURRENCY,
    language: order.language,
    workerFullName: progress?.workerFullName ?? (worker ? `${worker.workerFirstName} ${worker.workerLastName}` : null),
    incapacityStartDate: order.incapacityStartDate,
    incapacityEndDate: order.incapacityEndDate,
    invoicingEmailHint: order.invoicingEmail === null ? null : hintOf(order.invoicingEmail),
    invoiceNumber: numbersOf(documents, 'Invoice')[0] ?? null,
    creditNoteNumbers: numbersOf(documents, 'CreditNote'),
    availableActions: actionsOf(order, attempt, now),
    attempt: attempt ? { state: attempt.state, decline: attempt.state === 'Declined' ? attempt.decline : null } : null,
    payableUntil: order.payableUntil.toISOString(),
    check: progress ? showProgress(progress) : null,
  };
}

/** Numbers of the documents of this kind, in their order. */
export const numbersOf = (documents: readonly Pick<Invoice, 'kind' | 'number'>[], wanted: InvoiceKind): readonly string[] =>
  documents.flatMap(({ kind, number }) => (kind === wanted ? [number] : []));

/** The payer of an order. Copied field by field, so that nothing about the worker, the incapacity or the check is disclosed. */
export const payerOf = (order: OrderRow): OneShotPayer => ({
  firstName: order.invoicingFirstName ?? '',
  lastName: order.invoicingLastName ?? '',
  email: order.invoicingEmail ?? '',
  phoneNumber: order.invoicingPhoneNumber ?? '',
  companyName: order.invoicingCompanyName ?? '',
  companyNumber: order.invoicingCompanyNumber ?? '',
  language: order.language,
});

/** What the visitor may do next; nothing once the time to pay is over, even if the order is not recorded as expired yet. */
export const actionsOf = (order: OrderRow, attempt: AttemptRow | undefined, now: Date) =>
  order.payableUntil <= now ? [] : oneShotActions({ state: order.state, attemptState: attempt?.state ?? null });

/** A visit that is not announced shows its day only (domain/check/times/announcement.ts). */
function showProgress({ status, checkOccurence, checkLocation, appointmentStart, resultHeldAt }: ProgressRow): OneShotProgress {
  const planned = status === 'WaitingForCheck' ? appointmentStart : null;
  return {
    status,
    isCancelled: checkOccurence === 'Cancelled' || checkOccurence === 'Deleted',
    isReviewed: resultHeldAt !== null,
    plannedDay: planned ? dayOf(planned) : null,
    appointmentStart: planned && isAnnounced(checkLocation) ? planned.toISOString() : null,
  };
}

/** An address, partly hidden: `sofie@firma.be` → `s…@firma.be`. */
const hintOf = (email: string): string => `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`;
