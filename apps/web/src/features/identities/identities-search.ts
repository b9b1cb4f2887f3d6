import { type SignUpSort, signUpSortOf } from '@checkwell/domain/identity/sign-up-enums';
import { PLAIN_LISTS, sortOf } from '@checkwell/domain/lists/lists';
import { type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';

/** The queue as it stands in the address; without a state, the waiting requests. */
export const identitiesSearch = searchParams(PLAIN_LISTS.signUps.inAddress);
export type IdentitiesSearch = SearchOf<typeof identitiesSearch>;

/** As the state has it, unless another order was chosen. */
export const identitiesSort = (search: IdentitiesSearch): SignUpSort => sortOf({ first: signUpSortOf(search.state ?? 'Pending') }, search);
