import { type CompanyInput, companyInputOf } from '@checkwell/domain/people/company';
import type { WorkRulesInput } from '@checkwell/domain/people/work-rules';
import { pick } from '@checkwell/domain/pick';
import { phoneInField } from '../../../lib/forms/phone-field.ts';
import type { CompanyFieldsFragment } from './company.gql.ts';

/** The values of a company's form. */
export function companyValues(company: CompanyFieldsFragment): CompanyInput {
  // Users who change a company see its price; without it the rule refuses the form.
  const values = companyInputOf({ ...company, checkPrice: company.checkPrice ?? Number.NaN });
  return { ...values, invoicingPhoneNumber: phoneInField(values.invoicingPhoneNumber) };
}

/** The values of the form for rules about absences. */
export const workRuleValues = (company: CompanyFieldsFragment): WorkRulesInput =>
  pick(company, [
    'staffCount',
    'noCertificateOptOut',
    'certificateTermDays',
    'availabilityDays',
    'availabilityFrom',
    'availabilityTo',
    'availabilityBasis',
  ]);

/** The values without a duty to be at home. */
export const NO_DUTY = { availabilityDays: null, availabilityFrom: null, availabilityTo: null, availabilityBasis: null } as const;

/** Empty fields for the duty to be at home. The rule refuses each, unlike `NO_DUTY`. */
export const EMPTY_DUTY = {
  // An empty field holds '' even where the rule wants a number, and the rule refuses it.
  availabilityDays: '' as unknown as number,
  availabilityFrom: '',
  availabilityTo: '',
  availabilityBasis: '' as NonNullable<WorkRulesInput['availabilityBasis']>,
} as const;
