import { isEmployer, type Role } from '../../roles.ts';
import type { CheckLocation, CheckOccurence } from '../enums.ts';
import { type ToldRefusal, type ToldState, toldRefusal } from './told.ts';
import { firstTapOf } from './visit.ts';

/** Why a no-show cannot be recorded: a key of `validation`. */
export type NoShowRefusal = ToldRefusal | 'noShowNoAttempt' | 'noShowNoCard';

/** What a no-show depends on; instants as the server has them, or as they travel. */
export interface NoShowFacts {
  readonly checkLocation: CheckLocation;
  readonly employeeTold: ToldState | null;
  /** null for those who do not see the worker any more. */
  readonly authorizedExit: boolean | null;
  readonly appointmentStart: Date | string | null;
  readonly attemptedAt: Date | string | null;
}

/**
 * Whether somebody who was not examined may be reported as a no-show; it offers the choice in the doctor's form and refuses the request. An
 * appointment rests on what the employee was told. A visit rests on its attempt; who may leave home was not bound to be there, and
 * misses only the appointment of the card (domain.md 4.3).
 * @returns null: it may be recorded
 */
export function noShowRefusal(check: NoShowFacts): NoShowRefusal | null {
  if (check.checkLocation !== 'House') return toldRefusal(check);
  if (check.authorizedExit !== false) return isAttempted(check) ? 'noShowNoCard' : 'noShowNoAttempt';
  return isAttempted(check) ? null : 'noShowNoAttempt';
}

/** Whether an attempt of the current visit was recorded; one of a visit before it does not count. */
export const isAttempted = ({ appointmentStart, attemptedAt }: Pick<NoShowFacts, 'appointmentStart' | 'attemptedAt'>): boolean =>
  appointmentStart !== null && attemptedAt !== null && new Date(attemptedAt) > firstTapOf(new Date(appointmentStart));

/**
 * Who reads what was recorded of an attempt: planners and the doctor; the employer once it is a no-show, which rests on it (domain.md 4.6).
 */
export const readsAttempts = (role: Role, { checkOccurence }: { readonly checkOccurence: CheckOccurence | null }): boolean =>
  role === 'planner' || role === 'doctor' || role === 'system' || (isEmployer(role) && checkOccurence === 'NoShow');
