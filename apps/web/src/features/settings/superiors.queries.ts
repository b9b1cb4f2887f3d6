import { PAGE } from '@checkwell/domain/constants';
import { SUPERIOR_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { gqlQuery } from '../../lib/query.ts';
import { CompanySuperiorsDocument, type SuperiorSort } from './superiors.gql.ts';
import type { SuperiorsListSearch } from './superiors-search.ts';

/** By family name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: SuperiorsListSearch): SuperiorSort => ({
  field: sort ?? SUPERIOR_SORT_FIELDS[0],
  direction: desc ? 'desc' : 'asc',
});

/** One page of the company's superiors. */
export const superiorsQuery = (search: SuperiorsListSearch, companyId: string) =>
  gqlQuery({
    document: CompanySuperiorsDocument,
    variables: { companyId, search: search.q ?? null, sort: sortOf(search), first: PAGE.defaultSize, after: search.after ?? null },
    topics: ['superior'],
    keepPrevious: true,
  });
