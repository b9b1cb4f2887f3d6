/** Enumerations of checks (specification, section 3; domain.md 4.4 for those that it does not list). */
export const CHECK_TIMINGS = ['Immediate', 'Optimized'] as const;
export type CheckTiming = (typeof CHECK_TIMINGS)[number];

export const CHECK_LOCATIONS = ['House', 'Office', 'Telecheck', 'Unknown'] as const;
export type CheckLocation = (typeof CHECK_LOCATIONS)[number];
/** Locations that can be ordered; `Unknown` only occurs in imported history. */
export const ORDERABLE_LOCATIONS = ['Office', 'House', 'Telecheck'] as const satisfies readonly CheckLocation[];

export const CHECK_OCCURRENCES = [
  'Cancelled',
  'NonOperable',
  'NoShow',
  'Yes',
  'YesPatientHome',
  'YesSecondCheck',
  'NoCertifConfirmed',
  'NoCertifDenied',
  'Deleted',
] as const;
export type CheckOccurence = (typeof CHECK_OCCURRENCES)[number];

/** The worker was examined. */
export const EXAMINED_OCCURRENCES = [
  'Yes',
  'YesPatientHome',
  'YesSecondCheck',
  'NoCertifConfirmed',
  'NoCertifDenied',
] as const satisfies readonly CheckOccurence[];

/** Outcomes in the reports of clients and doctors: a deleted check is an administrative error, which only the provider sees. */
export const REPORTED_OCCURRENCES = CHECK_OCCURRENCES.filter(
  (occurrence): occurrence is Exclude<CheckOccurence, 'Deleted'> => occurrence !== 'Deleted',
);

/** The completed set C of domain.md 4.5: with a result, no-shows included (specification, section 9). */
export const COMPLETED_OCCURRENCES = [...EXAMINED_OCCURRENCES, 'NoShow'] as const satisfies readonly CheckOccurence[];

export const CHECK_PLAUSIBILITIES = ['Excluded', 'Probably', 'DontKnow', 'Unknown'] as const;
export type CheckPlausibility = (typeof CHECK_PLAUSIBILITIES)[number];

export const CHECK_STATUSES = ['Reception', 'Planning', 'WaitingForCheck', 'ModificationProblem', 'Archived'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];
export const OPEN_STATUSES = ['Reception', 'Planning', 'WaitingForCheck', 'ModificationProblem'] as const satisfies readonly CheckStatus[];

export const CHECK_SOURCES = ['Web', 'CertificateRow', 'OneShot', 'Api', 'Phone', 'Policy'] as const;
export type CheckSource = (typeof CHECK_SOURCES)[number];

/** Why a check is at `ModificationProblem`. */
export const PROBLEM_REASONS = [
  'AddressUnclear',
  'PhoneUnreachable',
  'PeriodChanged',
  'WorkerAbroad',
  'Hospitalised',
  'WorkerResumed',
  'DoctorUnavailable',
  'EmployerModification',
  'Other',
] as const;
export type ProblemReason = (typeof PROBLEM_REASONS)[number];

/** Who must act on a problem. */
/** Who has to act next (`nextActor` of check/lifecycle). */
export const NEXT_ACTORS = ['provider', 'doctor', 'employer', 'nobody'] as const;
export type NextActor = (typeof NEXT_ACTORS)[number];

export const PROBLEM_OWNERS = ['employer', 'provider'] as const;
export type ProblemOwner = (typeof PROBLEM_OWNERS)[number];

/**
 * Reasons for `NonOperable` (domain.md 4.4): whose fault, whether it is invoiced, and whether it counts as
 * "a doctor was found" in the operational success rate.
 */
export const NON_OPERABLE_REASONS = {
  NoDoctorFound: { fault: 'provider', billable: false, doctorFound: false },
  TooLateInPeriod: { fault: 'provider', billable: false, doctorFound: false },
  WorkerResumed: { fault: 'none', billable: false, doctorFound: true },
  AddressNotFound: { fault: 'employer', billable: true, doctorFound: true },
  NoContact: { fault: 'worker', billable: true, doctorFound: true },
  NoAccess: { fault: 'worker', billable: true, doctorFound: true },
  Hospitalised: { fault: 'none', billable: false, doctorFound: true },
  WorkerAbroad: { fault: 'worker', billable: false, doctorFound: true },
  WorkerMoved: { fault: 'worker', billable: true, doctorFound: true },
  ExcludedType: { fault: 'employer', billable: false, doctorFound: true },
  DuplicateOrder: { fault: 'employer', billable: false, doctorFound: true },
  IncapacityNotDeclared: { fault: 'employer', billable: false, doctorFound: true },
  TeleNotConclusive: { fault: 'none', billable: true, doctorFound: true },
  EmployerDataMissing: { fault: 'employer', billable: false, doctorFound: true },
  /** The employee was notified of the appointment late or not at all, so that a no-show cannot be recorded (check/times/told.ts). */
  EmployeeNotTold: { fault: 'provider', billable: false, doctorFound: true },
  ForceMajeure: { fault: 'none', billable: false, doctorFound: true },
  Other: { fault: 'none', billable: false, doctorFound: true },
} as const satisfies Record<string, { fault: 'employer' | 'worker' | 'provider' | 'none'; billable: boolean; doctorFound: boolean }>;
export type NonOperableReason = keyof typeof NON_OPERABLE_REASONS;
export const NON_OPERABLE_REASON_CODES = Object.keys(NON_OPERABLE_REASONS) as readonly NonOperableReason[];

/**
 * The quality gate for a doctor's comment to the employer (domain.md 4.2, step 9): the result is sent at once, the comment only after a planner
 * has read it. Comments of planners need no review. Rules: comment-gate.ts.
 */
export const COMMENT_REVIEWS = ['NotNeeded', 'Waiting', 'Released', 'Withheld'] as const;
export type CommentReview = (typeof COMMENT_REVIEWS)[number];

/** Who asked for an arbitrating doctor (domain.md 2.2). */
export const ARBITRATION_PARTIES = ['Employer', 'Employee'] as const;
export type ArbitrationParty = (typeof ARBITRATION_PARTIES)[number];

/** The doctor whose finding the arbitrating doctor confirms. */
export const ARBITRATION_RULINGS = ['ControlDoctor', 'TreatingDoctor'] as const;
export type ArbitrationRuling = (typeof ARBITRATION_RULINGS)[number];

/** Force majeure that excuses a no-show (domain.md 4.3). These are kinds of proof, never a diagnosis: employers receive no medical data. */
export const NO_SHOW_EXCUSES = ['Hospital', 'Pharmacy', 'DoctorVisit', 'Other'] as const;
export type NoShowExcuse = (typeof NO_SHOW_EXCUSES)[number];

/** Why an excuse is withdrawn. */
export const EXCUSE_WITHDRAWALS = ['Mistake', 'ProofMissing', 'ProofInvalid'] as const;
export type ExcuseWithdrawal = (typeof EXCUSE_WITHDRAWALS)[number];
