import type { Clock } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import {
  documentNumber,
  type InvoiceDocument,
  type InvoiceKind,
  type InvoiceLine,
  type InvoiceParty,
  structuredMessageOf,
  totalsOf,
} from '@checkwell/domain/invoice/invoice';
import { getTranslator } from '@checkwell/messages/translator';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { MailAttachment } from '../../platform/mail/mails.repository.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { invoicePdf } from './invoices.document.ts';
import type { InvoiceRow } from './invoices.repository.ts';
import * as repository from './invoices.repository.ts';
import { ublOf } from './invoices.ubl.ts';

export type Invoice = InvoiceRow;

/** What a document is made of; number, date, totals and message follow. */
export interface NewInvoice {
  readonly kind: InvoiceKind;
  readonly companyId: string;
  readonly checkId: string | null;
  /** The invoice that a credit note corrects. */
  readonly correctsId: string | null;
  readonly language: InterfaceLanguage;
  readonly buyer: InvoiceParty;
  readonly lines: readonly InvoiceLine[];
  readonly reference: string;
  /** Whether nothing is due any more. */
  readonly settled: boolean;
}

/** Invoices and credit notes. Called by the services whose business they are about, in their transactions. */
export interface InvoiceService {
  /** Numbers and writes a document: with the transaction, or not at all. */
  issue(tx: WriteTx, invoice: NewInvoice): Promise<Invoice>;
  /** Documents about one check, oldest first. */
  ofCheck(tx: ReadTx, companyId: string, checkId: string): Promise<readonly Invoice[]>;
  /** For people: PDF/UA in the buyer's language. */
  pdf(invoice: Invoice): Promise<MailAttachment>;
  /** For programs: Peppol BIS Billing 3.0. */
  ubl(invoice: Invoice): MailAttachment;
}

export function createInvoiceService({ clock, seller }: { readonly clock: Clock; readonly seller: InvoiceParty }): InvoiceService {
  const fileName = (invoice: Invoice, extension: string): string =>
    `${getTranslator(invoice.language, 'invoices')(invoice.kind === 'CreditNote' ? 'fileNameCredit' : 'fileName')}-${invoice.number}.${extension}`;
  const documentOf = (invoice: Invoice): InvoiceDocument => invoice;

  return {
    async issue(tx, { settled, buyer, lines, ...invoice }) {
      const issueDate = clock.today();
      const year = Number(issueDate.slice(0, 4));
      const sequence = await repository.nextSequence(tx, invoice.kind, year);
      const totals = totalsOf(lines);
      const id = newId();
      await repository.insertInvoice(tx, {
        ...invoice,
        id,
        number: documentNumber(invoice.kind, year, sequence),
        structuredMessage: structuredMessageOf(invoice.kind, year, sequence),
        issueDate,
        seller: JSON.stringify(seller),
        buyer: JSON.stringify(buyer),
        lines: JSON.stringify(lines),
        ...totals,
        paidCents: settled ? totals.totalCents : 0,
        createdAt: clock.now(),
      });
      const written = await repository.findInvoice(tx, invoice.companyId, id);
      if (!written) throw new Error('The invoice that was just written is not there.');
      return written;
    },

    ofCheck: (tx, companyId, checkId) => repository.findOfCheck(tx, companyId, checkId),

    async pdf(invoice) {
      const content = await renderPdf(invoicePdf(documentOf(invoice)), invoice.createdAt);
      return { fileName: fileName(invoice, 'pdf'), mediaType: 'application/pdf', content };
    },

    ubl: (invoice) => ({
      fileName: fileName(invoice, 'xml'),
      mediaType: 'application/xml',
      content: Buffer.from(ublOf(documentOf(invoice)), 'utf8'),
    }),
  };
}
