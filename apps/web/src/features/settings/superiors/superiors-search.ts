import { TEXT } from '@checkwell/domain/constants';
import { cursor, flag, oneOf, type SearchOf, searchParams, text } from '@checkwell/domain/lists/search-params';
import { SUPERIOR_SORT_FIELDS } from '@checkwell/domain/people/enums';

/** The list of superiors as it stands in the address; `add`: with the form for a new one open. */
export const superiorsSearch = searchParams({
  q: text(TEXT.search),
  sort: oneOf(SUPERIOR_SORT_FIELDS),
  desc: flag,
  after: cursor,
  add: flag,
});
export type SuperiorsSearch = SearchOf<typeof superiorsSearch>;

/** What of the address changes the rows; the form does not. */
export type SuperiorsListSearch = Omit<SuperiorsSearch, 'add'>;
