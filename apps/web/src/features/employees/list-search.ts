import { PAGE } from '@checkwell/domain/constants';
import { LISTS, sortOf } from '@checkwell/domain/lists/lists';
import { flag, id, type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';
import type { EmployeeFilter, EmployeeSort } from './employees.gql.ts';

/** The list of employees as it is in the address, with the drawer that is open; what does not fit is left out. */
export const employeesSearch = searchParams({ ...LISTS.employees.inAddress, add: flag, edit: id });
export type EmployeesSearch = SearchOf<typeof employeesSearch>;

/** The part of the address that changes the rows, which a drawer does not. */
export type EmployeesListSearch = Omit<EmployeesSearch, 'add' | 'edit'>;
export const listPart = ({ add: _add, edit: _edit, ...list }: EmployeesSearch): EmployeesListSearch => list;

interface Shown {
  readonly filter: EmployeeFilter;
  readonly sort: EmployeeSort;
}

/** The filters and order of the list, without the page. */
export function shownEmployees(search: EmployeesListSearch, companyId: string | undefined): Shown {
  return {
    filter: {
      companyId: companyId ?? null,
      superiorId: search.superiorId ?? null,
      employment: search.employment === 'all' ? null : (search.employment ?? 'active'),
      search: search.q ?? null,
    },
    sort: sortOf(LISTS.employees, search),
  };
}

/** The page that the address asks for. */
export const employeesVariables = (search: EmployeesListSearch, companyId: string | undefined) => ({
  ...shownEmployees(search, companyId),
  first: PAGE.defaultSize,
  after: search.after ?? null,
});
