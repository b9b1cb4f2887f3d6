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

/** A document that goes to the payer by mail. */
interface MailedDocument {
  readonly orderId: string;
  readonly companyId: string;
  readonly checkId: string;
  readonly number: string;
}

/** What the payer of a One Shot Check gets: invoices, credit notes, mails. */
export interface PayerMails {
  /** Asks for the mail with a document: it is drawn while no transaction is open. */
  send(tx: WriteTx, document: MailedDocument): Promise<void>;
  /** Tells of money that went back without a document: there was no check, and no invoice. */
  tellRefund(tx: WriteTx, order: OrderRow, refundedCents: number): Promise<void>;
  /** A mail to the payer, with the link to the order. */
  write<Params extends object>(
    tx: WriteTx,
    order: Addressee,
    template: MailTemplate<Params & { readonly token: string }>,
    params: Params,
    attachments?: readonly MailAttachment[],
  ): Promise<void>;
}
type Addressee = Pick<OrderRow, 'id' | 'tokenHash' | 'companyId' | 'invoicingEmail' | 'language'>;

const TOPIC = 'oneShotPaper';

/** A document, and who reads it. */
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

export function createPayerMails({ outbox, mailer, links, invoices }: PayerMailsDeps): PayerMails {
  const write: PayerMails['write'] = async (tx, order, template, params, attachments = []) => {
    const { id, tokenHash, companyId, invoicingEmail: to, language } = order;
    if (to === null) return;
    await mailer.enqueue(tx, {
      companyId,
      to,
      language,
      template,
      params: { ...params, token: links.tokenOf(id, tokenHash) },
      attachments,
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

export const buyerOf = (order: OrderRow): InvoiceParty => ({
  name: order.invoicingCompanyName ?? '',
  companyNumber: order.invoicingCompanyNumber ?? '',
  address: order.invoicingCompanyAddress ?? '',
  email: order.invoicingEmail,
  contact: [order.invoicingFirstName, order.invoicingLastName].filter(Boolean).join(' '),
});

/** Nothing about the worker: bookkeepers read it. */
export const lineOf = (language: InterfaceLanguage, words: 'oneShot' | 'oneShotCredit', unitCents: number): InvoiceLine => ({
  description: getTranslator(language, 'invoices')(`line.${words}`),
  quantity: 1,
  unitCents,
  costCentre: '',
});

/** The reference by which both the payer and the provider find the check. */
export const referenceOf = (checkId: string): string => checkId.slice(-12).toUpperCase();
