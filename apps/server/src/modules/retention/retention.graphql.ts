import type { EmployeeErasure } from '@checkwell/domain/person/erasure';
import { builder } from '../../graphql/builder.ts';
import { CheckType } from '../checks/checks-type.graphql.ts';

const holdArgs = (t: Parameters<Parameters<typeof builder.mutationFields>[0]>[0]) => ({
  id: t.arg.id({ required: true }),
  reason: t.arg.string({ required: true }),
});

const EmployeeErasureType = builder.objectRef<EmployeeErasure>('EmployeeErasure').implement({
  description: 'What the erasure of an employee removes and keeps, or would, in a preview.',
  fields: (t) => ({
    runningChecks: t.exposeInt('runningChecks', { description: 'Open checks: if there is one, nothing is erased.' }),
    checks: t.exposeInt('checks', {
      description: 'Archived checks whose personal data are erased; status, days, outcome and prices stay.',
    }),
    heldChecks: t.exposeInt('heldChecks', {
      description: 'Archived checks kept by a legal hold, with their certificate and the employee.',
    }),
    certificates: t.exposeInt('certificates', { description: 'Certificates that are deleted with their files.' }),
    employeeStays: t.exposeBoolean('employeeStays', {
      description: "Whether the employee's record stays, because of a check under legal hold.",
    }),
  }),
});

builder.queryField('employeeErasure', (t) =>
  t.field({
    type: EmployeeErasureType,
    description: 'Preview: what erasing the employee now would remove and keep.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.retention.employeeErasure(actor, id),
  }),
);

builder.mutationFields((t) => ({
  eraseEmployee: t.field({
    type: EmployeeErasureType,
    description: 'Erases an employee at their request, except what a legal hold keeps. The reason is stored in the access log.',
    args: holdArgs(t),
    resolve: (_, { id, reason }, { actor, services }) => services.retention.eraseEmployee(actor, id, { reason }),
  }),
  holdCheck: t.field({
    type: CheckType,
    description:
      'Sets a legal hold: keeps an archived check, with all that belongs to it, beyond its retention period. The reason is stored on the check and in the access log.',
    args: holdArgs(t),
    resolve: async (_, { id, reason }, { actor, services }) => {
      await services.retention.hold(actor, id, { reason });
      return services.checks.get(actor, id);
    },
  }),
  liftCheckHold: t.field({
    type: CheckType,
    description: 'Lifts a legal hold. The reason is stored in the access log.',
    args: holdArgs(t),
    resolve: async (_, { id, reason }, { actor, services }) => {
      await services.retention.liftHold(actor, id, { reason });
      return services.checks.get(actor, id);
    },
  }),
}));
