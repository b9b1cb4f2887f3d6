/** The ten Belgian provinces and Brussels. `Unknown`: abroad, or an address that could not be located. */
export const PROVINCES = [
  'Antwerp',
  'Brussels',
  'EastFlanders',
  'FlemishBrabant',
  'Hainaut',
  'Liege',
  'Limburg',
  'Luxembourg',
  'Namur',
  'WalloonBrabant',
  'WestFlanders',
  'Unknown',
] as const;
export type Province = (typeof PROVINCES)[number];
