import { TEXT } from '@checkwell/domain/constants';
import { LISTS } from '@checkwell/domain/lists/lists';
import { flag, type SearchOf, searchParams, text } from '@checkwell/domain/lists/search-params';
import { COMPANY_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { CompanySort } from './companies.gql.ts';

/** The list of companies as it stands in the address; what does not fit is left out. */
export const companiesSearch = searchParams({
  ...LISTS.companies.inAddress,
  /** The form for a new client stands open, with what somebody who asked for access typed about their company. */
  add: flag,
  name: text(TEXT.name),
  companyNumber: text(TEXT.code),
  /** Whose request it was: it is decided about next. */
  signUp: text(TEXT.code),
});
export type CompaniesSearch = SearchOf<typeof companiesSearch>;

/** By name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: CompaniesSearch): CompanySort => ({
  field: sort ?? COMPANY_SORT_FIELDS[0],
  direction: desc ? 'desc' : 'asc',
});
