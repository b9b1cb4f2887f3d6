import { ROLES } from '@checkwell/domain/roles';
import { AccessTypeType, builder, InterfaceLanguageType, RoleType, rows, weight } from '../../graphql/builder.ts';
import type { FlagService } from '../feature-flags/feature-flags.service.ts';
import type { Viewer, ViewerCompany } from './viewer.service.ts';

/** Codes of abilities hold a dot, so they are no values of a GraphQL enumeration. */
const OVER_SOMETHING = 'Codes such as `check.order`: what the viewer may do to at least something';

const ViewerCompanyType = builder.objectRef<ViewerCompany>('ViewerCompany').implement({
  description: 'One of the companies that an employer belongs to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    accesType: t.expose('accesType', { type: AccessTypeType, nullable: true }),
    superiorId: t.exposeID('superiorId', { nullable: true, description: 'The superior record that is the viewer in this company.' }),
    abilities: t.field({
      type: ['String'],
      extensions: rows(50),
      description: `${OVER_SOMETHING} of this company.`,
      resolve: ({ abilities }) => [...abilities],
    }),
    fields: t.field({
      type: ['String'],
      extensions: rows(50),
      description: 'Protected fields, such as `companyTotalPrice`, that the viewer sees of the checks of this company.',
      resolve: ({ fields }) => [...fields],
    }),
  }),
});

const FlagServiceType = builder.objectRef<FlagService>('FlagService').implement({
  description: 'Another service that pages ask about feature flags.',
  fields: (t) => ({
    clientId: t.exposeID('clientId', { description: 'Public id of its environment.' }),
    relayUrl: t.exposeString('relayUrl', {
      nullable: true,
      description: 'Origin of a proxy that is asked in its place; null: its own addresses.',
    }),
    userCode: t.exposeString('userCode', {
      nullable: true,
      description: 'Key of the viewer at that service; null: their e-mail address.',
    }),
  }),
});

const ViewerType = builder.objectRef<Viewer>('Viewer').implement({
  description: 'Who asks, and what the screens may offer them.',
  fields: (t) => ({
    profileId: t.exposeID('profileId'),
    userName: t.exposeString('userName', { description: 'The e-mail address.' }),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    language: t.expose('language', { type: InterfaceLanguageType }),
    role: t.expose('role', { type: RoleType, description: 'The role with the most rights.' }),
    roles: t.field({ type: [RoleType], extensions: rows(ROLES.length), resolve: ({ roles }) => [...roles] }),
    abilities: t.field({
      type: ['String'],
      extensions: rows(50),
      description: `${OVER_SOMETHING}.`,
      resolve: ({ abilities }) => [...abilities],
    }),
    fields: t.field({
      type: ['String'],
      extensions: rows(50),
      description: 'Protected fields, such as `companyTotalPrice`, that the viewer sees of every check within reach.',
      resolve: ({ fields }) => [...fields],
    }),
    companies: t.field({
      type: [ViewerCompanyType],
      extensions: rows(20),
      description: 'The companies of an employer, by name; empty for the provider.',
      resolve: ({ companies }) => [...companies],
    }),
    doctorId: t.exposeID('doctorId', { nullable: true }),
    flagService: t.field({
      type: FlagServiceType,
      extensions: weight(10),
      nullable: true,
      description: 'null: this server answers (OFREP).',
      resolve: (_, __, { actor, services }) => services.featureFlags.external(actor),
    }),
    demo: t.exposeBoolean('demo', { description: 'Whether this is a demonstration with made-up data.' }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    resolve: (_, __, { actor, services }) => services.viewer.get(actor),
  }),
);
