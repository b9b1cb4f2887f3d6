import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES, TEXT } from '../constants.ts';
import { ACCESS_TYPES } from '../people/enums.ts';
import { normaliseVat } from '../people/numbers/vat.ts';
import { emailRule, phoneRule } from '../people/rules.ts';
import { choice, choiceInAnyCase, id, key, line } from '../validation.ts';
import { microsoftTicket } from './microsoft.ts';
import { SIGN_UP_REFUSALS, SIGN_UP_STATES } from './sign-up-enums.ts';

export { SIGN_UP_REFUSALS, SIGN_UP_STATES, type SignUpRefusal, type SignUpState } from './sign-up-enums.ts';

/** The request, without an account (specification, section 5). Company and VAT number are not asked by the rule; they speed it up. */
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
  /** Of a person whom Microsoft has proven and nobody here knew (microsoft.ts). */
  microsoftTicket: z.optional(microsoftTicket),
});
export type SignUpInput = z.infer<typeof signUpRule>;

/** What the queue is narrowed by. */
export const signUpFilterRule = z.strictObject({
  state: z.nullish(choice(SIGN_UP_STATES, 'invalidChoice')),
  search: z.nullish(line(TEXT.search)),
});

/** Yes: the place in the company that the person gets. */
export const confirmSignUpRule = z.strictObject({
  companyId: id('companyRequired'),
  accesType: choice(ACCESS_TYPES, 'accessTypeRequired'),
});
export type ConfirmSignUpInput = z.infer<typeof confirmSignUpRule>;

/** No, and why. */
export const refuseSignUpRule = z.strictObject({ reason: choice(SIGN_UP_REFUSALS, 'reasonRequired') });
export type RefuseSignUpInput = z.infer<typeof refuseSignUpRule>;

/** Providers of addresses for anybody: such a domain says nothing about where somebody works. */
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

/** The domain of an address that may tell where somebody works; null for one that everybody can have. */
export function workDomainOf(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domain === '' || OPEN_MAIL_DOMAINS.has(domain) ? null : domain;
}
