import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES, TEXT } from '../constants.ts';
import { pick } from '../pick.ts';
import { choice, key, line } from '../validation.ts';
import { vatRule } from './numbers/vat.ts';
import { emailRule, optionalPhoneRule } from './rules.ts';

/** Bounds that catch slips of the hand: the largest Belgian employers, and ten times today's dearest check. */
export const COMPANY_LIMITS = { staffCount: 500_000, checkPriceCents: 2_000_00 } as const;

/** Workers on 1 January. */
export function staffCountRule() {
  const error = key('countRange');
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(COMPANY_LIMITS.staffCount, { error }));
}

/**
 * A client company. Name, number and address of the invoice are the company's own (specification, section 3, Invoicing);
 * `checkPrice`, the contract price in cents without VAT, is the provider's to set.
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
  /** Number of its order that its invoices name; empty: none. */
  purchaseOrder: line(TEXT.code),
});
export type CompanyInput = z.infer<typeof companyRule>;

/** A company that becomes a client, with its workers on 1 January; what it decides about absences comes later (work-rules.ts). */
export const newCompanyRule = z.extend(companyRule, { staffCount: staffCountRule() });
export type NewCompanyInput = z.infer<typeof newCompanyRule>;

const FIELDS = Object.keys(companyRule.shape) as (keyof CompanyInput)[];
/** Of a company what its form holds. */
export const companyInputOf = (company: CompanyInput): CompanyInput => pick(company, FIELDS);
