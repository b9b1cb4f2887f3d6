// Written by `npm run generate` from the migrated database; npm test fails when it does not fit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type AccesType = 'admin' | 'basic';
export type ArbitrationParty = 'Employer' | 'Employee';
export type ArbitrationRuling = 'ControlDoctor' | 'TreatingDoctor';
export type AvailabilityBasis = 'SectorAgreement' | 'CompanyAgreement' | 'WorkRules';
export type CertifType = 'FirstCertificate' | 'Prolongation' | 'Relapse' | 'NoCertif' | 'Unknown';
export type CertificateSource = 'employer' | 'provider' | 'worker' | 'api';
export type CheckLocation = 'House' | 'Office' | 'Telecheck' | 'Unknown';
export type CheckOccurence = 'Cancelled' | 'NonOperable' | 'NoShow' | 'Yes' | 'YesPatientHome' | 'YesSecondCheck' | 'NoCertifConfirmed' | 'NoCertifDenied' | 'Deleted';
export type CheckPlausibility = 'Excluded' | 'Probably' | 'DontKnow' | 'Unknown';
export type CheckSource = 'Web' | 'CertificateRow' | 'OneShot' | 'Api' | 'Phone' | 'Policy';
export type CheckStatus = 'Reception' | 'Planning' | 'WaitingForCheck' | 'ModificationProblem' | 'Archived';
export type CheckTiming = 'Immediate' | 'Optimized';
export type CommentReview = 'NotNeeded' | 'Waiting' | 'Released' | 'Withheld';
export type DocumentKind = 'certificate' | 'card' | 'sent' | 'receipt';
export type EntryType = 'ABSENCE_DECLARATION' | 'MEDICAL_CERTIFICATE';
export type Gender = 'Male' | 'Female' | 'Others';
export type GeoPrecision = 'street' | 'locality' | 'postcode' | 'prefix';
export type IncapacityType = 'Illness' | 'WorkAccident' | 'PrivateAccident' | 'OccupationalIllness' | 'SurgicalIntervention' | 'Hospitalization' | 'MaternityLeave' | 'Quarantine' | 'EndOfCareerIllness' | 'AccidentOnTheWayToWork' | 'BreastFeeding' | 'BirthLeave' | 'BirthLeaveForCoParents' | 'PaternityLeave' | 'SickLeave' | 'AbsenceForMedicalExamination' | 'PartialIncapacityToWork' | 'QuarantineOther' | 'MandatoryHospitalization' | 'SeriousIllness' | 'Unknown';
export type InterfaceLanguage = 'en' | 'fr' | 'nl';
export type InvoiceKind = 'Invoice' | 'CreditNote';
export type NoShowExcuse = 'Hospital' | 'Pharmacy' | 'DoctorVisit' | 'Other';
export type NonOperableReason = 'NoDoctorFound' | 'TooLateInPeriod' | 'WorkerResumed' | 'AddressNotFound' | 'NoContact' | 'NoAccess' | 'Hospitalised' | 'WorkerAbroad' | 'WorkerMoved' | 'ExcludedType' | 'DuplicateOrder' | 'IncapacityNotDeclared' | 'TeleNotConclusive' | 'EmployerDataMissing' | 'EmployeeNotTold' | 'ForceMajeure' | 'Other';
export type OneShotState = 'AwaitingPayment' | 'Paid' | 'Expired' | 'Refunded';
export type PaymentAttemptState = 'Created' | 'Processing' | 'Succeeded' | 'Declined' | 'Canceled';
export type PaymentDecline = 'genericDecline' | 'insufficientFunds' | 'expiredCard' | 'incorrectCvc' | 'authenticationFailed' | 'cardNotSupported' | 'processingError';
export type ProblemOwner = 'employer' | 'provider';
export type ProblemReason = 'AddressUnclear' | 'PhoneUnreachable' | 'PeriodChanged' | 'WorkerAbroad' | 'Hospitalised' | 'WorkerResumed' | 'DoctorUnavailable' | 'EmployerModification' | 'Other';
export type ProfileKind = 'employer' | 'planner' | 'doctor';
export type Province = 'Antwerp' | 'Brussels' | 'EastFlanders' | 'FlemishBrabant' | 'Hainaut' | 'Liege' | 'Limburg' | 'Luxembourg' | 'Namur' | 'WalloonBrabant' | 'WestFlanders' | 'Unknown';
export type RefundProblem = 'Unanswered' | 'Refused' | 'Reversed';
export type RefundState = 'Open' | 'Done' | 'Replaced';
export type SignUpRefusal = 'CompanyUnknown' | 'NotConfirmed' | 'DetailsIncorrect' | 'Duplicate';
export type SignUpState = 'Pending' | 'Confirmed' | 'Refused';
export type WorkerLanguage = 'FR' | 'NL' | 'EN' | 'DE';

