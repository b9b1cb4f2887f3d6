import { VAT_PERCENT } from '@checkwell/domain/constants';
import type { InvoiceDocument, InvoiceParty } from '@checkwell/domain/invoice/invoice';
import { formatVat } from '@checkwell/domain/people/vat';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { PdfDocument } from '../../platform/pdf/document.ts';

/** An invoice or credit note for people, in the buyer's language. */
export function invoicePdf(invoice: InvoiceDocument): PdfDocument {
  const { kind, number, language, issueDate, seller, buyer, lines, paidCents, totalCents, corrects } = invoice;
  const t = getTranslator(language, 'invoices');
  const formats = formatsIn(language);
  const due = totalCents - paidCents;
  const title = t(kind === 'CreditNote' ? 'creditNote' : 'invoice', { number });
  return {
    language,
    title,
    subtitle: formats.dateLong(issueDate),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [t('seller'), partyText(seller)],
          [t('buyer'), partyText(buyer)],
          [t('reference'), invoice.reference],
          [t('structuredMessage'), invoice.structuredMessage],
          ...(corrects ? [[t('corrects'), `${corrects.number} (${formats.date(corrects.issueDate)})`] as const] : []),
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: t('description'), width: 4 },
          { label: t('quantity'), align: 'right' },
          { label: t('unitPrice'), align: 'right', width: 1.5 },
          { label: t('amount'), align: 'right', width: 1.5 },
        ],
        rows: lines.map(({ description, costCentre, quantity, unitCents }) => [
          costCentre === '' ? description : `${description} (${costCentre})`,
          formats.number(quantity),
          formats.money(unitCents),
          formats.money(quantity * unitCents),
        ]),
      },
      {
        kind: 'facts',
        rows: [
          [t('net'), formats.money(invoice.netCents)],
          [t('vat', { percent: VAT_PERCENT }), formats.money(invoice.vatCents)],
          [t('total'), formats.money(totalCents)],
          [t(kind === 'CreditNote' ? 'refunded' : 'paid'), formats.money(paidCents)],
        ],
      },
      {
        kind: 'notice',
        text: due === 0 ? t(kind === 'CreditNote' ? 'settledCredit' : 'settled') : t('due', { amount: formats.money(due) }),
        tone: due === 0 ? 'success' : 'info',
      },
    ],
    source: title,
  };
}

const partyText = ({ name, address, companyNumber }: InvoiceParty): string => [name, address, formatVat(companyNumber)].join('\n');
