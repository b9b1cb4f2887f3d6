import { VAT_PERCENT } from '@checkwell/domain/constants';
import { dueCents, type InvoiceDocument } from '@checkwell/domain/invoice/invoice';
import { formatIban } from '@checkwell/domain/people/numbers/iban';
import type { MailTemplate } from '../../platform/mail/mailer.ts';
import { creditSettlement } from './invoices.document.ts';

/** A month's invoice, with the files. */
export const MONTHLY_INVOICE_MAIL: MailTemplate<InvoiceDocument> = {
  name: 'monthlyInvoice',
  write(invoice, { translator, formats, link }) {
    const { number, month, dueDate, structuredMessage, purchaseOrder, seller } = invoice;
    const t = translator('invoices');
    return {
      subject: t('invoice', { number }),
      preview: t('mail.invoice.preview', { month: formats.month(month) }),
      heading: t('mail.invoice.heading', { month: formats.month(month) }),
      blocks: [
        { kind: 'text', text: t('mail.invoice.text', { month: formats.month(month) }) },
        {
          kind: 'facts',
          rows: [
            [t('net'), formats.money(invoice.netCents)],
            [translator('common')('vat', { percent: VAT_PERCENT }), formats.money(invoice.vatCents)],
            [t('total'), formats.money(invoice.totalCents)],
            ...(purchaseOrder === '' ? [] : [[t('purchaseOrder'), purchaseOrder] as const]),
            ...(dueCents(invoice) > 0 && dueDate !== null ? [[t('dueDate'), formats.date(dueDate)] as const] : []),
            ...(seller.iban ? [[t('iban'), formatIban(seller.iban)] as const] : []),
            ...(seller.bic ? [[t('bic'), seller.bic] as const] : []),
            ...(structuredMessage === null ? [] : [[t('structuredMessage'), structuredMessage] as const]),
          ],
        },
        { kind: 'action', label: t('mail.action'), url: link('/settings/company') },
      ],
      why: t('mail.why'),
    };
  },
};

/** An invoice was credited, as a whole or in part. */
export const CREDIT_NOTE_MAIL: MailTemplate<InvoiceDocument> = {
  name: 'creditNote',
  write(note, { translator, formats, link }) {
    const { number, corrects } = note;
    const t = translator('invoices');
    return {
      subject: t('creditNote', { number }),
      preview: t('mail.credit.preview', { number: corrects?.number ?? '' }),
      heading: t('creditNote', { number }),
      blocks: [
        { kind: 'text', text: t('mail.credit.text', { credit: number, number: corrects?.number ?? '' }) },
        {
          kind: 'facts',
          rows: [
            [t('note'), note.note],
            [t('total'), formats.money(note.totalCents)],
          ],
        },
        { kind: 'text', text: creditSettlement(note) },
        { kind: 'action', label: t('mail.action'), url: link('/settings/company') },
      ],
      why: t('mail.why'),
    };
  },
};
