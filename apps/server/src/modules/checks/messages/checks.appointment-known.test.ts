import { instantAt } from '@checkwell/domain/clock';
import { beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { twilioFake } from '../../../test/servers/twilio.ts';

/** What an employee reads depends on the appointment that they know by now, not on the step that is told (docs/decisions/0106). */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const twilio = await twilioFake(clock);
const app = await serverApp(database, {
  clock,
  config: { sms: { gateway: 'twilio', accountSid: twilio.accountSid, authToken: twilio.authToken, from: 'Checkwell', apiUrl: twilio.url } },
});
const { checks, outbox, sms } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA } = fixtures.actors;

const [DAY, NIGHT, MORNING] = ['2026-03-02T09:00:00+01:00', '2026-03-02T21:30:00+01:00', '2026-03-03T07:00:00+01:00'];
const appointment = (day: string, time: string) => ({
  doctorId: fixtures.doctors.brussels,
  appointmentStart: instantAt(day, time),
  appointmentMinutes: 20,
});
const THURSDAY = appointment('2026-03-05', '10:00');
const FRIDAY = appointment('2026-03-06', '14:00');
const NEXT_MONDAY = appointment('2026-03-09', '11:00');
const ON_THURSDAY = 'Thursday 5 March 2026';
const ON_FRIDAY = 'Friday 6 March 2026';
const ON_MONDAY = 'Monday 9 March 2026';

beforeEach(async () => {
  clock.set(DAY);
  for (const table of ['checks', 'outbox', 'mails', 'text_messages']) await owner(`delete from ${table}`);
  twilio.taken.length = 0;
});

/** A check whose employee was told of an appointment by day. */
async function told(first = THURSDAY, values: Parameters<typeof insertCheck>[3] = {}) {
  const { id } = await insertCheck(db, fixtures, clock, {
    status: 'Planning',
    checkLocation: 'Office',
    workerLanguage: 'EN',
    incapacityEndDate: '2026-03-20',
    ...values,
  });
  const step = async (act: (version: number) => Promise<unknown>) => act((await checks.get(planner, id)).version);
  const check = {
    schedule: (at: typeof THURSDAY) => step((version) => checks.schedule(planner, id, version, at)),
    unschedule: () => step((version) => checks.unschedule(planner, id, version)),
    cancel: () => step((version) => checks.cancel(adminA, id, version, { reason: 'Back at work.' })),
  };
  await check.schedule(first);
  expect(await left()).toHaveLength(1);
  return check;
}
/** The text messages that left last. */
let sent: typeof twilio.taken = [];
/** What the next text messages say, in short, from the end that is told to the new appointment. */
async function left(): Promise<readonly string[]> {
  await outbox.drain();
  sent = twilio.taken.splice(0);
  return sent.map(({ fields }) => {
    const text = fields.get('Body') ?? '';
    const day = /\w+day \d+ \w+ \d{4}/.exec(text)?.[0] ?? text;
    return `${/does not take place/.test(text) ? 'off' : / is now on /.test(text) ? 'moved to' : 'invited to'} ${day}`;
  });
}
/** The last text message did not arrive. @returns the number that it was sent to */
async function comesBack(): Promise<string | null> {
  const message = sent.at(-1);
  if (!message) throw new Error('No text message was sent.');
  const { url, body, signature } = twilio.report(message, 'undelivered', '30003');
  await sms.handleReport(url.split('/').at(-1) ?? '', new URLSearchParams(body), signature);
  return message.fields.get('To');
}
/** What is to be told by now is told half a minute later: the first attempt failed. */
const fails = () => owner(`update outbox set "dueAt" = $1 where topic = 'employeeMessage'`, [new Date(clock.now().getTime() + 30_000)]);

describe('the end of an appointment', () => {
  it('names the one that the employee knows, not one that they were never told of', async () => {
    const check = await told();
    clock.set(NIGHT);
    await check.schedule(FRIDAY);
    expect(await left()).toEqual([]);
    await check.cancel();
    expect(await left()).toEqual([]);
    clock.set(MORNING);
    expect(await left()).toEqual([`off ${ON_THURSDAY}`]);
  });

  it('is told where an earlier message about it did not leave', async () => {
    const check = await told();
    clock.set(NIGHT);
    await check.unschedule();
    await left();
    await check.schedule(FRIDAY);
    await left();
    await check.unschedule();
    await left();
    clock.set(MORNING);
    expect(await left()).toEqual([`off ${ON_THURSDAY}`]);
  });

  it('that was told is not told again with the next appointment', async () => {
    const check = await told();
    await check.unschedule();
    expect(await left()).toEqual([`off ${ON_THURSDAY}`]);
    await check.schedule(FRIDAY);
    expect(await left()).toEqual([`invited to ${ON_FRIDAY}`]);
    clock.set(NIGHT);
    await check.schedule(NEXT_MONDAY);
    await left();
    await check.cancel();
    clock.set(MORNING);
    expect(await left()).toEqual([`off ${ON_FRIDAY}`]);
  });

  it('is not told once that appointment is over', async () => {
    const check = await told();
    clock.set('2026-03-05T08:00:00+01:00');
    await check.schedule(FRIDAY);
    await fails();
    clock.set('2026-03-05T12:00:00+01:00');
    await check.cancel();
    expect(await left()).toEqual([]);
    expect(await owner(`select 1 from text_messages where state = 'failed'`)).toEqual([]);
  });
});

