import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES, PAGE, TEXT } from '../constants.ts';
import { SUPERIOR_SORT_FIELDS } from '../people/enums.ts';
import { emailRule, superiorRule } from '../people/rules.ts';
import { choice, choiceInAnyCase, id, key, line, maxLength } from '../validation.ts';

/** A superior in the REST API (specification, section 3), with the names shown in lists. */
export const superiorShape = z.strictObject({
  id: z.guid(),
  email: z.string(),
  language: z.enum(INTERFACE_LANGUAGES),
  companyId: z.guid(),
  /** `InterfaceAdmin` lets the superior's language override the interface (specification, section 4). */
  requestForm: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  superiorFullName: z.string(),
  phoneNumber: z.string(),
  /** For optimistic locking of changes. */
  version: z.int(),
});
export type Superior = Readonly<z.infer<typeof superiorShape>>;

/** A new superior of the company in the path; fields that the specification's superior does not have are optional. */
export const newCompanySuperiorRule = z.extend(superiorRule, {
  firstName: z._default(superiorRule.shape.firstName, ''),
  lastName: z._default(superiorRule.shape.lastName, ''),
  phoneNumber: z._default(superiorRule.shape.phoneNumber, ''),
  language: choiceInAnyCase(INTERFACE_LANGUAGES, 'languageRequired'),
  requestForm: z._default(superiorRule.shape.requestForm, ''),
});
export type NewCompanySuperior = z.infer<typeof newCompanySuperiorRule>;

/** A new superior with its company in the body. */
export const newSuperiorRule = z.extend(newCompanySuperiorRule, { companyId: id('companyRequired') });
export type NewSuperior = z.infer<typeof newSuperiorRule>;

/** Query of GET /v1/api/superiors. */
export const superiorByEmailRule = z.strictObject({ email: emailRule() });

/** Path parameters of a company's superiors; the service handles unknown ids. */
export const companyPathRule = z.strictObject({ companyId: id('companyRequired') });

/** Query of GET /v1/api/companies/{companyId}/superiors, by default sorted by name; `after`: cursor of the previous page (header `Link`). */
export const superiorListRule = z.strictObject({
  search: z.optional(line(TEXT.search)),
  language: z.optional(choiceInAnyCase(INTERFACE_LANGUAGES, 'invalidChoice')),
  sort: z.optional(choice(SUPERIOR_SORT_FIELDS, 'invalidChoice')),
  direction: z.optional(choice(['asc', 'desc'], 'invalidChoice')),
  first: z.optional(
    z.pipe(
      z.string({ error: key('invalidChoice') }).check(z.regex(/^[1-9]\d{0,2}$/, { error: key('invalidChoice'), abort: true })),
      z.pipe(z.transform(Number), z.number().check(z.lte(PAGE.maxSize, { error: key('invalidChoice') }))),
    ),
  ),
  after: z.optional(z.string({ error: key('invalidChoice') }).check(maxLength(4000, { error: key('invalidChoice') }))),
});
export type SuperiorListQuery = z.infer<typeof superiorListRule>;
