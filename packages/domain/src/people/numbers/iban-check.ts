import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** By itself: which country has account numbers of which form is a table that nobody loads who only shows one. */

/** `be68 5390 0754 7034` → `BE68539007547034`; null when no country has such a number, or its check digits are wrong. */
export function normaliseIban(input: string): string | null {
  const number = electronicFormatIBAN(input.trim());
  return number !== null && isValidIBAN(number) ? number : null;
}

/** Whether it is the code of a bank (BIC, ISO 9362): bank, country, place, and a branch where it names one. */
export const bicLooksRight = (bic: string): boolean => isValidBIC(bic);
