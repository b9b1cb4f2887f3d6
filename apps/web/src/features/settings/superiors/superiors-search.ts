import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { flag, type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';

/** The list of superiors as it is in the address; `add`: with the form for a new one open. */
export const superiorsSearch = searchParams({ ...PLAIN_LISTS.superiors.inAddress, add: flag });
export type SuperiorsSearch = SearchOf<typeof superiorsSearch>;

/** The part of the address that changes the rows, which the form does not. */
export type SuperiorsListSearch = Omit<SuperiorsSearch, 'add'>;
