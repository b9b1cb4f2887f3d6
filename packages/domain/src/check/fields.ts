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
  type Sight,
  sightOf,
} from '../fields.ts';
import { type Actor, roleIn, rolesOf } from '../policy.ts';
import type { Role } from '../roles.ts';
import { employerComment, type GatedComment } from './result/comment-gate.ts';
import { type AnnouncementFacts, employerPrecision } from './times/announcement.ts';
import { doctorSeesWorker } from './worker-visibility.ts';

/** What conditions ask of a check. What a caller does not know counts as not fulfilled. */
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
  /** A problem's text is passed on to whoever must answer it (domain.md 4.2). */
  whenEmployerAnswers: ({ problemOwner }) => problemOwner === 'employer',
  /** The quality gate (check/result/comment-gate.ts). */
  onceReleased: ({ archiveComment, commentReview, releasedComment = null }) =>
    archiveComment !== undefined &&
    commentReview !== undefined &&
    employerComment({ archiveComment, commentReview, releasedComment }) !== null,
  /** The minute of an appointment (check/times/announcement.ts); its day is `checkDate`. */
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

/** To the minute for planners and doctors. */
const MINUTE = { ...EVERY_READER, ...employers('onceMinuteIsTold') } as const;
const WORKER = { ...EVERY_READER, doctor: 'whileDoctorSeesWorker' } as const;

/** Parts of a report, in order. */
export const FACT_SECTIONS = ['result', 'worker', 'incapacity', 'comments', 'order', 'cost'] as const;
export type FactSection = (typeof FACT_SECTIONS)[number];

export interface CheckFieldRule extends FieldRule<CheckCondition> {
  /**
   * The part of pages and documents in which the field has a line, for everybody who sees it (check/facts.ts): the pages of employers, planners
   * and doctors, the report and its PDF. Lines are in the order of the table.
   */
  readonly section?: FactSection;
  /** A "No" says something of its own; of other questions it is how it usually is, and the line would only take room. */
  readonly saysNo?: true;
  /** A column in the files of reports: its width in characters, or one that suits the kind. Without it there is none. */
  readonly column?: true | number;
}

/**
 * Every field of a check: what it is, who sees it (domain.md 4.6), and where it is. A column of the database without an entry does
 * not compile (checks.view.ts of the server). The API's type, the lines of pages and documents, the columns of files and what the
 * pages ask for are made of it (ARCHITECTURE.md, "Adding one field to a check").
 */
