import * as z from 'zod/mini';
import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_TIMINGS } from '../check/enums.ts';
import { choice, key } from '../validation.ts';
import { PROVINCES } from './provinces.ts';

/** What a completed check led to: the three parts of the columns by month. */
export const RESULTS = ['confirmed', 'earlyReturn', 'noShow'] as const;

/** One part of a chart, such as the no-shows of a province: narrows the list of the checks behind it. */
export const dashboardSliceRule = z.strictObject({
  result: z.nullish(choice(RESULTS, 'invalidChoice')),
  checkOccurence: z.nullish(choice(CHECK_OCCURRENCES, 'invalidChoice')),
  checkTiming: z.nullish(choice(CHECK_TIMINGS, 'invalidChoice')),
  checkLocation: z.nullish(choice(CHECK_LOCATIONS, 'invalidChoice')),
  province: z.nullish(choice(PROVINCES, 'invalidChoice')),
  /** 1 = Monday, of the check. */
  weekday: z.nullish(z.int().check(z.minimum(1, { error: key('invalidChoice') }), z.maximum(7, { error: key('invalidChoice') }))),
});
export type DashboardSlice = z.infer<typeof dashboardSliceRule>;
