import { addDays, instantAt } from '@checkwell/domain/clock';
import { roadKm, travelMinutes } from '@checkwell/domain/planning/geo';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock } = app;
clock.set('2026-03-02T09:00:00+01:00');
const { dayRoute } = app.services;
const fixtures = await createFixtures(db, clock);
const { adminA, basicA, doctor, planner } = fixtures.actors;
const ownDoctor = doctor.kind === 'doctor' ? doctor.doctorId : '';
const otherDoctor = Object.values(fixtures.doctors).find((id) => id !== ownDoctor) ?? '';
const LEUVEN = { latitude: 50.8798, longitude: 4.7005 };
const MECHELEN = { latitude: 51.0259, longitude: 4.4776 };
const TOMORROW = addDays(clock.today(), 1);

/** A visit of the doctor tomorrow. */
async function visit(time: string, place: typeof LEUVEN, values: Parameters<typeof insertCheck>[3] = {}) {
  const appointmentStart = instantAt(TOMORROW, time);
  const { id } = await insertCheck(db, fixtures, clock, {
    status: 'WaitingForCheck',
    doctorId: ownDoctor,
    checkLocation: 'House',
    employeeTold: null,
    ...place,
    geoPrecision: 'locality',
    appointmentStart,
    appointmentEnd: new Date(appointmentStart.getTime() + 20 * 60_000),
    ...values,
  });
  return { id, appointmentStart };
}
const way = (from: string, a: typeof LEUVEN, b: typeof LEUVEN) => ({ from, km: roadKm(a, b), minutes: travelMinutes(roadKm(a, b)) });

beforeEach(async () => {
  await owner('delete from checks');
});

test('a doctor is told the way to each visit, from the practice and from the visit before; nobody else is', async () => {
  const [practice] = await owner<typeof LEUVEN>('select latitude, longitude from doctors where id = $1', [ownDoctor]);
  const [first, second] = [await visit('09:00', LEUVEN), await visit('11:00', MECHELEN)];
  await visit('10:00', LEUVEN, { doctorId: otherDoctor });
  if (!practice) throw new Error('The doctor has no practice.');

  // Also of a page of the list that has only the second of them.
  expect((await dayRoute.ways(doctor, [second])).get(second.id)).toEqual(way('StopBefore', LEUVEN, MECHELEN));
  expect(Object.fromEntries(await dayRoute.ways(doctor, [first, second]))).toEqual({
    [first.id]: way('Practice', practice, LEUVEN),
    [second.id]: way('StopBefore', LEUVEN, MECHELEN),
  });
  for (const actor of [adminA, basicA, planner]) expect(await dayRoute.ways(actor, [first, second])).toEqual(new Map());
  expect(await dayRoute.ways(doctor, [])).toEqual(new Map());
});

test('the way goes on from a visit that has taken place, and not from one that fell through', async () => {
  const end = { status: 'Archived', archivedAt: clock.now() } as const;
  await visit('09:00', LEUVEN, { ...end, checkOccurence: 'NoShow' });
  await visit('10:00', MECHELEN, { ...end, checkOccurence: 'NonOperable', nonOperableReason: 'WorkerAbroad' });
  const last = await visit('11:00', MECHELEN);
  expect((await dayRoute.ways(doctor, [last])).get(last.id)).toEqual(way('StopBefore', LEUVEN, MECHELEN));
});
