import { builder, connectionOf, InterfaceLanguageType, pageArgs } from '../../graphql/builder.ts';
import type { Company } from './companies.service.ts';

const CompanyType = builder.objectRef<Company>('Company');

CompanyType.implement({
  description: 'A client company. Name, number and address of its invoices are its own.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    companyNumber: t.exposeString('companyNumber', { description: 'BE and ten digits.' }),
    companyAddress: t.exposeString('companyAddress'),
    language: t.expose('language', { type: InterfaceLanguageType }),
    staffCount: t.exposeInt('staffCount'),
    checkPrice: t.exposeInt('checkPrice', { description: 'Contract price of a check: euro cents, VAT excluded.' }),
    invoicingFirstName: t.exposeString('invoicingFirstName'),
    invoicingLastName: t.exposeString('invoicingLastName'),
    invoicingEmail: t.exposeString('invoicingEmail', { nullable: true }),
    invoicingPhoneNumber: t.exposeString('invoicingPhoneNumber'),
    invoicingCompanyName: t.exposeString('invoicingCompanyName'),
    invoicingCompanyNumber: t.exposeString('invoicingCompanyNumber'),
    invoicingCompanyAddress: t.exposeString('invoicingCompanyAddress'),
    version: t.exposeInt('version'),
  }),
});

const CompanyConnection = connectionOf('CompanyConnection', CompanyType);

const CompanyInput = builder.inputType('CompanyInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    companyNumber: t.string({ required: true }),
    companyAddress: t.string({ required: true }),
    language: t.field({ type: InterfaceLanguageType, required: true }),
    staffCount: t.int({ required: true }),
    checkPrice: t.int({ required: true, description: 'Euro cents, VAT excluded; only the provider changes it.' }),
    invoicingFirstName: t.string({ required: true }),
    invoicingLastName: t.string({ required: true }),
    invoicingEmail: t.string(),
    invoicingPhoneNumber: t.string({ required: true }),
  }),
});

builder.queryFields((t) => ({
  companies: t.field({
    type: CompanyConnection,
    description: 'By name: all for the provider, their own for employers.',
    args: { search: t.arg.string(), ...pageArgs },
    resolve: (_, options, { actor, services }) => services.companies.list(actor, options),
  }),
  company: t.field({
    type: CompanyType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.companies.get(actor, id),
  }),
}));

builder.mutationField('updateCompany', (t) =>
  t.field({
    type: CompanyType,
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: CompanyInput, required: true }),
    },
    resolve: (_, { id, version, input }, { actor, services }) =>
      services.companies.update(actor, id, version, { ...input, invoicingEmail: input.invoicingEmail || null }),
  }),
);
