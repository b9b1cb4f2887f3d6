import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDay, dayOf, daysBetween, instantAt } from '../clock.ts';
import {
  type AbsencePeriod,
  chanceFit,
  chanceOfDoctor,
  type DaySupply,
  daysWorthSaving,
  forecastDays,
  forecastMoment,
  MOMENT,
  priorCurve,
  scoreDays,
  supplyOf,
} from './moment.ts';

const ILLNESS = priorCurve({ incapacityType: 'Illness', certificateType: 'FirstCertificate' });
const MONDAY = '2026-11-02';
const free = (day: CalendarDay, doctors = 3): DaySupply => ({ day, doctors, firstSlot: doctors > 0 ? instantAt(day, '09:00') : null });
const supplyFor = (period: AbsencePeriod, today: CalendarDay) => forecastDays(period, today).map((day) => free(day));
const forecast = (period: AbsencePeriod, today: CalendarDay, supply = supplyFor(period, today), optimized = true) =>
  forecastMoment(scoreDays(ILLNESS, period, supply), { optimized, period, today });

describe('the curve of recovery', () => {
  it('starts at 0, rises, and ends at the share who are fit before the end', () => {
    const period = { startDate: MONDAY, endDate: addDays(MONDAY, 29) };
    const chances = Array.from({ length: 30 }, (_, index) => chanceFit(ILLNESS, period, addDays(MONDAY, index)));
    expect(chances).toEqual(chances.toSorted((a, b) => a - b));
    expect(chances.at(-1)).toBeCloseTo(0.5);
    expect(chances[0]).toBeLessThan(0.01);
  });

  it('is later after an operation or an accident, and lower for a prolongation', () => {
    const of = (
      ...[incapacityType, certificateType]: [Parameters<typeof priorCurve>[0]['incapacityType'], 'FirstCertificate' | 'Prolongation']
    ) => priorCurve({ incapacityType, certificateType });
    expect(of('SurgicalIntervention', 'FirstCertificate').lateness).toBeGreaterThan(of('WorkAccident', 'FirstCertificate').lateness);
    expect(of('WorkAccident', 'FirstCertificate').lateness).toBeGreaterThan(of('Illness', 'FirstCertificate').lateness);
    expect(of('Illness', 'Prolongation').share).toBeLessThan(of('Illness', 'FirstCertificate').share);
  });
});

describe('days worth saving', () => {
  it('are working days that are still to come, those after the guaranteed salary for less', () => {
    const week = { startDate: MONDAY, endDate: addDays(MONDAY, 6) };
    expect(daysWorthSaving(week, MONDAY)).toBe(4);
    expect(daysWorthSaving(week, addDays(MONDAY, 4))).toBe(0);
    // 11 November is a public holiday.
    expect(daysWorthSaving({ startDate: MONDAY, endDate: '2026-11-13' }, '2026-11-08')).toBe(4);
    // 1 December is the thirtieth day of this absence.
    const long = { startDate: MONDAY, endDate: '2026-12-04' };
    expect(daysWorthSaving(long, '2026-11-29')).toBeCloseTo(2 + 3 * MOMENT.unpaidDayWorth);
  });
});

