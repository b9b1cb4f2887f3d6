import { VAT_PERCENT } from '@checkwell/domain/constants';
import { formatIban } from '@checkwell/domain/invoice/iban';
import type { InvoiceDocument, InvoiceParty } from '@checkwell/domain/invoice/invoice';
import { costCentreTotals } from '@checkwell/domain/invoice/monthly';
import { formatVat } from '@checkwell/domain/people/vat';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { PdfBlock, PdfDocument } from '../../platform/pdf/document.ts';

/** An invoice or credit note for people, in the buyer's language. */
export function invoicePdf(invoice: InvoiceDocument): PdfDocument {
  const { kind, number, language, issueDate, dueDate, month, note, seller, buyer, lines, paidCents, totalCents, corrects } = invoice;
  const t = getTranslator(language, 'invoices');
  const formats = formatsIn(language);
  const due = totalCents - paidCents;
  const centred = lines.some(({ costCentre }) => costCentre !== '');
  const title = t(kind === 'CreditNote' ? 'creditNote' : 'invoice', { number });
  return {
    language,
    title,
    ...(month && { subtitle: t('checksOf', { month: formats.month(month) }) }),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [t('seller'), partyText(seller)],
          [t('buyer'), partyText(buyer)],
          [t('issueDate'), formats.date(issueDate)],
          [t('reference'), invoice.reference],
          [t('structuredMessage'), invoice.structuredMessage],
          ...(dueDate && kind === 'Invoice' ? [[t('dueDate'), formats.date(dueDate)] as const] : []),
          ...(dueDate && kind === 'Invoice' && seller.iban ? [[t('iban'), formatIban(seller.iban)] as const] : []),
          ...(corrects ? [[t('corrects'), `${corrects.number} (${formats.date(corrects.issueDate)})`] as const] : []),
          ...(note === '' ? [] : [[t('note'), note] as const]),
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: t('description'), width: 4 },
          ...(centred ? [{ label: t('costCentre'), width: 1.8 }] : []),
          { label: t('quantity'), align: 'right' },
          { label: t('unitPrice'), align: 'right', width: 1.5 },
          { label: t('amount'), align: 'right', width: 1.5 },
        ],
        rows: lines.map(({ description, costCentre, quantity, unitCents }) => [
          description,
          ...(centred ? [costCentre] : []),
          formats.number(quantity),
          formats.money(unitCents),
          formats.money(quantity * unitCents),
        ]),
      },
      {
        kind: 'sums',
        rows: [
          [t('net'), formats.money(invoice.netCents)],
          [t('vat', { percent: VAT_PERCENT }), formats.money(invoice.vatCents)],
          [t('total'), formats.money(totalCents)],
        ],
      },
      {
        kind: 'notice',
        text: closing(invoice),
        tone: due === 0 ? 'success' : 'info',
      },
      ...costCentreBlocks(invoice),
    ],
    source: title,
  };
}

/** What each department is to book. */
function costCentreBlocks({ lines, language }: InvoiceDocument): readonly PdfBlock[] {
  const totals = costCentreTotals(lines);
  if (totals.length === 0) return [];
  const t = getTranslator(language, 'invoices');
  const { money } = formatsIn(language);
  return [
    { kind: 'heading', text: t('costCentres') },
    {
      kind: 'table',
      columns: [
        { label: t('costCentre'), width: 3 },
        { label: t('amount'), align: 'right' },
      ],
      rows: totals.map(({ costCentre, netCents }) => [costCentre || t('noCostCentre'), money(netCents)]),
    },
  ];
}

function closing({ kind, language, totalCents, paidCents, dueDate }: InvoiceDocument): string {
  const t = getTranslator(language, 'invoices');
  const { money, date } = formatsIn(language);
  const due = totalCents - paidCents;
  if (due === 0) return t(kind === 'CreditNote' ? 'settledCredit' : 'settled');
  if (kind === 'CreditNote') return t('credited', { amount: money(due) });
  return dueDate === null ? t('due', { amount: money(due) }) : t('dueBy', { amount: money(due), date: date(dueDate) });
}

const partyText = ({ name, address, companyNumber }: InvoiceParty): string => [name, address, formatVat(companyNumber)].join('\n');
