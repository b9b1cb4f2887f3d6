import { type DoctorFacts, doctorExclusion, type MissionFacts, tripOf } from '../check/times/appointment.ts';
import { addDays, type CalendarDay, instantAt, minutesOfDay } from '../clock.ts';
import { APPOINTMENT_MINUTES, REASONABLE_HOURS, WORKER_TRAVEL_KM } from '../constants.ts';
import { FEDERAL_KM_RATES } from '../law/km-rate.ts';
import { hoursOn, isAbsent } from './exceptions.ts';

/**
 * Which doctor for which check: by value, not by distance alone (dispatch.md 1: by value reaches 88 to 97 % of the
 * optimum, the nearest doctor 63 to 67 %). Euro are the one scale; the weights are defaults of the product.
 */
export const RANKING = {
  /** Value of a check that takes place. */
  check: 30,
  /** The latest known federal flat rate. */
  perKm: FEDERAL_KM_RATES[0].perKm / 10_000,
  perMinute: 0.5,
  /** An examination without a common language. */
  languageNotSpoken: 20,
  /** No free appointment that day: a planner has to telephone, and the doctor may decline. */
  noFreeSlot: 60,
  /** Each mission of that day, to spread the work and keep room for urgent checks. */
  perMissionThatDay: 2,
  /** Thresholds of "near" and "busy" in the reasons. */
  nearKm: 10,
  busyMissions: 5,
} as const;

/** Reasons for the rank of a doctor. Their texts are in packages/messages. */
export const RANKING_REASONS = [
  'speaksLanguage',
  'languageNotSpoken',
  'nearest',
  'near',
  'farForWorker',
  'placeUnknown',
  'earliest',
  'freeSlots',
  'noFreeSlot',
  'absent',
  'freeDay',
  'busyDay',
] as const;
export type RankingReason = (typeof RANKING_REASONS)[number];
/** Reasons that are left out if they apply to every doctor of the list. */
const COMMONPLACE: readonly RankingReason[] = ['speaksLanguage', 'near', 'freeSlots', 'freeDay'];

export interface Busy {
  readonly start: Date;
  readonly end: Date;
}

export interface Candidate extends DoctorFacts {
  readonly id: string;
  /** Appointments of the day in question. */
  readonly appointments: readonly Busy[];
}

/** A check to place, with its period. */
export interface Placeable extends MissionFacts {
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
}

export interface RankedDoctor {
  readonly id: string;
  /** null: nobody travels, or the place is not known. */
  readonly distanceKm: number | null;
  readonly travelMinutes: number | null;
  readonly speaksLanguage: boolean;
  readonly offersLocation: boolean;
  readonly missionsThatDay: number;
  /** Starts of free appointments of that day, earliest first. */
  readonly freeSlots: readonly Date[];
  /** Euro; higher is better. */
  readonly score: number;
  /** What distinguishes this doctor from the others of the list, and all warnings. */
  readonly reasons: readonly RankingReason[];
}

/**
 * The doctors who can have the check on that day, best first. Equal scores: nearer first, then by id, so that the order is stable.
 * @param from the earliest beginning that is proposed (`soonestProposed` of check/times/told.ts)
 */
export function rankDoctors(check: Placeable, candidates: readonly Candidate[], day: CalendarDay, from: Date): readonly RankedDoctor[] {
  const ranked = candidates
    .filter((doctor) => doctorExclusion(doctor, check) === null)
    .map((doctor) => rank(check, doctor, day, from))
    .toSorted((a, b) => b.score - a.score || (a.distanceKm ?? 0) - (b.distanceKm ?? 0) || (a.id < b.id ? -1 : 1));
  return ranked.length < 2 ? ranked : tellApart(ranked);
}

/** Removes reasons that apply to all, and adds who is the single nearest and the single first free doctor. */
function tellApart(ranked: readonly RankedDoctor[]): readonly RankedDoctor[] {
  const common = COMMONPLACE.filter((reason) => ranked.every(({ reasons }) => reasons.includes(reason)));
  const isNearest = isLeast(ranked.map(({ distanceKm }) => distanceKm));
  const isEarliest = isLeast(ranked.map(({ freeSlots: [first] }) => first?.getTime() ?? null));
  return ranked.map((doctor) => {
    const added: RankingReason[] = [];
    if (isNearest(doctor.distanceKm)) added.push('nearest');
    if (isEarliest(doctor.freeSlots[0]?.getTime() ?? null)) added.push('earliest');
    const without: readonly RankingReason[] = added.includes('nearest') ? [...common, 'near'] : common;
    const reasons = [...doctor.reasons.filter((reason) => !without.includes(reason)), ...added];
    return { ...doctor, reasons: RANKING_REASONS.filter((reason) => reasons.includes(reason)) };
  });
}

