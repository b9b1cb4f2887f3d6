import { roadKm, straightKm } from '@checkwell/domain/planning/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nightly } from '../../test/nightly.ts';
import { belgium, placeKey } from './belgium.ts';
import { createEmbeddedGeocoder } from './embedded-geocoder.ts';
import { ALIASES, MORE_PLACES } from './more-places.ts';
import { belgianPlaces } from './places.ts';
import { POSTCODES } from './postcodes.ts';

const geocoder = createEmbeddedGeocoder();
const postcodes = POSTCODES.trim()
  .split('\n')
  .map((line): [string, string] => [line.slice(0, 4), line.slice(5)]);
const aliases = ALIASES.trim()
  .split('\n')
  .map((line) => line.split(' = ') as [string, string]);

/** Known points, from a map: town hall or main square. */
const TOWNS: readonly [string, number, number][] = [
  ['1000', 50.8467, 4.3525],
  ['2000', 51.2213, 4.3997],
  ['3000', 50.8789, 4.7009],
  ['4000', 50.6451, 5.5734],
  ['5000', 50.4637, 4.867],
  ['6000', 50.412, 4.4436],
  ['6700', 49.6833, 5.8167],
  ['7000', 50.4547, 3.9524],
  ['8000', 51.2085, 3.2247],
  ['8400', 51.2303, 2.9203],
  ['8500', 50.8279, 3.2649],
  ['9000', 51.0543, 3.7174],
  ['3500', 50.9304, 5.3378],
  ['4700', 50.6279, 6.0365],
];

