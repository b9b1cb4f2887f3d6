import { addDays, instantAt } from '@checkwell/domain/clock';
import { RESULT_TAKE_BACK_MINUTES } from '@checkwell/domain/constants';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, fieldErrorsOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { twilioFake } from '../../../test/servers/twilio.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock('2026-03-02T09:00:00+01:00');
const twilio = await twilioFake(clock);
const app = await serverApp(database, {
  clock,
  config: { sms: { gateway: 'twilio', accountSid: twilio.accountSid, authToken: twilio.authToken, from: 'Checkwell', apiUrl: twilio.url } },
});
const { checks, mailbox, outbox, sms } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA, doctor } = fixtures.actors;
const DAY = '2026-03-03';

beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
  await owner('delete from outbox');
  await owner('delete from text_messages');
});

/** An appointment tomorrow at 10:00, of which the employee is told by as many messages as there are mobile numbers. */
async function planned(values: Parameters<typeof insertCheck>[3] = {}) {
  const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office', ...values });
  const { version } = await checks.schedule(planner, id, 1, appointmentAt('10:00'));
  await outbox.drain();
  return { id, version };
}
const appointmentAt = (time: string) => ({
  doctorId: fixtures.doctors.brussels,
  appointmentStart: instantAt(addDays('2026-03-02', 1), time),
  appointmentMinutes: 20,
});
/** What the gateway says of the last message that it took. */
async function report(status: string, code?: string): Promise<void> {
  const message = twilio.taken.at(-1);
  if (!message) throw new Error('The gateway has no message.');
  const { url, body, signature } = twilio.report(message, status, code);
  await sms.handleReport(url.split('/').at(-1) ?? '', new URLSearchParams(body), signature);
}
const toldOf = async (id: string) => (await checks.get(planner, id)).employeeTold;
const noShow = () => resultOf(clock, { checkOccurence: 'NoShow', findingsHandedOver: false });
/** The doctor reports on the day of the appointment, after it. */
const afterwards = () => clock.set(`${DAY}T11:00:00+01:00`);
const call = (id: string, version: number, values: object = {}) =>
  checks.recordCall(planner, id, version, { calledAt: clock.now(), reached: 'employee', phoneNumber: '0470 12 34 56', ...values });

describe('a no-show', () => {
  it('can be reported of somebody who was told in time, and the report says how', async () => {
    const { id, version } = await planned();
    await report('delivered');
    expect(await toldOf(id)).toBe('InTime');
    afterwards();
    await checks.submitResult(doctor, id, version, noShow());
    clock.advance({ minutes: RESULT_TAKE_BACK_MINUTES });
    await outbox.drain();
    expect(await checks.get(adminA, id)).toMatchObject({ status: 'Archived', checkOccurence: 'NoShow', employeeTold: 'InTime' });
    const [employeeMessage] = (await checks.findEmployeeMessages(adminA, [{ companyId: fixtures.a.id, id }])).get(id) ?? [];
    expect(employeeMessage).toMatchObject({ channel: 'sms', deliveredAt: instantAt('2026-03-02', '09:00'), current: true, decides: true });
  });

  it('is refused of somebody who was not told, by doctor and planner alike, and is then not carried out and not charged', async () => {
    const { id, version } = await planned({ workerPhoneNumber: '+3221234567' });
    await report('failed', '30005');
    await outbox.drain();
    expect(await toldOf(id)).toBe('NotTold');
    afterwards();
    for (const actor of [doctor, planner])
      expect(await fieldErrorsOf(checks.submitResult(actor, id, version, noShow()))).toEqual(['checkOccurence: noShowNotTold']);
    const input = { nonOperableReason: 'EmployeeNotTold', archiveComment: '' };
    expect(await checks.markNonOperable(doctor, id, version, input)).toMatchObject({
      status: 'Archived',
      nonOperableReason: 'EmployeeNotTold',
    });
    expect((await checks.get(adminA, id)).companyTotalPrice).toBe(0);
  });

  it('that nobody was told of is no reason where the employee knew, nor of a home visit', async () => {
    const { id, version } = await planned();
    const input = { nonOperableReason: 'EmployeeNotTold', archiveComment: '' };
    expect(await fieldErrorsOf(checks.markNonOperable(doctor, id, version, input))).toEqual(['nonOperableReason: invalidChoice']);
    const visit = await insertCheck(db, fixtures, clock, {
      status: 'WaitingForCheck',
      checkLocation: 'House',
      employeeTold: null,
      doctorId: fixtures.doctors.antwerp,
    });
    expect(await fieldErrorsOf(checks.markNonOperable(planner, visit.id, 1, input))).toEqual(['nonOperableReason: invalidChoice']);
  });

  it('needs to be notified of the current moment', async () => {
    const { id, version } = await planned();
    await report('delivered');
    const moved = await checks.schedule(planner, id, version, appointmentAt('14:00'));
    expect(moved.employeeTold).toBe('Waiting');
    await outbox.drain();
    expect(await toldOf(id)).toBe('InTime');
    await report('undelivered', '30003');
    await outbox.drain();
    expect(await toldOf(id)).toBe('NotTold');
  });

  it('that waits becomes a check that was not carried out when the message turns out not to have arrived', async () => {
    const { id, version } = await planned();
    expect(await toldOf(id)).toBe('InTime');
    afterwards();
    await checks.submitResult(doctor, id, version, noShow());
    await report('undelivered', '30003');
    clock.advance({ minutes: RESULT_TAKE_BACK_MINUTES });
    await outbox.drain();
    const check = await checks.get(adminA, id);
    expect(check).toMatchObject({
      status: 'Archived',
      checkOccurence: 'NonOperable',
      nonOperableReason: 'EmployeeNotTold',
      companyTotalPrice: 0,
    });
    const events = (await checks.findEvents(adminA, [check])).get(id) ?? [];
    expect(events.at(-1)).toMatchObject({ action: 'recordResult', notes: ['noShowNotTold'] });
  });
});

