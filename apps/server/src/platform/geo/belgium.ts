import { readFileSync } from 'node:fs';
import { foldText } from '@checkwell/domain/people/search-text';
import { type GeoPoint, straightKm } from '@checkwell/domain/planning/geo';
import { ALIASES, MORE_PLACES } from './more-places.ts';
import { POSTCODES } from './postcodes.ts';

/** A town or village, as addresses name it. */
export interface Place extends GeoPoint {
  readonly locality: string;
  /** Other names, in other languages or for parts of it. */
  readonly aliases: readonly string[];
  /** The first of its postcodes. */
  readonly postcode: string;
  /** Language of the region; `both` in Brussels. */
  readonly language: 'NL' | 'FR' | 'DE' | 'both';
  /** Inhabitants, roughly. */
  readonly population: number;
}

/** Belgium as the embedded geocoder knows it: names of places, postcodes, and areas of postcodes. */
export interface Gazetteer {
  /** Places that some postcode leads to. */
  readonly places: readonly Place[];
  /** Points of that name (several where Belgium has homonyms); the name in the form of `placeKey`. */
  pointsNamed(key: string): readonly GeoPoint[];
  /** Whether some postcode leads to a place of that name. */
  isMainPlace(key: string): boolean;
  /** Where the postcode's place is; undefined when the table lacks the postcode. */
  pointOf(postcode: string): GeoPoint | undefined;
  /** The middle of the known postcodes that begin with the same three digits, or else the same two. */
  areaOf(postcode: string): GeoPoint | undefined;
}

/** Longest name in words, for those who look for a name in a text. */
export const MAX_NAME_WORDS = 5;

const SAINTS: Readonly<Record<string, string>> = { saint: 'st', sint: 'st', sankt: 'st', sainte: 'ste', sinte: 'ste' };

/** The words of a text as names are compared by: without accents, case and signs; `Saint`, `Sint`, `St.` are one. */
export function placeWords(text: string): string[] {
  return foldText(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => SAINTS[word] ?? word);
}

export const placeKey = (name: string): string => placeWords(name).join(' ');

/** The extract has English names for two; addresses have the local ones. */
const LOCAL_NAMES: Readonly<Record<string, string>> = { Brussels: 'Bruxelles', Ostend: 'Oostende' };

let loaded: Gazetteer | undefined;

/** Lazy loading: a server that locates nothing reads nothing. */
export function belgium(): Gazetteer {
  loaded ??= load();
  return loaded;
}

interface NamedPoint extends GeoPoint {
  readonly population: number;
}

function load(): Gazetteer {
  const points = readPoints();
  const otherNames = new Map<string, string[]>();
  for (const line of linesOf(ALIASES)) {
    const [other = '', name = ''] = line.split(' = ');
    otherNames.set(name, [...(otherNames.get(name) ?? []), other]);
  }
  const places = readPlaces(points, otherNames);
  const mainPlaces = new Set([...places.values()].flatMap(({ locality, aliases }) => [locality, ...aliases]).map(placeKey));
  for (const [name, others] of otherNames) {
    const place = points.get(placeKey(name));
    if (!place) throw new Error(`An alias leads to a place that more-places.ts and places.json do not have: ${name}`);
    for (const other of others) points.set(placeKey(other), [...(points.get(placeKey(other)) ?? []), ...place]);
  }
  const areas = areasOf(places);
  return {
    places: [...new Set(places.values())],
    pointsNamed: (key) => points.get(key) ?? [],
    isMainPlace: (key) => mainPlaces.has(key),
    pointOf: (postcode) => places.get(postcode),
    areaOf: (postcode) => areas.get(postcode.slice(0, 3)) ?? areas.get(postcode.slice(0, 2)),
  };
}

const linesOf = (text: string): string[] => text.trim().split('\n');

/** Points by the key of their name; those written by hand first. */
function readPoints(): Map<string, NamedPoint[]> {
  const points = new Map<string, NamedPoint[]>();
  const add = (name: string, point: NamedPoint): void => {
    const key = placeKey(name);
    points.set(key, [...(points.get(key) ?? []), point]);
  };
  for (const line of linesOf(MORE_PLACES)) {
    const [latitude, longitude, population, ...name] = line.split(' ');
    add(name.join(' '), { latitude: Number(latitude), longitude: Number(longitude), population: Number(population) });
  }
  const extract: { places: [string, number, number, number][] } = JSON.parse(readFileSync(new URL('places.json', import.meta.url), 'utf8'));
  for (const [name, latitude, longitude, population] of extract.places) add(name, { latitude, longitude, population });
  return points;
}

/** The place of each postcode; postcodes of one place share one object. */
function readPlaces(points: ReadonlyMap<string, NamedPoint[]>, otherNames: ReadonlyMap<string, string[]>): Map<string, Place> {
  const byName = new Map<string, Place>();
  const byPostcode = new Map<string, Place>();
  for (const line of linesOf(POSTCODES)) {
    const [postcode, name] = [line.slice(0, 4), line.slice(5)];
    const point = points.get(placeKey(name))?.[0];
    if (!point) throw new Error(`postcodes.ts leads to a place that more-places.ts and places.json do not have: ${line}`);
    const place = byName.get(name) ?? {
      locality: LOCAL_NAMES[name] ?? name,
      aliases: [...(name in LOCAL_NAMES ? [name] : []), ...(otherNames.get(name) ?? [])],
      postcode,
      language: languageAt(postcode),
      ...point,
    };
    byName.set(name, place);
    byPostcode.set(postcode, place);
  }
  return byPostcode;
}

/** Language areas follow the postcodes; 47xx are the nine German-speaking municipalities. */
function languageAt(postcode: string): Place['language'] {
  const number = Number(postcode);
  if (number < 1300) return 'both';
  if (number >= 4700 && number < 4800) return 'DE';
  return number < 1500 || (number >= 4000 && number < 8000) ? 'FR' : 'NL';
}

function areasOf(places: ReadonlyMap<string, GeoPoint>): Map<string, GeoPoint> {
  const areas = new Map<string, GeoPoint>();
  for (const digits of [2, 3]) {
    const members = Map.groupBy(places, ([postcode]) => postcode.slice(0, digits));
    for (const [prefix, entries] of members) areas.set(prefix, middleOf(entries.map(([, point]) => point)));
  }
  return areas;
}

function middleOf(points: readonly GeoPoint[]): GeoPoint {
  const sum = points.reduce(
    (total, point) => ({ latitude: total.latitude + point.latitude, longitude: total.longitude + point.longitude }),
    { latitude: 0, longitude: 0 },
  );
  return { latitude: sum.latitude / points.length, longitude: sum.longitude / points.length };
}

/** The one of the points that is nearest to a reference. */
export function nearest(points: readonly GeoPoint[], reference: GeoPoint): GeoPoint | undefined {
  return points.reduce<GeoPoint | undefined>(
    (best, point) => (best === undefined || straightKm(point, reference) < straightKm(best, reference) ? point : best),
    undefined,
  );
}
