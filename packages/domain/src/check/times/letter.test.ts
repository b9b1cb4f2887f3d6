import { expect, it } from 'vitest';
import { instantAt } from '../../clock.ts';
import { letterError, letterReachedAt } from './letter.ts';
import { isInTime, waysLeft } from './told.ts';

it.each([
  ['on a Monday', '2026-11-23', '2026-11-26'],
  ['on a Wednesday: no post at the weekend', '2026-11-25', '2026-11-30'],
  ['on a Friday', '2026-11-27', '2026-12-02'],
  ['on a Saturday', '2026-11-28', '2026-12-02'],
  ['before Armistice Day, a Wednesday', '2026-11-09', '2026-11-13'],
  ['before Christmas, a Friday', '2026-12-23', '2026-12-29'],
])('a letter that is posted %s counts as read on the evening of the third postal day', (_, postedOn, readOn) => {
  expect(letterReachedAt(postedOn)).toEqual(instantAt(readOn, '21:00'));
});

it('a letter is in time four waking hours before the appointment, counted after that evening', () => {
  const read = letterReachedAt('2026-11-23');
  expect(isInTime('letter', read, instantAt('2026-11-27', '11:00'))).toBe(true);
  expect(isInTime('letter', read, instantAt('2026-11-27', '10:59'))).toBe(false);
});

it('a letter can have been posted between the day on which the appointment was made and today', () => {
  const [since, now] = [instantAt('2026-11-23', '15:00'), instantAt('2026-11-25', '00:30')];
  expect(['2026-11-22', '2026-11-23', '2026-11-25', '2026-11-26'].map((day) => letterError(day, since, now))).toEqual([
    'postedEarly',
    null,
    null,
    'postedFuture',
  ]);
});

it('the remaining ways to notify the employee depend on the time left', () => {
  const now = instantAt('2026-11-23', '10:00');
  expect(waysLeft(instantAt('2026-11-27', '11:00'), now)).toEqual({
    callUntil: instantAt('2026-11-27', '09:00'),
    letter: { readAt: instantAt('2026-11-26', '21:00'), inTime: true },
  });
  expect(waysLeft(instantAt('2026-11-24', '08:00'), now)).toMatchObject({
    callUntil: instantAt('2026-11-23', '20:00'),
    letter: { inTime: false },
  });
  expect(waysLeft(instantAt('2026-11-23', '11:59'), now).callUntil).toBeNull();
});
