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
import { REACHED } from './times/told.ts';

/**
 * Rules of a check, each written once: the stepper's steps are picks of `orderFields`, REST and GraphQL parse the whole.
 * Issues carry keys of the namespace `validation`.
 */

/** Locations for which the worker must be reachable on a mobile (specification, section 5). */
export const LOCATIONS_NEEDING_GSM = ['House', 'Telecheck'] as const satisfies readonly CheckLocation[];

/** Whether this location may be chosen with this GSM number. The same answer greys the option out and refuses the order. */
export const locationAllowed = (location: CheckLocation, phoneNumber: string): boolean =>
  phoneNumber.trim() !== '' || !(LOCATIONS_NEEDING_GSM as readonly string[]).includes(location);

/**
 * What the order follows from: an earlier check of the same worker that has ended (domain.md 4.3, "second check"), or the lot
 * (domain.md 4.4: "selected by the seeded draw"), which only a program of the employer can have drawn (docs/decisions/0031).
 */
const orderOriginFields = {
  parentCheckId: z.optional(z.nullable(id())),
  isRandom: z.optional(z.nullable(z.boolean({ error: key('invalidChoice') }))),
};

/** First step: who. Either an employee of the company, or a worker to add. */
export const orderWorkerFields = {
  employeeId: z.nullable(id('employeeRequired')),
  ...workerRule.shape,
  employeeMatricule: line(TEXT.code),
  superiorId: z.nullable(id('superiorRequired')),
  phoneNumber: gsmRule(),
  workerEmail: optionalEmailRule(),
};

/** Second step: the incapacity, and how to check it. */
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
 * What an order, and a change of it, tell planners and doctor: texts that become the fields of the check with the same names, as they are.
 * Empty: nothing said. Price and moment do not depend on them.
 */
export const checkTextFields = {
  providerComment: text(TEXT.comment),
  doctorComment: text(TEXT.comment),
};
export type CheckText = keyof typeof checkTextFields;
export type CheckTexts = Readonly<Record<CheckText, string>>;
export const CHECK_TEXTS = Object.keys(checkTextFields) as readonly CheckText[];
/** The texts, each made by its name. */
export const checkTextsFrom = (textOf: (name: CheckText) => string): CheckTexts =>
  Object.fromEntries(CHECK_TEXTS.map((name) => [name, textOf(name)])) as CheckTexts;
export const NO_CHECK_TEXTS = checkTextsFrom(() => '');

/**
 * The period of an order. One day is a period too, so the end may equal the start; the sentence is the
 * specification's ("De einddatum moet later zijn dan de startdatum").
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
const gsmRuleAt = (path: 'locationCheck' | 'phoneNumber', fault: 'gsmNeeded' | 'gsmForLocation') =>
  across<{ locationCheck: CheckLocation; phoneNumber: string }>(
    ['locationCheck', 'phoneNumber'],
    ({ locationCheck, phoneNumber }) => locationAllowed(locationCheck, phoneNumber),
    { path, error: key(fault) },
  );
const gsmForLocation = gsmRuleAt('locationCheck', 'gsmNeeded');
/** Where the number is on the same screen, its field is what lacks. */
const gsmBesideLocation = gsmRuleAt('phoneNumber', 'gsmForLocation');

export const orderWorkerStep = z.strictObject(orderWorkerFields);
export const orderIncapacityStep = z
  .strictObject({ ...orderIncapacityFields, ...checkTextFields })
  .check(endFromStart, periodNotTooLong, checkableType, ...incapacityFactRules);

/** A whole order. `companyId` says for which company, `parentCheckId` after which check; the rest is the stepper. */
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

