import { addDays, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { DoctorInput } from '@checkwell/domain/people/doctor';
import { DOCTOR_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { Actor } from '@checkwell/domain/policy';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../platform/geo/embedded-geocoder.ts';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { doctorInput } from '../../test/doctors.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { testApp } from '../../test/servers/identity-app.ts';
import { createDoctorService, type Doctor } from './doctors.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await testApp(database);
const { clock, identity } = app;
const doctors = createDoctorService({ db, clock, geocoder: createEmbeddedGeocoder(), identity });
afterAll(() => app.close());

/** Empties what `truncate … cascade` would, without what that costs: every connection would read again all about these tables, and plan anew. */
const EMPTY = `do $$ declare reached regclass; begin
  set local session_replication_role = replica;
  for reached in with recursive r (oid) as (
    select unnest(array['checks', 'medical_notes', 'doctors']::regclass[])
    union select c.conrelid from pg_constraint c join r on c.confrelid = r.oid where c.contype = 'f')
    select oid::regclass from r
  loop execute format('delete from %s', reached); end loop;
end $$`;

let fixtures: Fixtures;
beforeEach(async () => {
  await owner(EMPTY);
  fixtures = await createFixtures(db, clock);
});

const issuesOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.issues : error),
  );
const idsOf = async (actor: Actor, filter: object = {}): Promise<string[]> =>
  (await doctors.list(actor, { filter, first: 100 })).nodes.map(({ id }) => id).sort();
const sorted = (ids: readonly string[]): string[] => [...ids].sort();
/** What a form sends back that changed nothing. */
const formOf = async (actor: Actor, id: string): Promise<DoctorInput> => {
  const { firstName, lastName, email, phoneNumber, languages, inamiNumber, practiceAddress, locations, maxKm, active, availabilities } =
    await doctors.get(actor, id);
  return {
    firstName,
    lastName,
    email,
    phoneNumber,
    languages,
    inamiNumber,
    practiceAddress,
    locations: locations as DoctorInput['locations'],
    maxKm,
    active,
    availabilities: [...availabilities],
  };
};

