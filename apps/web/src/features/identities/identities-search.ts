import { type SignUpSort, signUpSortOf } from '@checkwell/domain/identity/sign-up-enums';
import { type ListSearch, sortOf } from '@checkwell/domain/lists/lists';

/** Without a state: the waiting requests. */
export type IdentitiesSearch = ListSearch<'signUps'>;

/** The chosen order, else the usual one of the state. */
export const identitiesSort = (search: IdentitiesSearch): SignUpSort => sortOf({ first: signUpSortOf(search.state ?? 'Pending') }, search);
