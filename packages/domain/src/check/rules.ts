import * as z from 'zod/mini';
import { CERTIFICATE_TYPES, INCAPACITY_TYPES } from '../certificate/enums.ts';
import { isCheckable, periodNotTooLong } from '../certificate/rules.ts';
import { addDays, dayOf, startOfMinute, timeOf } from '../clock.ts';
import { APPOINTMENT_MINUTES, EXAMINATION_MAX_MINUTES, FAR_FROM_APPOINTMENT_MINUTES, REASONABLE_HOURS, TEXT } from '../constants.ts';
import { gsmRule, optionalEmailRule, phoneRule, workerRule } from '../people/rules.ts';
import { across, choice, day, id, instant, key, line, text, yesNo } from '../validation.ts';
import {
  CHECK_PLAUSIBILITIES,
  CHECK_TIMINGS,
  type CheckLocation,
  type CheckOccurence,
  EXAMINED_OCCURRENCES,
  NON_OPERABLE_REASON_CODES,
  ORDERABLE_LOCATIONS,
  PROBLEM_OWNERS,
  PROBLEM_REASONS,
} from './enums.ts';
import { incapacityFactFields, incapacityFactRules } from './incapacity-facts.ts';
import { CORRECTION_REASONS } from './result/correction.ts';
import { isOfOneDay } from './result/one-day.ts';
import { REACHED } from './times/told.ts';

/**
 * Validation rules of a check, each written once: the steps of the order form validate a part of the fields, REST and GraphQL the whole order.
 * Issues have message keys of the namespace `validation`.
 */

/** Locations for which the worker must be reachable on a mobile (specification, section 5). */
export const LOCATIONS_NEEDING_GSM = ['House', 'Telecheck'] as const satisfies readonly CheckLocation[];

/** Whether this location may be chosen with this mobile number; it disables the option in the form and refuses the order. */
export const locationAllowed = (location: CheckLocation, phoneNumber: string): boolean =>
  phoneNumber.trim() !== '' || !(LOCATIONS_NEEDING_GSM as readonly string[]).includes(location);

/**
 * The origin of an order: an earlier, archived check of the same worker (domain.md 4.3, "second check"), or a random selection (domain.md 4.4:
 * "selected by the seeded draw"), which only an API client of the employer can make (docs/decisions/0031).
 */
const orderOriginFields = {
  parentCheckId: z.optional(z.nullable(id())),
  isRandom: z.optional(z.nullable(z.boolean({ error: key('invalidChoice') }))),
};

/** First step: the worker, either an employee of the company or a new worker. */
export const orderWorkerFields = {
  employeeId: z.nullable(id('employeeRequired')),
  ...workerRule.shape,
  employeeMatricule: line(TEXT.code),
  superiorId: z.nullable(id('superiorRequired')),
  phoneNumber: gsmRule(),
  workerEmail: optionalEmailRule(),
};

/** Second step: the incapacity, and how it is checked. */
export const orderIncapacityFields = {
  certificateId: z.nullable(id()),
  documentId: z.nullable(id()),
  startDate: day('startDateRequired'),
  endDate: day('endDateRequired'),
  incapacityType: choice(INCAPACITY_TYPES, 'incapacityTypeRequired'),
  certificateType: choice(CERTIFICATE_TYPES, 'certificateTypeRequired'),
  ...incapacityFactFields,
  authorizedExit: yesNo('authorizedExitRequired'),
  locationCheck: choice(ORDERABLE_LOCATIONS, 'checkLocationRequired'),
  typeCheck: choice(CHECK_TIMINGS, 'checkTypeRequired'),
};

/**
 * Comments of an order, and of a change of it, for planners and doctor: they are stored in the check's fields of the same names. May be empty. Price
 * and appointment do not depend on them.
 */
