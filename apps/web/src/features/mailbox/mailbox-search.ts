import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';

/** The mailbox as it stands in the address. */
export const mailboxSearch = searchParams(PLAIN_LISTS.mails.inAddress);
export type MailboxSearch = SearchOf<typeof mailboxSearch>;
