import { PRICES } from '@checkwell/domain/check/price/price';
import { addDays, type CalendarDay, type Clock, dayOf, instantAt } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { downloadName } from '@checkwell/domain/file-name';
import { creditOf, remainderOf } from '@checkwell/domain/invoice/credit';
import {
  documentNumber,
  type InvoiceDocument,
  type InvoiceKind,
  type InvoiceLine,
  type InvoiceParty,
  structuredMessageOf,
  totalsOf,
} from '@checkwell/domain/invoice/invoice';
import { daysOfMonth, monthlyLines, monthsToInvoice, PAYMENT_TERM_DAYS, type PriceWords } from '@checkwell/domain/invoice/monthly';
import { creditRule, type InvoiceFormat } from '@checkwell/domain/invoice/rules';
import type { Seller } from '@checkwell/domain/invoice/seller';
import type { Amounts } from '@checkwell/domain/one-shot/price';
import type { Actor } from '@checkwell/domain/policy';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, type ReadTx, violates, type WriteTx } from '../../platform/db/database.ts';
import { lockRow } from '../../platform/db/locked.ts';
import { permitNow } from '../../platform/db/standing.ts';
import { faultAt, permit } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/mails.repository.ts';
import { type Letterhead, renderPdf } from '../../platform/pdf/pdf.ts';
import { invoicePdf } from './invoices.document.ts';
import { CREDIT_NOTE_MAIL, MONTHLY_INVOICE_MAIL } from './invoices.mails.ts';
import type { InvoiceRow } from './invoices.repository.ts';
import * as repository from './invoices.repository.ts';
import { ublOf } from './invoices-ubl.ts';

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
  /** Of a credit note for a client's month: see `InvoiceDocument`. */
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
  download(actor: Actor, place: Place, format: InvoiceFormat): Promise<MailAttachment>;
  /**
   * Takes a month's invoice back with a credit note: as a whole, some of its checks, or an amount; together never more than the invoice.
   * @param input parsed here @throws {AppError} `entity.notFound`, `invoice.notCreditable`, `request.invalid` for more than is left
   */
  credit(actor: Actor, place: Place, input: unknown): Promise<Invoice>;
  /**
   * Invoices a month once more whose invoice was credited as a whole: to the client as it is now, for the checks of that month.
   * @param place of the invoice that was credited
   * @throws {AppError} `entity.notFound`, `invoice.monthTaken` while an invoice of the month counts
   */
  issueAgain(actor: Actor, place: Place): Promise<Invoice>;
  /**
   * Mails a month's invoice, or a credit note for one, to the client's address for invoices as it is now.
   * @throws {AppError} `entity.notFound`, `invoice.noAddress`
   */
  send(actor: Actor, place: Place): Promise<Invoice>;
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
  readonly log: Log;
  readonly seller: Seller;
  /** Above documents; without one the seller's name stands there. */
  readonly logo?: Letterhead['logo'];
}

/** A document of a company. */
interface Place {
  readonly companyId: string;
  readonly id: string;
}

const MAIL_TOPIC = 'invoicePaper';
/** A document that goes to the client by mail: it is drawn while no transaction is open. */
interface MailedDocument extends Place {
  /** Another address than the document's own. */
  readonly to?: string;
}
/** A document as it is, and who gets it: documents never change. */
interface Letter {
  readonly invoice: Invoice;
  readonly recipient: string;
}
const SYSTEM: Actor = { kind: 'system', name: 'invoices' };

