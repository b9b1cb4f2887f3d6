import { isEmployer, type Role } from '../../roles.ts';
import type { CheckLocation, CheckOccurence } from '../enums.ts';
import { type ToldRefusal, type ToldState, toldRefusal } from './told.ts';

/** Why a no-show cannot be recorded: a message key of `validation`. */
export type NoShowRefusal = ToldRefusal | 'noShowNoAttempt' | 'noShowNoCard';

/** The facts on which a no-show depends; instants are strings in data from the API. */
export interface NoShowFacts {
  readonly checkLocation: CheckLocation;
  readonly employeeTold: ToldState | null;
  /** null: hidden from a doctor who no longer sees the worker. */
  readonly authorizedExit: boolean | null;
  readonly appointmentStart: Date | string | null;
  /** The attempts that the doctor of the appointment recorded, each with the start of its visit; also those of earlier visits. */
  readonly attempts: readonly { readonly appointmentStart: Date | string }[];
}

/**
 * Why a check cannot be reported as a no-show; it hides the choice in the doctor's form and refuses the request. For an appointment the employee must
 * have been notified in time. For a home visit an attempt must be recorded, and the worker must not have been allowed to leave home: others only miss
 * the appointment on the card (domain.md 4.3).
 * @returns null: it can be reported
 */
export function noShowRefusal(check: NoShowFacts): NoShowRefusal | null {
  if (check.checkLocation !== 'House') return toldRefusal(check);
  if (!check.attempts.some((attempt) => isAttemptOf(attempt, check))) return 'noShowNoAttempt';
  return check.authorizedExit === false ? null : 'noShowNoCard';
}

/** Whether the doctor's attempt was at the current visit; one at an earlier visit, also of the same day, does not count. */
export const isAttemptOf = (
  attempt: NoShowFacts['attempts'][number],
  { appointmentStart }: Pick<NoShowFacts, 'appointmentStart'>,
): boolean => appointmentStart !== null && new Date(attempt.appointmentStart).getTime() === new Date(appointmentStart).getTime();

/**
 * Whether the role reads the recorded attempts of a check: planners and the doctor always, the employer only for a no-show, which attempts prove
 * (domain.md 4.6).
 */
export const readsAttempts = (role: Role, { checkOccurence }: { readonly checkOccurence: CheckOccurence | null }): boolean =>
  role === 'planner' || role === 'doctor' || role === 'system' || (isEmployer(role) && checkOccurence === 'NoShow');
