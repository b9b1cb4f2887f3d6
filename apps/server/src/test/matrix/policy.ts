import { type Ability, type Actor, can, reachOf, roleIn, seesDeleted } from '@checkwell/domain/policy';
import type { Fixture, Kind } from './kinds.ts';

/**
 * What the policy (packages/domain/src/policy.ts) says about every operation of GraphQL, every route of REST and every job. What has no
 * entry here fails the test.
 *
 * let: done, or refused for another reason than who asks. refused: `access.forbidden`; the caller knows of the fixture. hidden: the answer is that
 * about an id that never was one.
 */
export type Verdict = 'let' | 'refused' | 'hidden';
export type ExpectedVerdict = (actor: Actor, fixture: Fixture) => Verdict;

/** One operation or route. */
export interface Rule {
  /** What its ids name; null: it takes none. */
  readonly kind: Kind | null;
  readonly expected: ExpectedVerdict;
  /** What is hidden is an answer without anything in it, in place of a refusal. */
  readonly empty?: true;
  /** Of the fixture's ids those alone that are asked by; left out: all. */
  readonly by?: readonly string[];
  /** A list: the fixtures of this kind are in it that the caller may read there, and no others. */
  readonly lists?: { readonly kind: Kind; readonly has: (actor: Actor, fixture: Fixture) => boolean };
}

/** What somebody must be able to do to know of a fixture of this kind at all. */
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
  telling: 'check.read',
  report: 'check.read',
  sentCertificate: 'sentCertificate.read',
} as const satisfies Partial<Record<Kind, Ability>>;

export const verdict = (knows: boolean, may: boolean): Verdict => (knows ? (may ? 'let' : 'refused') : 'hidden');

/** A deleted check is known to those who may delete checks. */
export const isThere = (actor: Actor, { exists }: Fixture): boolean => (exists === 'forTheProvider' ? seesDeleted(actor) : exists);

/** Whether the caller may know that the fixture is there. */
export const knows = (actor: Actor, fixture: Fixture): boolean =>
  fixture.kind in KNOWN_BY && isThere(actor, fixture) && can(actor, KNOWN_BY[fixture.kind as keyof typeof KNOWN_BY], fixture);

/** A record that is found by its id alone: who may not know of it learns nothing. */
export const record = (kind: keyof typeof KNOWN_BY, ability: Ability): Rule => ({
  kind,
  // Who has the ability nowhere is told so, whatever the id.
  expected: (actor, fixture) =>
    reachOf(actor, ability).kind === 'none' ? 'hidden' : verdict(knows(actor, fixture), can(actor, ability, fixture)),
});

export const isMember = (actor: Actor, companyId: string | null | undefined): boolean =>
  actor.kind !== 'employer' || roleIn(actor, companyId) !== 'anonymous';

/** Of a company that is named, with what belongs to it: a company of somebody else is unknown. */
export const within = (kind: Kind, ability: Ability): Rule => ({
  kind,
  expected(actor, fixture) {
    const may = can(actor, ability, { companyId: fixture.companyId ?? null });
    return may && !isThere(actor, fixture) ? 'hidden' : verdict(isMember(actor, fixture.companyId), may);
  },
});

/** What is made in a company: whoever makes it stands to it as to what they ordered. */
export const making = (ability: Ability): Rule => ({
  kind: 'company',
  expected(actor, fixture) {
    const by = 'profileId' in actor ? actor.profileId : null;
    const may = can(actor, ability, { companyId: fixture.companyId ?? null, orderedByProfileId: by });
    return may && !isThere(actor, fixture) ? 'hidden' : verdict(isMember(actor, fixture.companyId), may);
  },
});

/** What needs no id: whether the caller may do it anywhere. */
export const anywhere = (ability: Ability): Rule => ({
  kind: null,
  expected: (actor) => (reachOf(actor, ability).kind === 'none' ? 'refused' : 'let'),
});

/** A company narrows a list or a figure, and gives no right: one of somebody else leaves nothing, as one that is none. */
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

/** @param has whether a fixture that is there is in the list of this caller, when nothing narrows it */
export const listed = (kind: Kind, rule: Rule, has: (actor: Actor, fixture: Fixture) => boolean): Rule => ({
  ...rule,
  lists: { kind, has: (actor, fixture) => isThere(actor, fixture) && has(actor, fixture) },
});
export const holding =
  (ability: Ability) =>
  (actor: Actor, fixture: Fixture): boolean =>
    can(actor, ability, fixture);
/** Everybody who is signed in, about themselves. */
export const signedIn: Rule = { kind: null, expected: () => 'let' };

/** One's own fixture, and nobody else's: neither an administrator nor the provider has another way to it. */
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

/** Something of a check, by the check's id and its own: who knows the check and may not is refused; who may finds it or not. */
const ofCheck = (kind: 'comment' | 'telling' | 'sentCertificate', ability: Ability): Rule => ({
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
  recordCall: record('check', 'check.tellEmployee'),
  recordLetter: record('check', 'check.tellEmployee'),
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
  withdrawTelling: ofCheck('telling', 'check.tellEmployee'),
  // One's own, and nobody else's.
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

  // Companies and their books.
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
  // A doctor changes the own hours, and no other line of the record: this request is about all of them.
  updateDoctor: {
    kind: 'doctor',
    expected: (actor, fixture) =>
      actor.kind === 'doctor' && isThere(actor, fixture) && can(actor, 'doctor.write', fixture) ? 'refused' : doctors(actor, fixture),
  },

  // The provider's team.
  confirmSignUp: record('signUp', 'signUp.decide'),
  refuseSignUp: record('signUp', 'signUp.decide'),
  // Takes a list, and counts what it skipped: whoever may send again learns nothing of an id that is none.
  sendAgain: { kind: 'mail', expected: (actor) => (reachOf(actor, 'mailbox.sendAgain').kind === 'none' ? 'hidden' : 'let') },
  setFeatureFlag: anywhere('flag.write'),
};
