import { MAIL_SORT_FIELDS, MAIL_STATES, MESSAGE_CHANNELS } from '@checkwell/domain/people/mail-enums';
import { builder, connectionOf, pageArgs, rows, sortInput } from '../../graphql/builder.ts';
import type { MailView, SentMail } from './mailbox.service.ts';

const MailStateType = builder.enumType('MailState', { values: MAIL_STATES });

const MessageChannelType = builder.enumType('MessageChannel', { values: MESSAGE_CHANNELS });

const SentMailType = builder.objectRef<SentMail>('SentMail').implement({
  description: 'A mail or text message that left, or waits to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    channel: t.expose('channel', { type: MessageChannelType }),
    recipient: t.exposeString('recipient', { description: 'An e-mail address or a mobile number.' }),
    language: t.exposeString('language', { description: 'en, fr, nl or de.' }),
    template: t.exposeString('template', { description: 'Kind of mail.' }),
    subject: t.exposeString('subject', { description: 'Of a text message what it says, in the demo; else empty.' }),
    state: t.expose('state', { type: MailStateType }),
    error: t.exposeString('error', { description: "What the recipient's server said last; empty when nothing went wrong." }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    companyName: t.exposeString('companyName', { nullable: true, description: 'null: a mail about no company.' }),
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
    htmlUrl: t.exposeString('htmlUrl', { nullable: true, description: 'For a frame; opens without signing in, for ten minutes.' }),
    plainText: t.exposeString('plainText', { nullable: true }),
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
