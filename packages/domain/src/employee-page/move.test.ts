import { describe, expect, it } from 'vitest';
import { instantAt } from '../clock.ts';
import { isMovable, isReachable, moveDays } from './move.ts';

const appointmentStart = instantAt('2026-11-25', '10:00');
const check = { appointmentStart, incapacityStartDate: '2026-11-23', incapacityEndDate: '2026-12-04' };

describe('moving an appointment', () => {
  it.each([
    ['Immediate', check, ['2026-11-24', '2026-11-25', '2026-11-26']],
    ['Optimized', check, ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28']],
    ['Optimized', { ...check, incapacityEndDate: '2026-11-26' }, ['2026-11-24', '2026-11-25', '2026-11-26']],
    ['Optimized', { ...check, incapacityStartDate: '2026-11-25', incapacityEndDate: '2026-11-25' }, ['2026-11-25']],
  ] as const)('%s: only to days within the absence, and not much later', (checkTiming, facts, days) => {
    expect(moveDays({ ...facts, checkTiming }, '2026-11-24')).toEqual(days);
  });

  it('is possible until four hours before', () => {
    expect(isMovable(appointmentStart, instantAt('2026-11-25', '06:00'))).toBe(true);
    expect(isMovable(appointmentStart, instantAt('2026-11-25', '06:01'))).toBe(false);
  });

  it('is possible only to another time that leaves enough notice, nights not counted', () => {
    const evening = instantAt('2026-11-24', '22:00');
    expect(isReachable(instantAt('2026-11-25', '09:40'), appointmentStart, evening)).toBe(false);
    expect(isReachable(instantAt('2026-11-25', '10:20'), appointmentStart, evening)).toBe(true);
    expect(isReachable(appointmentStart, appointmentStart, evening)).toBe(false);
  });
});
