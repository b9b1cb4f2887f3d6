import { PAGE } from '@checkwell/domain/constants';
import { gqlQuery } from '../../lib/query.ts';
import { MailDocument, MailsDocument } from './mailbox.gql.ts';
import type { MailboxSearch } from './mailbox-search.ts';

export const mailsQuery = ({ q, state, after }: MailboxSearch) =>
  gqlQuery({
    document: MailsDocument,
    variables: { search: q ?? null, state: state ?? null, first: PAGE.defaultSize, after: after ?? null },
    keepPrevious: true,
  });

/** The address of its frame is good for some minutes only, so an older answer is asked for again. */
export const mailQuery = (id: string) => gqlQuery({ document: MailDocument, variables: { id } });
