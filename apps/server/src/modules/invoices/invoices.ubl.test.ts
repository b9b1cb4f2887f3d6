import { INVOICE_KINDS } from '@checkwell/domain/invoice/invoice';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentOf, line, SHAPES } from '../../test/documents/sample-invoices.ts';
import { ruleErrors } from '../../test/documents/ubl-rules.ts';
import { parseUbl, schemaErrors } from '../../test/documents/ubl-schema.ts';
import { ublOf } from './invoices-ubl.ts';

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
        expect([...schemaErrors(document), ...ruleErrors(document)]).toEqual([]);
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
