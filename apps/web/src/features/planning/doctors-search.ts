import { ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { TEXT } from '@checkwell/domain/constants';
import { DOCTOR_SORT_FIELDS, WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { cursor, flag, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts';
import type { DoctorSort } from './planning.gql.ts';

/** The doctors' list as it stands in the address. */
export const doctorsSearch = searchParams({
  q: text(TEXT.search),
  language: oneOf(WORKER_LANGUAGES),
  location: oneOf(ORDERABLE_LOCATIONS),
  sort: oneOf(DOCTOR_SORT_FIELDS),
  desc: flag,
  after: cursor,
});
export type DoctorsSearch = SearchOf<typeof doctorsSearch>;

/** By family name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: DoctorsSearch): DoctorSort => ({
  field: sort ?? DOCTOR_SORT_FIELDS[0],
  direction: desc ? 'desc' : 'asc',
});
