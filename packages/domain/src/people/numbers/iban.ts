/** Account numbers (IBAN, ISO 13616), stored without spaces: `BE68539007547034`. Input is validated by iban-check.ts. */

/** In groups of four, as banks print it. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Number of visible characters of a masked account number. */
const IBAN_SHOWN = 4;

/** The last characters, by which the owner recognises an account number. */
export const ibanEnd = (iban: string): string => iban.slice(-IBAN_SHOWN);

/** A masked account number: `•••• 7034`. @param end result of `ibanEnd` */
export const maskedIban = (end: string): string => `•••• ${end}`;
