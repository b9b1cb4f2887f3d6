import * as z from 'zod/mini';
import { daysInOrder } from '../clock.ts';
import { TEXT } from '../constants.ts';
import { SEARCH_STATES } from '../offers/states.ts';
import { choice, day, id, key, line, maxLength } from '../validation.ts';
import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_STATUSES, CHECK_TIMINGS, COMMENT_REVIEWS } from './enums.ts';

/**
 * The filter of a list of checks. `from`/`to`: for checks in progress the day of the order; for reports the day of the check, or of archiving if it
 * has none. `companyId` only selects: it gives no access.
 */
export const checkFilterRule = z
  .strictObject({
    companyId: z.nullish(id()),
    superiorId: z.nullish(id()),
    status: z.nullish(
      z.array(choice(CHECK_STATUSES, 'invalidChoice')).check(maxLength(CHECK_STATUSES.length, { error: key('invalidChoice') })),
    ),
    checkTiming: z.nullish(choice(CHECK_TIMINGS, 'invalidChoice')),
    checkLocation: z.nullish(choice(CHECK_LOCATIONS, 'invalidChoice')),
    checkOccurence: z.nullish(
      z.array(choice(CHECK_OCCURRENCES, 'invalidChoice')).check(maxLength(CHECK_OCCURRENCES.length, { error: key('invalidChoice') })),
    ),
    /** Only for users who may see the review (policy.ts). */
    commentReview: z.nullish(
      z.array(choice(COMMENT_REVIEWS, 'invalidChoice')).check(maxLength(COMMENT_REVIEWS.length, { error: key('invalidChoice') })),
    ),
    /** The state of the last search for a doctor; for planners. */
    doctorSearch: z.nullish(choice(SEARCH_STATES, 'invalidChoice')),
    /** Current appointments of which the employee was not notified, or too late. */
    employeeNotTold: z.nullish(z.boolean({ error: 'invalidChoice' })),
    /** Current appointments whose employee reported another address, which no planner has dealt with yet; for planners. */
    otherAddress: z.nullish(z.boolean({ error: 'invalidChoice' })),
    /** Results that a planner must review before the employer reads them (check/quality). */
    resultHeld: z.nullish(z.boolean({ error: 'invalidChoice' })),
    from: z.nullish(day('filterStartRequired')),
    to: z.nullish(day('endDateRequired')),
    employeeId: z.nullish(id()),
    certificateId: z.nullish(id()),
    doctorId: z.nullish(id()),
    search: z.nullish(line(TEXT.search)),
  })
  .check(z.refine(({ from, to }) => daysInOrder(from, to), { path: ['to'], error: key('endBeforeStart') }));
export type CheckFilter = z.infer<typeof checkFilterRule>;