describe('the moment of a check', () => {
  it('is in the second half of a fortnight, the best balance of days to save and the chance to be fit', () => {
    const period = { startDate: MONDAY, endDate: addDays(MONDAY, 13) };
    const { proposed, earliest } = forecast(period, MONDAY);
    expect(earliest && dayOf(earliest)).toBe(MONDAY);
    const day = proposed ? dayOf(proposed) : '';
    expect(daysBetween(MONDAY, day)).toBeGreaterThanOrEqual(5);
    expect(daysBetween(MONDAY, day)).toBeLessThanOrEqual(10);
  });

  it('is the first free appointment for an immediate check', () => {
    const period = { startDate: MONDAY, endDate: addDays(MONDAY, 13) };
    const supply = forecastDays(period, MONDAY).map((day, index) => free(day, index < 2 ? 0 : 1));
    expect(forecast(period, MONDAY, supply, false)).toEqual({
      earliest: instantAt(addDays(MONDAY, 2), '09:00'),
      proposed: instantAt(addDays(MONDAY, 2), '09:00'),
      reason: 'firstFree',
      doctors: 1,
    });
  });

  it('is on a day on which doctors are free', () => {
    const period = { startDate: MONDAY, endDate: addDays(MONDAY, 13) };
    const best = forecast(period, MONDAY).proposed;
    const without = supplyFor(period, MONDAY).map((day) => (best && day.day === dayOf(best) ? free(day.day, 0) : day));
    expect(forecast(period, MONDAY, without).proposed).not.toEqual(best);
  });

  it('is null without a free doctor, and the first free appointment in the last days of a period', () => {
    const period = { startDate: MONDAY, endDate: addDays(MONDAY, 4) };
    const nobody = forecastDays(period, MONDAY).map((day) => free(day, 0));
    expect(forecast(period, MONDAY, nobody)).toEqual({ earliest: null, proposed: null, reason: null, doctors: 0 });
    const lastDay = period.endDate;
    expect(forecast(period, lastDay)).toMatchObject({ proposed: instantAt(lastDay, '09:00'), reason: 'noBetterDay' });
  });

  it('is always on a free day of the period from today, and leaves days to save for an optimised check if possible', () => {
    const cases = fc.record({
      length: fc.integer({ min: 1, max: 60 }),
      elapsed: fc.integer({ min: -5, max: 60 }),
      doctors: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: MOMENT.horizonDays + 1, maxLength: MOMENT.horizonDays + 1 }),
      optimized: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ length, elapsed, doctors, optimized }) => {
        const period = { startDate: MONDAY, endDate: addDays(MONDAY, length - 1) };
        const today = addDays(MONDAY, elapsed);
        const supply = forecastDays(period, today).map((day, index) => free(day, doctors[index] ?? 0));
        const { earliest, proposed, reason } = forecast(period, today, supply, optimized);
        const freeDays = supply.filter(({ firstSlot }) => firstSlot !== null).map(({ day }) => day);
        expect(earliest && dayOf(earliest)).toBe(freeDays[0] ?? null);
        if (proposed === null) {
          expect(freeDays).toEqual([]);
          return;
        }
        expect(freeDays).toContain(dayOf(proposed));
        expect(dayOf(proposed) >= today && dayOf(proposed) >= period.startDate && dayOf(proposed) <= period.endDate).toBe(true);
        const roomy = freeDays.some(
          (day) => day > today && daysBetween(day, period.endDate) >= MOMENT.daysLeft && daysWorthSaving(period, day) > 0,
        );
        if (optimized && roomy) expect(daysBetween(dayOf(proposed), period.endDate)).toBeGreaterThanOrEqual(MOMENT.daysLeft);
        expect(reason).toBe(optimized ? (roomy ? 'mostSuitable' : 'noBetterDay') : 'firstFree');
      }),
    );
  });
});

describe('the supply of doctors', () => {
  it('is counted per day, with the earliest free appointment', () => {
    const days = [MONDAY, addDays(MONDAY, 1)];
    const slots = [
      [instantAt(MONDAY, '10:00'), instantAt(MONDAY, '10:20')],
      [instantAt(MONDAY, '08:40'), instantAt(addDays(MONDAY, 1), '12:00')],
      [instantAt(addDays(MONDAY, 9), '12:00')],
    ];
    expect(supplyOf(days, slots)).toEqual([
      { day: MONDAY, doctors: 2, firstSlot: instantAt(MONDAY, '08:40') },
      { day: addDays(MONDAY, 1), doctors: 1, firstSlot: instantAt(addDays(MONDAY, 1), '12:00') },
    ]);
  });

  it('raises the chance of finding a doctor with each free doctor', () => {
    expect([0, 1, 2, 10].map(chanceOfDoctor)).toEqual([0, 0.5, 0.75, expect.closeTo(1, 2)]);
  });
});
