import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoWeekday } from '../clock.ts';
import { easterSunday, isPublicHoliday, publicHolidays } from './holidays.ts';
import { addWorkingDays, isWorkingDay } from './working-days.ts';

const year = fc.integer({ min: 1900, max: 2199 });

describe('Belgian public holidays', () => {
  it.each([
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2019, '2019-04-21'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
    [2100, '2100-03-28'],
  ])('Easter %i is %s', (of, sunday) => {
    expect(easterSunday(of)).toBe(sunday);
  });

  it('are the ten of 2026', () => {
    expect(publicHolidays(2026)).toEqual([
      '2026-01-01',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-05-25',
      '2026-07-21',
      '2026-08-15',
      '2026-11-01',
      '2026-11-11',
      '2026-12-25',
    ]);
  });

  it('are ten a year, or nine if Ascension Day is on 1 May', () => {
    expect(publicHolidays(2008)).toHaveLength(9);
    fc.assert(
      fc.property(year, (of) => {
        const easter = easterSunday(of);
        expect(isoWeekday(easter)).toBe(7);
        expect(easter >= `${of}-03-22` && easter <= `${of}-04-25`).toBe(true);
        expect(publicHolidays(of)).toHaveLength(easter === `${of}-03-23` ? 9 : 10);
        expect(publicHolidays(of).every(isPublicHoliday)).toBe(true);
      }),
    );
  });
});

describe('working days', () => {
  it('are Monday to Saturday without holidays', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-11', '2026-11-02'].map(isWorkingDay)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it.each([
    ['2026-11-18', 2, '2026-11-20'],
    ['2026-11-20', 2, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-22', 2, '2026-11-24'],
    ['2026-11-10', 2, '2026-11-13'],
    ['2026-12-24', 3, '2026-12-29'],
    ['2026-04-03', 2, '2026-04-07'],
    ['2025-12-31', 2, '2026-01-03'],
    ['2026-05-13', 1, '2026-05-15'],
  ])('from %s, %i working days end on %s', (from, count, until) => {
    expect(addWorkingDays(from, count)).toBe(until);
  });

  it('add up', () => {
    const day = fc.integer({ min: 0, max: 60_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
    const count = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(day, count, count, (from, one, other) => {
        expect(isWorkingDay(addWorkingDays(from, one))).toBe(true);
        expect(addWorkingDays(addWorkingDays(from, one), other)).toBe(addWorkingDays(from, one + other));
      }),
    );
  });
});