export const checkTextFields = {
  providerComment: text(TEXT.comment),
  doctorComment: text(TEXT.comment),
};
export type CheckText = keyof typeof checkTextFields;
export type CheckTexts = Readonly<Record<CheckText, string>>;
export const CHECK_TEXTS = Object.keys(checkTextFields) as readonly CheckText[];
/** The comments, each computed from its name. */
export const checkTextsFrom = (textOf: (name: CheckText) => string): CheckTexts =>
  Object.fromEntries(CHECK_TEXTS.map((name) => [name, textOf(name)])) as CheckTexts;
export const NO_CHECK_TEXTS = checkTextsFrom(() => '');

/**
 * The end of the period may not be before its start; a period of one day is valid. The message is that of the specification ("De einddatum moet later
 * zijn dan de startdatum").
 */
export const endFromStart = across<{ startDate: string; endDate: string }>(
  ['startDate', 'endDate'],
  ({ startDate, endDate }) => endDate >= startDate,
  { path: 'endDate', error: key('endNotAfterStart') },
);
export const checkableType = across<{ incapacityType: (typeof INCAPACITY_TYPES)[number] }>(
  ['incapacityType'],
  ({ incapacityType }) => isCheckable(incapacityType),
  { path: 'incapacityType', error: key('typeNotCheckable') },
);
const gsmRuleAt = (path: 'locationCheck' | 'phoneNumber', fieldError: 'gsmNeeded' | 'gsmForLocation') =>
  across<{ locationCheck: CheckLocation; phoneNumber: string }>(
    ['locationCheck', 'phoneNumber'],
    ({ locationCheck, phoneNumber }) => locationAllowed(locationCheck, phoneNumber),
    { path, error: key(fieldError) },
  );
const gsmForLocation = gsmRuleAt('locationCheck', 'gsmNeeded');
/** For a form with the number on the same screen: the error is at the number. */
const gsmBesideLocation = gsmRuleAt('phoneNumber', 'gsmForLocation');

export const orderWorkerStep = z.strictObject(orderWorkerFields);
export const orderIncapacityStep = z
  .strictObject({ ...orderIncapacityFields, ...checkTextFields })
  .check(endFromStart, periodNotTooLong, checkableType, ...incapacityFactRules);

/** A whole order: the company, the origin, and the fields of both steps. */
export const orderRule = z
  .strictObject({
    companyId: id('companyRequired'),
    ...orderOriginFields,
    ...orderWorkerFields,
    ...orderIncapacityFields,
    ...checkTextFields,
  })
  .check(endFromStart, periodNotTooLong, checkableType, ...incapacityFactRules, gsmForLocation);
export type OrderInput = z.infer<typeof orderRule>;

/** The fields of an order that an employer may still change. */
export const modifyRule = z
  .strictObject({
    workerAddress: workerRule.shape.workerAddress,
    workerPhoneNumber: workerRule.shape.workerPhoneNumber,
    phoneNumber: gsmRule(),
    /** Left out: unchanged. API clients from before this field existed leave it out. */
    workerEmail: z.optional(optionalEmailRule()),
    startDate: orderIncapacityFields.startDate,
    endDate: orderIncapacityFields.endDate,
    locationCheck: orderIncapacityFields.locationCheck,
    typeCheck: orderIncapacityFields.typeCheck,
    authorizedExit: orderIncapacityFields.authorizedExit,
    ...checkTextFields,
  })
  .check(endFromStart, periodNotTooLong, gsmBesideLocation);
export type ModifyInput = z.infer<typeof modifyRule>;

export const cancelRule = z.strictObject({ reason: line(TEXT.reason, 'reasonRequired') });
export type CancelInput = z.infer<typeof cancelRule>;

/** The reason for keeping a check beyond its retention period, or for ending that (retention.ts). */
export const legalHoldRule = z.strictObject({ reason: line(TEXT.reason, 'reasonRequired') });

/** The text of an action on a held result: why a planner releases it, the planner's question, or the doctor's answer. */
export const heldResultRule = z.strictObject({ reason: line(TEXT.reason, 'required') });

export const problemRule = z.strictObject({
  problemReason: choice(PROBLEM_REASONS, 'reasonRequired'),
  problemOwner: choice(PROBLEM_OWNERS, 'required'),
  problemComment: text(TEXT.comment),
});
export type ProblemInput = z.infer<typeof problemRule>;

