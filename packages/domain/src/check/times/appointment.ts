import { type CalendarDay, dayOf, timeOf } from '../../clock.ts';
import { WORKER_TRAVEL_KM } from '../../constants.ts';
import { holds, type StayAtHomeDuty, windowOn } from '../../law/deadlines/availability-window.ts';
import type { WorkerLanguage } from '../../people/enums.ts';
import { hoursOn, isAbsent, type WorkingHours } from '../../planning/exceptions.ts';
import { pointOf, roadKm, travelMinutes } from '../../planning/geo.ts';
import type { CheckLocation, CheckStatus, ProblemReason } from '../enums.ts';
import type { EventNote } from '../notes.ts';

/** What an appointment depends on, on the doctor's side. */
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

/** … and on the check's side. Coordinates are null when the address could not be located. */
export interface MissionFacts {
  readonly checkLocation: CheckLocation;
  readonly workerLanguage: WorkerLanguage;
  readonly authorizedExit: boolean;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** A way to travel for a check: of the worker to the office, or of the doctor to the worker. Estimates. */
export interface Trip {
  readonly km: number;
  readonly minutes: number;
}

/** The way that the check asks somebody to travel; null when nobody travels, or when the place is not known. */
export function tripOf(doctor: Pick<DoctorFacts, 'latitude' | 'longitude'>, check: MissionFacts): Trip | null {
  const place = pointOf(check);
  if (place === null || !isTravelled(check.checkLocation)) return null;
  const km = roadKm(place, doctor);
  return { km, minutes: travelMinutes(km) };
}

const isTravelled = (location: CheckLocation): boolean => location === 'House' || location === 'Office';

/** Kilometres beyond which the doctor may not get this check: own limit for a home visit, the worker's for the office. */
export const kmLimit = (doctor: Pick<DoctorFacts, 'maxKm'>, location: CheckLocation): number =>
  location === 'Office' ? WORKER_TRAVEL_KM.most : doctor.maxKm;

/** Why a doctor cannot have this check, whatever the planner wants. */
export type DoctorFault = 'inactive' | 'location' | 'distance';

/** Why this doctor cannot have this check; null when nothing forbids it. */
export function doctorFault(doctor: DoctorFacts, check: MissionFacts): DoctorFault | null {
  if (!doctor.active) return 'inactive';
  if (!doctor.locations.includes(check.checkLocation)) return 'location';
  const trip = tripOf(doctor, check);
  return trip !== null && trip.km > kmLimit(doctor, check.checkLocation) ? 'distance' : null;
}

/** What speaks against this appointment without forbidding it: the planner may have agreed it by telephone. */
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
    // Who may not leave home is visited there (dispatch.md 1).
    check.checkLocation === 'Office' && !check.authorizedExit && 'exitNotAuthorized',
  ];
  return notes.filter((note) => note !== false);
}

/**
 * Whether the appointment falls on a day on which the worker stays at home, but not wholly within the hours. On later days
 * there is no such duty: every reasonable hour is as good as another.
 */
function isOutsideDuty(duty: StayAtHomeDuty, incapacityStart: CalendarDay, appointmentStart: Date, appointmentMinutes: number): boolean {
  const window = windowOn(duty, incapacityStart, dayOf(appointmentStart));
  return window !== null && !holds(window, appointmentStart, new Date(appointmentStart.getTime() + appointmentMinutes * 60_000));
}

/** Whether the doctor's hours hold the whole appointment, and no absence a part of it. */
export function isAvailable(doctor: WorkingHours, appointmentStart: Date, appointmentMinutes: number): boolean {
  const end = new Date(appointmentStart.getTime() + appointmentMinutes * 60_000);
  if (dayOf(end) !== dayOf(appointmentStart)) return false;
  if (isAbsent(doctor, appointmentStart, end)) return false;
  return hoursOn(doctor, dayOf(appointmentStart)).some(
    (hours) => hours.fromTime <= timeOf(appointmentStart) && timeOf(end) <= hours.toTime,
  );
}

/** Problems for which nobody would be charged (domain.md 4.3): no doctor, or an employee who is back at work or in hospital. */
const NO_VISIT = ['DoctorUnavailable', 'WorkerResumed', 'Hospitalised'] as const satisfies readonly ProblemReason[];
export const owesNoFee = (reason: ProblemReason | null): boolean => NO_VISIT.some((known) => known === reason);

/**
 * The appointment that a cancellation fee counts from: the current one, or that waits for a problem to be solved;
 * none when the doctor is what is missing (domain.md 4.3: before a doctor accepted, cancelling is free), or when there is nothing
 * to check.
 */
export function standingAppointment(check: {
  readonly status: CheckStatus;
  readonly problemReason: ProblemReason | null;
  readonly appointmentStart: Date | null;
}): Date | null {
  const stands = check.status === 'WaitingForCheck' || (check.status === 'ModificationProblem' && !owesNoFee(check.problemReason));
  return stands ? check.appointmentStart : null;
}
