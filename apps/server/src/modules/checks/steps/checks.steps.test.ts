import type { CheckFilter } from '@checkwell/domain/check/list';
import { PRICES } from '@checkwell/domain/check/price/price';
import { addDays, instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { checkServices, codeOf, fieldErrorsOf, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../../test/fixtures.ts';
import type { CheckView } from '../checks.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { checks, dashboard } = checkServices(db, clock);

let fixtures: Fixtures;
beforeEach(async () => {
  // A Monday.
  clock.set('2026-03-02T09:00:00+01:00');
  fixtures = await createFixtures(db, clock);
});

const key = () => `key-${newId()}`;
const tomorrow = (time: string) => instantAt(addDays(clock.today(), 1), time);
const at = (appointmentStart: Date, doctorId = fixtures.doctors.brussels, appointmentMinutes = 20) => ({
  doctorId,
  appointmentStart,
  appointmentMinutes,
});

async function planned(values: Parameters<typeof orderOf>[2] = {}): Promise<CheckView> {
  const { id, version } = await checks.order(fixtures.actors.adminA, orderOf(fixtures.a, clock, values), key());
  return checks.startPlanning(fixtures.actors.planner, id, version);
}
async function scheduled(start = tomorrow('10:00'), values: Parameters<typeof orderOf>[2] = {}): Promise<CheckView> {
  const { id, version } = await planned(values);
  return checks.schedule(fixtures.actors.planner, id, version, at(start));
}
const figuresFor = async (actor: Actor) =>
  Object.fromEntries((await dashboard.read(actor, {})).figures.map(({ metric, value }) => [metric, value]));
const eventsOf = async (actor: Actor, check: CheckView) => (await checks.findEvents(actor, [check])).get(check.id) ?? [];

test('the whole way: order, plan, appointment, result, report, figures', async () => {
  const { a, actors } = fixtures;
  const idsOf = async (list: 'listOpen' | 'listReports', actor: Actor) => (await checks[list](actor, {})).nodes.map(({ id }) => id);

  const ordered = await checks.order(actors.basicA, orderOf(a, clock, { certificateId: a.certificates[0] }), key());
  const { id } = ordered;
  expect(await idsOf('listOpen', actors.basicA)).toEqual([id]);
  expect(await idsOf('listOpen', actors.otherBasicA)).toEqual([]);
  expect(await idsOf('listOpen', actors.doctor)).toEqual([]);
  expect(ordered.availableActions).toEqual(['modify', 'cancel']);

  clock.advance({ hours: 1 });
  await checks.startPlanning(actors.planner, id, 1);
  clock.advance({ hours: 1 });
  const waiting = await checks.schedule(actors.planner, id, 2, at(tomorrow('11:00')));
  expect(waiting).toMatchObject({
    status: 'WaitingForCheck',
    nextActor: 'doctor',
    doctorId: fixtures.doctors.brussels,
    doctorFullName: expect.stringContaining('brussels'),
    doctorReactivity: null,
    checkDate: addDays(clock.today(), 1),
    checkTime: '11:00',
    distanceToCheck: expect.closeTo(0, 0),
    timeToCheck: expect.any(Number),
  });
  expect(await idsOf('listOpen', actors.doctor)).toEqual([id]);
  expect(await idsOf('listOpen', actors.otherDoctor)).toEqual([]);
  const mission = await checks.get(actors.doctor, id);
  expect(mission).toMatchObject({
    doctorComment: 'Works at heights.',
    providerComment: null,
    companyTotalPrice: null,
    superiorFullName: null,
    documentId: null,
  });
  expect(mission.availableActions).toEqual(['reportProblem', 'recordResult', 'markNonOperable']);

  clock.advance({ days: 1, hours: 1 });
  const examination = { examinedFrom: instantAt(clock.today(), '11:05'), examinedTo: instantAt(clock.today(), '11:19') };
  const report = await checks.recordResult(
    actors.doctor,
    id,
    3,
    resultOf(clock, {
      ...examination,
      newIncapacityEndDate: addDays(clock.today(), 2),
      medicalNote: 'Lumbago, better.',
      archiveComment: 'Light work at first.',
      secondCheckNeeded: true,
    }),
  );
  expect(report).toMatchObject({
    status: 'Archived',
    version: 4,
    nextActor: 'nobody',
    availableActions: ['correctResult'],
    checkOccurence: 'Yes',
    earlyReturn: true,
    newIncapacityEndDate: '2026-03-05',
    examinationMinutes: 14,
    archivedAt: clock.now(),
    resultSentBy: 'doctor',
    secondCheckNeeded: true,
    doctorTotalPrice: PRICES.doctorFee,
    companyTotalPrice: null,
    doctorEfficiency: null,
  });
  expect(await idsOf('listOpen', actors.basicA)).toEqual([]);
  expect(await idsOf('listReports', actors.basicA)).toEqual([id]);
  expect(await idsOf('listReports', actors.doctor)).toEqual([id]);
  expect(await idsOf('listReports', actors.adminB)).toEqual([]);

  const seen = await checks.get(actors.basicA, id);
  expect(seen).toMatchObject({
    companyTotalPrice: null,
    doctorTotalPrice: null,
    doctorTravelCosts: null,
    doctorExtraCosts: null,
    doctorReactivity: null,
    doctorEfficiency: null,
    archiveComment: null,
  });
  expect((await checks.get(actors.planner, id)).doctorEfficiency).toBe(100);
  expect((await eventsOf(actors.basicA, seen)).map(({ action, toStatus, version }) => `${version} ${action} ${toStatus}`)).toEqual([
    '1 order Reception',
    '2 startPlanning Planning',
    '3 schedule WaitingForCheck',
    '4 recordResult Archived',
  ]);
  expect(
    (await owner<{ action: string }>('select action from access_log where "subjectId" = $1 order by at, id', [id])).map(
      ({ action }) => action,
    ),
  ).toEqual(['check.order', 'check.startPlanning', 'check.schedule', 'check.read', 'check.recordResult', 'check.read', 'check.read']);

  expect((await checks.get(actors.adminA, id)).companyTotalPrice).toBe(100_00);

  const { months } = await dashboard.read(actors.basicA, {});
  expect(months).toMatchObject([{ month: '2026-03', confirmed: 0, earlyReturn: 1, noShow: 0, earlyReturnDays: 6, doctorFound: 1 }]);
  expect(await figuresFor(actors.basicA)).toMatchObject({
    completedChecks: 1,
    earlyReturnDays: 6,
    impactDays: 6,
    averageAbsenceDays: 10,
    // One check is too few for a share.
    operationalSuccessRate: null,
    averageDistanceKm: waiting.distanceToCheck,
    averageCheckMinutes: 14,
    openChecks: 0,
  });
  expect(await figuresFor(actors.otherBasicA)).toMatchObject({ completedChecks: 0, openChecks: 0, orderedChecks: 0 });

  // The second round of the same incapacity knows the first.
  const second = await checks.order(
    actors.basicA,
    orderOf(a, clock, { certificateId: a.certificates[0], startDate: '2026-03-02', endDate: '2026-03-11' }),
    key(),
  );
  expect(second.parentCheckId).toBe(id);
});

describe('the medical note', () => {
  test('is for its author alone, encrypted, and reading it is logged', async () => {
    const { actors, a } = fixtures;
    const { id } = await scheduled();
    clock.advance({ days: 1, hours: 2 });
    const report = await checks.recordResult(actors.doctor, id, 3, resultOf(clock, { medicalNote: 'Depressive episode.' }));
    expect((await checks.readMedicalNotes(actors.doctor, [report])).get(id)).toBe('Depressive episode.');
    for (const actor of [actors.otherDoctor, actors.planner, actors.adminA, actors.basicA, actors.adminB, actors.anonymous]) {
      expect((await checks.readMedicalNotes(actor, [report])).size).toBe(0);
    }
    const [row] = await owner<{ note: Buffer }>('select note from medical_notes where "checkId" = $1', [id]);
    expect(row?.note.includes('Depressive')).toBe(false);
    // Moved to another check, it cannot be read.
    const other = await insertCheck(db, fixtures, clock, { status: 'Archived', doctorId: fixtures.doctors.brussels, companyId: a.id });
    await owner('update medical_notes set "checkId" = $2 where "checkId" = $1', [id, other.id]);
    await expect(checks.readMedicalNotes(actors.doctor, [{ ...other, doctorId: fixtures.doctors.brussels }])).rejects.toThrow();
    expect(await owner('select "profileId" from access_log where action = $1 and "subjectId" = $2', ['medicalNotes.read', id])).toEqual([
      { profileId: actors.doctor.profileId },
    ]);
    const everywhere = await owner('select 1 from check_events where details::text like $1 or reason like $1', ['%Depressive%']);
    expect(everywhere).toEqual([]);
  });

  test('cannot be written by anybody else', async () => {
    const { id } = await scheduled();
    clock.advance({ days: 1, hours: 2 });
    expect(await codeOf(checks.recordResult(fixtures.actors.planner, id, 3, resultOf(clock, { medicalNote: 'Hearsay.' })))).toBe(
      'access.forbidden',
    );
    expect(await codeOf(checks.recordResult(fixtures.actors.planner, id, 3, resultOf(clock)))).toBe('no error');
  });
});

describe('an appointment', () => {
  test('is one doctor in one place at a time', async () => {
    const { planner } = fixtures.actors;
    await scheduled(tomorrow('10:00'));
    const { id } = await planned();
    for (const time of ['09:50', '10:00', '10:10'])
      expect(await codeOf(checks.schedule(planner, id, 2, at(tomorrow(time))))).toBe('check.doctorBusy');
    // The check is as it was, and the next minute is free.
    expect(await checks.schedule(planner, id, 2, at(tomorrow('10:20')))).toMatchObject({ version: 3 });
  });

  test('asked for by many planners at once goes to one of them', async () => {
    const { planner } = fixtures.actors;
    const wanting = await Promise.all([1, 2, 3, 4, 5].map(() => planned()));
    const outcomes = await Promise.all(
      wanting.map(({ id, version }, index) =>
        codeOf(checks.schedule(planner, id, version, at(tomorrow('14:00'), fixtures.doctors.brussels, 20 + index))),
      ),
    );
    expect(outcomes.filter((code) => code === 'no error')).toHaveLength(1);
    expect(outcomes.filter((code) => code === 'check.doctorBusy')).toHaveLength(4);
  });

  test('moved or given up leaves its time to others', async () => {
    const { planner } = fixtures.actors;
    const first = await scheduled(tomorrow('10:00'));
    const second = await planned();
    const moved = await checks.schedule(planner, first.id, 3, at(tomorrow('11:00')));
    expect(moved).toMatchObject({ status: 'WaitingForCheck', version: 4, checkTime: '11:00' });
    expect((await eventsOf(planner, moved)).at(-1)).toMatchObject({ action: 'reschedule' });
    await checks.schedule(planner, second.id, 2, at(tomorrow('10:00')));
    const back = await checks.unschedule(planner, second.id, 3);
    expect(back).toMatchObject({
      status: 'Planning',
      doctorId: null,
      doctorFullName: '',
      appointmentStart: null,
      checkDate: null,
      distanceToCheck: null,
    });
    // That a doctor was found once stays known.
    expect(await owner('select "doctorFoundAt" from checks where id = $1', [second.id])).toEqual([{ doctorFoundAt: clock.now() }]);
    const third = await planned();
    expect(await codeOf(checks.schedule(planner, third.id, 2, at(tomorrow('10:00'))))).toBe('no error');
  });

  test.each([
    ['before now', () => new Date(clock.now().getTime() - 60_000), 20, 'momentPast'],
    ['too early in the day', () => tomorrow('06:50'), 20, 'momentHours'],
    ['beyond the evening', () => tomorrow('19:50'), 20, 'momentHours'],
    ['after the incapacity', () => instantAt(addDays(clock.today(), 10), '10:00'), 20, 'momentOutsidePeriod'],
  ])('%s is refused', async (_, start, minutes, fieldError) => {
    const { id } = await planned();
    const attempt = () => checks.schedule(fixtures.actors.planner, id, 2, at(start(), fixtures.doctors.brussels, minutes));
    expect(await codeOf(attempt())).toBe('check.momentNotAllowed');
    expect(await fieldErrorsOf(attempt())).toEqual([`appointmentStart: ${fieldError}`]);
  });

  test.each([
    [{ appointmentMinutes: 5 }, 'appointmentMinutes: durationRange'],
    [{ appointmentMinutes: 20.5 }, 'appointmentMinutes: durationRange'],
    [{ doctorId: newId() }, 'doctorId: doctorRequired'],
    [{ doctorId: 'no id' }, 'doctorId: invalidChoice'],
    [{ appointmentStart: new Date(Number.NaN) }, 'appointmentStart: momentRequired'],
  ])('with %o has an error at that field', async (values, fieldError) => {
    const { id } = await planned();
    expect(await fieldErrorsOf(checks.schedule(fixtures.actors.planner, id, 2, { ...at(tomorrow('10:00')), ...values }))).toEqual([
      fieldError,
    ]);
  });

  test('needs a doctor who works for us, offers the place and is near enough', async () => {
    const { planner } = fixtures.actors;
    const attempt = async (doctor: keyof Fixtures['doctors'], values: Parameters<typeof orderOf>[2]) => {
      const { id } = await planned(values);
      return codeOf(checks.schedule(planner, id, 2, at(tomorrow('10:00'), fixtures.doctors[doctor])));
    };
    expect(await attempt('retired', {})).toBe('check.doctorNotSuitable');
    expect(await attempt('antwerp', { locationCheck: 'House' })).toBe('check.doctorNotSuitable');
    // From Brussels to the office in Antwerp is beyond what a worker may be asked to travel.
    expect(await attempt('antwerp', {})).toBe('check.doctorNotSuitable');
    expect(await attempt('antwerp', { workerAddress: 'Mechelsesteenweg 1, 2018 Antwerpen' })).toBe('no error');
    expect(await attempt('brussels', { locationCheck: 'House', workerAddress: 'Korenmarkt 1, 9000 Gent' })).toBe('check.doctorNotSuitable');
    expect(await attempt('brussels', { locationCheck: 'Telecheck', workerAddress: 'Rue de Diekirch 1, 6700 Arlon' })).toBe('no error');
  });

  test('with something against it stands, and its history says what', async () => {
    const { planner } = fixtures.actors;
    const { id } = await planned({ workerLanguage: 'DE', authorizedExit: false });
    const check = await checks.schedule(planner, id, 2, at(tomorrow('19:00')));
    expect((await eventsOf(planner, check)).at(-1)?.notes).toEqual(['languageNotSpoken', 'outsideAvailability', 'exitNotAuthorized']);
    const abroad = await planned({ workerAddress: 'Unter den Linden 1, 10117 Berlin, Deutschland' });
    const lost = await checks.schedule(planner, abroad.id, 2, at(tomorrow('08:00')));
    expect(lost).toMatchObject({ distanceToCheck: null, timeToCheck: null });
    expect((await eventsOf(planner, lost)).at(-1)?.notes).toEqual(['placeUnknown']);
    // Where workers stay at home from 10 to 14 h in the first days, a home visit at 9 h may find nobody in the right.
    await owner(
      `update companies set "availabilityDays" = 5, "availabilityFrom" = '10:00', "availabilityTo" = '14:00', "availabilityBasis" = 'WorkRules' where id = $1`,
      [fixtures.a.id],
    );
    for (const [time, notes] of [
      ['09:00', ['outsideWorkerAvailability']],
      ['11:00', []],
    ] as const) {
      const visit = await planned({ locationCheck: 'House' });
      const scheduled = await checks.schedule(planner, visit.id, 2, at(tomorrow(time)));
      expect((await eventsOf(planner, scheduled)).at(-1)?.notes, time).toEqual(notes);
    }
  });

  test('on a Saturday costs the weekend surcharge, and no longer when it is moved', async () => {
    const { planner, adminA } = fixtures.actors;
    const saturday = instantAt('2026-03-07', '10:00');
    const check = await scheduled(saturday);
    expect(check.companyTotalPrice).toBe(130_00);
    expect((await checks.schedule(planner, check.id, 3, at(tomorrow('10:00')))).companyTotalPrice).toBe(100_00);
    await checks.schedule(planner, check.id, 4, at(saturday));
    expect((await checks.unschedule(planner, check.id, 5)).companyTotalPrice).toBe(100_00);
    expect((await checks.get(adminA, check.id)).companyTotalPrice).toBe(100_00);
  });
});

describe('a modification', () => {
  const change = (values: object = {}) => ({
    workerAddress: 'Meir 1, 2000 Antwerpen',
    workerPhoneNumber: '03 123 45 67',
    phoneNumber: '0470 12 34 56',
    startDate: clock.today(),
    endDate: addDays(clock.today(), 5),
    locationCheck: 'House',
    typeCheck: 'Immediate',
    authorizedExit: false,
    providerComment: 'Second floor.',
    doctorComment: '',
    ...values,
  });

  test('changes the order, its place and its price', async () => {
    const { adminA } = fixtures.actors;
    const { id } = await checks.order(adminA, orderOf(fixtures.a, clock), key());
    const check = await checks.modify(adminA, id, 1, change());
    expect(check).toMatchObject({
      status: 'Reception',
      version: 2,
      workerAddress: 'Meir 1, 2000 Antwerpen',
      workerPhoneNumber: '+3231234567',
      phoneNumber: '+32470123456',
      incapacityEndDate: '2026-03-07',
      checkLocation: 'House',
      checkTiming: 'Immediate',
      authorizedExit: false,
      providerComment: 'Second floor.',
      doctorComment: '',
      companyTotalPrice: 125_00,
    });
    const [place] = await owner<{ latitude: number }>('select latitude from checks where id = $1', [id]);
    expect(place?.latitude).toBeCloseTo(51.22, 1);
    const [event] = await owner<{ details: { changed: string[] } }>(
      'select details from check_events where "checkId" = $1 and version = 2',
      [id],
    );
    expect(event?.details.changed).toEqual(expect.arrayContaining(['workerAddress', 'checkLocation', 'incapacityEndDate']));
    expect(JSON.stringify(event)).not.toContain('Meir');
  });

  test('after a doctor was found waits for the provider, who plans again', async () => {
    const { adminA, planner, doctor } = fixtures.actors;
    const { id } = await scheduled();
    const check = await checks.modify(adminA, id, 3, change({ locationCheck: 'Office' }));
    expect(check).toMatchObject({
      status: 'ModificationProblem',
      problemReason: 'EmployerModification',
      problemOwner: 'provider',
      nextActor: 'provider',
    });
    expect(await codeOf(checks.resolveProblem(adminA, id, 4, { comment: '' }))).toBe('check.actionNotAllowed');
    // The doctor still knows of the mission, but it no longer waits.
    expect((await checks.get(doctor, id)).availableActions).toEqual([]);
    expect((await checks.listOpen(doctor, {})).nodes).toEqual([]);
    const again = await checks.resolveProblem(planner, id, 4, { comment: 'Called the company.' });
    expect(again).toMatchObject({ status: 'Planning', problemReason: null, problemOwner: null, doctorId: null, appointmentStart: null });
    expect(await codeOf(checks.get(doctor, id))).toBe('entity.notFound');
  });

  test('by the planner does not wipe out a comment that planners cannot read', async () => {
    const { planner, adminA } = fixtures.actors;
    const { id } = await checks.order(adminA, orderOf(fixtures.a, clock), key());
    await checks.modify(planner, id, 1, change());
    expect(await checks.get(adminA, id)).toMatchObject({ doctorComment: 'Works at heights.', providerComment: 'Second floor.' });
  });

  test('to a short period falls back to the first feasible moment; to one that is over, or without GSM, is refused', async () => {
    const { adminA } = fixtures.actors;
    const { id } = await checks.order(adminA, orderOf(fixtures.a, clock), key());
    const check = await checks.modify(adminA, id, 1, change({ typeCheck: 'Optimized', endDate: clock.today() }));
    expect(check.checkTiming).toBe('Immediate');
    expect((await eventsOf(adminA, check)).at(-1)?.notes).toEqual(['timingFallback']);
    expect(await codeOf(checks.modify(adminA, id, 2, change({ startDate: '2026-02-01', endDate: '2026-03-01' })))).toBe(
      'check.periodEnded',
    );
    expect(await fieldErrorsOf(checks.modify(adminA, id, 2, change({ phoneNumber: '' })))).toEqual(['phoneNumber: gsmForLocation']);
    expect(await fieldErrorsOf(checks.modify(adminA, id, 2, change({ status: 'Archived' })))).toEqual(['status: unknownField']);
  });
});

describe('a problem', () => {
  test('of the employer is answered by the employer', async () => {
    const { basicA, planner } = fixtures.actors;
    const { id } = await planned();
    const problem = { problemReason: 'AddressUnclear', problemOwner: 'employer', problemComment: 'No such number.' };
    expect(await checks.reportProblem(planner, id, 2, problem)).toMatchObject({
      status: 'ModificationProblem',
      ...problem,
      nextActor: 'employer',
    });
    const solved = await checks.resolveProblem(basicA, id, 3, { comment: 'Number 7.' });
    expect(solved).toMatchObject({ status: 'Planning', problemComment: '' });
    expect((await eventsOf(basicA, solved)).slice(-2)).toMatchObject([
      { action: 'reportProblem', reason: 'No such number.' },
      { action: 'resolveProblem', reason: 'Number 7.' },
    ]);
  });

  test('is reported by the doctor of the mission too', async () => {
    const { doctor, otherDoctor, planner } = fixtures.actors;
    const { id } = await scheduled();
    const problem = { problemReason: 'DoctorUnavailable', problemOwner: 'provider', problemComment: '' };
    expect(await codeOf(checks.reportProblem(otherDoctor, id, 3, problem))).toBe('entity.notFound');
    expect((await checks.reportProblem(doctor, id, 3, problem)).status).toBe('ModificationProblem');
    // Meanwhile the doctor's time is free.
    const other = await planned();
    expect(await codeOf(checks.schedule(planner, other.id, 2, at(tomorrow('10:00'))))).toBe('no error');
  });
});

describe('a cancellation', () => {
  test.each([
    ['costs nothing before a doctor was found', 0, async () => planned()],
    ['costs a quarter well before the appointment', 25_00, async () => scheduled()],
    ['costs half shortly before it', 50_00, async () => scheduled(instantAt(clock.today(), '12:59'))],
    [
      'costs nothing when the doctor dropped out',
      0,
      async () => {
        const { id } = await scheduled();
        return checks.reportProblem(fixtures.actors.doctor, id, 3, {
          problemReason: 'DoctorUnavailable',
          problemOwner: 'provider',
          problemComment: '',
        });
      },
    ],
    [
      'costs the same after a modification',
      25_00,
      async () => {
        const { id } = await scheduled();
        await owner(
          `update checks set status = 'ModificationProblem', "problemReason" = 'EmployerModification', "problemOwner" = 'provider' where id = $1`,
          [id],
        );
        return checks.get(fixtures.actors.adminA, id);
      },
    ],
  ])('%s', async (_, fee, prepare) => {
    const { adminA, doctor } = fixtures.actors;
    const { id, version } = await prepare();
    expect((await checks.get(adminA, id)).cancellationFee).toBe(fee);
    const cancelled = await checks.cancel(adminA, id, version, { reason: '  Back at work.  ' });
    expect(cancelled).toMatchObject({
      status: 'Archived',
      checkOccurence: 'Cancelled',
      companyTotalPrice: fee,
      archiveComment: 'Back at work.',
      cancellationFee: null,
      availableActions: [],
    });
    expect((await eventsOf(adminA, cancelled)).at(-1)).toMatchObject({ action: 'cancel', reason: 'Back at work.' });
    expect((await checks.listOpen(doctor, {})).nodes).toEqual([]);
  });

  test('needs a reason', async () => {
    const { id, version } = await planned();
    expect(await fieldErrorsOf(checks.cancel(fixtures.actors.adminA, id, version, { reason: '   ' }))).toEqual(['reason: reasonRequired']);
  });
});

describe('a result', () => {
  const attempt = async (
    values: Parameters<typeof resultOf>[1] & object,
    order: Parameters<typeof orderOf>[2] = {},
    prepare?: (id: string) => Promise<unknown>,
  ) => {
    clock.set('2026-03-02T09:00:00+01:00');
    const { id, version } = await scheduled(tomorrow(`${10 + (attempts % 8)}:${['00', '20', '40'][Math.floor(attempts / 8) % 3]}`), order);
    attempts += 1;
    await prepare?.(id);
    clock.set('2026-03-03T18:00:00+01:00');
    // By a message that left in time; what is told otherwise: checks.told.test.ts.
    await owner(`update checks set "employeeTold" = 'InTime' where id = $1 and "employeeTold" = 'Waiting'`, [id]);
    return { id, work: checks.recordResult(fixtures.actors.doctor, id, version, resultOf(clock, values)) };
  };
  let attempts = 0;
  beforeEach(() => {
    attempts = 0;
  });

  test.each([
    [{ checkOccurence: 'YesPatientHome' as const }, {}, 'checkOccurence: invalidChoice'],
    [{ checkOccurence: 'YesSecondCheck' as const }, {}, 'checkOccurence: invalidChoice'],
    [{ checkOccurence: 'NoCertifDenied' as const }, {}, 'checkOccurence: invalidChoice'],
    [{ checkOccurence: 'Yes' as const }, { locationCheck: 'House' as const }, 'checkOccurence: invalidChoice'],
    [{ checkOccurence: 'Yes' as const }, { certificateType: 'NoCertif' as const }, 'checkOccurence: invalidChoice'],
    // The casts of this table: what no type lets through, but a request may hold.
    [{ checkOccurence: 'Cancelled' as never }, {}, 'checkOccurence: invalidChoice'],
    [{ newIncapacityEndDate: '2026-03-12' }, {}, 'newIncapacityEndDate: newEndLater'],
    [{ newIncapacityEndDate: '2026-03-01' }, {}, 'newIncapacityEndDate: newEndBeforeCheck'],
    [{ examinedTo: new Date('2026-03-03T18:01:00+01:00') }, {}, 'examinedTo: examinationFuture'],
    [
      { examinedFrom: new Date('2026-03-01T10:00:00+01:00'), examinedTo: new Date('2026-03-01T10:10:00+01:00') },
      {},
      'examinedFrom: momentOutsidePeriod',
    ],
    [
      {
        timesReason: '',
        examinedFrom: new Date('2026-03-03T07:30:00+01:00'),
        examinedTo: new Date('2026-03-03T07:40:00+01:00'),
      },
      {},
      'timesReason: timesReasonRequired',
    ],
    [{ examinedTo: new Date('2026-03-03T09:59:00+01:00') }, {}, 'examinedTo: examinationOrder'],
    [
      { examinedFrom: new Date('2026-03-02T10:00:00+01:00'), examinedTo: new Date('2026-03-03T10:00:00+01:00') },
      {},
      'examinedTo: examinationTooLong',
    ],
    [{ independenceDeclared: false as never }, {}, 'independenceDeclared: declarationRequired'],
    [{ findingsHandedOver: false }, {}, 'findingsHandedOver: findingsRequired'],
    [{ companyTotalPrice: 0 } as never, {}, 'companyTotalPrice: unknownField'],
  ])('%o of a check with %o is refused at that field', async (values, order, fieldError) => {
    const { id, work } = await attempt(values, order);
    expect(await fieldErrorsOf(work)).toEqual([fieldError]);
    expect((await checks.get(fixtures.actors.planner, id)).status).toBe('WaitingForCheck');
  });

  test.each([
    [{ incapacityType: 'WorkAccident' as const }, {}, { injuryDifference: true, checkPlausibility: 'Excluded' }],
    [{ incapacityType: 'AccidentOnTheWayToWork' as const }, {}, { injuryDifference: true, checkPlausibility: 'Excluded' }],
    [{ incapacityType: 'WorkAccident' as const }, { checkPlausibility: null }, { injuryDifference: true, checkPlausibility: 'Unknown' }],
    [
      { incapacityType: 'WorkAccident' as const },
      { checkOccurence: 'NoShow' as const },
      { injuryDifference: null, checkPlausibility: 'Unknown' },
    ],
    [{ incapacityType: 'Illness' as const }, {}, { injuryDifference: null, checkPlausibility: 'Unknown' }],
  ])('of a check with %o and %o says %o of the accident', async (order, values, expected) => {
    const judged = { injuryDifference: true, checkPlausibility: 'Excluded' as const };
    const { work } = await attempt({ ...judged, ...values }, order);
    expect(await work).toMatchObject(expected);
  });

  test.each([
    [{ checkOccurence: 'Yes' as const }, {}, { earlyReturn: false, examinationMinutes: 14, companyTotalPrice: 100_00 }],
    [{ checkOccurence: 'Yes' as const, newIncapacityEndDate: '2026-03-11' }, {}, { earlyReturn: false }],
    [{ checkOccurence: 'Yes' as const, newIncapacityEndDate: '2026-03-10' }, {}, { earlyReturn: true }],
    [{ checkOccurence: 'Yes' as const }, { locationCheck: 'Telecheck' as const }, { distanceToCheck: null, companyTotalPrice: 100_00 }],
    [{ checkOccurence: 'YesPatientHome' as const }, { locationCheck: 'House' as const }, { companyTotalPrice: 125_00 }],
    [{ checkOccurence: 'NoCertifConfirmed' as const }, { certificateType: 'NoCertif' as const }, { earlyReturn: false }],
    [{ checkOccurence: 'NoCertifDenied' as const }, { certificateType: 'NoCertif' as const }, { earlyReturn: true }],
    [
      { checkOccurence: 'NoShow' as const, findingsHandedOver: false },
      {},
      { earlyReturn: false, examinationMinutes: null, companyTotalPrice: 100_00 },
    ],
  ])('%o of a check with %o gives %o', async (values, order, report) => {
    const { id, work } = await attempt(values, order);
    await work;
    expect(await checks.get(fixtures.actors.adminA, id)).toMatchObject({
      status: 'Archived',
      checkOccurence: values.checkOccurence,
      ...report,
    });
  });

  test('of a later round may be a second check', async () => {
    const first = await insertCheck(db, fixtures, clock, { status: 'Archived' });
    const { work } = await attempt({ checkOccurence: 'YesSecondCheck' }, {}, (id) =>
      owner('update checks set "parentCheckId" = $2 where id = $1', [id, first.id]),
    );
    expect(await work).toMatchObject({ checkOccurence: 'YesSecondCheck' });
  });

  test('at home pays the doctor the way beyond the free kilometres', async () => {
    const { work } = await attempt(
      { checkOccurence: 'YesPatientHome' },
      { locationCheck: 'House', workerAddress: 'Grote Markt 1, 2800 Mechelen' },
    );
    const report = await work;
    const km = report.distanceToCheck ?? 0;
    expect(km).toBeGreaterThan(PRICES.freeKm);
    const travel = Math.round((km - PRICES.freeKm) * PRICES.kmRate);
    expect(report).toMatchObject({
      doctorTravelCosts: travel,
      doctorExtraCosts: PRICES.doctorHouseSupplement,
      doctorTotalPrice: PRICES.doctorFee + PRICES.doctorHouseSupplement + travel,
    });
  });

  test('keeps, for the planners, why an examination was far from its appointment, and nothing where it was not', async () => {
    const reasonOf = async (examinedFrom: Date) => {
      const values = { timesReason: 'Called the day before.', examinedFrom, examinedTo: new Date(examinedFrom.getTime() + 600_000) };
      const { id, work } = await attempt(values);
      await work;
      const told = async (actor: Actor) => {
        const events = (await checks.findEvents(actor, [{ companyId: fixtures.a.id, id }])).get(id) ?? [];
        return events.find(({ action }) => action === 'recordResult')?.reason;
      };
      return [await told(fixtures.actors.planner), await told(fixtures.actors.adminA)];
    };
    expect(await reasonOf(new Date('2026-03-03T17:00:00+01:00'))).toEqual(['Called the day before.', '']);
    expect(await reasonOf(new Date('2026-03-03T10:30:00+01:00'))).toEqual(['', '']);
  });

  test('keeps that independence was declared and findings handed over', async () => {
    const { id, work } = await attempt({});
    await work;
    const [event] = await owner<{ details: object }>(`select details from check_events where "checkId" = $1 and action = 'recordResult'`, [
      id,
    ]);
    expect(event?.details).toMatchObject({ independenceDeclared: true, findingsHandedOver: true });
  });
});

describe('a check that cannot be performed', () => {
  test('is billed and paid only for a doctor who was on the way, for a reason that is billable', async () => {
    const { planner, doctor } = fixtures.actors;
    const early = await planned();
    expect(await checks.markNonOperable(planner, early.id, 2, { nonOperableReason: 'AddressNotFound', archiveComment: '' })).toMatchObject({
      checkOccurence: 'NonOperable',
      nonOperableReason: 'AddressNotFound',
      companyTotalPrice: 0,
      doctorTotalPrice: null,
    });
    // An appointment that is to come cost nobody a way.
    const ahead = await scheduled();
    await checks.markNonOperable(planner, ahead.id, 3, { nonOperableReason: 'AddressNotFound', archiveComment: '' });
    expect(await checks.get(planner, ahead.id)).toMatchObject({ companyTotalPrice: 0, doctorTotalPrice: null });
    const there = await scheduled();
    clock.advance({ days: 1, hours: 1 });
    await checks.markNonOperable(doctor, there.id, 3, { nonOperableReason: 'NoAccess', archiveComment: 'The gate was closed.' });
    expect(await checks.get(planner, there.id)).toMatchObject({
      companyTotalPrice: 100_00,
      doctorTotalPrice: PRICES.doctorFee,
      archiveComment: 'The gate was closed.',
      resultSentBy: 'doctor',
    });
    const free = await scheduled(tomorrow('11:00'));
    await checks.markNonOperable(doctor, free.id, 3, { nonOperableReason: 'Hospitalised', archiveComment: '' });
    expect(await checks.get(planner, free.id)).toMatchObject({ companyTotalPrice: 0, doctorTotalPrice: null });
  });
});

test('a deleted check costs nothing, is in no figure, and in no report but the planners’', async () => {
  const { planner, adminA } = fixtures.actors;
  const { id, version } = await scheduled();
  const before = await dashboard.read(adminA, {});
  await checks.delete(planner, id, version, { reason: 'Entered twice.' });
  expect(await checks.get(adminA, id)).toMatchObject({ status: 'Archived', checkOccurence: 'Deleted', companyTotalPrice: 0 });
  const reportsOf = async (actor: Actor, filter: CheckFilter) => {
    const listed = (await checks.listReports(actor, { filter })).nodes.map((check) => check.id);
    const exported: string[] = [];
    for await (const some of await checks.exportReports(actor, { filter })) exported.push(...some.map(({ id }) => id));
    expect(exported).toEqual(listed);
    return listed;
  };
  const companyId = fixtures.a.id;
  for (const filter of [{ companyId }, { companyId, checkOccurence: ['Deleted'] }] satisfies CheckFilter[]) {
    expect(await reportsOf(adminA, filter)).not.toContain(id);
    expect(await reportsOf(planner, filter)).toContain(id);
  }
  expect(before.timing).toEqual([
    { name: 'Immediate', count: 0 },
    { name: 'Optimized', count: 1 },
  ]);
  expect(await dashboard.read(adminA, {})).toMatchObject({
    timing: [
      { name: 'Immediate', count: 0 },
      { name: 'Optimized', count: 0 },
    ],
  });
  expect(await figuresFor(adminA)).toMatchObject({ orderedChecks: 0, archivedChecks: 0, openChecks: 0, completedChecks: 0 });
});
