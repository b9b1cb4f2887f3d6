/** Account numbers of ISO 13616, written without spaces: `BE68539007547034`. */

/** Whether the remainder by 97 is right, with the first four characters at the end and letters as 10 to 35. */
export function ibanLooksRight(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** In groups of four, as banks print it. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Whether it has the form of a bank's code (BIC, ISO 9362): bank, country, place, and a branch where it names one. */
export const bicLooksRight = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic);
