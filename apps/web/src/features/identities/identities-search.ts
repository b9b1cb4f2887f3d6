import { TEXT } from '@checkwell/domain/constants';
import { SIGN_UP_SORT_FIELDS, SIGN_UP_STATES, signUpSortOf } from '@checkwell/domain/identity/sign-up-enums';
import { cursor, flag, oneOf, type SearchOf, searchParams, text } from '@checkwell/domain/lists/search-params';
import type { SignUpSort } from './identities.gql.ts';

/** The queue as it stands in the address; without a state, the waiting requests. */
export const identitiesSearch = searchParams({
  q: text(TEXT.search),
  state: oneOf(SIGN_UP_STATES),
  sort: oneOf(SIGN_UP_SORT_FIELDS),
  desc: flag,
  after: cursor,
});
export type IdentitiesSearch = SearchOf<typeof identitiesSearch>;

/** As the state has it, unless another order was chosen. */
export const sortOf = ({ state, sort, desc }: IdentitiesSearch): SignUpSort =>
  sort === undefined ? signUpSortOf(state ?? 'Pending') : { field: sort, direction: desc ? 'desc' : 'asc' };