/** A test whether a value is the single smallest one. */
function isLeast(values: readonly (number | null)[]): (value: number | null) => boolean {
  const known = values.filter((value) => value !== null);
  const least = Math.min(...known);
  const isAlone = known.filter((value) => value === least).length === 1;
  return (value) => isAlone && value === least;
}

/** A doctor and the start of an appointment. */
export interface Choice {
  readonly doctorId: string;
  readonly start: Date;
}

/**
 * What is proposed of a day: of an optimised check the best doctor's first free appointment, else the first one of all, with the best of
 * those who have it. null: nobody is free.
 * @param ranked best first
 */
export function bestChoice(ranked: readonly RankedDoctor[], optimized: boolean): Choice | null {
  const choices = ranked.flatMap(({ id, freeSlots: [start] }) => (start ? [{ doctorId: id, start }] : []));
  const [best] = optimized ? choices : choices.toSorted((a, b) => a.start.getTime() - b.start.getTime());
  return best ?? null;
}

function rank(check: Placeable, doctor: Candidate, day: CalendarDay, from: Date): RankedDoctor {
  const trip = tripOf(doctor, check);
  const travels = check.checkLocation === 'Office' || check.checkLocation === 'House';
  const speaksLanguage = doctor.languages.includes(check.workerLanguage);
  const missionsThatDay = doctor.appointments.length;
  const slots = inPeriod(check, day) ? freeSlots(doctor, day, from) : [];
  const score =
    RANKING.check -
    (trip === null ? 0 : trip.km * RANKING.perKm + trip.minutes * RANKING.perMinute) -
    (speaksLanguage ? 0 : RANKING.languageNotSpoken) -
    (slots.length > 0 ? 0 : RANKING.noFreeSlot) -
    missionsThatDay * RANKING.perMissionThatDay;
  const reasons: (RankingReason | false)[] = [
    speaksLanguage ? 'speaksLanguage' : 'languageNotSpoken',
    trip !== null && trip.km <= RANKING.nearKm && 'near',
    trip !== null && check.checkLocation === 'Office' && trip.km > WORKER_TRAVEL_KM.usual && 'farForWorker',
    travels && trip === null && 'placeUnknown',
    slots.length > 0
      ? 'freeSlots'
      : isAbsent(doctor, instantAt(day, '00:00'), instantAt(addDays(day, 1), '00:00'))
        ? 'absent'
        : 'noFreeSlot',
    missionsThatDay === 0 && 'freeDay',
    missionsThatDay >= RANKING.busyMissions && 'busyDay',
  ];
  return {
    id: doctor.id,
    distanceKm: trip?.km ?? null,
    travelMinutes: trip?.minutes ?? null,
    speaksLanguage,
    offersLocation: doctor.locations.includes(check.checkLocation),
    missionsThatDay,
    freeSlots: slots,
    score: Math.round(score * 100) / 100,
    reasons: reasons.filter((reason) => reason !== false),
  };
}

const inPeriod = (check: Placeable, day: CalendarDay): boolean => check.incapacityStartDate <= day && day <= check.incapacityEndDate;

/**
 * Starts of the doctor's free appointments of usual length on a day: in the doctor's hours and reasonable hours, without absences and planned
 * appointments. Earliest first, each once.
 * @param from the earliest beginning
 */
export function freeSlots(
  doctor: Pick<Candidate, 'availabilities' | 'exceptions' | 'appointments'>,
  day: CalendarDay,
  from: Date,
): readonly Date[] {
  const length = APPOINTMENT_MINUTES.default;
  const starts = new Set<number>();
  for (const hours of hoursOn(doctor, day)) {
    const last = minutesOfDay(min(hours.toTime, REASONABLE_HOURS.to)) - length;
    for (let minute = minutesOfDay(max(hours.fromTime, REASONABLE_HOURS.from)); minute <= last; minute += length) {
      starts.add(minute);
    }
  }
  return [...starts]
    .toSorted((a, b) => a - b)
    .map((minute) => instantAt(day, timeAt(minute)))
    .filter(
      (start) =>
        start >= from &&
        !isAbsent(doctor, start, new Date(start.getTime() + length * 60_000)) &&
        !doctor.appointments.some((busy) => busy.start.getTime() < start.getTime() + length * 60_000 && start < busy.end),
    );
}

const min = (a: string, b: string): string => (a < b ? a : b);
const max = (a: string, b: string): string => (a > b ? a : b);
const timeAt = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
