import { type ReadText, UNSURE } from './text.ts';

/** A name in the text, and where it is. */
export interface FoundName {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Small words inside family names. */
const PARTICLES = new Set('van vanden vander den der de du des la le el al ten ter te von zu zum dos da di della'.split(' '));
/** Words with a capital that are not names. */
const NO_NAMES = new Set(
  'ne nee nom prenom prenoms naam voornaam name vorname born geb geboren geboortedatum geburtsdatum date datum et en und and niss insz rijksregister adresse adres address anschrift dr docteur dokter doctor doktor madame monsieur mevrouw heer herr frau mr mrs ms sexe patient patiente inami riziv likiv in medecine geneeskunde geneesheer specialiste specialist generaliste medizin huisarts huisartsgeneeskunde allgemeinmedizin general tel'.split(
    ' ',
  ),
);
const TITLE =
  /^(?:(?:monsieur|madame|mademoiselle|mme|mlle|mevrouw|mevr|de heer|heer|dhr|herrn|herr|frau|mrs|mr|ms|miss|m)(?![a-z])[./]?\s*)+/;
const TOKEN = /^(?:\p{L}\.-?\p{L}\.|\p{L}[\p{L}'-]*\.?)/u;
const MAX_TOKENS = 5;

/** The words of a name at the beginning of `text`, up to a gap, a digit, punctuation or a word that is no part of a name. */
function nameAt({ text, folded }: ReadText, start: number): FoundName | null {
  let at = start + (TITLE.exec(folded.slice(start, start + 60))?.[0].length ?? 0);
  const from = at;
  let to = at;
  const tokens: string[] = [];
  while (tokens.length < MAX_TOKENS) {
    const token = TOKEN.exec(text.slice(at, at + 40))?.[0];
    if (token === undefined) break;
    const small = folded.slice(at, at + token.length).replace(/\.$/, '');
    const isParticle = PARTICLES.has(small);
    if (NO_NAMES.has(small) || (!isParticle && !/^(?:\p{Lu}|[dl]'\p{L})/u.test(token))) break;
    const isInitial = /^\p{Lu}\.|^\p{Lu}$/u.test(token);
    tokens.push(isInitial ? token : token.replace(/\.$/, ''));
    to = at + token.length;
    at = to;
    if (token.endsWith('.') && !isInitial) break;
    const next = /^(?:, ?| ?)(?=\S)/.exec(text.slice(at, at + 3))?.[0] ?? '';
    if (next === '' || text.startsWith('  ', at)) break;
    at += next.length;
  }
  while (tokens.length > 0 && PARTICLES.has((tokens.at(-1) ?? '').toLowerCase())) tokens.pop();
  const capitalised = tokens.filter((token) => /^\p{Lu}|'/u.test(token));
  const full = tokens.filter((token) => token.replace(/[^\p{L}]/gu, '').length >= 2);
  if (capitalised.length < 2 || full.length < 1 || text.slice(from, to + 2).includes(UNSURE)) return null;
  return { name: tokens.join(' '), from, to };
}

/** What may be between a label and its value. */
export const SEPARATOR = '(?: ?\\([^)\\n]{0,20}\\))?(?:\\s*[:|]+[\\s._|]{0,20}|\\s{2,20})';
const PERSON = '(?:patiente?|malade|travailleur|werknemer|arbeitnehmer|employee|worker)';
const WORKER_LABEL = new RegExp(
  `(?<![a-z-])(?:nom(?: ?,? ?(?:et |/ ?)?prenoms?)?(?: d[ue] ${PERSON})?|naam(?: ?(?:en|,|/) ?voorna(?:am|men))?(?: (?:van )?(?:de )?${PERSON})?|name(?: ?(?:und|,|/|and) ?(?:vorname|first name|given name))?(?: of (?:the )?${PERSON})?|${PERSON}|betrokkene)${SEPARATOR}`,
  'g',
);
const ADDRESSED = /(?<![a-z])(?:monsieur|madame|mademoiselle|mme|mevrouw|mevr|heer|dhr|herrn|herr|frau|mrs|mr|ms|miss)(?![a-z])/g;
const LAST_NAME = new RegExp(
  `(?<![a-z-])(?:nom(?: de famille)?|naam|familienaam|achternaam|name|familienname|nachname|last name|surname)${SEPARATOR}`,
);
const FIRST_NAME = new RegExp(`(?<![a-z-])(?:prenoms?|voorna(?:am|men)|vornamen?|first names?|given names?)${SEPARATOR}`);

/** Names that may be the worker's: after their label, or after Mr or Mrs. */
export function workerNamesIn(text: ReadText): readonly FoundName[] {
  const places = [
    ...Array.from(text.folded.matchAll(WORKER_LABEL), (match) => match.index + match[0].length),
    ...Array.from(text.folded.matchAll(ADDRESSED), (match) => match.index),
  ];
  const found = places.map((place) => nameAt(text, place));
  const apart = inTwoFields(text);
  const names = [...found, apart].filter((name) => name !== null);
  return names.filter(({ name }, index) => names.findIndex((other) => other.name === name) === index);
}

/** `Nom : Lefèvre` and `Prénom : Amélie`. */
function inTwoFields(text: ReadText): FoundName | null {
  const [last, first] = [LAST_NAME, FIRST_NAME].map((label) => {
    const match = label.exec(text.folded);
    if (!match) return undefined;
    const from = match.index + match[0].length;
    const words = /^\p{Lu}[\p{L}'-]*(?: [\p{L}'-]+){0,3}(?= {2}|\s*[\n,;(])/u.exec(text.text.slice(from, from + 60))?.[0];
    return words === undefined ? undefined : { words, from, to: from + words.length };
  });
  if (!last || !first || last.from === first.from) return null;
  return { name: `${last.words} ${first.words}`, from: Math.min(last.from, first.from), to: Math.max(last.to, first.to) };
}

const DOCTOR = /(?<![a-z])(?:dr|docteure?|dokter|doktor|doctor)(?![a-z])\.?\s?(?:med\.\s?)?/g;
const DOCTOR_LABEL = new RegExp(
  `(?<![a-z])(?:medecin(?: traitant)?|(?:behandelend(?:e)? )?(?:huis)?arts|(?:behandelnder )?(?:haus)?arzt)${SEPARATOR}`,
  'g',
);

/** Streets are named after doctors. */
const STREET_BEFORE = /(?<![a-z])(?:rue|avenue|place|square|chemin|quai|boulevard|clos|allee|route|impasse)(?: (?:du|de la|des?))? $/;
const STREET = /(?:straat|laan|plein|steenweg|dreef|lei|kaai|pad|strasse|straße|weg|platz)$/;

/** A family name alone after the title, with nothing else in its line: `Dr. Vermeersch`. */
function familyNameAt({ text, folded }: ReadText, title: RegExpMatchArray & { readonly index: number }): FoundName | null {
  const from = title.index + title[0].length;
  const words = /^(?:\p{L}[\p{L}']* ){0,3}\p{Lu}[\p{L}'-]{2,}(?=\s*\n|\s{2}|\s*$)/u.exec(text.slice(from, from + 60))?.[0];
  if (words === undefined || STREET_BEFORE.test(folded.slice(Math.max(0, title.index - 30), title.index))) return null;
  const parts = folded.slice(from, from + words.length).split(' ');
  const last = parts.at(-1) ?? '';
  if (STREET.test(last) || NO_NAMES.has(last) || parts.slice(0, -1).some((part) => !PARTICLES.has(part))) return null;
  return { name: words, from, to: from + words.length };
}

/** The treating doctor's name without title; null when several doctors are named. */
export function doctorNameIn(text: ReadText): FoundName | null {
  const places = [DOCTOR, DOCTOR_LABEL].flatMap((label) =>
    Array.from(text.folded.matchAll(label), (match) => match.index + match[0].length),
  );
  const full = places.map((place) => nameAt(text, place)).filter((name) => name !== null);
  // A doctor whose full name is there may sign with the family name alone, so family names alone count only without a full name.
  const found =
    full.length > 0 ? full : Array.from(text.folded.matchAll(DOCTOR), (title) => familyNameAt(text, title)).filter((name) => name !== null);
  const [first] = found;
  if (!first || found.some(({ name }) => name.toLowerCase() !== first.name.toLowerCase())) return null;
  return { ...first, name: inCase(first.name) };
}

/** Changes a name in capitals to the usual case: `BENOÎT CHARLIER` → `Benoît Charlier`. */
function inCase(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  return name.toLowerCase().replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase());
}

const INAMI = /(?<![\d./-])(\d)[-./ ](\d{5})[-./ ](\d{2})[-./ ](\d{3})(?![\d/-]|\.\d)/g;

/** The doctor's licence (INAMI, RIZIV, LIKIV), eleven digits; null without one or with several. */
export function inamiNumberIn({ text }: ReadText): FoundName | null {
  const found = Array.from(text.matchAll(INAMI), (match) => ({
    name: match.slice(1).join(''),
    from: match.index,
    to: match.index + match[0].length,
  }));
  const [first] = found;
  return first && found.every(({ name }) => name === first.name) ? first : null;
}
