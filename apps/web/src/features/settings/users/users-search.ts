import { TEXT } from '@checkwell/domain/constants';
import { cursor, flag, oneOf, type SearchOf, searchParams, text } from '@checkwell/domain/lists/search-params';
import { ACCESS_TYPES, USER_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { UserSort } from '../settings.gql.ts';

/** The list of users as it stands in the address; what does not fit is left out. */
export const usersSearch = searchParams({
  q: text(TEXT.search),
  accesType: oneOf(ACCESS_TYPES),
  sort: oneOf(USER_SORT_FIELDS),
  desc: flag,
  after: cursor,
});
export type UsersSearch = SearchOf<typeof usersSearch>;

/** By family name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: UsersSearch): UserSort => ({
  field: sort ?? USER_SORT_FIELDS[0],
  direction: desc ? 'desc' : 'asc',
});
