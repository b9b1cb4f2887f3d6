import { addDays, instantAt } from '@checkwell/domain/clock';
import { EMPLOYEE_PAGE_PATH, EMPLOYEE_TOKEN } from '@checkwell/domain/employee-page/contract';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, expect, test } from 'vitest';
import { codeOf } from '../../../test/checks.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

/** Employees are notified of decisions on checks that are over (docs/decisions/0110). */
const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database, { config: { sms: { gateway: 'stand-in' } } });
const { clock } = app;
const { checks, employeeLetters, evidence, outbox } = app.services;
const NOW = '2026-03-06T12:00:00+01:00';
clock.set(NOW);
const fixtures = await createFixtures(db, clock);
const { planner, adminA, doctor } = fixtures.actors;
const EXAMINED = '2026-03-04';
/** No text message can be sent. */
const BY_MAIL = {
  phoneNumber: '',
  workerPhoneNumber: '+3221234567',
  workerEmail: 'an.peeters@prive.example',
  checkLocation: 'Office',
} as const;
const ARBITRATION = { arbitrationAskedBy: 'Employee', arbiterName: 'An Vermeulen', arbitrationAskedOn: '2026-03-05' } as const;
const RULING = { arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: '2026-03-06', newIncapacityEndDate: null } as const;
const EXCUSE = { noShowExcuse: 'Hospital', noShowExcusedOn: '2026-03-05' } as const;
/** Of the illness, of what the doctor found, or of why somebody was away. */
const HEALTH = /ziek|arbeids|gezond|medisch|malad|incapacit|santé|médical|hôpital|hospital|krank|gesund|sick|health|fit for/i;

beforeEach(async () => {
  clock.set(NOW);
  for (const table of ['checks', 'outbox', 'mails', 'text_messages']) await owner(`delete from ${table}`);
});

async function reported(values: object = {}) {
  const { id, companyId } = await insertCheck(db, fixtures, clock, {
    status: 'Archived',
    version: 7,
    workerLanguage: 'NL',
    incapacityStartDate: '2026-03-02',
    incapacityEndDate: '2026-03-13',
    checkOccurence: 'Yes',
    newIncapacityEndDate: '2026-03-08',
    earlyReturn: true,
    workerDisagreement: true,
    examinedFrom: instantAt(EXAMINED, '10:00'),
    examinedTo: instantAt(EXAMINED, '10:14'),
    archivedAt: instantAt(EXAMINED, '11:00'),
    doctorId: fixtures.doctors.brussels,
    doctorFullName: 'Dokter',
    doctorFoundAt: clock.now(),
    ...values,
  });
  return { id, companyId };
}
const missed = (values: object = {}) =>
  reported({ checkOccurence: 'NoShow', newIncapacityEndDate: null, earlyReturn: false, workerDisagreement: false, ...values });
const versionOf = async (id: string) => (await checks.get(planner, id)).version;
async function rule(id: string, input: object = {}) {
  await checks.recordRuling(planner, id, await versionOf(id), { ...RULING, ...input });
  await outbox.drain();
}
async function arbitrated(values: object = {}) {
  const check = await reported(values);
  await checks.recordArbitration(planner, check.id, 7, ARBITRATION);
  return check;
}
const texts = async () =>
  (await owner<{ text: string }>('select text from text_messages order by "createdAt", id')).map(({ text }) => text);
const mails = () =>
  owner<{ subject: string; plainText: string; state: string }>(
    `select subject, "plainText", state from mails where template = 'employeeAppointment' order by "createdAt", id`,
  );
const messagesOf = async (check: { readonly companyId: string; readonly id: string }, actor: Actor = planner) =>
  (await checks.findEmployeeMessages(actor, [check])).get(check.id) ?? [];

test('a decision names the day of the examination, not the one that was planned', async () => {
  const check = await arbitrated({
    appointmentStart: instantAt('2026-03-03', '17:00'),
    appointmentEnd: instantAt('2026-03-03', '17:20'),
  });
  await rule(check.id);
  expect(await texts()).toEqual([expect.stringContaining('van woensdag 4 maart 2026')]);
});

