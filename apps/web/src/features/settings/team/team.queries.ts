import { PAGE } from '@checkwell/domain/constants';
import { gqlQuery } from '../../../lib/api/query.ts';
import { TeamDocument } from './team.gql.ts';
import { sortOf, type TeamSearch } from './team-search.ts';

/** One page of the provider's own people. */
export const teamQuery = (search: TeamSearch) =>
  gqlQuery({
    document: TeamDocument,
    variables: {
      filter: { kind: search.kind ?? null, search: search.q ?? null },
      sort: sortOf(search),
      first: PAGE.defaultSize,
      after: search.after ?? null,
    },
    topics: ['user'],
    keepPrevious: true,
  });
