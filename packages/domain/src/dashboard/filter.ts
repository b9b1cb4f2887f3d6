import * as z from 'zod/mini';
import { day, id, key } from '../validation.ts';

/** What narrows the dashboard (specification, section 2). `companyId` selects, it never gives a right. */
export const dashboardFilterRule = z
  .strictObject({
    companyId: z.nullish(id()),
    superiorId: z.nullish(id()),
    from: z.nullish(day('filterStartRequired')),
    to: z.nullish(day('endDateRequired')),
  })
  .check(z.refine(({ from, to }) => !from || !to || to >= from, { path: ['to'], error: key('endBeforeStart') }));
export type DashboardFilter = z.infer<typeof dashboardFilterRule>;
