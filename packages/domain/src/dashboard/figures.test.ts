import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dashboardOf, MAX_MONTHS, monthsOf, NO_VALUES, RANGES, rangesOf, type Tally } from './figures.ts';

const TODAY = '2026-06-15';
const ALWAYS = { from: null, to: null };
const NOTHING: Tally = {
  reports: [],
  days: [],
  weekdays: [],
  provinces: [],
  orders: [],
  values: NO_VALUES,
};

test('a company without checks has empty charts, and a count of 0 for every province', () => {
  const dashboard = dashboardOf(NOTHING, ALWAYS, TODAY);
  expect(dashboard.months).toEqual([]);
  expect(dashboard.weekdays.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(dashboard.provinces).toHaveLength(11);
  expect(dashboard.provinces.every(({ count, impactProportion }) => count === 0 && impactProportion === null)).toBe(true);
  expect(dashboard.location.map(({ name }) => name)).toEqual(['House', 'Office']);
  expect(dashboard.outcomes.map(({ name }) => name)).not.toContain('Deleted');
});

test('a short period has a figure for each day, a longer one has none', () => {
  const days = (from: string | null, to: string | null) => dashboardOf(NOTHING, { from, to }, TODAY).days.map(({ day }) => day);
  expect(days('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(days('2026-01-01', '2026-03-03')).toHaveLength(62);
  expect(days('2026-01-01', '2026-03-04')).toEqual([]);
  expect(days('2026-01-01', null)).toEqual([]);
  expect(days(null, null)).toEqual([]);
});

test('every value is counted in exactly one range', () => {
  const histogram = [0, 1, 2, 3, 7, 8, 30, 31, 400].map((value) => ({ value, count: 2 }));
  expect(rangesOf(RANGES.absenceLengths, histogram)).toEqual([
    { from: 1, to: 2, count: 4 },
    { from: 2, to: 4, count: 4 },
    { from: 4, to: 8, count: 2 },
    { from: 8, to: 15, count: 2 },
    { from: 15, to: 31, count: 2 },
    { from: 31, to: null, count: 4 },
  ]);
});

describe('months', () => {
  test.each([
    [[], ALWAYS, []],
    [[], { from: '2026-04-10', to: null }, ['2026-04', '2026-05', '2026-06']],
    [[], { from: '2026-04-10', to: '2026-05-01' }, ['2026-04', '2026-05']],
    [[], { from: '2026-08-01', to: null }, []],
    [['2026-05'], ALWAYS, ['2026-05', '2026-06']],
    [['2025-12', '2026-02'], { from: null, to: '2026-02-28' }, ['2025-12', '2026-01', '2026-02']],
  ])('with checks in %o, for the period %o', (present, period, months) => {
    expect(monthsOf(present, period, TODAY)).toEqual(months);
  });

  test('are unique, include all months with checks, and are limited in number', () => {
    const month = fc
      .tuple(fc.integer({ min: 1990, max: 2030 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`);
    fc.assert(
      fc.property(fc.uniqueArray(month, { maxLength: 8 }), fc.option(month), (present, from) => {
        const names = monthsOf(present, { from: from === null ? null : `${from}-01`, to: null }, TODAY);
        expect(names).toEqual([...new Set(names)].toSorted());
        expect(names).toEqual(expect.arrayContaining(present));
        expect(names.length).toBeLessThanOrEqual(present.length === 0 ? MAX_MONTHS : 12 * 42);
      }),
    );
  });
});
