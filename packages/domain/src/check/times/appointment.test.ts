import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantAt } from '../../clock.ts';
import { WORKER_TRAVEL_KM } from '../../constants.ts';
import { roadKm } from '../../planning/geo.ts';
import { CHECK_STATUSES, ORDERABLE_LOCATIONS, PROBLEM_REASONS } from '../enums.ts';
import {
  appointmentNotes,
  chargeableAppointment,
  type DoctorFacts,
  doctorExclusion,
  isAvailable,
  kmLimit,
  type MissionFacts,
  tripOf,
} from './appointment.ts';

const BRUSSELS = { latitude: 50.8467, longitude: 4.3525 };
const GHENT = { latitude: 51.0543, longitude: 3.7174 };
const MONDAY = '2026-03-02';

const doctor: DoctorFacts = {
  active: true,
  languages: ['FR', 'NL'],
  locations: ['Office', 'House'],
  maxKm: 20,
  ...BRUSSELS,
  availabilities: [
    { weekday: 1, fromTime: '09:00', toTime: '12:00' },
    { weekday: 1, fromTime: '13:00', toTime: '17:00' },
  ],
  exceptions: [],
};
const mission: MissionFacts = { checkLocation: 'Office', workerLanguage: 'FR', authorizedExit: true, ...BRUSSELS };

describe('doctorFault', () => {
  test.each([
    [{}, {}, null],
    [{ active: false }, {}, 'inactive'],
    [{ locations: ['House'] as const }, {}, 'location'],
    [{}, { checkLocation: 'Telecheck' as const }, 'location'],
    [{}, GHENT, 'distance'],
    [{ maxKm: 100 }, { ...GHENT, checkLocation: 'House' as const }, null],
    [{}, { ...GHENT, checkLocation: 'House' as const }, 'distance'],
    [{ maxKm: 200 }, GHENT, 'distance'],
    [{}, { latitude: null, longitude: null }, null],
    [{ languages: ['DE'] as const }, {}, null],
  ])('of doctor %o for check %o is %s', (doctorChange, missionChange, fieldError) => {
    expect(doctorExclusion({ ...doctor, ...doctorChange }, { ...mission, ...missionChange })).toBe(fieldError);
  });

  test('is `distance` exactly for travel beyond the limit', () => {
    const point = fc.record({
      latitude: fc.double({ min: 49.5, max: 51.5, noNaN: true }),
      longitude: fc.double({ min: 2.5, max: 6.4, noNaN: true }),
    });
    fc.assert(
      fc.property(
        point,
        point,
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom(...ORDERABLE_LOCATIONS),
        (practice, worker, maxKm, checkLocation) => {
          const candidate = { ...doctor, ...practice, maxKm, locations: ORDERABLE_LOCATIONS };
          const check = { ...mission, ...worker, checkLocation };
          const limit = checkLocation === 'Office' ? WORKER_TRAVEL_KM.max : maxKm;
          expect(kmLimit(candidate, checkLocation)).toBe(limit);
          const tooFar = checkLocation !== 'Telecheck' && roadKm(practice, worker) > limit;
          expect(doctorExclusion(candidate, check)).toBe(tooFar ? 'distance' : null);
          expect(tripOf(candidate, check)?.km).toBe(checkLocation === 'Telecheck' ? undefined : roadKm(practice, worker));
        },
      ),
    );
  });
});

describe('isAvailable', () => {
  test.each([
    ['09:00', 20, true],
    ['11:40', 20, true],
    ['11:41', 20, false],
    ['08:59', 20, false],
    ['12:00', 20, false],
    // The doctor has a break between the two periods.
    ['11:50', 90, false],
  ])('at %s for %i minutes: %s', (time, minutes, expected) => {
    expect(isAvailable(doctor, instantAt(MONDAY, time), minutes)).toBe(expected);
  });

  test('uses Belgian local time, in summer too, and the hours of that weekday only', () => {
    expect(isAvailable(doctor, new Date('2026-07-06T07:00:00Z'), 20)).toBe(true);
    expect(isAvailable(doctor, new Date('2026-07-06T06:59:00Z'), 20)).toBe(false);
    expect(isAvailable(doctor, instantAt('2026-03-03', '10:00'), 20)).toBe(false);
  });
});

describe('appointmentNotes', () => {
  const at = instantAt(MONDAY, '10:00');
  test.each([
    [{}, {}, at, []],
    [{ languages: ['EN'] as const }, {}, at, ['languageNotSpoken']],
    [{}, {}, instantAt(MONDAY, '18:00'), ['outsideAvailability']],
    [{}, { latitude: null, longitude: null }, at, ['placeUnknown']],
    [{}, { latitude: null, longitude: null, checkLocation: 'Telecheck' as const }, at, []],
    [{}, { latitude: 51.06, longitude: 4.37 }, at, ['farForWorker']],
    [{}, { latitude: 51.06, longitude: 4.37, checkLocation: 'House' as const }, at, []],
    [{}, { authorizedExit: false }, at, ['exitNotAuthorized']],
    [{}, { authorizedExit: false, checkLocation: 'House' as const }, at, []],
  ])('for doctor %o and check %o', (doctorChange, missionChange, start, notes) => {
    const check = { ...mission, incapacityStartDate: MONDAY, ...missionChange };
    expect(appointmentNotes({ ...doctor, ...doctorChange }, check, start, 20, null)).toEqual(notes);
  });

  const duty = { availabilityDays: 3, availabilityFrom: '10:00', availabilityTo: '14:00' };
  const always = { ...doctor, availabilities: [1, 2, 3, 4].map((weekday) => ({ weekday, fromTime: '07:00', toTime: '20:00' })) };
  test.each([
    ['House', '2026-03-02', '10:00', false],
    ['House', '2026-03-02', '09:59', true],
    ['House', '2026-03-02', '13:40', false],
    ['House', '2026-03-02', '13:41', true],
    ['House', '2026-03-04', '09:00', true],
    // The fourth day of the absence: the duty is over.
    ['House', '2026-03-05', '09:00', false],
    // Not for a check at a practice or by video.
    ['Office', '2026-03-02', '09:00', false],
    ['Telecheck', '2026-03-02', '09:00', false],
  ] as const)('for a company whose workers must be at home from 10:00 to 14:00: %s on %s at %s', (checkLocation, day, time, outside) => {
    const check = { ...mission, checkLocation, incapacityStartDate: MONDAY };
    expect(appointmentNotes(always, check, instantAt(day, time), 20, duty)).toEqual(outside ? ['outsideWorkerAvailability'] : []);
    expect(appointmentNotes(always, check, instantAt(day, time), 20, null)).toEqual([]);
  });
});

test('a cancellation fee is based on the current appointment, unless its doctor dropped out or the employee is in hospital or back at work', () => {
  const appointmentStart = instantAt(MONDAY, '10:00');
  for (const status of CHECK_STATUSES) {
    for (const problemReason of status === 'ModificationProblem' ? PROBLEM_REASONS : [null]) {
      const stands =
        status === 'WaitingForCheck' ||
        (status === 'ModificationProblem' && !['DoctorUnavailable', 'WorkerResumed', 'Hospitalised'].includes(problemReason ?? ''));
      expect(chargeableAppointment({ status, problemReason, appointmentStart })).toBe(stands ? appointmentStart : null);
      expect(chargeableAppointment({ status, problemReason, appointmentStart: null })).toBeNull();
    }
  }
});
