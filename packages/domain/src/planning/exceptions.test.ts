import { describe, expect, test } from 'vitest';
import { isAvailable } from '../check/times/appointment.ts';
import { instantAt, timeOf } from '../clock.ts';
import { type HoursException, hoursOn, isAbsent } from './exceptions.ts';
import { freeSlots } from './ranking.ts';

const TUESDAY = '2026-03-03';
const SUNDAY = '2026-03-08';
const weekly = [{ weekday: 2, fromTime: '09:00', toTime: '10:00' }];
const exception = (kind: HoursException['kind'], day: string, from: string, to: string): HoursException => ({
  kind,
  startsAt: instantAt(day, from),
  endsAt: instantAt(day, to),
});
const NOW = instantAt('2026-03-01', '08:00');
const slotsOn = (day: string, exceptions: readonly HoursException[]) =>
  freeSlots({ availabilities: weekly, exceptions, appointments: [] }, day, NOW).map(timeOf);

describe('hours of a day', () => {
  test.each([
    ['the weekly ones', TUESDAY, [], ['09:00', '09:20', '09:40']],
    ['without a morning off', TUESDAY, [exception('Absent', TUESDAY, '09:10', '09:30')], ['09:40']],
    ['without a day off', TUESDAY, [exception('Absent', TUESDAY, '00:00', '23:59')], []],
    ['not without the day before', TUESDAY, [exception('Absent', '2026-03-02', '00:00', '23:59')], ['09:00', '09:20', '09:40']],
    ['and other ones', TUESDAY, [exception('Extra', TUESDAY, '14:00', '14:40')], ['09:00', '09:20', '09:40', '14:00', '14:20']],
    ['on a day that has none', SUNDAY, [exception('Extra', SUNDAY, '14:00', '14:20')], ['14:00']],
  ] as const)('%s', (_, day, exceptions, slots) => {
    expect(slotsOn(day, exceptions)).toEqual(slots);
  });

  test('hold an appointment wholly, or not', () => {
    const doctor = {
      availabilities: weekly,
      exceptions: [exception('Extra', SUNDAY, '14:00', '15:00'), exception('Absent', TUESDAY, '09:30', '12:00')],
    };
    expect(isAvailable(doctor, instantAt(SUNDAY, '14:40'), 20)).toBe(true);
    expect(isAvailable(doctor, instantAt(SUNDAY, '14:41'), 20)).toBe(false);
    expect(isAvailable(doctor, instantAt(TUESDAY, '09:10'), 20)).toBe(true);
    expect(isAvailable(doctor, instantAt(TUESDAY, '09:11'), 20)).toBe(false);
    expect(hoursOn(doctor, SUNDAY)).toEqual([{ fromTime: '14:00', toTime: '15:00' }]);
  });
});

test('an absence begins and ends to the minute, its end not included', () => {
  const doctor = { exceptions: [exception('Absent', TUESDAY, '10:00', '12:00'), exception('Extra', TUESDAY, '14:00', '15:00')] };
  const absent = (from: string, to: string) => isAbsent(doctor, instantAt(TUESDAY, from), instantAt(TUESDAY, to));
  expect([absent('09:00', '10:00'), absent('09:00', '10:01'), absent('11:59', '13:00'), absent('12:00', '13:00')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(absent('14:00', '15:00')).toBe(false);
});
