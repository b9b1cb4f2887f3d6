import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CountedCheck,
  counts,
  dashboardOf,
  doctorWasFound,
  fillMonths,
  METRICS,
  MOST_MONTHS,
  NO_DOCTOR_REASONS,
  savedDays,
} from './definitions.ts';

const TODAY = '2026-06-15';
const ALWAYS = { from: null, to: null };
const check = (change: Partial<CountedCheck> = {}): CountedCheck => ({
  employeeId: 'someone',
  status: 'Archived',
  checkOccurence: 'Yes',
  nonOperableReason: null,
  creationDay: '2026-05-01',
  reportDate: '2026-05-04',
  incapacityStartDate: '2026-05-01',
  incapacityEndDate: '2026-05-10',
  newIncapacityEndDate: null,
  earlyReturn: false,
  checkTiming: 'Optimized',
  checkLocation: 'Office',
  doctorFound: true,
  distanceToCheck: 10,
  examinationMinutes: 12,
  ...change,
});
const open = check({ status: 'Planning', checkOccurence: null, reportDate: null, doctorFound: false });

describe('dashboardOf', () => {
  test('of nothing has no figures, and no division by nothing', () => {
    expect(dashboardOf([], ALWAYS, TODAY)).toMatchObject({
      completedChecks: 0,
      completedPerMonth: [],
      impactDays: 0,
      impactProportion: null,
      averageAbsenceDays: null,
      medianAbsenceDays: null,
      operationalSuccessRate: null,
      averageDistanceKm: null,
      averageCheckMinutes: null,
      openChecks: 0,
    });
  });

  test('counts what the specification counts', () => {
    const checks = [
      check({ employeeId: 'a', earlyReturn: true, newIncapacityEndDate: '2026-05-06' }),
      check({ employeeId: 'b', checkOccurence: 'NoShow', examinationMinutes: null, distanceToCheck: 20 }),
      check({ employeeId: 'c', checkLocation: 'House', checkOccurence: 'YesPatientHome', distanceToCheck: 100, examinationMinutes: 30 }),
      check({ employeeId: 'd', incapacityEndDate: '2026-05-02', distanceToCheck: null, checkTiming: 'Immediate' }),
      // A second check of the same incapacity.
      check({ employeeId: 'd', incapacityEndDate: '2026-05-02', checkOccurence: 'YesSecondCheck', reportDate: '2026-07-01' }),
      check({ checkOccurence: 'Cancelled', doctorFound: false }),
      check({ checkOccurence: 'Cancelled', doctorFound: true }),
      check({ checkOccurence: 'NonOperable', nonOperableReason: 'NoDoctorFound', doctorFound: false }),
      check({ checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed', doctorFound: true }),
      check({ checkOccurence: 'Deleted' }),
      open,
    ];
    expect(dashboardOf(checks, ALWAYS, TODAY)).toEqual({
      completedChecks: 5,
      completedPerMonth: [
        { month: '2026-05', count: 4 },
        { month: '2026-06', count: 0 },
        { month: '2026-07', count: 1 },
      ],
      earlyReturnDays: 4,
      impactDays: 14,
      impactCount: 2,
      impactProportion: 2 / 5,
      averageAbsenceDays: (10 + 10 + 10 + 2) / 4,
      medianAbsenceDays: 10,
      absenceCount: 4,
      timing: [
        { name: 'Immediate', count: 1 },
        { name: 'Optimized', count: 9 },
      ],
      location: [
        { name: 'House', count: 1 },
        { name: 'Office', count: 9 },
      ],
      occurrences: [
        { name: 'Cancelled', count: 2 },
        { name: 'NonOperable', count: 2 },
        { name: 'NoShow', count: 1 },
        { name: 'Yes', count: 2 },
        { name: 'YesPatientHome', count: 1 },
        { name: 'YesSecondCheck', count: 1 },
        { name: 'NoCertifConfirmed', count: 0 },
        { name: 'NoCertifDenied', count: 0 },
      ],
      operationalBase: 8,
      operationalSuccessRate: 7 / 8,
      averageDistanceKm: 40 / 3,
      medianDistanceKm: 10,
      distanceCount: 3,
      averageCheckMinutes: 12,
      medianCheckMinutes: 12,
      durationCount: 3,
      openChecks: 1,
    });
  });

  test('hides a share of fewer than five checks', () => {
    const four = Array.from({ length: 4 }, () => check());
    expect(dashboardOf(four, ALWAYS, TODAY).impactProportion).toBeNull();
    expect(dashboardOf([...four, check({ checkOccurence: 'NoShow' })], ALWAYS, TODAY).impactProportion).toBe(0.2);
  });

  test('every figure is defined, and every definition is a figure', () => {
    const figures = Object.keys(dashboardOf([], ALWAYS, TODAY)).filter((name) => name !== 'operationalSuccess');
    expect(Object.keys(METRICS).toSorted()).toEqual(figures.toSorted());
  });
});

test('the date filter looks at the check for results, at the order for orders', () => {
  const may4 = { from: '2026-05-04', to: '2026-05-04' };
  expect(counts(check(), 'completed', may4)).toBe(true);
  expect(counts(check(), 'orders', may4)).toBe(false);
  expect(counts(check(), 'orders', { from: '2026-05-01', to: '2026-05-01' })).toBe(true);
  expect(counts(open, 'open', { from: '2026-05-02', to: null })).toBe(false);
  expect(counts(open, 'archived', ALWAYS)).toBe(false);
});

test('a result saves the days between the two ends; a day without certificate counts one', () => {
  expect(savedDays(check({ earlyReturn: true, newIncapacityEndDate: '2026-05-09' }))).toBe(1);
  expect(savedDays(check({ newIncapacityEndDate: '2026-05-10' }))).toBe(0);
  expect(savedDays(check({ checkOccurence: 'NoCertifDenied', earlyReturn: true }))).toBe(1);
  expect(savedDays(check({ checkOccurence: 'NoCertifDenied', earlyReturn: true, newIncapacityEndDate: '2026-05-07' }))).toBe(3);
});

test('a doctor was found when one had the check and did not lack in the end', () => {
  expect(NO_DOCTOR_REASONS.toSorted()).toEqual(['NoDoctorFound', 'TooLateInPeriod']);
  expect(doctorWasFound({ doctorFound: true, nonOperableReason: null })).toBe(true);
  expect(doctorWasFound({ doctorFound: true, nonOperableReason: 'NoContact' })).toBe(true);
  expect(doctorWasFound({ doctorFound: true, nonOperableReason: 'NoDoctorFound' })).toBe(false);
  expect(doctorWasFound({ doctorFound: false, nonOperableReason: 'WorkerResumed' })).toBe(false);
});

describe('fillMonths', () => {
  test.each([
    [[], ALWAYS, []],
    [[], { from: '2026-04-10', to: null }, ['2026-04', '2026-05', '2026-06']],
    [[], { from: '2026-04-10', to: '2026-05-01' }, ['2026-04', '2026-05']],
    [[], { from: '2026-08-01', to: null }, []],
    [['2026-05'], ALWAYS, ['2026-05', '2026-06']],
    [['2025-12', '2026-02'], { from: null, to: '2026-02-28' }, ['2025-12', '2026-01', '2026-02']],
  ])('of %o in %o', (present, period, months) => {
    expect(
      fillMonths(
        present.map((month) => ({ month, count: 1 })),
        period,
        TODAY,
      ).map(({ month }) => month),
    ).toEqual(months);
  });

  test('has every month once, drops none that has checks, and stays bounded', () => {
    const month = fc
      .tuple(fc.integer({ min: 1990, max: 2030 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`);
    fc.assert(
      fc.property(fc.uniqueArray(month, { maxLength: 8 }), fc.option(month), (present, from) => {
        const counted = present.map((name) => ({ month: name, count: 2 }));
        const filled = fillMonths(counted, { from: from === null ? null : `${from}-01`, to: null }, TODAY);
        const names = filled.map(({ month: name }) => name);
        expect(names).toEqual([...new Set(names)].toSorted());
        expect(filled.filter(({ count }) => count > 0).map(({ month: name }) => name)).toEqual(present.toSorted());
        const span = present.length === 0 ? MOST_MONTHS : 12 * 42;
        expect(names.length).toBeLessThanOrEqual(span);
      }),
    );
  });
});
