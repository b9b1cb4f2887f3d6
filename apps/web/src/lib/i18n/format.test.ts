import { expect, it } from 'vitest';
import { formatRelative, formatRelativeDay } from './format.ts';

it('instants and dates are formatted relative to now', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatRelative('2026-11-21T11:55:00Z', 'en', now)).toBe('5 minutes ago');
  expect(formatRelative('2026-11-23T12:00:00Z', 'nl', now)).toBe('overmorgen');
  // 29 hours before one o'clock on Wednesday in Belgium is Monday evening.
  expect(formatRelative('2026-11-23T19:00:00Z', 'nl', new Date('2026-11-25T00:00:00Z'))).toBe('eergisteren');
  expect(formatRelativeDay('2026-11-22', 'fr', '2026-11-21')).toBe('demain');
  expect(formatRelativeDay('2026-11-16', 'en', '2026-11-21')).toBe('5 days ago');
});