describe('a message that was refused', () => {
  /** @returns the check, and the message that the gateway refused */
  async function refused() {
    twilio.answers.push({ status: 400, code: 21211 });
    const check = await planned({ workerPhoneNumber: '+3221234567' });
    await outbox.drain();
    expect(await toldOf(check.id)).toBe('NotTold');
    const [{ id: message } = { id: '' }] = await owner<{ id: string }>('select id from text_messages');
    return { ...check, message };
  }

  it('tells the employee once it is sent again', async () => {
    const { id, message } = await refused();
    expect(await mailbox.sendAgain(planner, [message])).toEqual({ sent: 1, skipped: 0 });
    expect(await toldOf(id)).toBe('Waiting');
    await outbox.drain();
    expect(await toldOf(id)).toBe('InTime');
  });

  it('is not sent again once the appointment has moved: it would say the old moment', async () => {
    const { id, version, message } = await refused();
    await checks.schedule(planner, id, version, appointmentAt('14:00'));
    await outbox.drain();
    const before = twilio.taken.length;
    expect(await mailbox.sendAgain(planner, [message])).toEqual({ sent: 0, skipped: 1 });
    await outbox.drain();
    expect(twilio.taken).toHaveLength(before);
    expect(await toldOf(id)).toBe('InTime');
  });
});

