import { EMPLOYEE_NEWS } from '@checkwell/domain/check/employee-news';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { SMS_MAX_SEGMENTS, smsSegments } from '@checkwell/domain/messages/sms';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import { writerIn } from '../../../platform/mail/mailer.ts';
import { testConfig } from '../../../test/config.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { EMPLOYEE_SMS } from './checks-employee.sms.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database, { config: { sms: { gateway: 'stand-in' } } });
const { clock } = app;
const { checks, outbox } = app.services;
clock.set('2026-03-02T09:00:00+01:00');
const fixtures = await createFixtures(db, clock);
const { planner, adminA, basicA, doctor } = fixtures.actors;

const planning = (values: Parameters<typeof insertCheck>[3] = {}) =>
  insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office', workerLanguage: 'NL', ...values });
const schedule = (id: string, version: number, time = '10:00') =>
  checks.schedule(planner, id, version, {
    doctorId: fixtures.doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), time),
    appointmentMinutes: 20,
  });
let seen = 0;
/** Text messages to employees since the last call. */
async function fresh(): Promise<readonly { readonly recipient: string; readonly text: string; readonly language: string }[]> {
  await outbox.drain();
  const rows = await owner<{ recipient: string; text: string; language: string }>(
    'select recipient, text, language from text_messages order by "createdAt", id offset $1',
    [seen],
  );
  seen += rows.length;
  return rows;
}
/** What the actor reads last of what the employee was told. */
const lastOf = async (actor: Actor, check: { readonly companyId: string; readonly id: string }) =>
  (await checks.findEmployeeMessages(actor, [check])).get(check.id)?.at(-1);
const toldOf = async (id: string) => (await checks.get(planner, id)).employeeTold;

beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
  await owner('delete from outbox');
  await owner('delete from text_messages');
  seen = 0;
});

describe('an employee who is expected', () => {
  it('reads who asks, when and where, in their language, and nothing about health', async () => {
    const check = await planning();
    await schedule(check.id, 1);
    expect(await lastOf(planner, check)).toBeUndefined();
    const [sms, ...rest] = await fresh();
    expect(rest).toEqual([]);
    expect(sms).toMatchObject({ recipient: '+32470123456', language: 'nl' });
    expect(sms?.text).toMatch(
      /^Checkwell: Alfa \d+ vraagt u naar een onafhankelijke arts te gaan op dinsdag 3 maart 2026, 10:00: .+1000 Brussel/,
    );
    expect(sms?.text).not.toMatch(/ziek|controle|arbeidsongeschikt|gezondheid/i);
    const told = { news: 'Invited', channel: 'sms', sentAt: clock.now(), deliveredAt: null, current: true, decides: true };
    for (const actor of [planner, adminA, basicA])
      expect(await lastOf(actor, check)).toMatchObject({ ...told, phoneNumber: '+32470123456' });
    expect(await lastOf(doctor, check)).toMatchObject({ ...told, phoneNumber: '' });
    expect(await toldOf(check.id)).toBe('InTime');
  });

  it('reads of another moment, and of the end, once each', async () => {
    const check = await planning();
    const made = await schedule(check.id, 1);
    await fresh();
    const input = {
      doctorId: fixtures.doctors.brussels,
      appointmentStart: instantAt(addDays(clock.today(), 1), '14:00'),
      appointmentMinutes: 20,
    };
    const moved = await checks.schedule(planner, check.id, made.version, input);
    expect((await fresh()).map(({ text }) => /14:00/.test(text))).toEqual([true]);
    await checks.schedule(planner, check.id, moved.version, input);
    expect(await fresh()).toEqual([]);
    const { version } = await checks.get(planner, check.id);
    await checks.cancel(adminA, check.id, version, { reason: 'Back at work.' });
    expect((await fresh()).map(({ text }) => /gaat niet door/.test(text))).toEqual([true]);
    expect(await lastOf(planner, check)).toMatchObject({ news: 'Cancelled', sentAt: clock.now() });
  });

  it('reads of the end at the number that was invited, also when the check has another one by now', async () => {
    const check = await planning({ checkTiming: 'Immediate' });
    const { version } = await schedule(check.id, 1);
    expect((await fresh()).map(({ recipient }) => recipient)).toEqual(['+32470123456']);
    const { workerAddress, workerPhoneNumber, incapacityStartDate, incapacityEndDate } = await checks.get(adminA, check.id);
    await checks.modify(adminA, check.id, version, {
      workerAddress,
      workerPhoneNumber,
      phoneNumber: '+32470999888',
      startDate: incapacityStartDate,
      endDate: incapacityEndDate,
      locationCheck: 'Office',
      typeCheck: 'Immediate',
      authorizedExit: true,
      providerComment: '',
      doctorComment: '',
    });
    const [off, ...rest] = await fresh();
    expect(off).toMatchObject({ recipient: '+32470123456', text: expect.stringMatching(/gaat niet door/) });
    expect(rest).toEqual([]);
    expect(await lastOf(planner, check)).toMatchObject({ news: 'Cancelled', phoneNumber: '+32470123456' });
  });

  it('reads nothing of what changed before the message could leave', async () => {
    const check = await planning();
    const made = await schedule(check.id, 1);
    await checks.unschedule(planner, check.id, made.version);
    expect(await fresh()).toEqual([]);
    expect(await lastOf(planner, check)).toBeUndefined();
  });

  it('without a mobile number is told nothing, and everybody reads so', async () => {
    const check = await planning({ phoneNumber: '', workerPhoneNumber: '+3221234567' });
    const made = await schedule(check.id, 1);
    expect(await fresh()).toEqual([]);
    expect(await lastOf(adminA, check)).toMatchObject({ news: 'Invited', channel: null, sentAt: null });
    expect(await toldOf(check.id)).toBe('NotTold');
    // Nobody is told the end of what they were never notified of.
    await checks.unschedule(planner, check.id, made.version);
    expect(await fresh()).toEqual([]);
  });
});

it('a home visit is not announced', async () => {
  const check = await planning({ checkLocation: 'House' });
  await schedule(check.id, 1);
  expect(await fresh()).toEqual([]);
  expect(await lastOf(adminA, check)).toBeUndefined();
});

it.each(['en', 'fr', 'nl', 'de'] as const)('in %s no message is too long, however long names and addresses are', (language) => {
  const writer = writerIn(language, testConfig());
  for (const news of EMPLOYEE_NEWS) {
    for (const checkLocation of ['Office', 'Telecheck'] as const) {
      const text = EMPLOYEE_SMS.write(
        {
          news,
          checkLocation,
          companyName: 'Société coopérative à responsabilité limitée « Les Œuvres réunies d’Ἀθήνα »',
          appointmentStart: '2026-09-30T08:00:00.000Z',
          link: `https://app.checkwell.example/w/${'Ab3_-'.repeat(4)}Zz`,
          address: `Avenue des Frères Lumière-Prolongée ${'longue '.repeat(20)}\n1000 Bruxelles`,
        },
        writer,
      );
      expect(text).not.toMatch(/\{\{|employeeSms/);
      expect(smsSegments(text)).toBeLessThanOrEqual(SMS_MAX_SEGMENTS);
    }
  }
});