export const nonOperableRule = z.strictObject({
  nonOperableReason: choice(NON_OPERABLE_REASON_CODES, 'reasonRequired'),
  archiveComment: text(TEXT.comment),
});
export type NonOperableInput = z.infer<typeof nonOperableRule>;

/**
 * An appointment: doctor, start, length in minutes. `momentError` checks the hours and the period; the server checks that the doctor is free and
 * suitable.
 */
export const scheduleRule = z.strictObject({
  doctorId: id('doctorRequired'),
  appointmentStart: instant('momentRequired'),
  appointmentMinutes: z
    .int({ error: key('durationRange') })
    .check(
      z.minimum(APPOINTMENT_MINUTES.min, { error: key('durationRange') }),
      z.maximum(APPOINTMENT_MINUTES.max, { error: key('durationRange') }),
    ),
});
export type ScheduleInput = z.infer<typeof scheduleRule>;

/** A call of a planner to notify the employee of the appointment, successful or not. */
export const callRule = z.strictObject({
  calledAt: instant('toldMomentRequired'),
  reached: choice(REACHED, 'reachedRequired'),
  phoneNumber: phoneRule(),
});
export type CallInput = z.infer<typeof callRule>;

/**
 * Why a call cannot have been at this time; null: it is possible. The time is entered without seconds, so the minute of the order is accepted although
 * it may begin before the order.
 */
export function callError(
  calledAt: Date,
  check: { readonly creationDate: Date },
  now: Date,
): 'toldMomentFuture' | 'toldMomentEarly' | null {
  if (calledAt > now) return 'toldMomentFuture';
  return calledAt < startOfMinute(check.creationDate) ? 'toldMomentEarly' : null;
}

/** A letter about the appointment that a planner posted. */
export const letterRule = z.strictObject({ postedOn: day('postedOnRequired') });
export type LetterInput = z.infer<typeof letterRule>;

/** A search for a doctor: only the length is given, the time depends on when doctors are free. */
export const doctorSearchRule = z.pick(scheduleRule, { appointmentMinutes: true });

/** Why an appointment may not be at this time; null: it may. Hours and days are Belgian local time. */
export function momentError(
  appointmentStart: Date,
  appointmentMinutes: number,
  period: { readonly incapacityStartDate: string; readonly incapacityEndDate: string },
  now: Date,
): 'momentPast' | 'momentHours' | 'momentOutsidePeriod' | null {
  if (appointmentStart < now) return 'momentPast';
  const end = new Date(appointmentStart.getTime() + appointmentMinutes * 60_000);
  if (timeOf(appointmentStart) < REASONABLE_HOURS.from || timeOf(end) > REASONABLE_HOURS.to || dayOf(end) !== dayOf(appointmentStart)) {
    return 'momentHours';
  }
  const planned = dayOf(appointmentStart);
  if (planned < period.incapacityStartDate || planned > period.incapacityEndDate) return 'momentOutsidePeriod';
  return null;
}

/** Outcomes that a doctor may report; the others result from other actions of the life cycle. */
export const REPORTABLE_OCCURRENCES = [...EXAMINED_OCCURRENCES, 'NoShow'] as const;

/**
 * A doctor's findings, in a report and in a correction. `examinedFrom`/`examinedTo`: the examination, or for a no-show the attempt, to the
 * minute (domain.md 1.2: "write the minute"). `newIncapacityEndDate`: the last day of incapacity in the doctor's opinion; null: unchanged.
 */
