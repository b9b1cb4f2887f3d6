import type { CalendarDay } from '@checkwell/domain/clock';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { formatIban } from '@checkwell/domain/invoice/iban';
import type { Amounts } from '@checkwell/domain/one-shot/price';
import type { MailTemplate } from '../../platform/mail/mailer.ts';

interface Paper {
  readonly number: string;
  readonly amounts: Amounts;
}

/** A month's invoice, with the files. */
export const MONTHLY_INVOICE_MAIL: MailTemplate<
  Paper & {
    readonly month: CalendarDay;
    readonly dueDate: CalendarDay;
    readonly structuredMessage: string;
    readonly iban: string | null;
  }
> = {
  name: 'monthlyInvoice',
  write({ number, amounts, month, dueDate, structuredMessage, iban }, { words, formats, link }) {
    const t = words('invoices');
    return {
      subject: t('mail.invoice.subject', { number }),
      preview: t('mail.invoice.preview', { month: formats.month(month) }),
      heading: t('mail.invoice.heading', { month: formats.month(month) }),
      blocks: [
        { kind: 'text', text: t('mail.invoice.text', { month: formats.month(month) }) },
        {
          kind: 'facts',
          rows: [
            [t('net'), formats.money(amounts.netCents)],
            [t('vat', { percent: VAT_PERCENT }), formats.money(amounts.vatCents)],
            [t('total'), formats.money(amounts.totalCents)],
            [t('dueDate'), formats.date(dueDate)],
            ...(iban === null ? [] : [[t('iban'), formatIban(iban)] as const]),
            [t('structuredMessage'), structuredMessage],
          ],
        },
        { kind: 'action', label: t('mail.action'), url: link('/settings/company') },
      ],
      why: t('mail.why'),
    };
  },
};

/** An invoice was credited. */
export const CREDIT_NOTE_MAIL: MailTemplate<Paper & { readonly corrected: string; readonly reason: string }> = {
  name: 'creditNote',
  write({ number, amounts, corrected, reason }, { words, formats, link }) {
    const t = words('invoices');
    return {
      subject: t('mail.credit.subject', { number }),
      preview: t('mail.credit.preview', { number: corrected }),
      heading: t('creditNote', { number }),
      blocks: [
        { kind: 'text', text: t('mail.credit.text', { number: corrected }) },
        {
          kind: 'facts',
          rows: [
            [t('note'), reason],
            [t('total'), formats.money(amounts.totalCents)],
          ],
        },
        { kind: 'action', label: t('mail.action'), url: link('/settings/company') },
      ],
      why: t('mail.why'),
    };
  },
};
