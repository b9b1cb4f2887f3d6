import { vatOn } from '../check/price/price.ts';
import { ONE_SHOT_PRICE_CENTS } from '../constants.ts';

/** The amounts of an invoice or a payment, in euro cents. VAT is rounded once, on the total (domain.md, fact 7). */
export interface Amounts {
  readonly netCents: number;
  readonly vatCents: number;
  readonly totalCents: number;
}

/** VAT and total of a net amount. */
export function amountsOf(netCents: number): Amounts {
  const vatCents = vatOn(netCents);
  return { netCents, vatCents, totalCents: netCents + vatCents };
}

/** The price of a One Shot Check, at any place and time (specification, section 9): 150.00 + 31.50 = 181.50 euros. */
export const ONE_SHOT_AMOUNTS: Amounts = amountsOf(ONE_SHOT_PRICE_CENTS);
export const ONE_SHOT_CURRENCY = 'EUR';
