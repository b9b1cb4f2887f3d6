import { addDays, instantAt } from '@checkwell/domain/clock';
import { EMPLOYEE_PAGE_PATH, EMPLOYEE_TOKEN } from '@checkwell/domain/employee-page/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, fieldErrorsOf, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { twilioFake } from '../../../test/servers/twilio.ts';

/** E-mails to employees about their appointments (docs/decisions/0093). */
const database = await testDatabase();
const { db, owner } = database;
const START = '2026-03-02T09:00:00+01:00';
const TOMORROW = '2026-03-03';
const clock = testClock(START);
const twilio = await twilioFake(clock);
const app = await serverApp(database, {
  clock,
  config: { sms: { gateway: 'twilio', accountSid: twilio.accountSid, authToken: twilio.authToken, from: 'Checkwell', apiUrl: twilio.url } },
});
const { checks, mailbox, mailer, outbox, sms } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA, doctor } = fixtures.actors;
const PRIVATE = 'an.peeters@prive.example';
/** Where no text message can be sent. */
const NO_MOBILE = { phoneNumber: '', workerPhoneNumber: '+3221234567', workerEmail: PRIVATE } as const;

beforeEach(async () => {
  clock.set(START);
  for (const table of ['checks', 'outbox', 'mails', 'text_messages']) await owner(`delete from ${table}`);
});

const appointmentAt = (time: string, day = TOMORROW) => ({
  doctorId: fixtures.doctors.brussels,
  appointmentStart: instantAt(day, time),
  appointmentMinutes: 20,
});
async function planned(values: Parameters<typeof insertCheck>[3] = {}, appointment = appointmentAt('10:00')) {
  const { id, companyId } = await insertCheck(db, fixtures, clock, {
    status: 'Planning',
    checkLocation: 'Office',
    workerLanguage: 'DE',
    incapacityEndDate: addDays(clock.today(), 20),
    ...NO_MOBILE,
    ...values,
  });
  const { version } = await checks.schedule(planner, id, 1, appointment);
  return { id, companyId, version };
}
/** Mails to employees, oldest first. */
const mailsSent = () =>
  owner<{ id: string; recipient: string; language: string; subject: string; plainText: string; state: string; failure: string | null }>(
    `select * from mails where template = 'employeeAppointment' order by "createdAt", id`,
  );
const toldOf = async (id: string) => (await checks.get(planner, id)).employeeTold;
const messagesOf = async (check: { readonly companyId: string; readonly id: string }) =>
  (await checks.findEmployeeMessages(planner, [check])).get(check.id) ?? [];
const noShow = () => resultOf(clock, { checkOccurence: 'NoShow', findingsHandedOver: false });
const comeBack = (mailId: string) =>
  db.system('test', (tx) =>
    mailer.recordReport(tx, { mailId, state: 'failed', failure: 'wrongAddress', code: '5.1.1', said: '550 5.1.1 User unknown' }),
  );

