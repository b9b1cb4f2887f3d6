/** The ten Belgian provinces and Brussels, as the map has them. `Unknown`: abroad, or an address that nobody could locate. */
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
