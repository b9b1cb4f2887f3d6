import { type Ability, type Actor, can, reachOf, roleIn, seesDeleted } from '@checkwell/domain/policy';
import type { Fixture, Kind } from './kinds.ts';

/**
 * What the policy (packages/domain/src/policy.ts) says about every operation of GraphQL, every route of REST and every job. What has no
 * entry here fails the test.
 *
 * let: done, or refused for a reason other than the caller's rights. refused: `access.forbidden`; the caller may know that the fixture exists.
 * hidden: the same answer as for an id that never existed.
 */
export type Verdict = 'let' | 'refused' | 'hidden';
export type ExpectedVerdict = (actor: Actor, fixture: Fixture) => Verdict;

/** One operation or route. */
export interface Rule {
  /** The kind of record that its ids refer to; null: it has no id. */
  readonly kind: Kind | null;
  readonly expected: ExpectedVerdict;
  /** `hidden` is an empty answer instead of a refusal. */
  readonly empty?: true;
  /** Only these ids of the fixture are sent, one request for each; left out: all. */
  readonly by?: readonly string[];
  /** A list: it contains exactly the fixtures of this kind that the caller may read there. */
  readonly lists?: { readonly kind: Kind; readonly has: (actor: Actor, fixture: Fixture) => boolean };
}

/** The ability without which a caller may not know that a fixture of this kind exists. */
const KNOWN_BY = {
  check: 'check.read',
  certificate: 'certificate.read',
  employee: 'employee.read',
  doctor: 'doctor.read',
  document: 'document.read',
  signUp: 'signUp.read',
  mail: 'mailbox.read',
  hours: 'doctor.read',
  comment: 'comment.read',
  employeeMessage: 'check.read',
  report: 'check.read',
  sentCertificate: 'sentCertificate.read',
} as const satisfies Partial<Record<Kind, Ability>>;

export const verdict = (knows: boolean, may: boolean): Verdict => (knows ? (may ? 'let' : 'refused') : 'hidden');

/** A deleted check exists for those who may delete checks. */
export const isThere = (actor: Actor, { exists }: Fixture): boolean => (exists === 'forTheProvider' ? seesDeleted(actor) : exists);

/** Whether the caller may know that the fixture exists. */
export const knows = (actor: Actor, fixture: Fixture): boolean =>
  fixture.kind in KNOWN_BY && isThere(actor, fixture) && can(actor, KNOWN_BY[fixture.kind as keyof typeof KNOWN_BY], fixture);

/** A record that is found by its id alone: a caller who may not know that it exists learns nothing. */
export const record = (kind: keyof typeof KNOWN_BY, ability: Ability): Rule => ({
  kind,
  // A caller without the ability in any company gets the same answer for every id.
  expected: (actor, fixture) =>
    reachOf(actor, ability).kind === 'none' ? 'hidden' : verdict(knows(actor, fixture), can(actor, ability, fixture)),
});

export const isMember = (actor: Actor, companyId: string | null | undefined): boolean =>
  actor.kind !== 'employer' || roleIn(actor, companyId) !== 'anonymous';

/** In a company that the request names, and a record of it: a company of somebody else does not exist for the caller. */
export const within = (kind: Kind, ability: Ability): Rule => ({
  kind,
  expected(actor, fixture) {
    const may = can(actor, ability, { companyId: fixture.companyId ?? null });
    return may && !isThere(actor, fixture) ? 'hidden' : verdict(isMember(actor, fixture.companyId), may);
  },
});

/** Something that is created in a company: who creates it has the rights of the person who ordered it. */
export const making = (ability: Ability): Rule => ({
  kind: 'company',
  expected(actor, fixture) {
    const by = 'profileId' in actor ? actor.profileId : null;
    const may = can(actor, ability, { companyId: fixture.companyId ?? null, orderedByProfileId: by });
    return may && !isThere(actor, fixture) ? 'hidden' : verdict(isMember(actor, fixture.companyId), may);
  },
});

/** An operation without an id: done when the caller has the ability in any company. */
export const anywhere = (ability: Ability): Rule => ({
  kind: null,
  expected: (actor) => (reachOf(actor, ability).kind === 'none' ? 'refused' : 'let'),
});

