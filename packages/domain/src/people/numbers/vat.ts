import * as z from 'zod/mini';
import { TEXT } from '../../constants.ts';
import { key, line, type ValidationKey } from '../../validation.ts';

/**
 * Belgian VAT and enterprise numbers. The rule is that of the specification (sections 5 and 9): BE, in any case, and ten digits. The first digit (0 or 1)
 * and the check digits only cause a warning, so that no input that the specification accepts is refused.
 */
const SEPARATORS = /[\s.\-/]/g;

/** `be 0440.966.354` → `BE0440966354`; null: not BE and ten digits. */
export function normaliseVat(input: string): string | null {
  const number = input.trim().replace(SEPARATORS, '').toUpperCase();
  return /^BE\d{10}$/.test(number) ? number : null;
}

/**
 * Whether the register could have issued this number: first digit 0, or 1 since September 2023, and the last two digits are 97 minus the remainder of the
 * first eight (domain.md 2.4). `false` should cause a warning, never a refusal.
 */
export function vatLooksRight(input: string): boolean {
  const number = normaliseVat(input);
  if (number === null || !/^BE[01]/.test(number)) return false;
  return 97 - (Number(number.slice(2, 10)) % 97) === Number(number.slice(10));
}

/** A number with valid check digits: `04409663` → `BE0440966354`. For made-up companies. */
export function companyNumberFrom(eightDigits: string): string {
  return `BE${eightDigits}${String(97 - (Number(eightDigits) % 97)).padStart(2, '0')}`;
}

/** As it is printed: `BE0440966354` → `BE 0440.966.354`. */
export function formatVat(number: string): string {
  return number.replace(/^BE(\d{4})(\d{3})(\d{3})$/, 'BE $1.$2.$3');
}

/** A VAT number, stored as `BE` and ten digits. */
export function vatRule(requiredKey: ValidationKey = 'vatFormat') {
  return z.pipe(
    line(TEXT.code, requiredKey).check(z.refine<string>((text) => normaliseVat(text) !== null, { error: key('vatFormat'), abort: true })),
    z.transform((text: string) => normaliseVat(text) ?? text),
  );
}