test('a ruling is told once, by text message, with a link that opens again; one that was entered again is told again', async () => {
  const check = await arbitrated();
  await outbox.drain();
  expect(await texts()).toEqual([]);
  // Long after the check: the days of its link are over.
  clock.set('2026-04-20T12:00:00+02:00');
  await rule(check.id);
  const [text = '', ...more] = await texts();
  expect(more).toEqual([]);
  expect(text).toMatch(
    /^Checkwell: er is een beslissing over uw onderzoek door een onafhankelijke arts van woensdag 4 maart 2026, gevraagd door/,
  );
  expect(text).not.toMatch(HEALTH);
  const token = text.match(/\/w\/(\S+)/)?.[1] ?? '';
  expect(token).toMatch(EMPLOYEE_TOKEN);
  const open = async () => (await app.http.inject({ url: `${EMPLOYEE_PAGE_PATH}/${token}` })).statusCode;
  expect(await open()).toBe(200);
  clock.set('2026-05-20T12:00:00+02:00');
  expect(await open()).toBe(200);
  clock.set('2026-05-21T12:00:00+02:00');
  expect(await open()).toBe(404);
  clock.set('2026-04-20T12:00:00+02:00');
  for (const actor of [planner, adminA])
    expect(await messagesOf(check, actor)).toEqual([
      expect.objectContaining({ news: 'Ruled', channel: 'sms', sentAt: clock.now(), current: true, decides: false }),
    ]);
  // The same effect once more changes nothing; another ruling does.
  await outbox.drain();
  expect(await texts()).toHaveLength(1);
  await rule(check.id, { arbitrationRuling: 'ControlDoctor' });
  expect(await texts()).toHaveLength(2);
  expect((await messagesOf(check)).map(({ current }) => current)).toEqual([false, true]);
  const pack = await evidence.download(adminA, check.id, { language: 'en' });
  expect(pack.bytes.length).toBeGreaterThan(0);
});

test.each(['EN', 'FR', 'NL', 'DE'] as const)(
  'in %s the mail says nothing about health, and waits for the morning',
  async (workerLanguage) => {
    const check = await arbitrated({ ...BY_MAIL, workerLanguage });
    clock.set('2026-03-06T22:00:00+01:00');
    await rule(check.id);
    const [mail] = await mails();
    expect(mail).toMatchObject({ state: 'queued' });
    expect(`${mail?.subject} ${mail?.plainText}`).not.toMatch(HEALTH);
    expect(mail?.plainText).toMatch(/\/w\/\S{22}/);
    expect(await texts()).toEqual([]);
    clock.set('2026-03-07T07:00:00+01:00');
    await outbox.drain();
    expect(await mails()).toEqual([expect.objectContaining({ state: 'sent' })]);
    expect(await messagesOf(check)).toEqual([expect.objectContaining({ news: 'Ruled', channel: 'mail', sentAt: clock.now() })]);
  },
);

test('an excused no-show is told, and its end to whoever was notified of it; what was taken back before it left is told to nobody', async () => {
  const check = await missed();
  const { version } = await checks.excuseNoShow(adminA, check.id, 7, EXCUSE);
  await outbox.drain();
  await checks.withdrawExcuse(adminA, check.id, version, { excuseWithdrawal: 'Mistake' });
  await outbox.drain();
  const sent = await texts();
  expect(sent.map((text) => text.match(/is (niet langer )?verontschuldigd/)?.[0])).toEqual([
    'is verontschuldigd',
    'is niet langer verontschuldigd',
  ]);
  expect(sent.join()).not.toMatch(HEALTH);
  expect((await messagesOf(check)).map(({ news, current }) => [news, current])).toEqual([
    ['Excused', false],
    ['ExcuseWithdrawn', true],
  ]);

  clock.set('2026-03-06T22:00:00+01:00');
  const other = await missed();
  const excused = await checks.excuseNoShow(planner, other.id, 7, EXCUSE);
  await outbox.drain();
  await checks.withdrawExcuse(planner, other.id, excused.version, { excuseWithdrawal: 'Mistake' });
  await outbox.drain();
  clock.set('2026-03-07T08:00:00+01:00');
  await outbox.drain();
  expect(await owner(`select 1 from text_messages where state <> 'failed'`)).toHaveLength(2);
  expect((await messagesOf(other)).map(({ news, failedAt, current }) => [news, failedAt !== null, current])).toEqual([
    ['Excused', true, false],
  ]);
});