describe('embedded geocoder', () => {
  it.each([
    'Rue de la Loi 16, 1000 Bruxelles',
    'Wetstraat 16, 1000 Brussel',
    'Rue de la Loi 16 - 1000 Bruxelles/Brussel',
    'Wetstraat 16 bus 4, B-1000 Brussel, België',
    'Rue de la Loi 16/3 BE-1000 BRUXELLES BELGIQUE',
    'Rue de la Loi 16\n1000 Bruxelles',
    'Rue de la Loi 16, Bruxelles 1000',
    'Gesetzstraße 16, 1000 Brüssel, Belgien',
    'Chaussée de Wavre 1424, 1000 Bruxelles',
    'Wetstraat 16, b1000 brussel',
    'Wetstraat 16, 1000 Brussel (BE)',
  ])('reads %j', async (address) => {
    const found = await geocoder.locate(address);
    expect(found).toMatchObject({ precision: 'locality', source: 'embedded' });
    expect(found && straightKm(found, { latitude: 50.8467, longitude: 4.3525 })).toBeLessThan(2);
  });

  it.each(TOWNS)('puts %s within 3 km of its centre', async (postcode, latitude, longitude) => {
    const found = await geocoder.locate(`Kerkstraat 1, ${postcode}`);
    expect(found?.precision).toBe('postcode');
    expect(found && straightKm(found, { latitude, longitude })).toBeLessThan(3);
  });

  it.each([
    ['9000 Gent', '9000 Gand'],
    ['2000 Antwerpen', '2000 Anvers'],
    ['4000 Liège', '4000 Luik'],
    ['7000 Mons', '7000 Bergen'],
    ['7500 Tournai', '7500 Doornik'],
    ['8500 Kortrijk', '8500 Courtrai'],
    ['1050 Ixelles', '1050 Elsene'],
    ['1060 Saint-Gilles', '1060 Sint-Gillis'],
    ['1080 Molenbeek-Saint-Jean', '1080 St-Jans-Molenbeek'],
    ['9100 Sint-Niklaas', '9100 ST NIKLAAS'],
    ['4780 Saint-Vith', '4780 Sankt Vith'],
    ['4780 St. Vith', '4780 St.Vith'],
    ['8660 De Panne', '8660 LA PANNE'],
    ["1420 Braine-l'Alleud", '1420 Eigenbrakel'],
    ["1420 Braine-l'Alleud", '1420 Braine l’Alleud'],
    ['3665 As', '3665 AS'],
    ['7100 La Louvière', '7100 LA LOUVIERE'],
  ])('puts %j and %j at the same place', async (one, other) => {
    const found = await geocoder.locate(one);
    expect(found?.precision).toBe('locality');
    expect(await geocoder.locate(other)).toEqual(found);
  });

  it('finds each of its postcodes, alone and with the name of the place', async () => {
    expect(postcodes.length).toBeGreaterThan(1100);
    for (const [postcode, name] of postcodes) {
      const alone = await geocoder.locate(postcode);
      expect(alone, postcode).toMatchObject({ precision: 'postcode' });
      const named = await geocoder.locate(`Dorpsstraat 12, ${postcode} ${name}`);
      expect(named, `${postcode} ${name}`).toMatchObject({ precision: 'locality', latitude: alone?.latitude, longitude: alone?.longitude });
    }
  });

  it('covers the 19 municipalities of Brussels in both languages', async () => {
    const both: Record<string, [string, string]> = {
      1000: ['Bruxelles', 'Brussel'],
      1030: ['Schaerbeek', 'Schaarbeek'],
      1040: ['Etterbeek', 'Etterbeek'],
      1050: ['Ixelles', 'Elsene'],
      1060: ['Saint-Gilles', 'Sint-Gillis'],
      1070: ['Anderlecht', 'Anderlecht'],
      1080: ['Molenbeek-Saint-Jean', 'Sint-Jans-Molenbeek'],
      1081: ['Koekelberg', 'Koekelberg'],
      1082: ['Berchem-Sainte-Agathe', 'Sint-Agatha-Berchem'],
      1083: ['Ganshoren', 'Ganshoren'],
      1090: ['Jette', 'Jette'],
      1140: ['Evere', 'Evere'],
      1150: ['Woluwe-Saint-Pierre', 'Sint-Pieters-Woluwe'],
      1160: ['Auderghem', 'Oudergem'],
      1170: ['Watermael-Boitsfort', 'Watermaal-Bosvoorde'],
      1180: ['Uccle', 'Ukkel'],
      1190: ['Forest', 'Vorst'],
      1200: ['Woluwe-Saint-Lambert', 'Sint-Lambrechts-Woluwe'],
      1210: ['Saint-Josse-ten-Noode', 'Sint-Joost-ten-Node'],
    };
    expect(Object.keys(both)).toHaveLength(19);
    for (const [postcode, [french, dutch]] of Object.entries(both)) {
      const found = await geocoder.locate(`${postcode} ${french}`);
      expect(found, french).toMatchObject({ precision: 'locality' });
      expect(await geocoder.locate(`${postcode} ${dutch}`), dutch).toEqual(found);
      expect(found && straightKm(found, { latitude: 50.8467, longitude: 4.3525 })).toBeLessThan(8);
    }
  });

  it('falls back to neighbouring postcodes, with that precision', async () => {
    const found = await geocoder.locate('Dorpsstraat 5, 9999 Nergens');
    expect(found).toMatchObject({ precision: 'prefix' });
    expect(found && straightKm(found, { latitude: 51.2, longitude: 3.5 })).toBeLessThan(25);
  });

  it('prefers the postcode to the name of the surrounding town, or of a place with the same name elsewhere', async () => {
    expect(await geocoder.locate('9040 Gent')).toEqual(await geocoder.locate('9040'));
    expect(await geocoder.locate('9690 Berchem')).toEqual(await geocoder.locate('9690'));
    expect(await geocoder.locate('2000 Gent')).toEqual(await geocoder.locate('2000'));
  });

  it('finds a place without a postcode if its name is unambiguous', async () => {
    expect(await geocoder.locate('Korenmarkt 1, Gent')).toEqual(await geocoder.locate('9000 Gent'));
    expect(await geocoder.locate('Korenmarkt 1 Gent')).toEqual(await geocoder.locate('9000 Gent'));
    expect(await geocoder.locate('Gent, België')).toEqual(await geocoder.locate('9000 Gent'));
    expect(await geocoder.locate('Dorp 3, Ledeberg')).toBeNull();
  });

  it.each([
    '',
    'abc',
    'Kerkstraat 1000',
    'Kerkstraat 12',
    '0470 12 34 56',
    'Rue Nationale 5, 59000 Lille',
    'Lille, France',
    'Gent, Nederland',
    'Damrak 1, 1012 AB Amsterdam',
    'Damrak 1, 1012AB Amsterdam',
    'NL-6211 Maastricht',
    'L-1234 Luxembourg',
    '2000, Deutschland',
    'D-52062 Aachen',
    'CH-1200 Genève',
  ])('does not locate %j', async (address) => {
    expect(await geocoder.locate(address)).toBeNull();
  });

  it('accepts any text, and returns only points in Belgium', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 99_999 }).map(String),
      fc.constantFrom(...postcodes.map(([, name]) => name), ...aliases.map(([other]) => other)),
      fc.constantFrom('B-', 'BE-', ', ', '/', ' - ', '\n', 'bus 2', 'Belgique'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const found = await geocoder.locate(parts.join(' '));
        if (!found) return;
        expect(found.latitude).toBeGreaterThan(49.45);
        expect(found.latitude).toBeLessThan(51.55);
        expect(found.longitude).toBeGreaterThan(2.5);
        expect(found.longitude).toBeLessThan(6.45);
      }),
      { numRuns: nightly ? 1000 : 200 },
    );
  });

  it('returns points with plausible distances by road', async () => {
    const [gent, brussel, arlon] = await Promise.all(['9000 Gent', '1000 Brussel', '6700 Arlon'].map((place) => geocoder.locate(place)));
    expect(gent && brussel && roadKm(gent, brussel)).toBeGreaterThan(50);
    expect(gent && brussel && roadKm(gent, brussel)).toBeLessThan(75);
    expect(gent && arlon && roadKm(gent, arlon)).toBeGreaterThan(220);
  });
});

