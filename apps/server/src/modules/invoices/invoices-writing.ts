import { addDays, type CalendarDay, dayOf } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import {
  documentNumber,
  type InvoiceKind,
  type InvoiceLine,
  type InvoiceParty,
  structuredMessageOf,
  totalsOf,
} from '@checkwell/domain/invoice/invoice';
import { PAYMENT_TERM_DAYS } from '@checkwell/domain/invoice/monthly';
import type { Seller } from '@checkwell/domain/invoice/seller';
import type { Amounts } from '@checkwell/domain/one-shot/price';
import type { WriteTx } from '../../platform/db/database.ts';
import type { InvoiceRow } from './invoices.repository.ts';
import * as repository from './invoices.repository.ts';

export type Invoice = InvoiceRow;

/** What a document is made of; number, dates, totals and message follow. */
export interface NewInvoice {
  readonly kind: InvoiceKind;
  readonly companyId: string;
  readonly checkId: string | null;
  /** The invoice that a credit note corrects. */
  readonly correctsId: string | null;
  /** First day of the month that is invoiced. */
  readonly month?: CalendarDay;
  readonly language: InterfaceLanguage;
  readonly buyer: InvoiceParty;
  readonly lines: readonly InvoiceLine[];
  /**
   * Money that went back to a card, VAT included: from one sum of a payment's refunds to the next, so that no cent is credited twice. Not
   * every sum is a net amount and its VAT: the VAT takes up the cent that is left (EN 16931, BR-CO-17 allows it). Without it the total is
   * what the lines come to.
   */
  readonly moved?: { readonly attemptId: string; readonly fromCents: number; readonly toCents: number };
  readonly reference: string;
  /** Number of the buyer's order; empty or absent: none. */
  readonly purchaseOrder?: string;
  /** Only for a credit note on the invoice of a month: see `InvoiceDocument`. */
  readonly remainingCents?: number | null;
  readonly repaid?: boolean;
  readonly note?: string;
  /** Whether nothing is due any more. */
  readonly settled: boolean;
}

/** How a month is invoiced when it is not by the job: the demo's past. */
export interface MonthOptions {
  readonly at: Date;
  readonly newId: () => string;
}

/** Numbers and writes a document, within a transaction. */
export type WriteInvoice = ReturnType<typeof createInvoiceWriting>;

export function createInvoiceWriting(seller: Seller) {
  return async function write(
    tx: WriteTx,
    {
      settled,
      buyer,
      lines,
      moved,
      month,
      amounts,
      note = '',
      purchaseOrder = '',
      remainingCents = null,
      repaid = false,
      ...invoice
    }: NewInvoice & {
      readonly amounts?: Amounts;
    },
    { at, newId: idOf }: MonthOptions,
  ): Promise<Invoice> {
    const issueDate = dayOf(at);
    const year = Number(issueDate.slice(0, 4));
    const sequence = await repository.nextSequence(tx, invoice.kind, year);
    const totals = amounts ?? (moved === undefined ? totalsOf(lines) : splitOf(moved.toCents - moved.fromCents, totalsOf(lines).netCents));
    const id = idOf();
    // A credit note asks for no money, and what was paid by card needs none: neither has a date or a message to pay by.
    const isPayable = invoice.kind === 'Invoice' && !settled;
    await repository.insertInvoice(tx, {
      ...invoice,
      id,
      month: month ?? null,
      note,
      purchaseOrder,
      remainingCents,
      repaid,
      number: documentNumber(invoice.kind, year, sequence),
      structuredMessage: isPayable ? structuredMessageOf(invoice.kind, year, sequence) : null,
      issueDate,
      dueDate: isPayable ? addDays(issueDate, PAYMENT_TERM_DAYS) : null,
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(buyer),
      lines: JSON.stringify(lines),
      ...totals,
      ...(moved && { attemptId: moved.attemptId, movedFromCents: moved.fromCents, movedToCents: moved.toCents }),
      paidCents: settled ? totals.totalCents : 0,
      createdAt: at,
    });
    const written = await repository.findInvoice(tx, invoice.companyId, id);
    if (!written) throw new Error('The invoice that was just written is not there.');
    return written;
  };
}

const splitOf = (totalCents: number, netCents: number): Amounts => ({ netCents, vatCents: totalCents - netCents, totalCents });
