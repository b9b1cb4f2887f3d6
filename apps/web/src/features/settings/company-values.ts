import type { CompanyInput } from '@checkwell/domain/people/company';
import type { WorkRulesInput } from '@checkwell/domain/people/work-rules';
import type { CompanyFieldsFragment } from './company.gql.ts';

/** The company as its form shows it. */
export const companyValues = ({
  name,
  companyNumber,
  companyAddress,
  language,
  checkPrice,
  invoicingFirstName,
  invoicingLastName,
  invoicingEmail,
  invoicingPhoneNumber,
}: CompanyFieldsFragment): CompanyInput => ({
  name,
  companyNumber,
  companyAddress,
  language,
  checkPrice,
  invoicingFirstName,
  invoicingLastName,
  invoicingEmail,
  invoicingPhoneNumber,
});

/** What the company decides about absences, as its form shows it. */
export const workRuleValues = ({
  staffCount,
  noCertificateOptOut,
  certificateTermDays,
  availabilityDays,
  availabilityFrom,
  availabilityTo,
  availabilityBasis,
}: CompanyFieldsFragment): WorkRulesInput => ({
  staffCount,
  noCertificateOptOut,
  certificateTermDays,
  availabilityDays,
  availabilityFrom,
  availabilityTo,
  availabilityBasis,
});

/** Hours at home that the form does not ask for. */
export const NO_DUTY = { availabilityDays: null, availabilityFrom: null, availabilityTo: null, availabilityBasis: null } as const;

/** Hours at home that the form asks for: empty fields as the browser has them, each of which the rule refuses, while `NO_DUTY` is right. */
export const EMPTY_DUTY = {
  availabilityDays: '' as unknown as number,
  availabilityFrom: '',
  availabilityTo: '',
  availabilityBasis: '' as NonNullable<WorkRulesInput['availabilityBasis']>,
} as const;

/**
 * What was typed into a field for a whole number; a text that is none stays wrong. A duty that is not asked for any more sets
 * its fields to null, which comes through here as well.
 */
export const numberOf = (text: unknown): number | null => (text === null ? null : text === '' ? Number.NaN : Number(text));

/** The same where the field may be empty. */
export const numberOrNull = (text: unknown): number | null => (text === '' || text === null ? null : Number(text));
