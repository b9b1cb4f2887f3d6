import { PAGE, TEXT } from '@checkwell/domain/constants';
import { EMPLOYEE_SORT_FIELDS } from '@checkwell/domain/people/list';
import * as z from 'zod/mini';
import type { EmployeesQueryVariables } from './employees.gql.ts';

const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** The list of employees as it stands in the address, with the drawer that is open; what does not fit is left out. */
export const employeesSearch = z.object({
  q: lenient(z.string().check(z.minLength(1), z.maxLength(TEXT.search))),
  superiorId: lenient(z.guid()),
  sort: lenient(z.enum(EMPLOYEE_SORT_FIELDS)),
  desc: lenient(z.boolean()),
  after: lenient(z.string()),
  add: lenient(z.literal(true)),
  edit: lenient(z.guid()),
});
export type EmployeesSearch = z.infer<typeof employeesSearch>;

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
