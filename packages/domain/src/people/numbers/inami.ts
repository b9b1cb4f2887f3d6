/**
 * The number under which a doctor is registered with the health insurance (INAMI in French, RIZIV in Dutch): a digit for the profession,
 * five for the person, two check digits, three for the qualification.
 */

const SEPARATORS = /[\s.\-/]/g;

/**
 * The check digits are the modulus minus the remainder of the first six digits. The modulus is 97, or a lower one for numbers given out later. There is no
 * official source for this at hand, so all known moduli are accepted.
 */
const MODULI = [97, 89, 83, 79] as const;

/** The digits of a typed number, without separators. */
export const inamiDigits = (text: string): string => text.replace(SEPARATORS, '');

/** Whether these are eleven digits with valid check digits. @param digits without separators */
export function isInami(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const [person, check] = [Number(digits.slice(0, 6)), Number(digits.slice(6, 8))];
  return MODULI.some((modulus) => check === modulus - (person % modulus));
}

/**
 * The error of an entered number; null: none. A stored number from before check digits were validated may stay, so that the rest of the record can be
 * changed.
 * @param stored the stored number; null: none
 */
export const inamiError = (entered: string, stored: string | null): 'inamiFormat' | null =>
  entered === stored || isInami(entered) ? null : 'inamiFormat';

/** A number with its check digits. @param person profession and person, six digits @param qualification three digits; 004: general practitioner */
export const inamiOf = (person: number, qualification = '004'): string =>
  `${person}${String(97 - (person % 97)).padStart(2, '0')}${qualification}`;

/** As it is printed: `11234578004` → `1-12345-78-004`. */
export const formatInami = (digits: string): string => digits.replace(/^(\d)(\d{5})(\d\d)(\d{3})$/, '$1-$2-$3-$4');
