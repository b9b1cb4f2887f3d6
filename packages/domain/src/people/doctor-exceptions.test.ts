import { expect, test } from 'vitest';
import { instantAt } from '../clock.ts';
import { exceptionError, exceptionRule, spanOf } from './doctor-exceptions.ts';

const days = { kind: 'Absent', fromDay: '2026-03-03', toDay: '2026-03-06', fromTime: null, toTime: null, reason: '' } as const;
const fieldErrors = (changes: object) =>
  exceptionRule.safeParse({ ...days, ...changes }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test.each([
  ['whole days', {}, []],
  ['hours over a night', { toDay: '2026-03-04', fromTime: '20:00', toTime: '08:00' }, []],
  ['other hours of a day', { kind: 'Extra', toDay: '2026-03-03', fromTime: '18:00', toTime: '20:00' }, []],
  ['an end before the start', { toDay: '2026-03-02' }, ['toDay: endBeforeStart']],
  ['more than a year', { toDay: '2027-03-05' }, ['toDay: exceptionTooLong']],
  ['hours in the wrong order', { toDay: '2026-03-03', fromTime: '12:00', toTime: '12:00' }, ['toTime: availabilityOrder']],
  ['half a time', { fromTime: '12:00' }, ['toTime: required']],
  ['other hours of several days', { kind: 'Extra', fromTime: '18:00', toTime: '20:00' }, ['toDay: exceptionOneDay']],
  ['other hours without hours', { kind: 'Extra', toDay: '2026-03-03' }, ['fromTime: required']],
] as const)('%s', (_, changes, expected) => {
  expect(fieldErrors(changes)).toEqual(expected);
});

test('whole days end at the end of the last one, Belgian time', () => {
  expect(spanOf(days)).toEqual({ kind: 'Absent', startsAt: instantAt('2026-03-03', '00:00'), endsAt: instantAt('2026-03-07', '00:00') });
  // The day on which the clocks change is an hour shorter.
  const span = spanOf({ ...days, fromDay: '2026-03-29', toDay: '2026-03-29' });
  expect(span.endsAt.getTime() - span.startsAt.getTime()).toBe(23 * 3_600_000);
  expect(spanOf({ ...days, fromTime: '10:00', toTime: '09:00' })).toMatchObject({ endsAt: instantAt('2026-03-06', '09:00') });
});

test('an exception in the past or more than a year ahead is refused', () => {
  expect(exceptionError(days, '2026-03-06')).toBeNull();
  expect(exceptionError(days, '2026-03-07')).toEqual({ path: 'toDay', message: 'exceptionPast' });
  expect(exceptionError(days, '2025-03-01')).toEqual({ path: 'fromDay', message: 'exceptionTooFar' });
});
