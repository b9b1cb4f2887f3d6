import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { id, line } from '../validation.ts';

/** Lists of people: what narrows them. `companyId` selects, it never gives a right. */
export const employeeFilterRule = z.strictObject({
  companyId: z.nullish(id()),
  superiorId: z.nullish(id()),
  search: z.nullish(line(TEXT.search)),
});
export type EmployeeFilter = z.infer<typeof employeeFilterRule>;

export const userFilterRule = z.strictObject({
  companyId: id('companyRequired'),
  search: z.nullish(line(TEXT.search)),
});
export type UserFilter = z.infer<typeof userFilterRule>;

export const searchRule = z.nullish(line(TEXT.search));
