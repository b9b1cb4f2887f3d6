import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';

/** The list of users as it stands in the address; what does not fit is left out. */
export const usersSearch = searchParams(PLAIN_LISTS.users.inAddress);
export type UsersSearch = SearchOf<typeof usersSearch>;
