import { addDays, type CalendarDay, type Clock, dayOf, instantAt } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import {
  documentNumber,
  type InvoiceDocument,
  type InvoiceKind,
  type InvoiceLine,
  type InvoiceParty,
  structuredMessageOf,
  totalsOf,
} from '@checkwell/domain/invoice/invoice';
import { daysOfMonth, monthlyLines, monthsToInvoice, PAYMENT_TERM_DAYS } from '@checkwell/domain/invoice/monthly';
import { creditRule, type InvoiceFormat } from '@checkwell/domain/invoice/rules';
import type { Amounts } from '@checkwell/domain/one-shot/price';
import type { Actor } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, ReadTx, WriteTx } from '../../platform/db/database.ts';
import { permit } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/mails.repository.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { invoicePdf } from './invoices.document.ts';
import { CREDIT_NOTE_MAIL, MONTHLY_INVOICE_MAIL } from './invoices.mails.ts';
import type { InvoiceRow } from './invoices.repository.ts';
import * as repository from './invoices.repository.ts';
import { ublOf } from './invoices.ubl.ts';

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
   * Money that has moved already, VAT included. Not every sum is a net amount and its VAT: the VAT takes up the cent that is left
   * (EN 16931, BR-CO-17 allows it). Without it the total is what the lines come to.
   */
  readonly movedCents?: number;
  readonly reference: string;
  readonly note?: string;
  /** Whether nothing is due any more. */
  readonly settled: boolean;
}

/** How a month is invoiced when it is not by the job: the demo's past. */
export interface MonthOptions {
  readonly at: Date;
  readonly newId: () => string;
}

/** Invoices and credit notes: of One Shot Checks, and of clients' months. */
export interface InvoiceService {
  /** Numbers and writes a document: with the transaction, or not at all. For the services whose business it is about. */
  issue(tx: WriteTx, invoice: NewInvoice): Promise<Invoice>;
  /** Documents about one check, oldest first. */
  ofCheck(tx: ReadTx, companyId: string, checkId: string): Promise<readonly Invoice[]>;
  /** For people: PDF/UA in the buyer's language. */
  pdf(invoice: Invoice): Promise<MailAttachment>;
  /** For programs: Peppol BIS Billing 3.0. */
  ubl(invoice: Invoice): MailAttachment;
  /** Documents of a company, newest first. @throws {AppError} `entity.notFound` for companies that are not the actor's */
  list(actor: Actor, companyId: string): Promise<readonly Invoice[]>;
  /** @throws {AppError} `entity.notFound` */
  download(actor: Actor, place: { readonly companyId: string; readonly id: string }, format: InvoiceFormat): Promise<MailAttachment>;
  /**
   * Takes a month's invoice back as a whole, with a credit note; once.
   * @param input parsed here @throws {AppError} `entity.notFound`, `invoice.notCreditable`
   */
  credit(actor: Actor, place: { readonly companyId: string; readonly id: string }, input: unknown): Promise<Invoice>;
  /**
   * Invoices the whole months of the last year of every client that has none of them yet, the oldest first; harmless at any time and
   * several times at once. @returns how many
   */
  issueDue(): Promise<number>;
  /** Invoices one month, without mails. @returns how many */
  issueMonth(month: CalendarDay, options: MonthOptions): Promise<number>;
}

export interface InvoiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly seller: InvoiceParty;
}

const PAPER = 'invoicePaper';
/** A document that goes to the client by mail: drawing it takes longer than the books should be held. */
interface Paper {
  readonly companyId: string;
  readonly id: string;
}
const SYSTEM: Actor = { kind: 'system', name: 'invoices' };

