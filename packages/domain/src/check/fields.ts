import { EXAMINATION_MAX_MINUTES, PARTIAL_INCAPACITY_PERCENT, TEXT } from '../constants.ts';
import {
  EMPLOYER_AND_PLANNER,
  EMPLOYERS,
  EVERY_READER,
  employers,
  type FieldRule,
  NOBODY,
  PLANNER_AND_DOCTOR,
  PRICE_READERS,
  type Reader,
  type Visibility,
  visibilityOf,
} from '../fields.ts';
import { type Actor, roleIn, rolesOf } from '../policy.ts';
import type { Role } from '../roles.ts';
import { employerComment, type GatedComment } from './result/comment-gate.ts';
import { type AnnouncementFacts, employerPrecision } from './times/announcement.ts';
import { doctorSeesWorker } from './worker-visibility.ts';

/** The facts of a check that decide whether its fields are visible. A condition whose facts are left out is not fulfilled. */
export interface CheckVisibilityFacts extends Partial<GatedComment>, Partial<AnnouncementFacts> {
  readonly archivedAt?: Date | null;
  readonly problemOwner?: 'employer' | 'provider' | null;
  /** Whether the other record is within the reader's reach. */
  readonly employeeReached?: boolean;
  readonly certificateReached?: boolean;
  readonly parentCheckReached?: boolean;
}

const CONDITIONS = {
  whileDoctorSeesWorker: ({ archivedAt }, now) => archivedAt !== undefined && doctorSeesWorker(archivedAt, now),
  /** The text about a problem is shown to the employer if the employer must answer it (domain.md 4.2). */
  whenEmployerAnswers: ({ problemOwner }) => problemOwner === 'employer',
  /** The quality gate (check/result/comment-gate.ts). */
  onceReleased: ({ archiveComment, commentReview, releasedComment = null }) =>
    archiveComment !== undefined &&
    commentReview !== undefined &&
    employerComment({ archiveComment, commentReview, releasedComment }) !== null,
  /** The time of an appointment (check/times/announcement.ts); its day is `checkDate`. */
  onceMinuteIsTold: ({ status, checkLocation, checkOccurence, appointmentEnd }, now) =>
    status !== undefined &&
    checkLocation !== undefined &&
    checkOccurence !== undefined &&
    appointmentEnd !== undefined &&
    employerPrecision({ status, checkLocation, checkOccurence, appointmentEnd }, now) === 'minute',
  whenEmployeeReached: ({ employeeReached }) => employeeReached === true,
  whenCertificateReached: ({ certificateReached }) => certificateReached === true,
  whenParentCheckReached: ({ parentCheckReached }) => parentCheckReached === true,
} as const satisfies Record<string, (check: CheckVisibilityFacts, now: Date) => boolean>;
export type CheckCondition = keyof typeof CONDITIONS;

/** Times of appointments: always visible to planners and doctors. */
const MINUTE = { ...EVERY_READER, ...employers('onceMinuteIsTold') } as const;
const WORKER = { ...EVERY_READER, doctor: 'whileDoctorSeesWorker' } as const;

/** Sections of a report, in order. */
export const FACT_SECTIONS = ['result', 'worker', 'incapacity', 'comments', 'order', 'cost'] as const;
export type FactSection = (typeof FACT_SECTIONS)[number];

export interface CheckFieldRule extends FieldRule<CheckCondition> {
  /**
   * The section of pages and documents in which the field has a line, for everybody who sees it (check/facts.ts): the pages of employers, planners
   * and doctors, the report and its PDF. Lines are in the order of CHECK_FIELDS.
   */
  readonly section?: FactSection;
  /** Show a "No" as well. For other questions "No" is the usual answer, and is left out. */
  readonly saysNo?: true;
  /** The field is a column in exported reports: its width in characters, or `true` for the default width of its kind. */
  readonly column?: true | number;
}

/**
 * Every field of a check: its kind, who sees it (domain.md 4.6), and where it is shown. A database column without an entry does not compile
 * (checks.view.ts of the server). The API type, the lines of pages and documents, the columns of exported files and the queries of the pages are
 * derived from this table (ARCHITECTURE.md, "Adding one field to a check").
 */
