import type { CalendarDay } from '../../clock.ts';
import type { CheckLocation } from '../enums.ts';
import { PRICES, priceOf, vatOn } from './price.ts';

/** The parts of a price that an employer sees before ordering; cents. */
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
 * The parts of `priceOf`, with VAT.
 * @param checkDate from `dayOfPrice`; null: no weekend surcharge
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
