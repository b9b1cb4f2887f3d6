import { addDays, instantAt } from '@checkwell/domain/clock';
import { describe, expect, test } from 'vitest';
import { checkServices, codeOf, correctionOf, fieldErrorsOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';

/** Arbitration of findings (docs/decisions/0109), and no-shows that are excused (0073). */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
clock.set('2026-03-06T12:00:00+01:00');
const { checks, outbox } = checkServices(db, clock);
const fixtures = await createFixtures(db, clock);
const { actors, doctors } = fixtures;
/** Wednesday; the term to ask ends on Friday 6 March. */
const EXAMINED = '2026-03-04';
const END = '2026-03-13';

/** Found fit from the 9th; certified until the 13th. */
async function reported(values: object = {}) {
  await owner('delete from checks');
  await owner('delete from mails');
  const { id } = await insertCheck(db, fixtures, clock, {
    status: 'Archived',
    version: 7,
    incapacityStartDate: '2026-03-02',
    incapacityEndDate: END,
    checkOccurence: 'Yes',
    newIncapacityEndDate: '2026-03-08',
    earlyReturn: true,
    workerDisagreement: true,
    examinedFrom: instantAt(EXAMINED, '10:00'),
    examinedTo: instantAt(EXAMINED, '10:14'),
    archivedAt: instantAt(EXAMINED, '11:00'),
    doctorId: doctors.brussels,
    doctorFullName: 'Dokter',
    doctorFoundAt: clock.now(),
    doctorTotalPrice: 55_00,
    ...values,
  });
  return id;
}
const sums = () =>
  owner(
    `select "checkOccurence", "earlyReturnDays", "noShowDays", "impactDaysFromCheck", "excusedNoShows", "companyTotalPrice"::integer as price
     from dashboard_reports where count > 0 and "scopeId" = "companyId"`,
  );
const told = async () => {
  await outbox.drain();
  const mails = await owner<{ template: string; subject: string }>('select template, subject from mails order by template, subject');
  await owner('delete from mails');
  return mails.map(({ template, subject }) => `${template}: ${subject}`);
};
const versionOf = async (id: string) => (await checks.get(actors.planner, id)).version;

const ARBITRATION = { arbitrationAskedBy: 'Employee', arbiterName: 'An Vermeulen', arbitrationAskedOn: '2026-03-05' } as const;
const RULING = { arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: '2026-03-06', newIncapacityEndDate: null } as const;

describe('findings before an arbitrating doctor', () => {
  const arbitrate = async (id: string, input: object = {}) =>
    checks.recordArbitration(actors.planner, id, await versionOf(id), { ...ARBITRATION, ...input });
  const rule = async (id: string, input: object = {}) =>
    checks.recordRuling(actors.planner, id, await versionOf(id), { ...RULING, ...input });

  test('the ruling is the next version of the report: figures follow, money stays, the history keeps what was found, and all are told', async () => {
    const id = await reported();
    const before = await checks.get(actors.planner, id);
    expect(await sums()).toEqual([expect.objectContaining({ earlyReturnDays: 5 })]);
    expect(before.availableActions).toContain('recordArbitration');
    expect(before.availableActions).not.toContain('recordRuling');
    await arbitrate(id);
    for (const subject of await told())
      expect(subject).toMatch(/^result: (An arbitrating doctor has been asked|Un médecin-arbitre a été demandé)$/);
    // What is before the arbitrating doctor the control doctor leaves as it is.
    expect((await checks.get(actors.doctor, id)).availableActions).not.toContain('correctResult');

    await rule(id);
    for (const actor of [actors.adminA, actors.planner, actors.doctor])
      expect(await checks.get(actor, id)).toMatchObject({
        ...ARBITRATION,
        ...RULING,
        checkOccurence: 'Yes',
        earlyReturn: false,
      });
    expect(await sums()).toEqual([expect.objectContaining({ earlyReturnDays: 0, impactDaysFromCheck: 0, price: 100_00 })]);
    const { companyTotalPrice, doctorTotalPrice } = before;
    expect(await checks.get(actors.planner, id)).toMatchObject({ companyTotalPrice, doctorTotalPrice });
    const subjects = await told();
    expect(subjects).toContainEqual(expect.stringMatching(/^mission: Arbitrating doctor’s decision/));
    expect(
      subjects.filter((subject) => /^result: (The arbitrating doctor has decided|Le médecin-arbitre a tranché)$/.test(subject)).length,
    ).toBeGreaterThan(0);
    const seen = await checks.get(actors.adminA, id);
    expect((await checks.findEvents(actors.adminA, [seen])).get(id)?.at(-1)).toMatchObject({
      action: 'recordRuling',
      actorKind: 'planner',
      correctionReason: 'Arbitration',
      formerResult: { newIncapacityEndDate: '2026-03-08', earlyReturn: true },
    });

    // A ruling that was entered wrongly is entered once more, on the findings as the control doctor made them.
    await rule(id, { arbitrationRuling: 'ControlDoctor' });
    expect(await checks.get(actors.adminA, id)).toMatchObject({ newIncapacityEndDate: '2026-03-08', earlyReturn: true });
    await rule(id, { newIncapacityEndDate: '2026-03-10' });
    expect(await sums()).toEqual([expect.objectContaining({ earlyReturnDays: 3 })]);
    expect(await codeOf(arbitrate(id))).toBe('check.actionNotAllowed');
  });

  test('is asked in time, or by an employee who disagrees, and ruled in order; of a no-show there is nothing to arbitrate', async () => {
    const id = await reported({ workerDisagreement: false });
    expect(await fieldErrorsOf(arbitrate(id, { arbitrationAskedOn: '2026-03-03' }))).toEqual(['arbitrationAskedOn: dayBeforeCheck']);
    expect(await fieldErrorsOf(arbitrate(id, { arbiterName: ' ' }))).toEqual(['arbiterName: required']);
    clock.set('2026-03-09T12:00:00+01:00');
    expect(await fieldErrorsOf(arbitrate(id, { arbitrationAskedOn: '2026-03-07' }))).toEqual(['arbitrationAskedOn: arbitrationTooLate']);
    expect(await codeOf(rule(id))).toBe('check.actionNotAllowed');
    await arbitrate(id);
    expect(await fieldErrorsOf(rule(id, { arbitrationRuledOn: '2026-03-04' }))).toEqual(['arbitrationRuledOn: dayBeforeArbitration']);
    expect(await fieldErrorsOf(rule(id, { newIncapacityEndDate: addDays(END, 1) }))).toEqual(['newIncapacityEndDate: newEndLater']);
    clock.set('2026-03-06T12:00:00+01:00');
    const missed = await reported({ checkOccurence: 'NoShow', newIncapacityEndDate: null, earlyReturn: false, workerDisagreement: false });
    expect(await codeOf(arbitrate(missed))).toBe('check.actionNotAllowed');
  });

  test('the database knows no ruling without an arbitrating doctor, nor either of what nobody examined', async () => {
    const id = await reported();
    const set = (columns: string) => owner(`update checks set ${columns} where id = $1`, [id]);
    await expect(set(`"arbitrationRuling" = 'ControlDoctor', "arbitrationRuledOn" = '2026-03-06'`)).rejects.toThrow(/checks_ruling/);
    await expect(set(`"arbitrationAskedBy" = 'Employer', "arbitrationAskedOn" = '2026-03-05'`)).rejects.toThrow(/checks_arbitration/);
    const missed = await reported({ checkOccurence: 'NoShow', newIncapacityEndDate: null, earlyReturn: false, workerDisagreement: false });
    await expect(
      owner(`update checks set "arbitrationAskedBy" = 'Employer', "arbitrationAskedOn" = '2026-03-05', "arbiterName" = 'A' where id = $1`, [
        missed,
      ]),
    ).rejects.toThrow(/checks_arbitration/);
  });

  inBothOrders('arbitration and the doctor’s correction: one of both, and nothing over it', database, async (race, first) => {
    clock.set('2026-03-04T15:00:00+01:00');
    const id = await reported();
    const correction = correctionOf(clock, { newIncapacityEndDate: '2026-03-10', workerDisagreement: true });
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => codeOf(checks.recordArbitration(actors.planner, id, 7, { ...ARBITRATION, arbitrationAskedOn: EXAMINED })),
      () => codeOf(checks.correctResult(actors.doctor, id, 7, correction)),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['entity.changedMeanwhile', 'no error'],
    );
    if (first === 'a') expect(await codeOf(checks.correctResult(actors.doctor, id, 8, correction))).toBe('check.actionNotAllowed');
    clock.set('2026-03-06T12:00:00+01:00');
  });
});

