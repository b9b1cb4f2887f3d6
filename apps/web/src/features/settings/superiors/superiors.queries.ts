import { PAGE } from '@checkwell/domain/constants';
import { SUPERIOR_SORT_FIELDS, type SuperiorSortField } from '@checkwell/domain/people/enums';
import { superiorsQuery } from '../../../lib/records/superiors.ts';
import type { SuperiorsListSearch } from './superiors-search.ts';

/** By family name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: SuperiorsListSearch): { readonly field: SuperiorSortField; readonly direction: 'asc' | 'desc' } => ({
  field: sort ?? SUPERIOR_SORT_FIELDS[0],
  direction: desc ? 'desc' : 'asc',
});

/** One page of the company's superiors, as the address asks for it. */
export function superiorsListQuery(search: SuperiorsListSearch, companyId: string) {
  const { field, direction } = sortOf(search);
  const query = { search: search.q ?? null, sort: field, direction, first: PAGE.defaultSize, after: search.after ?? null };
  return superiorsQuery(companyId, query, true);
}
