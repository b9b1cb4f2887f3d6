import type { ResultInput } from '@checkwell/domain/check/rules';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { RESULT_HOLD_MINUTES, RESULT_TAKE_BACK_MINUTES } from '@checkwell/domain/constants';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkServices, codeOf, correctionOf, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';

/** A result about which something is odd waits for a planner (docs/decisions/0088). */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const { checks, outbox } = checkServices(db, clock);
const { a, actors, doctors } = await createFixtures(db, clock);
let orders = 0;

async function mission(time = '10:00') {
  clock.set('2026-03-02T09:00:00+01:00');
  orders += 1;
  const ordered = await checks.order(actors.adminA, orderOf(a, clock), `held-key-${orders}`);
  const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
  const { id, version } = await checks.schedule(actors.planner, planning.id, planning.version, {
    doctorId: doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), time),
    appointmentMinutes: 20,
  });
  await outbox.drain();
  clock.set('2026-03-03T11:00:00+01:00');
  return { id, version };
}
const at = (time: string) => instantAt(clock.today(), time);
/** One minute is no examination. */
const SHORT = () => ({ examinedTo: at('10:01'), medicalNote: 'Lumbago.', archiveComment: 'Gate closed.' });

async function sent(values: () => Partial<ResultInput> = SHORT, by: Actor = actors.doctor) {
  const { id, version } = await mission();
  await owner('delete from mails');
  await checks.submitResult(by, id, version, resultOf(clock, values()));
  clock.advance({ minutes: RESULT_TAKE_BACK_MINUTES });
  await outbox.drain();
  return checks.get(actors.planner, id);
}
const mails = async () =>
  (await owner<{ template: string; recipient: string; plainText: string }>('select template, recipient, "plainText" from mails')).map(
    ({ template, recipient }) => `${template} ${recipient}`,
  );
const heldOf = async (actor: Actor, id: string) => (await checks.findHeldResults(actor, [await checks.get(actor, id)])).get(id);
const historyOf = async (actor: Actor, id: string) => (await checks.findEvents(actor, [await checks.get(actor, id)])).get(id) ?? [];
const reason = (text = 'The doctor was called.') => ({ reason: text });

beforeEach(async () => {
  await owner('delete from checks');
});

