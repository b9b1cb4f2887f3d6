import { APP_NOTIFICATION_KINDS, NOTIFICATION_KINDS, NOTIFICATIONS_SHOWN } from '@checkwell/domain/people/notifications';
import { builder, rows } from '../../graphql/builder.ts';
import type { Notification } from './notifications.service.ts';

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

const NotificationType = builder.objectRef<Notification>('Notification').implement({
  description: 'Something that the caller is told in the application.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: builder.enumType('AppNotificationKind', { values: APP_NOTIFICATION_KINDS }) }),
    at: t.expose('at', { type: 'DateTime' }),
    readAt: t.expose('readAt', { type: 'DateTime', nullable: true, description: 'null: not yet.' }),
    companyId: t.exposeID('companyId'),
    checkId: t.exposeID('checkId'),
    companyName: t.exposeString('companyName'),
    workerFullName: t.exposeString('workerFullName', { description: 'Empty for those who do not see it.' }),
    isOver: t.exposeBoolean('isOver', { description: 'The check has ended: it stands among the reports.' }),
  }),
});

builder.queryField('notifications', (t) =>
  t.field({
    type: [NotificationType],
    extensions: rows(NOTIFICATIONS_SHOWN),
    description: `The caller's own, the newest ${NOTIFICATIONS_SHOWN}, of checks that they still reach.`,
    resolve: async (_, _args, { actor, services }) => [...(await services.notifications.list(actor))],
  }),
);

builder.mutationField('readNotifications', (t) =>
  t.field({
    type: [NotificationType],
    extensions: rows(NOTIFICATIONS_SHOWN),
    description: 'The caller has seen these. Answers as `notifications` does.',
    args: { ids: t.arg.idList({ required: true }) },
    resolve: async (_, { ids }, { actor, services }) => [...(await services.notifications.read(actor, ids))],
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
