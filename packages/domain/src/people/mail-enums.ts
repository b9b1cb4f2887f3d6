/** The channels of messages; `Effect`: another side effect that failed permanently. */
export const MESSAGE_CHANNELS = ['Mail', 'Sms', 'Effect'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** States of a message. `delivered` for mails: only if the mail provider reports it. A mail that was sent and then failed has bounced. */
export const MAIL_STATES = ['queued', 'sent', 'delivered', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Fields by which the list of mails can be sorted; the first is the default, newest first. */
export const MAIL_SORT_FIELDS = ['createdAt', 'subject', 'recipient', 'companyName', 'state'] as const;
export type MailSortField = (typeof MAIL_SORT_FIELDS)[number];
