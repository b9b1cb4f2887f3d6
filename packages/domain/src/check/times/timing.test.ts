import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../clock.ts';
import { SHORT_PERIOD_DAYS } from '../../constants.ts';
import { CHECK_TIMINGS } from '../enums.ts';
import { isShortPeriod, timingOf } from './timing.ts';

describe('timingOf', () => {
  test.each([
    ['2026-03-02', '2026-03-02', 'Immediate', true],
    ['2026-03-02', '2026-03-04', 'Immediate', true],
    ['2026-03-02', '2026-03-05', 'Optimized', false],
  ])('Optimized from %s to %s is %s', (startDate, endDate, checkTiming, fellBack) => {
    expect(timingOf('Optimized', { startDate, endDate })).toEqual({ checkTiming, fellBack });
  });

  test('is the ordered timing, except that a short period makes an optimised check immediate', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHECK_TIMINGS), fc.integer({ min: 1, max: 400 }), (wished, days) => {
        const { checkTiming, fellBack } = timingOf(wished, { startDate: '2026-01-01', endDate: addDays('2026-01-01', days - 1) });
        expect(checkTiming === 'Optimized').toBe(wished === 'Optimized' && days > SHORT_PERIOD_DAYS);
        expect(fellBack).toBe(checkTiming !== wished);
      }),
    );
  });
});

test('recognises a period in which an optimised check becomes immediate', () => {
  expect(isShortPeriod('2026-11-20', '2026-11-22')).toBe(true);
  expect(isShortPeriod('2026-11-20', '2026-11-23')).toBe(false);
  expect(isShortPeriod('2026-11-20', '2026-11-19')).toBe(false);
  expect(isShortPeriod('', '2026-11-19')).toBe(false);
});
