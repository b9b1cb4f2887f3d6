import type { CalendarDay, Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { creditOf, remainderOf } from '@checkwell/domain/invoice/credit';
import { monthsToInvoice } from '@checkwell/domain/invoice/monthly';
import { creditRule, type InvoiceFormat } from '@checkwell/domain/invoice/rules';
import type { Seller } from '@checkwell/domain/invoice/seller';
import type { Actor } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, mapViolations, type ReadTx, type WriteTx } from '../../platform/db/database.ts';
import type { RecordKey } from '../../platform/db/fragments.ts';
import { lockRow } from '../../platform/db/locked.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { fieldErrorAt, permit } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Log } from '../../platform/log.ts';
import type { MailAttachment } from '../../platform/mail/mails.repository.ts';
import * as repository from './invoices.repository.ts';
import { createInvoiceMailing, type InvoiceMailingDeps } from './invoices-mailing.ts';
import { createInvoiceMonths } from './invoices-months.ts';
import { createInvoiceWriting, type Invoice, type MonthOptions, type NewInvoice } from './invoices-writing.ts';

export type { Invoice, MonthOptions, NewInvoice } from './invoices-writing.ts';

/** Invoices and credit notes: of One Shot Checks, and of clients' months. */
export interface InvoiceService {
  /** Numbers and writes a document: with the transaction, or not at all. For the services whose business it is about. */
  issue(tx: WriteTx, invoice: NewInvoice): Promise<Invoice>;
  /** Documents about one check, oldest first. */
  ofCheck(tx: ReadTx, companyId: string, checkId: string): Promise<readonly Invoice[]>;
  /** The invoice as PDF/UA, in the buyer's language. */
  pdf(invoice: Invoice): Promise<MailAttachment>;
  /** The invoice as an electronic one: Peppol BIS Billing 3.0. */
  ubl(invoice: Invoice): MailAttachment;
  /** Documents of a company, newest first. @throws {AppError} `entity.notFound` for companies that are not the actor's */
  list(actor: Actor, companyId: string): Promise<readonly Invoice[]>;
  /** @throws {AppError} `entity.notFound` */
  download(actor: Actor, key: RecordKey, format: InvoiceFormat): Promise<MailAttachment>;
  /**
   * Takes a month's invoice back with a credit note: as a whole, some of its checks, or an amount; together never more than the invoice.
   * @param input parsed here @throws {AppError} `entity.notFound`, `invoice.notCreditable`, `request.invalid` for more than is left
   */
  credit(actor: Actor, key: RecordKey, input: unknown): Promise<Invoice>;
  /**
   * Invoices a month once more whose invoice was credited as a whole: to the client as it is now, for the checks of that month.
   * @param key of the invoice that was credited
   * @throws {AppError} `entity.notFound`, `invoice.monthTaken` while an invoice of the month counts
   */
  issueAgain(actor: Actor, key: RecordKey): Promise<Invoice>;
  /**
   * Mails a month's invoice, or a credit note for one, to the client's address for invoices as it is now.
   * @throws {AppError} `entity.notFound`, `invoice.noAddress`
   */
  send(actor: Actor, key: RecordKey): Promise<Invoice>;
  /**
   * Invoices the whole months of the last year of every client that has none of them yet, the oldest first; idempotent and
   * several times at once. @returns how many
   */
  issueDue(): Promise<number>;
  /** Invoices one month, without mails. @returns how many */
  issueMonth(month: CalendarDay, options: MonthOptions): Promise<number>;
}

export interface InvoiceDeps extends InvoiceMailingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly seller: Seller;
}

export function createInvoiceService(deps: InvoiceDeps): InvoiceService {
  const { db, clock } = deps;
  const write = createInvoiceWriting(deps.seller);
  const { pdf, ubl, putMail, noteMail } = createInvoiceMailing(deps);
  const { writeMonth, issueAll } = createInvoiceMonths({ db, log: deps.log, write, putMail, noteMail });

  /** The document with this key, covered by the lock on its client, for an actor who still may. @throws {AppError} `entity.notFound` */
  async function lockInvoice(
    tx: WriteTx,
    actor: Actor,
    { companyId, id }: RecordKey,
  ): Promise<{ readonly client: repository.Client; readonly invoice: Invoice }> {
    if (!isId(companyId) || !isId(id)) throw new AppError('entity.notFound');
    // The company before the actor's own membership, as everybody takes them; `lockClient` adds its accounting.
    await lockRow(tx, 'companies', { id: companyId });
    await reauthorize(tx, actor, 'invoice.credit', companyId);
    const client = await repository.lockClient(tx, companyId);
    const invoice = client && (await repository.findInvoice(tx, companyId, id));
    if (!invoice) throw new AppError('entity.notFound');
    return { client, invoice };
  }

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

    async credit(actor, key, input) {
      const { companyId, id } = key;
      permit(actor, 'invoice.credit', { companyId });
      const { reason, invoicePaid, ...part } = parseInput(creditRule, input);
      return db.as(actor, async (tx) => {
        const { invoice } = await lockInvoice(tx, actor, key);
        const notes = await repository.findCreditNotes(tx, companyId, id);
        // What was paid by card goes back to the card, with its own credit note.
        if (invoice.month === null || remainderOf(invoice, notes).totalCents === 0) throw new AppError('invoice.notCreditable');
        const { language, buyer, reference, purchaseOrder, number } = invoice;
        const t = getTranslator(language, 'invoices');
        const made = creditOf(invoice, notes, part, (what) =>
          t(what === 'amount' ? 'line.creditAmount' : 'line.creditRemainder', { number }),
        );
        if ('fieldError' in made) throw fieldErrorAt(made.fieldError.path, made.fieldError.message);
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

    async issueAgain(actor, key) {
      permit(actor, 'invoice.credit', key);
      return db
        .as(actor, async (tx) => {
          const { client, invoice } = await lockInvoice(tx, actor, key);
          if (invoice.month === null || !invoice.monthIsFree) throw new AppError('invoice.monthTaken');
          const again = await writeMonth(tx, client, { companyId: key.companyId, month: invoice.month }, { at: clock.now(), newId });
          if (!again) throw new AppError('invoice.monthTaken');
          await logAccess(tx, actor, 'invoice.issue', 'invoices', key.companyId, again.id);
          await putMail(tx, again);
          return again;
        })
        .catch(mapViolations({ invoiced_months_pkey: () => new AppError('invoice.monthTaken') }));
    },

    async send(actor, key) {
      permit(actor, 'invoice.credit', key);
      return db.as(actor, async (tx) => {
        const { client, invoice } = await lockInvoice(tx, actor, key);
        // Documents of One Shot Checks go to the payer automatically.
        if (invoice.checkId !== null) throw new AppError('entity.notFound');
        const { email } = client.buyer;
        if (!email) throw new AppError('invoice.noAddress');
        await logAccess(tx, actor, 'invoice.send', 'invoices', key.companyId, key.id);
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
