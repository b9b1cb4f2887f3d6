import * as z from 'zod/mini';
import { TEXT } from '../../constants.ts';
import { key, line } from '../../validation.ts';

/**
 * The national register number (NISS in French, INSZ in Dutch): YYMMDD, a serial of three digits, two check digits.
 * Its use is forbidden in principle (domain.md, fact 8), so the product works without it, stores it encrypted and
 * shows it masked. It tells sex and birth date; nothing here reads them from it.
 */
const SEPARATORS = /[\s.\-/]/g;

/** The eleven digits; null: not a valid number of the register. */
export function normaliseNiss(input: string): string | null {
  const digits = input.trim().replace(SEPARATORS, '');
  return /^\d{11}$/.test(digits) && hasRealDate(digits) && hasRealSerial(digits) && checkDigitsFit(digits) ? digits : null;
}

/**
 * Month and day may be 00 (birth date not known). A bis number has 20 (sex not known) or 40 (sex known) added to its month
 * (domain.md 2.4). The day is only limited to 31, because numbers for incomplete birth dates use impossible days.
 */
function hasRealDate(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const day = Number(digits.slice(4, 6));
  const plainMonth = month >= 40 ? month - 40 : month >= 20 ? month - 20 : month;
  return plainMonth <= 12 && day <= 31;
}

/** Serials run from 001 to 998. */
function hasRealSerial(digits: string): boolean {
  const serial = Number(digits.slice(6, 9));
  return serial >= 1 && serial <= 998;
}

/** The check digits are 97 minus the remainder of the first nine digits, with a leading 2 for births from 2000 on. */
function checkDigitsFit(digits: string): boolean {
  const nine = Number(digits.slice(0, 9));
  const check = Number(digits.slice(9));
  return [nine, 2_000_000_000 + nine].some((number) => 97 - (number % 97) === check);
}

/** The masked number for screens: only the check digits, without birth date and sex. */
export function maskNiss(digits: string): string {
  return `••.••.••-•••.${digits.slice(-2)}`;
}

/** An optional national register number, normalised to eleven digits; empty stays empty. */
export function nissRule() {
  return z.pipe(
    line(TEXT.code).check(
      z.refine<string>((text) => text === '' || normaliseNiss(text) !== null, { error: key('nissInvalid'), abort: true }),
    ),
    z.transform((text: string) => normaliseNiss(text) ?? text),
  );
}