export const CHECK_FIELDS = {
  // The check itself. Company and id together are its key.
  id: { kind: 'id', seenBy: EVERY_READER },
  companyId: { kind: 'id', seenBy: EVERY_READER },
  version: { kind: 'number', seenBy: EVERY_READER },
  status: { kind: 'checkStatus', seenBy: EVERY_READER },
  problemReason: { kind: 'problemReason', nullable: true, seenBy: EVERY_READER },
  problemOwner: { kind: 'problemOwner', nullable: true, seenBy: EVERY_READER },
  problemComment: {
    kind: 'lines',
    seenBy: { ...WORKER, ...employers('whenEmployerAnswers') },
    hidden: '',
  },

  // Other records: their ids are for those who reach them.
  employeeId: { kind: 'id', seenBy: { employerAdmin: true, employerBasic: 'whenEmployeeReached', planner: true } },
  certificateId: { kind: 'id', nullable: true, seenBy: { employerAdmin: true, employerBasic: 'whenCertificateReached', planner: true } },
  /** The file of the certificate; the API has the document itself. */
  documentId: { seenBy: WORKER },
  parentCheckId: {
    kind: 'id',
    nullable: true,
    seenBy: { employerAdmin: true, employerBasic: 'whenParentCheckReached', planner: true, doctor: 'whenParentCheckReached' },
  },
  superiorId: { kind: 'id', nullable: true, seenBy: EMPLOYER_AND_PLANNER },
  orderedByProfileId: { seenBy: NOBODY },
  doctorId: { kind: 'id', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  /** Whether a check of the same incapacity came before: for those, too, who may not know which. */
  isLaterRound: { kind: 'yesNo', seenBy: EVERY_READER },

  // The worker.
  workerFirstName: { kind: 'text', seenBy: WORKER, hidden: '' },
  workerLastName: { kind: 'text', seenBy: WORKER, hidden: '' },
  workerFullName: { kind: 'text', seenBy: WORKER, hidden: '', section: 'worker', column: 26 },
  workerExternalId: { kind: 'text', seenBy: WORKER, hidden: '', section: 'worker', column: 14 },
  workerAddress: { kind: 'lines', seenBy: WORKER, hidden: '', section: 'worker' },
  workerPhoneNumber: { kind: 'phone', seenBy: WORKER, hidden: '', section: 'worker' },
  phoneNumber: { kind: 'phone', seenBy: WORKER, hidden: '', section: 'worker' },
  /** Private, and there to tell the employee of the appointment alone (docs/decisions/0093): a doctor calls, or writes nothing. */
  workerEmail: { kind: 'text', seenBy: EMPLOYER_AND_PLANNER, hidden: '', section: 'worker' },
  workerGender: { kind: 'gender', seenBy: WORKER, section: 'worker', column: 12 },
  workerLanguage: { kind: 'workerLanguage', seenBy: WORKER, section: 'worker', column: 12 },
  companyName: { kind: 'text', seenBy: EVERY_READER, section: 'worker', column: true },
  subEmployee: { kind: 'text', seenBy: WORKER, hidden: '', section: 'worker', column: true },
  /** Of the employee; masked, and read there (policy.ts, `employee.niss`). */
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
  /** Where the doctor finds the worker hangs on either answer. */
  authorizedExit: { kind: 'yesNo', seenBy: WORKER, section: 'incapacity', saysNo: true },
  incapacityPercentage: { kind: 'percent', seenBy: WORKER, section: 'incapacity', column: true },
  accidentDate: { kind: 'day', nullable: true, seenBy: WORKER, section: 'incapacity', column: true },
  accidentTime: { kind: 'time', nullable: true, seenBy: WORKER, section: 'incapacity', column: 10 },
  /** Asked about accidents alone, and an answer of the doctor either way. */
  injuryDifference: { kind: 'yesNo', nullable: true, seenBy: EVERY_READER, section: 'incapacity', saysNo: true, column: true },
  checkPlausibility: { kind: 'checkPlausibility', seenBy: EVERY_READER, section: 'incapacity', column: true },

  // The result, and the mission. Employers read the doctor's name here, the licence on the report of an examination, and nothing else of doctors.
  checkOccurence: { kind: 'checkOccurence', nullable: true, seenBy: EVERY_READER, section: 'result', column: 30 },
  nonOperableReason: { kind: 'nonOperableReason', nullable: true, seenBy: EVERY_READER, section: 'result', column: 28 },
  appointmentStart: { kind: 'instant', nullable: true, seenBy: MINUTE, section: 'result' },
  appointmentEnd: { kind: 'instant', nullable: true, seenBy: MINUTE },
  /** Of the examination; before it, of the appointment. */
  checkDate: { kind: 'day', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  checkTime: { kind: 'time', nullable: true, seenBy: MINUTE, section: 'result', column: 10 },
  checkTiming: { kind: 'checkTiming', seenBy: EVERY_READER, section: 'result', column: true },
  checkLocation: { kind: 'checkLocation', seenBy: EVERY_READER, section: 'result', column: true },
  doctorFullName: { kind: 'text', seenBy: EVERY_READER, section: 'result', column: true },
  doctorNameOrder: { seenBy: NOBODY },
  doctorFoundAt: { seenBy: NOBODY },
  /** Whether the employee was notified of the appointment (check/times/told.ts): a no-show rests on it. */
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
  arbiterName: { kind: 'text', seenBy: EVERY_READER, section: 'result' },
  arbitrationRuling: { kind: 'arbitrationRuling', nullable: true, seenBy: EVERY_READER, section: 'result', column: 26 },
  arbitrationRuledOn: { kind: 'day', nullable: true, seenBy: EVERY_READER, section: 'result' },
  secondCheckNeeded: { kind: 'yesNo', seenBy: EVERY_READER, section: 'result', column: true },
  prolongationNeeded: { kind: 'yesNo', seenBy: EVERY_READER, section: 'result', column: true },
  distanceToCheck: { kind: 'km', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  timeToCheck: { kind: 'minutes', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  examinedFrom: { kind: 'instant', nullable: true, seenBy: EVERY_READER },
  examinedTo: { kind: 'instant', nullable: true, seenBy: EVERY_READER },
  examinationMinutes: { kind: 'minutes', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  /** The doctor's taps (check/times/visit.ts): an employer would read the minute of a visit. What they read are the times of the examination. */
  onMyWayAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR, section: 'result' },
  arrivedAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR, section: 'result' },
  leftAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR, section: 'result' },
  /** Set where a moment of these is by the phone's own clock: when the server was notified of it. */
  visitReceivedAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  /** When a doctor last found nobody at the worker's home (check/times/attempt.ts): a no-show of a visit rests on it. */
  attemptedAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  reportDate: { seenBy: EMPLOYER_AND_PLANNER },
  /** Employers do not know of a result before they read it. */
  resultDueAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  /** Since when a result waits for a planner (check/quality): employers know that there is one, and that it is being looked at. */
  resultHeldAt: { kind: 'instant', nullable: true, seenBy: EVERY_READER },
  resultAskedAt: { kind: 'instant', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  archivedAt: { kind: 'instant', nullable: true, seenBy: EVERY_READER, section: 'result', column: true },
  /** When everything personal was taken out of it, as its retention period was over or the employee asked (docs/decisions/0098). */
  erasedAt: { kind: 'instant', nullable: true, seenBy: EVERY_READER },
  /** Since when it is kept beyond that period, and why. */
  legalHoldAt: { kind: 'instant', nullable: true, seenBy: EMPLOYER_AND_PLANNER },
  legalHoldReason: { kind: 'lines', seenBy: EMPLOYER_AND_PLANNER, hidden: '' },
  resultSentBy: { kind: 'sender', seenBy: EVERY_READER, section: 'result', column: true },

  // What somebody wrote: it may name the worker.
  /** For employers as the quality gate lets it through. */
  archiveComment: {
    kind: 'lines',
    nullable: true,
    seenBy: { ...WORKER, ...employers('onceReleased') },
    section: 'result',
    column: 40,
  },
  commentReview: { kind: 'commentReview', nullable: true, seenBy: PLANNER_AND_DOCTOR },
  releasedComment: { kind: 'lines', nullable: true, seenBy: { planner: true, doctor: 'whileDoctorSeesWorker' } },
  providerComment: { kind: 'lines', seenBy: EMPLOYER_AND_PLANNER, section: 'comments', column: 40 },
  doctorComment: {
    kind: 'lines',
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

  // Money. What doctors are paid and rated is the provider's; prices are the administrators' (docs/decisions/0024).
  companyTotalPrice: { kind: 'money', seenBy: PRICE_READERS, section: 'cost', column: true },
  contractPrice: { seenBy: NOBODY },
  /** Exact, or at most: where only the day of a visit is known, nobody says to the hour what cancelling costs (docs/decisions/0051). */
  cancellationFee: { kind: 'money', nullable: true, seenBy: PRICE_READERS },
  cancellationFeeAtLeast: { kind: 'money', nullable: true, seenBy: PRICE_READERS },
  doctorTotalPrice: { kind: 'money', seenBy: PLANNER_AND_DOCTOR, section: 'cost', column: true },
  doctorTravelCosts: { kind: 'money', seenBy: PLANNER_AND_DOCTOR, section: 'cost', column: true },
  doctorExtraCosts: { kind: 'money', seenBy: PLANNER_AND_DOCTOR, section: 'cost', column: true },
  doctorReactivity: { kind: 'minutes', nullable: true, seenBy: { planner: true }, section: 'cost', column: true },
  doctorEfficiency: { kind: 'percent', nullable: true, seenBy: { planner: true }, section: 'cost', column: true },

  // What follows from the rest.
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

/** The same for whoever has this role in the company of the check. */
export function roleSeesCheckField(role: Role, field: CheckField, check: CheckVisibilityFacts, now: Date): boolean {
  const sight: Sight<CheckCondition> = checkSight(field, role);
  return typeof sight === 'boolean' ? sight : CONDITIONS[sight](check, now);
}

/** What the role sees of the field of a check. */
export const checkSight = (field: CheckField, role: Role): Sight<CheckCondition> => sightOf<CheckCondition>(CHECK_FIELDS[field], role);

/** Fields that some readers never see: screens leave out their columns and tiles. */
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

/** Protected fields that each of the roles always sees; no role sees none. */
export const fieldsSeenBy = (roles: readonly Role[]): readonly ProtectedField[] =>
  PROTECTED_FIELDS.filter((field) => roles.length > 0 && roles.every((role) => checkSight(field, role) === true));

/**
 * Protected fields that the actor always sees of checks of the company, or without one of every check within reach. Checks are added
 * up by these alone: a sum would tell what is hidden.
 */
export const fieldsOf = (actor: Actor, companyId?: string | null): readonly ProtectedField[] =>
  fieldsSeenBy(companyId ? [roleIn(actor, companyId)] : rolesOf(actor));
