import { PAGE, TEXT } from '@checkwell/domain/constants';
import { EMPLOYEE_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { cursor, flag, id, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts';
import type { EmployeesQueryVariables } from './employees.gql.ts';

/** The list of employees as it stands in the address, with the drawer that is open; what does not fit is left out. */
export const employeesSearch = searchParams({
  q: text(TEXT.search),
  superiorId: id,
  sort: oneOf(EMPLOYEE_SORT_FIELDS),
  desc: flag,
  after: cursor,
  add: flag,
  edit: id,
});
export type EmployeesSearch = SearchOf<typeof employeesSearch>;

/** What of the address changes the rows; a drawer does not. */
export type EmployeesListSearch = Omit<EmployeesSearch, 'add' | 'edit'>;
export const listPart = ({ add: _add, edit: _edit, ...list }: EmployeesSearch): EmployeesListSearch => list;

/** By name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: EmployeesListSearch) =>
  ({ field: sort ?? EMPLOYEE_SORT_FIELDS[0], direction: desc ? 'desc' : 'asc' }) as const;

export function employeesVariables(search: EmployeesListSearch, companyId: string | undefined): EmployeesQueryVariables {
  return {
    filter: { companyId: companyId ?? null, superiorId: search.superiorId ?? null, search: search.q ?? null },
    sort: sortOf(search),
    first: PAGE.defaultSize,
    after: search.after ?? null,
  };
}
