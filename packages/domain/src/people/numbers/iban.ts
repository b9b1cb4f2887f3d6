/** Account numbers of ISO 13616, stored without spaces: `BE68539007547034`. What is typed is checked by iban-check.ts. */

/** In groups of four, as banks print it. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** How much of an account number stays readable where it is masked. */
const IBAN_SHOWN = 4;

/** The end by which its owner recognises an account number. */
export const ibanEnd = (iban: string): string => iban.slice(-IBAN_SHOWN);

/** An account number for those who do not pay: `•••• 7034`. @param end of `ibanEnd` */
export const maskedIban = (end: string): string => `•••• ${end}`;
