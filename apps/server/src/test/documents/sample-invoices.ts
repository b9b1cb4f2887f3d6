import {
  documentNumber,
  type InvoiceDocument,
  type InvoiceKind,
  type InvoiceLine,
  structuredMessageOf,
  totalsOf,
} from '@checkwell/domain/invoice/invoice';
import fc from 'fast-check';
import { testConfig } from '../config.ts';

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
const REST: readonly InvoiceLine[] = [
  { description: 'Remaining amount of invoice 2026-000001', quantity: 1, unitCents: 110_01, costCentre: '' },
];

export function documentOf(kind: InvoiceKind, lines: readonly InvoiceLine[], change: Partial<InvoiceDocument> = {}): InvoiceDocument {
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

/** The amount that was paid by card when the document was issued. */
const byCard = { paidCents: totalsOf(ONE).totalCents, structuredMessage: null, dueDate: null, month: null, note: '' };

/** A sample of each kind of invoice and credit note. */
export const SHAPES = {
  one: (kind: InvoiceKind) => documentOf(kind, ONE, byCard),
  month: (kind: InvoiceKind) => documentOf(kind, SEVERAL),
  // With the client's order number; the credit note is partial, its invoice is unpaid, and its VAT is a cent less than 21 % rounded.
  part: (kind: InvoiceKind) =>
    documentOf(kind, PART, {
      ...(kind === 'CreditNote' && { netCents: 20_04, vatCents: 4_20, totalCents: 24_24, remainingCents: 100_00 }),
      purchaseOrder: 'PO 2026-17',
    }),
  // A month invoiced again after a credit note; the credit note covers the rest after the partial one above, with a cent of VAT more.
  again: (kind: InvoiceKind) =>
    documentOf(kind, kind === 'CreditNote' ? REST : SEVERAL, {
      number: documentNumber(kind, 2026, 2),
      ...(kind === 'CreditNote'
        ? { netCents: 110_01, vatCents: 23_11, totalCents: 133_12, remainingCents: 0 }
        : { structuredMessage: structuredMessageOf(kind, 2026, 2) }),
    }),
  // Without a bank account; the credit note is refunded by transfer.
  noiban: (kind: InvoiceKind) => documentOf(kind, SEVERAL, { seller: { ...seller, iban: null, bic: null }, repaid: kind === 'CreditNote' }),
  // With an invalid company number, an address on one line, and no contact person.
  odd: (kind: InvoiceKind) =>
    documentOf(kind, ONE, {
      ...byCard,
      buyer: { ...buyer, companyNumber: 'BE0123456780', address: 'Somewhere', email: null, contact: null },
    }),
} as const;

/** A line for each thing that a client pays for. */
export const line = fc.record({
  description: fc.constantFrom('A', 'B & <C>'),
  quantity: fc.integer({ min: 1, max: 500 }),
  unitCents: fc.integer({ min: 1, max: 500_00 }),
  costCentre: fc.constantFrom('', 'NORTH'),
});
