import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES, MAX_EMPLOYEES_AT_ONCE, TEXT } from '../constants.ts';
import { choice, day, id, isCleanText, key, line, maxLength, minLength, type ValidationKey } from '../validation.ts';
import { ACCESS_TYPES, GENDERS, WORKER_LANGUAGES } from './enums.ts';
import { nissRule } from './numbers/niss.ts';
import { isMobilePhone, normalisePhone } from './numbers/phone.ts';

/**
 * Deliberately simple: one @, no spaces, then a host name with a dot, in letters of any language (RFC 5890). Whether the address exists shows when a mail
 * is sent.
 */
const EMAIL = /^[^\s@<>()",;:\\[\]]+@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;

/** Zero-width and formatting characters, which may be in an address copied from a document or a chat. */
const INVISIBLE = /\p{Cf}/u;

/** An e-mail address, in lower case. The two messages differ by screen (specification, section 5). */
export function emailRule(requiredKey: ValidationKey = 'emailRequired', formatKey: ValidationKey = 'emailFormat') {
  return z
    .string({ error: requiredKey })
    .check(
      z.trim(),
      z.normalize(),
      z.toLowerCase(),
      minLength(1, { error: requiredKey }),
      maxLength(TEXT.email, { error: key('tooLong') }),
      z.refine(isEmail, { error: formatKey }),
    );
}

/** An optional e-mail address; empty stays empty. */
export function optionalEmailRule() {
  return z.string({ error: key('emailFormat') }).check(
    z.trim(),
    z.normalize(),
    z.toLowerCase(),
    maxLength(TEXT.email, { error: key('tooLong') }),
    z.refine((text) => text === '' || isEmail(text), { error: key('emailFormat') }),
  );
}

const isEmail = (text: string): boolean => text.length <= TEXT.email && EMAIL.test(text) && isCleanText(text) && !INVISIBLE.test(text);

/** A telephone number, stored in international form. */
export function phoneRule() {
  return z.pipe(
    line(TEXT.phone, 'phoneRequired').check(z.refine<string>((text) => normalisePhone(text) !== null, { error: key('phoneFormat') })),
    z.transform((text: string) => normalisePhone(text) ?? text),
  );
}

/** An optional mobile number (GSM); empty stays empty. */
export function gsmRule() {
  return z.pipe(
    line(TEXT.phone).check(z.refine<string>((text) => text === '' || isMobilePhone(text), { error: key('gsmFormat') })),
    z.transform((text: string) => normalisePhone(text) ?? text),
  );
}

/** An optional telephone number; empty stays empty. */
export function optionalPhoneRule() {
  return z.pipe(
    line(TEXT.phone).check(z.refine<string>((text) => text === '' || normalisePhone(text) !== null, { error: key('phoneFormat') })),
    z.transform((text: string) => normalisePhone(text) ?? text),
  );
}

/** A worker entered by hand (specification, section 5, New check). */
export const workerRule = z.strictObject({
  workerFirstName: line(TEXT.name, 'firstNameRequired'),
  workerLastName: line(TEXT.name, 'lastNameRequired'),
  workerAddress: line(TEXT.address, 'addressRequired'),
  workerPhoneNumber: phoneRule(),
  workerGender: choice(GENDERS, 'genderRequired'),
  workerLanguage: choice(WORKER_LANGUAGES, 'languageRequired'),
});

/** An employee of a company. `employeeMatricule` is the employer's own number for the person. */
export const employeeRule = z.strictObject({
  employeeMatricule: line(TEXT.code, 'matriculeRequired'),
  employeeFirstName: line(TEXT.name, 'firstNameRequired'),
  employeeLastName: line(TEXT.name, 'lastNameRequired'),
  employeeLanguage: choice(WORKER_LANGUAGES, 'languageRequired'),
  employeeGender: choice(GENDERS, 'genderRequired'),
  employeePhoneNumber: phoneRule(),
  employeeAddress: line(TEXT.address, 'addressRequired'),
  function: line(TEXT.name),
  subEmployee: line(TEXT.name),
  superiorId: z.nullable(id('superiorRequired')),
  /** National register number, optional by law (domain.md, fact 8); absent or null: unchanged, empty: removed. */
  workerNISS: z.nullish(nissRule()),
});
export type EmployeeInput = z.infer<typeof employeeRule>;

/** The last day on which an employee works for the company; null: none is known. */
export const departureRule = z.strictObject({ leftAt: z.nullable(day('endDateRequired')) });

/** The new superior of several employees. */
export const newSuperiorOfRule = z.strictObject({ superiorId: id('superiorRequired') });

/** The new superior, and the employees, each with the version that the user saw. */
export const superiorChangeRule = z.extend(newSuperiorOfRule, {
  employees: z
    .array(z.strictObject({ id: z.string(), version: z.int() }))
    .check(minLength(1, { error: key('employeeRequired') }), maxLength(MAX_EMPLOYEES_AT_ONCE, { error: key('invalidChoice') })),
});

/** Add user (specification, section 5). */
export const userRule = z.strictObject({
  firstName: line(TEXT.name, 'firstNameRequired'),
  lastName: line(TEXT.name, 'lastNameRequired'),
  email: emailRule(),
  phoneNumber: phoneRule(),
  accesType: choice(ACCESS_TYPES, 'accessTypeRequired'),
  languages: z.array(choice(INTERFACE_LANGUAGES, 'languageRequired')).check(
    minLength(1, { error: key('languageRequired') }),
    z.refine<readonly string[]>((languages) => new Set(languages).size === languages.length, { error: key('invalidChoice') }),
  ),
});
export type UserInput = z.infer<typeof userRule>;

/** The profile fields that users may change (specification, sections 3 and 7); `userName` is the sign-in name and cannot be changed. */
export const profileRule = z.strictObject({
  firstName: line(TEXT.name, 'firstNameRequired'),
  lastName: line(TEXT.name, 'lastNameRequired'),
  phoneNumber: phoneRule(),
  language: choice(INTERFACE_LANGUAGES, 'languageRequired'),
});
export type ProfileInput = z.infer<typeof profileRule>;

/** A superior of a company (specification, section 3). */
export const superiorRule = z.strictObject({
  email: emailRule(),
  firstName: line(TEXT.name),
  lastName: line(TEXT.name),
  phoneNumber: optionalPhoneRule(),
  language: choice(INTERFACE_LANGUAGES, 'languageRequired'),
  requestForm: line(TEXT.code),
});
export type SuperiorInput = z.infer<typeof superiorRule>;
