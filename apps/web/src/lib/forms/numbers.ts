import type { MessageLanguage } from '@checkwell/messages';
import { localeOf } from '@checkwell/messages/formats';

/**
 * What was typed into a field for a whole number; a text that is none stays wrong. A duty that is not asked for any more sets
 * its fields to null, which comes through here as well.
 */
export const numberOf = (text: unknown): number | null => (text === null ? null : text === '' ? Number.NaN : Number(text));

/** What was typed into a field for an amount in euro, in cents: `99,5` → 9950; a text that is none stays wrong. */
export const centsOf = (text: unknown): number => {
  const [, euro, cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(String(text ?? '').replace(/[\s€]/g, '')) ?? [];
  return euro === undefined ? Number.NaN : Number(euro) * 100 + Number(cents.padEnd(2, '0'));
};

/** The same where the field may be empty. */
export const numberOrNull = (text: unknown): number | null => (text === '' || text === null ? null : Number(text));

/** What a field for an amount begins with: as people type it in this language, without thousands, which `centsOf` would not read. */
export const centsText = (cents: number, language: MessageLanguage): string =>
  (cents / 100).toLocaleString(localeOf(language), { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false });
