import {
  EMPLOYER_AND_PLANNER,
  EVERY_READER,
  type FieldRule,
  NOBODY,
  PLANNER_AND_DOCTOR,
  PRICE_READERS,
  type Reader,
  type Sight,
  sightOf,
} from '../fields.ts';
import { type Actor, type Role, roleIn, rolesOf } from '../policy.ts';
import { type AnnouncementFacts, employerPrecision } from './announcement.ts';
import { employerComment, type GatedComment } from './comment-gate.ts';
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
  /** The quality gate (check/comment-gate.ts). */
  onceReleased: ({ archiveComment, commentReview, releasedComment = null }) =>
    archiveComment !== undefined &&
    commentReview !== undefined &&
    employerComment({ archiveComment, commentReview, releasedComment }) !== null,
  /** The minute of an appointment (check/announcement.ts); its day is `checkDate`. */
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
const MINUTE = { ...EVERY_READER, employerAdmin: 'onceMinuteIsTold', employerBasic: 'onceMinuteIsTold' } as const;
const WORKER = { ...EVERY_READER, doctor: 'whileDoctorSeesWorker' } as const;

/**
 * Every field of a check, and who sees it (domain.md 4.6). A column of the database without an entry does not compile
 * (checks.view.ts of the server), nor does a field of the API that shows one.
 */
