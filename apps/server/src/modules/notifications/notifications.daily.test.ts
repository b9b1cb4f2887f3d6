import { addDays, instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import { profileIdOf } from '../../platform/guard.ts';
import { checkServices, orderOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type FixtureCompany } from '../../test/fixtures.ts';

/** One mail a day with what somebody did not want at once (docs/decisions/0095). */
const { db, owner } = await testDatabase();
const START = '2026-03-02T09:00:00+01:00';
const clock = testClock(START);
const { checks, notifications, outbox } = checkServices(db, clock);
const { a, b, doctors, actors } = await createFixtures(db, clock);
const { adminA, adminAB, basicA, planner, doctor } = actors;

beforeEach(async () => {
  clock.set(START);
  for (const table of ['checks', 'outbox', 'mails', 'notification_choices', 'daily_mails']) await owner(`delete from ${table}`);
});

let count = 0;
async function order(actor: Actor = adminA, company: FixtureCompany = a) {
  count += 1;
  return checks.order(actor, orderOf(company, clock, { superiorId: company.superiors[0] }), `key-of-the-order-${count}`);
}
/** An appointment of the doctor in Brussels, so many days from now. */
async function planned(days = 4, time = '10:00', actor: Actor = adminA, company: FixtureCompany = a) {
  const ordered = await order(actor, company);
  const planning = await checks.startPlanning(planner, ordered.id, ordered.version);
  clock.advance({ minutes: 1 });
  return checks.schedule(planner, ordered.id, planning.version, {
    doctorId: doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), days), time),
    appointmentMinutes: 20,
  });
}
async function drain() {
  while ((await outbox.drain()) > 0);
}
const mailsTo = (actor: { readonly email: string }, template: string) =>
  owner<{ plainText: string; subject: string; companyId: string | null; language: string }>(
    'select "plainText", subject, "companyId", language from mails where recipient = $1 and template = $2 order by "createdAt"',
    [actor.email, template],
  );
/** To the address of the doctor's record. */
const missionMails = () =>
  owner(`select from mails where template = 'mission' and recipient = (select email::text from doctors where id = $1)`, [doctors.brussels]);
const dailyTo = (actor: { readonly email: string }) => mailsTo(actor, 'daily');
/** Half past seven of the next morning. */
async function nextMorning() {
  await drain();
  clock.set(instantAt(addDays(clock.today(), 1), '07:30').toISOString());
  await drain();
}
const linksIn = (text = '') => [...text.matchAll(/\/(?:checks|reports|missions|planning)\/([0-9a-f-]{36})/g)].map(([path]) => path);

it('comes at half past seven with everything since the last one, in the language of its reader, and once', async () => {
  for (const kind of ['AppointmentMade', 'CheckCancelled']) await notifications.choose(adminA, a.id, { kind, delivery: 'Daily' });
  await owner(`update profiles set language = 'fr' where id = $1`, [adminA.profileId]);
  const first = await planned(4);
  const second = await planned(5);
  const { id, version } = await order();
  await checks.cancel(adminA, id, version, { reason: 'Back at work.' });
  await drain();
  expect(await mailsTo(adminA, 'appointmentMade')).toEqual([]);
  clock.set('2026-03-03T07:29:59+01:00');
  await drain();
  expect(await dailyTo(adminA)).toEqual([]);
  clock.set('2026-03-03T07:30:00+01:00');
  // Each of the three has an effect of its own, and several workers take them at the same time.
  await Promise.all([outbox.drain(), outbox.drain(), outbox.drain()]);
  await drain();
  const [mail, ...more] = await dailyTo(adminA);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ companyId: a.id, language: 'fr', subject: expect.stringContaining('3 nouveautés') });
  expect(new Set(linksIn(mail?.plainText))).toEqual(new Set([`/checks/${first.id}`, `/checks/${second.id}`, `/reports/${id}`]));
  await nextMorning();
  expect(await dailyTo(adminA), 'nothing new, no mail').toHaveLength(1);
});

it('comes at half past seven also on the mornings on which the clocks change', async () => {
  await notifications.choose(adminA, a.id, { kind: 'AppointmentMade', delivery: 'Daily' });
  for (const [evening, morning] of [
    ['2026-03-28T18:00:00+01:00', '2026-03-29T07:30:00+02:00'],
    ['2026-10-24T18:00:00+02:00', '2026-10-25T07:30:00+01:00'],
  ] as const) {
    const before = (await dailyTo(adminA)).length;
    clock.set(evening);
    await planned(4);
    await drain();
    clock.set(morning);
    clock.advance({ seconds: -1 });
    await drain();
    expect(await dailyTo(adminA)).toHaveLength(before);
    clock.set(morning);
    await Promise.all([outbox.drain(), outbox.drain()]);
    await drain();
    expect(await dailyTo(adminA)).toHaveLength(before + 1);
  }
});

