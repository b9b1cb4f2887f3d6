import type { CalendarDay } from './clock.ts';

/** So that a folder of files keeps them apart, and no mail program cuts the date off. */
const LONGEST_PART = 60;

/** Letters without accents, digits and hyphens: what every file system and mail program keeps as it is. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_PART)
    .replaceAll(/^-+|-+$/g, '');

/**
 * The name of every file that leaves the product: `checkwell-<what>-<company>-<date>.<extension>`.
 * @param what in the reader's language, with a number where the file is one of many
 * @param company null: about several, or none
 */
export function downloadName({
  what,
  company,
  day,
  extension,
}: {
  readonly what: string;
  readonly company: string | null;
  readonly day: CalendarDay;
  readonly extension: string;
}): string {
  const parts = ['checkwell', plain(what), plain(company ?? ''), day].filter((part) => part !== '');
  return `${parts.join('-')}.${extension}`;
}
