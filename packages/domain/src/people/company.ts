import * as z from 'zod/mini';
import { COMPANY_LIMITS, INTERFACE_LANGUAGES, TEXT } from '../constants.ts';
import { pick } from '../pick.ts';
import { choice, key, line } from '../validation.ts';
import { vatRule } from './numbers/vat.ts';
import { emailRule, optionalPhoneRule } from './rules.ts';

/** Number of workers on 1 January. */
export function staffCountRule() {
  const error = key('countRange');
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(COMPANY_LIMITS.staffCount, { error }));
}

/**
 * A client company. Name, number and address are those on invoices (specification, section 3, Invoicing); `checkPrice` is the contract price in cents,
 * VAT excluded, which the provider sets.
 */
export const companyRule = z.strictObject({
  name: line(TEXT.name, 'required'),
  companyNumber: vatRule(),
  companyAddress: line(TEXT.address, 'addressRequired'),
  language: choice(INTERFACE_LANGUAGES, 'languageRequired'),
  checkPrice: z
    .int({ error: key('priceRange') })
    .check(z.minimum(0, { error: key('priceRange') }), z.maximum(COMPANY_LIMITS.checkPriceCents, { error: key('priceRange') })),
  invoicingFirstName: line(TEXT.name),
  invoicingLastName: line(TEXT.name),
  invoicingEmail: z.nullable(emailRule()),
  invoicingPhoneNumber: optionalPhoneRule(),
  /** Purchase order number for its invoices; empty: none. */
  purchaseOrder: line(TEXT.code),
});
export type CompanyInput = z.infer<typeof companyRule>;

/** A new client company, with its number of workers on 1 January; its rules about absences are set later (work-rules.ts). */
export const newCompanyRule = z.extend(companyRule, { staffCount: staffCountRule() });
export type NewCompanyInput = z.infer<typeof newCompanyRule>;

const FIELDS = Object.keys(companyRule.shape) as (keyof CompanyInput)[];
/** The fields of a company that are in its form. */
export const companyInputOf = (company: CompanyInput): CompanyInput => pick(company, FIELDS);
