import { describe, expect, it } from 'vitest';
import {
  formatAppointment,
  formatBytes,
  formatDate,
  formatDateLong,
  formatDateRange,
  formatDateTime,
  formatDays,
  formatKm,
  formatList,
  formatMinutes,
  formatMoment,
  formatMomentLong,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPhone,
  formatTime,
  formatWeekday,
  NOTHING,
} from './formats.ts';

/** Intl writes narrow and non-breaking spaces; the tests compare plain ones. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

describe('dates', () => {
  it('show the same calendar day in every time zone of the machine', () => {
    expect(formatDate('2026-11-21', 'en')).toBe('21 Nov 2026');
    expect(formatDate('2026-11-21', 'fr')).toBe('21 nov. 2026');
    expect(formatDate('2026-11-21', 'nl')).toBe('21 nov 2026');
    expect(formatDate('2026-03-29', 'en')).toBe('29 Mar 2026');
  });

  it('can end a sentence, because they do not end with a full stop; the first of a month is an ordinal in French', () => {
    for (const language of ['en', 'fr', 'nl', 'de'] as const) {
      expect(formatDate('2026-11-27', language)).not.toMatch(/\.$/);
      expect(formatDateLong('2026-11-27', language)).not.toMatch(/\.$/);
    }
    expect(formatDate('2026-12-01', 'fr')).toBe('1er déc. 2026');
    expect(plain(formatWeekday('2026-12-01', 'fr'))).toBe('mar. 1er déc.');
    expect(plain(formatWeekday('2026-12-11', 'fr'))).toBe('ven. 11 déc.');
    expect(plain(formatDateLong('2026-12-01', 'fr'))).toBe('mardi 1er décembre 2026');
    expect(plain(formatWeekday('2026-12-01', 'nl'))).toBe('di 1 dec');
  });

  it('show instants in Belgian time', () => {
    expect(formatDateTime('2026-07-01T22:30:00Z', 'en')).toBe('2 Jul 2026, 00:30');
    expect(formatTime('2026-11-21T13:05:00Z', 'nl')).toBe('14:05');
    expect(formatDate(new Date('2026-12-31T23:30:00Z'), 'fr')).toBe('1er janv. 2027');
  });

  it('have a short form for appointments in labels and a long form in sentences', () => {
    const appointment = '2026-11-23T07:00:00Z';
    expect((['en', 'fr', 'nl', 'de'] as const).map((language) => plain(formatMoment(appointment, language)))).toEqual([
      'Mon 23 Nov, 08:00',
      'lun. 23 nov., 08:00',
      'ma 23 nov, 08:00',
      'Mo. 23. Nov., 08:00 Uhr',
    ]);
    expect(formatMomentLong(appointment, 'en')).toBe('Monday 23 November 2026, 08:00');
    expect(formatMomentLong(appointment, 'nl')).toBe('maandag 23 november 2026, 08:00');
    expect(formatAppointment(appointment, '2026-11-23T07:20:00Z', 'de')).toBe('Montag, 23. November 2026, 08:00 – 08:20 Uhr');
    expect([formatMoment(null, 'en'), formatMomentLong('', 'fr'), formatDateTime(undefined, 'nl')]).toEqual([NOTHING, NOTHING, NOTHING]);
  });

  it('are written in the language of the interface', () => {
    expect(formatDateLong('2026-11-21', 'en')).toBe('Saturday 21 November 2026');
    expect(formatDateLong('2026-11-21', 'fr')).toBe('samedi 21 novembre 2026');
    expect(formatDateLong('2026-11-21', 'nl')).toBe('zaterdag 21 november 2026');
    expect(formatDateLong('2026-11-21', 'de')).toBe('Samstag, 21. November 2026');
  });

  it('keep a wall-clock time unchanged', () => {
    expect(formatTime('09:30', 'en')).toBe('09:30');
    expect(formatTime('09:30:00', 'fr')).toBe('09:30');
  });

  it('form ranges', () => {
    expect(plain(formatDateRange('2026-11-03', '2026-11-14', 'en'))).toMatch(/^3 ?– ?14 Nov 2026$/);
    expect(formatDateRange('2026-11-03', '2026-11-03', 'en')).toBe('3 Nov 2026');
    expect(formatDateRange('2026-11-03', null, 'en')).toBe('3 Nov 2026 – …');
    expect(formatDateRange(null, '2026-11-14', 'fr')).toBe('… – 14 nov. 2026');
    expect(formatDateRange(null, null, 'en')).toBe(NOTHING);
    const french = ([start, end]: readonly [string, string]) => plain(formatDateRange(start, end, 'fr')).replaceAll(/ ?– ?/g, ' – ');
    expect(
      (
        [
          ['2026-12-01', '2026-12-14'],
          ['2026-11-28', '2026-12-01'],
          ['2026-12-01', '2027-01-01'],
          ['2026-12-11', '2026-12-21'],
        ] as const
      ).map(french),
    ).toEqual(['1er – 14 déc. 2026', '28 nov. – 1er déc. 2026', '1er déc. 2026 – 1er janv. 2027', '11 – 21 déc. 2026']);
  });
});

describe('numbers', () => {
  it('format money from cents', () => {
    expect(plain(formatMoney(18_150, 'en'))).toBe('€181.50');
    expect(plain(formatMoney(123_456_7, 'fr'))).toBe('12 345,67 €');
    expect(plain(formatMoney(18_150, 'nl'))).toBe('€ 181,50');
  });

  it('format shares, distances, durations and file sizes', () => {
    expect(plain(formatPercent(0.973, 'en'))).toBe('97.3%');
    expect(plain(formatPercent(0.973, 'fr'))).toBe('97,3 %');
    expect(plain(formatNumber(1284, 'nl'))).toBe('1.284');
    expect(plain(formatKm(12.44, 'nl'))).toBe('12,4 km');
    expect((['en', 'fr', 'nl', 'de'] as const).map((language) => plain(formatMinutes(5, language)))).toEqual(Array(4).fill('5 min'));
    expect([formatDays(1, 'en'), formatDays(3, 'nl'), plain(formatDays(3, 'fr'))]).toEqual(['1 day', '3 dagen', '3 jours']);
    expect(plain(formatBytes(10 * 1024 * 1024, 'en'))).toBe('10 MB');
    expect(plain(formatBytes(300, 'en'))).toBe('1 kB');
  });

  it('show a missing or invalid value as a dash, never as NaN', () => {
    for (const text of [
      formatMoney(null, 'en'),
      formatNumber(undefined, 'fr'),
      formatDate('', 'nl'),
      formatDate('nonsense', 'en'),
      formatKm(null, 'en'),
    ])
      expect(text).toBe(NOTHING);
  });
});

describe('lists and telephone numbers', () => {
  it('joins the last item with "and"', () => {
    expect(formatList(['PDF', 'JPEG', 'PNG'], 'fr')).toBe('PDF, JPEG et PNG');
    expect(formatList(['PDF', 'JPEG'], 'nl')).toBe('PDF en JPEG');
  });

  it.each([
    ['+32470123456', '+32 470 12 34 56'],
    ['+3221234567', '+32 2 123 45 67'],
    ['+3216123456', '+32 16 12 34 56'],
    ['+33612345678', '+33612345678'],
    ['', NOTHING],
  ])('groups the digits of a Belgian telephone number: %s', (number, text) => {
    expect(formatPhone(number)).toBe(text);
  });
});