/** What an employer may still change of an order. */
export const modifyRule = z
  .strictObject({
    workerAddress: workerRule.shape.workerAddress,
    workerPhoneNumber: workerRule.shape.workerPhoneNumber,
    phoneNumber: gsmRule(),
    /** Left out: it stays as it is. Programs that were written before the field existed leave it out. */
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

/** Why a check is kept beyond its retention period, or not any longer (retention.ts). */
export const legalHoldRule = z.strictObject({ reason: line(TEXT.reason, 'reasonRequired') });

/** Why a planner releases a result that is held, what the doctor is asked about it, and what the doctor answers. */
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
 * An appointment: doctor, start, minutes. Planned within reasonable hours and inside the incapacity period;
 * the service adds what only the database knows (doctor free and suitable).
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

/** A call in which a planner told an employee of the appointment, or tried to. */
export const callRule = z.strictObject({
  calledAt: instant('toldMomentRequired'),
  reached: choice(REACHED, 'reachedRequired'),
  phoneNumber: phoneRule(),
});
export type CallInput = z.infer<typeof callRule>;

/**
 * Why a call cannot have been at this moment; null when it can. It is typed to the minute, so one in the minute of the order
 * reads as before the order by up to 59 seconds, and is not.
 */
export function callFault(
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

/** A search for a doctor: the moment is whatever the doctors have free. */
export const doctorSearchRule = z.pick(scheduleRule, { appointmentMinutes: true });

/** Why an appointment may not be at this moment; null when it may. Belgian civil time. */
export function momentFault(
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

/** Outcomes that a doctor may report; the other occurrences come about elsewhere in the life cycle. */
export const REPORTABLE_OCCURRENCES = [...EXAMINED_OCCURRENCES, 'NoShow'] as const;

/**
 * What a doctor finds, as it is sent and as it is corrected. `examinedFrom`/`examinedTo`: the examination, or for a no-show the attempt, to the
 * minute (domain.md 1.2: "write the minute"). `newIncapacityEndDate`: last day of incapacity in the doctor's opinion.
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
  /** Of the link between the injury and the declared accident; only asked of one (`isDeclaredAccident`). */
  checkPlausibility: z.nullish(choice(CHECK_PLAUSIBILITIES, 'invalidChoice')),
  /** The findings were handed to the worker in writing (law 13 June 1999); not asked for a no-show. */
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
] as const;

/** A doctor's report. */
export const resultRule = z
  .strictObject({
    ...FINDINGS,
    /** Why the examination was far from its appointment; asked for then alone (`isFarFromAppointment`). For the planners. */
    timesReason: z.nullish(text(TEXT.reason)),
    /** The doctor signed the declaration of independence for this mission (RD 1 June 2021). */
    independenceDeclared: z.literal(true, { error: key('declarationRequired') }),
    archiveComment: text(TEXT.comment),
    /** Medical compartment: never leaves the doctor. */
    medicalNote: text(TEXT.comment),
  })
  .check(...FINDINGS_CHECKS);
export type ResultInput = z.infer<typeof resultRule>;

/** The findings as they should have been, all of them, and why (result/correction.ts). */
export const correctionRule = z
  .strictObject({
    ...FINDINGS,
    correctionReason: choice(CORRECTION_REASONS, 'correctionReasonRequired'),
    /** For the planners. */
    explanation: text(TEXT.reason),
  })
  .check(...FINDINGS_CHECKS);
export type CorrectionInput = z.infer<typeof correctionRule>;

/** Whether an examination began so long before or after its appointment that somebody should say why. */
export function isFarFromAppointment(examinedFrom: Date, appointmentStart: Date | string | null): boolean {
  if (appointmentStart === null) return false;
  return Math.abs(examinedFrom.getTime() - new Date(appointmentStart).getTime()) > FAR_FROM_APPOINTMENT_MINUTES * 60_000;
}

/** What contradicts the check among findings. A control doctor may confirm or shorten, never lengthen (domain.md 4.4). */
export function findingsFault(
  result: Pick<ResultInput, 'checkOccurence' | 'examinedFrom' | 'examinedTo' | 'newIncapacityEndDate'>,
  check: {
    readonly checkLocation: CheckLocation;
    readonly incapacityStartDate: string;
    readonly incapacityEndDate: string;
    readonly appointmentStart: Date | string | null;
  },
  now: Date,
): {
  readonly path: 'examinedFrom' | 'examinedTo' | 'newIncapacityEndDate';
  readonly message: 'examinationFuture' | 'momentOutsidePeriod' | 'newEndLater' | 'newEndBeforeCheck' | 'noShowBeforeAppointment';
} | null {
  if (result.examinedTo > now) return { path: 'examinedTo', message: 'examinationFuture' };
  // Nobody misses an appointment before it begins. A visit is at the doctor's time: of one the attempt says whether it was missed (times/no-show.ts).
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
  }
  return null;
}

/** What in a report contradicts the check it reports on; null when nothing does. */
export function resultFault(
  result: Pick<ResultInput, 'checkOccurence' | 'examinedFrom' | 'examinedTo' | 'timesReason' | 'newIncapacityEndDate'>,
  check: Parameters<typeof findingsFault>[1],
  now: Date,
): ReturnType<typeof findingsFault> | { readonly path: 'timesReason'; readonly message: 'timesReasonRequired' } {
  const fault = findingsFault(result, check, now);
  if (fault === null && !result.timesReason && isFarFromAppointment(result.examinedFrom, check.appointmentStart))
    return { path: 'timesReason', message: 'timesReasonRequired' };
  return fault;
}

/**
 * What in a correction contradicts the check; null when nothing does. The day stays: price and invoice hang on it, and another day is another
 * appointment.
 * @param check.examinedFrom as it was reported
 */
export function correctionFault(
  correction: Pick<CorrectionInput, 'checkOccurence' | 'examinedFrom' | 'examinedTo' | 'newIncapacityEndDate'>,
  check: Parameters<typeof findingsFault>[1] & { readonly examinedFrom: Date | string | null },
  now: Date,
): ReturnType<typeof findingsFault> | { readonly path: 'examinedFrom'; readonly message: 'correctionOtherDay' } {
  if (check.examinedFrom !== null && dayOf(correction.examinedFrom) !== dayOf(new Date(check.examinedFrom)))
    return { path: 'examinedFrom', message: 'correctionOtherDay' };
  return findingsFault(correction, check, now);
}