describe('a result about which something is odd', () => {
  test('waits for a planner: the employer reads that it is looked at, and nothing of it', async () => {
    const { id, version, ...seen } = await sent();
    expect(seen).toMatchObject({ status: 'WaitingForCheck', resultHeldAt: clock.now(), nextActor: 'provider', checkOccurence: null });
    expect(seen.availableActions).toEqual(expect.arrayContaining(['releaseResult', 'questionResult']));
    const employer = await checks.get(actors.adminA, id);
    expect(employer).toMatchObject({ resultHeldAt: clock.now(), resultDueAt: null, checkOccurence: null, availableActions: [] });
    expect((await checks.listReports(actors.adminA, {})).nodes).toEqual([]);
    expect((await historyOf(actors.adminA, id)).at(-1)).toMatchObject({ action: 'holdResult', reason: '', findings: null });
    expect(await mails()).toEqual([]);

    const held = await heldOf(actors.planner, id);
    expect(held).toMatchObject({ findings: ['examinationShort'], checkOccurence: 'Yes', archiveComment: 'Gate closed.', byDoctor: true });
    expect(JSON.stringify(held)).not.toContain('Lumbago');
    expect(await heldOf(actors.doctor, id)).toMatchObject({ findings: ['examinationShort'] });
    expect(await heldOf(actors.adminA, id)).toBeUndefined();
    const ids = async (actor: Actor, filter: object) => (await checks.listOpen(actor, { filter, first: 5 })).nodes.map((check) => check.id);
    expect(await ids(actors.planner, { resultHeld: true })).toEqual([id]);
    expect(await codeOf(ids(actors.adminA, { resultHeld: true }))).toBe('access.forbidden');

    // Nothing else happens to the check, and time alone releases nothing.
    expect(await codeOf(checks.cancel(actors.adminA, id, version, reason()))).toBe('check.actionNotAllowed');
    expect(await codeOf(checks.sendResult(actors.doctor, id, version))).toBe('check.actionNotAllowed');
    clock.advance({ days: 3 });
    await outbox.drain();
    expect((await checks.get(actors.adminA, id)).status).toBe('WaitingForCheck');
    expect(await checks.heldFigures()).toEqual({ held: 1, oldestMinutes: 3 * 24 * 60 });
  });

  test('becomes a report when a planner releases it, and the history says why', async () => {
    const { id, version } = await sent();
    for (const actor of [actors.doctor, actors.adminA, actors.basicA])
      expect(await codeOf(checks.releaseResult(actor, id, version, reason()))).toBe('access.forbidden');
    expect(await codeOf(checks.releaseResult(actors.planner, id, version, { reason: ' ' }))).toBe('request.invalid');
    expect(await checks.releaseResult(actors.planner, id, version, reason())).toMatchObject({ status: 'Archived', checkOccurence: 'Yes' });
    await outbox.drain();
    const report = await checks.get(actors.adminA, id);
    expect(report).toMatchObject({ examinationMinutes: 1, resultHeldAt: null, archiveComment: null });
    const history = await historyOf(actors.planner, id);
    expect(history.map(({ action }) => action).slice(-4)).toEqual(['submitResult', 'holdResult', 'releaseResult', 'recordResult']);
    expect(history.at(-2)).toMatchObject({ actorKind: 'planner', reason: 'The doctor was called.', findings: ['examinationShort'] });
    expect(history.at(-1)).toMatchObject({ actorKind: 'doctor', findings: ['examinationShort'] });
    expect((await historyOf(actors.adminA, id)).map(({ action }) => action).slice(-2)).toEqual(['holdResult', 'recordResult']);
    expect((await mails()).filter((mail) => mail.startsWith('result '))).not.toEqual([]);
    expect((await checks.readMedicalNotes(actors.doctor, [await checks.get(actors.doctor, id)])).get(id)).toBe('Lumbago.');
    expect(await owner('select 1 from held_results')).toEqual([]);
    expect(await owner('select 1 from waiting_results')).toEqual([]);
    expect(await checks.heldFigures()).toEqual({ held: 0, oldestMinutes: null });
  });

  test('is asked about, confirmed by the doctor, and released', async () => {
    const { id, version } = await sent();
    expect(await codeOf(checks.confirmResult(actors.doctor, id, version, reason()))).toBe('check.actionNotAllowed');
    const asked = await checks.questionResult(actors.planner, id, version, reason('Really one minute?'));
    expect(asked).toMatchObject({ resultAskedAt: clock.now(), nextActor: 'doctor' });
    expect(asked.availableActions).not.toContain('questionResult');
    await outbox.drain();
    const [mail] = await owner<{ template: string; plainText: string }>('select template, "plainText" from mails');
    expect(mail).toMatchObject({ template: 'mission' });
    expect(mail?.plainText).not.toContain('Really');
    expect((await checks.get(actors.adminA, id)).resultAskedAt).toBeNull();

    expect(await codeOf(checks.confirmResult(actors.otherDoctor, id, asked.version, reason()))).toBe('entity.notFound');
    const answered = await checks.confirmResult(actors.doctor, id, asked.version, reason('Yes: nobody opened the second door.'));
    expect(answered).toMatchObject({ resultAskedAt: null, status: 'WaitingForCheck' });
    expect(await heldOf(actors.planner, id)).toMatchObject({
      question: 'Really one minute?',
      answer: 'Yes: nobody opened the second door.',
    });
    for (const actor of [actors.adminA, actors.doctor]) {
      const texts = (await historyOf(actor, id)).map((event) => event.reason);
      if (actor === actors.adminA) expect(texts.join()).not.toMatch(/minute|door/);
    }
    expect((await checks.releaseResult(actors.planner, id, answered.version, reason())).status).toBe('Archived');
  });

  test('is corrected by the doctor: it becomes a report at once, or is held for what is still odd', async () => {
    const { id, version } = await sent();
    const odd = correctionOf(clock, { examinedTo: at('10:02'), explanation: 'Mistyped.' });
    const again = await checks.reviseResult(actors.doctor, id, version, odd);
    expect(again).toMatchObject({ status: 'WaitingForCheck', resultHeldAt: clock.now() });
    expect(await heldOf(actors.planner, id)).toMatchObject({ examinedTo: at('10:02'), findings: ['examinationShort'] });
    const right = correctionOf(clock, { examinedTo: at('10:12'), secondCheckNeeded: true });
    const { status } = await checks.reviseResult(actors.doctor, id, again.version, right);
    expect(status).toBe('Archived');
    const report = await checks.get(actors.adminA, id);
    expect(report).toMatchObject({ examinationMinutes: 12, secondCheckNeeded: true });
    // Its times and its comment waited for the gate of comments, as ever.
    expect(report.archiveComment).toBeNull();
    expect((await historyOf(actors.adminA, id)).map(({ action }) => action)).not.toContain('reviseResult');
    await outbox.drain();
    expect(await owner('select 1 from waiting_results')).toEqual([]);
  });

  test('can be taken back, and is checked again when it is sent again', async () => {
    const { id, version } = await sent();
    const back = await checks.takeBackResult(actors.doctor, id, version);
    expect(back).toMatchObject({ resultDueAt: null, resultHeldAt: null });
    const next = await checks.submitResult(actors.doctor, id, back.version, resultOf(clock));
    expect((await checks.sendResult(actors.doctor, id, next.version)).status).toBe('Archived');
  });

  test('is told to all planners when nobody looks at it, once for each wait', async () => {
    const { id, version } = await sent();
    const wait = async (minutes: number) => {
      clock.advance({ minutes });
      await outbox.drain();
      return (await mails()).filter((mail) => mail.startsWith('heldResult'));
    };
    expect(await wait(RESULT_HOLD_MINUTES - 1)).toEqual([]);
    const told = await wait(1);
    expect(told).not.toEqual([]);
    expect((await heldOf(actors.planner, id))?.escalatedAt).toEqual(clock.now());
    expect(await wait(600)).toEqual(told);
    await owner('delete from mails');
    // The doctor's answer would be waited for as long.
    clock.set('2026-03-04T10:00:00+01:00');
    await checks.questionResult(actors.planner, id, version, reason());
    expect((await heldOf(actors.planner, id))?.escalatedAt).toBeNull();
    expect(await wait(RESULT_HOLD_MINUTES)).toHaveLength(told.length);
  });

  test('of a planner is nobody’s to be asked about', async () => {
    const comment = () => ({ archiveComment: 'Heeft griep.' });
    const { id, version } = await sent(comment, actors.planner);
    expect(await heldOf(actors.planner, id)).toMatchObject({ findings: ['medicalTermsUnread'], byDoctor: false });
    expect(await codeOf(checks.questionResult(actors.planner, id, version, reason()))).toBe('check.actionNotAllowed');
    expect((await checks.takeBackResult(actors.planner, id, version)).resultHeldAt).toBeNull();
  });
});

