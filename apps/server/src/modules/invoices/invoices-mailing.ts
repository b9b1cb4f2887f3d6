import type { Clock } from '@checkwell/domain/clock';
import { downloadName } from '@checkwell/domain/file-name';
import type { InvoiceDocument } from '@checkwell/domain/invoice/invoice';
import { getTranslator } from '@checkwell/messages/translator';
import type { WriteTx } from '../../platform/db/database.ts';
import type { RecordKey } from '../../platform/db/fragments.ts';
import { newId } from '../../platform/ids.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/mails.repository.ts';
import { type Letterhead, renderPdf } from '../../platform/pdf/pdf.ts';
import { invoicePdf } from './invoices.document.ts';
import { CREDIT_NOTE_MAIL, MONTHLY_INVOICE_MAIL } from './invoices.mails.ts';
import * as repository from './invoices.repository.ts';
import { ublOf } from './invoices-ubl.ts';
import type { Invoice, MonthOptions } from './invoices-writing.ts';

const MAIL_TOPIC = 'invoicePaper';
/** A document that goes to the client by mail: it is drawn while no transaction is open. */
interface MailedDocument extends RecordKey {
  /** Another address than the document's own. */
  readonly to?: string;
}
/** A document as it is, and who gets it: documents never change. */
interface Letter {
  readonly invoice: Invoice;
  readonly recipient: string;
}

export interface InvoiceMailingDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  /** Above documents; without one the seller's name is there. */
  readonly logo?: Letterhead['logo'];
}
export type InvoiceMailing = ReturnType<typeof createInvoiceMailing>;

/** Documents as files, and the mails that bring them to clients. */
export function createInvoiceMailing({ clock, outbox, mailer, logo }: InvoiceMailingDeps) {
  const fileName = ({ language, kind, number, buyer, issueDate }: Invoice, extension: string): string =>
    downloadName({
      what: getTranslator(language, 'invoices')(kind === 'CreditNote' ? 'creditNote' : 'invoice', { number }),
      company: buyer.name,
      day: issueDate,
      extension,
    });
  const documentOf = (invoice: Invoice): InvoiceDocument => invoice;

  async function pdf(invoice: Invoice): Promise<MailAttachment> {
    const content = await renderPdf(invoicePdf(documentOf(invoice), logo), invoice.createdAt);
    return { fileName: fileName(invoice, 'pdf'), mediaType: 'application/pdf', content };
  }

  const ubl = (invoice: Invoice): MailAttachment => ({
    fileName: fileName(invoice, 'xml'),
    mediaType: 'application/xml',
    content: Buffer.from(ublOf(documentOf(invoice)), 'utf8'),
  });

  outbox.handleExternal<Letter, readonly MailAttachment[]>(MAIL_TOPIC, {
    async prepare(tx, { payload }) {
      const { companyId, id, to } = payload as MailedDocument;
      const invoice = await repository.findInvoice(tx, companyId, id);
      if (!invoice) throw new Error('The document to be sent is not there.');
      const recipient = to ?? invoice.buyer.email;
      // Planners see that it was not mailed.
      return recipient ? { invoice, recipient } : null;
    },

    call: async ({ invoice }) => [await pdf(invoice), ubl(invoice)],

    async record(tx, attachments, _effect, { invoice, recipient }) {
      const mail = { companyId: invoice.companyId, to: recipient, language: invoice.language, attachments };
      if (invoice.kind === 'Invoice') await mailer.enqueue(tx, { ...mail, template: MONTHLY_INVOICE_MAIL, params: invoice });
      else await mailer.enqueue(tx, { ...mail, template: CREDIT_NOTE_MAIL, params: invoice });
      await noteMail(tx, invoice, recipient, { at: clock.now(), newId });
    },
  });

  async function putMail(tx: WriteTx, { companyId, id }: Invoice, to?: string): Promise<void> {
    await outbox.put(tx, {
      topic: MAIL_TOPIC,
      companyId,
      payload: { companyId, id, ...(to !== undefined && { to }) } satisfies MailedDocument,
    });
  }

  async function noteMail(tx: WriteTx, { companyId, id }: Invoice, recipient: string, { at, newId: idOf }: MonthOptions): Promise<void> {
    await repository.insertMail(tx, { companyId, id: idOf(), invoiceId: id, recipient, createdAt: at });
  }

  return { pdf, ubl, putMail, noteMail };
}
