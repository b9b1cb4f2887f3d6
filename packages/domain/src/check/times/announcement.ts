import type { CheckLocation, CheckOccurence, CheckStatus } from '../enums.ts';
import { tookPlace } from '../result/outcome.ts';

/**
 * How exactly an employer knows when a check takes place (docs/decisions/0051). Planners and the doctor plan by the minute; a
 * home visit is not announced to the worker, so the employer, who may tell, knows its day alone until it is over.
 */
export type AppointmentPrecision = 'minute' | 'day';

/** Where the worker is expected at a certain minute. Everything else, also what is not known, counts as a visit. */
export const ANNOUNCED_LOCATIONS = ['Office', 'Telecheck'] as const satisfies readonly CheckLocation[];

/** Whether the worker is told the minute of a check at this location. */
export const isAnnounced = (location: CheckLocation): boolean => ANNOUNCED_LOCATIONS.some((announced) => announced === location);

/** What the precision depends on. */
export interface AnnouncementFacts {
  readonly status: CheckStatus;
  readonly checkLocation: CheckLocation;
  readonly checkOccurence: CheckOccurence | null;
  readonly appointmentEnd: Date | null;
}

/**
 * To the minute: an appointment that was announced and stands, and whatever is over. By its day: everything else. While a problem is
 * open the location may no longer be the one for which the appointment was made: a change of it would reveal the minute.
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
    // Of what was cancelled before its time, the time is told once it is over.
    case 'Archived':
      return tookPlace({ checkOccurence }) || (appointmentEnd !== null && appointmentEnd <= now) ? 'minute' : 'day';
  }
}
