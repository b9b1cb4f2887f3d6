import { LISTS } from '@checkwell/domain/lists/lists';
import { type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';

/** The doctors' list as it stands in the address. */
export const doctorsSearch = searchParams(LISTS.doctors.inAddress);
export type DoctorsSearch = SearchOf<typeof doctorsSearch>;
