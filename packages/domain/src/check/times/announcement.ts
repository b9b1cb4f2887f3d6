import type { CheckLocation, CheckOccurence, CheckStatus } from '../enums.ts';
import { tookPlace } from '../result/outcome.ts';

/**
 * How precisely an employer knows when a check takes place (docs/decisions/0051). Planners and the doctor always know the minute. A home visit is not
 * announced to the worker, so the employer, who might warn the worker, knows only its day until it is over.
 */
export type AppointmentPrecision = 'minute' | 'day';

/** Locations at which the worker is expected at a certain time. All others, `Unknown` included, count as home visits. */
export const ANNOUNCED_LOCATIONS = ['Office', 'Telecheck'] as const satisfies readonly CheckLocation[];

/** Whether the worker is told the time of a check at this location. */
export const isAnnounced = (location: CheckLocation): boolean => ANNOUNCED_LOCATIONS.some((announced) => announced === location);

/** The facts on which the precision depends. */
export interface AnnouncementFacts {
  readonly status: CheckStatus;
  readonly checkLocation: CheckLocation;
  readonly checkOccurence: CheckOccurence | null;
  readonly appointmentEnd: Date | null;
}

/**
 * The employer's precision: the minute for a current, announced appointment and for one that is over, otherwise the day. While a problem is open
 * it is the day, because the location may have changed since the appointment was made: changing a home visit to another location would reveal its time.
 */
export function employerPrecision(
  { status, checkLocation, checkOccurence, appointmentEnd }: AnnouncementFacts,
  now: Date,
): AppointmentPrecision {
  switch (status) {
    case 'Reception':
    case 'Planning':
    case 'ModificationProblem':
      return 'day';
    case 'WaitingForCheck':
      return isAnnounced(checkLocation) ? 'minute' : 'day';
    // The time of a cancelled appointment is visible once it is over.
    case 'Archived':
      return tookPlace({ checkOccurence }) || (appointmentEnd !== null && appointmentEnd <= now) ? 'minute' : 'day';
  }
}
