import * as z from 'zod/mini';
import { PASSWORD } from '../constants.ts';
import { key, maxLength, minLength, type ValidationKey } from '../validation.ts';

const DIGIT = /\p{Nd}/gu;
/** Special characters: neither letter nor digit of any script; a space counts, so that passphrases are accepted. */
const SPECIAL = /[^\p{L}\p{M}\p{N}\p{Cc}\p{Cs}]/u;
/** Control characters and lone surrogates: keyboards do not produce them, and other systems truncate or replace them. */
const REFUSED = /[\p{Cc}\p{Cs}]/u;

/**
 * The form in which a password is counted, compared and hashed: NFC, because keyboards may produce different code points for the same letter. Never
 * trimmed, truncated or changed in case.
 */
export const canonicalPassword = (password: string): string => password.normalize('NFC');

/**
 * Which parts of the password rule a text meets (specification, sections 5 and 9: at least 12 characters including
 * 3 digits and a special character), so that a form can show progress. Characters are Unicode code points.
 */
export function passwordParts(password: string): { readonly length: boolean; readonly digits: boolean; readonly special: boolean } {
  const text = canonicalPassword(password);
  return {
    length: [...text].length >= PASSWORD.minLength,
    digits: (text.match(DIGIT) ?? []).length >= PASSWORD.minDigits,
    special: SPECIAL.test(text),
  };
}

/** A new password. The server also refuses guessable ones (`auth.passwordBreached`), whose list is too large for a browser. */
export const newPasswordRule = z.string({ error: key('passwordRule') }).check(
  z.refine((password) => Object.values(passwordParts(password)).every(Boolean), { error: key('passwordRule'), abort: true }),
  z.refine((password) => [...canonicalPassword(password)].length <= PASSWORD.maxLength, { error: key('passwordTooLong'), abort: true }),
  z.refine((password) => !REFUSED.test(password), { error: key('invalidCharacters') }),
);

/** An existing password, which may be older than the current rule: only its length is limited, because of the cost of hashing. */
const presented = (requiredKey: ValidationKey) =>
  z
    .string({ error: requiredKey })
    .check(minLength(1, { error: requiredKey, abort: true }), maxLength(4 * PASSWORD.maxLength, { error: key('passwordTooLong') }));

/** The password at sign-in. */
export const presentedPasswordRule = presented('passwordRequired');

/** The password with which a signed-in user confirms an action; the message does not offer "forgot password". */
export const confirmingPasswordRule = presented('passwordConfirmLink');
