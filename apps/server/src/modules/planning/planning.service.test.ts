import { addDays, instantAt, timeOf } from '@checkwell/domain/clock';
import { rankDoctors } from '@checkwell/domain/planning/ranking';
import { reachOf } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf, fieldErrorsOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { findPlaceable } from './planning.repository.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { planning } = checkServices(db, clock);

let fixtures: Fixtures;
let tomorrow: string;
beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
  await owner('delete from doctor_availabilities');
  await owner('update doctors set active = false');
  fixtures = await createFixtures(db, clock);
  tomorrow = addDays(clock.today(), 1);
});
const inAntwerp = { latitude: 51.2, longitude: 4.4 };
const ids = async (checkId: string, day: string) => (await planning.candidates(fixtures.actors.planner, checkId, day)).map(({ id }) => id);

describe('moments', () => {
  const PERIOD = { incapacityStartDate: '2026-03-02', incapacityEndDate: '2026-03-13' } as const;

  test('are the days of the period from today, with the doctors who are free, and the one that is proposed', async () => {
    clock.set('2026-03-04T09:05:00+01:00');
    const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning', checkTiming: 'Immediate', ...PERIOD });
    await insertCheck(db, fixtures, clock, {
      status: 'WaitingForCheck',
      employeeId: fixtures.a.employees[1],
      appointmentStart: instantAt('2026-03-05', '08:00'),
      appointmentEnd: instantAt('2026-03-05', '18:00'),
    });
    const { days, proposed, reason } = await planning.moments(fixtures.actors.planner, id);
    expect(days.map(({ day, doctors }) => [day, doctors])).toEqual([
      ['2026-03-04', 1],
      ['2026-03-05', 0],
      ['2026-03-06', 1],
      ['2026-03-07', 0],
      ['2026-03-08', 0],
      ['2026-03-09', 1],
      ['2026-03-10', 1],
      ['2026-03-11', 1],
      ['2026-03-12', 1],
      ['2026-03-13', 1],
    ]);
    // Who has to come to the doctor is told two hours before, at the latest.
    expect({ proposed, reason }).toEqual({ proposed: instantAt('2026-03-04', '11:20'), reason: 'firstFree' });
    const candidates = await planning.candidates(fixtures.actors.planner, id, '2026-03-04');
    expect(candidates[0]?.freeSlots[0]).toEqual(proposed);
  });

  test('of a home visit, which is not announced, begin with the next appointment', async () => {
    clock.set('2026-03-04T09:05:00+01:00');
    const { id } = await insertCheck(db, fixtures, clock, {
      status: 'Planning',
      checkTiming: 'Immediate',
      checkLocation: 'House',
      ...PERIOD,
    });
    expect((await planning.moments(fixtures.actors.planner, id)).proposed).toEqual(instantAt('2026-03-04', '09:20'));
  });

  test('are later for an optimised check, and none once the period is over', async () => {
    const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning', checkTiming: 'Optimized', ...PERIOD });
    const { days, proposed, reason } = await planning.moments(fixtures.actors.planner, id);
    expect(reason).toBe('mostSuitable');
    const best = days.reduce((top, day) => (day.expected > top.expected ? day : top));
    expect(proposed).toEqual(best.firstSlot);
    expect(best.day > addDays(PERIOD.incapacityStartDate, 2) && best.day <= addDays(PERIOD.incapacityEndDate, -2)).toBe(true);
    clock.set('2026-03-16T09:00:00+01:00');
    expect(await planning.moments(fixtures.actors.planner, id)).toEqual({
      days: [],
      earliest: null,
      proposed: null,
      proposedDoctorId: null,
      reason: null,
      doctors: 0,
    });
  });

  test.each([
    ['Optimized', 'antwerp', '09:00'],
    ['Immediate', 'brussels', '08:00'],
  ] as const)(
    'of an %s check propose the appointment of the doctor who is the best choice: %s at %s',
    async (checkTiming, doctor, time) => {
      const wednesday = '2026-03-04';
      const { id } = await insertCheck(db, fixtures, clock, {
        status: 'Planning',
        checkTiming,
        workerLanguage: 'NL',
        latitude: 51.03,
        longitude: 4.48,
        incapacityStartDate: wednesday,
        incapacityEndDate: wednesday,
      });
      const { proposed, proposedDoctorId } = await planning.moments(fixtures.actors.planner, id);
      expect([proposed, proposedDoctorId]).toEqual([instantAt(wednesday, time), fixtures.doctors[doctor]]);
      const candidates = await planning.candidates(fixtures.actors.planner, id, wednesday);
      // The nearer one, who speaks the language, is free later.
      expect(candidates.map((one) => one.id)).toEqual([fixtures.doctors.antwerp, fixtures.doctors.brussels]);
      expect(candidates.filter(({ isBest }) => isBest).map(({ id: doctorId, freeSlots }) => [doctorId, freeSlots[0]])).toEqual([
        [proposedDoctorId, proposed],
      ]);
    },
  );

  test('are for planners', async () => {
    const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning' });
    expect(await codeOf(planning.moments(fixtures.actors.adminA, id))).toBe('access.forbidden');
    expect(await codeOf(planning.moments(fixtures.actors.planner, newId()))).toBe('entity.notFound');
    expect(await codeOf(planning.moments(fixtures.actors.planner, 'nonsense'))).toBe('entity.notFound');
  });
});

