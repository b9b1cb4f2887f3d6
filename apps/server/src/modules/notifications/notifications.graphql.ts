import { APP_NOTIFICATION_KINDS, DELIVERIES, NOTIFICATION_KINDS, NOTIFICATIONS_SHOWN } from '@checkwell/domain/people/notifications';
import { builder, rows } from '../../graphql/builder.ts';
import type { Notification, NotificationChoice } from './notifications.service.ts';

const NotificationKindType = builder.enumType('NotificationKind', { values: NOTIFICATION_KINDS });
const DeliveryType = builder.enumType('NotificationDelivery', {
  description: 'At once by mail, in one mail a day at 7:30, or in the application alone.',
  values: DELIVERIES,
});

const ChoiceType = builder.objectRef<NotificationChoice>('NotificationChoice').implement({
  description: 'How the caller gets a kind of message about checks.',
  fields: (t) => ({
    kind: t.expose('kind', { type: NotificationKindType }),
    delivery: t.expose('delivery', { type: DeliveryType }),
  }),
});

builder.queryField('notificationChoices', (t) =>
  t.field({
    type: [ChoiceType],
    extensions: rows(NOTIFICATION_KINDS.length),
    description: 'How the caller gets each kind of message that is for them.',
    args: { companyId: t.arg.id({ description: 'Required for employers; planners and doctors leave it out.' }) },
    resolve: async (_, { companyId }, { actor, services }) => [...(await services.notifications.choices(actor, companyId ?? null))],
  }),
);

const NotificationType = builder.objectRef<Notification>('Notification').implement({
  description: 'Something that the caller is told in the application.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: builder.enumType('AppNotificationKind', { values: APP_NOTIFICATION_KINDS }) }),
    at: t.expose('at', { type: 'DateTime' }),
    readAt: t.expose('readAt', { type: 'DateTime', nullable: true, description: 'null: not read yet.' }),
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

builder.mutationField('chooseNotification', (t) =>
  t.field({
    type: [ChoiceType],
    extensions: rows(NOTIFICATION_KINDS.length),
    description: 'The caller wants to get one kind otherwise. Answers as `notificationChoices` does.',
    args: {
      companyId: t.arg.id({ description: 'Required for employers; planners and doctors leave it out.' }),
      kind: t.arg({ type: NotificationKindType, required: true }),
      delivery: t.arg({ type: DeliveryType, required: true }),
    },
    resolve: async (_, { companyId, kind, delivery }, { actor, services }) => [
      ...(await services.notifications.choose(actor, companyId ?? null, { kind, delivery })),
    ],
  }),
);
