import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doctorExclusion } from '../check/times/appointment.ts';
import { dayOf, instantAt, isoWeekday, timeOf } from '../clock.ts';
import { APPOINTMENT_MINUTES, REASONABLE_HOURS } from '../constants.ts';
import { bestChoice, type Candidate, freeSlots, type Placeable, RANKING, rankDoctors } from './ranking.ts';

const MONDAY = '2026-03-02';
const EARLY = instantAt(MONDAY, '00:00');
const check: Placeable = {
  checkLocation: 'Office',
  workerLanguage: 'FR',
  authorizedExit: true,
  latitude: 50.8467,
  longitude: 4.3525,
  incapacityStartDate: MONDAY,
  incapacityEndDate: '2026-03-13',
};
const doctor = (change: Partial<Candidate> & { readonly id: string }): Candidate => ({
  active: true,
  languages: ['FR'],
  locations: ['Office', 'House', 'Telecheck'],
  maxKm: 50,
  latitude: 50.8467,
  longitude: 4.3525,
  availabilities: [{ weekday: 1, fromTime: '09:00', toTime: '11:00' }],
  exceptions: [],
  appointments: [],
  ...change,
});
const mission = (time: string, minutes = 20) => {
  const start = instantAt(MONDAY, time);
  return { start, end: new Date(start.getTime() + minutes * 60_000) };
};
const times = (slots: readonly Date[]) => slots.map(timeOf);

describe('freeSlots', () => {
  test('are the weekly hours in steps of one appointment, without planned appointments', () => {
    expect(times(freeSlots(doctor({ id: 'a' }), MONDAY, EARLY))).toEqual(['09:00', '09:20', '09:40', '10:00', '10:20', '10:40']);
    expect(times(freeSlots(doctor({ id: 'a', appointments: [mission('09:30'), mission('10:20')] }), MONDAY, EARLY))).toEqual([
      '09:00',
      '10:00',
      '10:40',
    ]);
    expect(freeSlots(doctor({ id: 'a' }), '2026-03-03', EARLY)).toEqual([]);
  });

  test('begin at the given instant at the earliest', () => {
    expect(times(freeSlots(doctor({ id: 'a' }), MONDAY, instantAt(MONDAY, '10:00')))).toEqual(['10:00', '10:20', '10:40']);
    expect(times(freeSlots(doctor({ id: 'a' }), MONDAY, new Date(instantAt(MONDAY, '10:00').getTime() + 1)))).toEqual(['10:20', '10:40']);
    expect(freeSlots(doctor({ id: 'a' }), MONDAY, instantAt('2026-03-03', '00:00'))).toEqual([]);
  });

  test('are within reasonable hours, unique and in order', () => {
    const hours = [
      { weekday: 1, fromTime: '19:00', toTime: '22:00' },
      { weekday: 1, fromTime: '05:00', toTime: '07:40' },
      { weekday: 1, fromTime: '07:00', toTime: '07:40' },
    ];
    expect(times(freeSlots(doctor({ id: 'a', availabilities: hours }), MONDAY, EARLY))).toEqual([
      '07:00',
      '07:20',
      '19:00',
      '19:20',
      '19:40',
    ]);
  });

  const time = fc
    .integer({ min: 0, max: 287 })
    .map((step) => `${String(Math.floor(step / 12)).padStart(2, '0')}:${String((step % 12) * 5).padStart(2, '0')}`);
  const hours = fc.tuple(fc.integer({ min: 1, max: 7 }), time, time).map(([weekday, ...ends]) => {
    const [fromTime = '', toTime = ''] = ends.toSorted();
    return { weekday, fromTime, toTime };
  });
  const days = fc.constantFrom(MONDAY, '2026-03-29', '2026-06-27', '2026-10-25');

  test('never overlap appointments or each other, and are never outside the hours or in the past', () => {
    fc.assert(
      fc.property(
        fc.array(hours, { maxLength: 6 }),
        fc.array(fc.tuple(time, fc.integer({ min: 10, max: 120 })), { maxLength: 6 }),
        days,
        time,
        (availabilities, planned, day, nowTime) => {
          const now = instantAt(day, nowTime);
          const appointments = planned.map(([start, minutes]) => ({
            start: instantAt(day, start),
            end: new Date(instantAt(day, start).getTime() + minutes * 60_000),
          }));
          const slots = freeSlots({ availabilities, exceptions: [], appointments }, day, now);
          for (const [index, start] of slots.entries()) {
            const end = new Date(start.getTime() + APPOINTMENT_MINUTES.default * 60_000);
            expect(start.getTime()).toBeGreaterThanOrEqual(now.getTime());
            expect(dayOf(start)).toBe(day);
            expect(timeOf(start) >= REASONABLE_HOURS.from && timeOf(end) <= REASONABLE_HOURS.to).toBe(true);
            expect(
              availabilities.some(
                (stretch) => stretch.weekday === isoWeekday(day) && stretch.fromTime <= timeOf(start) && timeOf(end) <= stretch.toTime,
              ),
            ).toBe(true);
            expect(appointments.some((busy) => busy.start < end && start < busy.end)).toBe(false);
            if (index > 0) expect(start.getTime()).toBeGreaterThan((slots[index - 1] as Date).getTime());
          }
        },
      ),
    );
  });
});

