import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { type InvoiceDocument, type InvoiceParty, totalsOf } from '@checkwell/domain/invoice/invoice';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { byDay } from '../../test/nightly.ts';
import { invoicePdf } from './invoices.document.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** What is in the file, as another program reads it. */
async function read(document: InvoiceDocument): Promise<string> {
  const bytes = await renderPdf(invoicePdf(document), NOW);
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
  purchaseOrder: '',
  remainingCents: null,
  repaid: false,
  note: '',
  corrects: null,
};

describe.each(byDay(3, INTERFACE_LANGUAGES))('an invoice as PDF in %s', (language) => {
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
      // One, the rate of its VAT, and all of them.
      `${money(10_02)} ${formatsIn(language).percent(0.21)} ${money(30_06)}`,
      // 130.05 and 21 % of it, rounded once.
      `${t('net')} ${money(130_05)}`,
      `${getTranslator(language, 'common')('vat', { percent: 21 })} ${money(27_31)}`,
      `${t('total')} ${money(157_36)}`,
      t('dueTitle', { amount: money(157_36), date: date('2026-12-01') }),
      t('dueAccount', { account: 'BE68 5390 0754 7034' }),
      t('dueMessage', { message: '+++120/2600/04256+++' }),
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
        structuredMessage: null,
        corrects: { number: '2026-000042', issueDate: '2026-11-01', dueDate: null, month: null },
      },
      [t('creditNote', { number: 'C2026-000007' }), t('corrects'), `2026-000042 (${date('2026-11-01')})`, 'Goodwill', t('settledCredit')],
    );
  });

  test('says what to pay on the first page, however many lines there are', async () => {
    const lines = Array.from({ length: 80 }, (_, index) => ({
      description: `Check ${index}`,
      quantity: 1,
      unitCents: 10_00,
      costCentre: '',
    }));
    const bytes = await renderPdf(invoicePdf({ ...month, language, lines, ...totalsOf(lines) }), NOW);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
    expect(text.length).toBeGreaterThan(2);
    const [first = '', second = ''] = text.map(spaced);
    const due = spaced(t('dueTitle', { amount: money(totalsOf(lines).totalCents), date: date('2026-12-01') }));
    expect(first).toContain(due);
    expect(first).toContain('+++120/2600/04256+++');
    expect(second).not.toContain(due);
    expect(second).toContain(t('invoice', { number: '2026-000042' }));
  });

  test('names the seller as the law asks, on every page', async () => {
    const seller: InvoiceParty = {
      ...month.seller,
      name: 'Controle Dienst',
      legalForm: 'BV',
      court: 'Gent',
      bic: 'GKCCBEBB',
      phoneNumber: '+3292234567',
      email: 'info@controle.example',
    };
    const form = { en: 'BV/SRL', fr: 'SRL', nl: 'BV' }[language];
    const register = { en: 'RPR/RPM Ghent', fr: 'RPM Gand', nl: 'RPR Gent' }[language];
    await says({ ...month, seller }, [
      `Controle Dienst ${form}`,
      getTranslator(language, 'pdf')('vatNumber', { number: 'BE 0123.456.749' }),
      register,
      t('phone', { number: '+32 9 223 45 67' }),
      `Controle Dienst ${form} · Wetstraat 16, 1000 Brussel · ${getTranslator(language, 'pdf')('vatNumber', { number: 'BE 0123.456.749' })} · ${register}`,
      'BE68 5390 0754 7034 (BIC GKCCBEBB) · +32 9 223 45 67 · info@controle.example',
    ]);
  });

  test('says why a line costs what it costs, and the client’s order of the document and of a line', async () => {
    const lines = [
      { description: 'Check A', quantity: 3, unitCents: 10_02, costCentre: 'NORTH', detail: 'weekend (+30%)', purchaseOrder: 'PO-N-7' },
    ];
    await says({ ...month, lines, purchaseOrder: 'PO 2026-17' }, [
      `${t('purchaseOrder')} PO 2026-17`,
      'weekend (+30%)',
      t('purchaseOrderOf', { number: 'PO-N-7' }),
    ]);
  });

  describe('a credit note for a month', () => {
    const corrects = { number: '2026-000042', issueDate: '2026-11-01', dueDate: '2026-12-01', month: '2026-10-01' };
    const note: InvoiceDocument = {
      ...month,
      kind: 'CreditNote',
      number: 'C2026-000007',
      structuredMessage: null,
      month: null,
      dueDate: null,
      note: 'One check too many',
      corrects,
    };
    const LEGAL = {
      en: 'VAT to be paid back to the State in so far as it was originally deducted',
      fr: 'TVA à reverser à l’État dans la mesure où elle a été initialement déduite',
      nl: 'Btw terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht',
    };

    test('has the mention of royal decree no. 4, the month, and nothing to pay by', async () => {
      const text = await says(note, [
        LEGAL[language],
        t('creditTitle', { amount: money(157_36) }),
        t('checksOf', { month: formatsIn(language).month('2026-10-01') }),
        t('creditOpen', { number: '2026-000042' }),
      ]);
      expect(text).not.toContain(t('structuredMessage'));
      expect(text).not.toContain('+++');
      expect(text).not.toContain(t('dueDate'));
    });

    test.each<[Partial<InvoiceDocument>, (say: typeof t) => string]>([
      [{ repaid: true }, (say) => say('repaid', { number: '2026-000042' })],
      [{ remainingCents: 0 }, (say) => say('remainsNothing', { number: '2026-000042' })],
      [{ remainingCents: 100_00 }, (say) => say('remains', { number: '2026-000042', amount: money(100_00), date: date('2026-12-01') })],
      [{ paidCents: month.totalCents }, (say) => say('settledCredit')],
    ])('whose invoice is %j says what becomes of the amount', async (change, sentence) => {
      await says({ ...note, ...change }, [sentence(t)]);
    });
  });
});