describe('who sees doctors', () => {
  it('is the provider, and each doctor oneself', async () => {
    const { actors } = fixtures;
    const { brussels, antwerp, retired } = fixtures.doctors;
    expect(await idsOf(actors.planner)).toEqual(sorted([brussels, antwerp, retired]));
    expect(await idsOf(actors.doctor)).toEqual([brussels]);
    expect((await doctors.get(actors.doctor, brussels)).id).toBe(brussels);
    expect(await codeOf(doctors.get(actors.doctor, antwerp))).toBe('entity.notFound');
    expect(await codeOf(doctors.get(actors.planner, newId()))).toBe('entity.notFound');
    expect(await codeOf(doctors.get(actors.planner, 'nonsense'))).toBe('entity.notFound');
    expect([...(await doctors.findMany(actors.doctor, [brussels, antwerp])).keys()]).toEqual([brussels]);
    expect([...(await doctors.findMany(actors.planner, [brussels, antwerp, newId(), 'x'])).keys()].sort()).toEqual(
      sorted([brussels, antwerp]),
    );
  });

  it('is no employer', async () => {
    const { actors } = fixtures;
    for (const actor of [actors.adminA, actors.basicA]) {
      for (const work of [
        () => doctors.list(actor, {}),
        () => doctors.get(actor, fixtures.doctors.brussels),
        () => doctors.findMany(actor, []),
        () => doctors.create(actor, doctorInput()),
      ]) {
        expect(await codeOf(work())).toBe('access.forbidden');
      }
    }
    expect(await codeOf(doctors.list(actors.anonymous, {}))).toBe('access.unauthenticated');
  });

  it('narrows, searches and walks pages', async () => {
    const { actors } = fixtures;
    const { brussels, antwerp, retired } = fixtures.doctors;
    expect(await idsOf(actors.planner, { language: 'EN' })).toEqual([brussels]);
    expect(await idsOf(actors.planner, { location: 'House' })).toEqual(sorted([brussels, retired]));
    expect(await idsOf(actors.planner, { location: 'House', active: true })).toEqual([brussels]);
    expect(await idsOf(actors.planner, { active: false })).toEqual([retired]);
    expect(await idsOf(actors.planner, { search: 'meir antwerpen' })).toEqual([antwerp]);
    expect(await idsOf(actors.planner, { search: 'antwerpn' })).toEqual([antwerp]);
    const made = await doctors.create(actors.planner, doctorInput());
    expect(await idsOf(actors.planner, { search: 'LEA vandevelde' })).toEqual([made.id]);
    expect(await idsOf(actors.planner, { search: made.inamiNumber })).toEqual([made.id]);
    const walked: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof doctors.list>> = await doctors.list(actors.planner, { first: 1, after });
      expect(page).toMatchObject({ totalCount: 4, totalCountCapped: false });
      walked.push(...page.nodes.map(({ id }) => id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(sorted(walked)).toEqual(await idsOf(actors.planner));
    expect(await codeOf(doctors.list(actors.planner, { filter: { location: 'Unknown' } }))).toBe('request.invalid');
  });

  it.each(DOCTOR_SORT_FIELDS)('is sorted by %s, both ways, across pages', async (field) => {
    const { actors } = fixtures;
    const { brussels, antwerp } = fixtures.doctors;
    for (const [doctorId, time] of [
      [brussels, '10:00'],
      [brussels, '11:00'],
      [antwerp, '10:00'],
    ] as const) {
      const appointmentStart = instantAt(addDays(clock.today(), 1), time);
      const appointmentEnd = new Date(appointmentStart.getTime() + 20 * 60_000);
      await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck', doctorId, appointmentStart, appointmentEnd });
    }
    await doctors.create(actors.planner, doctorInput({ maxKm: 5 }));
    const walk = async (direction: 'asc' | 'desc') => {
      const walked: Doctor[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof doctors.list>> = await doctors.list(actors.planner, {
          sort: { field, direction },
          first: 2,
          after,
        });
        walked.push(...page.nodes);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      return walked;
    };
    const rising = await walk('asc');
    expect(new Set(rising.map(({ id }) => id)).size).toBe(4);
    expect((await walk('desc')).map(({ id }) => id)).toEqual(rising.map(({ id }) => id).toReversed());
    if (field === 'lastName') {
      const names = rising.map(({ lastName, firstName }) => `${lastName} ${firstName}`.toLowerCase());
      expect(names).toEqual(names.toSorted());
    } else {
      const values = rising.map((doctor) => doctor[field]);
      expect(values).toEqual(values.toSorted((one, other) => one - other));
      if (field === 'openMissions') expect(values).toEqual([0, 0, 1, 2]);
      else expect(values[0]).toBe(5);
    }
  });

  it('shows how many checks wait for the doctor', async () => {
    const { actors } = fixtures;
    const { brussels, antwerp } = fixtures.doctors;
    await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck', doctorId: brussels });
    await insertCheck(db, fixtures, clock, { status: 'Archived', doctorId: brussels });
    const found = await doctors.findMany(actors.planner, [brussels, antwerp]);
    expect([found.get(brussels)?.openMissions, found.get(antwerp)?.openMissions]).toEqual([1, 0]);
    expect((await doctors.get(actors.doctor, brussels)).openMissions).toBe(1);
  });
});

describe('the planner', () => {
  it('adds doctors, located and with their hours in order', async () => {
    const made = await doctors.create(fixtures.actors.planner, doctorInput());
    expect(made).toMatchObject({
      doctorFullName: 'Léa Vandevelde',
      phoneNumber: '+32470123456',
      languages: ['FR', 'DE'],
      locations: ['Office', 'Telecheck'],
      availabilities: [
        { weekday: 1, fromTime: '08:00', toTime: '12:00' },
        { weekday: 3, fromTime: '14:00', toTime: '18:30' },
      ],
      openMissions: 0,
      version: 1,
    });
    const [place] = await owner<{ longitude: number; geoPrecision: string }>('select * from doctors where id = $1', [made.id]);
    expect(place).toMatchObject({ longitude: expect.closeTo(6.04, 1), geoPrecision: 'locality' });
  });

  it('is told what is taken or not found', async () => {
    const { actors } = fixtures;
    const made = await doctors.create(actors.planner, doctorInput());
    expect(await issuesOf(doctors.create(actors.planner, doctorInput({ email: made.email })))).toEqual([
      { path: 'email', message: 'emailTaken' },
    ]);
    expect(await issuesOf(doctors.create(actors.planner, doctorInput({ inamiNumber: made.inamiNumber })))).toEqual([
      { path: 'inamiNumber', message: 'inamiTaken' },
    ]);
    expect(await issuesOf(doctors.create(actors.planner, doctorInput({ practiceAddress: 'Somewhere 1' })))).toEqual([
      { path: 'practiceAddress', message: 'addressNotFound' },
    ]);
    expect(await issuesOf(doctors.create(actors.planner, { ...doctorInput(), latitude: 50 }))).toEqual([
      { path: 'latitude', message: 'unknownField' },
    ]);
  });

  it('changes everything, for the version that was seen', async () => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    const changed = doctorInput({ active: false, availabilities: [] });
    const after = await doctors.update(actors.planner, brussels, 1, changed);
    expect(after).toMatchObject({ ...changed, phoneNumber: '+32470123456', version: 2 });
    const [place] = await owner<{ latitude: number }>('select latitude from doctors where id = $1', [brussels]);
    expect(place?.latitude).toBeCloseTo(50.63, 1);
    expect(await codeOf(doctors.update(actors.planner, brussels, 1, changed))).toBe('entity.changedMeanwhile');
    expect(await codeOf(doctors.update(actors.planner, newId(), 1, changed))).toBe('entity.notFound');
  });

  it('keeps a more exact place when the address stays', async () => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    await owner('update doctors set latitude = 50.8501, "geoPrecision" = $2 where id = $1', [brussels, 'street']);
    const after = await doctors.update(actors.planner, brussels, 1, { ...(await formOf(actors.planner, brussels)), maxKm: 40 });
    expect(after.maxKm).toBe(40);
    const [place] = await owner('select latitude, "geoPrecision" from doctors where id = $1', [brussels]);
    expect(place).toEqual({ latitude: 50.8501, geoPrecision: 'street' });
  });
});

describe('a doctor', () => {
  it('changes the own hours', async () => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    const availabilities = [{ weekday: 6, fromTime: '09:00', toTime: '13:00' }];
    const after = await doctors.update(actors.doctor, brussels, 1, { ...(await formOf(actors.doctor, brussels)), availabilities });
    expect(after).toMatchObject({ availabilities, version: 2 });
    expect((await doctors.get(actors.planner, fixtures.doctors.antwerp)).availabilities).toHaveLength(2);
  });

  it('keeps a licence of before check digits were asked for, and takes no other wrong one', async () => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    const form = await formOf(actors.doctor, brussels);
    await owner('update doctors set "inamiNumber" = $2 where id = $1', [brussels, '11234567004']);
    const { version } = await doctors.get(actors.planner, brussels);
    const old = await formOf(actors.doctor, brussels);
    const after = await doctors.update(actors.doctor, brussels, version, { ...old, availabilities: old.availabilities.slice(1) });
    expect(after.inamiNumber).toBe('11234567004');
    const wrong = doctors.update(actors.planner, brussels, after.version, { ...old, inamiNumber: '11234566004' });
    expect(await issuesOf(wrong)).toEqual([{ path: 'inamiNumber', message: 'inamiFormat' }]);
    expect(await issuesOf(doctors.create(actors.planner, doctorInput({ inamiNumber: '11234566004' })))).toEqual([
      { path: 'inamiNumber', message: 'inamiFormat' },
    ]);
    const { version: last } = await doctors.get(actors.planner, brussels);
    expect(await doctors.update(actors.planner, brussels, last, form)).toMatchObject({ inamiNumber: form.inamiNumber });
  });

  it.each<[string, Partial<DoctorInput>]>([
    ['inamiNumber', { inamiNumber: '99999999999' }],
    ['active', { active: false }],
    ['languages', { languages: ['FR', 'NL', 'EN', 'DE'] }],
    ['practiceAddress', { practiceAddress: 'Meir 1, 2000 Antwerpen' }],
    ['email', { email: 'other@practice.example.be' }],
  ])('does not change %s', async (path, change) => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    const form = await formOf(actors.doctor, brussels);
    const work = doctors.update(actors.doctor, brussels, 1, { ...form, ...change });
    await expect(work).rejects.toMatchObject({ code: 'access.forbidden', issues: [{ path, message: 'invalidChoice' }] });
    expect(await formOf(actors.planner, brussels)).toEqual(form);
  });

  it('changes nobody else and adds nobody', async () => {
    const { actors } = fixtures;
    expect(await codeOf(doctors.update(actors.doctor, fixtures.doctors.antwerp, 1, doctorInput()))).toBe('entity.notFound');
    expect(await codeOf(doctors.create(actors.doctor, doctorInput()))).toBe('access.forbidden');
  });
});

