import { dayOf, timeOf } from '../../clock.ts';
import { FAR_FROM_APPOINTMENT_MINUTES, REASONABLE_HOURS } from '../../constants.ts';
import { type GeoPoint, straightKm } from '../../planning/geo.ts';
import type { CheckLocation } from '../enums.ts';
import { isExamined } from '../result/result.ts';
import type { ResultInput } from '../rules.ts';
import type { ToldState } from '../times/told.ts';
import { medicalTerms } from './medical-terms.ts';
import { QUALITY_RULE_NAMES, type QualityRule } from './quality-rules.ts';

/** Minutes; an examination takes 14 ± 5 (domain.md 3.2). */
const MIN_MINUTES = 3;
const MAX_MINUTES = 120;
/** The latest hour that a source calls reasonable (domain.md 2.1: 20:00 to 21:00). */
const LATEST_HOUR = '21:00';
/** How far the reported times may be from those at which the doctor pressed "arrived" and "left", perhaps in the car. */
const TAP_MINUTES = 15;
/** The shortest wait at a practice or by video before a no-show. */
const MIN_WAIT_MINUTES = 10;
/**
 * The fastest plausible travel, in km/h over the straight line. Most addresses are only located to the municipality, so `freeKm` of the distance are
 * ignored.
 */
const FASTEST = { kmPerHour: 90, freeKm: 8 } as const;

/** Where a doctor was during an examination; `place` null: not known, or a video call. */
interface Stay {
  readonly examinedFrom: Date;
  readonly examinedTo: Date;
  readonly place: GeoPoint | null;
}

export interface QualityFacts {
  readonly result: Pick<
    ResultInput,
    'checkOccurence' | 'examinedFrom' | 'examinedTo' | 'newIncapacityEndDate' | 'prolongationNeeded' | 'archiveComment'
  >;
  readonly check: {
    readonly checkLocation: CheckLocation;
    readonly appointmentStart: Date | null;
    readonly incapacityEndDate: string;
    readonly employeeTold: ToldState | null;
    readonly arrivedAt: Date | null;
    readonly leftAt: Date | null;
  };
  /** Where the doctor was according to the result. */
  readonly place: GeoPoint | null;
  /** The same doctor's other reported checks around that time. */
  readonly others: readonly Stay[];
  /** Whether an attempt of the visit has a position or a photograph. */
  readonly attemptProven: boolean;
  /** Whether a planner reviews the comment before the employer reads it (comment-gate.ts). */
  readonly commentIsGated: boolean;
}

const minutesBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 60_000;

/** The findings about a result, in the order of QUALITY_RULES. */
export function qualityFindings(facts: QualityFacts): readonly QualityRule[] {
  return QUALITY_RULE_NAMES.filter((rule) => APPLIES[rule](facts));
}

const APPLIES: Record<QualityRule, (facts: QualityFacts) => boolean> = {
  examinationShort: ({ result }) =>
    isExamined(result.checkOccurence) && minutesBetween(result.examinedFrom, result.examinedTo) < MIN_MINUTES,
  examinationLong: ({ result }) => minutesBetween(result.examinedFrom, result.examinedTo) > MAX_MINUTES,
  unusualHour: ({ result: { examinedFrom, examinedTo } }) =>
    timeOf(examinedFrom) < REASONABLE_HOURS.from || timeOf(examinedTo) > LATEST_HOUR || dayOf(examinedFrom) !== dayOf(examinedTo),
  otherDay: ({ result, check }) => check.appointmentStart !== null && dayOf(result.examinedFrom) !== dayOf(check.appointmentStart),
  farFromAppointment: ({ result, check: { appointmentStart } }) =>
    appointmentStart !== null &&
    dayOf(result.examinedFrom) === dayOf(appointmentStart) &&
    Math.abs(minutesBetween(appointmentStart, result.examinedFrom)) > FAR_FROM_APPOINTMENT_MINUTES,
  differsFromTaps: ({ result, check: { arrivedAt, leftAt } }) =>
    (arrivedAt !== null && minutesBetween(result.examinedFrom, arrivedAt) > TAP_MINUTES) ||
    (leftAt !== null && minutesBetween(leftAt, result.examinedTo) > TAP_MINUTES),
  overlapsOtherCheck: ({ result, others }) =>
    others.some(({ examinedFrom, examinedTo }) => examinedFrom < result.examinedTo && result.examinedFrom < examinedTo),
  travelImpossible: ({ result: { examinedFrom, examinedTo }, place, others }) =>
    others.some((other) => cannotTravel({ examinedFrom, examinedTo, place }, other)),
  prolongationWithReturn: ({ result: { prolongationNeeded, newIncapacityEndDate, checkOccurence }, check }) =>
    prolongationNeeded &&
    (checkOccurence === 'NoCertifDenied' || (newIncapacityEndDate !== null && newIncapacityEndDate < check.incapacityEndDate)),
  attemptUnproven: ({ result, check, attemptProven }) =>
    result.checkOccurence === 'NoShow' && check.checkLocation === 'House' && !attemptProven,
  waitedShort: ({ result, check: { checkLocation, appointmentStart } }) =>
    result.checkOccurence === 'NoShow' &&
    checkLocation !== 'House' &&
    appointmentStart !== null &&
    minutesBetween(appointmentStart, result.examinedTo) < MIN_WAIT_MINUTES,
  tellingUnrecorded: ({ result, check }) => result.checkOccurence === 'NoShow' && check.employeeTold === 'Unrecorded',
  medicalTerms: ({ result, commentIsGated }) => commentIsGated && medicalTerms(result.archiveComment).length > 0,
  medicalTermsUnread: ({ result, commentIsGated }) => !commentIsGated && medicalTerms(result.archiveComment).length > 0,
};

/** Whether the travel between two stays takes longer than the time between them. Overlapping stays are covered by `overlapsOtherCheck`. */
function cannotTravel(one: Stay, other: Stay): boolean {
  if (one.place === null || other.place === null) return false;
  const [first, second] = one.examinedFrom <= other.examinedFrom ? [one, other] : [other, one];
  const minutes = minutesBetween(first.examinedTo, second.examinedFrom);
  if (minutes < 0) return false;
  const km = straightKm(one.place, other.place) - FASTEST.freeKm;
  return km > 0 && (km / FASTEST.kmPerHour) * 60 > minutes;
}
