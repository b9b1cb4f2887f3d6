import type { CalendarDay } from './clock.ts';

/** Longest part of a file name, so that names stay short enough for mail programs. */
const MAX_PART_LENGTH = 60;

/** The text as lower-case ASCII letters, digits and hyphens, safe in every file system and mail program. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_PART_LENGTH)
    .replaceAll(/^-+|-+$/g, '');

/**
 * The name of a downloaded file: `checkwell-<what>-<company>-<date>.<extension>`.
 * @param what in the reader's language, with a number if the file is one of many
 * @param company null: several companies, or none
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
