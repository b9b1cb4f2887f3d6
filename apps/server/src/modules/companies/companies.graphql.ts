import { COMPANY_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { COMPANY_FIELDS } from '@checkwell/domain/people/fields';
import { AvailabilityBasisType, builder, connectionOf, InterfaceLanguageType, pageArgs, sortInput } from '../../graphql/builder.ts';
import { exposed } from '../../graphql/fields.ts';
import type { Company } from './companies.service.ts';

export const CompanyType = builder.objectRef<Company>('Company');

CompanyType.implement({
  description: 'A client company. Name, number and address of its invoices are its own.',
  fields: (t) => ({
    ...exposed(t, COMPANY_FIELDS, {
      companyNumber: 'BE and ten digits.',
      noCertificateOptOut: 'Asks for certificates from the first day, where the law leaves small companies that choice.',
      certificateTermDays: "Working days in which a certificate must come in; null: the law's.",
      availabilityDays: 'First days of an absence in which workers stay at home for a control doctor; null: no such duty.',
      checkPrice: 'Contract price of a check: euro cents, VAT excluded. Of employers for administrators alone.',
      purchaseOrder: 'Number of its order, for its invoices; empty: none.',
      secondStepRequired: 'Everyone who works with the company signs in with a second step.',
    }),
  }),
});

const CompanyConnection = connectionOf('CompanyConnection', CompanyType);

const CompanyFilter = builder.inputType('CompanyFilter', {
  fields: (t) => ({
    language: t.field({ type: InterfaceLanguageType }),
    search: t.string({ description: 'Words of the name, the number or the address.' }),
    withoutInvoiceAddress: t.boolean({
      description: 'true: only companies whose invoices cannot be mailed, because no address for them is known.',
    }),
  }),
});

const CompanySort = sortInput('Company', COMPANY_SORT_FIELDS);

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

const companyInputFields = (t: InputFields) => ({
  name: t.string({ required: true }),
  companyNumber: t.string({ required: true }),
  companyAddress: t.string({ required: true }),
  language: t.field({ type: InterfaceLanguageType, required: true }),
  checkPrice: t.int({ required: true, description: 'Euro cents, VAT excluded; only the provider changes it.' }),
  invoicingFirstName: t.string({ required: true }),
  invoicingLastName: t.string({ required: true }),
  invoicingEmail: t.string(),
  invoicingPhoneNumber: t.string({ required: true }),
  purchaseOrder: t.string({ required: true, description: 'Number of its order, for its invoices; may be empty.' }),
});

const CompanyInput = builder.inputType('CompanyInput', { fields: companyInputFields });

const NewCompanyInput = builder.inputType('NewCompanyInput', {
  fields: (t) => ({ ...companyInputFields(t), staffCount: t.int({ required: true, description: 'Workers on 1 January.' }) }),
});

const WorkRulesInput = builder.inputType('WorkRulesInput', {
  fields: (t) => ({
    staffCount: t.int({ required: true, description: 'Workers on 1 January.' }),
    noCertificateOptOut: t.boolean({ required: true }),
    certificateTermDays: t.int(),
    availabilityDays: t.int({ description: 'This and the next three: all or none.' }),
    availabilityFrom: t.field({ type: 'Time' }),
    availabilityTo: t.field({ type: 'Time' }),
    availabilityBasis: t.field({ type: AvailabilityBasisType }),
  }),
});

builder.queryFields((t) => ({
  companies: t.field({
    type: CompanyConnection,
    description: 'All for the provider, their own for employers; by name, unless sorted otherwise.',
    args: { filter: t.arg({ type: CompanyFilter }), sort: t.arg({ type: CompanySort }), ...pageArgs },
    resolve: (_, options, { actor, services }) => services.companies.list(actor, options),
  }),
  company: t.field({
    type: CompanyType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.companies.get(actor, id),
  }),
}));

const changeArgs = builder.args((t) => ({ id: t.id({ required: true }), version: t.int({ required: true }) }));

builder.mutationFields((t) => ({
  createCompany: t.field({
    type: CompanyType,
    description: 'Takes a company on as a client: for the provider.',
    args: { input: t.arg({ type: NewCompanyInput, required: true }) },
    resolve: (_, { input }, { actor, services }) =>
      services.companies.create(actor, { ...input, invoicingEmail: input.invoicingEmail || null }),
  }),
  updateCompany: t.field({
    type: CompanyType,
    args: { ...changeArgs, input: t.arg({ type: CompanyInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) =>
      services.companies.update(actor, id, version, { ...input, invoicingEmail: input.invoicingEmail || null }),
  }),
  updateWorkRules: t.field({
    type: CompanyType,
    args: { ...changeArgs, input: t.arg({ type: WorkRulesInput, required: true }) },
    resolve: (
      _,
      {
        id,
        version,
        input: {
          certificateTermDays = null,
          availabilityDays = null,
          availabilityFrom = null,
          availabilityTo = null,
          availabilityBasis = null,
          ...input
        },
      },
      { actor, services },
    ) =>
      services.companies.updateWorkRules(actor, id, version, {
        ...input,
        certificateTermDays,
        availabilityDays,
        availabilityFrom,
        availabilityTo,
        availabilityBasis,
      }),
  }),
  requireSecondStep: t.field({
    type: CompanyType,
    args: { ...changeArgs, required: t.arg.boolean({ required: true }) },
    resolve: (_, { id, version, required }, { actor, services }) => services.companies.requireSecondStep(actor, id, version, required),
  }),
}));