/** A JSON value as it is read; written as text (`JSON.stringify`), because the driver takes an array for an SQL array. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface AccessLogTable {
  id: string;
  at: Generated<Date>;
  companyId: string | null;
  actorRole: string;
  profileId: string | null;
  action: string;
  subjectType: string;
  subjectId: string | null;
  traceId: Generated<string>;
  reason: string | null;
  position: Generated<number>;
  salt: Generated<string | null>;
  erased: Buffer | null;
}

export interface ApiTokensTable {
  companyId: string;
  id: string;
  profileId: string;
  name: string;
  prefix: string;
  tokenHash: Buffer;
  createdByProfileId: string | null;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export interface AppSecretsTable {
  fingerprint: string;
  firstUsedAt: Date;
  kept: Buffer | null;
}

export interface CertificatesTable {
  companyId: string;
  id: string;
  employeeId: string;
  superiorId: string | null;
  startDate: string;
  endDate: string;
  incapacityReason: IncapacityType;
  authorizedExit: boolean;
  doctorName: Generated<string>;
  entryType: EntryType;
  certifType: CertifType;
  documentId: string | null;
  isCheckRequestLaunched: Generated<boolean>;
  source: Generated<CertificateSource>;
  createdByProfileId: string | null;
  createdAt: Generated<Date>;
  searchText: string;
  version: Generated<number>;
  documentErasedAt: Date | null;
}

export interface CheckCommentReadsTable {
  companyId: string;
  checkId: string;
  profileId: string;
  readUntil: Date | null;
  mailedAt: Date | null;
  mailedUntil: Date | null;
}

export interface CheckCommentsTable {
  companyId: string;
  id: string;
  checkId: string;
  authorProfileId: string;
  authorRole: 'employer' | 'planner' | 'doctor';
  authorName: string;
  doctorId: string | null;
  audience: 'EmployerPlanner' | 'PlannerDoctor' | 'EmployerPlannerDoctor';
  text: string;
  createdAt: Date;
  withdrawnAt: Date | null;
  releasedAt: Date | null;
  releasedByProfileId: string | null;
}

export interface CheckEventsTable {
  companyId: string;
  id: string;
  checkId: string;
  at: Date;
  actorKind: string;
  actorProfileId: string | null;
  action: string;
  fromStatus: CheckStatus | null;
  toStatus: CheckStatus;
  version: number;
  reason: Generated<string>;
  details: ColumnType<Json, string | undefined, string>;
  position: Generated<number>;
  salt: Generated<string | null>;
  erased: Buffer | null;
}

export interface ChecksTable {
  companyId: string;
  id: string;
  employeeId: string;
  certificateId: string | null;
  superiorId: string | null;
  orderedByProfileId: string | null;
  parentCheckId: string | null;
  source: CheckSource;
  isRandom: Generated<boolean>;
  status: Generated<CheckStatus>;
  problemReason: ProblemReason | null;
  problemOwner: ProblemOwner | null;
  problemComment: Generated<string>;
  version: Generated<number>;
  creationDate: Date;
  modificationDate: Date;
  workerFirstName: string;
  workerLastName: string;
  workerFullName: GeneratedAlways<string | null>;
  workerGender: Gender;
  workerLanguage: WorkerLanguage;
  workerAddress: string;
  workerPhoneNumber: string;
  phoneNumber: Generated<string>;
  workerExternalId: Generated<string>;
  subEmployee: Generated<string>;
  latitude: number | null;
  longitude: number | null;
  geoPrecision: GeoPrecision | null;
  searchText: string;
  incapacityStartDate: string;
  incapacityEndDate: string;
  incapacityType: IncapacityType;
  certificateType: Generated<CertifType>;
  incapacityPercentage: Generated<number>;
  authorizedExit: Generated<boolean>;
  accidentDate: string | null;
  accidentTime: string | null;
  injuryDifference: boolean | null;
  checkPlausibility: Generated<CheckPlausibility>;
  checkTiming: CheckTiming;
  checkLocation: CheckLocation;
  providerComment: Generated<string>;
  doctorComment: Generated<string>;
  doctorId: string | null;
  doctorFullName: Generated<string>;
  doctorFoundAt: Date | null;
  appointmentStart: Date | null;
  appointmentEnd: Date | null;
  examinedFrom: Date | null;
  examinedTo: Date | null;
  distanceToCheck: number | null;
  timeToCheck: number | null;
  examinationMinutes: number | null;
  checkOccurence: CheckOccurence | null;
  newIncapacityEndDate: string | null;
  earlyReturn: Generated<boolean>;
  secondCheckNeeded: Generated<boolean>;
  prolongationNeeded: Generated<boolean>;
  workerDisagreement: Generated<boolean>;
  nonOperableReason: NonOperableReason | null;
  archiveComment: Generated<string>;
  archivedAt: Date | null;
  resultSentBy: Generated<string>;
  companyTotalPrice: number | null;
  doctorTotalPrice: number | null;
  doctorTravelCosts: number | null;
  doctorExtraCosts: number | null;
  doctorReactivity: number | null;
  doctorEfficiency: number | null;
  checkDate: GeneratedAlways<string | null>;
  checkTime: GeneratedAlways<string | null>;
  reportDate: GeneratedAlways<string | null>;
  province: GeneratedAlways<Province>;
  commentReview: Generated<CommentReview>;
  releasedComment: string | null;
  workerNameOrder: GeneratedAlways<string>;
  resultDueAt: Date | null;
  doctorNameOrder: Generated<string>;
  onMyWayAt: Date | null;
  arrivedAt: Date | null;
  leftAt: Date | null;
  visitReceivedAt: Date | null;
  employeeTold: 'Waiting' | 'InTime' | 'Late' | 'NotTold' | 'Unrecorded' | null;
  attemptedAt: Date | null;
  resultHeldAt: Date | null;
  resultAskedAt: Date | null;
  workerEmail: Generated<string>;
  erasedAt: Date | null;
  legalHoldAt: Date | null;
  legalHoldReason: Generated<string>;
  arbitrationAskedBy: ArbitrationParty | null;
  arbitrationAskedOn: string | null;
  arbiterName: Generated<string>;
  arbitrationRuling: ArbitrationRuling | null;
  arbitrationRuledOn: string | null;
  noShowExcuse: NoShowExcuse | null;
  noShowExcusedOn: string | null;
  appointmentLocation: CheckLocation | null;
}

export interface CompaniesTable {
  id: string;
  name: string;
  companyNumber: string;
  companyAddress: string;
  language: Generated<InterfaceLanguage>;
  staffCount: number;
  checkPrice: number;
  invoicingFirstName: Generated<string>;
  invoicingLastName: Generated<string>;
  invoicingEmail: string | null;
  invoicingPhoneNumber: Generated<string>;
  invoicingCompanyName: GeneratedAlways<string | null>;
  invoicingCompanyNumber: GeneratedAlways<string | null>;
  invoicingCompanyAddress: GeneratedAlways<string | null>;
  createdAt: Generated<Date>;
  version: Generated<number>;
  noCertificateOptOut: Generated<boolean>;
  certificateTermDays: number | null;
  availabilityDays: number | null;
  availabilityFrom: string | null;
  availabilityTo: string | null;
  availabilityBasis: AvailabilityBasis | null;
  secondStepRequired: Generated<boolean>;
  oneShot: Generated<boolean>;
  purchaseOrder: Generated<string>;
  payerKey: string | null;
}

export interface CompanyUsersTable {
  companyId: string;
  profileId: string;
  accesType: AccesType;
  languages: InterfaceLanguage[];
  superiorId: string | null;
  createdAt: Generated<Date>;
  version: Generated<number>;
  profileIsOpen: Generated<boolean>;
}

export interface CostCentresTable {
  companyId: string;
  id: string;
  code: string;
  name: string;
  active: Generated<boolean>;
  createdAt: Generated<Date>;
  version: Generated<number>;
  purchaseOrder: Generated<string>;
}

export interface DailyMailsTable {
  profileId: string;
  day: string;
}

export interface DashboardOrdersTable {
  companyId: string;
  scopeId: string;
  month: string;
  checkTiming: CheckTiming;
  checkLocation: CheckLocation;
  count: number;
  open: number;
  cancelled: number;
  operational: number;
  doctorFound: number;
  alreadyBack: number;
}

export interface DashboardReportsTable {
  companyId: string;
  scopeId: string;
  month: string;
  weekday: number;
  checkOccurence: CheckOccurence;
  earlyReturn: boolean;
  province: Province;
  count: number;
  earlyReturnDays: number;
  noShowDays: number;
  impactDaysFromCheck: number;
  companyTotalPrice: number;
  workerDisagreements: number;
  excusedNoShows: Generated<number>;
}

export interface DashboardValuesTable {
  companyId: string;
  scopeId: string;
  month: string;
  measure: 'absenceDays' | 'distanceToCheck' | 'examinationMinutes' | 'hoursToCheck' | 'hoursToResult';
  value: number;
  count: number;
}

export interface DoctorAvailabilitiesTable {
  doctorId: string;
  weekday: number;
  fromTime: string;
  toTime: string;
}

export interface DoctorCalendarsTable {
  id: string;
  doctorId: string;
  tokenHash: Buffer;
  createdAt: Date;
}

export interface DoctorExceptionsTable {
  id: string;
  doctorId: string;
  kind: 'Absent' | 'Extra';
  startsAt: Date;
  endsAt: Date;
  reason: Generated<string>;
  createdAt: Date;
}

export interface DoctorSearchesTable {
  companyId: string;
  id: string;
  checkId: string;
  state: 'Running' | 'Found' | 'Exhausted' | 'Stopped';
  day: string;
  appointmentMinutes: number;
  startedByProfileId: string | null;
  startedAt: Date;
  endedAt: Date | null;
  waves: Generated<number>;
  nextWaveAt: Date | null;
  plannersToldAt: Date | null;
}

export interface DoctorsTable {
  id: string;
  firstName: string;
  lastName: string;
  doctorFullName: GeneratedAlways<string | null>;
  email: string;
  phoneNumber: string;
  languages: WorkerLanguage[];
  inamiNumber: string;
  practiceAddress: string;
  latitude: number;
  longitude: number;
  geoPrecision: GeoPrecision;
  locations: CheckLocation[];
  maxKm: Generated<number>;
  active: Generated<boolean>;
  createdAt: Generated<Date>;
  version: Generated<number>;
}

export interface DocumentsTable {
  companyId: string;
  id: string;
  kind: DocumentKind;
  fileName: string;
  mediaType: 'application/pdf' | 'image/jpeg' | 'image/png';
  byteSize: number;
  sha256: Buffer;
  storageKey: string;
  uploadedByProfileId: string | null;
  createdAt: Generated<Date>;
  scan: Generated<'Unscanned' | 'Waiting' | 'Clean' | 'Infected'>;
  scanTriedAt: Date | null;
  malware: string | null;
  formerCertificateIds: Generated<string[]>;
}

export interface EmployeeAddressesTable {
  companyId: string;
  checkId: string;
  address: string;
  bell: string;
  doorCode: Buffer | null;
  saidAt: Date;
  otherPlace: boolean;
  reviewedAt: Date | null;
  reviewedByProfileId: string | null;
}

export interface EmployeeConfirmationsTable {
  companyId: string;
  checkId: string;
  appointmentStart: Date;
  doctorId: string;
  confirmedAt: Date;
  position: Generated<number>;
}

export interface EmployeeLinksTable {
  companyId: string;
  id: string;
  checkId: string;
  tokenHash: Buffer;
  contactHash: Buffer;
  createdAt: Date;
}

export interface EmployeeMessagesTable {
  companyId: string;
  id: string;
  checkId: string;
  news: 'Invited' | 'Moved' | 'Cancelled' | 'Ruled' | 'Excused' | 'ExcuseWithdrawn';
  appointmentStart: Date;
  createdAt: Date;
  textMessageId: string | null;
  channel: 'sms' | 'mail' | 'phone' | 'letter' | 'card' | 'page' | 'unrecorded' | null;
  checkLocation: CheckLocation;
  doctorId: string | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  reached: 'employee' | 'voicemail' | 'nobody' | null;
  phoneNumber: Generated<string>;
  profileId: string | null;
  withdrawnAt: Date | null;
  withdrawnByProfileId: string | null;
  mailId: string | null;
  email: Generated<string>;
  decisionVersion: number | null;
  isNotKnown: Generated<boolean>;
}

export interface EmployeeMovesTable {
  companyId: string;
  checkId: string;
  fromStart: Date;
  toStart: Date;
  movedAt: Date;
  position: Generated<number>;
}

export interface EmployeesTable {
  companyId: string;
  id: string;
  employeeMatricule: string;
  employeeFirstName: string;
  employeeLastName: string;
  employeeLanguage: WorkerLanguage;
  employeeGender: Gender;
  employeePhoneNumber: string;
  employeeAddress: string;
  function: Generated<string>;
  subEmployee: Generated<string>;
  superiorId: string | null;
  workerNISS: Buffer | null;
  workerNissIndex: Buffer | null;
  latitude: number | null;
  longitude: number | null;
  geoPrecision: GeoPrecision | null;
  searchText: string;
  leftAt: string | null;
  createdByProfileId: string | null;
  createdAt: Generated<Date>;
  version: Generated<number>;
  nameOrder: GeneratedAlways<string>;
  isErased: Generated<boolean>;
}

export interface EvidencePacksTable {
  companyId: string;
  id: string;
  checkId: string | null;
  language: InterfaceLanguage;
  code: string;
  head: Buffer;
  fileHash: Buffer;
  issuedAt: Date;
}

export interface FeatureFlagCompaniesTable {
  companyId: string;
  name: string;
  enabled: boolean;
}

export interface FeatureFlagsTable {
  name: string;
  enabled: boolean;
  percentage: number;
  version: Generated<number>;
  updatedAt: Date;
  updatedByProfileId: string | null;
}

export interface FormerUsersTable {
  companyId: string;
  profileId: string;
  endedAt: Date;
}

export interface HeldResultsTable {
  companyId: string;
  checkId: string;
  findings: string[];
  waitsSince: Date;
  question: Generated<string>;
  answer: Generated<string>;
  escalatedAt: Date | null;
  releasedAt: Date | null;
  releasedByProfileId: string | null;
}

export interface IdempotencyKeysTable {
  profileId: string;
  key: string;
  requestHash: Buffer;
  companyId: string;
  resultId: string;
  createdAt: Generated<Date>;
}

export interface InvoiceCountersTable {
  kind: InvoiceKind;
  year: number;
  last: number;
}

export interface InvoiceMailsTable {
  companyId: string;
  id: string;
  invoiceId: string;
  recipient: string;
  createdAt: Date;
}

export interface InvoicedMonthsTable {
  companyId: string;
  month: string;
  invoiceId: string;
}

export interface InvoicesTable {
  companyId: string;
  id: string;
  kind: InvoiceKind;
  number: string;
  issueDate: string;
  language: InterfaceLanguage;
  checkId: string | null;
  correctsId: string | null;
  seller: ColumnType<Json, string, string>;
  buyer: ColumnType<Json, string, string>;
  lines: ColumnType<Json, string, string>;
  reference: string;
  structuredMessage: string | null;
  netCents: number;
  vatCents: number;
  totalCents: number;
  paidCents: number;
  createdAt: Date;
  month: string | null;
  dueDate: string | null;
  note: Generated<string>;
  purchaseOrder: Generated<string>;
  remainingCents: number | null;
  repaid: Generated<boolean>;
  attemptId: string | null;
  movedFromCents: number | null;
  movedToCents: number | null;
  creditedCents: Generated<number>;
}

export interface JobRunsTable {
  job: string;
  knownSince: Date;
  lastSuccessAt: Date | null;
  lastSeconds: number | null;
  lastFailureAt: Date | null;
  failuresInARow: Generated<number>;
}

export interface ListViewsTable {
  id: string;
  profileId: string;
  companyId: string | null;
  list: 'checks' | 'reports' | 'certificates' | 'employees' | 'planning' | 'doctors' | 'companies';
  name: string;
  shown: ColumnType<Json, string, string>;
  isDefault: Generated<boolean>;
  createdAt: Date;
}

export interface LogSealKeysTable {
  untilNumber: number;
  key: Buffer;
}

export interface LogSealsTable {
  number: number;
  fromPosition: number;
  untilPosition: number;
  contents: string;
  sealedAt: Date;
  seal: Buffer;
}

export interface MailAttachmentsTable {
  mailId: string;
  position: number;
  fileName: string;
  mediaType: string;
  byteSize: number;
  content: Buffer;
}

export interface MailEventsTable {
  mailId: string;
  state: 'queued' | 'sent' | 'delivered' | 'failed';
  code: Generated<string>;
  at: Date;
}

export interface MailsTable {
  id: string;
  companyId: string | null;
  recipient: string;
  language: 'en' | 'fr' | 'nl' | 'de';
  template: string;
  subject: string;
  html: string;
  plainText: string;
  state: Generated<'queued' | 'sent' | 'delivered' | 'failed'>;
  error: Generated<string>;
  createdAt: Date;
  sentAt: Date | null;
  searchText: string;
  checkId: string | null;
  attempts: Generated<number>;
  failure: 'wrongAddress' | 'mailboxFull' | 'blocked' | 'unreachable' | 'expired' | 'other' | null;
  failedAt: Date | null;
  validUntil: Date | null;
  deliveredAt: Date | null;
  attemptedAt: Date | null;
}

export interface MedicalNotesTable {
  companyId: string;
  checkId: string;
  doctorId: string;
  note: Buffer;
  createdAt: Generated<Date>;
}

export interface NotificationChoicesTable {
  profileId: string;
  companyId: string | null;
  kind: string;
  delivery: 'AtOnce' | 'Daily' | 'InApp' | 'SmsImmediate' | 'SmsAlways';
}

export interface NotificationsTable {
  companyId: string;
  id: string;
  profileId: string;
  checkId: string;
  kind: 'OrderReceived' | 'AppointmentMade' | 'AppointmentOff' | 'ProblemNeedsEmployer' | 'EmployeeReported' | 'ResultAvailable' | 'CheckCancelled' | 'CommentWritten' | 'CertificateSent' | 'TravelClaimed' | 'MissionPlanned' | 'MissionAccepted' | 'MissionMoved' | 'MissionOnHold' | 'MissionResultAsked' | 'MissionDisagreed' | 'MissionRuled' | 'MissionCancelled' | 'ResultWaits' | 'DoctorNotFound';
  at: Date;
  readAt: Date | null;
  waitsForMail: Generated<boolean>;
}

export interface OfferTextsTable {
  companyId: string;
  offerId: string;
  textMessageId: string;
}

export interface OffersTable {
  companyId: string;
  id: string;
  checkId: string;
  searchId: string | null;
  doctorId: string;
  state: 'Open' | 'Accepted' | 'Proposed' | 'Declined' | 'Withdrawn';
  appointmentStart: Date;
  appointmentEnd: Date;
  distanceKm: number | null;
  travelMinutes: number | null;
  fee: number;
  tokenHash: Buffer;
  sentAt: Date;
  answerableUntil: Date;
  answeredAt: Date | null;
  declineReason: 'NotAvailable' | 'TooFar' | 'FeeTooLow' | 'Conflict' | 'Other' | null;
  comment: Generated<string>;
  proposedStart: Date | null;
}

export interface OneShotAttemptsTable {
  id: string;
  orderId: string;
  keyHash: Buffer;
  state: Generated<PaymentAttemptState>;
  decline: PaymentDecline | null;
  provider: 'test' | 'stripe';
  providerId: string | null;
  cardFingerprint: string | null;
  capturedCents: Generated<number>;
  refundedCents: Generated<number>;
  refundDueCents: Generated<number>;
  createdAt: Date;
  updatedAt: Date;
  refundReason: Generated<string>;
  reversedCents: Generated<number>;
}

export interface OneShotOrdersTable {
  id: string;
  tokenHash: Buffer;
  keyHash: Buffer;
  requestHash: Buffer;
  state: Generated<OneShotState>;
  language: InterfaceLanguage;
  details: ColumnType<Json | null, string | null | undefined, string | null>;
  incapacityStartDate: string;
  incapacityEndDate: string;
  invoicingFirstName: string | null;
  invoicingLastName: string | null;
  invoicingEmail: string | null;
  invoicingPhoneNumber: string | null;
  invoicingCompanyName: string | null;
  invoicingCompanyNumber: string | null;
  invoicingCompanyAddress: string | null;
  netCents: number;
  vatCents: number;
  totalCents: number;
  refundedCents: Generated<number>;
  companyId: string | null;
  checkId: string | null;
  paidAttemptId: string | null;
  createdAt: Date;
  payableUntil: Date;
  paidAt: Date | null;
  remindedAt: Date | null;
  clearedAt: Date | null;
}

export interface OneShotRefundsTable {
  id: string;
  attemptId: string;
  fromCents: number;
  toCents: number;
  state: Generated<RefundState>;
  reason: Generated<string>;
  problem: RefundProblem | null;
  createdAt: Date;
  endedAt: Date | null;
  refusals: Generated<number>;
}

export interface OutboxTable {
  id: string;
  companyId: string | null;
  topic: string;
  payload: ColumnType<Json, string, string>;
  createdAt: Date;
  dueAt: Date;
  attempts: Generated<number>;
  lastError: Generated<string>;
  deadAt: Date | null;
  traceId: Generated<string>;
  claimedUntil: Date | null;
  spanId: Generated<string>;
}

export interface PaymentEventsTable {
  provider: string;
  id: string;
  type: string;
  providerId: string;
  receivedAt: Date;
}

export interface ProfilesTable {
  id: string;
  userName: string;
  firstName: string;
  lastName: string;
  phoneNumber: Generated<string>;
  companyId: string | null;
  language: Generated<InterfaceLanguage>;
  kind: ProfileKind;
  doctorId: string | null;
  issuer: string;
  subject: string;
  sessionVersion: Generated<number>;
  disabledAt: Date | null;
  createdAt: Generated<Date>;
  version: Generated<number>;
  isProgram: GeneratedAlways<boolean>;
  closedAt: Date | null;
  isOpen: GeneratedAlways<boolean>;
  formerTokensUntil: Date | null;
}

export interface SentCertificatesTable {
  companyId: string;
  id: string;
  checkId: string;
  documentId: string | null;
  startDate: string;
  endDate: string;
  sentAt: Date;
  settledAt: Date | null;
  settledByProfileId: string | null;
  certificateId: string | null;
  putAside: 'Unreadable' | 'OtherDocument' | 'Known' | null;
}

export interface SignUpsTable {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  companyName: Generated<string>;
  companyNumber: Generated<string>;
  language: InterfaceLanguage;
  state: Generated<SignUpState>;
  refusalReason: SignUpRefusal | null;
  confirmedCompanyId: string | null;
  decidedByProfileId: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  version: Generated<number>;
  searchText: string;
  microsoftIssuer: string | null;
  microsoftObjectId: string | null;
}

export interface SuperiorsTable {
  companyId: string;
  id: string;
  email: string;
  firstName: Generated<string>;
  lastName: Generated<string>;
  superiorFullName: GeneratedAlways<string | null>;
  phoneNumber: Generated<string>;
  language: Generated<InterfaceLanguage>;
  requestForm: Generated<string>;
  createdAt: Generated<Date>;
  version: Generated<number>;
}

export interface TextMessageEventsTable {
  messageId: string;
  state: 'queued' | 'sent' | 'delivered' | 'failed';
  code: Generated<string>;
  at: Date;
}

export interface TextMessagesTable {
  id: string;
  companyId: string | null;
  recipient: string;
  language: 'en' | 'fr' | 'nl' | 'de';
  template: string;
  text: string;
  state: Generated<'queued' | 'sent' | 'delivered' | 'failed'>;
  failure: 'wrongNumber' | 'unreachable' | 'blocked' | 'expired' | 'notKnown' | 'other' | null;
  error: Generated<string>;
  providerId: string | null;
  createdAt: Date;
  validUntil: Date | null;
  attemptedAt: Date | null;
  sentAt: Date | null;
  attempts: Generated<number>;
  failedAt: Date | null;
}

export interface TravelClaimsTable {
  companyId: string;
  checkId: string;
  version: Generated<number>;
  means: 'Car' | 'PublicTransport' | 'Other';
  km: number | null;
  kmRate: number | null;
  kmRateFrom: string | null;
  amountCents: number;
  reason: string;
  payment: 'Account' | 'Wages';
  iban: Buffer | null;
  ibanEnd: string | null;
  documentId: string | null;
  claimedAt: Date;
  changedAt: Date;
  decision: 'Paid' | 'Refused' | null;
  decidedAt: Date | null;
  decidedByProfileId: string | null;
  paidOn: string | null;
  paidCents: number | null;
  decisionReason: Generated<string>;
}

export interface VisitAttemptsTable {
  companyId: string;
  id: string;
  checkId: string;
  doctorId: string;
  appointmentStart: Date;
  attemptedAt: Date;
  receivedAt: Date | null;
  bell: string;
  latitude: number | null;
  longitude: number | null;
  accuracyMetres: number | null;
  withinDuty: boolean | null;
  distanceKm: number | null;
  photoId: string | null;
  cardStart: Date | null;
  position: Generated<number>;
  salt: Generated<string | null>;
  erased: Buffer | null;
}

export interface WaitingResultsTable {
  companyId: string;
  checkId: string;
  profileId: string;
  version: number;
  sealed: Buffer;
  recordedAt: Date;
}

export interface Tables {
  access_log: AccessLogTable;
  api_tokens: ApiTokensTable;
  app_secrets: AppSecretsTable;
  certificates: CertificatesTable;
  check_comment_reads: CheckCommentReadsTable;
  check_comments: CheckCommentsTable;
  check_events: CheckEventsTable;
  checks: ChecksTable;
  companies: CompaniesTable;
  company_users: CompanyUsersTable;
  cost_centres: CostCentresTable;
  daily_mails: DailyMailsTable;
  dashboard_orders: DashboardOrdersTable;
  dashboard_reports: DashboardReportsTable;
  dashboard_values: DashboardValuesTable;
  doctor_availabilities: DoctorAvailabilitiesTable;
  doctor_calendars: DoctorCalendarsTable;
  doctor_exceptions: DoctorExceptionsTable;
  doctor_searches: DoctorSearchesTable;
  doctors: DoctorsTable;
  documents: DocumentsTable;
  employee_addresses: EmployeeAddressesTable;
  employee_confirmations: EmployeeConfirmationsTable;
  employee_links: EmployeeLinksTable;
  employee_messages: EmployeeMessagesTable;
  employee_moves: EmployeeMovesTable;
  employees: EmployeesTable;
  evidence_packs: EvidencePacksTable;
  feature_flag_companies: FeatureFlagCompaniesTable;
  feature_flags: FeatureFlagsTable;
  former_users: FormerUsersTable;
  held_results: HeldResultsTable;
  idempotency_keys: IdempotencyKeysTable;
  invoice_counters: InvoiceCountersTable;
  invoice_mails: InvoiceMailsTable;
  invoiced_months: InvoicedMonthsTable;
  invoices: InvoicesTable;
  job_runs: JobRunsTable;
  list_views: ListViewsTable;
  log_seal_keys: LogSealKeysTable;
  log_seals: LogSealsTable;
  mail_attachments: MailAttachmentsTable;
  mail_events: MailEventsTable;
  mails: MailsTable;
  medical_notes: MedicalNotesTable;
  notification_choices: NotificationChoicesTable;
  notifications: NotificationsTable;
  offer_texts: OfferTextsTable;
  offers: OffersTable;
  one_shot_attempts: OneShotAttemptsTable;
  one_shot_orders: OneShotOrdersTable;
  one_shot_refunds: OneShotRefundsTable;
  outbox: OutboxTable;
  payment_events: PaymentEventsTable;
  profiles: ProfilesTable;
  sent_certificates: SentCertificatesTable;
  sign_ups: SignUpsTable;
  superiors: SuperiorsTable;
  text_message_events: TextMessageEventsTable;
  text_messages: TextMessagesTable;
  travel_claims: TravelClaimsTable;
  visit_attempts: VisitAttemptsTable;
  waiting_results: WaitingResultsTable;
}
