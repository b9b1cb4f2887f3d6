import type { CalendarDay } from '../clock.ts';
import type { InterfaceLanguage } from '../constants.ts';
import { type Amounts, amountsOf } from '../one-shot/price.ts';
import type { LegalForm } from './legal-form.ts';

/** Types and calculations of invoices and credit notes. Amounts in euro cents; VAT is rounded once, on the total (domain.md 2.5). */
export const INVOICE_KINDS = ['Invoice', 'CreditNote'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Seller or buyer, as at the time of the document. */
export interface InvoiceParty {
  readonly name: string;
  /** `BE` and ten digits. */
  readonly companyNumber: string;
  /** One line: street and number, postcode and town. */
  readonly address: string;
  readonly email?: string | null;
  readonly contact?: string | null;
  /** The seller's account for payments, without spaces. */
  readonly iban?: string | null;
  /** BIC of the account's bank. */
  readonly bic?: string | null;
  /** For the seller (seller.ts), with `court` and `phoneNumber`; older documents do not have them. */
  readonly legalForm?: LegalForm | null;
  readonly court?: string | null;
  readonly phoneNumber?: string | null;
}

export interface InvoiceLine {
  readonly description: string;
  readonly quantity: number;
  /** Price of one, VAT excluded. */
  readonly unitCents: number;
  /** The buyer's cost centre; empty: none. */
  readonly costCentre: string;
  /** Why this price applies, if the same service has several: a weekend, a late cancellation, the days. */
  readonly detail?: string;
  /** The buyer's purchase order number for this cost centre, if it differs from that of the document. */
  readonly purchaseOrder?: string;
  /** On a credit note: index of the credited line of the invoice, from 0; absent: an amount of no single line. */
  readonly ofLine?: number;
}

export interface InvoiceDocument extends Amounts {
  readonly kind: InvoiceKind;
  readonly number: string;
  readonly issueDate: CalendarDay;
  readonly language: InterfaceLanguage;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly lines: readonly InvoiceLine[];
  /** Structured message for the payment, +++ddd/dddd/ddddd+++; null: nothing is to be paid. */
  readonly structuredMessage: string | null;
  /** The amount already paid; the rest is due. */
  readonly paidCents: number;
  /** Identifies the subject for both sides: the month, or the check. */
  readonly reference: string;
  /** The buyer's purchase order number; empty: none. */
  readonly purchaseOrder: string;
  /** First day of the invoiced month; null: a single check, or a credit note. */
  readonly month: CalendarDay | null;
  /** Last day for payment by transfer; null: nothing was due, because it was paid by card. */
  readonly dueDate: CalendarDay | null;
  /** Why the document was made, if that is not obvious; may be empty. */
  readonly note: string;
  /** The invoice that a credit note corrects; null for an invoice. */
  readonly corrects: CorrectedInvoice | null;
  /** On a credit note: what remained to be paid of the invoice after it; null: unknown, or the invoice was paid by card. */
  readonly remainingCents: number | null;
  /** On a credit note: the invoice had been paid by transfer, and the amount is repaid to the payer's account. */
  readonly repaid: boolean;
}

/** The facts of its invoice that a credit note shows. */
export interface CorrectedInvoice {
  readonly number: string;
  readonly issueDate: CalendarDay;
  readonly dueDate: CalendarDay | null;
  readonly month: CalendarDay | null;
}

/** The amount to be paid by transfer; 0 for a credit note. */
export const dueCents = ({ kind, totalCents, paidCents }: Pick<InvoiceDocument, 'kind' | 'totalCents' | 'paidCents'>): number =>
  kind === 'Invoice' ? totalCents - paidCents : 0;

/** The totals of the lines, with VAT on their sum. */
export const totalsOf = (lines: readonly Pick<InvoiceLine, 'quantity' | 'unitCents'>[]): Amounts =>
  amountsOf(lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0));

/** Net amount and VAT of a total with VAT; the exact inverse of `amountsOf`. */
export const amountsOfTotal = (totalCents: number, vatPercent: number): Amounts => {
  const netCents = Math.round((totalCents * 100) / (100 + vatPercent));
  return { netCents, vatCents: totalCents - netCents, totalCents };
};

/** Document number: `2026-000042`, for credit notes `C2026-000007`. Each kind is numbered separately, without gaps, from 1 every year. */
export const documentNumber = (kind: InvoiceKind, year: number, sequence: number): string =>
  `${kind === 'CreditNote' ? 'C' : ''}${year}-${String(sequence).padStart(6, '0')}`;

/**
 * The Belgian structured message of a document: ten digits and their remainder by 97, where 0 is written 97 (domain.md 2.5).
 * @param year year of the numbering @param sequence at most 99,999 per year and kind
 */
export function structuredMessageOf(kind: InvoiceKind, year: number, sequence: number): string {
  const digits = `${kind === 'CreditNote' ? 2 : 1}${String(year).slice(-4)}${String(sequence).padStart(5, '0')}`;
  const check = Number(digits) % 97 || 97;
  const all = digits + String(check).padStart(2, '0');
  return `+++${all.slice(0, 3)}/${all.slice(3, 7)}/${all.slice(7)}+++`;
}

/** An address of several lines in one line, separated by commas. */
export const addressInOneLine = (address: string): string =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');

/** Street, postcode and town of a Belgian address in one line; if it cannot be split, all of it is the street. */
export function addressParts(address: string): { readonly street: string; readonly postcode: string; readonly town: string } {
  const whole = address.trim();
  const match = /[,\s](?:BE?-)?(\d{4})\s(\D+)$/i.exec(whole);
  return match
    ? { street: whole.slice(0, match.index).replace(/[,\s]+$/, ''), postcode: match[1] ?? '', town: (match[2] ?? '').trim() }
    : { street: whole, postcode: '', town: '' };
}
