import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { InvoiceLine, InvoiceParty } from '@checkwell/domain/invoice/invoice';
import { getTranslator } from '@checkwell/messages/translator';
import type { WriteTx } from '../../platform/db/database.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Mailer, MailTemplate } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/mails.repository.ts';
import type { RowLinks } from '../../platform/row-links.ts';
import type { Invoice, InvoiceService } from '../invoices/invoices.service.ts';
import { PAID_MAIL, REFUNDED_MAIL } from './one-shot.mails.ts';
import type { OrderRow } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';

/** An invoice or a credit note that is mailed to the payer. */
interface MailedDocument {
  readonly orderId: string;
  readonly companyId: string;
  readonly checkId: string;
  readonly number: string;
}

/** Mails to the payer of a One Shot Check. */
export interface PayerMails {
  /** Queues the mail with a document. The outbox makes its PDF and XML while no transaction is open. */
  send(tx: WriteTx, document: MailedDocument): Promise<void>;
  /** Queues the mail about a refund without credit note: its payment has no invoice, because it did not become a check. @param refundedCents VAT included */
  tellRefund(tx: WriteTx, order: OrderRow, refundedCents: number): Promise<void>;
  /** Queues a mail to the payer, with the link to the order; nothing if the payer's address is erased. */
  write<Params extends object>(
    tx: WriteTx,
    order: Addressee,
    template: MailTemplate<Params & { readonly token: string }>,
    params: Params,
    attachments?: readonly MailAttachment[],
  ): Promise<void>;
}
type Addressee = Pick<OrderRow, 'id' | 'tokenHash' | 'companyId' | 'checkId' | 'invoicingEmail' | 'language'>;

const TOPIC = 'oneShotPaper';

/** A document and its recipient. */
interface Letter {
  readonly order: Addressee;
  readonly document: Invoice;
}

export interface PayerMailsDeps {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly links: RowLinks;
  readonly invoices: InvoiceService;
}

/** The mails to payers, and the handler of the outbox that attaches documents to them. */
export function createPayerMails({ outbox, mailer, links, invoices }: PayerMailsDeps): PayerMails {
  const write: PayerMails['write'] = async (tx, order, template, params, attachments = []) => {
    const { id, tokenHash, companyId, checkId, invoicingEmail: to, language } = order;
    if (to === null) return;
    await mailer.enqueue(tx, {
      companyId,
      to,
      language,
      template,
      params: { ...params, token: links.tokenOf(id, tokenHash) },
      attachments,
      // So that it is erased with the check, whose worker it may name.
      ...(checkId !== null && { checkId }),
    });
  };

  outbox.handleExternal<Letter, readonly MailAttachment[]>(TOPIC, {
    async prepare(tx, { payload }) {
      const { orderId, companyId, checkId, number } = payload as MailedDocument;
      const order = await repository.findOrder(tx, orderId);
      const document = (await invoices.ofCheck(tx, companyId, checkId)).find((row) => row.number === number);
      if (!order || !document) throw new Error('The document to be sent is not there.');
      return { order, document };
    },

    call: async ({ document }) => [await invoices.pdf(document), invoices.ubl(document)],

    async record(tx, attachments, _effect, { order, document }) {
      const { kind, number, totalCents, note } = document;
      if (kind === 'Invoice') await write(tx, order, PAID_MAIL, { amounts: document, number }, attachments);
      else await write(tx, order, REFUNDED_MAIL, { refundedCents: totalCents, reason: note }, attachments);
    },
  });

  return {
    async send(tx, document) {
      await outbox.put(tx, { topic: TOPIC, companyId: document.companyId, payload: document });
    },
    tellRefund: (tx, order, refundedCents) => write(tx, order, REFUNDED_MAIL, { refundedCents, reason: '' }),
    write,
  };
}

/** The buyer on the invoice and the credit notes of an order. */
export const buyerOf = (order: OrderRow): InvoiceParty => ({
  name: order.invoicingCompanyName ?? '',
  companyNumber: order.invoicingCompanyNumber ?? '',
  address: order.invoicingCompanyAddress ?? '',
  email: order.invoicingEmail,
  contact: [order.invoicingFirstName, order.invoicingLastName].filter(Boolean).join(' '),
});

/**
 * The line of an invoice or a credit note. It says nothing about the worker, because bookkeepers read it.
 * @param unitCents VAT excluded
 */
export const lineOf = (language: InterfaceLanguage, words: 'oneShot' | 'oneShotCredit', unitCents: number): InvoiceLine => ({
  description: getTranslator(language, 'invoices')(`line.${words}`),
  quantity: 1,
  unitCents,
  costCentre: '',
});

/** The reference by which the payer and the planners find the check: the last 12 characters of its id. */
export const referenceOf = (checkId: string): string => checkId.slice(-12).toUpperCase();
