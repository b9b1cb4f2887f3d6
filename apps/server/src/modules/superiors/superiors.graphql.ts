import type { Superior } from '@checkwell/domain/identity/superior';
import { SUPERIOR_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { builder, connectionOf, InterfaceLanguageType, pageArgs, sortInput } from '../../graphql/builder.ts';

export const SuperiorType = builder.objectRef<Superior>('Superior');

SuperiorType.implement({
  description: 'Somebody of a company to whom workers report and results go.',
  fields: (t) => ({
    id: t.exposeID('id'),
    companyId: t.exposeID('companyId'),
    email: t.exposeString('email'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    superiorFullName: t.exposeString('superiorFullName'),
    phoneNumber: t.exposeString('phoneNumber'),
    language: t.expose('language', { type: InterfaceLanguageType }),
    requestForm: t.exposeString('requestForm', { description: '`InterfaceAdmin` lets the language override that of the interface.' }),
    version: t.exposeInt('version'),
  }),
});

const SuperiorSort = sortInput('Superior', SUPERIOR_SORT_FIELDS);
const SuperiorConnection = connectionOf('SuperiorConnection', SuperiorType);

builder.queryField('superiors', (t) =>
  t.field({
    type: SuperiorConnection,
    description: "A company's superiors, by family name unless sorted otherwise.",
    args: { companyId: t.arg.id({ required: true }), search: t.arg.string(), sort: t.arg({ type: SuperiorSort }), ...pageArgs },
    resolve: (_, { companyId, ...options }, { actor, services }) => services.superiors.list(actor, companyId, options),
  }),
);

const SuperiorInput = builder.inputType('SuperiorInput', {
  fields: (t) => ({
    email: t.string({ required: true }),
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    phoneNumber: t.string({ required: true }),
    language: t.field({ type: InterfaceLanguageType, required: true }),
    requestForm: t.string({ required: true }),
  }),
});

builder.mutationFields((t) => ({
  createSuperior: t.field({
    type: SuperiorType,
    args: { companyId: t.arg.id({ required: true }), input: t.arg({ type: SuperiorInput, required: true }) },
    resolve: (_, { companyId, input }, { actor, services }) => services.superiors.addToCompany(actor, companyId, input),
  }),
  updateSuperior: t.field({
    type: SuperiorType,
    args: {
      companyId: t.arg.id({ required: true }),
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: SuperiorInput, required: true }),
    },
    resolve: (_, { companyId, id, version, input }, { actor, services }) => services.superiors.update(actor, companyId, id, version, input),
  }),
}));
