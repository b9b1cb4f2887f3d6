import * as z from 'zod/mini';
import { daysInOrder } from '../clock.ts';
import { TEXT } from '../constants.ts';
import { choice, day, id, key, line } from '../validation.ts';
import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from './enums.ts';

/**
 * Filters of the list of certificates. `from`/`to`: incapacities that overlap these days; `activeOn`: that include this day.
 * `companyId` selects, it never gives a right.
 */
export const certificateFilterRule = z
  .strictObject({
    companyId: z.nullish(id()),
    superiorId: z.nullish(id()),
    entryType: z.nullish(choice(ENTRY_TYPES, 'invalidChoice')),
    certifType: z.nullish(choice(CERTIFICATE_TYPES, 'invalidChoice')),
    incapacityReason: z.nullish(choice(INCAPACITY_TYPES, 'invalidChoice')),
    from: z.nullish(day('filterStartRequired')),
    to: z.nullish(day('endDateRequired')),
    activeOn: z.nullish(day('dateInvalid')),
    employeeId: z.nullish(id()),
    search: z.nullish(line(TEXT.search)),
  })
  .check(z.refine(({ from, to }) => daysInOrder(from, to), { path: ['to'], error: key('endBeforeStart') }));
export type CertificateFilter = z.infer<typeof certificateFilterRule>;
