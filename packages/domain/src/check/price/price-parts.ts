import type { CalendarDay } from '../../clock.ts';
import type { CheckLocation } from '../enums.ts';
import { PRICES, priceOf, vatOn } from './price.ts';

/** A price as an employer reads it before the order; cents. */
export interface PriceParts {
  readonly contract: number;
  readonly houseSupplement: number;
  readonly weekendSupplement: number;
  /** VAT excluded. */
  readonly subtotal: number;
  readonly vat: number;
  readonly total: number;
}

/**
 * What `priceOf` is made of, with VAT.
 * @param checkDate of `dayOfPrice`; null: a weekend is not counted
 */
export function pricePartsOf(check: {
  readonly contractPrice: number;
  readonly checkLocation: CheckLocation;
  readonly checkDate: CalendarDay | null;
}): PriceParts {
  const { contractPrice: contract, checkLocation } = check;
  const subtotal = priceOf(check);
  const houseSupplement = checkLocation === 'House' ? PRICES.houseSupplement : 0;
  const vat = vatOn(subtotal);
  return {
    contract,
    houseSupplement,
    weekendSupplement: subtotal - contract - houseSupplement,
    subtotal,
    vat,
    total: subtotal + vat,
  };
}
