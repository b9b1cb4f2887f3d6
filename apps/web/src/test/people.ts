import { fieldsSeenBy } from '@checkwell/domain/check/fields';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { FLAG_NAMES, FLAGS, type FlagName } from '@checkwell/domain/flags/flags';
import type { MicrosoftOffer } from '@checkwell/domain/identity/microsoft';
import type { Profile } from '@checkwell/domain/identity/profile';
import { type PublicSeller, SELLER_PATH } from '@checkwell/domain/invoice/seller';
import type { CompanyLookup, OneShotOffer } from '@checkwell/domain/one-shot/contract';
import { ABILITIES, POLICY } from '@checkwell/domain/policy';
import type { Role } from '@checkwell/domain/roles';
import { CheckCommentsDocument } from '../features/comments/comments.gql.ts';
import { UnreadNotificationsDocument } from '../features/shell/notifications/notifications.gql.ts';
import { ListViewsDocument } from '../lib/lists/list-views.gql.ts';
import { LOCAL } from '../lib/session/storage.ts';
import type { Superior } from '../lib/session/superior-context.ts';
import { ViewerDocument } from '../lib/session/viewer.gql.ts';
import type { Viewer } from '../lib/session/viewer.ts';
import { commentList } from './fixtures/comments.ts';
import type { FakeServer } from './server.ts';

/** Who looks at a screen: one person for each role, with the abilities that the policy gives. */

type SignedInRole = Exclude<Role, 'anonymous' | 'system'>;

export interface Person {
  readonly viewer: Viewer;
  readonly profile: Profile;
  readonly superior: Superior | undefined;
  readonly provider?: 'microsoft';
}

/** A role; somebody in particular; or a visitor, who is not signed in. */
export type Persona = SignedInRole | Person | 'visitor';

export const COMPANY = { id: '11111111-1111-4111-8111-111111111111', name: 'Bakkerij Peeters' } as const;
/** The second company of who works for two (`ofTwoCompanies`). */
export const OTHER_COMPANY = { id: '11111111-1111-4111-8111-111111111112', name: 'Van Hove Logistics' } as const;
const SUPERIOR_ID = '22222222-2222-4222-8222-222222222222';
export const DOCTOR_ID = '33333333-3333-4333-8333-333333333333';

const NAMES: Record<SignedInRole, readonly [id: string, firstName: string, lastName: string]> = {
  employerAdmin: ['44444444-4444-4444-8444-444444444441', 'Hanne', 'De Smet'],
  employerBasic: ['44444444-4444-4444-8444-444444444442', 'Bart', 'Claes'],
  planner: ['44444444-4444-4444-8444-444444444443', 'Petra', 'Lambert'],
  doctor: ['44444444-4444-4444-8444-444444444444', 'Dirk', 'Maes'],
};

/** What the server would say of somebody with this role (graphql `viewer`, profile, superior record). */
export function person(role: SignedInRole, changes: Partial<Viewer> = {}, language: InterfaceLanguage = 'en'): Person {
  const [profileId, firstName, lastName] = NAMES[role];
  const abilities = ABILITIES.filter((ability) => POLICY[ability][role] !== 'none');
  const fields = fieldsSeenBy([role]);
  const userName = `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(' ', '');
  const employer = role === 'employerAdmin' || role === 'employerBasic';
  const viewer: Viewer = {
    profileId,
    userName,
    firstName,
    lastName,
    role,
    abilities,
    fields,
    doctorId: role === 'doctor' ? DOCTOR_ID : null,
    demo: false,
    flagService: null,
    companies: employer
      ? [{ ...COMPANY, accesType: role === 'employerAdmin' ? 'admin' : 'basic', superiorId: SUPERIOR_ID, abilities, fields }]
      : [],
    ...changes,
  };
  const companyId = viewer.companies[0]?.id ?? null;
  return {
    viewer,
    profile: { id: profileId, userName, firstName, lastName, phoneNumber: '+32470123456', companyId, language },
    superior: companyId === null ? undefined : { id: SUPERIOR_ID, email: userName, language, companyId, requestForm: null },
  };
}

/** An employer's person who works for two companies; the first one is chosen. */
export function ofTwoCompanies(role: 'employerAdmin' | 'employerBasic' = 'employerAdmin'): Person {
  const companies = person(role).viewer.companies.flatMap((company) => [company, { ...company, ...OTHER_COMPANY, superiorId: null }]);
  return person(role, { companies });
}

export function personOf(persona: Persona, language: InterfaceLanguage): Person | undefined {
  if (persona === 'visitor') return undefined;
  return typeof persona === 'string' ? person(persona, {}, language) : persona;
}

/** At the foot of every page without a sign-in. */
const WRITTEN = { identity: 'Controle Dienst BV · Kouter 2, 9000 Gent · BE 0440.966.354 · RPR Gent', phone: '+32 9 223 45 67' };
const SELLER: PublicSeller = {
  name: 'Controle Dienst',
  legalForm: 'BV',
  companyNumber: 'BE0440966354',
  court: 'Gent',
  address: 'Kouter 2, 9000 Gent',
  phoneNumber: '+3292234567',
  email: 'info@controle.example',
  logoPath: null,
  written: { en: WRITTEN, fr: WRITTEN, nl: WRITTEN },
};

/** Answers what every screen asks: who is there, and which features are on. */
export function answerShell(server: FakeServer, known: Person | undefined, flags: Partial<Record<FlagName, boolean>>): void {
  const { fallback } = server;
  fallback.rest('POST', '/ofrep/v1/evaluate/flags', () => ({
    flags: FLAG_NAMES.map((key) => {
      const value = flags[key] ?? FLAGS[key];
      return { key, value, variant: value ? 'on' : 'off', reason: 'STATIC' };
    }),
  }));
  // The sign-in page, for every visitor: neither Microsoft nor the One Shot Check is on offer.
  fallback.rest<MicrosoftOffer>('GET', '/auth/microsoft', () => ({ offered: false }));
  fallback.rest<OneShotOffer>('GET', '/v1/api/one-shot-checks', () => ({ offered: false }));
  fallback.rest<CompanyLookup>('GET', '/v1/api/one-shot-checks/companies/*', () => ({ found: null }));
  fallback.rest<PublicSeller>('GET', SELLER_PATH, () => SELLER);
  if (!known) return;
  const { viewer, profile, superior } = known;
  fallback.graphql(ViewerDocument, () => ({ viewer }));
  // Nobody has saved a view of a list.
  fallback.graphql(UnreadNotificationsDocument, () => ({ notifications: [] }));
  fallback.graphql(ListViewsDocument, () => ({ listViews: [] }));
  // The pages of a check have them all.
  fallback.graphql(CheckCommentsDocument, () => ({ checkComments: commentList() }));
  fallback.rest('GET', '/v1/api/profiles', () => profile);
  fallback.rest('GET', '/v1/api/profiles/sso', () => profile);
  fallback.rest('GET', '/v1/api/superiors', () => superior);
  // Offered on the first screen, which is another question than the one the test asks; the tour's own tests take it back.
  localStorage.setItem(LOCAL.tour, JSON.stringify([profile.id]));
}
