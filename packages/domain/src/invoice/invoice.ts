import type { CalendarDay } from '../clock.ts';
import type { InterfaceLanguage } from '../constants.ts';
import { type Amounts, amountsOf } from '../one-shot/price.ts';
import type { LegalForm } from './legal-form.ts';

/** Invoices and credit notes: what of them is arithmetic. Amounts in euro cents; VAT is rounded once, on the total (domain.md 2.5). */
export const INVOICE_KINDS = ['Invoice', 'CreditNote'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Seller or buyer, as they were when the document was made. */
export interface InvoiceParty {
  readonly name: string;
  /** `BE` and ten digits. */
  readonly companyNumber: string;
  /** One line: street and number, postcode and town. */
  readonly address: string;
  readonly email?: string | null;
  readonly contact?: string | null;
  /** Account that is paid into, of a seller; without spaces. */
  readonly iban?: string | null;
  /** Code of the account's bank. */
  readonly bic?: string | null;
  /** Of a seller (seller.ts); documents from before they were settings have none. */
  readonly legalForm?: LegalForm | null;
  readonly court?: string | null;
  readonly phoneNumber?: string | null;
}

export interface InvoiceLine {
  readonly description: string;
  readonly quantity: number;
  /** Of one, VAT excluded. */
  readonly unitCents: number;
  /** Department that the buyer books it on; empty: none. */
  readonly costCentre: string;
  /** Why it costs that, where the same thing has several prices: a weekend, a late cancellation, the days. */
  readonly detail?: string;
  /** Number of the buyer's order for this department, where it differs from the document's. */
  readonly purchaseOrder?: string;
  /** On a credit note: which line of the invoice it takes back, from 0; absent: an amount of no single line. */
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
  /** For the payer's bank, +++ddd/dddd/ddddd+++; null: nothing is to be paid by it. */
  readonly structuredMessage: string | null;
  /** What was paid already; the rest is due. */
  readonly paidCents: number;
  /** What both sides know the document's subject by: the month, or the check. */
  readonly reference: string;
  /** Number of the buyer's order; empty: it gave none. */
  readonly purchaseOrder: string;
  /** First day of the month that was invoiced; null: about a single check, or a credit note. */
  readonly month: CalendarDay | null;
  /** Until when it is to be paid by transfer; null: nothing was due when it was made, it was paid by card. */
  readonly dueDate: CalendarDay | null;
  /** Why it was made, where that is not plain; empty: nothing to say. */
  readonly note: string;
  /** The invoice that a credit note corrects; null for an invoice. */
  readonly corrects: CorrectedInvoice | null;
  /** Of a credit note: what was still to be paid of the invoice after it; null: nobody said whether the invoice was paid, or it was, by card. */
  readonly remainingCents: number | null;
  /** Of a credit note for an invoice that had been paid by transfer: the amount goes back to the payer's account. */
  readonly repaid: boolean;
}

/** What a credit note says of its invoice. */
export interface CorrectedInvoice {
  readonly number: string;
  readonly issueDate: CalendarDay;
  readonly dueDate: CalendarDay | null;
  readonly month: CalendarDay | null;
}

/** What is to be paid by transfer; a credit note never asks for money. */
export const dueCents = ({ kind, totalCents, paidCents }: Pick<InvoiceDocument, 'kind' | 'totalCents' | 'paidCents'>): number =>
  kind === 'Invoice' ? totalCents - paidCents : 0;

/** What the lines come to; VAT on their sum. */
export const totalsOf = (lines: readonly Pick<InvoiceLine, 'quantity' | 'unitCents'>[]): Amounts =>
  amountsOf(lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0));

/** The amounts whose total is this, VAT included; exact for every total that `amountsOf` makes. */
export const amountsOfTotal = (totalCents: number, vatPercent: number): Amounts => {
  const netCents = Math.round((totalCents * 100) / (100 + vatPercent));
  return { netCents, vatCents: totalCents - netCents, totalCents };
};

/** `2026-000042`, and for credit notes `C2026-000007`: each kind is numbered by itself, without gaps, from one every year. */
export const documentNumber = (kind: InvoiceKind, year: number, sequence: number): string =>
  `${kind === 'CreditNote' ? 'C' : ''}${year}-${String(sequence).padStart(6, '0')}`;

/**
 * The Belgian structured message of a document: ten digits and their remainder by 97, where 0 is written 97 (domain.md 2.5).
 * @param year of the number's series @param sequence at most 99,999 a year and kind
 */
export function structuredMessageOf(kind: InvoiceKind, year: number, sequence: number): string {
  const digits = `${kind === 'CreditNote' ? 2 : 1}${String(year).slice(-4)}${String(sequence).padStart(5, '0')}`;
  const check = Number(digits) % 97 || 97;
  const all = digits + String(check).padStart(2, '0');
  return `+++${all.slice(0, 3)}/${all.slice(3, 7)}/${all.slice(7)}+++`;
}

/** An address of several lines, with commas for their ends. */
export const addressInOneLine = (address: string): string =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');

/** Street, postcode and town of a Belgian address in one line; what cannot be told apart is the street. */
export function addressParts(address: string): { readonly street: string; readonly postcode: string; readonly town: string } {
  const whole = address.trim();
  const match = /[,\s](?:BE?-)?(\d{4})\s(\D+)$/i.exec(whole);
  return match
    ? { street: whole.slice(0, match.index).replace(/[,\s]+$/, ''), postcode: match[1] ?? '', town: (match[2] ?? '').trim() }
    : { street: whole, postcode: '', town: '' };
}
