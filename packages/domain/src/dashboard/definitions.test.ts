import { describe, expect, test } from 'vitest';
import { NON_OPERABLE_REASONS } from '../check/enums.ts';
import { fieldsSeenBy } from '../check/fields.ts';
import { type CountedCheck, doctorWasFound, firstsOfPeriods, impactDaysFromCheck } from './counted-check.ts';
import {
  counts,
  evaluate,
  type Figure,
  figureOf,
  METRIC_NAMES,
  METRICS,
  type Metric,
  metricsWith,
  SECTIONS,
  shareOf,
} from './definitions.ts';

const ALWAYS = { from: null, to: null };
let made = 0;
const nextId = (): string => {
  made += 1;
  return String(made).padStart(4, '0');
};
const check = (change: Partial<CountedCheck> = {}): CountedCheck => ({
  id: nextId(),
  employeeId: 'someone',
  status: 'Archived',
  checkOccurence: 'Yes',
  nonOperableReason: null,
  creationDate: new Date('2026-05-01T08:00:00Z'),
  creationDay: '2026-05-01',
  examinedFrom: new Date('2026-05-04T08:10:00Z'),
  archivedAt: new Date('2026-05-04T12:00:00Z'),
  reportDate: '2026-05-04',
  incapacityStartDate: '2026-05-01',
  incapacityEndDate: '2026-05-10',
  newIncapacityEndDate: null,
  earlyReturn: false,
  workerDisagreement: false,
  noShowExcuse: null,
  checkTiming: 'Optimized',
  checkLocation: 'Office',
  province: 'Brussels',
  doctorFound: true,
  distanceToCheck: 10,
  examinationMinutes: 12,
  companyTotalPrice: 100_00,
  firstOfPeriod: true,
  ...change,
});
const open = check({
  status: 'Planning',
  checkOccurence: null,
  reportDate: null,
  examinedFrom: null,
  archivedAt: null,
  doctorFound: false,
  firstOfPeriod: false,
});

