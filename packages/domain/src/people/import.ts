import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { id, key, maxLength } from '../validation.ts';
import type { Gender, WorkerLanguage } from './enums.ts';
import { normaliseNiss } from './numbers/niss.ts';
import { normalisePhone } from './numbers/phone.ts';
import { foldText } from './search-text.ts';

/**
 * Import of employees from an export of an HR system. The web application reads the file and maps columns to fields; the server validates each row. All
 * values are the texts of the cells.
 */

/** Fields of an employee that a file can contain; `superiorEmail`: the e-mail address of the superior. */
export const IMPORT_FIELDS = [
  'employeeMatricule',
  'employeeFirstName',
  'employeeLastName',
  'employeeGender',
  'employeeLanguage',
  'employeePhoneNumber',
  'employeeAddress',
  'function',
  'subEmployee',
  'superiorEmail',
  'workerNISS',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Parts of an address in separate columns, which are joined to `employeeAddress`. */
export const ADDRESS_PARTS = ['street', 'houseNumber', 'box', 'postcode', 'town'] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** The possible targets of a column. */
export type ImportTarget = ImportField | AddressPart;
export const IMPORT_TARGETS: readonly ImportTarget[] = [...IMPORT_FIELDS, ...ADDRESS_PARTS];

/** The target of each column of the file; null: not used. Each target occurs at most once. */
export type ColumnMapping = readonly (ImportTarget | null)[];

/** One row: the fields in the file. Fields that are absent stay unchanged. */
export type ImportRow = Partial<Record<ImportField, string>>;

export const IMPORT_LIMITS = { rows: 20_000, rowsPerRequest: 200, bytes: 10 * 1024 * 1024, columns: 200 } as const;

const cell = z.optional(
  z.string({ error: key('required') }).check(
    maxLength(TEXT.comment, { error: key('tooLong') }),
    // No cell of a file contains NUL, and the database stores none.
    z.refine<string>((text) => !text.includes('\0'), { error: key('invalidCharacters') }),
  ),
);

/** A part of a file for one company. The cells are validated row by row later. */
export const importRule = z.strictObject({
  companyId: id('companyRequired'),
  rows: z
    .array(z.strictObject(Object.fromEntries(IMPORT_FIELDS.map((field) => [field, cell])) as Record<ImportField, typeof cell>))
    .check(maxLength(IMPORT_LIMITS.rowsPerRequest, { error: key('tooLong') })),
});

/** The result of a row: a new, changed or unchanged employee, or an invalid row. */
export const IMPORT_STATUSES = ['created', 'changed', 'unchanged', 'faulty'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Headings of HR systems (en, fr, nl, de), normalised by `foldText`, the most specific first. */
const HEADINGS: Record<ImportTarget, readonly string[]> = {
  employeeMatricule: [
    'matricule',
    'employeematricule',
    'employee number',
    'employee id',
    'employee no',
    'personnel number',
    'staff number',
    'payroll number',
    'numero de personnel',
    'numero matricule',
    'numero du travailleur',
    'no matricule',
    'personeelsnummer',
    'personeelsnr',
    'stamnummer',
    'werknemersnummer',
    'werknemersnr',
    'medewerkersnummer',
    'registratienummer',
    'personalnummer',
    'mitarbeiternummer',
    'worker id',
  ],
  employeeFirstName: ['first name', 'firstname', 'given name', 'prenom', 'prenoms', 'voornaam', 'vorname', 'employeefirstname'],
  employeeLastName: [
    'last name',
    'lastname',
    'surname',
    'family name',
    'nom',
    'nom de famille',
    'naam',
    'achternaam',
    'familienaam',
    'nachname',
    'familienname',
    'employeelastname',
  ],
  employeeGender: ['gender', 'sex', 'sexe', 'genre', 'geslacht', 'geschlecht', 'employeegender'],
  employeeLanguage: ['language', 'langue', 'taal', 'sprache', 'taalrol', 'role linguistique', 'regime linguistique', 'employeelanguage'],
  employeePhoneNumber: [
    'gsm',
    'mobile',
    'mobile phone',
    'mobile number',
    'phone',
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'numero de telephone',
    'telephone portable',
    'portable',
    'gsm-nummer',
    'gsm nummer',
    'telefoon',
    'telefoonnummer',
    'mobiel',
    'telefon',
    'telefonnummer',
    'handy',
    'employeephonenumber',
  ],
  employeeAddress: ['address', 'full address', 'adresse', 'adresse complete', 'adres', 'volledig adres', 'anschrift', 'employeeaddress'],
  function: ['function', 'job', 'job title', 'position', 'fonction', 'poste', 'functie', 'functietitel', 'funktion', 'stelle'],
  subEmployee: [
    'department',
    'cost centre',
    'cost center',
    'cost unit',
    'service',
    'departement',
    'centre de couts',
    'centre de cout',
    'entite',
    'afdeling',
    'kostenplaats',
    'dienst',
    'abteilung',
    'kostenstelle',
    'subemployee',
  ],
  superiorEmail: [
    'superior',
    'superior email',
    'superior e-mail',
    'manager',
    'manager email',
    'manager e-mail',
    'supervisor',
    'supervisor email',
    'responsable',
    'e-mail du responsable',
    'email du responsable',
    'email responsable',
    'superieur',
    'leidinggevende',
    'e-mail leidinggevende',
    'email leidinggevende',
    'verantwoordelijke',
    'vorgesetzter',
    'superioremail',
  ],
  workerNISS: [
    'niss',
    'insz',
    'national number',
    'national register number',
    'nrn',
    'registre national',
    'numero national',
    'numero de registre national',
    'n° registre national',
    'rijksregisternummer',
    'rijksregister',
    'rrn',
    'nationalregisternummer',
    'workerniss',
  ],
  street: ['street', 'rue', 'straat', 'straatnaam', 'strasse', 'street name', 'street and number', 'rue et numero', 'straat en nummer'],
  houseNumber: ['house number', 'number', 'numero', 'huisnummer', 'huisnr', 'hausnummer', 'nr', 'no', 'n°'],
  box: ['box', 'boite', 'bte', 'bus', 'busnummer', 'postfach'],
  postcode: ['postcode', 'postal code', 'zip', 'zip code', 'code postal', 'cp', 'postnummer', 'plz', 'postleitzahl'],
  town: [
    'town',
    'city',
    'municipality',
    'ville',
    'localite',
    'commune',
    'gemeente',
    'plaats',
    'stad',
    'woonplaats',
    'ort',
    'stadt',
    'gemeinde',
  ],
};

/**
 * The suggested mapping of a file: by the headings and, for unknown headings, by the values.
 * @param samples some rows of the file, without the headings
 */
export function proposeMapping(headings: readonly string[], samples: readonly (readonly string[])[]): ColumnMapping {
  const folded = headings.map((heading) => foldText(heading).replace(/[_:*]/g, ' ').replace(/\s+/g, ' ').trim());
  const mapping: (ImportTarget | null)[] = headings.map(() => null);
  const taken = new Set<ImportTarget>();
  const take = (column: number, target: ImportTarget): void => {
    if (mapping[column] !== null || taken.has(target)) return;
    mapping[column] = target;
    taken.add(target);
  };
  // The most specific heading of a target wins, in any order of columns.
  for (const target of IMPORT_TARGETS) {
    const best = HEADINGS[target].map((known) => folded.indexOf(known)).find((column) => column >= 0 && mapping[column] === null);
    if (best !== undefined) take(best, target);
  }
  headings.forEach((_, column) => {
    const values = samples.map((row) => row[column]?.trim() ?? '').filter(Boolean);
    const look = values.length > 0 ? lookOf(values) : null;
    if (look !== null) take(column, look);
  });
  return mapping;
}

/** The target that fits all values of a column; null: none. */
function lookOf(values: readonly string[]): ImportTarget | null {
  if (values.every((value) => normaliseNiss(value) !== null)) return 'workerNISS';
  if (values.every((value) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value))) return 'superiorEmail';
  if (values.every((value) => meantGender(value) !== null)) return 'employeeGender';
  if (values.every((value) => meantLanguage(value) !== null)) return 'employeeLanguage';
  if (values.every((value) => /^[+0]/.test(value) && normalisePhone(value) !== null)) return 'employeePhoneNumber';
  return null;
}

const GENDER_WORDS: Record<Gender, readonly string[]> = {
  Male: ['m', 'male', 'man', 'mannelijk', 'h', 'homme', 'masculin', 'masc', 'mr', 'dhr', 'monsieur', 'mannlich', 'herr', '1'],
  Female: [
    'f',
    'female',
    'v',
    'vrouw',
    'vrouwelijk',
    'femme',
    'feminin',
    'fem',
    'mrs',
    'ms',
    'mme',
    'mevr',
    'mevrouw',
    'madame',
    'w',
    'weiblich',
    'frau',
    '2',
  ],
  Others: ['x', 'other', 'others', 'autre', 'autres', 'anders', 'andere', 'divers', 'non-binary', 'non-binaire', 'non-binair'],
};

/** The gender that a cell means; null: unknown. */
export const meantGender = (text: string): Gender | null => meant(GENDER_WORDS, text);

const LANGUAGE_WORDS: Record<WorkerLanguage, readonly string[]> = {
  FR: ['fr', 'f', 'french', 'francais', 'frans', 'franzosisch', 'fr-be', 'fr-fr', 'fra', 'fre'],
  NL: ['nl', 'n', 'dutch', 'neerlandais', 'nederlands', 'niederlandisch', 'nl-be', 'nl-nl', 'nld', 'dut'],
  EN: ['en', 'e', 'english', 'anglais', 'engels', 'englisch', 'en-gb', 'en-us', 'eng'],
  DE: ['de', 'd', 'german', 'allemand', 'duits', 'deutsch', 'de-be', 'de-de', 'deu', 'ger'],
};

/** The language that a cell means; null: unknown. */
export const meantLanguage = (text: string): WorkerLanguage | null => meant(LANGUAGE_WORDS, text);

function meant<Value extends string>(words: Record<Value, readonly string[]>, text: string): Value | null {
  const folded = foldText(text).replace(/\.$/, '');
  const values = Object.keys(words) as Value[];
  return values.find((value) => foldText(value) === folded || words[value].includes(folded)) ?? null;
}

/**
 * The fields of one row of the file. Cells are trimmed; parts of an address are joined; `fixed` has values for fields without column.
 */
export function rowOf(cells: readonly string[], mapping: ColumnMapping, fixed: ImportRow = {}): ImportRow {
  const values: Partial<Record<ImportTarget, string>> = {};
  mapping.forEach((target, column) => {
    if (target !== null) values[target] = (cells[column] ?? '').replace(/\s+/g, ' ').trim();
  });
  const row: ImportRow = { ...fixed };
  for (const field of IMPORT_FIELDS) if (values[field] !== undefined) row[field] = values[field];
  if (values.employeeAddress === undefined && mapping.some((target) => (ADDRESS_PARTS as readonly unknown[]).includes(target))) {
    row.employeeAddress = addressOf(values);
  }
  return row;
}

/** The address joined from its parts: `Nieuwstraat 5 bus 2, 1000 Brussel`. */
export function addressOf({
  street = '',
  houseNumber = '',
  box = '',
  postcode = '',
  town = '',
}: Partial<Record<ImportTarget, string>>): string {
  const door = [street, houseNumber, box && (/\p{L}/u.test(box) ? box : `/${box}`)].filter(Boolean).join(' ');
  return [door, [postcode, town].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
