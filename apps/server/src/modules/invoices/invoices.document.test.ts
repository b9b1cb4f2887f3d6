import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { type InvoiceDocument, totalsOf } from '@checkwell/domain/invoice/invoice';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { invoicePdf } from './invoices.document.ts';

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** What stands in the file, as another program reads it. */
async function read(document: InvoiceDocument): Promise<string> {
  const bytes = await renderPdf(invoicePdf(document), new Date('2026-11-22T10:00:00Z'));
  return spaced((await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text);
}

const LINES = [
  { description: 'Check A', quantity: 3, unitCents: 10_02, costCentre: 'NORTH' },
  { description: 'Check B', quantity: 1, unitCents: 99_99, costCentre: '' },
];
const month: InvoiceDocument = {
  kind: 'Invoice',
  number: '2026-000042',
  structuredMessage: '+++120/2600/04256+++',
  issueDate: '2026-11-01',
  dueDate: '2026-12-01',
  month: '2026-10-01',
  language: 'en',
  seller: { name: 'Checkwell (demo)', companyNumber: 'BE0123456749', address: 'Wetstraat 16, 1000 Brussel', iban: 'BE68539007547034' },
  buyer: { name: 'Été & <Fils> SRL', companyNumber: 'BE0403170701', address: 'Rue de la Loi 16, 1000 Bruxelles' },
  lines: LINES,
  ...totalsOf(LINES),
  paidCents: 0,
  reference: '2026-10',
  note: '',
  corrects: null,
};

describe.each(INTERFACE_LANGUAGES)('an invoice as PDF in %s', (language) => {
  const t = getTranslator(language, 'invoices');
  const { money, date } = formatsIn(language);
  const says = async (document: InvoiceDocument, sentences: readonly string[]): Promise<string> => {
    const text = await read({ ...document, language });
    for (const sentence of sentences) expect(text).toContain(spaced(sentence));
    return text;
  };

  test('says who, what, how much, until when and how to pay, and what each cost centre comes to', async () => {
    await says(month, [
      t('invoice', { number: '2026-000042' }),
      'BE 0123.456.749',
      'Été & <Fils> SRL',
      'BE 0403.170.701',
      date('2026-11-01'),
      '+++120/2600/04256+++',
      'BE68 5390 0754 7034',
      'Check A',
      'NORTH',
      money(30_06),
      // 130.05 and 21 % of it, rounded once.
      `${t('net')} ${money(130_05)}`,
      `${t('vat', { percent: 21 })} ${money(27_31)}`,
      `${t('total')} ${money(157_36)}`,
      t('dueBy', { amount: money(157_36), date: date('2026-12-01') }),
      t('costCentres'),
      `${t('noCostCentre')} ${money(99_99)}`,
    ]);
  });

  test('says that it was paid by card, and of a credit note which invoice it corrects and why', async () => {
    const lines = [{ description: 'One Shot', quantity: 1, unitCents: 150_00, costCentre: '' }];
    const paid = { ...month, lines, ...totalsOf(lines), paidCents: 181_50, dueDate: null, month: null };
    const text = await says(paid, [`${t('total')} ${money(181_50)}`, t('settled')]);
    expect(text).not.toContain(t('costCentres'));
    expect(text).not.toContain(t('dueDate'));
    await says(
      {
        ...paid,
        kind: 'CreditNote',
        number: 'C2026-000007',
        note: 'Goodwill',
        corrects: { number: '2026-000042', issueDate: '2026-11-01' },
      },
      [t('creditNote', { number: 'C2026-000007' }), t('corrects'), `2026-000042 (${date('2026-11-01')})`, 'Goodwill', t('settledCredit')],
    );
  });
});
