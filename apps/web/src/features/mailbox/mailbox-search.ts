import { TEXT } from '@checkwell/domain/constants';
import { cursor, flag, oneOf, type SearchOf, searchParams, text } from '@checkwell/domain/lists/search-params';
import { MAIL_SORT_FIELDS, MAIL_STATES } from '@checkwell/domain/people/mail-enums';
import type { MailSort } from './mailbox.gql.ts';

/** The mailbox as it stands in the address. */
export const mailboxSearch = searchParams({
  q: text(TEXT.search),
  state: oneOf(MAIL_STATES),
  sort: oneOf(MAIL_SORT_FIELDS),
  desc: flag,
  after: cursor,
});
export type MailboxSearch = SearchOf<typeof mailboxSearch>;

/** The newest first, unless another order was chosen. */
export const sortOf = ({ sort, desc }: MailboxSearch): MailSort => ({
  field: sort ?? MAIL_SORT_FIELDS[0],
  direction: sort === undefined || desc ? 'desc' : 'asc',
});
