import { correctionEnd } from '@checkwell/domain/check/result/correction';
import { correctionsOf } from '@checkwell/domain/check/result/correction-lines';
import type { CorrectionInput } from '@checkwell/domain/check/rules';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { RESULT_TAKE_BACK_MINUTES } from '@checkwell/domain/constants';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkServices, codeOf, correctionOf, fieldErrorsOf, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';

/** A result that was sent waits before the employer reads it (docs/decisions/0052). */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const { checks, outbox } = checkServices(db, clock);
const { a, actors, doctors } = await createFixtures(db, clock);
let orders = 0;

/** A check whose appointment is over. */
async function mission() {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
  orders += 1;
  const ordered = await checks.order(actors.adminA, orderOf(a, clock), `waiting-key-${orders}`);
  const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
  const { id, version } = await checks.schedule(actors.planner, planning.id, planning.version, {
    doctorId: doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), '10:00'),
    appointmentMinutes: 20,
  });
  clock.set('2026-03-03T10:20:00+01:00');
  await outbox.drain();
  await owner('delete from mails');
  return { id, version };
}
const submit = (id: string, version: number) =>
  checks.submitResult(actors.doctor, id, version, resultOf(clock, { medicalNote: 'Lumbago.' }));
const templates = async () => (await owner<{ template: string }>('select template from mails')).map(({ template }) => template);
const waitMinutes = (minutes: number) => clock.advance({ minutes });

describe('a result that was sent', () => {
  let id: string;
  let version: number;
  beforeEach(async () => {
    ({ id, version } = await mission());
    const sent = await submit(id, version);
    expect(sent).toMatchObject({
      status: 'WaitingForCheck',
      resultDueAt: new Date(clock.now().getTime() + RESULT_TAKE_BACK_MINUTES * 60_000),
    });
    version = sent.version;
  });

  test('is nobody’s to read, nor known to the employer, before its time, and everybody’s then', async () => {
    waitMinutes(RESULT_TAKE_BACK_MINUTES - 1);
    await outbox.drain();
    const seen = await checks.get(actors.adminA, id);
    expect(seen).toMatchObject({ status: 'WaitingForCheck', checkOccurence: null, resultDueAt: null, availableActions: [] });
    expect((await checks.listReports(actors.adminA, {})).nodes).toEqual([]);
    const actions = (await checks.findEvents(actors.adminA, [seen])).get(id)?.map(({ action }) => action);
    expect(actions).not.toContain('submitResult');
    expect(await templates()).toEqual([]);
    const [row] = await owner<{ sealed: Buffer }>('select sealed from waiting_results');
    expect(row?.sealed.toString()).not.toContain('Lumbago');

    waitMinutes(1);
    await outbox.drain();
    expect(await checks.get(actors.adminA, id)).toMatchObject({ status: 'Archived', checkOccurence: 'Yes', examinationMinutes: 14 });
    // Sent in time, whenever it was read.
    expect((await checks.get(actors.planner, id)).doctorEfficiency).toBe(100);
    expect(await templates()).toContain('result');
    expect((await checks.readMedicalNotes(actors.doctor, [await checks.get(actors.doctor, id)])).get(id)).toBe('Lumbago.');
    expect(await owner('select 1 from waiting_results')).toEqual([]);
  });

  test('keeps everybody else from changing the check', async () => {
    expect(await codeOf(checks.cancel(actors.adminA, id, version, { reason: 'Back at work' }))).toBe('check.actionNotAllowed');
    expect(await codeOf(checks.unschedule(actors.planner, id, version))).toBe('check.actionNotAllowed');
    expect(await codeOf(submit(id, version))).toBe('check.actionNotAllowed');
  });

  test('can be taken back by whoever sent it, and sent again', async () => {
    expect(await codeOf(checks.takeBackResult(actors.planner, id, version))).toBe('access.forbidden');
    expect(await codeOf(checks.takeBackResult(actors.otherDoctor, id, version))).toBe('entity.notFound');
    const back = await checks.takeBackResult(actors.doctor, id, version);
    expect(back).toMatchObject({ status: 'WaitingForCheck', resultDueAt: null });
    waitMinutes(2);
    const again = await submit(id, back.version);
    // The time of the first one is over, not that of the second.
    waitMinutes(RESULT_TAKE_BACK_MINUTES - 2);
    await outbox.drain();
    expect((await checks.get(actors.planner, id)).status).toBe('WaitingForCheck');
    waitMinutes(2);
    await outbox.drain();
    expect((await checks.get(actors.planner, id)).status).toBe('Archived');
    expect(await codeOf(checks.takeBackResult(actors.doctor, id, again.version))).toBe('entity.changedMeanwhile');
  });

  test('can be sent at once, and is told once', async () => {
    expect(await codeOf(checks.sendResult(actors.planner, id, version))).toBe('access.forbidden');
    expect(await checks.sendResult(actors.doctor, id, version)).toMatchObject({ status: 'Archived', checkOccurence: 'Yes' });
    waitMinutes(RESULT_TAKE_BACK_MINUTES);
    await outbox.drain();
    const told = await owner<{ recipient: string }>(`select recipient from mails where template = 'result'`);
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length);
  });
});

