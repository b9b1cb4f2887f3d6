import { TEXT } from '@checkwell/domain/constants';
import { LISTS } from '@checkwell/domain/lists/lists';
import { flag, type SearchOf, searchParams, text } from '@checkwell/domain/lists/search-params';

/** The list of companies as it is in the address; what does not fit is left out. */
export const companiesSearch = searchParams({
  ...LISTS.companies.inAddress,
  /** The form for a new client is open, with what somebody who asked for access typed about their company. */
  add: flag,
  name: text(TEXT.name),
  companyNumber: text(TEXT.code),
  /** Id of the request for access, which is decided next. */
  signUp: text(TEXT.code),
});
export type CompaniesSearch = SearchOf<typeof companiesSearch>;