describe('candidates', () => {
  test('are the doctors who can have the check, with their free time of the day', async () => {
    const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning' });
    await insertCheck(db, fixtures, clock, {
      status: 'WaitingForCheck',
      appointmentStart: instantAt(tomorrow, '08:20'),
      appointmentEnd: instantAt(tomorrow, '09:00'),
    });
    const [best, ...others] = await planning.candidates(fixtures.actors.planner, id, tomorrow);
    expect(others).toEqual([]);
    expect(best).toMatchObject({
      id: fixtures.doctors.brussels,
      distanceKm: 0,
      speaksLanguage: true,
      offersLocation: true,
      missionsThatDay: 1,
      reasons: ['speaksLanguage', 'near', 'freeSlots'],
    });
    expect(best?.freeSlots.map(timeOf).slice(0, 4)).toEqual(['08:00', '09:00', '09:20', '09:40']);
    expect(best?.freeSlots.map(timeOf).at(-1)).toBe('17:40');
  });

  test('depend on the place, the location and who works for us', async () => {
    const { brussels, antwerp } = fixtures.doctors;
    const check = async (values: Parameters<typeof insertCheck>[3]) =>
      (await insertCheck(db, fixtures, clock, { status: 'Planning', ...values })).id;
    const wednesday = '2026-03-04';
    expect(await ids(await check({ ...inAntwerp, workerLanguage: 'NL' }), wednesday)).toEqual([antwerp]);
    expect(await ids(await check({ latitude: 51.03, longitude: 4.48, workerLanguage: 'NL' }), wednesday)).toEqual([antwerp, brussels]);
    expect(await ids(await check({ checkLocation: 'House', ...inAntwerp }), wednesday)).toEqual([]);
    expect(await ids(await check({ checkLocation: 'Telecheck', ...inAntwerp }), wednesday)).toEqual([brussels]);
    const nowhere = await check({ latitude: null, longitude: null, geoPrecision: null });
    expect(new Set(await ids(nowhere, wednesday))).toEqual(new Set([brussels, antwerp]));
    expect((await planning.candidates(fixtures.actors.planner, nowhere, wednesday)).map(({ distanceKm }) => distanceKm)).toEqual([
      null,
      null,
    ]);
  });

  test('are ranked as the domain ranks, however many there are', async () => {
    const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning' });
    const doctors = Array.from({ length: 40 }, (_, index) => ({
      id: newId(),
      index,
      latitude: 50.7 + (index % 10) * 0.03,
      longitude: 4.2 + (index % 7) * 0.05,
      languages: index % 3 === 0 ? ['NL'] : ['FR'],
    }));
    for (const { id: doctorId, index, latitude, longitude, languages } of doctors) {
      await owner(
        `insert into doctors (id, "firstName", "lastName", email, "phoneNumber", languages, "inamiNumber", "practiceAddress", latitude, longitude, "geoPrecision", locations, "maxKm")
         values ($1, 'D', $2::text, $3, '', $4::worker_language[], $5, 'x', $6, $7, 'postcode', '{Office,House}', 30)`,
        [doctorId, String(index), `${doctorId}@example.be`, languages, String(20_000_000_000 + index), latitude, longitude],
      );
      await owner('insert into doctor_availabilities values ($1, 2, $2, $3)', [doctorId, '09:00', index % 4 === 0 ? '09:10' : '12:00']);
    }
    const ranked = await planning.candidates(fixtures.actors.planner, id, tomorrow);
    expect(ranked).toHaveLength(30);
    const facts = await Promise.all(
      [...doctors.map((doctor) => doctor.id), fixtures.doctors.brussels].map(async (doctorId) => {
        const doctor = await db.as(fixtures.actors.planner, (tx) => planning.lockDoctor(tx, doctorId));
        // The rule's own type names fewer columns than these rows have.
        return { ...doctor, appointments: [] } as never;
      }),
    );
    const check = await db.as(fixtures.actors.planner, (tx) => findPlaceable(tx, reachOf(fixtures.actors.planner, 'check.plan'), id), {
      readonly: true,
    });
    if (!check) throw new Error('The check is not there.');
    const wanted = rankDoctors(check, facts, tomorrow, clock.now()).slice(0, 30);
    expect(ranked).toEqual(wanted.map((doctor, index) => ({ ...doctor, isBest: index === 0 })));
  });

  test('are for planners: nobody else, and for no check that is not there', async () => {
    const { id } = await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck' });
    const { planner, doctor, adminA, anonymous } = fixtures.actors;
    for (const actor of [doctor, adminA]) expect(await codeOf(planning.candidates(actor, id, tomorrow))).toBe('access.forbidden');
    expect(await codeOf(planning.candidates(anonymous, id, tomorrow))).toBe('access.unauthenticated');
    for (const unknown of [newId(), 'no id']) expect(await codeOf(planning.candidates(planner, unknown, tomorrow))).toBe('entity.notFound');
    expect(await fieldErrorsOf(planning.candidates(planner, id, '2026-02-30'))).toEqual(['day: dateInvalid']);
  });
});

test('what an appointment needs to know of a doctor comes with the weekly hours', async () => {
  const read = (id: string) => db.as(fixtures.actors.planner, (tx) => planning.lockDoctor(tx, id));
  expect(await read(fixtures.doctors.antwerp)).toMatchObject({
    active: true,
    languages: ['NL'],
    locations: ['Office'],
    availabilities: [
      { weekday: 1, fromTime: '09:00', toTime: '12:00' },
      { weekday: 3, fromTime: '09:00', toTime: '12:00' },
    ],
  });
  expect(await read(fixtures.doctors.retired)).toMatchObject({ active: false, availabilities: [] });
  expect(await read(newId())).toBeUndefined();
});
