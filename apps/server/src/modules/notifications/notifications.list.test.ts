import { addDays, instantAt } from '@checkwell/domain/clock';
import { NOTIFICATION_DAYS, NOTIFICATIONS_SHOWN } from '@checkwell/domain/people/notifications';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf, orderOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';

/** What people are told in the application (docs/decisions/0095). */
const { db, owner } = await testDatabase();
const START = '2026-03-02T09:00:00+01:00';
const clock = testClock(START);
const { checks, notifications, outbox } = checkServices(db, clock);
const fixtures = await createFixtures(db, clock);
const { a, doctors, actors } = fixtures;
const { adminA, basicA, planner, doctor, otherDoctor } = actors;
const [superior] = a.superiors;

beforeEach(async () => {
  clock.set(START);
  for (const table of ['checks', 'outbox', 'mails', 'notification_choices']) await owner(`delete from ${table}`);
});

let count = 0;
/** An order of the admin for somebody whose superior is `basicA`, with an appointment tomorrow. */
async function planned() {
  count += 1;
  const ordered = await checks.order(adminA, orderOf(a, clock, { superiorId: superior }), `key-of-the-order-${count}`);
  const planning = await checks.startPlanning(planner, ordered.id, ordered.version);
  clock.advance({ minutes: 1 });
  return checks.schedule(planner, ordered.id, planning.version, {
    doctorId: doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), '10:00'),
    appointmentMinutes: 20,
  });
}
const kindsOf = async (actor: Actor) => (await notifications.list(actor)).map(({ kind }) => kind);
const told = (profileId: string, check: { readonly companyId: string; readonly id: string }) =>
  db.system('test', (tx) =>
    notifications.notify(tx, { companyId: check.companyId, checkId: check.id, kind: 'CommentWritten', readers: [{ profileId }] }),
  );

it('however many somebody has to be told, such as the administrators of a large company', async () => {
  const people = await owner<{ profileId: string }>(
    `insert into profiles (id, kind, "userName", "firstName", "lastName", issuer, subject)
     select gen_random_uuid(), 'planner', 'many-' || n || '@checkwell.example', 'An', 'Many', 'test', 'many-' || n
     from generate_series(1, 500) n returning id as "profileId"`,
  );
  const { companyId, id: checkId } = await insertCheck(db, fixtures, clock);
  const toldAll = db.system('test', (tx) => notifications.notify(tx, { companyId, checkId, kind: 'ResultWaits', readers: people }));
  expect(await toldAll).toHaveLength(people.length);
  const [row] = await owner<{ count: number }>('select count(*)::integer as count from notifications where "checkId" = $1', [checkId]);
  expect(row?.count).toBe(people.length);
});

it('everybody with an account whom a step concerns is told once, the newest first, and whoever ordered not of the order', async () => {
  const check = await planned();
  await outbox.drain();
  await outbox.drain();
  expect(await kindsOf(adminA)).toEqual(['AppointmentMade']);
  expect(await kindsOf(basicA)).toEqual(['AppointmentMade', 'OrderReceived']);
  expect(await kindsOf(doctor)).toEqual(['MissionPlanned']);
  expect(await kindsOf(otherDoctor)).toEqual([]);
  const [first] = await notifications.list(adminA);
  expect(first).toMatchObject({
    checkId: check.id,
    readAt: null,
    companyName: check.companyName,
    workerFullName: check.workerFullName,
    isOver: false,
  });
});

it('who wants no mail about it reads it here all the same', async () => {
  await notifications.choose(adminA, a.id, { kind: 'AppointmentMade', delivery: 'InApp' });
  await planned();
  await outbox.drain();
  expect(await kindsOf(adminA)).toEqual(['AppointmentMade']);
  expect(await owner('select from mails where recipient = $1 and template = $2', [adminA.email, 'appointmentMade'])).toEqual([]);
});

it('a doctor reads that a mission is cancelled', async () => {
  const { id, version } = await planned();
  await checks.cancel(adminA, id, version, { reason: 'Back at work.' });
  await outbox.drain();
  expect(await kindsOf(doctor)).toEqual(['MissionCancelled', 'MissionPlanned']);
});

describe('nothing is left', () => {
  it('to a doctor whose mission went to somebody else', async () => {
    const { id } = await planned();
    await outbox.drain();
    expect(await kindsOf(doctor)).toEqual(['MissionPlanned']);
    await owner('update checks set "doctorId" = $2 where id = $1', [id, doctors.antwerp]);
    expect(await kindsOf(doctor)).toEqual([]);
    expect(await kindsOf(otherDoctor)).toEqual([]);
  });

  it('to whoever lost the right to the check, nor of one that was an administrative error', async () => {
    const check = await insertCheck(db, fixtures, clock, { superiorId: superior });
    await told(basicA.profileId, check);
    expect(await kindsOf(basicA)).toEqual(['CommentWritten']);
    await owner('update checks set "superiorId" = $2, "orderedByProfileId" = null where id = $1', [check.id, a.superiors[1]]);
    expect(await kindsOf(basicA)).toEqual([]);

    const deleted = await insertCheck(db, fixtures, clock, { status: 'Archived', checkOccurence: 'Deleted', companyTotalPrice: 0 });
    await told(planner.profileId, deleted);
    expect(await kindsOf(planner)).toEqual([]);
  });

  it('of the worker to a doctor after the thirty days', async () => {
    const check = await insertCheck(db, fixtures, clock, { status: 'Archived', doctorId: doctors.brussels });
    await told(doctor.profileId, check);
    expect(await notifications.list(doctor)).toMatchObject([{ workerFullName: expect.stringMatching(/\w/), isOver: true }]);
    await owner(`update checks set "archivedAt" = $2 where id = $1`, [check.id, instantAt(addDays(clock.today(), -31), '12:00')]);
    expect(await notifications.list(doctor)).toMatchObject([{ workerFullName: '' }]);
  });

  it('after its days', async () => {
    await told(planner.profileId, await insertCheck(db, fixtures, clock));
    clock.advance({ days: NOTIFICATION_DAYS });
    expect(await notifications.clear()).toBe(0);
    clock.advance({ days: 1 });
    expect(await notifications.clear()).toBe(1);
    expect(await kindsOf(planner)).toEqual([]);
  });
});

it('is read by whom it is for, and by nobody else', async () => {
  const check = await insertCheck(db, fixtures, clock);
  await told(adminA.profileId, check);
  await told(planner.profileId, check);
  const [own] = await notifications.list(adminA);
  const [others] = await notifications.list(planner);
  const ids = [own?.id ?? '', others?.id ?? '', newId(), 'no id'];
  expect(await notifications.read(adminA, ids)).toMatchObject([{ id: own?.id, readAt: clock.now() }]);
  expect(await notifications.list(planner)).toMatchObject([{ readAt: null }]);
  const readAt = clock.now();
  clock.advance({ minutes: 5 });
  expect(await notifications.read(adminA, ids), 'read once').toMatchObject([{ readAt }]);
  expect(await codeOf(notifications.read(adminA, Array.from({ length: NOTIFICATIONS_SHOWN + 1 }, newId)))).toBe('request.invalid');
  expect(await codeOf(notifications.list(actors.anonymous))).toBe('access.unauthenticated');
});
