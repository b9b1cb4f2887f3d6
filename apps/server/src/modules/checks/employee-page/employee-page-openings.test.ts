import { instantAt } from '@checkwell/domain/clock';
import { EMPLOYEE_PAGE_PATH } from '@checkwell/domain/employee-page/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { fieldErrorsOf, resultOf } from '../../../test/checks.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database, { config: { sms: { gateway: 'stand-in' } } });
const { clock } = app;
const MONDAY = '2026-03-02T09:00:00+01:00';
clock.set(MONDAY);
const { checks, outbox } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA, doctor } = fixtures.actors;

beforeEach(async () => {
  clock.set(MONDAY);
  await owner('delete from auth.throttles');
  await owner('delete from checks');
  await owner('delete from outbox');
  await owner('delete from text_messages');
});

const tomorrow = (time: string) => instantAt('2026-03-03', time);
const appointment = (time: string) => ({ doctorId: fixtures.doctors.brussels, appointmentStart: tomorrow(time), appointmentMinutes: 20 });

/** An employee who was notified of an appointment at the doctor's, tomorrow at 10. */
async function invited(values: Parameters<typeof insertCheck>[3] = {}) {
  const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office', ...values });
  const { version } = await checks.schedule(planner, id, 1, appointment('10:00'));
  await outbox.drain();
  const [sms] = await owner<{ text: string }>('select text from text_messages');
  return { id, version, token: /\/w\/([\w-]{22})(?=\s)/.exec(sms?.text ?? '')?.[1] ?? '' };
}

const page = (token: string) => app.http.inject({ url: `${EMPLOYEE_PAGE_PATH}/${token}` });
async function opened(token: string, time = '10:00'): Promise<number> {
  const payload = { appointmentStart: tomorrow(time).toISOString() };
  return (await app.http.inject({ method: 'POST', url: `${EMPLOYEE_PAGE_PATH}/${token}/opened`, payload })).statusCode;
}
/** When the page was opened, as HR reads it; what counts for a no-show is marked. */
async function openings(id: string) {
  const employeeMessages = (await checks.findEmployeeMessages(adminA, [{ companyId: fixtures.a.id, id }])).get(id) ?? [];
  return employeeMessages.filter(({ channel }) => channel === 'page').map(({ sentAt, current, decides }) => ({ sentAt, current, decides }));
}
const toldOf = async (id: string) => (await checks.get(planner, id)).employeeTold;
/** As if the text message had not arrived. */
const notArrived = async (id: string) => {
  await owner(`update employee_messages set "sentAt" = null, "deliveredAt" = null, "failedAt" = "createdAt" where "checkId" = $1`, [id]);
  await owner(`update checks set "employeeTold" = 'NotTold' where id = $1`, [id]);
};

describe('an employee who opens the page', () => {
  it('is recorded the first time alone, and only by the page itself: a preview of the link reads and writes nothing', async () => {
    const { id, version, token } = await invited();
    await page(token);
    await app.http.inject({ method: 'HEAD', url: `${EMPLOYEE_PAGE_PATH}/${token}` });
    await app.http.inject({ url: `/w/${token}` });
    expect(await openings(id)).toEqual([]);
    clock.advance({ minutes: 30 });
    const first = clock.now();
    expect(await opened(token)).toBe(204);
    clock.advance({ minutes: 30 });
    expect(await opened(token)).toBe(204);
    // The text message came before: a no-show would rest on it.
    expect(await openings(id)).toEqual([{ sentAt: first, current: true, decides: false }]);
    expect((await checks.get(planner, id)).version).toBe(version);
  });

  it('was told from then on, though no message arrived: a no-show can be reported', async () => {
    const { id, version, token } = await invited();
    await notArrived(id);
    expect(await opened(token)).toBe(204);
    expect(await toldOf(id)).toBe('InTime');
    expect(await openings(id)).toMatchObject([{ decides: true }]);
    clock.set('2026-03-03T11:00:00+01:00');
    await checks.submitResult(doctor, id, version, resultOf(clock, { checkOccurence: 'NoShow', findingsHandedOver: false }));
  });

  it('too late was told too late', async () => {
    const { id, version, token } = await invited();
    await notArrived(id);
    clock.set('2026-03-03T08:01:00+01:00');
    await opened(token);
    expect(await toldOf(id)).toBe('Late');
    clock.set('2026-03-03T11:00:00+01:00');
    const noShow = resultOf(clock, { checkOccurence: 'NoShow', findingsHandedOver: false });
    expect(await fieldErrorsOf(checks.submitResult(doctor, id, version, noShow))).toEqual(['checkOccurence: noShowToldLate']);
  });

  it('opened it about the former appointment: each one again, and none that has moved meanwhile', async () => {
    const { id, version, token } = await invited();
    await opened(token);
    const moved = await checks.schedule(planner, id, version, appointment('14:00'));
    await outbox.drain();
    expect(await openings(id)).toMatchObject([{ current: false }]);
    // What was on the screen is not what is there.
    await opened(token);
    expect(await openings(id)).toHaveLength(1);
    await opened(token, '14:00');
    expect(await openings(id)).toMatchObject([{ current: false }, { current: true }]);
    await checks.cancel(adminA, id, moved.version, { reason: 'Back at work.' });
    await outbox.drain();
    await opened(token, '14:00');
    expect(await openings(id)).toHaveLength(2);
  });

  it('of a home visit learns nothing and leaves nothing, and an unknown link neither', async () => {
    const { id, token } = await invited();
    await owner(`update checks set "checkLocation" = 'House', "employeeTold" = null where id = $1`, [id]);
    expect(await opened(token)).toBe(204);
    expect(await openings(id)).toEqual([]);
    expect(await opened('b'.repeat(22))).toBe(404);
  });

  it('by a link to a number that was corrected meanwhile opens nothing', async () => {
    const { id, token } = await invited();
    await owner(`update checks set "workerPhoneNumber" = '+32470999888', "phoneNumber" = '' where id = $1`, [id]);
    expect(await opened(token)).toBe(404);
    expect(await openings(id)).toEqual([]);
  });
});

inBothOrders('two telephones on which the page is opened at once leave one line', database, async (race) => {
  const { id, token } = await invited();
  const lock = { sql: 'select from checks where id = $1 for update', values: [id] };
  await race(
    lock,
    () => opened(token),
    () => opened(token),
  );
  expect(await openings(id)).toHaveLength(1);
});

inBothOrders('a page that is opened while the appointment moves', database, async (race, first) => {
  const { id, version, token } = await invited();
  const lock = { sql: 'select from checks where id = $1 for update', values: [id] };
  await race(
    lock,
    () => opened(token),
    () => checks.schedule(planner, id, version, appointment('14:00')),
  );
  await outbox.drain();
  // It says of the former appointment that it was opened, or nothing; never of the current one.
  expect(await openings(id)).toEqual(first === 'a' ? [{ sentAt: clock.now(), current: false, decides: false }] : []);
});
