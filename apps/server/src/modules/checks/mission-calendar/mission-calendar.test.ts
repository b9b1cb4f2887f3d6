import { addDays, instantAt } from '@checkwell/domain/clock';
import { CALENDAR_PATH } from '@checkwell/domain/people/mission-calendar';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../../test/checks.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock } = app;
clock.set('2026-03-02T09:00:00+01:00');
const { missionCalendar } = app.services;
const fixtures = await createFixtures(db, clock);
const { adminA, basicA, doctor, planner } = fixtures.actors;
const ownDoctor = doctor.kind === 'doctor' ? doctor.doctorId : '';
const otherDoctor = Object.values(fixtures.doctors).find((id) => id !== ownDoctor) ?? '';

const mission = (values: Parameters<typeof insertCheck>[3] = {}) =>
  insertCheck(db, fixtures, clock, {
    status: 'WaitingForCheck',
    doctorId: ownDoctor,
    checkLocation: 'House',
    employeeTold: null,
    workerFirstName: 'Jan',
    workerLastName: 'Peeters',
    workerAddress: 'Nieuwstraat 5, 1000 Brussel',
    appointmentStart: instantAt(addDays(clock.today(), 1), '10:00'),
    appointmentEnd: instantAt(addDays(clock.today(), 1), '10:20'),
    ...values,
  });
const pathOf = (address: string) => new URL(address).pathname;
const get = (path: string) => app.http.inject({ method: 'GET', url: path });
/** Long lines go on behind a line break and a space (RFC 5545, 3.1). */
async function feedOf(address: string): Promise<string> {
  const answer = await get(pathOf(address));
  expect(answer.statusCode).toBe(200);
  return answer.body.replaceAll('\r\n ', '');
}

beforeEach(async () => {
  await owner('delete from checks');
  await owner('delete from doctor_calendars');
  await owner('delete from auth.throttles');
});

describe('a calendar', () => {
  test('has the missions that wait for the doctor, and no others', async () => {
    const own = await mission();
    const others = [
      await mission({ doctorId: otherDoctor }),
      await mission({ status: 'Planning', doctorId: null, appointmentStart: null, appointmentEnd: null }),
    ];
    const { address } = await missionCalendar.renew(doctor);
    const answer = await get(pathOf(address));
    expect(answer.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' });
    const feed = await feedOf(address);
    expect(feed).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(feed).toContain(`UID:${own.id}@`);
    expect(feed).toContain('DTSTART:20260303T090000Z\r\nDTEND:20260303T092000Z\r\n');
    expect(feed).toContain(`/missions/${own.id}`);
    for (const { id } of others) expect(feed).not.toContain(id);
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });

  test('names nobody: of a home visit it has the municipality, of the others no place at all', async () => {
    await mission({ workerPhoneNumber: '+3221234567', doctorComment: 'Rings twice' });
    await mission({
      checkLocation: 'Office',
      workerAddress: 'Meir 1, 2000 Antwerpen',
      employeeTold: 'Waiting',
      appointmentStart: instantAt(addDays(clock.today(), 1), '14:00'),
      appointmentEnd: instantAt(addDays(clock.today(), 1), '14:20'),
    });
    const { address } = await missionCalendar.renew(doctor);
    const feed = await feedOf(address);
    expect(feed).toContain('LOCATION:1000 Brussel');
    for (const secret of ['Peeters', 'Jan', 'Nieuwstraat', 'Meir', '21234567', 'Rings', 'SELL']) expect(feed).not.toContain(secret);
  });

  test('says that a mission has moved, and has none any more that is over', async () => {
    const { id } = await mission();
    const { address } = await missionCalendar.renew(doctor);
    const sequenceOf = (feed: string) => Number(/SEQUENCE:(\d+)/.exec(feed)?.[1]);
    const before = sequenceOf(await feedOf(address));
    await owner(
      `update checks set version = version + 1, "appointmentStart" = "appointmentStart" + interval '1 hour', "appointmentEnd" = "appointmentEnd" + interval '1 hour' where id = $1`,
      [id],
    );
    const moved = await feedOf(address);
    expect(moved).toContain('DTSTART:20260303T100000Z');
    expect(sequenceOf(moved)).toBeGreaterThan(before);
    await owner('delete from checks where id = $1', [id]);
    expect(await feedOf(address)).not.toContain('BEGIN:VEVENT');
  });
});

describe('its address', () => {
  test('is the same until another one is made, which ends it', async () => {
    expect(await missionCalendar.get(doctor)).toBeNull();
    const first = await missionCalendar.renew(doctor);
    expect(await missionCalendar.get(doctor)).toEqual(first);
    const second = await missionCalendar.renew(doctor);
    expect(second.address).not.toBe(first.address);
    expect((await get(pathOf(first.address))).statusCode).toBe(404);
    expect((await get(pathOf(second.address))).statusCode).toBe(200);
    await missionCalendar.remove(doctor);
    await missionCalendar.remove(doctor);
    expect(await missionCalendar.get(doctor)).toBeNull();
    expect((await get(pathOf(second.address))).statusCode).toBe(404);
  });

  test('is one, however often it is asked for at the same moment', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => missionCalendar.renew(doctor)));
    const statuses = await Promise.all(made.map(async ({ address }) => (await get(pathOf(address))).statusCode));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
    expect(made.map(({ address }) => address)).toContain((await missionCalendar.get(doctor))?.address);
  });

  inBothOrders('that is asked for twice is the later one', database, async (race, first) => {
    const ends = await race(
      { sql: 'select from doctors where id = $1 for update', values: [ownDoctor] },
      () => missionCalendar.renew(doctor),
      () => missionCalendar.renew(doctor),
    );
    const addresses = ends.map((end) => (end.status === 'fulfilled' ? end.value.address : String(end.reason)));
    expect((await missionCalendar.get(doctor))?.address).toBe(addresses[first === 'a' ? 1 : 0]);
  });

  inBothOrders('that is ended while it is asked for anew ends, or is the new one', database, async (race, first) => {
    await missionCalendar.renew(doctor);
    const [made] = await race(
      { sql: 'select from doctor_calendars where "doctorId" = $1 for update', values: [ownDoctor] },
      () => missionCalendar.renew(doctor),
      () => missionCalendar.remove(doctor),
    );
    const address = made.status === 'fulfilled' ? made.value.address : String(made.reason);
    expect((await missionCalendar.get(doctor))?.address).toBe(first === 'a' ? undefined : address);
  });

  test('is for doctors alone', async () => {
    await missionCalendar.renew(doctor);
    for (const actor of [adminA, basicA, planner, { kind: 'anonymous' } as const]) {
      expect(await codeOf(missionCalendar.get(actor))).toBe('access.forbidden');
      expect(await codeOf(missionCalendar.renew(actor))).toBe('access.forbidden');
      expect(await codeOf(missionCalendar.remove(actor))).toBe('access.forbidden');
    }
    // Not by the database either: a planner who reads the id could work the address out.
    for (const actor of [adminA, planner])
      expect(await db.as(actor, (tx) => tx.selectFrom('doctor_calendars').select('id').execute(), { readonly: true })).toEqual([]);
  });

  test('that is wrong is not found, and cannot be tried for long', async () => {
    const wrong = `${CALENDAR_PATH}/${'a'.repeat(43)}.ics`;
    expect((await get(wrong)).statusCode).toBe(404);
    expect((await get(`${CALENDAR_PATH}/short.ics`)).statusCode).toBe(404);
    await expect.poll(async () => (await get(wrong)).statusCode).toBe(429);
  });
});
