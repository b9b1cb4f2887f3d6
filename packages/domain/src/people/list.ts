import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES, TEXT } from '../constants.ts';
import { choice, id, line } from '../validation.ts';
import { ACCESS_TYPES, EMPLOYMENTS, TEAM_KINDS } from './enums.ts';

/** Filters of lists of people. `companyId` only selects: it gives no access. */
export const employeeFilterRule = z.strictObject({
  companyId: z.nullish(id()),
  superiorId: z.nullish(id()),
  employment: z.nullish(choice(EMPLOYMENTS, 'invalidChoice')),
  search: z.nullish(line(TEXT.search)),
});
export type EmployeeFilter = z.infer<typeof employeeFilterRule>;

export const userFilterRule = z.strictObject({
  companyId: id('companyRequired'),
  accesType: z.nullish(choice(ACCESS_TYPES, 'invalidChoice')),
  /** Users who work in this language. */
  language: z.nullish(choice(INTERFACE_LANGUAGES, 'invalidChoice')),
  search: z.nullish(line(TEXT.search)),
});
export type UserFilter = z.infer<typeof userFilterRule>;

export const teamFilterRule = z.strictObject({
  kind: z.nullish(choice(TEAM_KINDS, 'invalidChoice')),
  search: z.nullish(line(TEXT.search)),
});
export type TeamFilter = z.infer<typeof teamFilterRule>;

export const companyFilterRule = z.strictObject({
  language: z.nullish(choice(INTERFACE_LANGUAGES, 'invalidChoice')),
  search: z.nullish(line(TEXT.search)),
  /** Only companies without an address for invoices. */
  withoutInvoiceAddress: z.nullish(z.boolean()),
});
export type CompanyFilter = z.infer<typeof companyFilterRule>;