/** A list or a figure that a company filters: the filter gives no right, and a company of somebody else leaves nothing, like one that does not exist. */
export const narrowed = (ability: Ability): Rule => ({
  kind: 'company',
  by: ['companyId'],
  empty: true,
  expected(actor, fixture) {
    if (reachOf(actor, ability).kind === 'none') return 'refused';
    const reached = reachOf(actor, ability, fixture.companyId).kind !== 'none';
    return reached && isThere(actor, fixture) ? 'let' : 'hidden';
  },
});

/** @param has whether an existing fixture is in this caller's list when no filter is set */
export const listed = (kind: Kind, rule: Rule, has: (actor: Actor, fixture: Fixture) => boolean): Rule => ({
  ...rule,
  lists: { kind, has: (actor, fixture) => isThere(actor, fixture) && has(actor, fixture) },
});
export const holding =
  (ability: Ability) =>
  (actor: Actor, fixture: Fixture): boolean =>
    can(actor, ability, fixture);
/** For everybody who is signed in: answers about their own account. */
export const signedIn: Rule = { kind: null, expected: () => 'let' };

/** Only for the person to whom the fixture belongs: neither an administrator nor the provider may use it. */
export const own = (kind: Kind): Rule => ({
  kind,
  expected: (actor, fixture) =>
    isThere(actor, fixture) && 'profileId' in actor && fixture.profileId === actor.profileId && can(actor, 'profile.self', fixture)
      ? 'let'
      : 'hidden',
});

export const superiorsOf = (ability: Ability): Rule => ({
  kind: 'superior',
  expected(actor, fixture) {
    const known = reachOf(actor, 'superior.read', fixture.companyId).kind !== 'none';
    const may = can(actor, ability, { companyId: fixture.companyId ?? null });
    return may && !isThere(actor, fixture) ? 'hidden' : verdict(known, may);
  },
});
export const inCompanyOfSuperiors = (ability: Ability): Rule => ({ ...superiorsOf(ability), kind: 'company' });

const doctors: Rule['expected'] = (actor, fixture) =>
  reachOf(actor, 'doctor.write').kind === 'none'
    ? 'hidden'
    : isThere(actor, fixture) && can(actor, 'doctor.write', fixture)
      ? 'let'
      : 'hidden';

/** A part of a check, by the check's id and its own: a caller who may read the check but lacks the ability is refused. */
const ofCheck = (kind: 'comment' | 'employeeMessage' | 'sentCertificate', ability: Ability): Rule => ({
  kind,
  expected: (actor, fixture) =>
    reachOf(actor, ability).kind === 'none' ? 'hidden' : verdict(knows(actor, fixture), can(actor, ability, fixture)),
});

export const company = (ability: Ability): Rule => within('company', ability);

