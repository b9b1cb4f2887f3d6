import { addDays, instantAt } from '@checkwell/domain/clock';
import { beforeEach, expect, it } from 'vitest';
import { checkServices, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures } from '../../../test/fixtures.ts';
import type { CheckView } from '../checks.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { checks, outbox } = checkServices(db, clock);
const { a, actors, doctors } = await createFixtures(db, clock);
const emailOf = async (doctor: keyof typeof doctors) =>
  (await owner<{ email: string }>('select email from doctors where id = $1', [doctors[doctor]]))[0]?.email;

/** Mails to doctors since the last call: who reads which subject, and the text. */
async function told(): Promise<
  { readonly recipient: string; readonly subject: string; readonly plainText: string; readonly language: string }[]
> {
  await outbox.drain();
  const rows = await owner<{ recipient: string; subject: string; plainText: string; language: string }>(
    `select recipient, subject, "plainText", language from mails where template = 'mission' order by subject, recipient`,
  );
  await owner('delete from mails');
  return rows.map((row) => ({ ...row, plainText: row.plainText.replace(/[\u00a0\u202f]/g, ' ') }));
}
const subjects = async () => (await told()).map(({ recipient, subject }) => [recipient, subject.split(/\s*:/)[0]]);

let count = 0;
const schedule = ({ id, version }: CheckView, doctor: keyof typeof doctors = 'brussels', minute = count) =>
  checks.schedule(actors.planner, id, version, {
    doctorId: doctors[doctor],
    appointmentStart: instantAt(addDays(clock.today(), 1), `1${minute % 8}:00`),
    appointmentMinutes: 20,
  });
async function planned(): Promise<CheckView> {
  count += 1;
  const ordered = await checks.order(actors.adminA, orderOf(a, clock), `mission-key-${count}`);
  return schedule(await checks.startPlanning(actors.planner, ordered.id, ordered.version));
}

beforeEach(async () => {
  await owner('delete from checks');
  await outbox.drain();
  await owner('delete from mails');
});

it('notifies the doctor of a new mission, with its moment and fee, and names nobody', async () => {
  const { id, workerFullName, workerLastName, workerAddress } = await planned();
  const [mail, ...rest] = await told();
  expect(rest).toEqual([]);
  expect(mail).toMatchObject({ recipient: await emailOf('brussels') });
  expect(mail?.plainText).toMatch(new RegExp(`https?://\\S+/missions/${id}`));
  expect(mail?.plainText).toContain(`1${count % 8}:00`);
  for (const secret of [workerFullName, workerLastName, workerAddress, 'Ring twice.', 'Works at heights.']) {
    expect(secret).toBeTruthy();
    expect(`${mail?.subject} ${mail?.plainText}`).not.toContain(secret);
  }
});

it('gives a doctor without account a number to call instead of a link', async () => {
  await owner(`update profiles set "disabledAt" = now() where "doctorId" = $1`, [doctors.brussels]);
  await planned();
  const [mail] = await told();
  await owner(`update profiles set "disabledAt" = null where "doctorId" = $1`, [doctors.brussels]);
  expect(mail?.plainText).not.toContain('/missions/');
  expect(mail?.plainText).toMatch(/\+32/);
});

it('tells the doctor of another moment, once per change', async () => {
  const check = await planned();
  await told();
  const moved = await schedule(check, 'brussels', count + 1);
  expect(await subjects()).toEqual([[await emailOf('brussels'), 'Mission moved']]);
  await schedule(moved, 'brussels', count + 1);
  expect(await subjects()).toEqual([]);
});

it('tells the doctor who loses a mission', async () => {
  const check = await planned();
  await told();
  await checks.unschedule(actors.planner, check.id, check.version);
  expect(await subjects()).toEqual([[await emailOf('brussels'), 'Mission withdrawn']]);
});

it('tells the doctor when the employer cancels or changes the order', async () => {
  const first = await planned();
  await told();
  await checks.cancel(actors.adminA, first.id, first.version, { reason: 'Back at work.' });
  expect(await subjects()).toEqual([[await emailOf('brussels'), 'Mission cancelled']]);
  const second = await planned();
  await told();
  await checks.reportProblem(actors.planner, second.id, second.version, {
    problemReason: 'AddressUnclear',
    problemOwner: 'employer',
    problemComment: '',
  });
  expect(await subjects()).toEqual([[await emailOf('brussels'), 'Mission on hold']]);
});

it('waits for the morning with what is news at night, but not where somebody would set out for nothing', async () => {
  const check = await planned();
  await told();
  clock.set(instantAt(clock.today(), '22:00').toISOString());
  const at = (version: number, days: number, time: string) =>
    checks.schedule(actors.planner, check.id, version, {
      doctorId: doctors.brussels,
      appointmentStart: instantAt(addDays(clock.today(), days), time),
      appointmentMinutes: 20,
    });
  const moved = await at(check.version, 3, '12:00');
  await outbox.drain();
  const early = await at(moved.version, 1, '08:00');
  await outbox.drain();
  await checks.unschedule(actors.planner, early.id, early.version);
  const states = async () => {
    await outbox.drain();
    return (await owner<{ state: string }>(`select state from mails where template = 'mission' order by id`)).map(({ state }) => state);
  };
  // The one about the day after tomorrow was taken back by the next.
  expect(await states()).toEqual(['failed', 'sent', 'sent']);
  clock.set(instantAt(addDays(clock.today(), 1), '09:00').toISOString());
  expect(await states()).toEqual(['failed', 'sent', 'sent']);
  expect((await checks.undelivered(actors.planner, [early])).size).toBe(0);
});

it('takes back nothing that was written at night about another mission', async () => {
  const check = await planned();
  const other = await planned();
  await told();
  clock.set(instantAt(clock.today(), '22:00').toISOString());
  const later = ({ id, version }: CheckView, time: string) =>
    checks.schedule(actors.planner, id, version, {
      doctorId: doctors.brussels,
      appointmentStart: instantAt(addDays(clock.today(), 4), time),
      appointmentMinutes: 20,
    });
  const moved = await later(check, '12:00');
  await later(other, '14:00');
  await outbox.drain();
  await later(moved, '13:00');
  await outbox.drain();
  clock.set(instantAt(addDays(clock.today(), 1), '09:00').toISOString());
  await outbox.drain();
  const rows = await owner<{ state: string; subject: string }>(`select state, subject from mails where template = 'mission' order by id`);
  expect(rows.map(({ state, subject }) => [state, /1[234]:00/.exec(subject)?.[0]])).toEqual([
    ['failed', '12:00'],
    ['sent', '14:00'],
    ['sent', '13:00'],
  ]);
});

it('does not notify a doctor of what the doctor did', async () => {
  const check = await planned();
  await told();
  clock.set(instantAt(addDays(clock.today(), 1), '19:00').toISOString());
  await checks.recordResult(actors.doctor, check.id, check.version, resultOf(clock));
  expect(await subjects()).toEqual([]);
});
