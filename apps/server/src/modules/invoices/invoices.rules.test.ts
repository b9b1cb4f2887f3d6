import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  attribute,
  type Breaking,
  breaking,
  FIXTURES,
  fixture,
  found,
  says,
  TOTALS,
  twice,
  without,
} from '../../test/documents/broken-invoices.ts';
import { RULES, type RuleId, ruleErrors } from '../../test/documents/ubl-rules.ts';
import { NAMESPACES, parseUbl, schemaErrors } from '../../test/documents/ubl-schema.ts';

/**
 * What is written is held against the schema and the rules of EN 16931 and Peppol BIS Billing 3.0 at every run, and each rule against a
 * document that breaks just it. `invoices.official.test.ts` holds both against the published files.
 */
test.each(readdirSync(FIXTURES))('%s breaks no rule and nothing of the schema', (name) => {
  expect(schemaErrors(fixture(name))).toEqual([]);
  expect(ruleErrors(fixture(name))).toEqual([]);
});

test.each(Object.keys(RULES) as RuleId[])('%s is noticed when it is broken', (id) => {
  expect(ruleErrors(breaking(id))).toContain(id);
});

/** The schema: order, how often, kinds of content, attributes, namespaces. */
test.each<readonly [what: string, change: Breaking, error: string]>([
  ['an element that is missing', without('/*/cbc:ID'), 'Invoice: ID is missing'],
  ['a group that is missing', without(TOTALS), 'Invoice: LegalMonetaryTotal is missing'],
  ['an element that stands twice', twice('/*/cbc:IssueDate'), 'Invoice: IssueDate stands more than once'],
  ['no line', without('/*/cac:InvoiceLine'), 'Invoice: InvoiceLine is missing'],
  [
    'another order',
    (document) => found(document, '/*/cbc:ID')[0]?.before(...found(document, '/*/cbc:IssueDate')),
    'Invoice: ID comes too late',
  ],
  ['no amount', says(`${TOTALS}/cbc:PayableAmount`, '157,36'), 'PayableAmount: content'],
  ['an amount of no currency', attribute(`${TOTALS}/cbc:PayableAmount`, 'currencyID', null), 'PayableAmount: @currencyID is missing'],
  ['an attribute of nothing', attribute('/*/cbc:BuyerReference', 'schemeID', '0208'), 'BuyerReference: @schemeID'],
  ['no date', says('/*/cbc:DueDate', '1 December'), 'DueDate: content'],
  ['a day that no calendar has', says('/*/cbc:DueDate', '2026-02-30'), 'DueDate: content'],
  ['text between elements', (document) => document.documentElement?.append('later'), 'Invoice: text'],
  [
    'an element of another namespace',
    (document) => document.documentElement?.append(document.createElementNS('urn:other', 'ID')),
    'ID: namespace',
  ],
  [
    'an element whose rules nobody wrote',
    (document) => document.documentElement?.append(document.createElementNS(NAMESPACES.cac ?? '', 'AllowanceCharge')),
    'Invoice: AllowanceCharge is unknown',
  ],
])('the schema refuses %s', (_, change, error) => {
  const document = fixture('month-Invoice.xml');
  change(document);
  expect(schemaErrors(document)).toContain(error);
});

test.each(['<Invoice/>', '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'])('%s is no invoice', (xml) => {
  expect(schemaErrors(parseUbl(xml))).not.toEqual([]);
});