export const CHECK_FIELDS = {
  // The check itself. Company and id together are its key.
  id: { seenBy: EVERY_READER },
  companyId: { seenBy: EVERY_READER },
  companyName: { seenBy: EVERY_READER },
  version: { seenBy: EVERY_READER },
  status: { seenBy: EVERY_READER },
  source: { seenBy: EVERY_READER },
  isRandom: { seenBy: EVERY_READER },
  creationDate: { seenBy: EVERY_READER },
  modificationDate: { seenBy: EVERY_READER },
  archivedAt: { seenBy: EVERY_READER },
  checkTiming: { seenBy: EVERY_READER },
  checkLocation: { seenBy: EVERY_READER },
  problemReason: { seenBy: EVERY_READER },
  problemOwner: { seenBy: EVERY_READER },
  problemComment: {
    seenBy: { ...WORKER, employerAdmin: 'whenEmployerAnswers', employerBasic: 'whenEmployerAnswers' },
    hidden: '',
  },

  // Other records: their ids are for those who reach them.
  employeeId: { seenBy: { employerAdmin: true, employerBasic: 'whenEmployeeReached', planner: true } },
  certificateId: { seenBy: { employerAdmin: true, employerBasic: 'whenCertificateReached', planner: true } },
  /** The file of the certificate. */
  documentId: { seenBy: WORKER },
  parentCheckId: {
    seenBy: { employerAdmin: true, employerBasic: 'whenParentCheckReached', planner: true, doctor: 'whenParentCheckReached' },
  },
  superiorId: { seenBy: EMPLOYER_AND_PLANNER },
  superiorFullName: { seenBy: EMPLOYER_AND_PLANNER },
  superiorEmail: { seenBy: EMPLOYER_AND_PLANNER },
  superiorLg: { seenBy: EMPLOYER_AND_PLANNER },
  orderedByProfileId: { seenBy: NOBODY },
  doctorId: { seenBy: PLANNER_AND_DOCTOR },

  // The worker, and the absence.
  workerFirstName: { seenBy: WORKER, hidden: '' },
  workerLastName: { seenBy: WORKER, hidden: '' },
  workerFullName: { seenBy: WORKER, hidden: '' },
  workerGender: { seenBy: WORKER },
  workerLanguage: { seenBy: WORKER },
  workerAddress: { seenBy: WORKER, hidden: '' },
  workerPhoneNumber: { seenBy: WORKER, hidden: '' },
  phoneNumber: { seenBy: WORKER, hidden: '' },
  workerExternalId: { seenBy: WORKER, hidden: '' },
  /** Of the employee; masked, and read there (policy.ts, `employee.niss`). */
  workerNISS: { seenBy: { employerAdmin: true } },
  subEmployee: { seenBy: WORKER, hidden: '' },
  latitude: { seenBy: NOBODY },
  longitude: { seenBy: NOBODY },
  geoPrecision: { seenBy: NOBODY },
  province: { seenBy: EMPLOYER_AND_PLANNER },
  searchText: { seenBy: NOBODY },
  workerNameOrder: { seenBy: NOBODY },
  incapacityStartDate: { seenBy: WORKER },
  incapacityEndDate: { seenBy: WORKER },
  incapacityType: { seenBy: WORKER },
  certificateType: { seenBy: WORKER },
  incapacityPercentage: { seenBy: WORKER },
  authorizedExit: { seenBy: WORKER },
  accidentDate: { seenBy: WORKER },
  accidentTime: { seenBy: WORKER },

  // The mission. Employers read the doctor's name here, the licence on the report of an examination, and nothing else of doctors.
  doctorFullName: { seenBy: EVERY_READER },
  doctorNameOrder: { seenBy: NOBODY },
  doctorFoundAt: { seenBy: NOBODY },
  appointmentStart: { seenBy: MINUTE },
  appointmentEnd: { seenBy: MINUTE },
  examinedFrom: { seenBy: EVERY_READER },
  examinedTo: { seenBy: EVERY_READER },
  examinationMinutes: { seenBy: EVERY_READER },
  /** Of the examination; before it, of the appointment. */
  checkDate: { seenBy: EVERY_READER },
  checkTime: { seenBy: MINUTE },
  reportDate: { seenBy: EMPLOYER_AND_PLANNER },
  /** Employers do not know of a result before they read it. */
  resultDueAt: { seenBy: PLANNER_AND_DOCTOR },
  distanceToCheck: { seenBy: EVERY_READER },
  timeToCheck: { seenBy: EVERY_READER },
  /** Whether a check of the same incapacity came before: for those, too, who may not know which. */
  isLaterRound: { seenBy: EVERY_READER },

  // The result.
  checkOccurence: { seenBy: EVERY_READER },
  nonOperableReason: { seenBy: EVERY_READER },
  newIncapacityEndDate: { seenBy: EVERY_READER },
  earlyReturn: { seenBy: EVERY_READER },
  secondCheckNeeded: { seenBy: EVERY_READER },
  prolongationNeeded: { seenBy: EVERY_READER },
  workerDisagreement: { seenBy: EVERY_READER },
  injuryDifference: { seenBy: EVERY_READER },
  checkPlausibility: { seenBy: EVERY_READER },
  resultSentBy: { seenBy: EVERY_READER },

  // What somebody wrote: it may name the worker.
  providerComment: { seenBy: EMPLOYER_AND_PLANNER },
  doctorComment: { seenBy: { employerAdmin: true, employerBasic: true, doctor: 'whileDoctorSeesWorker' } },
  /** For employers as the quality gate lets it through. */
  archiveComment: { seenBy: { ...WORKER, employerAdmin: 'onceReleased', employerBasic: 'onceReleased' } },
  commentReview: { seenBy: PLANNER_AND_DOCTOR },
  releasedComment: { seenBy: { planner: true, doctor: 'whileDoctorSeesWorker' } },

  // Money. What doctors are paid and rated is the provider's; prices are the administrators' (docs/decisions/0024).
  companyTotalPrice: { seenBy: PRICE_READERS },
  contractPrice: { seenBy: NOBODY },
  /** Exact, or at most: where only the day of a visit is known, nobody says to the hour what cancelling costs (docs/decisions/0051). */
  cancellationFee: { seenBy: PRICE_READERS },
  cancellationFeeAtLeast: { seenBy: PRICE_READERS },
  doctorTotalPrice: { seenBy: PLANNER_AND_DOCTOR },
  doctorTravelCosts: { seenBy: PLANNER_AND_DOCTOR },
  doctorExtraCosts: { seenBy: PLANNER_AND_DOCTOR },
  doctorReactivity: { seenBy: { planner: true } },
  doctorEfficiency: { seenBy: { planner: true } },

  // What follows from the rest.
  availableActions: { seenBy: EVERY_READER },
  nextActor: { seenBy: EVERY_READER },
  employeeReached: { seenBy: NOBODY },
  certificateReached: { seenBy: NOBODY },
  parentCheckReached: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule<CheckCondition>>;
export type CheckField = keyof typeof CHECK_FIELDS;
export const CHECK_FIELD_NAMES = Object.keys(CHECK_FIELDS) as readonly CheckField[];

/** Whether the actor sees the field of this check at `now`. */
export function seesCheckField(
  actor: Actor,
  field: CheckField,
  check: CheckVisibilityFacts & { readonly companyId: string },
  now: Date,
): boolean {
  const sight: Sight<CheckCondition> = checkSight(field, roleIn(actor, check.companyId));
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
