import { vatOn } from '../check/price/price.ts';
import { ONE_SHOT_PRICE_CENTS } from '../constants.ts';

/** What an invoice or a payment comes to: euro cents. VAT is rounded once, on the total (domain.md, fact 7). */
export interface Amounts {
  readonly netCents: number;
  readonly vatCents: number;
  readonly totalCents: number;
}

/** Net amounts of the lines → what is to be paid. */
export function amountsOf(netCents: number): Amounts {
  const vatCents = vatOn(netCents);
  return { netCents, vatCents, totalCents: netCents + vatCents };
}

/** A One Shot Check costs the same wherever and whenever it takes place (specification, section 9): 150.00 + 31.50 = 181.50 euros. */
export const ONE_SHOT_AMOUNTS: Amounts = amountsOf(ONE_SHOT_PRICE_CENTS);
export const ONE_SHOT_CURRENCY = 'EUR';
