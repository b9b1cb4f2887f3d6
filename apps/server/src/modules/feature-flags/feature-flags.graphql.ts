import { FLAG_NAMES } from '@checkwell/domain/flags/flags';
import { builder, rows } from '../../graphql/builder.ts';
import type { FeatureFlag } from './feature-flags.service.ts';

const FlagNameType = builder.enumType('FlagName', { values: FLAG_NAMES });

const FlagCompanyType = builder.objectRef<FeatureFlag['companies'][number]>('FeatureFlagCompany').implement({
  description: 'A company with an answer of its own, whatever the share.',
  fields: (t) => ({
    companyId: t.exposeID('companyId'),
    companyName: t.exposeString('companyName'),
    enabled: t.exposeBoolean('enabled'),
  }),
});

const FeatureFlagType = builder.objectRef<FeatureFlag>('FeatureFlag').implement({
  description: 'The companies for which a feature is on.',
  fields: (t) => ({
    name: t.expose('name', { type: FlagNameType }),
    enabled: t.exposeBoolean('enabled', { description: 'false: off for everybody.' }),
    percentage: t.exposeInt('percentage', { description: 'Share of the companies that have no answer of their own.' }),
    companies: t.field({ type: [FlagCompanyType], extensions: rows(50), resolve: ({ companies }) => [...companies] }),
    version: t.exposeInt('version', { description: '0: nobody has set it yet.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true }),
    updatedBy: t.exposeString('updatedBy', { nullable: true }),
  }),
});

const FeatureFlagCompanyInput = builder.inputType('FeatureFlagCompanyInput', {
  fields: (t) => ({ companyId: t.id({ required: true }), enabled: t.boolean({ required: true }) }),
});

const FeatureFlagInput = builder.inputType('FeatureFlagInput', {
  fields: (t) => ({
    enabled: t.boolean({ required: true }),
    percentage: t.int({ required: true }),
    companies: t.field({ type: [FeatureFlagCompanyInput], required: true }),
  }),
});

builder.queryField('featureFlags', (t) =>
  t.field({
    type: [FeatureFlagType],
    extensions: rows(20),
    description: "For the provider's team.",
    resolve: async (_, _args, { actor, services }) => [...(await services.featureFlags.list(actor))],
  }),
);

builder.mutationField('setFeatureFlag', (t) =>
  t.field({
    type: FeatureFlagType,
    description: 'Takes effect at once, on open screens too.',
    args: {
      name: t.arg({ type: FlagNameType, required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: FeatureFlagInput, required: true }),
    },
    resolve: (_, { name, version, input }, { actor, services }) => services.featureFlags.set(actor, name, version, input),
  }),
);
