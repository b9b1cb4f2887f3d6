import { describe, expect, it, test } from 'vitest';
import { addDays, instantAt } from '../../clock.ts';
import { attemptRule, CARD, cardRefusal, cardSlots, isWithinDuty } from './attempt.ts';

const TUESDAY = '2026-03-03';
const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromTime: '08:00', toTime: '20:00' }));
const doctor = {
  active: true,
  languages: ['NL'],
  locations: ['House', 'Office'],
  maxKm: 30,
  latitude: 50.85,
  longitude: 4.35,
  availabilities: everyDay,
  exceptions: [],
  appointments: [],
} as const;
const check = { checkLocation: 'House', workerLanguage: 'NL', authorizedExit: true, latitude: 50.84, longitude: 4.36 } as const;

describe('the appointment on a card', () => {
  const period = { incapacityEndDate: addDays(TUESDAY, 5) };
  const slotsAt = (time: string, end = period.incapacityEndDate) => {
    const at = instantAt(TUESDAY, time);
    return cardSlots(doctor, { incapacityEndDate: end }, at, at);
  };

  it.each([
    ['10:00', TUESDAY, '14:00'],
    // Four waking hours: three this evening, one tomorrow.
    ['18:00', '2026-03-04', '08:00'],
    ['20:30', '2026-03-04', '10:40'],
  ])('left at %s is at least four waking hours later', (time, day, earliest) => {
    const slots = slotsAt(time);
    expect(slots[0]).toEqual(instantAt(day, earliest));
    expect(slots).toHaveLength(CARD.max);
  });

  it('is within the absence, and does not overlap other appointments', () => {
    expect(slotsAt('18:00', TUESDAY)).toEqual([]);
    const at = instantAt(TUESDAY, '10:00');
    const busy = [{ start: instantAt(TUESDAY, '14:00'), end: instantAt(TUESDAY, '15:00') }];
    expect(cardSlots({ ...doctor, appointments: busy }, period, at, at)[0]).toEqual(instantAt(TUESDAY, '15:00'));
  });

  it.each([
    ['can be left', {}, {}, null],
    ['cannot be left for a worker who may not leave home', {}, { authorizedExit: false }, 'exitNotAuthorized'],
    ['needs a practice', { locations: ['House'] as const }, {}, 'noPractice'],
    ['needs one within reach of the worker', { latitude: 51.3 }, {}, 'noPractice'],
  ])('%s', (_, ofDoctor, ofCheck, refusal) => {
    expect(cardRefusal({ ...doctor, ...ofDoctor }, { ...check, ...ofCheck })).toBe(refusal);
  });
});

test('the worker had to be at home within the hours and on the days of the work rules', () => {
  const duty = { availabilityDays: 2, availabilityFrom: '10:00', availabilityTo: '14:00' };
  const within = (day: string, time: string) => isWithinDuty(duty, '2026-03-02', instantAt(day, time));
  expect(within('2026-03-03', '10:00')).toBe(true);
  expect(within('2026-03-03', '14:01')).toBe(false);
  expect(within('2026-03-04', '10:00')).toBeNull();
  expect(isWithinDuty(null, '2026-03-02', instantAt('2026-03-03', '10:00'))).toBeNull();
});

test('an attempt needs the bell that was rung; a position with an accuracy of kilometres is refused', () => {
  const input = {
    attemptedAt: new Date(),
    appointmentStart: new Date(),
    bell: ' Peeters, 2nd floor ',
    position: { latitude: 50.84, longitude: 4.36, accuracyMetres: 12 },
    photoId: null,
    cardStart: null,
  };
  expect(attemptRule.parse(input)).toMatchObject({ bell: 'Peeters, 2nd floor' });
  const fieldErrors = (changes: object) => attemptRule.safeParse({ ...input, ...changes }).error?.issues.map(({ path }) => path.join('.'));
  expect(fieldErrors({ bell: ' ' })).toEqual(['bell']);
  expect(fieldErrors({ position: { ...input.position, accuracyMetres: 5001 } })).toEqual(['position.accuracyMetres']);
  expect(fieldErrors({ position: { ...input.position, latitude: 91 } })).toEqual(['position.latitude']);
});
