import { CERTIFICATE_FIELDS, DOCUMENT_FIELDS } from '@checkwell/domain/certificate/fields';
import { CHECK_EVENT_FIELDS } from '@checkwell/domain/check/event-fields';
import { CHECK_FIELDS } from '@checkwell/domain/check/fields';
import { ATTEMPT_FIELDS } from '@checkwell/domain/check/times/attempt-fields';
import type { FieldRule } from '@checkwell/domain/fields';
import { INVOICE_FIELDS } from '@checkwell/domain/invoice/fields';
import { COMPANY_FIELDS, DOCTOR_FIELDS, EMPLOYEE_FIELDS, USER_FIELDS } from '@checkwell/domain/people/fields';
import { type Ability, type Actor, can, roleIn } from '@checkwell/domain/policy';
import type { Fixture, Kind } from './kinds.ts';
import { isThere } from './policy.ts';

/**
 * Every type of the API whose objects have an id: how an object is read, who may read it, and which of its fields each reader sees. A type
 * or a field without an entry fails the test.
 */
export interface RecordRule {
  readonly kind: Kind;
  /** The query and the fields down to the record, such as `checks.nodes`. Its arguments are the fixture's ids and `values`. */
  readonly path: string;
  readonly values?: Readonly<Record<string, unknown>>;
  /** The fixture is the object that contains the records, such as the check of its events: all records found in it are examined. */
  readonly inside?: true;
  readonly reads: (actor: Actor, fixture: Fixture) => boolean;
  /** Who sees which field, where not every reader sees all fields. */
  readonly table?: Readonly<Record<string, FieldRule<string>>>;
  /** Fields with the same value for every reader. */
  readonly whole?: readonly string[];
  /** Fields about the caller, or about what the caller may do next. */
  readonly own?: readonly string[];
  /** Fields that a rule of the law or of the product computes; each has its own test. */
  readonly made?: readonly string[];
  /** Fields that lead to other records: empty for a caller who may not know that those exist. */
  readonly links?: Readonly<Record<string, Ability>>;
}

const holds =
  (ability: Ability) =>
  (actor: Actor, fixture: Fixture): boolean =>
    isThere(actor, fixture) && can(actor, ability, fixture);
const inCompany =
  (ability: Ability) =>
  (actor: Actor, fixture: Fixture): boolean =>
    isThere(actor, fixture) && can(actor, ability, { companyId: fixture.companyId ?? null });

