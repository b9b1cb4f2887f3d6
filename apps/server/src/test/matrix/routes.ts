import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { type Ability, can, reachOf } from '@checkwell/domain/policy';
import { PUBLIC_PAGE_NAMES, publicPagePath, sampleReportFilePath } from '@checkwell/domain/public-pages';
import type { Fixture, Kind } from './kinds.ts';
import {
  anywhere,
  holding,
  inCompanyOfSuperiors,
  isThere,
  listed,
  making,
  narrowed,
  own,
  type Rule,
  record,
  verdict,
  within,
} from './policy.ts';

/** What a request to a route needs besides its method, its address and the ids in it. */
export interface RouteRule extends Rule {
  readonly query?: (fixture: Fixture) => Readonly<Record<string, string>>;
  readonly body?: (fixture: Fixture) => unknown;
  /** Sends a file as the body. */
  readonly file?: true;
  /** The answer never ends: the matrix asks as a visitor only; live.rest.test.ts asks as everybody else. */
  readonly stream?: true;
}

/** A route whose answer does not depend on the role of the caller; `open` says to whom it answers. */
export interface OpenRoute {
  readonly open: string;
}

const LINK = 'everybody who has the link in the address';
const EVERYBODY = 'everybody: it contains no data of anybody';
const BROWSER = 'the session or the ticket of the browser that sends the request';
const SIGNED = 'a provider that signs with the shared secret';

const self: RouteRule = {
  kind: null,
  expected: (actor) => (can(actor, 'profile.self', { profileId: 'profileId' in actor ? actor.profileId : null }) ? 'let' : 'refused'),
};
/** An API token has no profile that could be read or changed, although the policy gives it the ability `profile.self`. */
const profile: RouteRule = { ...self, expected: (actor) => (actor.kind === 'employer' && actor.program ? 'refused' : 'let') };

const NEW_SUPERIOR = {
  firstName: 'Els',
  lastName: 'Claes',
  email: 'els@example.be',
  phoneNumber: '',
  language: 'nl',
  requestForm: 'Interface',
};
const byCompany = ({ ids }: Fixture): Readonly<Record<string, string>> => ({ companyId: ids.companyId ?? '' });
const exported = (kind: Kind, ability: Ability): RouteRule => ({ ...listed(kind, narrowed(ability), holding(ability)), query: byCompany });
const dashboard: RouteRule = { ...narrowed('dashboard.export'), query: byCompany };

