import type { EmployeeErasure } from '@checkwell/domain/person/erasure';
import { builder } from '../../graphql/builder.ts';
import { CheckType } from '../checks/checks-type.graphql.ts';

const holdArgs = (t: Parameters<Parameters<typeof builder.mutationFields>[0]>[0]) => ({
  id: t.arg.id({ required: true }),
  reason: t.arg.string({ required: true }),
});

const EmployeeErasureType = builder.objectRef<EmployeeErasure>('EmployeeErasure').implement({
  description: 'What the erasure of an employee takes and keeps; before it, what it would.',
  fields: (t) => ({
    runningChecks: t.exposeInt('runningChecks', { description: 'Checks that have not ended: with one, nothing is erased.' }),
    checks: t.exposeInt('checks', { description: 'Ended checks that lose everything personal; status, days, outcome and prices stay.' }),
    heldChecks: t.exposeInt('heldChecks', {
      description: 'Ended checks that a legal hold keeps, with their certificate and the employee.',
    }),
    certificates: t.exposeInt('certificates', { description: 'Certificates that go with their files.' }),
    employeeStays: t.exposeBoolean('employeeStays', { description: "Whether the employee's own record stays." }),
  }),
});

builder.queryField('employeeErasure', (t) =>
  t.field({
    type: EmployeeErasureType,
    description: 'What erasing an employee would take and keep, as it stands.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.retention.employeeErasure(actor, id),
  }),
);

builder.mutationFields((t) => ({
  eraseEmployee: t.field({
    type: EmployeeErasureType,
    description: 'Erases an employee who asked for it, as far as nothing keeps them. The reason stands in the access log.',
    args: holdArgs(t),
    resolve: (_, { id, reason }, { actor, services }) => services.retention.eraseEmployee(actor, id, { reason }),
  }),
  holdCheck: t.field({
    type: CheckType,
    description:
      'Keeps a check that has ended, with all that belongs to it, beyond its retention period: a legal hold. The reason stands on it.',
    args: holdArgs(t),
    resolve: async (_, { id, reason }, { actor, services }) => {
      await services.retention.hold(actor, id, { reason });
      return services.checks.get(actor, id);
    },
  }),
  liftCheckHold: t.field({
    type: CheckType,
    description: 'Ends a legal hold. The reason stands in the access log.',
    args: holdArgs(t),
    resolve: async (_, { id, reason }, { actor, services }) => {
      await services.retention.liftHold(actor, id, { reason });
      return services.checks.get(actor, id);
    },
  }),
}));