export function createInvoiceService({ db, clock, outbox, mailer, log, seller, logo }: InvoiceDeps): InvoiceService {
  const fileName = ({ language, kind, number, buyer, issueDate }: Invoice, extension: string): string =>
    downloadName({
      what: getTranslator(language, 'invoices')(kind === 'CreditNote' ? 'creditNote' : 'invoice', { number }),
      company: buyer.name,
      day: issueDate,
      extension,
    });
  const documentOf = (invoice: Invoice): InvoiceDocument => invoice;

  async function write(
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
  }

  /** The invoice of a month, for the checks of it; undefined: there is nothing to invoice. Whoever calls holds the client. */
  async function writeMonth(tx: WriteTx, client: repository.Client, place: MonthOf, options: MonthOptions): Promise<Invoice | undefined> {
    const { companyId, month } = place;
    const lines = monthlyLines(await repository.findBilled(tx, companyId, spanOf(month)), priceWords(client.language));
    if (lines.length === 0) return undefined;
    const invoice = await write(
      tx,
      {
        kind: 'Invoice',
        companyId,
        checkId: null,
        correctsId: null,
        month,
        ...client,
        lines,
        reference: month.slice(0, 7),
        settled: false,
      },
      options,
    );
    await repository.claimMonth(tx, { companyId, month, invoiceId: invoice.id });
    return invoice;
  }

  /** One transaction: who comes second finds the invoice of the first, and a number that is not used is not taken. */
  async function issueFor(companyId: string, month: CalendarDay, options: MonthOptions, byMail: boolean): Promise<Invoice | undefined> {
    return db.system('invoices', async (tx) => {
      const client = await repository.lockClient(tx, companyId);
      // What people credited is theirs to invoice again.
      if (!client || (await repository.hasInvoiceOf(tx, companyId, month))) return undefined;
      const invoice = await writeMonth(tx, client, { companyId, month }, options);
      if (!invoice) return undefined;
      await logAccess(tx, SYSTEM, 'invoice.issue', 'invoices', companyId, invoice.id);
      if (byMail) await putMail(tx, invoice);
      // The demo's past: what was mailed then is in no mailbox.
      else if (invoice.buyer.email) await noteMail(tx, invoice, invoice.buyer.email, options);
      return invoice;
    });
  }

  async function issueAll(month: CalendarDay, options: MonthOptions, byMail: boolean): Promise<number> {
    let issued = 0;
    const unsent: string[] = [];
    for (const companyId of await db.system('invoices', (tx) => repository.findUninvoiced(tx, month, spanOf(month)))) {
      const invoice = await issueFor(companyId, month, options, byMail);
      if (!invoice) continue;
      issued += 1;
      if (byMail && !invoice.buyer.email) unsent.push(invoice.number);
    }
    if (unsent.length > 0)
      log.warn(
        `invoices ${unsent.join(', ')} were not mailed: their clients have no address for invoices (planners see them under "Companies")`,
      );
    return issued;
  }

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

  /** The document at a place, held by whoever holds its client, for an actor who still may. @throws {AppError} `entity.notFound` */
  async function lockInvoice(
    tx: WriteTx,
    actor: Actor,
    { companyId, id }: Place,
  ): Promise<{ readonly client: repository.Client; readonly invoice: Invoice }> {
    if (!isId(companyId) || !isId(id)) throw new AppError('entity.notFound');
    // The company before the actor's own place, as everybody takes them; `lockClient` adds its books.
    await lockRow(tx, 'companies', { id: companyId });
    await permitNow(tx, actor, 'invoice.credit', companyId);
    const client = await repository.lockClient(tx, companyId);
    const invoice = client && (await repository.findInvoice(tx, companyId, id));
    if (!invoice) throw new AppError('entity.notFound');
    return { client, invoice };
  }

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

    async credit(actor, place, input) {
      const { companyId, id } = place;
      permit(actor, 'invoice.credit', { companyId });
      const { reason, invoicePaid, ...part } = parseInput(creditRule, input);
      return db.as(actor, async (tx) => {
        const { invoice } = await lockInvoice(tx, actor, place);
        const notes = await repository.findCreditNotes(tx, companyId, id);
        // What was paid by card goes back to the card, with its own credit note.
        if (invoice.month === null || remainderOf(invoice, notes).totalCents === 0) throw new AppError('invoice.notCreditable');
        const { language, buyer, reference, purchaseOrder, number } = invoice;
        const t = getTranslator(language, 'invoices');
        const made = creditOf(invoice, notes, part, (what) =>
          t(what === 'amount' ? 'line.creditAmount' : 'line.creditRemainder', { number }),
        );
        if ('fault' in made) throw faultAt(made.fault.path, made.fault.message);
        const { lines, ...amounts } = made.credit;
        const remainingCents = remainderOf(invoice, [...notes, amounts]).totalCents;
        const note = await write(
          tx,
          {
            kind: 'CreditNote',
            companyId,
            checkId: null,
            correctsId: id,
            language,
            buyer,
            lines,
            amounts,
            reference,
            purchaseOrder,
            note: reason,
            settled: false,
            ...(invoicePaid ? { repaid: true } : { remainingCents }),
          },
          { at: clock.now(), newId },
        );
        if (remainingCents === 0) await repository.freeMonth(tx, companyId, id);
        await logAccess(tx, actor, 'invoice.credit', 'invoices', companyId, id);
        await putMail(tx, note);
        return note;
      });
    },

    async issueAgain(actor, place) {
      permit(actor, 'invoice.credit', place);
      const work = db.as(actor, async (tx) => {
        const { client, invoice } = await lockInvoice(tx, actor, place);
        if (invoice.month === null || !invoice.monthIsFree) throw new AppError('invoice.monthTaken');
        const again = await writeMonth(tx, client, { companyId: place.companyId, month: invoice.month }, { at: clock.now(), newId });
        if (!again) throw new AppError('invoice.monthTaken');
        await logAccess(tx, actor, 'invoice.issue', 'invoices', place.companyId, again.id);
        await putMail(tx, again);
        return again;
      });
      return work.catch((error: unknown) => {
        throw violates(error, 'invoiced_months_pkey') ? new AppError('invoice.monthTaken') : error;
      });
    },

    async send(actor, place) {
      permit(actor, 'invoice.credit', place);
      return db.as(actor, async (tx) => {
        const { client, invoice } = await lockInvoice(tx, actor, place);
        // Documents of One Shot Checks go to whoever paid, by themselves.
        if (invoice.checkId !== null) throw new AppError('entity.notFound');
        const { email } = client.buyer;
        if (!email) throw new AppError('invoice.noAddress');
        await logAccess(tx, actor, 'invoice.send', 'invoices', place.companyId, place.id);
        await putMail(tx, invoice, email);
        return invoice;
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

/** A month of a client. */
interface MonthOf {
  readonly companyId: string;
  readonly month: CalendarDay;
}

/** Why checks cost what they cost, in the client's language. */
function priceWords(language: InterfaceLanguage): PriceWords {
  const t = getTranslator(language, 'invoices');
  const { dateRange } = formatsIn(language);
  return {
    describe: (kind) => t(`line.check.${kind}`),
    home: () => t('line.home'),
    weekend: () => t('line.weekend', { percent: PRICES.weekendPercent }),
    cancelled: (late) =>
      late
        ? t('line.cancelledLate', { percent: PRICES.cancelLatePercent, hours: PRICES.lateHours })
        : t('line.cancelled', { percent: PRICES.cancelAcceptedPercent }),
    days: (from, to) => t('line.days', { days: dateRange(from, to) }),
  };
}

const splitOf = (totalCents: number, netCents: number): Amounts => ({ netCents, vatCents: totalCents - netCents, totalCents });

/** A month as instants, by Belgian days. */
function spanOf(month: CalendarDay): repository.Span {
  const { from, to } = daysOfMonth(month);
  return { from: instantAt(from, '00:00'), before: instantAt(addDays(to, 1), '00:00') };
}