describe('gazetteer', () => {
  it('lists its places with postcode, language and inhabitants', () => {
    const places = belgianPlaces();
    expect(places.length).toBeGreaterThan(600);
    expect(places.find(({ locality }) => locality === 'Bruxelles')).toMatchObject({
      postcode: '1000',
      language: 'both',
      aliases: expect.arrayContaining(['Brussel', 'Brussels']),
    });
    expect(places.find(({ locality }) => locality === 'Gent')).toMatchObject({
      postcode: '9000',
      language: 'NL',
      aliases: expect.arrayContaining(['Gand']),
    });
    expect(places.find(({ locality }) => locality === 'Eupen')).toMatchObject({ postcode: '4700', language: 'DE' });
    expect(places.find(({ locality }) => locality === 'Wavre')).toMatchObject({ postcode: '1300', language: 'FR' });
    for (const place of places) {
      expect(place.population, place.locality).toBeGreaterThan(0);
      expect(belgium().pointOf(place.postcode)).toBe(place);
    }
    const population = places.reduce((sum, place) => sum + place.population, 0);
    expect(population).toBeGreaterThan(9_000_000);
    expect(population).toBeLessThan(13_000_000);
  });

  it('has each postcode once, in order', () => {
    const codes = postcodes.map(([code]) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  it('finds the place of every alias, and has no needless alias', () => {
    for (const [other, name] of aliases) {
      const points = belgium().pointsNamed(placeKey(name));
      expect(points.length, other).toBeGreaterThan(0);
      expect(belgium().pointsNamed(placeKey(other)), other).toEqual(expect.arrayContaining([...points]));
      expect(placeKey(other), `${other} needs no line`).not.toBe(placeKey(name));
    }
  });

  it('has its additional places inside Belgium', () => {
    for (const line of MORE_PLACES.trim().split('\n')) {
      const [latitude, longitude, population, ...name] = line.split(' ');
      expect(Number(population)).toBeGreaterThan(0);
      expect(name.join(' ')).toMatch(/^\p{Lu}/u);
      expect(Number(latitude)).toBeGreaterThan(49.45);
      expect(Number(latitude)).toBeLessThan(51.55);
      expect(Number(longitude)).toBeGreaterThan(2.5);
      expect(Number(longitude)).toBeLessThan(6.45);
    }
  });

  it('has neighbouring postcodes near each other, which reveals typing errors', () => {
    for (const [code] of postcodes) {
      const point = belgium().pointOf(code);
      const same = postcodes
        .filter(([other]) => other !== code && other.startsWith(code.slice(0, 2)))
        .map(([other]) => belgium().pointOf(other));
      const distances = same.map((other) => (point && other ? straightKm(point, other) : 0)).sort((a, b) => a - b);
      expect(distances[0] ?? 0, code).toBeLessThan(20);
    }
  });
});
