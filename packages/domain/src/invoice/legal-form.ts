import type { InterfaceLanguage } from '../constants.ts';

/** What Belgian companies are, and where they are registered, in the languages in which both are named. */

/** Forms of Belgian companies and associations, abbreviated as the code does in Dutch and French; English takes both. */
export const LEGAL_FORMS = {
  BV: { nl: 'BV', fr: 'SRL' },
  NV: { nl: 'NV', fr: 'SA' },
  CV: { nl: 'CV', fr: 'SC' },
  VOF: { nl: 'VOF', fr: 'SNC' },
  CommV: { nl: 'CommV', fr: 'SComm' },
  VZW: { nl: 'VZW', fr: 'ASBL' },
  IVZW: { nl: 'IVZW', fr: 'AISBL' },
} as const satisfies Record<string, Readonly<Record<'nl' | 'fr', string>>>;
export type LegalForm = keyof typeof LEGAL_FORMS;
export const LEGAL_FORM_NAMES = Object.keys(LEGAL_FORMS) as readonly LegalForm[];

/** The form of an abbreviation in either language, whatever its case and points: `s.r.l.` → `BV`. */
export function legalFormOf(text: string): LegalForm | undefined {
  const plain = text.replaceAll(/[\s.]/g, '').toLowerCase();
  return LEGAL_FORM_NAMES.find((form) => Object.values(LEGAL_FORMS[form]).some((abbreviation) => abbreviation.toLowerCase() === plain));
}

/** Where enterprise courts and their divisions sit, where Dutch and French name the town differently. */
const COURT_TOWNS: readonly Readonly<Record<InterfaceLanguage, string>>[] = [
  { nl: 'Aarlen', fr: 'Arlon', en: 'Arlon' },
  { nl: 'Antwerpen', fr: 'Anvers', en: 'Antwerp' },
  { nl: 'Bergen', fr: 'Mons', en: 'Mons' },
  { nl: 'Brugge', fr: 'Bruges', en: 'Bruges' },
  { nl: 'Brussel', fr: 'Bruxelles', en: 'Brussels' },
  { nl: 'Dendermonde', fr: 'Termonde', en: 'Dendermonde' },
  { nl: 'Doornik', fr: 'Tournai', en: 'Tournai' },
  { nl: 'Gent', fr: 'Gand', en: 'Ghent' },
  { nl: 'Hoei', fr: 'Huy', en: 'Huy' },
  { nl: 'Ieper', fr: 'Ypres', en: 'Ypres' },
  { nl: 'Kortrijk', fr: 'Courtrai', en: 'Kortrijk' },
  { nl: 'Leuven', fr: 'Louvain', en: 'Leuven' },
  { nl: 'Luik', fr: 'Liège', en: 'Liège' },
  { nl: 'Mechelen', fr: 'Malines', en: 'Mechelen' },
  { nl: 'Namen', fr: 'Namur', en: 'Namur' },
  { nl: 'Nijvel', fr: 'Nivelles', en: 'Nivelles' },
  { nl: 'Oostende', fr: 'Ostende', en: 'Ostend' },
  { nl: 'Oudenaarde', fr: 'Audenarde', en: 'Oudenaarde' },
  { nl: 'Tongeren', fr: 'Tongres', en: 'Tongeren' },
  { nl: 'Veurne', fr: 'Furnes', en: 'Veurne' },
];

/** The town of a court in a language; one that all languages name alike, or that is none of the table, stays as it is. */
export function courtIn(court: string, language: InterfaceLanguage): string {
  const wanted = court.trim().toLowerCase();
  const town = COURT_TOWNS.find((names) => Object.values(names).some((name) => name.toLowerCase() === wanted));
  return town?.[language] ?? court.trim();
}

/** The abbreviation in a language: `SRL`; in English both, as neither is English. */
export function legalFormIn(form: LegalForm, language: InterfaceLanguage): string {
  const { nl, fr } = LEGAL_FORMS[form];
  return language === 'en' ? `${nl}/${fr}` : LEGAL_FORMS[form][language];
}

/** The register of legal persons with its court: `RPM Bruxelles`, `RPR Brussel`, `RPR/RPM Brussels`. */
export const registerIn = (court: string, language: InterfaceLanguage): string =>
  `${{ nl: 'RPR', fr: 'RPM', en: 'RPR/RPM' }[language]} ${courtIn(court, language)}`;
