import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { AccessType, ProfileKind } from '@checkwell/domain/people/enums';

/** The password of every demo account. Production never seeds the demo, so that no real account has it. */
export const DEMO_PASSWORD = 'Sunny-Monday-2468';

/** The demo's domain: reserved for examples by RFC 2606, so no mail ever leaves for it. */
const at = (name: string): string => `${name}@demo.checkwell.example`;

export interface DemoAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: InterfaceLanguage;
  readonly kind: ProfileKind;
  /** Companies by their index in the demo's list. */
  readonly companies: readonly {
    readonly index: number;
    readonly accesType: AccessType;
    readonly superior?: boolean;
    readonly requestForm?: string;
  }[];
  /** Migrated from an old system: has no password and must reset it once. */
  readonly migrated?: true;
  /** Description in the start message; only accounts that a visitor of the demo should try have one. */
  readonly shownAs?: string;
}

/** One account for each role, and for each company an administrator and a user with basic access. */
export function demoAccounts(companies: readonly { readonly language: 'nl' | 'fr' }[]): readonly DemoAccount[] {
  return [
    {
      email: at('admin'),
      firstName: 'Katrien',
      lastName: 'Maes',
      language: 'en',
      kind: 'employer',
      companies: [
        { index: 0, accesType: 'admin' },
        { index: 4, accesType: 'admin' },
      ],
      shownAs: 'HR, access type admin, two companies',
    },
    {
      email: at('basic'),
      firstName: 'Stijn',
      lastName: 'Goossens',
      language: 'nl',
      kind: 'employer',
      companies: [{ index: 0, accesType: 'basic', superior: true }],
      shownAs: 'HR, access type basic',
    },
    {
      email: at('rh'),
      firstName: 'Camille',
      lastName: 'Renard',
      language: 'fr',
      kind: 'employer',
      companies: [{ index: 1, accesType: 'admin' }],
      shownAs: 'HR, access type admin, in French',
    },
    {
      email: at('superior'),
      firstName: 'Hilde',
      lastName: 'Wouters',
      language: 'nl',
      kind: 'employer',
      companies: [{ index: 0, accesType: 'basic', superior: true, requestForm: 'InterfaceAdmin' }],
      shownAs: "superior; the record's language (nl) is used",
    },
    {
      email: at('planner'),
      firstName: 'Nadia',
      lastName: 'Charlier',
      language: 'en',
      kind: 'planner',
      companies: [],
      shownAs: "planner of the provider's team",
    },
    { email: at('planner2'), firstName: 'Tom', lastName: 'Segers', language: 'nl', kind: 'planner', companies: [] },
    {
      email: at('doctor'),
      firstName: 'Els',
      lastName: 'Vandenberghe',
      language: 'nl',
      kind: 'doctor',
      companies: [],
      shownAs: 'doctor, best on a phone',
    },
    {
      email: at('migrated'),
      firstName: 'Pascale',
      lastName: 'Thys',
      language: 'fr',
      kind: 'employer',
      companies: [{ index: 5, accesType: 'basic' }],
      migrated: true,
      shownAs: 'HR, from an old system: resets the password once',
    },
    { email: at('medecin'), firstName: 'Benoît', lastName: 'Lejeune', language: 'fr', kind: 'doctor', companies: [] },
    ...companies.flatMap(({ language }, index): DemoAccount[] => [
      {
        email: at(`hr.admin.${index + 1}`),
        firstName: language === 'nl' ? 'Ilse' : 'Sophie',
        lastName: language === 'nl' ? 'Claes' : 'Dumont',
        language,
        kind: 'employer',
        companies: [{ index, accesType: 'admin' }],
      },
      {
        email: at(`hr.basic.${index + 1}`),
        firstName: language === 'nl' ? 'Koen' : 'Olivier',
        lastName: language === 'nl' ? 'Aerts' : 'Marchal',
        language,
        kind: 'employer',
        companies: [{ index, accesType: 'basic', superior: true }],
      },
    ]),
  ];
}
