import { TEXT } from '@checkwell/domain/constants';
import { SIGN_UP_STATES } from '@checkwell/domain/identity/sign-up-enums';
import { cursor, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts';

/** The queue as it stands in the address; without a state, the waiting requests. */
export const identitiesSearch = searchParams({ q: text(TEXT.search), state: oneOf(SIGN_UP_STATES), after: cursor });
export type IdentitiesSearch = SearchOf<typeof identitiesSearch>;
