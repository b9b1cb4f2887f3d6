import { type CalendarDay, dayOf, timeOf } from '../../clock.ts';
import { WORKER_TRAVEL_KM } from '../../constants.ts';
import { holds, type StayAtHomeDuty, windowOn } from '../../law/deadlines/availability-window.ts';
import type { WorkerLanguage } from '../../people/enums.ts';
import { hoursOn, isAbsent, type WorkingHours } from '../../planning/exceptions.ts';
import { pointOf, roadKm, travelMinutes } from '../../planning/geo.ts';
import type { CheckLocation, CheckStatus, ProblemReason } from '../enums.ts';
import type { EventNote } from '../notes.ts';

/** The facts of a doctor on which an appointment depends. */
export interface DoctorFacts extends WorkingHours {
  readonly active: boolean;
  readonly languages: readonly WorkerLanguage[];
  readonly locations: readonly CheckLocation[];
  /** The furthest that the doctor drives to a worker, km. */
  readonly maxKm: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Weekly hours, Belgian time; weekday 1 = Monday. */
  readonly availabilities: readonly Availability[];
}
export interface Availability {
  readonly weekday: number;
  readonly fromTime: string;
  readonly toTime: string;
}

/** The facts of a check on which an appointment depends. Coordinates are null if the address could not be located. */
export interface MissionFacts {
  readonly checkLocation: CheckLocation;
  readonly workerLanguage: WorkerLanguage;
  readonly authorizedExit: boolean;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The estimated travel for a check, one way: of the worker to the practice, or of the doctor to the worker. */
export interface Trip {
  readonly km: number;
  readonly minutes: number;
}

/** The travel for a check; null: nobody travels, or the place is not known. */
export function tripOf(doctor: Pick<DoctorFacts, 'latitude' | 'longitude'>, check: MissionFacts): Trip | null {
  const place = pointOf(check);
  if (place === null || !isTravelled(check.checkLocation)) return null;
  const km = roadKm(place, doctor);
  return { km, minutes: travelMinutes(km) };
}

const isTravelled = (location: CheckLocation): boolean => location === 'House' || location === 'Office';

/** The most kilometres for this check: the doctor's own limit for a home visit, the worker's limit for a practice. */
export const kmLimit = (doctor: Pick<DoctorFacts, 'maxKm'>, location: CheckLocation): number =>
  location === 'Office' ? WORKER_TRAVEL_KM.max : doctor.maxKm;

/** Why a doctor cannot have a check; a planner cannot override it. */
export type DoctorExclusion = 'inactive' | 'location' | 'distance';

/** Why this doctor cannot have this check; null: the doctor can. */
export function doctorExclusion(doctor: DoctorFacts, check: MissionFacts): DoctorExclusion | null {
  if (!doctor.active) return 'inactive';
  if (!doctor.locations.includes(check.checkLocation)) return 'location';
  const trip = tripOf(doctor, check);
  return trip !== null && trip.km > kmLimit(doctor, check.checkLocation) ? 'distance' : null;
}

/** Warnings about an appointment that do not forbid it, because the planner may have agreed on it by telephone. */
export function appointmentNotes(
  doctor: DoctorFacts,
  check: MissionFacts & { readonly incapacityStartDate: CalendarDay },
  appointmentStart: Date,
  appointmentMinutes: number,
  duty: StayAtHomeDuty | null,
): readonly EventNote[] {
  const trip = tripOf(doctor, check);
  const notes: (EventNote | false)[] = [
    !doctor.languages.includes(check.workerLanguage) && 'languageNotSpoken',
    !isAvailable(doctor, appointmentStart, appointmentMinutes) && 'outsideAvailability',
    check.checkLocation === 'House' &&
      duty !== null &&
      isOutsideDuty(duty, check.incapacityStartDate, appointmentStart, appointmentMinutes) &&
      'outsideWorkerAvailability',
    check.checkLocation === 'Office' && trip !== null && trip.km > WORKER_TRAVEL_KM.usual && 'farForWorker',
    isTravelled(check.checkLocation) && trip === null && 'placeUnknown',
    // A worker who may not leave home must be visited there (dispatch.md 1).
    check.checkLocation === 'Office' && !check.authorizedExit && 'exitNotAuthorized',
  ];
  return notes.filter((note) => note !== false);
}

/**
 * Whether the appointment is on a day on which the worker must be at home, but not wholly within the hours. False on later days, when there is no such
 * duty.
 */
function isOutsideDuty(duty: StayAtHomeDuty, incapacityStart: CalendarDay, appointmentStart: Date, appointmentMinutes: number): boolean {
  const window = windowOn(duty, incapacityStart, dayOf(appointmentStart));
  return window !== null && !holds(window, appointmentStart, new Date(appointmentStart.getTime() + appointmentMinutes * 60_000));
}

/** Whether the whole appointment is within the doctor's hours and overlaps no absence. */
export function isAvailable(doctor: WorkingHours, appointmentStart: Date, appointmentMinutes: number): boolean {
  const end = new Date(appointmentStart.getTime() + appointmentMinutes * 60_000);
  if (dayOf(end) !== dayOf(appointmentStart)) return false;
  if (isAbsent(doctor, appointmentStart, end)) return false;
  return hoursOn(doctor, dayOf(appointmentStart)).some(
    (hours) => hours.fromTime <= timeOf(appointmentStart) && timeOf(end) <= hours.toTime,
  );
}

/** Problems with which a check is not charged (domain.md 4.3): no doctor, or an employee who is back at work or in hospital. */
const NO_VISIT = ['DoctorUnavailable', 'WorkerResumed', 'Hospitalised'] as const satisfies readonly ProblemReason[];
/** Whether cancelling a check with this problem is free. */
export const owesNoFee = (reason: ProblemReason | null): boolean => NO_VISIT.some((known) => known === reason);

/**
 * The start of the appointment on which a cancellation fee is based: the current appointment, also while a problem is open. null if the problem is
 * that the doctor dropped out (domain.md 4.3: before a doctor accepted, cancelling is free) or that there is nothing to check.
 */
export function chargeableAppointment(check: {
  readonly status: CheckStatus;
  readonly problemReason: ProblemReason | null;
  readonly appointmentStart: Date | null;
}): Date | null {
  const stands = check.status === 'WaitingForCheck' || (check.status === 'ModificationProblem' && !owesNoFee(check.problemReason));
  return stands ? check.appointmentStart : null;
}
