import { API_TOKEN_STATES } from '@checkwell/domain/identity/api-token';
import { AccessTypeType, builder, rows } from '../../graphql/builder.ts';
import type { ApiToken, CreatedApiToken } from './api-tokens.service.ts';

const ApiTokenStateType = builder.enumType('ApiTokenState', { values: API_TOKEN_STATES });

const ApiTokenType = builder.objectRef<ApiToken>('ApiToken').implement({
  description: 'A token with which another program acts for the company, never beyond its access type.',
  fields: (t) => ({
    id: t.exposeID('id'),
    companyId: t.exposeID('companyId'),
    name: t.exposeString('name'),
    prefix: t.exposeString('prefix', {
      description: 'The beginning of the token, to tell it apart; the rest is known to its owner alone.',
    }),
    accesType: t.expose('accesType', { type: AccessTypeType }),
    state: t.expose('state', { type: ApiTokenStateType }),
    createdByFullName: t.exposeString('createdByFullName', { description: 'Empty when that user is no longer known.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token was last used, accurate to a minute; null if it never was.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
  }),
});

const CreatedApiTokenType = builder.objectRef<CreatedApiToken>('CreatedApiToken').implement({
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The whole token, `cwk_…`, for the Authorization header. It is shown this once.' }),
    apiToken: t.expose('apiToken', { type: ApiTokenType }),
  }),
});

const ApiTokenInput = builder.inputType('ApiTokenInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    accesType: t.field({ type: AccessTypeType, required: true }),
    expiresInDays: t.int({ required: true, description: '30, 90 or 365.' }),
  }),
});

builder.queryField('apiTokens', (t) =>
  t.field({
    type: [ApiTokenType],
    extensions: rows(50),
    description: 'Valid tokens come first, then the newest.',
    args: { companyId: t.arg.id({ required: true }) },
    resolve: async (_, { companyId }, { actor, services }) => [...(await services.apiTokens.list(actor, companyId))],
  }),
);

builder.mutationFields((t) => ({
  createApiToken: t.field({
    type: CreatedApiTokenType,
    args: { companyId: t.arg.id({ required: true }), input: t.arg({ type: ApiTokenInput, required: true }) },
    resolve: (_, { companyId, input }, { actor, services }) => services.apiTokens.create(actor, companyId, { ...input }),
  }),
  revokeApiToken: t.field({
    type: ApiTokenType,
    description: 'Revokes the token at once.',
    args: { companyId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (_, { companyId, id }, { actor, services }) => services.apiTokens.revoke(actor, companyId, id),
  }),
}));
