import { PAGE } from '@checkwell/domain/constants';
import { PLAIN_LISTS, sortOf } from '@checkwell/domain/lists/lists';
import { superiorsQuery } from '../../../lib/records/superiors.ts';
import type { SuperiorsListSearch } from './superiors-search.ts';

/** One page of the company's superiors, as the address asks for it. */
export function superiorsListQuery(search: SuperiorsListSearch, companyId: string) {
  const { field, direction } = sortOf(PLAIN_LISTS.superiors, search);
  const query = { search: search.q ?? null, sort: field, direction, first: PAGE.defaultSize, after: search.after ?? null };
  return superiorsQuery(companyId, query, true);
}
