import {
  documentNumber,
  INVOICE_KINDS,
  type InvoiceDocument,
  type InvoiceKind,
  type InvoiceLine,
  structuredMessageOf,
  totalsOf,
} from '@checkwell/domain/invoice/invoice';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { ruleFaults } from '../../test/documents/ubl-rules.ts';
import { parseUbl, schemaFaults } from '../../test/documents/ubl-schema.ts';
import { ublOf } from './invoices.ubl.ts';

const { seller } = testConfig();
const buyer = {
  name: 'Été & <Fils> SRL',
  companyNumber: 'BE0403170701',
  address: 'Rue de la Loi 16, 1000 Bruxelles',
  email: 'x@y.be',
  contact: 'Zoë Ü',
};
const ONE: readonly InvoiceLine[] = [{ description: 'One Shot', quantity: 1, unitCents: 150_00, costCentre: '' }];
const SEVERAL: readonly InvoiceLine[] = [
  { description: 'A', detail: 'on a Sunday (+30%)', quantity: 3, unitCents: 10_02, costCentre: 'LOG', purchaseOrder: 'PO-LOG' },
  { description: 'B', quantity: 1, unitCents: 99_99, costCentre: '' },
];

const PART: readonly InvoiceLine[] = [{ description: 'A', quantity: 2, unitCents: 10_02, costCentre: 'LOG', ofLine: 0 }];

function documentOf(kind: InvoiceKind, lines: readonly InvoiceLine[], change: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const totals = totalsOf(lines);
  const isCredit = kind === 'CreditNote';
  return {
    kind,
    number: documentNumber(kind, 2026, 1),
    structuredMessage: isCredit ? null : structuredMessageOf(kind, 2026, 1),
    issueDate: '2026-11-01',
    language: 'en',
    seller,
    buyer,
    lines,
    ...totals,
    paidCents: 0,
    reference: '2026-10',
    note: isCredit ? 'Wrong <b>' : '',
    month: isCredit ? null : '2026-10-01',
    dueDate: isCredit ? null : '2026-12-01',
    corrects: isCredit ? { number: '2026-000001', issueDate: '2026-10-01', dueDate: '2026-10-31', month: '2026-09-01' } : null,
    purchaseOrder: '',
    remainingCents: null,
    repaid: false,
    ...change,
  };
}

/** What was paid by card when the document was made. */
const byCard = { paidCents: totalsOf(ONE).totalCents, structuredMessage: null, dueDate: null, month: null, note: '' };

/** Every shape that we write. */
const SHAPES = {
  one: (kind: InvoiceKind) => documentOf(kind, ONE, byCard),
  month: (kind: InvoiceKind) => documentOf(kind, SEVERAL),
  // A client's order; of a credit note a part whose invoice is still to be paid, with a cent of VAT less than 21 % rounded.
  part: (kind: InvoiceKind) =>
    documentOf(kind, PART, {
      ...(kind === 'CreditNote' && { netCents: 20_04, vatCents: 4_20, totalCents: 24_24, remainingCents: 100_00 }),
      purchaseOrder: 'PO 2026-17',
    }),
  // No account to pay into; of a credit note, money that goes back by transfer.
  noiban: (kind: InvoiceKind) => documentOf(kind, SEVERAL, { seller: { ...seller, iban: null, bic: null }, repaid: kind === 'CreditNote' }),
  // A number that the register could not have given, an address in one piece, nobody to ask.
  odd: (kind: InvoiceKind) =>
    documentOf(kind, ONE, {
      ...byCard,
      buyer: { ...buyer, companyNumber: 'BE0123456780', address: 'Somewhere', email: null, contact: null },
    }),
} as const;

/** Whatever a client pays for. */
const line = fc.record({
  description: fc.constantFrom('A', 'B & <C>'),
  quantity: fc.integer({ min: 1, max: 500 }),
  unitCents: fc.integer({ min: 1, max: 500_00 }),
  costCentre: fc.constantFrom('', 'NORTH'),
});

/**
 * The files in `fixtures` were found valid by the published schema and rules (docs/decisions/0020 says which, and what they refused);
 * `invoices.rules.test.ts` holds them against the rules that run here.
 */
describe.each(INVOICE_KINDS)('%s as UBL', (kind) => {
  test.each(Object.keys(SHAPES) as (keyof typeof SHAPES)[])('%s is what the rules of Peppol were found to accept', async (shape) => {
    await expect(ublOf(SHAPES[shape](kind))).toMatchFileSnapshot(`./fixtures/${shape}-${kind}.xml`);
  });

  test('adds up, whatever the lines: sums, VAT on the total, what is due (EN 16931, BR-CO-10 to BR-CO-17)', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const xml = ublOf(documentOf(kind, lines));
        // The document's first, those of its lines behind it.
        const [total = 0, ...rest] = all(xml, 'LineExtensionAmount');
        expect(rest.reduce((sum, cents) => sum + cents, 0)).toBe(total);
        expect(all(xml, 'TaxExclusiveAmount')).toEqual([total]);
        const [vat = 0] = all(xml, 'TaxAmount');
        expect(all(xml, 'TaxAmount')).toEqual([vat, vat]);
        expect(vat).toBe(Math.round((total * 21) / 100));
        expect(all(xml, 'TaxInclusiveAmount')).toEqual([total + vat]);
        expect(all(xml, 'PayableAmount')).toEqual([total + vat]);
        expect(rest).toHaveLength(lines.length);
      }),
    );
  });

  test('breaks no rule and nothing of the schema, whatever the lines', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const document = parseUbl(ublOf(documentOf(kind, lines)));
        expect([...schemaFaults(document), ...ruleFaults(document)]).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});

/** Amounts under this name, in cents, in the order of the document. */
const all = (xml: string, name: string): number[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name} currencyID="EUR">(\\d+)\\.(\\d\\d)<`, 'g'))].map(
    ([, euros, cents]) => Number(euros) * 100 + Number(cents),
  );
