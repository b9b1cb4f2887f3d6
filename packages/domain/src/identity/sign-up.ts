import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES, TEXT } from '../constants.ts';
import { ACCESS_TYPES } from '../people/enums.ts';
import { normaliseVat } from '../people/numbers/vat.ts';
import { emailRule, phoneRule } from '../people/rules.ts';
import { choice, choiceInAnyCase, id, key, line } from '../validation.ts';
import { microsoftTicket } from './microsoft.ts';
import { SIGN_UP_REFUSALS, SIGN_UP_STATES } from './sign-up-enums.ts';

export { SIGN_UP_REFUSALS, SIGN_UP_STATES, type SignUpRefusal, type SignUpState } from './sign-up-enums.ts';

/** The request for an account (specification, section 5). Company and VAT number are optional; they speed up the decision. */
export const signUpRule = z.strictObject({
  firstName: line(TEXT.name, 'firstNameRequired'),
  lastName: line(TEXT.name, 'lastNameRequired'),
  email: emailRule('emailRequired', 'emailFormat'),
  phoneNumber: phoneRule(),
  companyName: line(TEXT.name),
  companyNumber: z.pipe(
    line(TEXT.code).check(z.refine<string>((text) => text === '' || normaliseVat(text) !== null, { error: key('vatFormat') })),
    z.transform((text: string) => normaliseVat(text) ?? text),
  ),
  language: choiceInAnyCase(INTERFACE_LANGUAGES, 'languageRequired'),
  /** From a Microsoft sign-in of an unknown person (microsoft.ts). */
  microsoftTicket: z.optional(microsoftTicket),
});
export type SignUpInput = z.infer<typeof signUpRule>;

/** The filter of the list of requests. */
export const signUpFilterRule = z.strictObject({
  state: z.nullish(choice(SIGN_UP_STATES, 'invalidChoice')),
  search: z.nullish(line(TEXT.search)),
});

/** Confirmation: the company of the person, and the access type there. */
export const confirmSignUpRule = z.strictObject({
  companyId: id('companyRequired'),
  accesType: choice(ACCESS_TYPES, 'accessTypeRequired'),
});
export type ConfirmSignUpInput = z.infer<typeof confirmSignUpRule>;

/** Refusal, with its reason. */
export const refuseSignUpRule = z.strictObject({ reason: choice(SIGN_UP_REFUSALS, 'reasonRequired') });
export type RefuseSignUpInput = z.infer<typeof refuseSignUpRule>;

/** Domains of public mail providers, which say nothing about the employer. */
const OPEN_MAIL_DOMAINS = new Set([
  'gmail.com',
  'hotmail.be',
  'hotmail.com',
  'icloud.com',
  'live.be',
  'me.com',
  'msn.com',
  'outlook.be',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'proximus.be',
  'scarlet.be',
  'skynet.be',
  'telenet.be',
  'voo.be',
  'yahoo.com',
  'yahoo.fr',
]);

/** The domain of an e-mail address, if it may be that of the employer; null for a public mail provider. */
export function workDomainOf(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domain === '' || OPEN_MAIL_DOMAINS.has(domain) ? null : domain;
}
