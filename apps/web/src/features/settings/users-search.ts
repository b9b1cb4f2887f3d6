import { TEXT } from '@checkwell/domain/constants';
import { cursor, type SearchOf, searchParams, text } from '../../lib/search-params.ts';

/** The list of users as it stands in the address; what does not fit is left out. */
export const usersSearch = searchParams({ q: text(TEXT.search), after: cursor });
export type UsersSearch = SearchOf<typeof usersSearch>;
