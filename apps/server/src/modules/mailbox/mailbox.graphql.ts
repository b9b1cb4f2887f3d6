import { MAIL_FAILURES, SEND_AGAIN, SEND_AGAIN_MAX } from '@checkwell/domain/messages/failures';
import { MAIL_SORT_FIELDS, MAIL_STATES, MESSAGE_CHANNELS } from '@checkwell/domain/people/mail-enums';
import { builder, connectionOf, MessageFailureType, pageArgs, rows, sortInput } from '../../graphql/builder.ts';
import type { MailView, SentAgain, SentMail } from './mailbox.service.ts';

const MailStateType = builder.enumType('MailState', { values: MAIL_STATES });

const MessageChannelType = builder.enumType('MessageChannel', { values: MESSAGE_CHANNELS });

export const MailFailureType = builder.enumType('MailFailure', { values: MAIL_FAILURES });

const SendAgainType = builder.enumType('SendAgain', {
  description: 'Whether a message that failed can be sent again: it can; what it says is over; it left once, or what it said is not kept.',
  values: SEND_AGAIN,
});

const SentMailType = builder.objectRef<SentMail>('SentMail').implement({
  description: 'A mail or text message that left, or waits to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    channel: t.expose('channel', { type: MessageChannelType }),
    recipient: t.exposeString('recipient', { description: 'An e-mail address or a mobile number.' }),
    language: t.exposeString('language', { description: 'en, fr, nl or de.' }),
    template: t.exposeString('template', { description: 'Kind of mail.' }),
    subject: t.exposeString('subject', { description: 'Subject of a mail; for a text message its text in the demo, else empty.' }),
    state: t.expose('state', { type: MailStateType }),
    error: t.exposeString('error', { description: "The last error of the recipient's server; empty when nothing went wrong." }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    companyName: t.exposeString('companyName', { nullable: true, description: 'null: the message is not about a company.' }),
    failure: t.expose('failure', {
      type: MessageFailureType,
      nullable: true,
      description: 'Why it failed for good; null: it has not failed for good.',
    }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts that failed.' }),
    sendAgain: t.expose('sendAgain', {
      type: SendAgainType,
      nullable: true,
      description: 'Whether the message can be sent again; null: it has not failed.',
    }),
  }),
});

const MailAttachmentType = builder.objectRef<MailView['attachments'][number]>('MailAttachment').implement({
  fields: (t) => ({
    fileName: t.exposeString('fileName'),
    mediaType: t.exposeString('mediaType'),
    byteSize: t.exposeInt('byteSize'),
    url: t.exposeString('url', { description: 'Needs the Authorization header.' }),
  }),
});

const MessageEventType = builder.objectRef<MailView['events'][number]>('MessageEvent').implement({
  description: 'A state that a mail or text message came to after it was written.',
  fields: (t) => ({
    state: t.expose('state', { type: MailStateType }),
    code: t.exposeString('code', {
      description: 'For mails the enhanced status code, for text messages the code of the gateway; empty without one.',
    }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
});

const MailType = builder.objectRef<MailView>('Mail').implement({
  description: 'A mail or text message with what it said; outside the demo only its recipient knows that.',
  fields: (t) => ({
    id: t.exposeID('id'),
    channel: t.expose('channel', { type: MessageChannelType }),
    recipient: t.exposeString('recipient'),
    language: t.exposeString('language', { description: 'en, fr, nl or de.' }),
    subject: t.exposeString('subject'),
    state: t.expose('state', { type: MailStateType }),
    error: t.exposeString('error'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    companyName: t.exposeString('companyName', { nullable: true }),
    template: t.exposeString('template'),
    failure: t.expose('failure', { type: MessageFailureType, nullable: true }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true }),
    attempts: t.exposeInt('attempts'),
    sendAgain: t.expose('sendAgain', { type: SendAgainType, nullable: true }),
    htmlUrl: t.exposeString('htmlUrl', { nullable: true, description: 'For a frame; opens without signing in, for ten minutes.' }),
    plainText: t.exposeString('plainText', { nullable: true }),
    events: t.field({
      type: [MessageEventType],
      description: 'States of the message, oldest first.',
      extensions: rows(5),
      resolve: ({ events }) => [...events],
    }),
    attachments: t.field({ type: [MailAttachmentType], extensions: rows(5), resolve: ({ attachments }) => [...attachments] }),
  }),
});

const MailSort = sortInput('Mail', MAIL_SORT_FIELDS);

builder.queryFields((t) => ({
  mails: t.field({
    type: connectionOf('MailConnection', SentMailType),
    description: "For the provider's team, newest first, unless sorted otherwise.",
    args: {
      search: t.arg.string({ description: 'Words of recipient and subject.' }),
      state: t.arg({ type: MailStateType }),
      sort: t.arg({ type: MailSort }),
      ...pageArgs,
    },
    resolve: (_, options, { actor, services }) => services.mailbox.list(actor, options),
  }),
  mail: t.field({
    type: MailType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.mailbox.get(actor, id),
  }),
}));

const SentAgainType = builder.objectRef<SentAgain>('SentAgain').implement({
  fields: (t) => ({
    sent: t.exposeInt('sent', { description: 'Number of messages that wait to be sent again.' }),
    skipped: t.exposeInt('skipped', {
      description: 'Number of messages that have meanwhile not failed any more, or cannot be sent again.',
    }),
  }),
});

builder.mutationFields((t) => ({
  sendAgain: t.field({
    type: SentAgainType,
    description: `For the provider's team: tries again what failed for good. At most ${SEND_AGAIN_MAX} at once.`,
    args: { ids: t.arg.idList({ required: true }) },
    resolve: (_, { ids }, { actor, services }) => services.mailbox.sendAgain(actor, ids),
  }),
}));