export const RECORDS: Readonly<Record<string, RecordRule>> = {
  ApiToken: {
    kind: 'token',
    path: 'apiTokens',
    reads: inCompany('apiToken.read'),
    whole: 'accesType companyId createdAt createdByFullName expiresAt id lastUsedAt name prefix revokedAt state'.split(' '),
  },
  Certificate: {
    kind: 'certificate',
    path: 'certificate',
    reads: holds('certificate.read'),
    table: CERTIFICATE_FIELDS,
    made: ['advice'],
    links: { check: 'check.read', document: 'document.read', superior: 'superior.read' },
  },
  Check: {
    kind: 'check',
    path: 'check',
    reads: holds('check.read'),
    table: CHECK_FIELDS,
    own: ['doctorSearch', 'medicalNote', 'unreadComments', 'way'],
    made: [
      'attempts',
      'deadlines',
      'events',
      'heldResult',
      'laterCheckIds',
      'saidAddress',
      'sentCertificates',
      'employeeMessages',
      'travelClaim',
      'undelivered',
    ],
    links: { doctor: 'doctor.read', document: 'document.read' },
  },
  CheckComment: {
    kind: 'comment',
    path: 'checkComments.comments',
    reads: holds('comment.read'),
    whole: ['audience', 'authorRole', 'awaitsRelease', 'createdAt', 'id', 'text', 'visibleSince', 'withdrawnAt'],
    // Doctors do not see names of employers (comments.test.ts).
    own: ['authorName', 'canRelease', 'canWithdrawUntil', 'isOwn', 'isUnread'],
  },
  CheckEvent: { kind: 'check', path: 'check.events', inside: true, reads: holds('check.read'), table: CHECK_EVENT_FIELDS },
  Company: { kind: 'company', path: 'company', reads: inCompany('company.read'), table: COMPANY_FIELDS },
  CostCentre: {
    kind: 'costCentre',
    path: 'costCentres',
    reads: inCompany('company.read'),
    whole: ['active', 'code', 'companyId', 'employeeCount', 'id', 'name', 'purchaseOrder', 'version'],
  },
  DashboardRow: {
    kind: 'report',
    path: 'dashboardRows.nodes',
    values: { metric: 'archivedChecks' },
    // A check that was deleted as an administrative error is counted in no figure.
    reads: (actor, fixture) => fixture.whose !== 'deleted' && fixture.exists !== false && can(actor, 'dashboard.read', fixture),
    table: CHECK_FIELDS,
    made: ['amount', 'per'],
  },
  Doctor: {
    kind: 'doctor',
    path: 'doctor',
    reads: holds('doctor.read'),
    table: DOCTOR_FIELDS,
    own: ['isInvited', 'mayBeInvited'],
    made: ['availabilities', 'exceptions'],
  },
  Document: { kind: 'certificate', path: 'certificate.document', inside: true, reads: holds('certificate.read'), table: DOCUMENT_FIELDS },
  Employee: {
    kind: 'employee',
    path: 'employee',
    reads: holds('employee.read'),
    table: EMPLOYEE_FIELDS,
    links: { superior: 'superior.read' },
  },
  EmployeeMessage: {
    kind: 'employeeMessage',
    path: 'check.employeeMessages',
    reads: (actor, fixture) => fixture.whose !== 'deleted' && holds('check.read')(actor, fixture),
    whole: 'appointmentStart channel createdAt current decides deliveredAt failedAt id isNotKnown news reached sentAt withdrawnAt'.split(
      ' ',
    ),
    // A doctor sees the number only during the mission; names of the provider's people are shown to the provider alone.
    own: ['actorName', 'phoneNumber'],
  },
  HoursException: {
    kind: 'hours',
    path: 'doctor.exceptions',
    reads: holds('doctor.read'),
    whole: ['endsAt', 'id', 'kind', 'reason', 'startsAt'],
  },
  Invoice: { kind: 'invoice', path: 'invoices', reads: inCompany('invoice.read'), table: INVOICE_FIELDS },
  ListView: {
    kind: 'view',
    path: 'listViews',
    values: { list: 'checks' },
    reads: (actor, fixture) => isThere(actor, fixture) && 'profileId' in actor && actor.profileId === fixture.profileId,
    whole: ['id', 'incomplete', 'isDefault', 'list', 'name', 'shown'],
  },
  // The one of another company: its reader has lost the right to read the check.
  Notification: {
    kind: 'notification',
    path: 'notifications',
    reads: (actor, fixture) => 'profileId' in actor && actor.profileId === fixture.profileId && holds('check.read')(actor, fixture),
    whole: ['at', 'checkId', 'companyId', 'companyName', 'id', 'isOver', 'kind', 'readAt'],
    // Follows the check: notifications.service.test.ts.
    made: ['workerFullName'],
  },
  Mail: {
    kind: 'mail',
    path: 'mail',
    reads: holds('mailbox.read'),
    whole:
      `attempts channel companyName createdAt error failedAt failure htmlUrl id language plainText recipient sendAgain sentAt state subject
      template`.split(/\s+/),
    made: ['attachments', 'events'],
  },
  SentMail: {
    kind: 'mail',
    path: 'mails.nodes',
    reads: holds('mailbox.read'),
    whole:
      'attempts channel companyName createdAt error failedAt failure id language recipient sendAgain sentAt state subject template'.split(
        ' ',
      ),
  },
  Offer: {
    kind: 'offer',
    path: 'checkOffers.offers',
    reads: holds('check.plan'),
    whole: `answerableUntil answeredAt appointmentEnd appointmentStart comment declineReason distanceKm fee id proposedStart sentAt state
      textFailure travelMinutes`.split(/\s+/),
    links: { doctor: 'doctor.read' },
  },
  OneShotPayment: {
    kind: 'payment',
    path: 'oneShotPayment',
    reads: inCompany('payment.read'),
    whole:
      `creditNoteNumbers id invoiceNumber pendingCents refundProblem refundReason refundableCents refundedCents retryable reversedCents state
      totalCents`.split(/\s+/),
  },
  OpenOffer: {
    kind: 'offer',
    path: 'openOffers',
    reads: holds('offer.read'),
    whole: ['answerableUntil', 'appointmentEnd', 'appointmentStart', 'fee', 'id', 'path'],
  },
  SentCertificate: {
    kind: 'sentCertificate',
    path: 'check.sentCertificates',
    reads: holds('sentCertificate.read'),
    whole: ['certificateId', 'endDate', 'id', 'sentAt', 'startDate', 'state'],
    links: { document: 'document.read' },
  },
  SignUp: {
    kind: 'signUp',
    path: 'signUp',
    reads: holds('signUp.read'),
    whole: `companyName companyNumber confirmedCompanyName createdAt decidedAt decidedBy email firstName id language lastName phoneNumber
      refusalReason state version`.split(/\s+/),
    made: ['hints'],
  },
  SignUpCompany: {
    kind: 'signUp',
    path: 'signUp.hints.candidates',
    inside: true,
    reads: holds('signUp.read'),
    whole: ['byDomain', 'byName', 'byNumber', 'bySuperior', 'companyNumber', 'id', 'name', 'similarUsers'],
  },
  Superior: {
    kind: 'superior',
    path: 'superiors.nodes',
    reads: inCompany('superior.read'),
    whole: 'companyId email firstName id language lastName phoneNumber requestForm superiorFullName version'.split(' '),
  },
  TeamMember: {
    kind: 'user',
    path: 'teamMembers.nodes',
    inside: true,
    reads: (actor) => can(actor, 'team.read', {}),
    whole: ['email', 'firstName', 'hasSecondStep', 'id', 'kind', 'lastName'],
    own: ['isSelf'],
  },
  TravelClaim: {
    kind: 'report',
    path: 'check.travelClaim',
    // A deleted check has no travel claim.
    reads: (actor, fixture) => fixture.whose !== 'deleted' && holds('travelClaim.read')(actor, fixture),
    whole:
      `amountCents changedAt claimedAt decidedAt decisionReason ibanEnd id km kmRate kmRateFrom means paidCents paidOn payment reason state
      version`.split(/\s+/),
    own: ['canDecide', 'canReadAccount'],
    links: { receipt: 'document.read' },
  },
  UndeliveredMail: {
    kind: 'undelivered',
    path: 'check.undelivered',
    // Shown to the employer; a basic user sees only mails to their own superior record (checks-undelivered.ts).
    reads: (actor, fixture) =>
      roleIn(actor, fixture.companyId) !== 'doctor' && isThere(actor, fixture) && can(actor, 'check.read', fixture),
    whole: ['failedAt', 'failure', 'id', 'recipient'],
  },
  User: { kind: 'user', path: 'user', reads: inCompany('user.read'), table: USER_FIELDS },
  ViewerCompany: {
    kind: 'company',
    path: 'viewer.companies',
    reads: (actor, fixture) => actor.kind === 'employer' && isThere(actor, fixture) && roleIn(actor, fixture.companyId) !== 'anonymous',
    whole: ['id', 'name'],
    own: ['abilities', 'accesType', 'fields', 'superiorId'],
  },
  VisitAttempt: {
    kind: 'attempt',
    path: 'check.attempts',
    // While the check is open: only the provider and the doctor of the check.
    reads: (actor, fixture) =>
      (actor.kind === 'planner' || actor.kind === 'doctor') && isThere(actor, fixture) && can(actor, 'check.read', fixture),
    table: ATTEMPT_FIELDS,
    links: { photo: 'document.read' },
  },
};

/** Types that only `readCertificate` returns: who may call it is tested there, which employees it returns in reading.service.test.ts. */
export const READ_ELSEWHERE: readonly string[] = ['CertificateNamesake'];