describe('a call', () => {
  it('tells the employee, a voicemail does not; both are in the record, and can be taken back', async () => {
    const { id, version } = await planned();
    await report('failed', '30005');
    await call(id, version, { reached: 'voicemail' });
    expect(await toldOf(id)).toBe('NotTold');
    const told = await call(id, version);
    expect(told).toMatchObject({ employeeTold: 'InTime', version });
    const last = (await checks.findEmployeeMessages(planner, [told])).get(id)?.at(-1);
    expect(last).toMatchObject({
      channel: 'phone',
      reached: 'employee',
      phoneNumber: '+32470123456',
      actorName: expect.stringContaining('Given'),
    });
    expect(await checks.withdrawEmployeeMessage(planner, id, version, last?.id ?? '')).toMatchObject({ employeeTold: 'NotTold' });
    expect(await codeOf(checks.withdrawEmployeeMessage(planner, id, version, last?.id ?? ''))).toBe('entity.notFound');
    expect((await checks.findEmployeeMessages(planner, [told])).get(id)?.at(-1)?.withdrawnAt).toEqual(clock.now());
  });

  it('is recorded by planners alone, of a moment that can be, about a current appointment', async () => {
    const { id, version } = await planned();
    for (const actor of [adminA, doctor])
      expect(await codeOf(checks.recordCall(actor, id, version, {}))).toMatch(/access\.forbidden|request\.invalid/);
    const future = { calledAt: instantAt(DAY, '08:00') };
    expect(await fieldErrorsOf(call(id, version, future))).toEqual(['calledAt: toldMomentFuture']);
    expect(await fieldErrorsOf(call(id, version, { calledAt: instantAt('2026-03-01', '08:00') }))).toEqual(['calledAt: toldMomentEarly']);
    expect(await codeOf(call(id, version - 1))).toBe('entity.changedMeanwhile');
    const visit = await insertCheck(db, fixtures, clock, {
      status: 'WaitingForCheck',
      checkLocation: 'House',
      employeeTold: null,
      doctorId: fixtures.doctors.antwerp,
    });
    expect(await codeOf(call(visit.id, 1))).toBe('check.actionNotAllowed');
  });
});

it('planners and the employer find the appointments of which the employee was not told, and no others', async () => {
  await planned({ workerPhoneNumber: '+3221234567' });
  await report('delivered');
  const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office', workerPhoneNumber: '+3221234567' });
  await checks.schedule(planner, id, 1, { ...appointmentAt('11:00'), doctorId: fixtures.doctors.brussels });
  await outbox.drain();
  await report('failed', '30005');
  for (const actor of [planner, adminA])
    for (const sort of [null, { field: 'appointmentStart', direction: 'asc' } as const]) {
      const { nodes, totalCount } = await checks.listOpen(actor, { filter: { employeeNotTold: true }, sort });
      expect([nodes.map((check) => check.id), totalCount]).toEqual([[id], 1]);
    }
  clock.set(`${DAY}T11:00:00+01:00`);
  expect((await checks.listOpen(planner, { filter: { employeeNotTold: true } })).nodes, 'too late to call').toEqual([]);
  clock.set('2026-03-02T09:00:00+01:00');
  await call(id, (await checks.get(planner, id)).version);
  expect((await checks.listOpen(planner, { filter: { employeeNotTold: true } })).nodes).toEqual([]);
});

inBothOrders('a report that the message failed, and the no-show', database, async (race, first) => {
  const { id, version } = await planned();
  afterwards();
  const [, sent] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => report('undelivered', '30003'),
    () => fieldErrorsOf(checks.submitResult(doctor, id, version, noShow())),
  );
  expect(sent).toEqual({ status: 'fulfilled', value: [first === 'a' ? 'checkOccurence: noShowNotTold' : 'no error'] });
  expect(await toldOf(id)).toBe('NotTold');
});

/** The no-show costs the employer the check: it is decided by what is recorded once it has its turn. */
inBothOrders('a call that is taken back, and the no-show that it decides', database, async (race, first) => {
  const { id, version } = await planned();
  await report('failed', '30005');
  const told = await call(id, version);
  const last = (await checks.findEmployeeMessages(planner, [told])).get(id)?.at(-1)?.id ?? '';
  afterwards();
  const [taken, sent] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => codeOf(checks.withdrawEmployeeMessage(planner, id, version, last)),
    () => fieldErrorsOf(checks.recordResult(planner, id, version, noShow())),
  );
  expect([taken, sent].map((end) => end.status === 'fulfilled' && end.value)).toEqual(
    first === 'a' ? ['no error', ['checkOccurence: noShowNotTold']] : ['entity.changedMeanwhile', ['no error']],
  );
  const { checkOccurence, employeeTold } = await checks.get(planner, id);
  expect([checkOccurence, employeeTold]).toEqual(first === 'a' ? [null, 'NotTold'] : ['NoShow', 'InTime']);
});

inBothOrders('a move of the appointment, and the delivery of the message about the earlier one', database, async (race) => {
  const { id, version } = await planned();
  await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => checks.schedule(planner, id, version, appointmentAt('14:00')),
    () => report('delivered'),
  );
  expect(await toldOf(id)).toBe('Waiting');
});
