/** How a message leaves the product; `Effect`: something else that it had to do and gave up. */
export const MESSAGE_CHANNELS = ['Mail', 'Sms', 'Effect'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** What can become of a message that the product sends. That a mail was delivered is known only where a provider reports it. A failed mail that was sent came back. */
export const MAIL_STATES = ['queued', 'sent', 'delivered', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The orders that the list of mails offers; the first is the default, newest first. */
export const MAIL_SORT_FIELDS = ['createdAt', 'subject', 'recipient', 'companyName', 'state'] as const;
export type MailSortField = (typeof MAIL_SORT_FIELDS)[number];
