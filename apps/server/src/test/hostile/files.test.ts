import { buffer } from 'node:stream/consumers';
import { fromSpreadsheetText } from '@checkwell/domain/spreadsheet-text';
import { readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { ublOf } from '../../modules/invoices/invoices-ubl.ts';
import { type Table, tableStream } from '../../platform/export/export.ts';
import { type PdfDocument, renderPdf } from '../../platform/pdf/pdf.ts';
import { testPdfInspector } from '../documents/pdf-inspector.ts';
import { documentOf } from '../documents/sample-invoices.ts';
import { parseUbl } from '../documents/ubl-schema.ts';
import { byDay, nightly } from '../nightly.ts';
import { unzipped } from '../zip.ts';
import { HOSTILE_TEXTS } from './texts.ts';

/** security.md, W4: text that people typed is never active in a file that the product writes. */

const NOW = new Date('2026-11-27T08:00:00Z');
const TEXTS = Object.values(HOSTILE_TEXTS);
const OWN_LINK = 'https://example.be/law';

const TABLE: Table<{ readonly text: string }> = {
  title: TEXTS[0] ?? '',
  labels: { yes: 'Yes', no: 'No' },
  columns: [
    { id: 'text', header: 'Text', type: 'text', value: ({ text }) => text },
    { id: 'phone', header: 'Phone', type: 'phone', value: ({ text }) => text },
  ],
};
async function* rows() {
  yield TEXTS.map((text) => ({ text }));
}
/** Whether Excel, LibreOffice or Google Sheets would read the cell as a formula; they skip leading blanks and control characters. */
const isFormula = (cell: string): boolean => /^\p{Cc}*[=+\-@]/u.test(cell.trim().normalize('NFKC'));

test.each(['csv', 'excelCsv'] as const)(
  'no hostile text is a formula in %s, and another program reads it as it was typed',
  async (format) => {
    const bytes = await buffer(tableStream(format, TABLE, rows(), NOW));
    const { data, errors } = Papa.parse<string[]>(bytes.toString('utf8').slice(1), {
      delimiter: format === 'csv' ? ',' : ';',
      newline: '\r\n',
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    const cells = data.slice(1);
    expect(cells.map(([text = '']) => fromSpreadsheetText(text))).toEqual(TEXTS);
    expect(cells.flat().filter(isFormula)).toEqual([]);
    // `isFormula` recognizes the typed formula itself.
    expect(TEXTS.filter(isFormula)).toEqual([HOSTILE_TEXTS.comment, HOSTILE_TEXTS.formula, HOSTILE_TEXTS.otherFormula]);
  },
);

test('no hostile text is a formula or an element in XLSX, and another program reads it as it was typed', async () => {
  const bytes = await buffer(tableStream('xlsx', TABLE, rows(), NOW));
  const { sheets } = await readXlsx(bytes);
  expect(sheets[0]?.rows.slice(1).map(([text]) => text)).toEqual(TEXTS);
  const parts = [...unzipped(bytes)].map(([, content]) => content.toString('utf8')).join('\n');
  // Formulas, links, and elements that the text would make.
  expect(parts).not.toMatch(/<f[\s>]|<hyperlink|externalLink|<(?:img|script|svg|b|link|strong)[\s>]/);
  expect('<c t="str"><f>1+1</f></c>').toMatch(/<f[\s>]/);
});

/** A document with this text in each of its text fields. */
const documentWith = (text: string): PdfDocument => ({
  language: 'en',
  title: text,
  subtitle: text,
  source: text.slice(0, 80),
  letter: { addressee: [text.slice(0, 60)], sender: [text.slice(0, 60)] },
  mark: 'x',
  blocks: [
    { kind: 'heading', text },
    { kind: 'text', text, caption: text },
    { kind: 'notice', text, detail: text },
    { kind: 'columns', columns: [{ label: text, lines: [text] }] },
    { kind: 'facts', rows: [[text, text]] },
    { kind: 'sums', rows: [[text.slice(0, 60), text.slice(0, 20)]] },
    { kind: 'list', items: [{ text, strong: text, detail: text, link: OWN_LINK }] },
    { kind: 'table', caption: text, columns: [{ label: text }], rows: [[text], [{ text, detail: text }]] },
    { kind: 'bars', caption: text, rows: [{ label: text, value: 1, text: '1' }] },
    { kind: 'proof', title: text, address: OWN_LINK, description: text, text, rows: [[text, text]], note: text },
  ],
});

const inspector = testPdfInspector();

/** The long text takes as long as all the others together. */
const INTO_PDF = byDay(
  3,
  Object.entries(HOSTILE_TEXTS).filter(([kind]) => nightly || kind !== 'long'),
);
test.each(INTO_PDF)('hostile text (%s) makes no link, script or action of a PDF', async (_kind, text) => {
  const bytes = await renderPdf(documentWith(text), NOW);
  // Scripts, actions, forms, files and damage: an upload is refused for the same reasons.
  await inspector.check(bytes);
  const file = await getDocumentProxy(new Uint8Array(bytes));
  const { text: shown } = await extractText(file, { mergePages: true });
  const links = await Promise.all(
    Array.from(
      { length: file.numPages },
      async (_, index) => (await (await file.getPage(index + 1)).getAnnotations()) as { url?: string }[],
    ),
  );
  expect([...new Set(links.flat().map(({ url }) => url))]).toEqual([OWN_LINK]);
  expect(await file.getJSActions()).toBeNull();
  const letters = (value: string): string => value.replaceAll(/[\s\p{C}]/gu, '');
  expect(letters(shown)).toContain(letters(text).slice(0, 40));
});

test('hostile text makes no element in an electronic invoice, and is read as it was typed', () => {
  // XML allows no control characters; no field accepts them (packages/domain, validation).
  for (const text of TEXTS.filter((value) => !/(?![\r\n])\p{Cc}/u.test(value))) {
    const buyer = { name: text, companyNumber: 'BE0403170701', address: text, email: 'x@y.be', contact: text };
    const lines = [{ description: text, detail: text, quantity: 1, unitCents: 100_00, costCentre: text, purchaseOrder: text }];
    const written = (value: Parameters<typeof documentOf>[2], of: typeof lines) => [
      ...parseUbl(ublOf(documentOf('Invoice', of, value))).getElementsByTagName('*'),
    ];
    const elements = written({ buyer, purchaseOrder: text }, lines);
    const harmless = new Set(
      written({ buyer: { ...buyer, name: 'A', address: 'Meir 1, 2000 Antwerpen', contact: 'B' }, purchaseOrder: 'C' }, [
        { ...lines[0], description: 'D', detail: 'E', costCentre: 'F', purchaseOrder: 'G' } as (typeof lines)[number],
      ]).map(({ nodeName }) => nodeName),
    );
    expect(elements.map(({ nodeName }) => nodeName).filter((name) => !harmless.has(name))).toEqual([]);
    expect(elements.map(({ textContent }) => textContent?.replaceAll('\r\n', '\n'))).toContain(text.replaceAll('\r\n', '\n'));
  }
});