export function createInvoiceService({ db, clock, outbox, mailer, seller }: InvoiceDeps): InvoiceService {
  const fileName = (invoice: Invoice, extension: string): string =>
    `${getTranslator(invoice.language, 'invoices')(invoice.kind === 'CreditNote' ? 'fileNameCredit' : 'fileName')}-${invoice.number}.${extension}`;
  const documentOf = (invoice: Invoice): InvoiceDocument => invoice;

  async function write(
    tx: WriteTx,
    { settled, buyer, lines, movedCents, month = undefined, note = '', ...invoice }: NewInvoice,
    { at, newId: idOf }: MonthOptions,
  ): Promise<Invoice> {
    const issueDate = dayOf(at);
    const year = Number(issueDate.slice(0, 4));
    const sequence = await repository.nextSequence(tx, invoice.kind, year);
    const totals = movedCents === undefined ? totalsOf(lines) : splitOf(movedCents, totalsOf(lines).netCents);
    const id = idOf();
    await repository.insertInvoice(tx, {
      ...invoice,
      id,
      month: month ?? null,
      note,
      number: documentNumber(invoice.kind, year, sequence),
      structuredMessage: structuredMessageOf(invoice.kind, year, sequence),
      issueDate,
      dueDate: settled ? null : addDays(issueDate, PAYMENT_TERM_DAYS),
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(buyer),
      lines: JSON.stringify(lines),
      ...totals,
      paidCents: settled ? totals.totalCents : 0,
      createdAt: at,
    });
    const written = await repository.findInvoice(tx, invoice.companyId, id);
    if (!written) throw new Error('The invoice that was just written is not there.');
    return written;
  }

  /** One transaction: who comes second finds the invoice of the first, and a number that is not used is not taken. */
  async function issueFor(companyId: string, month: CalendarDay, options: MonthOptions, byMail: boolean): Promise<boolean> {
    return db.system('invoices', async (tx) => {
      const client = await repository.lockClient(tx, companyId);
      if (!client || (await repository.hasInvoiceOf(tx, companyId, month))) return false;
      const t = getTranslator(client.language, 'invoices');
      const lines = monthlyLines(await repository.findBilled(tx, companyId, spanOf(month)), (kind) => t(`line.check.${kind}`));
      if (lines.length === 0) return false;
      const reference = month.slice(0, 7);
      const invoice = await write(
        tx,
        { kind: 'Invoice', companyId, checkId: null, correctsId: null, month, ...client, lines, reference, settled: false },
        options,
      );
      await logAccess(tx, SYSTEM, 'invoice.issue', 'invoices', companyId, invoice.id);
      if (byMail) await putPaper(tx, invoice);
      return true;
    });
  }

  async function issueAll(month: CalendarDay, options: MonthOptions, byMail: boolean): Promise<number> {
    let issued = 0;
    for (const companyId of await db.system('invoices', (tx) => repository.findUninvoiced(tx, month, spanOf(month))))
      if (await issueFor(companyId, month, options, byMail)) issued += 1;
    return issued;
  }

  async function putPaper(tx: WriteTx, { companyId, id }: Invoice): Promise<void> {
    await outbox.put(tx, { topic: PAPER, companyId, payload: { companyId, id } satisfies Paper });
  }

  async function pdf(invoice: Invoice): Promise<MailAttachment> {
    const content = await renderPdf(invoicePdf(documentOf(invoice)), invoice.createdAt);
    return { fileName: fileName(invoice, 'pdf'), mediaType: 'application/pdf', content };
  }

  const ubl = (invoice: Invoice): MailAttachment => ({
    fileName: fileName(invoice, 'xml'),
    mediaType: 'application/xml',
    content: Buffer.from(ublOf(documentOf(invoice)), 'utf8'),
  });

  outbox.handle(PAPER, {
    async deliver(tx, { payload }) {
      const { companyId, id } = payload as Paper;
      const invoice = await repository.findInvoice(tx, companyId, id);
      if (!invoice) throw new Error('The document to be sent is not there.');
      const { buyer, language, number, month, dueDate, structuredMessage, corrects, note } = invoice;
      if (!buyer.email) return;
      const mail = { companyId, to: buyer.email, language, attachments: [await pdf(invoice), ubl(invoice)] };
      if (month !== null && dueDate !== null) {
        const params = { number, amounts: invoice, month, dueDate, structuredMessage, iban: invoice.seller.iban ?? null };
        await mailer.enqueue(tx, { ...mail, template: MONTHLY_INVOICE_MAIL, params });
      } else if (corrects) {
        const params = { number, amounts: invoice, corrected: corrects.number, reason: note };
        await mailer.enqueue(tx, { ...mail, template: CREDIT_NOTE_MAIL, params });
      }
    },
  });

  return {
    issue: (tx, invoice) => write(tx, invoice, { at: clock.now(), newId }),

    ofCheck: (tx, companyId, checkId) => repository.findOfCheck(tx, companyId, checkId),

    pdf,
    ubl,

    async list(actor, companyId) {
      permit(actor, 'invoice.read', { companyId });
      if (!isId(companyId)) throw new AppError('entity.notFound');
      return db.as(actor, (tx) => repository.findOfCompany(tx, companyId), { readonly: true });
    },

    async download(actor, { companyId, id }, format) {
      permit(actor, 'invoice.read', { companyId });
      const invoice = await db.as(actor, async (tx) => {
        const found = isId(companyId) && isId(id) ? await repository.findInvoice(tx, companyId, id) : undefined;
        if (found) await logAccess(tx, actor, 'invoice.download', 'invoices', companyId, id);
        return found;
      });
      if (!invoice) throw new AppError('entity.notFound');
      return format === 'ubl' ? ubl(invoice) : pdf(invoice);
    },

    async credit(actor, { companyId, id }, input) {
      permit(actor, 'invoice.credit', { companyId });
      const { reason } = parseInput(creditRule, input);
      if (!isId(companyId) || !isId(id)) throw new AppError('entity.notFound');
      return db.as(actor, async (tx) => {
        await repository.lockClient(tx, companyId);
        const invoice = await repository.findInvoice(tx, companyId, id);
        if (!invoice) throw new AppError('entity.notFound');
        // What was paid by card goes back to the card, with its own credit note.
        if (invoice.month === null || invoice.creditedCents > 0) throw new AppError('invoice.notCreditable');
        const { language, buyer, lines, reference } = invoice;
        const note = await write(
          tx,
          { kind: 'CreditNote', companyId, checkId: null, correctsId: id, language, buyer, lines, reference, note: reason, settled: false },
          { at: clock.now(), newId },
        );
        await logAccess(tx, actor, 'invoice.credit', 'invoices', companyId, id);
        await putPaper(tx, note);
        return note;
      });
    },

    async issueDue() {
      const at = clock.now();
      let issued = 0;
      for (const month of monthsToInvoice(at)) issued += await issueAll(month, { at, newId }, true);
      return issued;
    },

    issueMonth: (month, options) => issueAll(month, options, false),
  };
}

const splitOf = (totalCents: number, netCents: number): Amounts => ({ netCents, vatCents: totalCents - netCents, totalCents });

/** A month as instants, by Belgian days. */
function spanOf(month: CalendarDay): repository.Span {
  const { from, to } = daysOfMonth(month);
  return { from: instantAt(from, '00:00'), before: instantAt(addDays(to, 1), '00:00') };
}
