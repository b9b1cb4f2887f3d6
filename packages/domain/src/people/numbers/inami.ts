/**
 * The number under which a doctor is registered with the health insurance (INAMI in French, RIZIV in Dutch): a digit for the profession,
 * five for the person, two check digits, three for the qualification.
 */

const SEPARATORS = /[\s.\-/]/g;

/**
 * The check digits are the modulus less the remainder of the first six digits. The modulus is 97, and a lower one where 97 was used up:
 * general knowledge, for which no official source is at hand, so that a right number is rather let in than a wrong one kept out.
 */
const MODULI = [97, 89, 83, 79] as const;

/** The digits of what was typed, whatever is between them. */
export const inamiDigits = (text: string): string => text.replace(SEPARATORS, '');

/** Whether the eleven digits agree with their check digits. @param digits without separators */
export function isInami(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const [person, check] = [Number(digits.slice(0, 6)), Number(digits.slice(6, 8))];
  return MODULI.some((modulus) => check === modulus - (person % modulus));
}

/**
 * What is wrong with a number that somebody enters: numbers that were stored before check digits were asked for stay as they are, so that
 * the rest of their record can be changed.
 * @param stored the number that was there; null: none
 */
export const inamiFault = (entered: string, stored: string | null): 'inamiFormat' | null =>
  entered === stored || isInami(entered) ? null : 'inamiFormat';

/** A number with its check digits. @param person profession and person, six digits @param qualification three digits; 004: general practitioner */
export const inamiOf = (person: number, qualification = '004'): string =>
  `${person}${String(97 - (person % 97)).padStart(2, '0')}${qualification}`;

/** As it is printed: `11234578004` → `1-12345-78-004`. */
export const formatInami = (digits: string): string => digits.replace(/^(\d)(\d{5})(\d\d)(\d{3})$/, '$1-$2-$3-$4');
