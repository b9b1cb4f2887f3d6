import { PAGE } from '@checkwell/domain/constants';
import { type ListSearch, PLAIN_LISTS, sortOf } from '@checkwell/domain/lists/lists';
import { gqlQuery } from '../../../lib/api/query.ts';
import { TeamDocument } from './team.gql.ts';

/** One page of the provider's own people. */
export const teamQuery = (search: ListSearch<'team'>) =>
  gqlQuery({
    document: TeamDocument,
    variables: {
      filter: { kind: search.kind ?? null, search: search.q ?? null },
      sort: sortOf(PLAIN_LISTS.team, search),
      first: PAGE.defaultSize,
      after: search.after ?? null,
    },
    topics: ['user'],
    keepPrevious: true,
  });
