import { type InterfaceLanguage, VAT_PERCENT } from '@checkwell/domain/constants';
import { dueCents, type InvoiceDocument, type InvoiceLine, type InvoiceParty } from '@checkwell/domain/invoice/invoice';
import { costCentreTotals } from '@checkwell/domain/invoice/monthly';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { Letterhead, PdfBlock, PdfCell, PdfDocument } from '../../platform/pdf/document.ts';
import { known, sellerFooter, sellerLines, vatLine } from '../../platform/seller-lines.ts';

/** An invoice or credit note for people, in the buyer's language. */
export function invoicePdf(invoice: InvoiceDocument, logo: Letterhead['logo'] = null): PdfDocument {
  const { kind, number, language, issueDate, dueDate, note, seller, buyer, lines, corrects, purchaseOrder } = invoice;
  const t = getTranslator(language, 'invoices');
  const formats = formatsIn(language);
  const month = invoice.month ?? corrects?.month ?? null;
  const centred = lines.some(({ costCentre }) => costCentre !== '');
  const title = t(kind === 'CreditNote' ? 'creditNote' : 'invoice', { number });
  return {
    language,
    title,
    letterhead: { name: sellerLines(seller, language).name, logo },
    ...(month && { subtitle: t('checksOf', { month: formats.month(month) }) }),
    blocks: [
      {
        kind: 'columns',
        columns: [
          { label: t('seller'), lines: sellerColumn(seller, language) },
          { label: t('buyer'), lines: buyerColumn(buyer, language) },
        ],
      },
      {
        kind: 'facts',
        rows: [
          [t('issueDate'), formats.date(issueDate)],
          ...(dueCents(invoice) > 0 && dueDate ? [[t('dueDate'), formats.date(dueDate)] as const] : []),
          [t('reference'), invoice.reference],
          ...(purchaseOrder === '' ? [] : [[t('purchaseOrder'), purchaseOrder] as const]),
          ...(corrects ? [[t('corrects'), `${corrects.number} (${formats.date(corrects.issueDate)})`] as const] : []),
          ...(note === '' ? [] : [[t('note'), note] as const]),
        ],
      },
      settlement(invoice),
      {
        kind: 'table',
        columns: [
          { label: t('description'), width: 3.8 },
          ...(centred ? [{ label: t('costCentre'), width: 1.7 }] : []),
          { label: t('quantity'), align: 'right', width: 1.2 },
          { label: t('unitPrice'), align: 'right', width: 1.5 },
          { label: t('vatRate'), align: 'right', width: 0.8 },
          { label: t('amount'), align: 'right', width: 1.5 },
        ],
        rows: lines.map((line) => [
          describe(line, language),
          ...(centred ? [line.costCentre] : []),
          formats.number(line.quantity),
          formats.money(line.unitCents),
          formats.percent(VAT_PERCENT / 100),
          formats.money(line.quantity * line.unitCents),
        ]),
      },
      {
        kind: 'sums',
        rows: [
          [t('net'), formats.money(invoice.netCents)],
          [getTranslator(language, 'common')('vat', { percent: VAT_PERCENT }), formats.money(invoice.vatCents)],
          [t('total'), formats.money(invoice.totalCents)],
        ],
      },
      ...(kind === 'CreditNote' ? [{ kind: 'text', text: t('vatMention') } as const] : []),
      ...costCentreBlocks(invoice),
    ],
    source: sellerFooter(seller, language),
  };
}

/** What it is, why it costs that, and the client's order that it belongs to. */
function describe({ description, detail = '', purchaseOrder = '' }: InvoiceLine, language: InterfaceLanguage): PdfCell {
  const order = purchaseOrder === '' ? '' : getTranslator(language, 'invoices')('purchaseOrderOf', { number: purchaseOrder });
  return { text: description, detail: known([detail, order]).join('\n') };
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

/** What the reader is to do, or need not do: on the first page, before the lines. */
function settlement(invoice: InvoiceDocument): PdfBlock {
  const { kind, language, totalCents, dueDate, structuredMessage, seller } = invoice;
  const { account } = sellerLines(seller, language);
  const t = getTranslator(language, 'invoices');
  const { money, date } = formatsIn(language);
  if (kind === 'CreditNote')
    return { kind: 'notice', tone: 'success', text: t('creditTitle', { amount: money(totalCents) }), detail: creditSettlement(invoice) };
  const due = dueCents(invoice);
  if (due === 0) return { kind: 'notice', tone: 'success', text: t('settled') };
  return {
    kind: 'notice',
    text: t('dueTitle', { amount: money(due), date: date(dueDate) }),
    // A line for each, so that no line ends within a number that is to be copied.
    detail: known([account && t('dueAccount', { account }), structuredMessage && t('dueMessage', { message: structuredMessage })]).join(
      '\n',
    ),
  };
}

/** What a credit note does to the invoice that it corrects: as far as that was known when it was made. */
export function creditSettlement({ language, totalCents, paidCents, remainingCents, repaid, corrects }: InvoiceDocument): string {
  const t = getTranslator(language, 'invoices');
  const { money, date } = formatsIn(language);
  const number = corrects?.number ?? '';
  if (paidCents === totalCents) return t('settledCredit');
  if (repaid) return t('repaid', { number });
  if (remainingCents === null) return t('creditOpen', { number });
  if (remainingCents === 0) return t('remainsNothing', { number });
  return t('remains', { number, amount: money(remainingCents), date: date(corrects?.dueDate) });
}

function sellerColumn(seller: InvoiceParty, language: InterfaceLanguage): readonly string[] {
  const { name, address, vat, register, phone, email } = sellerLines(seller, language);
  return known([name, address, vat, register, phone && getTranslator(language, 'invoices')('phone', { number: phone }), email]);
}

function buyerColumn(buyer: InvoiceParty, language: InterfaceLanguage): readonly string[] {
  const { name, contact, address } = buyer;
  return known([name, contact && getTranslator(language, 'invoices')('attention', { name: contact }), address, vatLine(buyer, language)]);
}
