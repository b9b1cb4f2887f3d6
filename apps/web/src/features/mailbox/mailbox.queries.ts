import { PAGE } from '@checkwell/domain/constants';
import { gqlQuery } from '../../lib/api/query.ts';
import { MailDocument, MailsDocument } from './mailbox.gql.ts';
import { type MailboxSearch, sortOf } from './mailbox-search.ts';

export const mailsQuery = (search: MailboxSearch) =>
  gqlQuery({
    document: MailsDocument,
    variables: {
      search: search.q ?? null,
      state: search.state ?? null,
      sort: sortOf(search),
      first: PAGE.defaultSize,
      after: search.after ?? null,
    },
    keepPrevious: true,
  });

/** The address of its frame is good for some minutes only, so an older answer is asked for again. */
export const mailQuery = (id: string) => gqlQuery({ document: MailDocument, variables: { id } });