export const CHECK_FIELDS = {
  // The check itself. Its key is company and id together.
  id: { kind: 'id', seenBy: EVERY_READER },
  companyId: { kind: 'id', seenBy: EVERY_READER },
  version: { kind: 'number', seenBy: EVERY_READER },
  status: { kind: 'checkStatus', seenBy: EVERY_READER },
  problemReason: { kind: 'problemReason', nullable: true, seenBy: EVERY_READER },
  problemOwner: { kind: 'problemOwner', nullable: true, seenBy: EVERY_READER },
  problemComment: {
    kind: 'lines',
    max: TEXT.comment,
    seenBy: { ...WORKER, ...employers('whenEmployerAnswers') },
    hidden: '',
  },

  // Ids of other records, visible to readers who can open the record.
  employeeId: { kind: 'id', seenBy: { employerAdmin: true, employerBasic: 'whenEmployeeReached', planner: true } },
  certificateId: { kind: 'id', nullable: true, seenBy: { employerAdmin: true, employerBasic: 'whenCertificateReached', planner: true } },
  /** The document of the certificate. The API returns the document instead of its id. */
  documentId: { seenBy: WORKER },
  parentCheckId: {
    kind: 'id',
    nullable: true,
    seenBy: { employerAdmin: true, employerBasic: 'whenParentCheckReached', planner: true, doctor: 'whenParentCheckReached' },
  },
  superiorId: { kind: 'id', nullable: true, seenBy: EMPLOYER_AND_PLANNER },
  orderedByProfileId: { seenBy: NOBODY },
  doctorId: { kind: 'id', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  /** Whether there was an earlier check of the same incapacity; visible even to readers who cannot open that check. */
  isLaterRound: { kind: 'yesNo', seenBy: EVERY_READER },

  // The worker.
  workerFirstName: { kind: 'text', max: TEXT.name, seenBy: WORKER, hidden: '' },
  workerLastName: { kind: 'text', max: TEXT.name, seenBy: WORKER, hidden: '' },
  workerFullName: { kind: 'text', seenBy: WORKER, hidden: '', section: 'worker', column: 26 },
  workerExternalId: { kind: 'text', seenBy: WORKER, hidden: '', section: 'worker', column: 14 },
  workerAddress: { kind: 'lines', max: TEXT.address, seenBy: WORKER, hidden: '', section: 'worker' },
  workerPhoneNumber: { kind: 'phone', max: TEXT.phone, seenBy: WORKER, hidden: '', section: 'worker' },
  phoneNumber: { kind: 'phone', max: TEXT.phone, seenBy: WORKER, hidden: '', section: 'worker' },
  /** The private address, only for notifying the employee of the appointment (docs/decisions/0093). Doctors do not see it; they call. */
  workerEmail: { kind: 'text', max: TEXT.email, seenBy: EMPLOYER_AND_PLANNER, hidden: '', section: 'worker' },
  workerGender: { kind: 'gender', seenBy: WORKER, section: 'worker', column: 12 },
  workerLanguage: { kind: 'workerLanguage', seenBy: WORKER, section: 'worker', column: 12 },
  companyName: { kind: 'text', seenBy: EVERY_READER, section: 'worker', column: true },
  subEmployee: { kind: 'text', seenBy: WORKER, hidden: '', section: 'worker', column: true },
  /** Read from the employee, and masked (policy.ts, `employee.niss`). */
  workerNISS: { seenBy: { employerAdmin: true } },
  latitude: { seenBy: NOBODY },
  longitude: { seenBy: NOBODY },
  geoPrecision: { seenBy: NOBODY },
  province: { seenBy: EMPLOYER_AND_PLANNER },
  searchText: { seenBy: NOBODY },
  workerNameOrder: { seenBy: NOBODY },

  // The absence.
  incapacityStartDate: { kind: 'day', seenBy: WORKER, section: 'incapacity', column: true },
  incapacityEndDate: { kind: 'day', seenBy: WORKER, section: 'incapacity', column: true },
  incapacityType: { kind: 'incapacityType', seenBy: WORKER, section: 'incapacity', column: true },
  certificateType: { kind: 'certifType', seenBy: WORKER, section: 'incapacity', column: true },
  /** Either answer matters: it decides where the worker can be found. */
  authorizedExit: { kind: 'yesNo', seenBy: WORKER, section: 'incapacity', saysNo: true },
  incapacityPercentage: {
    kind: 'percent',
    min: PARTIAL_INCAPACITY_PERCENT.min,
    max: 100,
    seenBy: WORKER,
    section: 'incapacity',
    column: true,
  },
  accidentDate: { kind: 'day', nullable: true, seenBy: WORKER, section: 'incapacity', column: true },
  accidentTime: { kind: 'time', nullable: true, seenBy: WORKER, section: 'incapacity', column: 10 },
  /** Answered by the doctor, for accidents only; null: not asked. */
  injuryDifference: { kind: 'yesNo', nullable: true, seenBy: EVERY_READER, section: 'incapacity', saysNo: true, column: true },
  checkPlausibility: { kind: 'checkPlausibility', seenBy: EVERY_READER, section: 'incapacity', column: true },

  // The result, and the mission. Of the doctor, employers see the name here and the licence number on the report of an examination, nothing else.
  checkOccurence: { kind: 'checkOccurence', nullable: true, seenBy: EVERY_READER, section: 'result', column: 30 },
  nonOperableReason: { kind: 'nonOperableReason', nullable: true, seenBy: EVERY_READER, section: 'result', column: 28 },
  appointmentStart: { kind: 'instant', nullable: true, seenBy: MINUTE, section: 'result' },
  appointmentEnd: { kind: 'instant', nullable: true, seenBy: MINUTE },
  /** The location that the appointment was made for, if the order was changed after it (check/times/visit.ts); null: `checkLocation`. */
  appointmentLocation: { seenBy: NOBODY },
  /** The day of the examination; before it, of the appointment. */
  checkDate: { kind: 'day', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  checkTime: { kind: 'time', nullable: true, seenBy: MINUTE, section: 'result', column: 10 },
  checkTiming: { kind: 'checkTiming', seenBy: EVERY_READER, section: 'result', column: true },
  checkLocation: { kind: 'checkLocation', seenBy: EVERY_READER, section: 'result', column: true },
  doctorFullName: { kind: 'text', seenBy: EVERY_READER, section: 'result', column: true },
  doctorNameOrder: { seenBy: NOBODY },
  doctorFoundAt: { seenBy: NOBODY },
  /** Whether the employee was notified of the appointment (check/times/told.ts), without which a no-show cannot be recorded. */
  employeeTold: { seenBy: EVERY_READER },
  newIncapacityEndDate: { kind: 'day', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  earlyReturn: { kind: 'yesNo', seenBy: EVERY_READER, section: 'result', column: true },
  workerDisagreement: { kind: 'yesNo', seenBy: EVERY_READER, section: 'result', column: true },
  /** Force majeure that excuses a no-show (result/excuse.ts). */
  noShowExcuse: { kind: 'noShowExcuse', nullable: true, seenBy: EVERY_READER, section: 'result', column: 26 },
  noShowExcusedOn: { kind: 'day', nullable: true, seenBy: EVERY_READER, section: 'result' },
  /** Arbitration (result/arbitration.ts): who asked for it and when, who decides, and the ruling. */
  arbitrationAskedBy: { kind: 'arbitrationParty', nullable: true, seenBy: EVERY_READER, section: 'result' },
  arbitrationAskedOn: { kind: 'day', nullable: true, seenBy: EVERY_READER, section: 'result' },
  arbiterName: { kind: 'text', max: TEXT.name, seenBy: EVERY_READER, section: 'result' },
  arbitrationRuling: { kind: 'arbitrationRuling', nullable: true, seenBy: EVERY_READER, section: 'result', column: 26 },
  arbitrationRuledOn: { kind: 'day', nullable: true, seenBy: EVERY_READER, section: 'result' },
  secondCheckNeeded: { kind: 'yesNo', seenBy: EVERY_READER, section: 'result', column: true },
  prolongationNeeded: { kind: 'yesNo', seenBy: EVERY_READER, section: 'result', column: true },
  distanceToCheck: { kind: 'km', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  timeToCheck: { kind: 'minutes', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  examinedFrom: { kind: 'instant', nullable: true, seenBy: EVERY_READER },
  examinedTo: { kind: 'instant', nullable: true, seenBy: EVERY_READER },
  examinationMinutes: {
    kind: 'minutes',
    min: 0,
    max: EXAMINATION_MAX_MINUTES,
    nullable: true,
    seenBy: EVERY_READER,
    section: 'result',
    column: true,
  },
  /** When the doctor pressed "on my way", "arrived" and "left" (check/times/visit.ts). Employers see the times of the examination instead. */
  onMyWayAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR, section: 'result' },
  arrivedAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR, section: 'result' },
  leftAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR, section: 'result' },
  /** When the server received them, if one of these times is from the phone's clock. */
  visitReceivedAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  /** When a doctor last found nobody at the worker's home (check/times/attempt.ts), without which a no-show of a visit cannot be recorded. */
  attemptedAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  reportDate: { seenBy: EMPLOYER_AND_PLANNER },
  /** When the submitted result becomes a report; employers do not see a result before that. */
  resultDueAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  /** Since when a result is held for review by a planner (check/quality); employers see that there is one under review. */
  resultHeldAt: { kind: 'instant', nullable: true, seenBy: EVERY_READER },
  resultAskedAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  archivedAt: { kind: 'instant', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  /** When the personal data of the check were erased, at the end of the retention period or at the employee's request (docs/decisions/0098). */
  erasedAt: { kind: 'instant', nullable: true, seenBy: EVERY_READER },
  /** Since when the check is kept beyond the retention period, and why. */
  legalHoldAt: { kind: 'instant', nullable: true, seenBy: EMPLOYER_AND_PLANNER },
  legalHoldReason: { kind: 'lines', max: TEXT.reason, seenBy: EMPLOYER_AND_PLANNER, hidden: '' },
  resultSentBy: { kind: 'sender', seenBy: EVERY_READER, section: 'result', column: true },

  // Free text, which may name the worker.
  /** For employers, only what the quality gate released. */
  archiveComment: {
    kind: 'lines',
    max: TEXT.comment,
    nullable: true,
    seenBy: { ...WORKER, ...employers('onceReleased') },
    section: 'result',
    column: 40,
  },
  commentReview: { kind: 'commentReview', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  releasedComment: { kind: 'lines', max: TEXT.comment, nullable: true, seenBy: { planner: true, doctor: 'whileDoctorSeesWorker' } },
  providerComment: { kind: 'lines', max: TEXT.comment, seenBy: EMPLOYER_AND_PLANNER, section: 'comments', column: 40 },
  doctorComment: {
    kind: 'lines',
    max: TEXT.comment,
    seenBy: { ...EMPLOYERS, doctor: 'whileDoctorSeesWorker' },
    section: 'comments',
    column: 40,
  },

  // Where the order came from, and who receives the report.
  creationDate: { kind: 'instant', seenBy: EVERY_READER, section: 'order', column: true },
  modificationDate: { kind: 'instant', seenBy: EVERY_READER, section: 'order', column: true },
  source: { kind: 'checkSource', seenBy: EVERY_READER, section: 'order', column: true },
  isRandom: { kind: 'yesNo', seenBy: EVERY_READER, section: 'order', column: true },
  superiorFullName: { kind: 'text', nullable: true, seenBy: EMPLOYER_AND_PLANNER, section: 'order', column: true },
  superiorEmail: { kind: 'text', nullable: true, seenBy: EMPLOYER_AND_PLANNER, section: 'order', column: 28 },
  superiorLg: { kind: 'interfaceLanguage', nullable: true, seenBy: EMPLOYER_AND_PLANNER, section: 'order', column: 12 },

  // Money. Only the provider sees ratings of doctors, and only the administrators of an employer see its prices (docs/decisions/0024).
  companyTotalPrice: { kind: 'money', seenBy: PRICE_READERS, section: 'cost', column: true },
  /** Whether the price is that of a home visit wherever the examination takes place, because a doctor found nobody at home (0074). */
  visitCharged: { kind: 'yesNo', nullable: true, seenBy: PRICE_READERS, section: 'cost' },
  contractPrice: { seenBy: NOBODY },
  /** Exact, or the maximum if only the day of a visit is announced: the exact fee would reveal its hour (docs/decisions/0051). */
  cancellationFee: { kind: 'money', nullable: true, seenBy: PRICE_READERS },
  cancellationFeeAtLeast: { kind: 'money', nullable: true, seenBy: PRICE_READERS },
  doctorTotalPrice: { kind: 'money', seenBy: PLANNER_AND_DOCTOR, section: 'cost', column: true },
  doctorTravelCosts: { kind: 'money', seenBy: PLANNER_AND_DOCTOR, section: 'cost', column: true },
  doctorExtraCosts: { kind: 'money', seenBy: PLANNER_AND_DOCTOR, section: 'cost', column: true },
  doctorReactivity: { kind: 'minutes', nullable: true, seenBy: { planner: true }, section: 'cost', column: true },
  doctorEfficiency: { kind: 'percent', min: 0, max: 100, nullable: true, seenBy: { planner: true }, section: 'cost', column: true },

  // Derived values.
  availableActions: { seenBy: EVERY_READER },
  nextActor: { kind: 'text', seenBy: EVERY_READER },
  employeeReached: { seenBy: NOBODY },
  certificateReached: { seenBy: NOBODY },
  parentCheckReached: { seenBy: NOBODY },
} as const satisfies Record<string, CheckFieldRule>;
export type CheckField = keyof typeof CHECK_FIELDS;
export const CHECK_FIELD_NAMES = Object.keys(CHECK_FIELDS) as readonly CheckField[];

/** Whether the actor sees the field of this check at `now`. */
export const seesCheckField = (
  actor: Actor,
  field: CheckField,
  check: CheckVisibilityFacts & { readonly companyId: string },
  now: Date,
): boolean => roleSeesCheckField(roleIn(actor, check.companyId), field, check, now);

/** The same for a user with this role in the company of the check. */
export function roleSeesCheckField(role: Role, field: CheckField, check: CheckVisibilityFacts, now: Date): boolean {
  const visibility: Visibility<CheckCondition> = checkVisibility(field, role);
  return typeof visibility === 'boolean' ? visibility : CONDITIONS[visibility](check, now);
}

/** Whether the role sees the field of a check: always, never, or under a condition. */
export const checkVisibility = (field: CheckField, role: Role): Visibility<CheckCondition> =>
  visibilityOf<CheckCondition>(CHECK_FIELDS[field], role);

/** Fields that some readers never see, so that screens may have to leave out columns and tiles. */
export type ProtectedField = {
  [Name in CheckField]: keyof (typeof CHECK_FIELDS)[Name]['seenBy'] extends never
    ? never
    : Reader extends keyof (typeof CHECK_FIELDS)[Name]['seenBy']
      ? never
      : Name;
}[CheckField];

export const PROTECTED_FIELDS = CHECK_FIELD_NAMES.filter((field): field is ProtectedField => {
  const readers = Object.keys(CHECK_FIELDS[field].seenBy).length;
  return readers > 0 && readers < Object.keys(EVERY_READER).length;
});

/** Protected fields that all of the roles always see; empty without roles. */
export const fieldsSeenBy = (roles: readonly Role[]): readonly ProtectedField[] =>
  PROTECTED_FIELDS.filter((field) => roles.length > 0 && roles.every((role) => checkVisibility(field, role) === true));

/**
 * Protected fields that the actor always sees of checks of the company or, without a company, of every check that the actor can open. Only
 * these may be totalled, because a total would reveal hidden values.
 */
export const fieldsOf = (actor: Actor, companyId?: string | null): readonly ProtectedField[] =>
  fieldsSeenBy(companyId ? [roleIn(actor, companyId)] : rolesOf(actor));
