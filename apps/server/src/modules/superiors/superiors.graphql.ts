import type { Superior } from '@checkwell/domain/identity/superior';
import { builder, connectionOf, InterfaceLanguageType, pageArgs } from '../../graphql/builder.ts';

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
  }),
});

const SuperiorConnection = connectionOf('SuperiorConnection', SuperiorType);

builder.queryField('superiors', (t) =>
  t.field({
    type: SuperiorConnection,
    description: "A company's superiors, by family name.",
    args: { companyId: t.arg.id({ required: true }), search: t.arg.string(), ...pageArgs },
    resolve: (_, { companyId, ...options }, { actor, services }) => services.superiors.list(actor, companyId, options),
  }),
);
