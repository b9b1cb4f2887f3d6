import { ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { TEXT } from '@checkwell/domain/constants';
import { WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { cursor, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts';

/** The doctors' list as it stands in the address. */
export const doctorsSearch = searchParams({
  q: text(TEXT.search),
  language: oneOf(WORKER_LANGUAGES),
  location: oneOf(ORDERABLE_LOCATIONS),
  after: cursor,
});
export type DoctorsSearch = SearchOf<typeof doctorsSearch>;