export const OPERATIONS: Readonly<Record<string, Rule>> = {
  // Queries.
  apiTokens: listed('token', company('apiToken.read'), holding('apiToken.read')),
  cardSlots: record('check', 'check.visit'),
  certificate: record('certificate', 'certificate.read'),
  certificateAdvice: making('certificate.write'),
  certificates: listed('certificate', narrowed('certificate.read'), holding('certificate.read')),
  check: record('check', 'check.read'),
  checkComments: record('check', 'comment.read'),
  checkMoments: record('check', 'check.plan'),
  checkOffers: record('check', 'check.plan'),
  checks: listed('check', narrowed('check.read'), (actor, fixture) => fixture.whose !== 'deleted' && can(actor, 'check.read', fixture)),
  companies: listed('company', anywhere('company.read'), holding('company.read')),
  company: company('company.read'),
  costCentres: listed('costCentre', company('company.read'), holding('company.read')),
  dashboard: narrowed('dashboard.read'),
  dashboardReaders: making('dashboard.export'),
  dashboardRows: listed(
    'report',
    narrowed('dashboard.read'),
    (actor, fixture) => fixture.whose !== 'deleted' && can(actor, 'dashboard.read', fixture),
  ),
  doctor: record('doctor', 'doctor.read'),
  doctorCandidates: record('check', 'check.plan'),
  doctors: listed('doctor', anywhere('doctor.read'), holding('doctor.read')),
  employee: record('employee', 'employee.read'),
  employeeErasure: record('employee', 'employee.erase'),
  employees: listed('employee', narrowed('employee.read'), holding('employee.read')),
  featureFlags: anywhere('flag.read'),
  invoices: listed('invoice', company('invoice.read'), holding('invoice.read')),
  listViews: {
    kind: 'company',
    by: ['companyId'],
    expected: (actor, fixture) => (actor.kind === 'employer' ? verdict(isMember(actor, fixture.companyId), !actor.program) : 'hidden'),
  },
  mail: record('mail', 'mailbox.read'),
  mails: listed('mail', anywhere('mailbox.read'), holding('mailbox.read')),
  missionCalendar: anywhere('missionCalendar.write'),
  notificationChoices: {
    kind: 'company',
    expected: (actor, fixture) => verdict(isMember(actor, fixture.companyId), actor.kind === 'employer'),
  },
  notifications: listed(
    'notification',
    anywhere('check.read'),
    (actor, fixture) => 'profileId' in actor && actor.profileId === fixture.profileId && can(actor, 'check.read', fixture),
  ),
  oneShotPayment: within('payment', 'payment.read'),
  openOffers: listed('offer', anywhere('offer.read'), holding('offer.read')),
  orderForecast: making('check.order'),
  readCertificate: making('certificate.write'),
  reports: listed('report', narrowed('check.read'), holding('check.read')),
  searchEverything: {
    kind: 'company',
    by: ['companyId'],
    empty: true,
    expected: (actor, fixture) => (isMember(actor, fixture.companyId) ? 'let' : 'hidden'),
  },
  signUp: record('signUp', 'signUp.read'),
  signUpFigures: anywhere('signUp.read'),
  signUps: listed('signUp', anywhere('signUp.read'), holding('signUp.read')),
  superiors: listed('superior', inCompanyOfSuperiors('superior.read'), holding('superior.read')),
  teamMembers: anywhere('team.read'),
  user: within('user', 'user.read'),
  users: listed('user', company('user.read'), holding('user.read')),
  viewer: signedIn,

  // Steps of a check.
  addCheckComment: record('check', 'comment.write'),
  askDoctor: record('check', 'check.plan'),
  cancelCheck: record('check', 'check.cancel'),
  confirmResult: record('check', 'check.correctResult'),
  correctResult: record('check', 'check.correctResult'),
  deleteCheck: record('check', 'check.delete'),
  markCheckCommentsRead: record('check', 'comment.read'),
  markNonOperable: record('check', 'check.recordResult'),
  modifyCheck: record('check', 'check.modify'),
  orderCheck: making('check.order'),
  questionResult: record('check', 'check.reviewResult'),
  putAsideSentCertificate: ofCheck('sentCertificate', 'sentCertificate.putAside'),
  payTravelClaim: record('report', 'travelClaim.decide'),
  readTravelClaimAccount: record('report', 'travelClaim.readAccount'),
  excuseNoShow: record('check', 'check.excuse'),
  recordArbitration: record('check', 'check.arbitrate'),
  recordRuling: record('check', 'check.arbitrate'),
  withdrawExcuse: record('check', 'check.excuse'),
  recordAttempt: record('check', 'check.visit'),
  recordCall: record('check', 'check.notifyEmployee'),
  recordLetter: record('check', 'check.notifyEmployee'),
  recordResult: record('check', 'check.recordResult'),
  recordVisit: record('check', 'check.visit'),
  refundOneShot: within('payment', 'payment.refund'),
  refuseTravelClaim: record('report', 'travelClaim.decide'),
  releaseCheckComment: ofCheck('comment', 'comment.release'),
  holdCheck: record('report', 'check.hold'),
  liftCheckHold: record('report', 'check.hold'),
  releaseComment: record('check', 'check.reviewComment'),
  releaseResult: record('check', 'check.reviewResult'),
  reportProblem: record('check', 'check.reportProblem'),
  resolveProblem: record('check', 'check.resolveProblem'),
  retryOneShotRefund: within('payment', 'payment.refund'),
  reviewSaidAddress: record('check', 'check.plan'),
  reviseResult: record('check', 'check.correctResult'),
  scheduleCheck: record('check', 'check.plan'),
  sendResult: record('check', 'check.recordResult'),
  startDoctorSearch: record('check', 'check.plan'),
  startPlanning: record('check', 'check.plan'),
  stopDoctorSearch: record('check', 'check.plan'),
  takeBackResult: record('check', 'check.recordResult'),
  undoVisit: record('check', 'check.visit'),
  unscheduleCheck: record('check', 'check.plan'),
  withdrawEmployeeMessage: ofCheck('employeeMessage', 'check.notifyEmployee'),
  // Only by its author.
  withdrawCheckComment: {
    kind: 'comment',
    expected: (actor, fixture) =>
      reachOf(actor, 'comment.write').kind === 'none'
        ? 'hidden'
        : verdict(knows(actor, fixture), 'profileId' in actor && actor.profileId === fixture.profileId),
  },
  withholdComment: record('check', 'check.reviewComment'),

  // Certificates, employees, superiors, users.
  createCertificate: making('certificate.write'),
  updateCertificate: record('certificate', 'certificate.write'),
  createEmployee: making('employee.write'),
  importEmployees: making('employee.write'),
  eraseEmployee: record('employee', 'employee.erase'),
  setEmployeeDeparture: record('employee', 'employee.write'),
  setEmployeesSuperior: making('employee.write'),
  updateEmployee: record('employee', 'employee.write'),
  createSuperior: inCompanyOfSuperiors('superior.write'),
  updateSuperior: superiorsOf('superior.write'),
  createUser: company('user.create'),
  deleteUser: within('user', 'user.write'),
  inviteUserAgain: within('user', 'user.create'),
  updateUserAccess: within('user', 'user.write'),
  createListView: {
    kind: 'company',
    expected: (actor, fixture) => (actor.kind === 'employer' ? verdict(isMember(actor, fixture.companyId), !actor.program) : 'hidden'),
  },
  deleteListView: own('view'),
  updateListView: own('view'),
  readNotifications: anywhere('check.read'),
  chooseNotification: {
    kind: 'company',
    expected: (actor, fixture) => verdict(isMember(actor, fixture.companyId), actor.kind === 'employer'),
  },

  // Companies, invoices and cost centres.
  createApiToken: company('apiToken.write'),
  createCompany: { kind: null, expected: (actor) => (can(actor, 'company.create', {}) ? 'let' : 'refused') },
  createCostCentre: company('company.write'),
  creditInvoice: within('invoice', 'invoice.credit'),
  invoiceMonthAgain: within('invoice', 'invoice.credit'),
  requireSecondStep: company('user.write'),
  revokeApiToken: within('token', 'apiToken.write'),
  sendDashboard: making('dashboard.export'),
  sendInvoice: within('invoice', 'invoice.credit'),
  updateCompany: company('company.write'),
  updateCostCentre: within('costCentre', 'company.write'),
  updateWorkRules: company('company.write'),

  // Doctors.
  addHoursException: { kind: 'doctor', expected: doctors },
  createDoctor: { kind: null, expected: (actor) => (can(actor, 'doctor.write', {}) ? 'let' : 'refused') },
  inviteDoctor: { kind: 'doctor', expected: (actor, fixture) => (can(actor, 'doctor.write', {}) ? doctors(actor, fixture) : 'refused') },
  removeHoursException: { kind: 'hours', expected: doctors },
  removeMissionCalendar: anywhere('missionCalendar.write'),
  renewMissionCalendar: anywhere('missionCalendar.write'),
  // Doctors may change only the hours of their own record; this request changes all fields.
  updateDoctor: {
    kind: 'doctor',
    expected: (actor, fixture) =>
      actor.kind === 'doctor' && isThere(actor, fixture) && can(actor, 'doctor.write', fixture) ? 'refused' : doctors(actor, fixture),
  },

  // The provider's team.
  confirmSignUp: record('signUp', 'signUp.decide'),
  refuseSignUp: record('signUp', 'signUp.decide'),
  // Takes a list and counts what it skipped: the answer does not show whether an id exists.
  sendAgain: { kind: 'mail', expected: (actor) => (reachOf(actor, 'mailbox.sendAgain').kind === 'none' ? 'hidden' : 'let') },
  setFeatureFlag: anywhere('flag.write'),
};