export const ROUTES: Readonly<Record<string, RouteRule | OpenRoute>> = {
  'GET /v1/api/profiles': profile,
  'GET /v1/api/profiles/sso': { ...profile, query: () => ({ language: 'nl' }) },
  'PUT /v1/api/profiles': { ...profile, body: () => ({ firstName: 'Els', lastName: 'Claes', phoneNumber: '', language: 'nl' }) },
  'GET /v1/api/superiors': {
    kind: 'superior',
    by: ['email'],
    query: ({ ids }) => ({ email: ids.email ?? '' }),
    expected: (actor, fixture) =>
      reachOf(actor, 'superior.read').kind === 'none'
        ? 'hidden'
        : isThere(actor, fixture) && can(actor, 'superior.read', fixture)
          ? 'let'
          : 'hidden',
  },
  'POST /v1/api/superiors': {
    kind: 'company',
    by: ['companyId'],
    body: ({ ids }) => ({ ...NEW_SUPERIOR, companyId: ids.companyId }),
    expected(actor, fixture) {
      if (reachOf(actor, 'superior.read').kind === 'none') return 'hidden';
      return inCompanyOfSuperiors('superior.write').expected(actor, fixture);
    },
  },
  'GET /v1/api/companies/:companyId/superiors': listed('superior', inCompanyOfSuperiors('superior.read'), holding('superior.read')),
  'POST /v1/api/companies/:companyId/superiors': { ...inCompanyOfSuperiors('superior.write'), body: () => NEW_SUPERIOR },
  'GET /v1/api/checks/:id/report.pdf': record('report', 'check.read'),
  // For a check that was deleted as an administrative error there is no proof, not even for the provider.
  'GET /v1/api/checks/:id/evidence.pdf': {
    ...record('report', 'check.evidence'),
    expected: (actor, fixture) => (fixture.whose === 'deleted' ? 'hidden' : record('report', 'check.evidence').expected(actor, fixture)),
  },
  'GET /v1/api/checks/:id/letter.pdf': record('check', 'check.notifyEmployee'),
  'GET /v1/api/missions/statement.pdf': {
    kind: null,
    query: () => ({ month: '2026-02' }),
    expected: (actor) => (actor.kind === 'doctor' ? 'let' : 'refused'),
  },
  'GET /v1/api/exports/dashboard.pdf': dashboard,
  'GET /v1/api/exports/dashboard.xlsx': dashboard,
  'GET /v1/api/exports/certificates.csv': exported('certificate', 'certificate.export'),
  'GET /v1/api/exports/certificates.excel.csv': exported('certificate', 'certificate.export'),
  'GET /v1/api/exports/certificates.xlsx': { ...narrowed('certificate.export'), query: byCompany },
  'GET /v1/api/exports/reports.csv': exported('report', 'check.export'),
  'GET /v1/api/exports/reports.excel.csv': exported('report', 'check.export'),
  'GET /v1/api/exports/reports.xlsx': { ...narrowed('check.export'), query: byCompany },
  'GET /v1/api/exports/employees.csv': exported('employee', 'employee.export'),
  'GET /v1/api/exports/employees.excel.csv': exported('employee', 'employee.export'),
  'GET /v1/api/exports/employees.xlsx': { ...narrowed('employee.export'), query: byCompany },
  // A doctor uploads the photograph of a card to a company in which they have a mission.
  'POST /v1/api/companies/:companyId/documents': {
    ...making('document.upload'),
    file: true,
    query: () => ({ fileName: 'certificate.pdf' }),
    expected: (actor, fixture) =>
      actor.kind === 'doctor' ? (fixture.whose === 'own' ? 'let' : 'hidden') : making('document.upload').expected(actor, fixture),
  },
  'GET /v1/api/companies/:companyId/documents/:id': record('document', 'document.read'),
  'GET /v1/api/employees/:id/person.zip': record('employee', 'employee.personFile'),
  'GET /v1/api/companies/:companyId/invoices/:id': within('invoice', 'invoice.read'),
  'GET /v1/api/mails/:id/attachments/:position': record('mail', 'mailbox.read'),
  'GET /v1/api/live': { ...anywhere('check.read'), stream: true },

  // For one's own account, whatever the role: a session or key of somebody else does not exist for the caller.
  'DELETE /auth/sessions/:id': own('session'),
  'PUT /auth/protection/passkeys/:id': { ...own('passkey'), body: () => ({ name: 'Phone' }) },
  'POST /auth/protection/passkeys/:id/remove': { ...own('passkey'), body: () => ({}) },
  // Also needs the second step of the caller; the right is verified first (removal.attacks.test.ts).
  'POST /auth/people/:id/second-step/remove': {
    kind: 'user',
    by: ['id'],
    body: () => ({ reason: 'Lost the telephone' }),
    expected: (actor, fixture) =>
      verdict(isThere(actor, fixture) && can(actor, 'user.removeSecondStep', { companyId: fixture.companyId ?? null }), true),
  },

  ...openTo(BROWSER, [
    'POST /auth/identify',
    'POST /auth/sign-in',
    'POST /auth/session/refresh',
    'POST /auth/sign-out',
    'POST /auth/handoff',
    'POST /auth/password',
    'POST /auth/password/forgot',
    'POST /auth/second-step',
    'POST /auth/second-step/passkey/options',
    'POST /auth/second-step/passkey',
    'POST /auth/passkey/options',
    'POST /auth/passkey',
    'GET /auth/microsoft',
    'POST /auth/microsoft/start',
    'POST /auth/microsoft/complete',
    'POST /auth/microsoft/link',
    'POST /auth/microsoft/person',
    'GET /auth/protection',
    'POST /auth/protection/totp/start',
    'POST /auth/protection/totp/confirm',
    'POST /auth/protection/totp/remove',
    'POST /auth/protection/passkeys/options',
    'POST /auth/protection/passkeys',
    'POST /auth/protection/recovery-codes',
    'POST /auth/protection/microsoft/remove',
    'GET /auth/sessions',
    // Evaluates the flags for the caller.
    'POST /ofrep/v1/evaluate/flags',
    'POST /ofrep/v1/evaluate/flags/:key',
    // Its operations: OPERATIONS in policy.ts.
    'POST /graphql',
  ]),
  ...openTo(LINK, [
    'POST /auth/password/link',
    'POST /auth/password/reset',
    'GET /v1/api/missions/calendar/:token.ics',
    'GET /v1/api/offers/:token',
    'POST /v1/api/offers/:token/answer',
    'GET /v1/api/employee-page/:token',
    'GET /v1/api/employee-page/:token/evidence.pdf',
    'POST /v1/api/employee-page/:token/confirm',
    'POST /v1/api/employee-page/:token/opened',
    'POST /v1/api/employee-page/:token/report',
    'POST /v1/api/employee-page/:token/move',
    'POST /v1/api/employee-page/:token/disagree',
    'POST /v1/api/employee-page/:token/address',
    'POST /v1/api/employee-page/:token/certificates',
    'POST /v1/api/employee-page/:token/travel',
    'POST /v1/api/employee-page/:token/travel/receipt',
    'GET /v1/api/one-shot-checks/:token',
    'GET /v1/api/one-shot-checks/:token/payer',
    'POST /v1/api/one-shot-checks/:token/payments',
    'GET /v1/api/one-shot-checks/:token/invoice',
    'GET /v1/api/mails/:id/html',
  ]),
  ...openTo(SIGNED, ['POST /v1/api/payments/events', 'POST /v1/api/mails/events', 'POST /v1/api/sms/reports/:reference']),
  ...openTo(EVERYBODY, [
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
    'GET /auth/jwks',
    'GET /v1/api/openapi.json',
    'GET /v1/api/seller',
    'GET /v1/api/seller/logo',
    'POST /v1/api/sign-ups',
    'GET /v1/api/one-shot-checks',
    'GET /v1/api/one-shot-checks/companies/:companyNumber',
    'POST /v1/api/one-shot-checks',
    'GET /verify',
    'GET /verify/:code',
    'POST /verify/:code',
    'GET /verify/key.pem',
    'GET /*',
    ...INTERFACE_LANGUAGES.flatMap((language) => [
      ...PUBLIC_PAGE_NAMES.map((page) => `GET ${publicPagePath(page, language)}`),
      `GET ${sampleReportFilePath(language)}`,
    ]),
  ]),
};

function openTo(open: string, names: readonly string[]): Readonly<Record<string, OpenRoute>> {
  return Object.fromEntries(names.map((name) => [name, { open }]));
}

/** Routes that answer about the account of the caller. */
export const ANSWERS_BY_ACCOUNT: ReadonlySet<string> = new Set(
  Object.entries(ROUTES).flatMap(([name, rule]) => ('open' in rule && rule.open === BROWSER ? [name] : [])),
);