describe('a text message that an appointment does not take place, and that does not arrive', () => {
  const [FIRST, OTHER, MAIL] = ['+32470111111', '+32470222222', 'an.peeters@prive.example'];

  it.each(['cancel', 'unschedule'] as const)('is followed by the next ways (%s)', async (end) => {
    const check = await told(THURSDAY, { phoneNumber: FIRST, workerPhoneNumber: OTHER, workerEmail: MAIL });
    await check[end]();
    expect(await left()).toEqual([`off ${ON_THURSDAY}`]);
    expect(await comesBack()).toBe(FIRST);
    expect(await left()).toEqual([`off ${ON_THURSDAY}`]);
    expect(await comesBack()).toBe(OTHER);
    expect(await left()).toEqual([]);
    expect(
      await owner('select recipient, "plainText" from mails where state = $1 and template = $2', ['sent', 'employeeAppointment']),
    ).toEqual([{ recipient: MAIL, plainText: expect.stringContaining(ON_THURSDAY) }]);
  });

  it('is followed by nothing once there is another appointment', async () => {
    const check = await told(THURSDAY, { phoneNumber: FIRST, workerPhoneNumber: OTHER });
    await check.unschedule();
    expect(await left()).toEqual([`off ${ON_THURSDAY}`]);
    await check.schedule(FRIDAY);
    await comesBack();
    expect(await left()).toEqual([`moved to ${ON_FRIDAY}`]);
  });
});

describe('a message that is told late', () => {
  it('takes back nothing about a later appointment', async () => {
    const check = await told();
    clock.set(NIGHT);
    await check.schedule(FRIDAY);
    await fails();
    await check.schedule(NEXT_MONDAY);
    await left();
    clock.advance({ seconds: 30 });
    await left();
    clock.set(MORNING);
    expect(await left()).toEqual([`moved to ${ON_MONDAY}`]);
  });

  it('takes back nothing about the end', async () => {
    const check = await told();
    clock.set(NIGHT);
    await check.schedule(FRIDAY);
    await fails();
    await check.cancel();
    await left();
    clock.advance({ seconds: 30 });
    await left();
    clock.set(MORNING);
    expect(await left()).toEqual([`off ${ON_THURSDAY}`]);
  });

  it('about an end takes back nothing about the next appointment', async () => {
    const check = await told();
    clock.set(NIGHT);
    await check.unschedule();
    await fails();
    await check.schedule(FRIDAY);
    await left();
    clock.advance({ seconds: 30 });
    await left();
    clock.set(MORNING);
    expect(await left()).toEqual([`moved to ${ON_FRIDAY}`]);
  });
});

describe('another appointment', () => {
  it('is told as a move where the end of the first one did not leave', async () => {
    const check = await told();
    clock.set(NIGHT);
    await check.unschedule();
    await left();
    await check.schedule(FRIDAY);
    await left();
    clock.set(MORNING);
    expect(await left()).toEqual([`moved to ${ON_FRIDAY}`]);
  });

  it('is an invitation where the employee knows that one already', async () => {
    const check = await told();
    clock.set(NIGHT);
    await check.schedule(FRIDAY);
    await left();
    await check.schedule(THURSDAY);
    await left();
    clock.set(MORNING);
    expect(await left()).toEqual([`invited to ${ON_THURSDAY}`]);
  });

  it('is told at night where the one that they know is too early for the morning', async () => {
    const check = await told(appointment('2026-03-03', '08:00'));
    clock.set(NIGHT);
    await check.schedule(FRIDAY);
    expect(await left()).toEqual([`moved to ${ON_FRIDAY}`]);
  });

  it('waits for the morning where the one that they know is over', async () => {
    const check = await told(appointment('2026-03-02', '15:00'));
    clock.set(NIGHT);
    await check.schedule(FRIDAY);
    expect(await left()).toEqual([]);
    clock.set(MORNING);
    expect(await left()).toEqual([`moved to ${ON_FRIDAY}`]);
  });
});