describe('an employee without a mobile number', () => {
  it('reads a mail in their language, with the link of their page and nothing about health', async () => {
    const check = await planned();
    await outbox.drain();
    const [mail, ...others] = await mailsSent();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: PRIVATE, language: 'de', subject: expect.stringMatching(/^Ihr Termin am .*3\. März 2026/) });
    expect(mail?.plainText).toContain('1000 Brussel');
    // When and where come before who asks.
    expect(mail?.plainText).toMatch(new RegExp(`3\\. März 2026, 10:00 Uhr.*${fixtures.a.name}`, 's'));
    expect(`${mail?.subject} ${mail?.plainText}`).not.toMatch(/krank(?!enhaus)|arbeitsunfähig|Diagnose|Peeters/i);
    const token = /\/w\/(\S+)/.exec(mail?.plainText ?? '')?.[1] ?? '';
    expect(token).toMatch(EMPLOYEE_TOKEN);
    expect((await app.http.inject(`${EMPLOYEE_PAGE_PATH}/${token}`)).statusCode).toBe(200);
    expect(await toldOf(check.id)).toBe('InTime');
    expect(await messagesOf(check)).toMatchObject([{ channel: 'mail', email: PRIVATE, sentAt: clock.now(), current: true, decides: true }]);
    const [seen] = (await checks.findEmployeeMessages(doctor, [check])).get(check.id) ?? [];
    expect([seen?.email, (await checks.get(doctor, check.id)).workerEmail]).toEqual(['', '']);

    await checks.schedule(planner, check.id, check.version, appointmentAt('14:00'));
    await outbox.drain();
    expect((await mailsSent()).at(-1)?.plainText).toMatch(/^Ihr Termin hat sich geändert.*14:00 Uhr/s);

    // The address was wrong: what was sent to it opens nothing any more.
    await owner('update checks set "workerEmail" = $2 where id = $1', [check.id, 'other@prive.example']);
    expect((await app.http.inject(`${EMPLOYEE_PAGE_PATH}/${token}`)).statusCode).toBe(404);
  });

  it('who has less than a whole day is told, and not in time', async () => {
    const { id, version } = await planned({}, appointmentAt('07:30'));
    await outbox.drain();
    expect(await toldOf(id)).toBe('Late');
    clock.set(`${TOMORROW}T11:00:00+01:00`);
    expect(await fieldErrorsOf(checks.submitResult(doctor, id, version, noShow()))).toEqual(['checkOccurence: noShowToldLate']);
  });
});

it('a text message is first; the mail follows where none arrives', async () => {
  const check = await planned({ phoneNumber: '+32470123456' });
  await outbox.drain();
  expect([twilio.taken.length, await mailsSent()]).toEqual([1, []]);
  const [message] = twilio.taken;
  if (!message) throw new Error('The gateway has no message.');
  const { url, body, signature } = twilio.report(message, 'undelivered', '30003');
  await sms.handleReport(url.split('/').at(-1) ?? '', new URLSearchParams(body), signature);
  expect(await toldOf(check.id)).toBe('Waiting');
  await outbox.drain();
  expect(await mailsSent()).toMatchObject([{ recipient: PRIVATE, state: 'sent' }]);
  expect(await messagesOf(check)).toMatchObject([{ channel: 'sms', failedAt: clock.now() }, { channel: 'mail' }]);
  expect(await toldOf(check.id)).toBe('InTime');
});

describe('a mail that has not left', () => {
  it('is taken back when the appointment moves: one mail, about the current moment', async () => {
    clock.set('2026-03-02T22:00:00+01:00');
    const { id, version } = await planned({}, appointmentAt('10:00', '2026-03-05'));
    await outbox.drain();
    expect((await mailsSent()).map(({ state }) => state)).toEqual(['queued']);
    await checks.schedule(planner, id, version, appointmentAt('14:00', '2026-03-05'));
    await outbox.drain();
    clock.set('2026-03-03T07:00:00+01:00');
    await outbox.drain();
    const mails = await mailsSent();
    expect(mails.map(({ state, failure }) => [state, failure])).toEqual([
      ['failed', 'expired'],
      ['sent', null],
    ]);
    expect(mails[1]?.subject).toContain('14:00');
    expect(await toldOf(id)).toBe('InTime');
    // Nobody sends the other one again.
    expect(await mailbox.sendAgain(planner, [mails[0]?.id ?? ''])).toEqual({ sent: 0, skipped: 1 });
  });

  it('that a server was asked to take before may have left, and is not tried again', async () => {
    clock.set('2026-03-02T22:00:00+01:00');
    const { id, version } = await planned({}, appointmentAt('10:00', '2026-03-05'));
    await outbox.drain();
    await owner('update mails set "attemptedAt" = $1', [clock.now()]);
    await checks.schedule(planner, id, version, appointmentAt('14:00', '2026-03-05'));
    await outbox.drain();
    clock.set('2026-03-03T07:00:00+01:00');
    await outbox.drain();
    expect((await mailsSent()).map(({ state, subject }) => [state, subject.includes('14:00')])).toEqual([
      ['failed', false],
      ['sent', true],
    ]);
    expect(await toldOf(id)).toBe('InTime');
  });
});

