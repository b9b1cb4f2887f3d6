import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histogramOf, meanOf, percentileOf, sizeOf } from './histogram.ts';

test('size, mean and percentiles are those of the values', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, share) => {
        const histogram = histogramOf(values);
        const sorted = values.toSorted((a, b) => a - b);
        const place = share * (values.length - 1);
        const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
        expect(sizeOf(histogram)).toBe(values.length);
        expect(meanOf(histogram)).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
        expect(percentileOf(histogram, share)).toBeCloseTo(below + (above - below) * (place - Math.floor(place)), 6);
      },
    ),
  );
});

test('the mean of fractions does not depend on the order of the rows', () => {
  const tenths = [0.1, 0.7, 2.3, 12.9, 7.4, 3.3].map((value) => ({ value, count: 3 }));
  const orders = [tenths, tenths.toReversed(), [...tenths.slice(3), ...tenths.slice(0, 3)]];
  expect(new Set(orders.map(meanOf)).size).toBe(1);
});

test('there is no mean or percentile without values, and values with a count of 0 are ignored', () => {
  expect(meanOf([])).toBeNull();
  expect(percentileOf([], 0.5)).toBeNull();
  expect(percentileOf([{ value: 3, count: 0 }], 0.5)).toBeNull();
  expect(
    percentileOf(
      [
        { value: 9, count: 0 },
        { value: 2, count: 2 },
        { value: 1, count: 0 },
        { value: 4, count: 2 },
      ],
      0.5,
    ),
  ).toBe(3);
});
