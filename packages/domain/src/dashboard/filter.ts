import * as z from 'zod/mini';
import { daysInOrder } from '../clock.ts';
import { across, choice, day, id, key } from '../validation.ts';
import { PERIODS, type PeriodChoice, periodName } from './period.ts';

/** For chosen days a start is required, and the end may not be before it (specification, section 5). */
const startGiven = (chosen: PeriodChoice): boolean => periodName(chosen) !== 'dates' || Boolean(chosen.from);
const inOrder = (chosen: PeriodChoice): boolean => periodName(chosen) !== 'dates' || daysInOrder(chosen.from, chosen.to);

/** The filter of the dashboard (specification, section 2). `companyId` only selects and gives no access; without it, all companies of the actor. */
export const dashboardFilterRule = z
  .strictObject({
    companyId: z.nullish(id()),
    superiorId: z.nullish(id()),
    period: z.nullish(choice(PERIODS, 'invalidChoice')),
    from: z.nullish(day('filterStartRequired')),
    to: z.nullish(day('endDateRequired')),
  })
  .check(
    across(['period', 'from'], startGiven, { path: 'from', error: key('filterStartRequired') }),
    across(['period', 'from', 'to'], inOrder, { path: 'to', error: key('endBeforeStart') }),
  );
export type DashboardFilter = z.infer<typeof dashboardFilterRule>;
