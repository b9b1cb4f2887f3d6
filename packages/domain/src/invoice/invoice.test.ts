import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VAT_PERCENT } from '../constants.ts';
import { amountsOf } from '../one-shot/price.ts';
import { addressParts, amountsOfTotal, documentNumber, structuredMessageOf, totalsOf } from './invoice.ts';

describe('invoice', () => {
  it('rounds VAT on the total, not line by line', () => {
    expect(totalsOf([10_02, 10_02, 10_02].map((unitCents) => ({ quantity: 1, unitCents })))).toEqual({
      netCents: 30_06,
      vatCents: 6_31,
      totalCents: 36_37,
    });
  });

  it('splits a total into the amounts of which it was made', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_00 }), (netCents) => {
        const amounts = amountsOf(netCents);
        expect(amountsOfTotal(amounts.totalCents, VAT_PERCENT)).toEqual(amounts);
      }),
    );
  });

  it('numbers invoices and credit notes separately', () => {
    expect(documentNumber('Invoice', 2026, 42)).toBe('2026-000042');
    expect(documentNumber('CreditNote', 2026, 7)).toBe('C2026-000007');
  });

  it('writes a structured message whose last two digits are the remainder by 97, never 00', () => {
    expect(structuredMessageOf('Invoice', 2026, 1)).toBe('+++120/2600/00115+++');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.constantFrom('Invoice' as const, 'CreditNote' as const), (sequence, kind) => {
        const message = structuredMessageOf(kind, 2026, sequence);
        expect(message).toMatch(/^\+{3}\d{3}\/\d{4}\/\d{5}\+{3}$/);
        const digits = message.replace(/\D/g, '');
        const check = Number(digits.slice(10));
        expect(check).toBeGreaterThan(0);
        expect(Number(digits.slice(0, 10)) % 97).toBe(check % 97);
      }),
    );
  });

  it.each([
    ['Kouter 2, 9000 Gent', { street: 'Kouter 2', postcode: '9000', town: 'Gent' }],
    ['Rue de la Loi 16 bte 3, B-1000 Bruxelles', { street: 'Rue de la Loi 16 bte 3', postcode: '1000', town: 'Bruxelles' }],
    ['Somewhere', { street: 'Somewhere', postcode: '', town: '' }],
  ])('reads the address %s', (text, parts) => {
    expect(addressParts(text)).toEqual(parts);
  });
});
