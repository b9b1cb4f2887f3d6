import { readdirSync } from 'node:fs';
import { INTERFACE_LANGUAGES, TEXT } from '@checkwell/domain/constants';
import { INVOICE_KINDS, type InvoiceLine } from '@checkwell/domain/invoice/invoice';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breaking, FIXTURES, fixture } from '../../test/documents/broken-invoices.ts';
import { publishedRules } from '../../test/documents/published-rules.ts';
import { documentOf, line, SHAPES } from '../../test/documents/sample-invoices.ts';
import { RULES, type RuleId } from '../../test/documents/ubl-rules.ts';
import { parseUbl } from '../../test/documents/ubl-schema.ts';
import { ublOf } from './invoices-ubl.ts';

/**
 * The published rules of EN 16931 and Peppol BIS Billing 3.0, where their files are (docs/decisions/0033): what is written breaks none, and
 * what our own rules refuse they refuse by the same name.
 */
const LONG_NAME = 'Koninklijke Vereniging zonder Winstoogmerk voor de Bevordering van Été & <Fils> '.repeat(3).trim();
const LONG: readonly InvoiceLine[] = Array.from({ length: 40 }, (_, at) => ({
  description: `Controle ${at} – ${LONG_NAME}`.slice(0, TEXT.address),
  detail: LONG_NAME,
  quantity: at + 1,
  // What a contract gives for nothing is on the invoice too.
  unitCents: at === 7 ? 0 : 99_99 + at,
  costCentre: 'Ressources humaines & “Événements”',
  purchaseOrder: at % 2 === 0 ? 'BC-2026/0001 – été' : '',
}));

describe.runIf(publishedRules.length > 0)('the published rules', () => {
  const errorsOf = (document: ReturnType<typeof parseUbl>): readonly string[] =>
    publishedRules.flatMap(({ judge }) => judge(document).map(({ id, flag }) => `${flag} ${id}`));

  test.each(readdirSync(FIXTURES))('find nothing in %s', (name) => {
    expect(errorsOf(fixture(name))).toEqual([]);
  });

  test.each(INVOICE_KINDS.flatMap((kind) => INTERFACE_LANGUAGES.map((language) => [kind, language] as const)))(
    'find nothing in a long %s with long names, in %s',
    (kind, language) => {
      const { seller, buyer } = documentOf(kind, LONG);
      const document = documentOf(kind, LONG, {
        language,
        seller: { ...seller, name: LONG_NAME },
        buyer: { ...buyer, name: LONG_NAME, contact: LONG_NAME, address: `${LONG_NAME} 16, 1000 Bruxelles` },
        purchaseOrder: LONG_NAME,
        reference: LONG_NAME,
      });
      expect(errorsOf(parseUbl(ublOf(document)))).toEqual([]);
    },
  );

  test.each(INVOICE_KINDS)('find nothing in a %s of any shape, whatever its lines', (kind) => {
    for (const shape of Object.values(SHAPES)) expect(errorsOf(parseUbl(ublOf(shape(kind))))).toEqual([]);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        expect(errorsOf(parseUbl(ublOf(documentOf(kind, lines))))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  /** With an element twice where they expect one, the published tests end with an error, and name no rule. */
  const STOPS: readonly RuleId[] = ['UBL-SR-09', 'UBL-SR-12', 'UBL-SR-15', 'UBL-SR-42', 'UBL-SR-47'];

  test.each(Object.keys(RULES) as RuleId[])('refuse what our %s refuses', (id) => {
    const document = breaking(id);
    if (STOPS.includes(id)) expect(() => errorsOf(document)).toThrow(/FORG0006|XPTY0004/);
    else expect(errorsOf(document)).toContain(`fatal ${id}`);
  });
});
