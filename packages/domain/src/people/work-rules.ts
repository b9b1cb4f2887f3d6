import * as z from 'zod/mini';
import { type CalendarDay, minutesOfDay } from '../clock.ts';
import { WORK_RULE_LIMITS } from '../constants.ts';
import { NO_CERTIFICATE_DAYS } from '../law/absence-rules.ts';
import { availabilityLimits } from '../law/availability.ts';
import { findRule } from '../law/dated.ts';
import { across, choice, key, timeOfDay, type ValidationKey } from '../validation.ts';
import { staffCountRule } from './company.ts';

/** Legal basis of a duty to be at home for a control doctor (law/availability.ts). */
export const AVAILABILITY_BASES = ['SectorAgreement', 'CompanyAgreement', 'WorkRules'] as const;
export type AvailabilityBasis = (typeof AVAILABILITY_BASES)[number];

const wholeNumber = (max: number, error: ValidationKey) => z.int({ error }).check(z.minimum(1, { error }), z.maximum(max, { error }));

/** The fields of the duty, all set or all null. */
interface AvailabilityDuty {
  readonly availabilityDays: number | null;
  readonly availabilityFrom: string | null;
  readonly availabilityTo: string | null;
  readonly availabilityBasis: AvailabilityBasis | null;
}
const DUTY = ['availabilityDays', 'availabilityFrom', 'availabilityTo', 'availabilityBasis'] as const;

/**
 * A company's rules about absences, within the limits of the law in force `today`: the term for certificates in working days, whether it requires them from
 * the first day, and the hours in which workers must be at home for a control doctor (`availabilityDays`: first days of an absence; times HH:MM; all four
 * fields or none). `staffCount`: workers on 1 January.
 */
export function workRulesRule(today: CalendarDay) {
  const limits = availabilityLimits(today)?.value;
  const optOutBelow = findRule(NO_CERTIFICATE_DAYS, today)?.value.optOutBelowStaff ?? 0;
  const needed = (field: (typeof DUTY)[number]) =>
    across<AvailabilityDuty>([field], (duty) => duty[field] !== null || DUTY.every((name) => duty[name] === null), {
      path: field,
      error: key('required'),
    });
  return z
    .strictObject({
      staffCount: staffCountRule(),
      noCertificateOptOut: z.boolean({ error: key('required') }),
      certificateTermDays: z.nullable(wholeNumber(WORK_RULE_LIMITS.certificateTermDays, 'certificateTermRange')),
      availabilityDays: z.nullable(wholeNumber(WORK_RULE_LIMITS.availabilityDays, 'availabilityDaysRange')),
      availabilityFrom: z.nullable(timeOfDay()),
      availabilityTo: z.nullable(timeOfDay()),
      availabilityBasis: z.nullable(choice(AVAILABILITY_BASES, 'required')),
    })
    .check(
      across<{ staffCount: number; noCertificateOptOut: boolean }>(
        ['staffCount', 'noCertificateOptOut'],
        ({ staffCount, noCertificateOptOut }) => !noCertificateOptOut || staffCount < optOutBelow,
        { path: 'noCertificateOptOut', error: key('optOutSize') },
      ),
      needed('availabilityDays'),
      needed('availabilityFrom'),
      needed('availabilityTo'),
      needed('availabilityBasis'),
      across<AvailabilityDuty>(
        ['availabilityFrom', 'availabilityTo'],
        ({ availabilityFrom: from, availabilityTo: to }) => from === null || to === null || from < to,
        { path: 'availabilityTo', error: key('availabilityOrder') },
      ),
      across<AvailabilityDuty>(
        ['availabilityFrom', 'availabilityTo'],
        ({ availabilityFrom: from, availabilityTo: to }) =>
          from === null ||
          to === null ||
          from >= to ||
          (limits !== undefined &&
            from >= limits.earliest &&
            to <= limits.latest &&
            minutesOfDay(to) - minutesOfDay(from) <= limits.longestHours * 60),
        { path: 'availabilityTo', error: key('availabilityWindow') },
      ),
    );
}
export type WorkRulesInput = z.infer<ReturnType<typeof workRulesRule>>;
