import { type CompanyInput, companyInputOf } from '@checkwell/domain/people/company';
import type { WorkRulesInput } from '@checkwell/domain/people/work-rules';
import { pick } from '@checkwell/domain/pick';
import { phoneInField } from '../../../lib/forms/phone-field.ts';
import type { CompanyFieldsFragment } from './company.gql.ts';

/** Of a company what its form shows. */
export function companyValues(company: CompanyFieldsFragment): CompanyInput {
  // Users who change a company see its price; without it the rule refuses the form.
  const values = companyInputOf({ ...company, checkPrice: company.checkPrice ?? Number.NaN });
  return { ...values, invoicingPhoneNumber: phoneInField(values.invoicingPhoneNumber) };
}

/** What the company decides about absences, as its form shows it. */
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

/** Hours at home that the form does not ask for. */
export const NO_DUTY = { availabilityDays: null, availabilityFrom: null, availabilityTo: null, availabilityBasis: null } as const;

/** Hours at home that the form asks for: empty fields as the browser has them, each of which the rule refuses, while `NO_DUTY` is right. */
export const EMPTY_DUTY = {
  // An empty field holds '' even where the rule wants a number, and the rule refuses it.
  availabilityDays: '' as unknown as number,
  availabilityFrom: '',
  availabilityTo: '',
  availabilityBasis: '' as NonNullable<WorkRulesInput['availabilityBasis']>,
} as const;
