import type { Province } from '@checkwell/domain/dashboard/provinces';
import { expect, test } from 'vitest';
import { belgium } from '../../platform/geo/belgium.ts';
import { POSTCODES } from '../../platform/geo/postcodes.ts';
import { testDatabase } from '../../test/database.ts';

const { owner } = await testDatabase();

/** First postcode of each range; a province's places keep to its ranges. */
const RANGES: readonly (readonly [from: number, province: Province])[] = [
  [1000, 'Brussels'],
  [1300, 'WalloonBrabant'],
  [1500, 'FlemishBrabant'],
  [2000, 'Antwerp'],
  [3000, 'FlemishBrabant'],
  [3500, 'Limburg'],
  [4000, 'Liege'],
  [5000, 'Namur'],
  [6000, 'Hainaut'],
  [6600, 'Luxembourg'],
  [7000, 'Hainaut'],
  [8000, 'WestFlanders'],
  [9000, 'EastFlanders'],
];
const provinceOf = (postcode: number): Province => RANGES.findLast(([from]) => postcode >= from)?.[1] ?? 'Unknown';

async function provincesAt(
  points: readonly { readonly latitude: number | null; readonly longitude: number | null }[],
): Promise<Province[]> {
  const rows = await owner<{ province: Province }>(
    `select app.province_at(latitude, longitude) as province
     from unnest($1::float8[], $2::float8[]) with ordinality p (latitude, longitude, place) order by place`,
    [points.map(({ latitude }) => latitude), points.map(({ longitude }) => longitude)],
  );
  return rows.map(({ province }) => province);
}

test('every Belgian postcode lies in its own province', async () => {
  const postcodes = POSTCODES.trim()
    .split('\n')
    .map((line) => line.slice(0, 4));
  const found = await provincesAt(postcodes.map((postcode) => belgium().pointOf(postcode) ?? { latitude: null, longitude: null }));
  expect(postcodes.length).toBeGreaterThan(1000);
  expect(postcodes.map((postcode, index) => `${postcode} ${found[index]}`)).toEqual(
    postcodes.map((postcode) => `${postcode} ${provinceOf(Number(postcode))}`),
  );
});

test('abroad, and an address that nobody could locate, is no province', async () => {
  const paris = { latitude: 48.8566, longitude: 2.3522 };
  const lille = { latitude: 50.6292, longitude: 3.0573 };
  const northSea = { latitude: 51.6, longitude: 2.5 };
  expect(await provincesAt([paris, lille, northSea, { latitude: null, longitude: null }])).toEqual(Array(4).fill('Unknown'));
});