describe('a no-show', () => {
  const missed = () => reported({ checkOccurence: 'NoShow', newIncapacityEndDate: null, earlyReturn: false, workerDisagreement: false });
  const EXCUSE = { noShowExcuse: 'Hospital', noShowExcusedOn: '2026-03-05' } as const;

  test('that is excused stays one, leaves the impact, and comes back to it when the excuse is taken back', async () => {
    const id = await missed();
    const counted = { checkOccurence: 'NoShow', noShowDays: 12, impactDaysFromCheck: 10, excusedNoShows: 0, price: 100_00 };
    expect(await sums()).toEqual([expect.objectContaining(counted)]);
    const { version } = await checks.excuseNoShow(actors.basicA, id, 7, EXCUSE);
    expect(await checks.get(actors.planner, id)).toMatchObject({ ...EXCUSE, checkOccurence: 'NoShow', companyTotalPrice: 100_00 });
    expect(await sums()).toEqual([expect.objectContaining({ ...counted, noShowDays: 0, impactDaysFromCheck: 0, excusedNoShows: 1 })]);
    for (const subject of await told())
      expect(subject).toMatch(/^result: (A no-show has been excused|Une absence au contrôle a été excusée)$/);
    expect(await codeOf(checks.excuseNoShow(actors.planner, id, version, EXCUSE))).toBe('check.actionNotAllowed');

    await checks.withdrawExcuse(actors.planner, id, version, { excuseWithdrawal: 'ProofInvalid' });
    expect(await checks.get(actors.adminA, id)).toMatchObject({ noShowExcuse: null, noShowExcusedOn: null });
    expect(await sums()).toEqual([expect.objectContaining(counted)]);
    expect((await told()).length).toBeGreaterThan(0);
  });

  test('is excused by employer and planners from its day on; nothing else is', async () => {
    const id = await missed();
    expect(await codeOf(checks.excuseNoShow(actors.doctor, id, 7, EXCUSE))).toBe('access.forbidden');
    expect(await codeOf(checks.excuseNoShow(actors.adminB, id, 7, EXCUSE))).toBe('entity.notFound');
    expect(await fieldErrorsOf(checks.excuseNoShow(actors.adminA, id, 7, { ...EXCUSE, noShowExcusedOn: '2026-03-03' }))).toEqual([
      'noShowExcusedOn: dayBeforeCheck',
    ]);
    expect(await fieldErrorsOf(checks.excuseNoShow(actors.adminA, id, 7, { ...EXCUSE, noShowExcuse: '' }))).toEqual([
      'noShowExcuse: reasonRequired',
    ]);
    const examined = await reported();
    expect(await codeOf(checks.excuseNoShow(actors.adminA, examined, 7, EXCUSE))).toBe('check.actionNotAllowed');
    await expect(
      owner(`update checks set "noShowExcuse" = 'Hospital', "noShowExcusedOn" = '2026-03-05' where id = $1`, [examined]),
    ).rejects.toThrow(/checks_excuse/);
  });

  inBothOrders('employer and planner excuse it at the same moment: once', database, async (race, first) => {
    const id = await missed();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => codeOf(checks.excuseNoShow(actors.adminA, id, 7, EXCUSE)),
      () => codeOf(checks.excuseNoShow(actors.planner, id, 7, { ...EXCUSE, noShowExcuse: 'Pharmacy' })),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['entity.changedMeanwhile', 'no error'],
    );
    expect((await checks.get(actors.adminA, id)).noShowExcuse).toBe(first === 'a' ? 'Hospital' : 'Pharmacy');
  });
});
