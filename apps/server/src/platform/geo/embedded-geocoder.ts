import { type GeoPoint, type GeoPrecision, straightKm } from '@checkwell/domain/planning/geo';
import { belgium, type Gazetteer, MAX_NAME_WORDS, nearest, placeWords } from './belgium.ts';
import type { Geocoder, Located } from './geocoder.ts';

/**
 * Locates Belgian addresses without asking anybody: by postcode and locality, in French, Dutch, German or English,
 * "Rue de la Loi 16, 1000 Bruxelles", "Kerkstraat 3 bus 2, B-9000 Gent", "4000 Liège". It knows no streets.
 */
export function createEmbeddedGeocoder(): Geocoder {
  return { locate: async (address) => locateInBelgium(address) };
}

/** Beyond this a locality and a postcode do not belong together: one of the two is another place of the same name, or a mistake. */
const BELONGS_KM = 15;
/** The middle of a postcode's area is itself some kilometres off. */
const BELONGS_TO_AREA_KM = 30;
/** Homonyms farther apart than this cannot stand for each other. */
const SAME_PLACE_KM = 10;

const BELGIUM_WORDS = new Set(['belgique', 'belgie', 'belgien', 'belgium', 'be', 'b']);
/** Last parts of an address that say that it is not in Belgium. "Luxembourg" is a Belgian province too, but no address ends with it. */
const FOREIGN_WORDS = new Set(
  [
    'france frankrijk frankreich nederland pays-bas netherlands niederlande holland the-netherlands deutschland duitsland allemagne germany',
    'luxembourg luxemburg grand-duche-de-luxembourg groothertogdom-luxemburg grossherzogtum-luxemburg espagne spanje spain espana spanien',
    'italie italy italia italien portugal pologne polen poland polska roumanie roemenie romania rumanien bulgarie bulgaria bulgarije',
    'maroc marokko morocco turquie turkije turkey turkei royaume-uni verenigd-koninkrijk united-kingdom uk england suisse zwitserland',
    'switzerland schweiz autriche oostenrijk austria osterreich irlande ierland ireland grece griekenland greece hongrie hongarije hungary',
  ]
    .join(' ')
    .split(' ')
    .map((country) => country.replaceAll('-', ' ')),
);
const FOREIGN_POSTCODE = /(?:^|[^a-z0-9])(?:f|fr|d|de|l|lu|nl|ch|a|at|uk|gb|e|es|i|it|p|pt|pl)-\d{4,5}(?!\d)/;
const FIVE_DIGITS = /(?<!\d)\d{5}(?!\d)/;
const POSTCODE = /(?<![0-9])(?:(?<=^|[^a-z0-9])be?[\s-]{0,2})?(?<![0-9.])([1-9]\d{3})(?![0-9])/g;
/** "1012 AB Amsterdam": two letters behind the digits that are no Belgian "De Panne" or "La Hulpe". */
const DUTCH_LETTERS = /^\s?(?!de|la|le|as|en|op)[a-z]{2}(?![a-z])/;

interface Candidate {
  readonly postcode: string;
  /** The text in front of it and behind it, lower case. */
  readonly before: string;
  readonly after: string;
}

interface Answer extends Omit<Located, 'source'> {
  /** How sure it is that the four digits are the postcode: 3 the locality fits, 2 it stands like one, 1 it might be. */
  readonly trust: number;
}

function locateInBelgium(address: string): Located | null {
  // Nothing that people write is longer; the rules of the product refuse it anyway.
  const text = lower(address.slice(0, 400));
  if (endsAbroad(text)) return null;
  const gazetteer = belgium();
  const abroad = FOREIGN_POSTCODE.test(text) || FIVE_DIGITS.test(text);
  let best: Answer | undefined;
  let dutch = false;
  for (const candidate of candidatesIn(text)) {
    const answer = byPostcode(candidate, gazetteer);
    if (answer === undefined) continue;
    if (answer.trust < 3 && DUTCH_LETTERS.test(candidate.after)) {
      dutch = true;
      continue;
    }
    // Equal trust: the later one, since house numbers come first.
    if (best === undefined || answer.trust >= best.trust) best = answer;
  }
  if (best !== undefined && (best.trust === 3 || !abroad)) return located(best, best.precision);
  if (abroad || dutch) return null;
  const point = byName(text, gazetteer);
  return point ? located(point, 'locality') : null;
}

