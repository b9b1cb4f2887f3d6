import { builder } from '../../graphql/builder.ts';
import { CheckType } from '../checks/checks.type.graphql.ts';

const holdArgs = (t: Parameters<Parameters<typeof builder.mutationFields>[0]>[0]) => ({
  id: t.arg.id({ required: true }),
  reason: t.arg.string({ required: true }),
});

builder.mutationFields((t) => ({
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