inBothOrders('a result that is sent at once while its time comes', database, async (race, first) => {
  const { id, version } = await mission();
  const sent = await submit(id, version);
  waitMinutes(RESULT_TAKE_BACK_MINUTES);
  const [now] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => codeOf(checks.sendResult(actors.doctor, id, sent.version)),
    () => outbox.drain(),
  );
  expect(now).toEqual({ status: 'fulfilled', value: first === 'a' ? 'no error' : 'entity.changedMeanwhile' });
  await outbox.drain();
  expect((await checks.get(actors.planner, id)).status).toBe('Archived');
  expect(await owner(`select 1 from check_events where "checkId" = $1 and action = 'recordResult'`, [id])).toHaveLength(1);
  const told = await owner<{ recipient: string }>(`select recipient from mails where template = 'result'`);
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length);
});

inBothOrders('a result that is taken back while it is recorded', database, async (race, first) => {
  const { id, version } = await mission();
  const sent = await submit(id, version);
  waitMinutes(RESULT_TAKE_BACK_MINUTES);
  const [back] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => codeOf(checks.takeBackResult(actors.doctor, id, sent.version)),
    () => outbox.drain(),
  );
  const { status } = await checks.get(actors.planner, id);
  expect([back, status]).toEqual([
    { status: 'fulfilled', value: first === 'a' ? 'no error' : 'entity.changedMeanwhile' },
    first === 'a' ? 'WaitingForCheck' : 'Archived',
  ]);
  await outbox.drain();
  expect((await templates()).includes('result')).toBe(first === 'b');
});

