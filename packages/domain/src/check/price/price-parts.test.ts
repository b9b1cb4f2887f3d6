import { describe, expect, it } from 'vitest';
import { pricePartsOf } from './price-parts.ts';

const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';

describe('the parts of a price', () => {
  it('are the contract, the home visit and the weekend, with VAT on their sum', () => {
    expect(pricePartsOf({ contractPrice: 100_00, checkLocation: 'House', checkDate: SATURDAY })).toEqual({
      contract: 100_00,
      houseSupplement: 25_00,
      weekendSupplement: 37_50,
      subtotal: 162_50,
      vat: 34_13,
      total: 196_63,
    });
  });

  it.each([FRIDAY, null])('have no weekend supplement on %s', (checkDate) => {
    expect(pricePartsOf({ contractPrice: 100_00, checkLocation: 'Office', checkDate })).toEqual({
      contract: 100_00,
      houseSupplement: 0,
      weekendSupplement: 0,
      subtotal: 100_00,
      vat: 21_00,
      total: 121_00,
    });
  });
});