const FINDINGS = {
  checkOccurence: choice(REPORTABLE_OCCURRENCES, 'occurrenceRequired'),
  examinedFrom: instant('examinationRequired'),
  examinedTo: instant('examinationRequired'),
  newIncapacityEndDate: z.nullable(day('newEndRequired')),
  workerDisagreement: yesNo(),
  secondCheckNeeded: yesNo(),
  prolongationNeeded: yesNo(),
  injuryDifference: z.nullable(yesNo()),
  /** How plausible it is that the injury is due to the declared accident; only for those (`isDeclaredAccident`). */
  checkPlausibility: z.nullish(choice(CHECK_PLAUSIBILITIES, 'invalidChoice')),
  /** The findings were handed to the worker in writing (law of 13 June 1999); not required for a no-show. */
  findingsHandedOver: yesNo(),
};
const FINDINGS_CHECKS = [
  across<{ examinedFrom: Date; examinedTo: Date }>(
    ['examinedFrom', 'examinedTo'],
    ({ examinedFrom, examinedTo }) => examinedTo >= examinedFrom,
    { path: 'examinedTo', error: key('examinationOrder') },
  ),
  across<{ examinedFrom: Date; examinedTo: Date }>(
    ['examinedFrom', 'examinedTo'],
    ({ examinedFrom, examinedTo }) => examinedTo.getTime() - examinedFrom.getTime() <= EXAMINATION_MAX_MINUTES * 60_000,
    { path: 'examinedTo', error: key('examinationTooLong') },
  ),
  across<{ checkOccurence: CheckOccurence; findingsHandedOver: boolean }>(
    ['checkOccurence', 'findingsHandedOver'],
    ({ checkOccurence, findingsHandedOver }) => checkOccurence === 'NoShow' || findingsHandedOver,
    { path: 'findingsHandedOver', error: key('findingsRequired') },
  ),
  across<{ checkOccurence: CheckOccurence; newIncapacityEndDate: string | null }>(
    ['checkOccurence', 'newIncapacityEndDate'],
    ({ checkOccurence, newIncapacityEndDate }) => checkOccurence !== 'NoShow' || newIncapacityEndDate === null,
    { path: 'newIncapacityEndDate', error: key('newEndWithoutExamination') },
  ),
  across<{ checkOccurence: CheckOccurence; newIncapacityEndDate: string | null }>(
    ['checkOccurence', 'newIncapacityEndDate'],
    ({ checkOccurence, newIncapacityEndDate }) => !isOfOneDay({ checkOccurence }) || newIncapacityEndDate === null,
    { path: 'newIncapacityEndDate', error: key('newEndOfDay') },
  ),
  across<{ checkOccurence: CheckOccurence; workerDisagreement: boolean }>(
    ['checkOccurence', 'workerDisagreement'],
    ({ checkOccurence, workerDisagreement }) => checkOccurence !== 'NoShow' || !workerDisagreement,
    { path: 'workerDisagreement', error: key('disagreementWithoutExamination') },
  ),
  // Of a shortened incapacity only the check's own end tells: `findingsError`.
  across<{ checkOccurence: CheckOccurence; prolongationNeeded: boolean }>(
    ['checkOccurence', 'prolongationNeeded'],
    ({ checkOccurence, prolongationNeeded }) => !prolongationNeeded || (checkOccurence !== 'NoShow' && checkOccurence !== 'NoCertifDenied'),
    { path: 'prolongationNeeded', error: key('prolongationWithoutConfirmation') },
  ),
] as const;

/** A doctor's report. */
export const resultRule = z
  .strictObject({
    ...FINDINGS,
    /** Why the examination was far from its appointment, for the planners; only required then (`isFarFromAppointment`). */
    timesReason: z.nullish(text(TEXT.reason)),
    /** The doctor signed the declaration of independence for this mission (RD 1 June 2021). */
    independenceDeclared: z.literal(true, { error: key('declarationRequired') }),
    archiveComment: text(TEXT.comment),
    /** Medical note, which only the doctor can read. */
    medicalNote: text(TEXT.comment),
  })
  .check(...FINDINGS_CHECKS);
export type ResultInput = z.infer<typeof resultRule>;

/** All findings in their corrected form, and the reason (result/correction.ts). */
export const correctionRule = z
  .strictObject({
    ...FINDINGS,
    correctionReason: choice(CORRECTION_REASONS, 'correctionReasonRequired'),
    /** For the planners. */
    explanation: text(TEXT.reason),
  })
  .check(...FINDINGS_CHECKS);
export type CorrectionInput = z.infer<typeof correctionRule>;