describe('a result that the employer has read', () => {
  let id: string;
  let version: number;
  const correction = (values: Partial<CorrectionInput> = {}) => correctionOf(clock, { explanation: 'The wrong line.', ...values });
  const correct = (values: Partial<CorrectionInput> = {}, actor: Actor = actors.doctor) =>
    checks.correctResult(actor, id, version, correction(values));
  const figures = () =>
    owner('select count, "earlyReturn", "checkOccurence", "earlyReturnDays" from dashboard_reports where count > 0 order by "scopeId"');

  beforeEach(async () => {
    ({ id, version } = await mission());
    const sent = await submit(id, version);
    ({ version } = await checks.sendResult(actors.doctor, id, sent.version));
    await outbox.drain();
    await owner('delete from mails');
  });

  test('is corrected by its doctor: report, figures and mails follow, and the history keeps what it said', async () => {
    const before = await checks.get(actors.planner, id);
    expect(before).toMatchObject({ checkOccurence: 'Yes', earlyReturn: false });
    expect(await figures()).toContainEqual(expect.objectContaining({ earlyReturn: false }));
    const newIncapacityEndDate = addDays(before.incapacityEndDate ?? '', -1);
    clock.advance({ minutes: 90 });
    const examinedFrom = instantAt(clock.today(), '10:02');
    await correct({ newIncapacityEndDate, examinedFrom, workerDisagreement: true });
    expect(await checks.get(actors.adminA, id)).toMatchObject({
      status: 'Archived',
      archivedAt: before.archivedAt,
      newIncapacityEndDate,
      earlyReturn: true,
      workerDisagreement: true,
      examinationMinutes: 12,
      checkTime: '10:02',
    });
    // Neither price nor pay nor punctuality is another's for it.
    const { companyTotalPrice, doctorTotalPrice, doctorEfficiency } = before;
    expect(await checks.get(actors.planner, id)).toMatchObject({ companyTotalPrice, doctorTotalPrice, doctorEfficiency });
    expect(await figures()).not.toContainEqual(expect.objectContaining({ earlyReturn: false }));
    expect(await figures()).toContainEqual(expect.objectContaining({ earlyReturn: true, earlyReturnDays: 1 }));

    const lineFor = async (actor: Actor) => {
      const seen = await checks.get(actor, id);
      return (await checks.findEvents(actor, [seen])).get(id)?.find(({ action }) => action === 'correctResult');
    };
    const former = {
      checkOccurence: 'Yes',
      newIncapacityEndDate: null,
      earlyReturn: false,
      workerDisagreement: false,
      examinationMinutes: 14,
    };
    expect(await lineFor(actors.adminA)).toMatchObject({
      correctionReason: 'Mistyped',
      // A doctor's words reach the employer through the gate alone.
      reason: '',
      formerResult: { ...former, examinedFrom: instantAt(clock.today(), '10:00') },
    });
    expect(await lineFor(actors.planner)).toMatchObject({ reason: 'The wrong line.', formerResult: former });

    await outbox.drain();
    const mails = await owner<{ template: string; subject: string }>('select template, subject from mails');
    expect(mails.length).toBeGreaterThan(0);
    for (const { template, subject } of mails) {
      expect(template).toBe('result');
      expect(subject).toMatch(/corrected|corrigé|verbeterd/);
    }
  });

  test('keeps its day, is possible, and becomes another', async () => {
    clock.advance({ minutes: 30 });
    const dayBefore = addDays(clock.today(), -1);
    const fieldErrors = (values: object) => fieldErrorsOf(checks.correctResult(actors.doctor, id, version, { ...correction(), ...values }));
    expect(await fieldErrors({ examinedFrom: instantAt(dayBefore, '10:00'), examinedTo: instantAt(dayBefore, '10:14') })).toEqual([
      'examinedFrom: correctionOtherDay',
    ]);
    expect(await fieldErrors({ checkOccurence: 'YesPatientHome' })).toEqual(['checkOccurence: invalidChoice']);
    expect(await fieldErrors({ newIncapacityEndDate: addDays(clock.today(), 90) })).toEqual(['newIncapacityEndDate: newEndLater']);
    expect(await fieldErrors({ examinedTo: new Date(clock.now().getTime() + 60_000) })).toEqual(['examinedTo: examinationFuture']);
    expect(await fieldErrors({ correctionReason: '' })).toEqual(['correctionReason: correctionReasonRequired']);
    expect(await fieldErrors({ findingsHandedOver: false })).toEqual(['findingsHandedOver: findingsRequired']);
    expect(await codeOf(correct())).toBe('check.nothingCorrected');
    // At 10:00 it began; nobody missed it before.
    const early = { examinedFrom: instantAt(clock.today(), '09:40'), examinedTo: instantAt(clock.today(), '09:55') };
    expect(await fieldErrors({ ...early, checkOccurence: 'NoShow' })).toEqual(['examinedTo: noShowBeforeAppointment']);
    expect((await checks.get(actors.planner, id)).version).toBe(version);
  });

  test('is nobody else’s to correct, and no longer after a day', async () => {
    for (const actor of [actors.planner, actors.adminA, actors.basicA]) expect(await codeOf(correct({}, actor))).toBe('access.forbidden');
    expect(await codeOf(correct({}, actors.otherDoctor))).toBe('entity.notFound');
    const { archivedAt } = await checks.get(actors.doctor, id);
    clock.set(correctionEnd(archivedAt ?? clock.now()).toISOString());
    const late = {
      ...correction({ secondCheckNeeded: true }),
      examinedFrom: instantAt('2026-03-03', '10:00'),
      examinedTo: instantAt('2026-03-03', '10:14'),
    };
    expect(await codeOf(checks.correctResult(actors.doctor, id, version, late))).toBe('check.correctionTooLate');
    clock.advance({ minutes: -1 });
    expect((await checks.correctResult(actors.doctor, id, version, late)).secondCheckNeeded).toBe(true);
  });

  test('what was cancelled or not carried out has no findings to correct', async () => {
    await owner(`update checks set "checkOccurence" = 'NonOperable', "nonOperableReason" = 'NoContact' where id = $1`, [id]);
    expect((await checks.get(actors.doctor, id)).availableActions).not.toContain('correctResult');
    expect(await codeOf(correct({ secondCheckNeeded: true }))).toBe('check.actionNotAllowed');
  });

  inBothOrders('is corrected once of two at the same moment, and a report says what the first said', database, async (race, first) => {
    const [ofA, ofB] = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => codeOf(correct({ secondCheckNeeded: true })),
      () => codeOf(correct({ prolongationNeeded: true })),
    );
    const [won, lost] = ['no error', 'entity.changedMeanwhile'];
    expect([ofA, ofB]).toEqual((first === 'a' ? [won, lost] : [lost, won]).map((value) => ({ status: 'fulfilled', value })));
    expect(await checks.get(actors.adminA, id)).toMatchObject({ secondCheckNeeded: first === 'a', prolongationNeeded: first === 'b' });
    expect(await owner(`select 1 from check_events where "checkId" = $1 and action = 'correctResult'`, [id])).toHaveLength(1);
  });

  test('is corrected again after that, with what each replaced', async () => {
    await correct({ secondCheckNeeded: true });
    version += 1;
    await correct({ prolongationNeeded: true, correctionReason: 'LearnedLater' });
    const seen = await checks.get(actors.adminA, id);
    const events = (await checks.findEvents(actors.adminA, [seen])).get(id) ?? [];
    expect(correctionsOf(events, seen).map(({ reason, replaced }) => [reason, replaced.map(({ key }) => key)])).toEqual([
      ['Mistyped', ['secondCheckNeeded']],
      ['LearnedLater', ['secondCheckNeeded', 'prolongationNeeded']],
    ]);
  });
});
