import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';

/** The list of the provider's own people as it stands in the address; what does not fit is left out. */
export const teamSearch = searchParams(PLAIN_LISTS.team.inAddress);
export type TeamSearch = SearchOf<typeof teamSearch>;
