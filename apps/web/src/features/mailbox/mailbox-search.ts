import { TEXT } from '@checkwell/domain/constants';
import { cursor, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts';

/** What can become of a mail. */
export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;

/** The mailbox as it stands in the address. */
export const mailboxSearch = searchParams({ q: text(TEXT.search), state: oneOf(MAIL_STATES), after: cursor });
export type MailboxSearch = SearchOf<typeof mailboxSearch>;