const pointOf = ({ latitude, longitude }: GeoPoint): GeoPoint => ({ latitude, longitude });

const located = (point: GeoPoint, precision: GeoPrecision): Located => ({ ...pointOf(point), precision, source: 'embedded' });

/** Lower case without accents, but with its signs and line ends: they separate. */
function lower(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[\r\n;]+/g, ',');
}

const partsOf = (text: string): string[] =>
  text
    .split(/[,()/|]| - /)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function endsAbroad(text: string): boolean {
  const last = partsOf(text).at(-1);
  return last !== undefined && FOREIGN_WORDS.has(placeWords(last).join(' '));
}

function* candidatesIn(text: string): Generator<Candidate> {
  for (const match of text.matchAll(POSTCODE)) {
    const [whole, postcode] = match;
    if (postcode === undefined) continue;
    yield { postcode, before: text.slice(0, match.index), after: text.slice(match.index + whole.length) };
  }
}

function byPostcode({ postcode, before, after }: Candidate, gazetteer: Gazetteer): Answer | undefined {
  const main = gazetteer.pointOf(postcode);
  const area = main ?? gazetteer.areaOf(postcode);
  if (area === undefined) return undefined;
  const named = nameBehind(after, gazetteer) ?? nameBefore(before, gazetteer);
  if (named) {
    const point = nearest(named.points, area);
    if (point && straightKm(point, area) <= (main ? BELONGS_KM : BELONGS_TO_AREA_KM)) {
      // "9040 Gent": the postcode is finer than the name of the town around it.
      const finer = main !== undefined && straightKm(main, point) > 0 && gazetteer.isMainPlace(named.key);
      return { ...pointOf(finer ? main : point), precision: finer ? 'postcode' : 'locality', trust: 3 };
    }
  }
  const precision = main ? 'postcode' : 'prefix';
  if (!/^\s*(?:[a-z]|$|[,(/|-])/.test(after)) return undefined;
  if (/^\s*['’]?[a-z]{3}/.test(after) && main) return { ...pointOf(area), precision, trust: 2 };
  // Four digits at the end of a street are a house number.
  const standsAlone = /(?:^|[,(/|-])\s*$/.test(before);
  if (!standsAlone && !/^\s*[a-z]/.test(after)) return undefined;
  return { ...pointOf(area), precision, trust: 1 };
}

interface Named {
  readonly key: string;
  readonly points: readonly GeoPoint[];
}

/** The name that the text begins with, in the first of its parts that begins with one: "bruxelles/brussel, belgique". */
function nameBehind(text: string, gazetteer: Gazetteer): Named | undefined {
  return firstOf(partsOf(text), (part) => {
    const words = placeWords(part);
    return longestName(words.length, (length) => words.slice(0, length), gazetteer);
  });
}

/** The name that the text ends with: "liege" in "rue leopold 3, liege". */
function nameBefore(text: string, gazetteer: Gazetteer): Named | undefined {
  return nameAtEnd(partsOf(text).at(-1) ?? '', gazetteer);
}

function nameAtEnd(part: string, gazetteer: Gazetteer): Named | undefined {
  const words = placeWords(part);
  return longestName(words.length, (length) => words.slice(-length), gazetteer);
}

function longestName(available: number, wordsOf: (length: number) => readonly string[], gazetteer: Gazetteer): Named | undefined {
  for (let length = Math.min(available, MAX_NAME_WORDS); length > 0; length -= 1) {
    const key = wordsOf(length).join(' ');
    const points = gazetteer.pointsNamed(key);
    if (points.length > 0) return { key, points };
  }
  return undefined;
}

/** Without a postcode: the last part is a place, alone or behind a house number. */
function byName(text: string, gazetteer: Gazetteer): GeoPoint | undefined {
  const parts = partsOf(text).filter((part) => !BELGIUM_WORDS.has(placeWords(part).join(' ')));
  const words = placeWords(parts.at(-1) ?? '').filter((word, index, all) => index < all.length - 1 || !BELGIUM_WORDS.has(word));
  const afterNumber = words.slice(words.findLastIndex((word) => /\d/.test(word)) + 1);
  const points = gazetteer.pointsNamed(afterNumber.join(' '));
  const [first, ...others] = points;
  return first && others.every((other) => straightKm(first, other) <= SAME_PLACE_KM) ? first : undefined;
}

function firstOf<Item, Result>(items: readonly Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