test('a decision that is told late takes back nothing about a later one', async () => {
  const check = await arbitrated();
  await outbox.drain();
  clock.set('2026-03-06T22:00:00+01:00');
  await checks.recordRuling(planner, check.id, await versionOf(check.id), RULING);
  await owner(`update outbox set "dueAt" = $1 where topic = 'employeeDecision'`, ['2026-03-06T22:00:30+01:00']);
  await rule(check.id, { arbitrationRuling: 'ControlDoctor' });
  clock.set('2026-03-06T22:00:30+01:00');
  await outbox.drain();
  clock.set('2026-03-07T07:00:00+01:00');
  await outbox.drain();
  expect((await messagesOf(check)).map(({ news, sentAt, current }) => [news, sentAt, current])).toEqual([['Ruled', clock.now(), true]]);
});

test('who cannot be written to is called, or gets a letter; what was told of the appointment is not touched', async () => {
  const check = await arbitrated({ ...BY_MAIL, workerEmail: '' });
  expect(await codeOf(employeeLetters.download(planner, check.id))).toBe('check.actionNotAllowed');
  await rule(check.id);
  expect(await messagesOf(check)).toEqual([expect.objectContaining({ news: 'Ruled', channel: null, current: true })]);
  expect(await codeOf(employeeLetters.download(adminA, check.id))).toBe('access.forbidden');
  const { fileName } = await employeeLetters.download(planner, check.id);
  expect(fileName).toMatch(/-brief-/);
  const version = await versionOf(check.id);
  expect(await codeOf(checks.recordLetter(doctor, check.id, version, { postedOn: '2026-03-06' }))).toBe('access.forbidden');
  await checks.recordLetter(planner, check.id, version, { postedOn: '2026-03-06' });
  const call = { calledAt: clock.now(), reached: 'employee', phoneNumber: '+3221234567' };
  await checks.recordCall(planner, check.id, version, call);
  const [, letter, phone] = await messagesOf(check);
  expect([letter, phone]).toEqual([
    expect.objectContaining({ news: 'Ruled', channel: 'letter', current: true }),
    expect.objectContaining({ news: 'Ruled', channel: 'phone', reached: 'employee', current: true }),
  ]);
  await checks.withdrawEmployeeMessage(planner, check.id, version, letter?.id ?? '');
  expect((await messagesOf(check))[1]).toMatchObject({ withdrawnAt: clock.now() });

  // A call about the appointment decides a no-show: nobody takes it back when the check is over.
  await owner(
    `insert into employee_messages ("companyId", id, "checkId", news, "appointmentStart", "createdAt", "sentAt", channel, reached, "phoneNumber", "checkLocation")
     values ($1, gen_random_uuid(), $2, 'Invited', $3, $3, $3, 'phone', 'employee', '+3221234567', 'Office')`,
    [check.companyId, check.id, addDays(EXAMINED, -1)],
  );
  const about = (await messagesOf(check)).find(({ news }) => news === 'Invited');
  expect(await codeOf(checks.withdrawEmployeeMessage(planner, check.id, version, about?.id ?? ''))).toBe('entity.notFound');
});

test('the database knows no decision without the version by which it came', async () => {
  const { companyId, id } = await missed();
  const insert = (news: string, version: number | null) =>
    owner(
      `insert into employee_messages ("companyId", id, "checkId", news, "appointmentStart", "createdAt", "checkLocation", "decisionVersion")
       values ($1, gen_random_uuid(), $2, $3, now(), now(), 'Office', $4)`,
      [companyId, id, news, version],
    );
  await expect(insert('Excused', null)).rejects.toThrow(/employee_messages_decision/);
  await expect(insert('Invited', 8)).rejects.toThrow(/employee_messages_decision/);
  await insert('Excused', 8);
});
