import * as z from 'zod/mini';
import { PASSWORD } from '../constants.ts';
import { key, maxLength, minLength, type ValidationKey } from '../validation.ts';

const DIGIT = /\p{Nd}/gu;
/** Neither letter nor digit of any script; a space counts, so that passphrases pass. */
const SPECIAL = /[^\p{L}\p{M}\p{N}\p{Cc}\p{Cs}]/u;
/** Control characters and half characters: keyboards do not type them, and systems cut or replace them. */
const REFUSED = /[\p{Cc}\p{Cs}]/u;

/**
 * The form in which a password is counted, compared and hashed: NFC, because keyboards send the same letter in
 * different forms. Never trimmed, cut or changed in case.
 */
export const canonicalPassword = (password: string): string => password.normalize('NFC');

/**
 * Which parts of the password rule a text meets (specification, sections 5 and 9: at least 12 characters including
 * 3 digits and a special character): what a form can tick off while somebody types. Characters are Unicode code points.
 */
export function passwordParts(password: string): { readonly length: boolean; readonly digits: boolean; readonly special: boolean } {
  const text = canonicalPassword(password);
  return {
    length: [...text].length >= PASSWORD.minLength,
    digits: (text.match(DIGIT) ?? []).length >= PASSWORD.minDigits,
    special: SPECIAL.test(text),
  };
}

/** A new password. Guessable ones are refused by the server (`auth.passwordBreached`): its list is too large for a browser. */
export const newPasswordRule = z.string({ error: key('passwordRule') }).check(
  z.refine((password) => Object.values(passwordParts(password)).every(Boolean), { error: key('passwordRule'), abort: true }),
  z.refine((password) => [...canonicalPassword(password)].length <= PASSWORD.maxLength, { error: key('passwordTooLong'), abort: true }),
  z.refine((password) => !REFUSED.test(password), { error: key('invalidCharacters') }),
);

/** Only the size is bounded, so that hashing stays affordable: a stored password may be older than today's rule. */
const presented = (requiredKey: ValidationKey) =>
  z
    .string({ error: requiredKey })
    .check(minLength(1, { error: requiredKey, abort: true }), maxLength(4 * PASSWORD.maxLength, { error: key('passwordTooLong') }));

/** A password that is to be compared with the stored one, at sign-in. */
export const presentedPasswordRule = presented('passwordRequired');

/** The same of somebody who is signed in and confirms who they are, where nothing leads to a forgotten password. */
export const confirmingPasswordRule = presented('passwordConfirmLink');
