/** What can become of a mail that the product sends. */
export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The orders that the list of mails offers; the first is the default, newest first. */
export const MAIL_SORT_FIELDS = ['createdAt', 'subject', 'recipient', 'companyName', 'state'] as const;
export type MailSortField = (typeof MAIL_SORT_FIELDS)[number];
