import { PAGE } from '@checkwell/domain/constants';
import { type ListSearch, PLAIN_LISTS, sortOf } from '@checkwell/domain/lists/lists';
import { gqlQuery } from '../../lib/api/query.ts';
import { MailDocument, MailsDocument } from './mailbox.gql.ts';

export const mailsQuery = (search: ListSearch<'mails'>) =>
  gqlQuery({
    document: MailsDocument,
    variables: {
      search: search.q ?? null,
      state: search.state ?? null,
      sort: sortOf(PLAIN_LISTS.mails, search),
      first: PAGE.defaultSize,
      after: search.after ?? null,
    },
    keepPrevious: true,
    topics: ['message'],
  });

/** The address of the frame is valid for a few minutes, so an older response is loaded again. */
export const mailQuery = (id: string) => gqlQuery({ document: MailDocument, variables: { id }, topics: ['message'] });
