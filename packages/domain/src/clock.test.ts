import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  BELGIAN_TIME_ZONE,
  dayOf,
  daysBetween,
  daysInOrder,
  instantAt,
  isCalendarDay,
  isoWeekday,
  lengthInDays,
  timeOf,
} from './clock.ts';

const utc = (text: string) => new Date(`${text}Z`);
/** Whole minutes from 1980 to 2099; Belgian clocks have kept today's rules since 1977. */
const minute = fc
  .integer({ min: Date.UTC(1980, 0, 1) / 60_000, max: Date.UTC(2099, 11, 31) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000));
const calendarDay = fc
  .integer({ min: Date.UTC(1900, 0, 1) / 86_400_000, max: Date.UTC(2199, 11, 31) / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

describe('Belgian civil time', () => {
  it.each([
    ['winter', '2026-01-15T11:00', '2026-01-15', '12:00'],
    ['summer', '2026-07-15T11:00', '2026-07-15', '13:00'],
    ['last minute before the skipped hour', '2026-03-29T00:59', '2026-03-29', '01:59'],
    ['first minute after it', '2026-03-29T01:00', '2026-03-29', '03:00'],
    ['repeated hour, first time', '2026-10-25T00:30', '2026-10-25', '02:30'],
    ['repeated hour, second time', '2026-10-25T01:30', '2026-10-25', '02:30'],
    ['a day earlier in UTC', '2026-06-30T22:00', '2026-07-01', '00:00'],
    ['a year earlier in UTC', '2025-12-31T23:00', '2026-01-01', '00:00'],
    ['last minute of the year', '2025-12-31T22:59', '2025-12-31', '23:59'],
    ['leap day', '2028-02-28T23:30', '2028-02-29', '00:30'],
  ])('%s', (_name, instant, day, time) => {
    expect(dayOf(utc(instant))).toBe(day);
    expect(timeOf(utc(instant))).toBe(time);
  });

  it('agrees with Intl, also after other calls', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: BELGIAN_TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });
    // More instants around the clock changes.
    const year = fc.integer({ min: 1980, max: 2099 });
    const nearChange = fc
      .record({ year, month: fc.constantFrom(2, 9), minutes: fc.integer({ min: -11_000, max: 3000 }) })
      .map((at) => new Date(Date.UTC(at.year, at.month + 1, 0, 1) + at.minutes * 60_000));
    fc.assert(
      fc.property(fc.array(fc.oneof(minute, nearChange), { maxLength: 5 }), (instants) => {
        for (const instant of instants) expect(`${dayOf(instant)} ${timeOf(instant)}`).toBe(calendar.format(instant));
      }),
      { numRuns: 2000 },
    );
    expect(() => dayOf(new Date(Number.NaN))).toThrow(RangeError);
  });

  it('converts a wall-clock time back to its instant', () => {
    fc.assert(
      fc.property(minute, (instant) => {
        const found = instantAt(dayOf(instant), timeOf(instant));
        expect([dayOf(found), timeOf(found)]).toEqual([dayOf(instant), timeOf(instant)]);
        // Only in the repeated hour do two instants share a wall-clock time; then the first one is returned.
        expect([0, 3_600_000]).toContain(instant.getTime() - found.getTime());
      }),
    );
  });

  it('uses the first of two instants in the repeated hour, and winter time in the skipped one', () => {
    expect(instantAt('2026-10-25', '02:30')).toEqual(utc('2026-10-25T00:30'));
    expect(instantAt('2026-03-29', '02:30')).toEqual(utc('2026-03-29T01:30'));
    expect(timeOf(instantAt('2026-03-29', '02:30'))).toBe('03:30');
  });
});

describe('calendar days', () => {
  it('adds and counts days across months, leap days, clock changes and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(lengthInDays('2026-11-21', '2026-11-21')).toBe(1);
    expect(daysInOrder('2026-11-21', '2026-11-21')).toBe(true);
    expect(daysInOrder('2026-11-21', '2026-11-20')).toBe(false);
    expect(daysInOrder(undefined, '2026-11-20')).toBe(true);
    fc.assert(
      fc.property(calendarDay, fc.integer({ min: -400, max: 400 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days);
        expect(addDays(addDays(day, days), -days)).toBe(day);
      }),
    );
  });

  it('compares days as strings', () => {
    fc.assert(
      fc.property(calendarDay, calendarDay, (one, other) => {
        expect(one < other).toBe(daysBetween(one, other) > 0);
      }),
    );
  });

  it('knows the weekday, Monday first', () => {
    expect(['2026-11-16', '2026-11-21', '2026-11-22'].map(isoWeekday)).toEqual([1, 6, 7]);
    fc.assert(
      fc.property(calendarDay, (day) => {
        expect(isoWeekday(addDays(day, 7))).toBe(isoWeekday(day));
      }),
    );
  });

  it('accepts every day from 1900 to 2199', () => {
    fc.assert(
      fc.property(calendarDay, (day) => {
        expect(isCalendarDay(day)).toBe(true);
      }),
    );
  });

  it.each([
    '',
    '2026-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '1899-12-31',
    '2200-01-01',
    '9999-12-31',
    '+010000-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
    '2026/01/01',
    '01-02-2026',
  ])('refuses %j', (text) => {
    expect(isCalendarDay(text)).toBe(false);
  });

  it('knows leap days', () => {
    expect(['2024-02-29', '2000-02-29', '2100-02-28'].map(isCalendarDay)).toEqual([true, true, true]);
    expect(['2023-02-29', '2100-02-29', '1900-02-29'].map(isCalendarDay)).toEqual([false, false, false]);
  });
});