describe('rankDoctors', () => {
  const ids = (candidates: readonly Candidate[], change: Partial<Placeable> = {}) =>
    rankDoctors({ ...check, ...change }, candidates, MONDAY, EARLY).map(({ id }) => id);

  test('ranks near doctors, those who speak the language and those with free appointments higher', () => {
    const near = doctor({ id: 'near' });
    const far = doctor({ id: 'far', latitude: 50.95 });
    const mute = doctor({ id: 'mute', languages: ['NL'] });
    const full = doctor({ id: 'full', availabilities: [] });
    const busy = doctor({ id: 'busy', appointments: [mission('09:00')] });
    expect(ids([full, mute, far, busy, near])).toEqual(['near', 'busy', 'far', 'mute', 'full']);
  });

  test('leaves out doctors who cannot have the check', () => {
    const unfit = [
      doctor({ id: 'inactive', active: false }),
      doctor({ id: 'elsewhere', locations: ['House'] }),
      doctor({ id: 'too far', latitude: 51.3 }),
    ];
    expect(ids([...unfit, doctor({ id: 'fit' })])).toEqual(['fit']);
  });

  test('gives the reasons', () => {
    const [best] = rankDoctors(check, [doctor({ id: 'a' })], MONDAY, EARLY);
    expect(best).toMatchObject({
      distanceKm: 0,
      travelMinutes: 0,
      speaksLanguage: true,
      offersLocation: true,
      missionsThatDay: 0,
      score: RANKING.check,
    });
    expect(best?.reasons).toEqual(['speaksLanguage', 'near', 'freeSlots', 'freeDay']);
    const busy = Array.from({ length: RANKING.busyMissions }, (_, index) => mission(`1${index}:00`));
    const [worst] = rankDoctors(
      { ...check, workerLanguage: 'DE' },
      [doctor({ id: 'b', latitude: 51.05, availabilities: [], appointments: busy })],
      MONDAY,
      EARLY,
    );
    expect(worst?.reasons).toEqual(['languageNotSpoken', 'noFreeSlot', 'busyDay']);
    const [remote] = rankDoctors({ ...check, checkLocation: 'Telecheck' }, [doctor({ id: 'c', latitude: 49.6 })], MONDAY, EARLY);
    expect(remote).toMatchObject({ distanceKm: null, travelMinutes: null, reasons: ['speaksLanguage', 'freeSlots', 'freeDay'] });
    const [unknown] = rankDoctors({ ...check, latitude: null, longitude: null }, [doctor({ id: 'd' })], MONDAY, EARLY);
    expect(unknown?.reasons).toContain('placeUnknown');
  });

  test('gives only reasons that distinguish the doctors, and all warnings', () => {
    const reasonsOf = (...candidates: Candidate[]) =>
      Object.fromEntries(rankDoctors(check, candidates, MONDAY, EARLY).map(({ id, reasons }) => [id, reasons]));
    expect(reasonsOf(doctor({ id: 'a' }), doctor({ id: 'b' }))).toEqual({ a: [], b: [] });
    const later = doctor({ id: 'b', latitude: 50.86, appointments: [mission('09:00')] });
    expect(reasonsOf(doctor({ id: 'a' }), later)).toEqual({ a: ['nearest', 'earliest', 'freeDay'], b: [] });
    // Two of three are free first, and one of three is far: neither tells those two apart.
    expect(reasonsOf(doctor({ id: 'a' }), doctor({ id: 'b' }), { ...later, id: 'c' })).toEqual({ a: ['freeDay'], b: ['freeDay'], c: [] });
    const mute = doctor({ id: 'b', languages: ['NL'], availabilities: [] });
    expect(reasonsOf(doctor({ id: 'a' }), mute)).toEqual({
      a: ['speaksLanguage', 'earliest', 'freeSlots'],
      b: ['languageNotSpoken', 'noFreeSlot'],
    });
  });

  test('proposes the best doctor of an optimised check, and the first appointment of an immediate one', () => {
    const near = doctor({ id: 'near', appointments: [mission('09:00')] });
    const far = doctor({ id: 'far', latitude: 50.95 });
    const full = doctor({ id: 'full', availabilities: [] });
    const ranked = rankDoctors(check, [far, full, near], MONDAY, EARLY);
    expect(bestChoice(ranked, true)).toEqual({ doctorId: 'near', start: instantAt(MONDAY, '09:20') });
    expect(bestChoice(ranked, false)).toEqual({ doctorId: 'far', start: instantAt(MONDAY, '09:00') });
    expect(bestChoice(rankDoctors(check, [near, doctor({ id: 'a' })], MONDAY, EARLY), false)?.doctorId).toBe('a');
    expect(bestChoice(rankDoctors(check, [full], MONDAY, EARLY), true)).toBeNull();
  });

  test('has no slots outside the incapacity', () => {
    const [only] = rankDoctors({ ...check, incapacityStartDate: '2026-03-03' }, [doctor({ id: 'a' })], MONDAY, EARLY);
    expect(only?.freeSlots).toEqual([]);
    expect(only?.reasons).toContain('noFreeSlot');
  });

  const candidate = fc.record({
    id: fc.uuid(),
    active: fc.boolean(),
    languages: fc.subarray(['FR', 'NL', 'EN', 'DE'] as const, { minLength: 1 }),
    locations: fc.subarray(['Office', 'House', 'Telecheck'] as const, { minLength: 1 }),
    maxKm: fc.integer({ min: 1, max: 200 }),
    latitude: fc.double({ min: 49.5, max: 51.5, noNaN: true }),
    longitude: fc.double({ min: 2.5, max: 6.4, noNaN: true }),
    availabilities: fc.constantFrom([], [{ weekday: 1, fromTime: '09:00', toTime: '11:00' }]),
    exceptions: fc.constant([]),
    appointments: fc.constantFrom([], [mission('09:00')]),
  });

  test('returns exactly the suitable doctors, best first, independent of the order of the input', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(candidate, { selector: ({ id }) => id, maxLength: 20 }),
        fc.constantFrom('Office', 'House', 'Telecheck'),
        (candidates, checkLocation) => {
          const wanted = { ...check, checkLocation } as Placeable;
          const ranked = rankDoctors(wanted, candidates, MONDAY, EARLY);
          expect(new Set(ranked.map(({ id }) => id))).toEqual(
            new Set(candidates.filter((one) => doctorExclusion(one, wanted) === null).map(({ id }) => id)),
          );
          expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).toSorted((a, b) => b - a));
          expect(rankDoctors(wanted, candidates.toReversed(), MONDAY, EARLY)).toEqual(ranked);
        },
      ),
    );
  });
});
