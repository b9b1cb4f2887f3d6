import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES } from '../constants.ts';
import { emailRule, profileRule } from '../people/rules.ts';
import { choiceInAnyCase, id } from '../validation.ts';

/** A profile in the REST API (specification, section 3; `userName` is the e-mail address). */
export const profileShape = z.strictObject({
  id: z.guid(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  /** null: a user of the provider, without company. */
  companyId: z.nullable(z.guid()),
  language: z.enum(INTERFACE_LANGUAGES),
});
export type Profile = z.infer<typeof profileShape>;

/**
 * Body of PUT /v1/api/profiles. In the specification clients send the whole profile, so the identifying fields are accepted; the service refuses them
 * if they differ from the stored ones. Any other field is refused here.
 */
export const profileUpdateRule = z.extend(profileRule, {
  language: z.optional(choiceInAnyCase(INTERFACE_LANGUAGES, 'languageRequired')),
  id: z.optional(id()),
  userName: z.optional(emailRule()),
  companyId: z.optional(z.nullable(id())),
});

/** Query of GET /v1/api/profiles/sso. */
export const ssoQueryRule = z.strictObject({ language: z.optional(choiceInAnyCase(INTERFACE_LANGUAGES, 'invalidChoice')) });