test('a note holds nothing', async () => {
  const { id, status } = await sent(() => ({ archiveComment: 'Griep.' }));
  expect(status).toBe('Archived');
  expect((await historyOf(actors.planner, id)).at(-1)).toMatchObject({ action: 'recordResult', findings: ['medicalTerms'] });
  expect((await historyOf(actors.adminA, id)).at(-1)).toMatchObject({ findings: null });
});

test('of two checks at the same time the second is held, also when both are recorded at the same moment', async () => {
  const missions = [await mission('10:00'), await mission('10:30')];
  for (const { id, version } of missions) await checks.submitResult(actors.doctor, id, version, resultOf(clock));
  clock.advance({ minutes: RESULT_TAKE_BACK_MINUTES });
  await Promise.all([outbox.drain(), outbox.drain()]);
  const states = await Promise.all(missions.map(async ({ id }) => (await checks.get(actors.planner, id)).status));
  expect(states.toSorted()).toEqual(['Archived', 'WaitingForCheck']);
  const rows = await owner<{ findings: string[] }>('select findings from held_results');
  expect(rows).toEqual([{ findings: ['overlapsOtherCheck'] }]);
});

inBothOrders('a planner releases a result while its doctor corrects it', database, async (race, first) => {
  const { id, version } = await sent();
  const [released, revised] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => codeOf(checks.releaseResult(actors.planner, id, version, reason())),
    () => codeOf(checks.reviseResult(actors.doctor, id, version, correctionOf(clock, { examinedTo: at('10:12') }))),
  );
  expect([released, revised]).toEqual(
    (first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['entity.changedMeanwhile', 'no error']).map((value) => ({
      status: 'fulfilled',
      value,
    })),
  );
  expect(await checks.get(actors.adminA, id)).toMatchObject({ status: 'Archived', examinationMinutes: first === 'a' ? 1 : 12 });
});

inBothOrders('a planner releases a result while another asks about it', database, async (race, first) => {
  const { id, version } = await sent();
  const [released, asked] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => codeOf(checks.releaseResult(actors.planner, id, version, reason())),
    () => codeOf(checks.questionResult(actors.planner, id, version, reason('Really one minute?'))),
  );
  const [won, lost] = ['no error', 'entity.changedMeanwhile'].map((value) => ({ status: 'fulfilled', value }));
  expect([released, asked]).toEqual(first === 'a' ? [won, lost] : [lost, won]);
  expect(await checks.get(actors.planner, id)).toMatchObject(
    first === 'a' ? { status: 'Archived', resultAskedAt: null } : { status: 'WaitingForCheck', resultAskedAt: clock.now() },
  );
});

inBothOrders('a result that two planners release becomes one report', database, async (race) => {
  const { id, version } = await sent();
  const release = () => codeOf(checks.releaseResult(actors.planner, id, version, reason()));
  const both = await race({ sql: 'select from checks where id = $1 for update', values: [id] }, release, release);
  expect(new Set(both.map((end) => (end.status === 'fulfilled' ? end.value : end.reason)))).toEqual(
    new Set(['entity.changedMeanwhile', 'no error']),
  );
  await outbox.drain();
  const told = (await mails()).filter((mail) => mail.startsWith('result '));
  expect(new Set(told).size).toBe(told.length);
  expect((await historyOf(actors.planner, id)).filter(({ action }) => action === 'recordResult')).toHaveLength(1);
});