describe('two saves at once', () => {
  // Lets both read before either writes.
  const lock = { sql: 'lock table doctors in exclusive mode' };

  inBothOrders('a doctor who guesses the next version undoes no limit of the planner', database, async (race) => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    const form = await formOf(actors.doctor, brussels);
    const [byPlanner, byDoctor] = await race(
      lock,
      () => doctors.update(actors.planner, brussels, 1, { ...form, maxKm: 5 }),
      () => doctors.update(actors.doctor, brussels, 2, form),
    );
    expect(byPlanner.status).toBe('fulfilled');
    expect(byDoctor).toMatchObject({ reason: { code: expect.stringMatching(/access.forbidden|entity.changedMeanwhile/) } });
    expect(await doctors.get(actors.planner, brussels)).toMatchObject({ maxKm: 5, version: 2 });
  });

  inBothOrders('a doctor who is being deactivated does not activate himself', database, async (race) => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    const form = await formOf(actors.doctor, brussels);
    const [byPlanner] = await race(
      lock,
      () => doctors.update(actors.planner, brussels, 1, { ...form, active: false }),
      () => doctors.update(actors.doctor, brussels, 2, form),
    );
    expect(byPlanner.status).toBe('fulfilled');
    expect(await doctors.get(actors.planner, brussels)).toMatchObject({ active: false, version: 2 });
  });

  inBothOrders('the practice is where its address says, also for who guesses the next version', database, async (race) => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    const form = await formOf(actors.planner, brussels);
    const whereIs = async () =>
      (await owner('select "practiceAddress", latitude, longitude from doctors where id = $1', [brussels]))[0] as {
        readonly practiceAddress: string;
      };
    const moved = { ...form, practiceAddress: 'Meir 1, 2000 Antwerpen' };
    await race(
      lock,
      () => doctors.update(actors.planner, brussels, 1, moved),
      () => doctors.update(actors.planner, brussels, 2, form),
    );
    const after = await whereIs();
    // The same address, entered once more by somebody who is in nobody’s way.
    const { version } = await doctors.get(actors.planner, brussels);
    const elsewhere = await doctors.update(actors.planner, brussels, version, {
      ...form,
      practiceAddress: 'Aachener Straße 3, 4700 Eupen',
    });
    await doctors.update(actors.planner, brussels, elsewhere.version, { ...form, practiceAddress: after.practiceAddress });
    expect(await whereIs()).toEqual(after);
  });

  inBothOrders('the hours of one save stay together', database, async (race) => {
    const { actors } = fixtures;
    const { brussels } = fixtures.doctors;
    const form = await formOf(actors.doctor, brussels);
    const hours = (weekday: number) => [{ weekday, fromTime: '08:00', toTime: '09:00' }];
    const ends = await race(
      lock,
      () => doctors.update(actors.doctor, brussels, 1, { ...form, availabilities: hours(1) }),
      () => doctors.update(actors.planner, brussels, 1, { ...form, availabilities: hours(2) }),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'entity.changedMeanwhile' } });
    expect((await doctors.get(actors.planner, brussels)).availabilities).toHaveLength(1);
  });
});
