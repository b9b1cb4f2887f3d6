import { addDays, instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { describe, expect, test } from 'vitest';
import { checkServices, codeOf, correctionOf, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures } from '../../../test/fixtures.ts';

/** What a doctor's phone sends again because no answer came (docs/decisions/0087). */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const { checks, outbox } = checkServices(db, clock);
const { a, actors, doctors } = await createFixtures(db, clock);
let orders = 0;

/** A visit at 10:00 on Tuesday 3 March, in which it is 20 minutes past; its doctor was without network. */
async function mission() {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
  await owner('delete from idempotency_keys');
  orders += 1;
  const ordered = await checks.order(
    actors.adminA,
    orderOf(a, clock, { locationCheck: 'House', authorizedExit: false }),
    `key-${orders}-order`,
  );
  const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
  const appointmentStart = instantAt(addDays(clock.today(), 1), '10:00');
  const { id, version } = await checks.schedule(actors.planner, planning.id, planning.version, {
    doctorId: doctors.brussels,
    appointmentStart,
    appointmentMinutes: 20,
  });
  clock.set('2026-03-03T10:20:00+01:00');
  const at = (time: string) => instantAt('2026-03-03', time);
  const tap = (name: string, time: string, key: string, actor: Actor = actors.doctor) =>
    checks.recordVisit(actor, id, { tap: name, tappedAt: at(time), appointmentStart }, key);
  return { id, version, appointmentStart, at, tap };
}

const logged = async () =>
  (await owner<{ action: string }>(`select action from access_log where action like 'check.%' order by at, id`)).map(
    ({ action }) => action,
  );

/** Several at once, as from two tabs of one phone. */
const thrice = <Result>(send: () => Promise<Result>) => Promise.all([send(), send(), send()]);

describe('a key of a doctor’s action', () => {
  test('makes each tap count once, with its own time, also when all of them come a day later, twice and at once', async () => {
    const { id, tap, at } = await mission();
    clock.set('2026-03-04T11:00:00+01:00');
    await owner('delete from access_log');
    await thrice(() => tap('onMyWay', '09:31', 'key-on-my-way'));
    await thrice(() => tap('arrived', '09:58', 'key-arrived'));
    const [left] = await thrice(() => tap('left', '10:14', 'key-left-1'));
    expect(left).toMatchObject({ onMyWayAt: at('09:31'), arrivedAt: at('09:58'), leftAt: at('10:14'), visitReceivedAt: clock.now() });
    expect((await logged()).filter((action) => /onMyWay|arrived|left/.test(action))).toEqual([
      'check.onMyWay',
      'check.arrived',
      'check.left',
    ]);
    expect(await checks.get(actors.doctor, id)).toMatchObject({ leftAt: at('10:14') });
  });

  test('keeps a tap that was taken back from coming back, and takes no second one back', async () => {
    const { id, tap } = await mission();
    await tap('onMyWay', '09:31', 'key-on-my-way');
    await tap('arrived', '09:58', 'key-arrived');
    await thrice(() => checks.undoVisit(actors.doctor, id, 'arrived', 'key-undo-1'));
    expect(await tap('arrived', '09:58', 'key-arrived')).toMatchObject({ arrivedAt: null });
    expect(await checks.undoVisit(actors.doctor, id, 'arrived', 'key-undo-2'), 'not the last one').toMatchObject({
      onMyWayAt: expect.any(Date),
    });
  });

  test('sends a result once, also after it was taken back', async () => {
    const { id, version } = await mission();
    const result = resultOf(clock, { checkOccurence: 'YesPatientHome', medicalNote: 'Lumbago.' });
    const send = () => checks.submitResult(actors.doctor, id, version, result, 'key-result-1');
    const [sent] = await thrice(send);
    expect(sent).toMatchObject({ version: version + 1, resultDueAt: expect.any(Date) });
    const takeBack = () => checks.takeBackResult(actors.doctor, id, version + 1, 'key-take-back');
    await thrice(takeBack);
    // The phone has not been notified of the first answer, and asks once more.
    expect(await send()).toMatchObject({ version: version + 2, resultDueAt: null });
    await checks.submitResult(actors.doctor, id, version + 2, result, 'key-result-2');
    clock.advance({ minutes: 11 });
    await outbox.drain();
    expect(await takeBack(), 'not of the one that was sent afterwards').toMatchObject({ status: 'Archived' });
    const correct = () =>
      checks.correctResult(
        actors.doctor,
        id,
        version + 4,
        correctionOf(clock, { checkOccurence: 'YesPatientHome', workerDisagreement: true }),
        'key-correct',
      );
    await thrice(correct);
    const events = (await checks.findEvents(actors.planner, [await checks.get(actors.planner, id)])).get(id)?.map(({ action }) => action);
    expect(events?.slice(-5)).toEqual(['submitResult', 'takeBackResult', 'submitResult', 'recordResult', 'correctResult']);
  });

  test('records one attempt, with the time at the door', async () => {
    const { id, version, appointmentStart, at } = await mission();
    const input = { attemptedAt: at('10:05'), appointmentStart, bell: 'Peeters', position: null, photoId: null, cardStart: null };
    await thrice(() => checks.recordAttempt(actors.doctor, id, version, input, 'key-attempt'));
    expect(await owner('select "attemptedAt", "receivedAt" from visit_attempts')).toEqual([
      { attemptedAt: at('10:05'), receivedAt: clock.now() },
    ]);
  });

  test('is not taken by what was refused, is not good for anything else, and opens nothing to anybody else', async () => {
    const { id, version, tap } = await mission();
    expect(await codeOf(tap('left', '10:10', 'key-arrived'))).toBe('request.invalid');
    await tap('arrived', '09:58', 'key-arrived');
    expect(await codeOf(tap('arrived', '09:59', 'key-arrived'))).toBe('request.idempotencyMismatch');
    expect(await codeOf(checks.undoVisit(actors.doctor, id, null, 'key-arrived'))).toBe('request.idempotencyMismatch');
    expect(await codeOf(tap('arrived', '09:58', 'key-arrived', actors.otherDoctor))).toBe('entity.notFound');
    expect(await codeOf(checks.takeBackResult(actors.doctor, id, version, 'no key'))).toBe('request.invalid');
  });
});

test('a tap that had to wait is not out of order for the minutes in which the server’s clock counted the one before', async () => {
  const { id, at, tap } = await mission();
  clock.set('2026-03-03T09:59:40+01:00');
  await tap('arrived', '09:58', 'key-arrived');
  const { arrivedAt } = await checks.get(actors.doctor, id);
  expect(arrivedAt, 'less than two minutes late').toEqual(clock.now());
  clock.set(at('10:30').toISOString());
  expect(await tap('left', '09:59', 'key-left-1')).toMatchObject({ leftAt: arrivedAt });
});
