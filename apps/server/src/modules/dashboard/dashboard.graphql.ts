import type { Dashboard, MonthCount, NameCount } from '@checkwell/domain/dashboard/definitions';
import { builder } from '../../graphql/builder.ts';

const MonthCountType = builder.objectRef<MonthCount>('MonthCount').implement({
  fields: (t) => ({ month: t.exposeString('month', { description: 'YYYY-MM.' }), count: t.exposeInt('count') }),
});

const NameCountType = builder.objectRef<NameCount>('NameCount').implement({
  fields: (t) => ({ name: t.exposeString('name', { description: 'Value of the enumeration.' }), count: t.exposeInt('count') }),
});

const DashboardType = builder.objectRef<Dashboard>('Dashboard').implement({
  description: 'Figures on the checks that the caller reaches. What each one counts: domain/dashboard/definitions.ts.',
  fields: (t) => ({
    completedChecks: t.exposeInt('completedChecks', { description: 'With a result, no-shows included.' }),
    completedPerMonth: t.field({ type: [MonthCountType], resolve: ({ completedPerMonth }) => [...completedPerMonth] }),
    earlyReturnDays: t.exposeInt('earlyReturnDays'),
    impactDays: t.exposeInt('impactDays', { description: 'Days of early return, and the whole periods of no-shows.' }),
    impactCount: t.exposeInt('impactCount'),
    impactProportion: t.exposeFloat('impactProportion', { nullable: true, description: '0 to 1; null below five completed checks.' }),
    averageAbsenceDays: t.exposeFloat('averageAbsenceDays', { nullable: true }),
    medianAbsenceDays: t.exposeFloat('medianAbsenceDays', { nullable: true }),
    absenceCount: t.exposeInt('absenceCount'),
    timing: t.field({ type: [NameCountType], resolve: ({ timing }) => [...timing] }),
    location: t.field({ type: [NameCountType], resolve: ({ location }) => [...location] }),
    occurrences: t.field({ type: [NameCountType], resolve: ({ occurrences }) => [...occurrences] }),
    operationalSuccessRate: t.exposeFloat('operationalSuccessRate', {
      nullable: true,
      description: '0 to 1: share of checks for which a doctor was found.',
    }),
    operationalBase: t.exposeInt('operationalBase'),
    averageDistanceKm: t.exposeFloat('averageDistanceKm', { nullable: true, description: 'Office checks, estimated road kilometres.' }),
    medianDistanceKm: t.exposeFloat('medianDistanceKm', { nullable: true }),
    distanceCount: t.exposeInt('distanceCount'),
    averageCheckMinutes: t.exposeFloat('averageCheckMinutes', {
      nullable: true,
      description: 'Office checks, minutes of the examination.',
    }),
    medianCheckMinutes: t.exposeFloat('medianCheckMinutes', { nullable: true }),
    durationCount: t.exposeInt('durationCount'),
    openChecks: t.exposeInt('openChecks'),
  }),
});

builder.queryFields((t) => ({
  dashboard: t.field({
    type: DashboardType,
    extensions: { cost: 2000 }, // reads the whole period's checks
    args: { companyId: t.arg.id(), superiorId: t.arg.id(), from: t.arg({ type: 'Date' }), to: t.arg({ type: 'Date' }) },
    resolve: (_, filter, { actor, services }) => services.dashboard.read(actor, filter),
  }),
}));
