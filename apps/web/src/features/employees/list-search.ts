import { PAGE } from '@checkwell/domain/constants';
import { LISTS } from '@checkwell/domain/lists/lists';
import { flag, id, type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';
import { EMPLOYEE_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { EmployeeFilter, EmployeeSort } from './employees.gql.ts';

/** The list of employees as it stands in the address, with the drawer that is open; what does not fit is left out. */
export const employeesSearch = searchParams({ ...LISTS.employees.inAddress, add: flag, edit: id });
export type EmployeesSearch = SearchOf<typeof employeesSearch>;

/** What of the address changes the rows; a drawer does not. */
export type EmployeesListSearch = Omit<EmployeesSearch, 'add' | 'edit'>;
export const listPart = ({ add: _add, edit: _edit, ...list }: EmployeesSearch): EmployeesListSearch => list;

/** No filter at all. */
export const NO_FILTERS = { q: undefined, superiorId: undefined, employment: undefined } as const satisfies Partial<EmployeesSearch>;

/** How many filters are in force, the search apart. */
export const countFilters = ({ superiorId, employment }: EmployeesListSearch): number =>
  [superiorId, employment].filter((value) => value !== undefined).length;

/** By name, unless another order was chosen. */
export const sortOf = ({ sort, desc }: EmployeesListSearch): EmployeeSort => ({
  field: sort ?? EMPLOYEE_SORT_FIELDS[0],
  direction: desc ? 'desc' : 'asc',
});

interface Shown {
  readonly filter: EmployeeFilter;
  readonly sort: EmployeeSort;
}

/** What of the list is shown, whatever the page. */
export function shownEmployees(search: EmployeesListSearch, companyId: string | undefined): Shown {
  return {
    filter: {
      companyId: companyId ?? null,
      superiorId: search.superiorId ?? null,
      employment: search.employment === 'all' ? null : (search.employment ?? 'active'),
      search: search.q ?? null,
    },
    sort: sortOf(search),
  };
}

/** The page that the address asks for. */
export const employeesVariables = (search: EmployeesListSearch, companyId: string | undefined) => ({
  ...shownEmployees(search, companyId),
  first: PAGE.defaultSize,
  after: search.after ?? null,
});
