import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** Separate from iban.ts, so that screens that only show account numbers do not load the table of formats by country. */

/** `be68 5390 0754 7034` → `BE68539007547034`; null: not a valid IBAN. */
export function normaliseIban(input: string): string | null {
  const number = electronicFormatIBAN(input.trim());
  return number !== null && isValidIBAN(number) ? number : null;
}

/** Whether the text is a valid BIC (ISO 9362). */
export const bicLooksRight = (bic: string): boolean => isValidBIC(bic);