describe('a mail that comes back', () => {
  it('did not tell, and the planner reads so', async () => {
    const check = await planned({ workerEmail: 'bounce@prive.example' });
    await outbox.drain();
    expect(await toldOf(check.id)).toBe('NotTold');
    expect(await messagesOf(check)).toMatchObject([{ channel: 'mail', failedAt: clock.now() }, { channel: null }]);
    const { nodes } = await checks.listOpen(planner, { filter: { employeeNotTold: true } });
    expect(nodes.map(({ id }) => id)).toEqual([check.id]);
  });

  it('after a delivery did not either; once the check has ended it keeps what was known', async () => {
    const first = await planned();
    await outbox.drain();
    const [mail] = await mailsSent();
    const mailId = mail?.id ?? '';
    await db.system('test', (tx) => mailer.recordReport(tx, { mailId, state: 'delivered', failure: null, code: '', said: '' }));
    expect(await messagesOf(first)).toMatchObject([{ deliveredAt: clock.now(), failedAt: null }]);
    clock.set(`${TOMORROW}T11:00:00+01:00`);
    await checks.recordResult(planner, first.id, first.version, noShow());
    await comeBack(mailId);
    expect(await messagesOf(first)).toMatchObject([{ deliveredAt: expect.any(Date), failedAt: clock.now() }]);
    expect(await checks.get(adminA, first.id)).toMatchObject({ checkOccurence: 'NoShow', employeeTold: 'InTime' });
  });
});

/** The no-show costs the employee: it is decided by what is recorded once it has its turn. */
inBothOrders('a mail that comes back, and the no-show that it decides', database, async (race, first) => {
  const { id, version } = await planned();
  await outbox.drain();
  const [mail] = await mailsSent();
  clock.set(`${TOMORROW}T11:00:00+01:00`);
  const [, sent] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => comeBack(mail?.id ?? ''),
    () => fieldErrorsOf(checks.recordResult(planner, id, version, noShow())),
  );
  expect(sent).toEqual({ status: 'fulfilled', value: [first === 'a' ? 'checkOccurence: noShowNotTold' : 'no error'] });
  expect(await toldOf(id)).toBe(first === 'a' ? 'NotTold' : 'InTime');
});

describe('the address', () => {
  it('is typed with the order, kept by a change that leaves it out, and emptied by one that says so', async () => {
    const ordered = await checks.order(
      adminA,
      orderOf(fixtures.a, clock, { workerEmail: ' An.Peeters@Prive.example ' }),
      'key-of-this-order-1',
    );
    expect(ordered.workerEmail).toBe(PRIVATE);
    const { workerAddress, workerPhoneNumber, phoneNumber, incapacityStartDate, incapacityEndDate, authorizedExit } = ordered;
    const unchanged = {
      workerAddress,
      workerPhoneNumber,
      phoneNumber,
      startDate: incapacityStartDate,
      endDate: incapacityEndDate,
      authorizedExit,
      locationCheck: 'Office',
      typeCheck: 'Optimized',
      providerComment: '',
      doctorComment: '',
    };
    const kept = await checks.modify(adminA, ordered.id, ordered.version, unchanged);
    expect(kept.workerEmail).toBe(PRIVATE);
    const emptied = await checks.modify(adminA, ordered.id, kept.version, { ...unchanged, workerEmail: '' });
    expect(emptied.workerEmail).toBe('');
    const wrong = checks.modify(adminA, ordered.id, emptied.version, { ...unchanged, workerEmail: 'an@prive' });
    expect(await fieldErrorsOf(wrong)).toEqual(['workerEmail: emailFormat']);
    expect(await codeOf(checks.order(adminA, orderOf(fixtures.a, clock, { workerEmail: 'an' }), 'key-of-this-order-2'))).toBe(
      'request.invalid',
    );
  });
});
