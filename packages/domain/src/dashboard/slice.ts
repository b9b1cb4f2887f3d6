import * as z from 'zod/mini';
import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_TIMINGS } from '../check/enums.ts';
import { choice, key } from '../validation.ts';
import { PROVINCES } from './provinces.ts';

/** Results of completed checks: the three segments of the columns by month. */
export const RESULTS = ['confirmed', 'earlyReturn', 'noShow'] as const;

/** One segment of a chart, such as the no-shows of a province, as a filter for the list of its checks. */
export const dashboardSliceRule = z.strictObject({
  result: z.nullish(choice(RESULTS, 'invalidChoice')),
  checkOccurence: z.nullish(choice(CHECK_OCCURRENCES, 'invalidChoice')),
  checkTiming: z.nullish(choice(CHECK_TIMINGS, 'invalidChoice')),
  checkLocation: z.nullish(choice(CHECK_LOCATIONS, 'invalidChoice')),
  province: z.nullish(choice(PROVINCES, 'invalidChoice')),
  /** Weekday of the check, 1 = Monday. */
  weekday: z.nullish(z.int().check(z.minimum(1, { error: key('invalidChoice') }), z.maximum(7, { error: key('invalidChoice') }))),
});
export type DashboardSlice = z.infer<typeof dashboardSliceRule>;
