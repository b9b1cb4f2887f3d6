import type { InterfaceLanguage } from '../constants.ts';

/** Legal forms of Belgian companies, and their registers, in each language. */

/** Legal forms of Belgian companies and associations, with the abbreviations of the code in Dutch and French; English uses both. */
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

/** The legal form of an abbreviation in either language, ignoring case, spaces and full stops: `s.r.l.` → `BV`. */
export function legalFormOf(text: string): LegalForm | undefined {
  const plain = text.replaceAll(/[\s.]/g, '').toLowerCase();
  return LEGAL_FORM_NAMES.find((form) => Object.values(LEGAL_FORMS[form]).some((abbreviation) => abbreviation.toLowerCase() === plain));
}

/** Seats of enterprise courts and their divisions whose names differ between Dutch and French. */
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

/** The town of a court in a language; a town that is not in the table stays unchanged. */
export function courtIn(court: string, language: InterfaceLanguage): string {
  const wanted = court.trim().toLowerCase();
  const town = COURT_TOWNS.find((names) => Object.values(names).some((name) => name.toLowerCase() === wanted));
  return town?.[language] ?? court.trim();
}

/** The abbreviation in a language, such as `SRL`; in English both, such as `BV/SRL`. */
export function legalFormIn(form: LegalForm, language: InterfaceLanguage): string {
  const { nl, fr } = LEGAL_FORMS[form];
  return language === 'en' ? `${nl}/${fr}` : LEGAL_FORMS[form][language];
}

/** The register of legal persons with its court, in a language: `RPM Bruxelles`, `RPR Brussel`, `RPR/RPM Brussels`. */
export const registerIn = (court: string, language: InterfaceLanguage): string =>
  `${{ nl: 'RPR', fr: 'RPM', en: 'RPR/RPM' }[language]} ${courtIn(court, language)}`;
