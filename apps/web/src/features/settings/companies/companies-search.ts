import { INTERFACE_LANGUAGES, TEXT } from '@checkwell/domain/constants';
import { COMPANY_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { cursor, flag, oneOf, type SearchOf, searchParams, text } from '../../../lib/search-params.ts';
import type { CompanySort } from './companies.gql.ts';

/** The list of companies as it stands in the address; what does not fit is left out. */
export const companiesSearch = searchParams({
  q: text(TEXT.search),
  language: oneOf(INTERFACE_LANGUAGES),
  sort: oneOf(COMPANY_SORT_FIELDS),
  desc: flag,
  after: cursor,
  /** Those alone without an address for invoices. */
  noAddress: flag,
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
