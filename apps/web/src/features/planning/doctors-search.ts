import { LISTS } from '@checkwell/domain/lists/lists';
import { type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';
import { DOCTOR_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { DoctorSort } from './planning.gql.ts';

/** The doctors' list as it stands in the address. */
export const doctorsSearch = searchParams(LISTS.doctors.inAddress);
export type DoctorsSearch = SearchOf<typeof doctorsSearch>;

/** By family name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: DoctorsSearch): DoctorSort => ({
  field: sort ?? DOCTOR_SORT_FIELDS[0],
  direction: desc ? 'desc' : 'asc',
});
