import { NOTIFICATION_KINDS } from '@checkwell/domain/people/notifications';
import { builder, rows } from '../../graphql/builder.ts';

const NotificationKindType = builder.enumType('NotificationKind', { values: NOTIFICATION_KINDS });

builder.queryField('mutedNotifications', (t) =>
  t.field({
    type: [NotificationKindType],
    extensions: rows(NOTIFICATION_KINDS.length),
    description: "Messages about the company's checks that the caller does not want; all others come by e-mail.",
    args: { companyId: t.arg.id({ required: true }) },
    resolve: async (_, { companyId }, { actor, services }) => [...(await services.notifications.getMuted(actor, companyId))],
  }),
);

builder.mutationField('setMutedNotifications', (t) =>
  t.field({
    type: [NotificationKindType],
    extensions: rows(NOTIFICATION_KINDS.length),
    args: { companyId: t.arg.id({ required: true }), kinds: t.arg({ type: [NotificationKindType], required: true }) },
    resolve: async (_, { companyId, kinds }, { actor, services }) => [...(await services.notifications.setMuted(actor, companyId, kinds))],
  }),
);
