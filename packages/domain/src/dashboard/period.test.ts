import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, daysBetween, isoWeekday } from '../clock.ts';
import { issuesOf } from '../validation.ts';
import { dashboardFilterRule } from './filter.ts';
import { daysOf, firstOfMonth, isWholeMonth, lastOfMonth, type PeriodChoice, periodBefore, soFar, splitPeriod } from './period.ts';

describe('the dashboard filters', () => {
  it.each<[PeriodChoice, string, string | null, string | null]>([
    [{}, '2026-11-21', null, null],
    [{ period: 'today' }, '2026-11-21', '2026-11-21', '2026-11-21'],
    [{ period: 'week' }, '2026-11-21', '2026-11-16', '2026-11-22'],
    [{ period: 'week' }, '2026-11-16', '2026-11-16', '2026-11-22'],
    [{ period: 'week' }, '2027-01-01', '2026-12-28', '2027-01-03'],
    [{ period: 'month' }, '2026-11-21', '2026-11-01', '2026-11-30'],
    [{ period: 'month' }, '2028-02-10', '2028-02-01', '2028-02-29'],
    [{ period: 'month' }, '2026-12-31', '2026-12-01', '2026-12-31'],
    [{ period: 'dates', from: '2026-01-05', to: '2026-02-03' }, '2026-11-21', '2026-01-05', '2026-02-03'],
    [{ period: 'dates', from: '2026-01-05' }, '2026-11-21', '2026-01-05', null],
    [{ from: '2026-01-05' }, '2026-11-21', '2026-01-05', null],
    [{ period: 'today', from: '2026-01-05' }, '2026-11-21', '2026-11-21', '2026-11-21'],
  ])('%o on %s is %s to %s', (choice, today, from, to) => {
    expect(daysOf(choice, today)).toEqual({ from, to });
  });

  it.each<[PeriodChoice, string, string | null, string | null]>([
    [{ period: 'all' }, '2026-11-21', null, null],
    [{ period: 'today' }, '2026-11-21', '2026-11-20', '2026-11-20'],
    // On a Saturday: Monday to Saturday of the week before.
    [{ period: 'week' }, '2026-11-21', '2026-11-09', '2026-11-14'],
    [{ period: 'week' }, '2026-11-22', '2026-11-09', '2026-11-15'],
    [{ period: 'month' }, '2026-11-21', '2026-10-01', '2026-10-21'],
    [{ period: 'month' }, '2026-11-30', '2026-10-01', '2026-10-31'],
    // March is longer than February.
    [{ period: 'month' }, '2026-03-30', '2026-02-01', '2026-02-28'],
    [{ period: 'dates', from: '2026-11-10', to: '2026-11-12' }, '2026-11-21', '2026-11-07', '2026-11-09'],
    [{ period: 'dates', from: '2026-11-10' }, '2026-11-21', '2026-10-29', '2026-11-09'],
    [{ period: 'dates', from: '2026-11-10', to: '2027-11-12' }, '2026-11-21', '2026-10-29', '2026-11-09'],
    [{ period: 'dates', from: '2026-12-10' }, '2026-11-21', null, null],
  ])('%o on %s is compared with %s to %s', (choice, today, from, to) => {
    expect(periodBefore(choice, today)).toEqual(from === null ? null : { from, to });
  });

  it('require a start, and an end that is not before it', () => {
    const fieldErrors = (filter: object) => {
      const result = dashboardFilterRule.safeParse(filter);
      return result.success ? [] : issuesOf(result.error).map(({ path, message }) => `${path}: ${message}`);
    };
    expect(fieldErrors({ period: 'dates' })).toEqual(['from: filterStartRequired']);
    expect(fieldErrors({ period: 'dates', to: '2026-02-01' })).toEqual(['from: filterStartRequired']);
    expect(fieldErrors({ period: 'dates', from: '2026-02-02', to: '2026-02-01' })).toEqual(['to: endBeforeStart']);
    expect(fieldErrors({ period: 'dates', from: '2026-02-02', to: '2026-02-02' })).toEqual([]);
    // Days are ignored with another filter.
    expect(fieldErrors({ period: 'week', from: '2026-02-02', to: '2026-02-01' })).toEqual([]);
  });
});

test('a period is months and the days by which they differ from it, few of them, and each day counts once', () => {
  const day = fc.integer({ min: 0, max: 900 }).map((shift) => addDays('2024-11-15', shift));
  fc.assert(
    fc.property(fc.option(day), fc.option(day), (one, other) => {
      const [from, to] = one !== null && other !== null && one > other ? [other, one] : [one, other];
      const { months, rest } = splitPeriod({ from, to });
      expect(rest.reduce((days, part) => days + daysBetween(part.from, part.to) + 1, 0)).toBeLessThanOrEqual(30);
      expect(rest.every((part) => firstOfMonth(part.from) === firstOfMonth(part.to))).toBe(true);
      for (let shift = -40; shift < 940; shift += 1) {
        const tried = addDays('2024-11-15', shift);
        const month = firstOfMonth(tried);
        const inMonths = months !== null && (months.from === null || month >= months.from) && (months.to === null || month <= months.to);
        const inRest = rest.reduce((times, part) => times + (tried >= part.from && tried <= part.to ? part.sign : 0), 0);
        const within = (from === null || tried >= from) && (to === null || tried <= to);
        if (Number(inMonths) + inRest !== Number(within)) expect.fail(`${tried} of ${from} to ${to}`);
      }
    }),
    { numRuns: 60 },
  );
  expect(splitPeriod({ from: '2026-02-01', to: '2026-02-28' })).toEqual({ months: { from: '2026-02-01', to: '2026-02-01' }, rest: [] });
  expect(splitPeriod({ from: '2026-02-01', to: '2026-02-25' })).toEqual({
    months: { from: '2026-02-01', to: '2026-02-01' },
    rest: [{ from: '2026-02-26', to: '2026-02-28', sign: -1 }],
  });
  expect(splitPeriod({ from: null, to: null })).toEqual({ months: { from: null, to: null }, rest: [] });
});

test('the first and last day of a month', () => {
  expect([firstOfMonth('2028-02-17'), lastOfMonth('2028-02-17'), lastOfMonth('2026-12-31')]).toEqual([
    '2028-02-01',
    '2028-02-29',
    '2026-12-31',
  ]);
  expect(isoWeekday('2026-11-16')).toBe(1);
});

test('a month counts as whole if it is over and wholly within the period', () => {
  const always = { from: null, to: null };
  expect(isWholeMonth('2026-10', always, '2026-11-01')).toBe(true);
  expect(isWholeMonth('2026-11', always, '2026-11-30')).toBe(false);
  expect(isWholeMonth('2026-10', { from: '2026-10-02', to: null }, '2026-12-01')).toBe(false);
  expect(isWholeMonth('2026-10', { from: '2026-10-01', to: '2026-10-30' }, '2026-12-01')).toBe(false);
  expect(isWholeMonth('2026-10', { from: '2026-10-01', to: '2026-10-31' }, '2026-12-01')).toBe(true);
});

test('a running period ends today, one that is over on its last day', () => {
  expect(soFar({ from: '2026-11-01', to: '2026-11-30' }, '2026-11-23')).toEqual({ from: '2026-11-01', to: '2026-11-23' });
  expect(soFar({ from: '2026-10-01', to: '2026-10-31' }, '2026-11-23')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
});