/** A few checks of one year; the expected figures below are counted by hand. */
const YEAR = [
  check({ employeeId: 'a', earlyReturn: true, newIncapacityEndDate: '2026-05-06', workerDisagreement: true }),
  check({
    employeeId: 'b',
    checkOccurence: 'NoShow',
    examinationMinutes: null,
    distanceToCheck: 20,
    examinedFrom: new Date('2026-05-02T08:00:00Z'),
  }),
  check({ employeeId: 'c', checkLocation: 'House', checkOccurence: 'YesPatientHome', distanceToCheck: 100, examinationMinutes: 30 }),
  check({ employeeId: 'd', incapacityEndDate: '2026-05-02', distanceToCheck: null, checkTiming: 'Immediate', examinedFrom: null }),
  // A second check of the same incapacity.
  check({
    employeeId: 'd',
    incapacityEndDate: '2026-05-02',
    checkOccurence: 'YesSecondCheck',
    reportDate: '2026-07-01',
    firstOfPeriod: false,
    checkLocation: 'Telecheck',
  }),
  check({ checkOccurence: 'Cancelled', doctorFound: false, companyTotalPrice: 0, firstOfPeriod: false }),
  check({ checkOccurence: 'Cancelled', companyTotalPrice: 25_00, firstOfPeriod: false }),
  check({ checkOccurence: 'NonOperable', nonOperableReason: 'NoDoctorFound', doctorFound: false, firstOfPeriod: false }),
  check({ checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed', checkLocation: 'Unknown', firstOfPeriod: false }),
  check({ checkOccurence: 'Deleted', firstOfPeriod: false }),
  open,
];

describe('the figures of a small example', () => {
  const figures: Record<Metric, Partial<Figure>> = {
    completedChecks: { value: 5, n: 5 },
    archivedChecks: { value: 9, n: 9 },
    orderedChecks: { value: 10, n: 10 },
    openChecks: { value: 1, n: 1 },
    cancelRate: { value: 2 / 10, n: 10, part: 2 },
    impactDays: { value: 4 + 10, n: 2 },
    earlyReturnDays: { value: 4, n: 1 },
    noShowDays: { value: 10, n: 1 },
    // The missed check was on the fourth of ten days: seven are left.
    impactDaysFromCheck: { value: 4 + 7, n: 2 },
    impactProportion: { value: 2 / 5, n: 5, part: 2 },
    averageAbsenceDays: { value: (10 + 10 + 10 + 2) / 4, n: 4, median: 10 },
    noShowRate: { value: 1 / 5, n: 5, part: 1 },
    costPerSavedDay: { value: (5 * 100_00) / 14, n: 5 },
    // Of ten orders one is open and one was cancelled before a doctor was found.
    alreadyBackRate: { value: 1 / 8, n: 8, part: 1 },
    disagreements: { value: 1, n: 1 },
    operationalSuccessRate: { value: 7 / 8, n: 8, part: 7 },
    optimizedShare: { value: 9 / 10, n: 10, part: 9 },
    doctorLocationShare: { value: 8 / 9, n: 9, part: 8 },
    averageDistanceKm: { value: 15, n: 2, median: 15 },
    averageCheckMinutes: { value: 12, n: 2, median: 12 },
    // 72 hours and ten minutes three times, 24 once.
    hoursToCheck: { value: 72, n: 4, median: 72, p90: 72 },
    hoursToResult: { value: 76, n: 5, median: 76, p90: 76 },
  };
  test.each(METRIC_NAMES)('%s', (metric) => {
    expect(evaluate(metric, YEAR, ALWAYS)).toMatchObject({ metric, ...figures[metric] });
  });

  test('are 0 or null without checks', () => {
    for (const metric of METRIC_NAMES) {
      const { value, n, part, median } = evaluate(metric, [], ALWAYS);
      expect([0, null], metric).toContain(value);
      expect({ n, part, median }).toEqual({ n: 0, part: null, median: null });
    }
  });
});

test('the overviews are check volume, absenteeism and operations (specification, section 2), each with figures', () => {
  const named = SECTIONS.map((section) => [section, METRIC_NAMES.filter((metric) => METRICS[metric].section === section).length > 0]);
  expect(named).toEqual([
    ['volume', true],
    ['absence', true],
    ['operations', true],
  ]);
});

test('a user who does not see prices gets all figures except those based on them', () => {
  const without = metricsWith(fieldsSeenBy(['employerBasic']));
  expect(METRIC_NAMES.filter((metric) => !without.includes(metric))).toEqual(['costPerSavedDay']);
  expect(metricsWith(fieldsSeenBy(['employerAdmin']))).toEqual(METRIC_NAMES);
  // The remaining figures do not depend on prices.
  const dearer = YEAR.map((check) => ({ ...check, companyTotalPrice: 999_99 }));
  for (const metric of without) expect(evaluate(metric, dearer, ALWAYS), metric).toEqual(evaluate(metric, YEAR, ALWAYS));
});

test('a share of fewer than five checks is hidden, including its numerator', () => {
  expect(figureOf('noShowRate', { n: 4, sum: 1 })).toMatchObject({ value: null, part: null, n: 4 });
  expect(figureOf('noShowRate', { n: 5, sum: 1 })).toMatchObject({ value: 0.2, part: 1, n: 5 });
});

test('the date filter uses the day of the check for results, and of the order for orders', () => {
  const may4 = { from: '2026-05-04', to: '2026-05-04' };
  expect(counts(check(), 'completed', may4)).toBe(true);
  expect(counts(check(), 'orders', may4)).toBe(false);
  expect(counts(check(), 'orders', { from: '2026-05-01', to: '2026-05-01' })).toBe(true);
  expect(counts(open, 'open', { from: '2026-05-02', to: null })).toBe(false);
  expect(counts(open, 'archived', ALWAYS)).toBe(false);
});

test('the stricter figure leaves out the days before the check', () => {
  // Found fit since before the check of 4 May: the days from then on.
  expect(impactDaysFromCheck(check({ earlyReturn: true, newIncapacityEndDate: '2026-05-01' }))).toBe(7);
  expect(impactDaysFromCheck(check({ earlyReturn: true, newIncapacityEndDate: '2026-05-08' }))).toBe(2);
  expect(impactDaysFromCheck(check({ checkOccurence: 'NoShow', reportDate: '2026-05-01' }))).toBe(10);
  expect(impactDaysFromCheck(check({ checkOccurence: 'NoShow', reportDate: '2026-05-20' }))).toBe(0);
  expect(impactDaysFromCheck(check({ checkOccurence: 'NoCertifDenied', earlyReturn: true }))).toBe(1);
  expect(impactDaysFromCheck(check())).toBe(0);
});

test('a doctor was found if the check had one and did not fail for lack of one', () => {
  expect(doctorWasFound({ doctorFound: true, nonOperableReason: null })).toBe(true);
  expect(doctorWasFound({ doctorFound: true, nonOperableReason: 'NoContact' })).toBe(true);
  expect(doctorWasFound({ doctorFound: true, nonOperableReason: 'NoDoctorFound' })).toBe(false);
  expect(doctorWasFound({ doctorFound: false, nonOperableReason: 'WorkerResumed' })).toBe(false);
  // Migration 0007 names them.
  expect(Object.entries(NON_OPERABLE_REASONS).flatMap(([reason, { doctorFound }]) => (doctorFound ? [] : [reason]))).toEqual([
    'NoDoctorFound',
    'TooLateInPeriod',
  ]);
});

test('a period of absence is represented by its first completed check', () => {
  const later = check({ reportDate: '2026-05-07' });
  const first = check({ reportDate: '2026-05-04' });
  const sameDay = check({ reportDate: '2026-05-04' });
  const cancelled = check({ reportDate: '2026-05-02', checkOccurence: 'Cancelled' });
  const otherPeriod = check({ incapacityEndDate: '2026-05-11', reportDate: '2026-05-08' });
  const otherWorker = check({ employeeId: 'else', reportDate: '2026-05-09' });
  expect(firstsOfPeriods([later, sameDay, first, cancelled, otherPeriod, otherWorker])).toEqual(
    new Set([first.id, otherPeriod.id, otherWorker.id]),
  );
});

test('a share of fewer than five is null', () => {
  expect([shareOf(2, 3), shareOf(0, 0), shareOf(4, 4)]).toEqual([null, null, null]);
  expect([shareOf(2, 5), shareOf(0, 8)]).toEqual([0.4, 0]);
});