it('is one for several companies, and what comes too late for it waits for the next', async () => {
  for (const company of [a, b]) await notifications.choose(adminAB, company.id, { kind: 'AppointmentMade', delivery: 'Daily' });
  await planned(4, '10:00', adminAB, a);
  await planned(4, '11:00', adminAB, b);
  await nextMorning();
  const [mail] = await dailyTo(adminAB);
  expect(mail?.companyId).toBeNull();
  expect(linksIn(mail?.plainText)).toHaveLength(2);
  // Written before half past seven, by a process whose transaction ended only after the mail had left.
  await planned(4, '12:00', adminAB, a);
  await drain();
  await owner(`update outbox set "dueAt" = $1 where topic = 'dailyMail'`, [clock.now()]);
  await drain();
  expect(await dailyTo(adminAB)).toHaveLength(1);
  await nextMorning();
  expect(await dailyTo(adminAB)).toHaveLength(2);
});

describe('leaves out', () => {
  const wantDaily = async () => {
    for (const kind of ['OrderReceived', 'AppointmentMade', 'CommentWritten', 'CheckCancelled'])
      await notifications.choose(basicA, a.id, { kind, delivery: 'Daily' });
  };

  it('what its reader has seen, what was answered, and what does not hold any more', async () => {
    await wantDaily();
    const seen = await planned(4);
    await drain();
    await notifications.read(
      basicA,
      (await notifications.list(basicA)).map(({ id }) => id),
    );
    const commented = await planned(5);
    await checks.addComment(planner, commented.id, { text: 'Call first.', audience: 'EmployerPlanner' }, 'key-of-the-comment');
    clock.advance({ minutes: 3 });
    await drain();
    expect((await notifications.list(basicA)).map(({ kind }) => kind)).toContain('CommentWritten');
    await checks.markCommentsRead(basicA, commented.id, clock.now());
    const cancelled = await planned(6);
    await drain();
    await checks.cancel(adminA, cancelled.id, cancelled.version, { reason: 'Back at work.' });
    await nextMorning();
    const [mail, ...more] = await dailyTo(basicA);
    expect(more).toEqual([]);
    const links = linksIn(mail?.plainText);
    expect(links).not.toContain(`/checks/${seen.id}`);
    // Ordered and planned: no comment any more. Cancelled: that alone.
    expect(links.filter((link) => link.endsWith(commented.id))).toHaveLength(2);
    expect(links.filter((link) => link.endsWith(cancelled.id))).toEqual([`/reports/${cancelled.id}`]);
  });

  it('checks that are no longer theirs; without anything left there is no mail, and a later one of the day is not lost', async () => {
    await wantDaily();
    const { id } = await planned(4);
    await drain();
    await owner('update checks set "superiorId" = $2 where id = $1', [id, a.superiors[1]]);
    await nextMorning();
    expect(await dailyTo(basicA)).toEqual([]);
    expect(await owner('select from notifications where "waitsForMail"')).toEqual([]);
    expect(await owner('select from daily_mails')).toEqual([]);
  });

  it('everything, for an account that was closed', async () => {
    await notifications.choose(planner, null, { kind: 'CommentWritten', delivery: 'Daily' });
    const { id } = await planned(4);
    await checks.addComment(adminA, id, { text: 'The bell is broken.', audience: 'EmployerPlanner' }, 'key-of-another');
    clock.advance({ minutes: 3 });
    await drain();
    await owner('update profiles set "disabledAt" = now() where id = $1', [profileIdOf(planner)]);
    await nextMorning();
    expect(await dailyTo(planner)).toEqual([]);
    await owner('update profiles set "disabledAt" = null where id = $1', [profileIdOf(planner)]);
  });
});

describe('a doctor who wants one mail a day', () => {
  beforeEach(async () => {
    for (const kind of ['MissionPlanned', 'MissionMoved', 'MissionCancelled'])
      await notifications.choose(doctor, null, { kind, delivery: 'Daily' });
  });

  it('hears at once of an appointment that is too near for it, also of one that moves away', async () => {
    await planned(2, '07:20');
    await drain();
    expect(await missionMails()).toHaveLength(1);
    const near = await planned(2, '07:00');
    await drain();
    expect(await missionMails()).toHaveLength(2);
    await checks.schedule(planner, near.id, near.version, {
      doctorId: doctors.brussels,
      appointmentStart: instantAt(addDays(clock.today(), 8), '10:00'),
      appointmentMinutes: 20,
    });
    await drain();
    expect(await missionMails()).toHaveLength(3);
    await nextMorning();
    expect(await dailyTo(doctor)).toEqual([]);
  });

  it('reads the others there, with their moments and without a name', async () => {
    const { id, workerFullName } = await planned(4);
    await drain();
    expect(await missionMails()).toEqual([]);
    await nextMorning();
    const [mail] = await dailyTo(doctor);
    expect(linksIn(mail?.plainText)).toEqual([`/missions/${id}`]);
    expect(mail?.plainText).not.toContain(workerFullName);
    expect(mail?.plainText).toMatch(/10[:.]00/);
  });
});