/** Whether an examination began so long before or after its appointment that a reason is required. */
export function isFarFromAppointment(examinedFrom: Date, appointmentStart: Date | string | null): boolean {
  if (appointmentStart === null) return false;
  return Math.abs(examinedFrom.getTime() - new Date(appointmentStart).getTime()) > FAR_FROM_APPOINTMENT_MINUTES * 60_000;
}

/**
 * The first contradiction between findings and their check; null: none. A control doctor may confirm or shorten an incapacity, never lengthen it
 * (domain.md 4.4).
 */
export function findingsError(
  result: Pick<ResultInput, 'checkOccurence' | 'examinedFrom' | 'examinedTo' | 'newIncapacityEndDate' | 'prolongationNeeded'>,
  check: {
    readonly checkLocation: CheckLocation;
    readonly incapacityStartDate: string;
    readonly incapacityEndDate: string;
    readonly appointmentStart: Date | string | null;
  },
  now: Date,
): {
  readonly path: 'examinedFrom' | 'examinedTo' | 'newIncapacityEndDate' | 'prolongationNeeded';
  readonly message:
    | 'examinationFuture'
    | 'momentOutsidePeriod'
    | 'newEndLater'
    | 'newEndBeforeCheck'
    | 'noShowBeforeAppointment'
    | 'prolongationWithoutConfirmation';
} | null {
  if (result.examinedTo > now) return { path: 'examinedTo', message: 'examinationFuture' };
  // An appointment cannot be missed before it begins. For a home visit the recorded attempt decides instead (times/no-show.ts).
  if (
    result.checkOccurence === 'NoShow' &&
    check.checkLocation !== 'House' &&
    check.appointmentStart !== null &&
    result.examinedTo < new Date(check.appointmentStart)
  )
    return { path: 'examinedTo', message: 'noShowBeforeAppointment' };
  const examined = dayOf(result.examinedFrom);
  if (examined < check.incapacityStartDate || examined > check.incapacityEndDate)
    return { path: 'examinedFrom', message: 'momentOutsidePeriod' };
  if (result.newIncapacityEndDate !== null) {
    if (result.newIncapacityEndDate > check.incapacityEndDate) return { path: 'newIncapacityEndDate', message: 'newEndLater' };
    // No retroactive effect: the worker was unfit at least until the day before the examination (domain.md 1.2).
    if (result.newIncapacityEndDate < addDays(examined, -1)) return { path: 'newIncapacityEndDate', message: 'newEndBeforeCheck' };
    if (result.prolongationNeeded && result.newIncapacityEndDate < check.incapacityEndDate)
      return { path: 'prolongationNeeded', message: 'prolongationWithoutConfirmation' };
  }
  return null;
}

/** The first contradiction between a report and its check; null: none. */
export function resultError(
  result: Pick<ResultInput, 'timesReason'> & Parameters<typeof findingsError>[0],
  check: Parameters<typeof findingsError>[1],
  now: Date,
): ReturnType<typeof findingsError> | { readonly path: 'timesReason'; readonly message: 'timesReasonRequired' } {
  const fieldError = findingsError(result, check, now);
  if (fieldError === null && !result.timesReason && isFarFromAppointment(result.examinedFrom, check.appointmentStart))
    return { path: 'timesReason', message: 'timesReasonRequired' };
  return fieldError;
}

/**
 * The first contradiction between a correction and its check; null: none. The day cannot be corrected, because price and invoice depend on it.
 * @param check.examinedFrom the reported start of the examination
 */
export function correctionError(
  correction: Parameters<typeof findingsError>[0],
  check: Parameters<typeof findingsError>[1] & { readonly examinedFrom: Date | string | null },
  now: Date,
): ReturnType<typeof findingsError> | { readonly path: 'examinedFrom'; readonly message: 'correctionOtherDay' } {
  if (check.examinedFrom !== null && dayOf(correction.examinedFrom) !== dayOf(new Date(check.examinedFrom)))
    return { path: 'examinedFrom', message: 'correctionOtherDay' };
  return findingsError(correction, check, now);
}
