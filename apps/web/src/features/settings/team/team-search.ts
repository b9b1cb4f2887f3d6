import { TEXT } from '@checkwell/domain/constants';
import { cursor, flag, oneOf, type SearchOf, searchParams, text } from '@checkwell/domain/lists/search-params';
import { TEAM_KINDS, TEAM_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { TeamMemberSort } from './team.gql.ts';

/** The list of the provider's own people as it stands in the address; what does not fit is left out. */
export const teamSearch = searchParams({
  q: text(TEXT.search),
  kind: oneOf(TEAM_KINDS),
  sort: oneOf(TEAM_SORT_FIELDS),
  desc: flag,
  after: cursor,
});
export type TeamSearch = SearchOf<typeof teamSearch>;

/** By family name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: TeamSearch): TeamMemberSort => ({
  field: sort ?? TEAM_SORT_FIELDS[0],
  direction: desc ? 'desc' : 'asc',
});
