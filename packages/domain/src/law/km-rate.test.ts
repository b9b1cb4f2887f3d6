import { describe, expect, it } from 'vitest';
import { kmCents, kmRateOn } from './km-rate.ts';

describe('the rate for a kilometre', () => {
  const rates = [
    { from: '2026-07-01', perKm: 4500 },
    { from: '2025-07-01', perKm: 4449 },
  ] as const;

  it.each([
    ['2025-06-30', 4449],
    ['2026-06-30', 4449],
    ['2026-07-01', 4500],
    ['2028-01-01', 4500],
  ])('on %s is %i', (day, perKm) => {
    expect(kmRateOn(day, rates).perKm).toBe(perKm);
  });

  it('is multiplied first, and the product rounded to the cent', () => {
    expect(kmCents(24, kmRateOn('2026-03-03'))).toBe(10_68);
    expect(kmCents(1, { perKm: 4449 })).toBe(44);
  });
});
