import { CHECK_STATUSES, type CheckStatus } from '@checkwell/domain/check/enums';
import { availableActions, CHECK_ACTIONS, type CheckAction, nextActor, nextStatus, refusalOf } from '@checkwell/domain/check/lifecycle';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { type Actor, roleIn } from '@checkwell/domain/policy';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkServices, codeOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../../test/fixtures.ts';
import type { CheckService } from '../checks.service.ts';

const { db, owner } = await testDatabase();
/** The check as it is, and what was written down about it since it was made. */
async function traces(id: string): Promise<{ row: unknown; events: readonly unknown[]; accesses: readonly unknown[] }> {
  // In one question: this file asks a thousand times.
  const [found] = await owner<{ row: unknown; events: unknown[]; accesses: unknown[] }>(
    `select json_build_object('status', status, 'version', version) as row,
       (select coalesce(json_agg(json_build_object('fromStatus', "fromStatus", 'toStatus', "toStatus", 'version', version, 'actorKind', "actorKind")), '[]')
        from check_events where "checkId" = c.id and version > 7) as events,
       (select coalesce(json_agg(json_build_object('action', action)), '[]') from access_log where "subjectId" = c.id) as accesses
     from checks c where id = $1`,
    [id],
  );
  if (!found) throw new Error('The check is gone.');
  return found;
}
const clock = testClock();
const { checks } = checkServices(db, clock);

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
});

const DAY = 86_400_000;
const PERIOD_DAYS = 90;
let slot = 0;
/** A moment at which no other appointment of these tests is. */
function freeMoment(): { readonly appointmentStart: Date; readonly appointmentEnd: Date } {
  slot += 1;
  const day = addDays(clock.today(), 1 + (slot % (PERIOD_DAYS - 2)));
  const appointmentStart = new Date(instantAt(day, '08:00').getTime() + Math.floor(slot / (PERIOD_DAYS - 2)) * 10 * 60_000);
  return { appointmentStart, appointmentEnd: new Date(appointmentStart.getTime() + 600_000) };
}

/** What is done through the link of a message (offers.test.ts, employee-page.test.ts). */
const BY_LINK = [
  'acceptOffer',
  'employeeConfirm',
  'employeeMove',
  'employeeReport',
  'employeeDisagree',
] as const satisfies readonly CheckAction[];
/** What somebody asks for. */
type Asked = Exclude<CheckAction, (typeof BY_LINK)[number]>;
const ASKED = CHECK_ACTIONS.filter((action): action is Asked => !BY_LINK.some((byLink) => byLink === action));

/** Of an appointment at a practice nobody says that a door stayed closed (checks.attempts.test.ts). */
const ATTEMPT = {
  attemptedAt: clock.now(),
  appointmentStart: clock.now(),
  bell: 'Peeters',
  position: null,
  photoId: null,
  cardStart: null,
};

const CORRECTION = {
  checkOccurence: 'Yes',
  examinedFrom: clock.now(),
  examinedTo: clock.now(),
  newIncapacityEndDate: null,
  workerDisagreement: false,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  injuryDifference: null,
  findingsHandedOver: true,
  correctionReason: 'Mistyped',
  explanation: '',
};

/** A valid request for each action. */
const REQUESTS: Record<Asked, (service: CheckService, actor: Actor, id: string, version: number) => Promise<unknown>> = {
  startPlanning: (service, actor, id, version) => service.startPlanning(actor, id, version),
  schedule: (service, actor, id, version) => service.schedule(actor, id, version, appointment()),
  reschedule: (service, actor, id, version) => service.schedule(actor, id, version, appointment()),
  unschedule: (service, actor, id, version) => service.unschedule(actor, id, version),
  reportProblem: (service, actor, id, version) =>
    service.reportProblem(actor, id, version, {
      problemReason: 'AddressUnclear',
      problemOwner: 'employer',
      problemComment: 'No such street.',
    }),
  resolveProblem: (service, actor, id, version) => service.resolveProblem(actor, id, version, { comment: 'Number 7.' }),
  modify: (service, actor, id, version) => service.modify(actor, id, version, modification()),
  cancel: (service, actor, id, version) => service.cancel(actor, id, version, { reason: 'Back at work.' }),
  recordAttempt: (service, actor, id, version) => service.recordAttempt(actor, id, version, ATTEMPT),
  leaveCard: (service, actor, id, version) => service.recordAttempt(actor, id, version, { ...ATTEMPT, cardStart: clock.now() }),
  recordResult: (service, actor, id, version) =>
    service.recordResult(actor, id, version, resultOf(clock, { examinedFrom: clock.now(), examinedTo: clock.now() })),
  releaseResult: (service, actor, id, version) => service.releaseResult(actor, id, version, { reason: 'Called the doctor.' }),
  questionResult: (service, actor, id, version) => service.questionResult(actor, id, version, { reason: 'Two minutes?' }),
  confirmResult: (service, actor, id, version) => service.confirmResult(actor, id, version, { reason: 'Yes.' }),
  reviseResult: (service, actor, id, version) => service.reviseResult(actor, id, version, CORRECTION),
  correctResult: (service, actor, id, version) => service.correctResult(actor, id, version, CORRECTION),
  recordArbitration: (service, actor, id, version) =>
    service.recordArbitration(actor, id, version, {
      arbitrationAskedBy: 'Employee',
      arbiterName: 'An Vermeulen',
      arbitrationAskedOn: clock.today(),
    }),
  recordRuling: (service, actor, id, version) =>
    service.recordRuling(actor, id, version, {
      arbitrationRuling: 'ControlDoctor',
      arbitrationRuledOn: clock.today(),
      newIncapacityEndDate: null,
    }),
  excuseNoShow: (service, actor, id, version) =>
    service.excuseNoShow(actor, id, version, { noShowExcuse: 'Hospital', noShowExcusedOn: clock.today() }),
  withdrawExcuse: (service, actor, id, version) => service.withdrawExcuse(actor, id, version, { excuseWithdrawal: 'Mistake' }),
  markNonOperable: (service, actor, id, version) =>
    service.markNonOperable(actor, id, version, { nonOperableReason: 'NoContact', archiveComment: '' }),
  releaseComment: (service, actor, id, version) => service.releaseComment(actor, id, version, { comment: 'Rang twice.' }),
  withholdComment: (service, actor, id, version) => service.withholdComment(actor, id, version),
  delete: (service, actor, id, version) => service.delete(actor, id, version, { reason: 'Entered twice.' }),
};

const appointment = () => ({
  doctorId: fixtures.doctors.brussels,
  appointmentStart: freeMoment().appointmentStart,
  appointmentMinutes: 10,
});
const modification = () => ({
  workerAddress: 'Meir 1, 2000 Antwerpen',
  workerPhoneNumber: '+3221234567',
  phoneNumber: '+32470123456',
  startDate: clock.today(),
  endDate: addDays(clock.today(), 9),
  locationCheck: 'Office' as const,
  typeCheck: 'Optimized' as const,
  authorizedExit: true,
  providerComment: 'p',
  doctorComment: 'd',
});

const ACTORS = [
  'adminA',
  'basicA',
  'otherBasicA',
  'looseBasicA',
  'adminB',
  'adminAB',
  'planner',
  'doctor',
  'otherDoctor',
  'anonymous',
] as const satisfies readonly (keyof Fixtures['actors'])[];
const SITUATIONS = [
  ...CHECK_STATUSES.map((status) => ({ status, problemOwner: 'employer' as const })),
  { status: 'ModificationProblem' as const, problemOwner: 'provider' as const },
];
const HAS_DOCTOR = new Set<CheckStatus>(['WaitingForCheck', 'Archived', 'ModificationProblem']);

/** A check of superior 0 of company A in that situation, with the doctor of Brussels once it had one. */
async function checkIn({ status, problemOwner }: (typeof SITUATIONS)[number]): Promise<string> {
  const { id } = await insertCheck(db, fixtures, clock, {
    status,
    version: 7,
    incapacityEndDate: addDays(clock.today(), PERIOD_DAYS),
    ...(HAS_DOCTOR.has(status) && {
      doctorId: fixtures.doctors.brussels,
      doctorFullName: 'Dokter',
      doctorFoundAt: clock.now(),
      ...freeMoment(),
    }),
    ...(status === 'ModificationProblem' && { problemOwner }),
    ...(status === 'Archived' && { archiveComment: 'Rang twice, nobody.', commentReview: 'Waiting' }),
  });
  return id;
}

/** What the life cycle asks of such a check. */
const factsOf = ({ status, problemOwner }: (typeof SITUATIONS)[number]) => ({
  companyId: fixtures.a.id,
  superiorId: fixtures.a.superiors[0],
  orderedByProfileId: null,
  doctorId: HAS_DOCTOR.has(status) ? fixtures.doctors.brussels : null,
  status,
  problemOwner: status === 'ModificationProblem' ? problemOwner : null,
  commentReview: status === 'Archived' ? ('Waiting' as const) : ('NotNeeded' as const),
  checkOccurence: status === 'Archived' ? ('NoShow' as const) : null,
});

/** What the domain's table says that must come back. */
function expected(action: Asked, actor: Actor, situation: (typeof SITUATIONS)[number]): string {
  if (actor.kind === 'anonymous') return 'access.unauthenticated';
  const { status } = situation;
  // One request schedules and reschedules: what it does follows from the status.
  const asked = action === 'schedule' || action === 'reschedule' ? (status === 'WaitingForCheck' ? 'reschedule' : 'schedule') : action;
  const facts = factsOf(situation);
  if (!hasSomewhere(asked, actor)) return 'access.forbidden';
  if (!canSee(actor, facts.doctorId)) return 'entity.notFound';
  const refusal = refusalOf(asked, facts, actor);
  if (refusal === null) return 'no error';
  return refusal === 'permission' ? 'access.forbidden' : 'check.actionNotAllowed';
}

/** Roles that have the action over anything at all; the others are refused before anything is looked up. */
function hasSomewhere(action: Asked, actor: Actor): boolean {
  const planning: readonly Asked[] = [
    'startPlanning',
    'schedule',
    'reschedule',
    'unschedule',
    'delete',
    'releaseResult',
    'questionResult',
    'releaseComment',
    'withholdComment',
    'recordArbitration',
    'recordRuling',
  ];
  if (planning.includes(action)) return actor.kind === 'planner';
  const visiting: readonly Asked[] = ['recordAttempt', 'leaveCard', 'confirmResult', 'reviseResult', 'correctResult'];
  if (visiting.includes(action)) return actor.kind === 'doctor';
  if (action === 'reportProblem' || action === 'recordResult' || action === 'markNonOperable') return actor.kind !== 'employer';
  return actor.kind !== 'doctor';
}

function canSee(actor: Actor, doctorId: string | null): boolean {
  const { actors } = fixtures;
  if (actor === actors.doctor) return doctorId !== null;
  return actor === actors.planner || actor === actors.adminA || actor === actors.basicA || actor === actors.adminAB;
}

describe.each(ACTORS)('%s', (name) => {
  test.each(SITUATIONS)('may do with a check at $status ($problemOwner must act) what the life cycle says', async (situation) => {
    const actor = fixtures.actors[name];
    // What was refused left the check as it was: the next action is asked of the same one.
    let untouched: string | undefined;
    for (const action of ASKED) {
      const id = untouched ?? (await checkIn(situation));
      const outcome = await codeOf(REQUESTS[action](checks, actor, id, 7));
      expect(outcome, action).toBe(expected(action, actor, situation));
      untouched = outcome === 'no error' ? undefined : id;
      const { row, events, accesses } = await traces(id);
      if (outcome !== 'no error') {
        expect(row, action).toEqual({ status: situation.status, version: 7 });
        expect([...events, ...accesses], action).toEqual([]);
        continue;
      }
      const done =
        action === 'schedule' || action === 'reschedule' ? (situation.status === 'WaitingForCheck' ? 'reschedule' : 'schedule') : action;
      const status = nextStatus(situation.status, done);
      expect(row, action).toEqual({ status, version: 8 });
      expect(events, action).toEqual([{ fromStatus: situation.status, toStatus: status, version: 8, actorKind: actor.kind }]);
      expect(accesses, action).toEqual([{ action: `check.${done}` }]);
    }
  });

  test.each(SITUATIONS)('is shown as buttons what is not refused: $status ($problemOwner must act)', async (situation) => {
    const actor = fixtures.actors[name];
    const id = await checkIn(situation);
    if (actor.kind === 'anonymous' || !canSee(actor, HAS_DOCTOR.has(situation.status) ? fixtures.doctors.brussels : null)) {
      expect(await codeOf(checks.get(actor, id))).toBe(actor.kind === 'anonymous' ? 'access.unauthenticated' : 'entity.notFound');
      return;
    }
    const check = await checks.get(actor, id);
    expect(check.availableActions).toEqual(availableActions(factsOf(situation), actor));
    expect(check.nextActor).toBe(nextActor(check));
    for (const action of BY_LINK) expect(check.availableActions).not.toContain(action);
    for (const action of ASKED) {
      const offered = check.availableActions.includes(action);
      const other = action === 'schedule' ? 'reschedule' : action === 'reschedule' ? 'schedule' : action;
      if (!check.availableActions.includes(other)) expect(offered, action).toBe(expected(action, actor, situation) === 'no error');
    }
    const seesPrices = roleIn(actor, check.companyId) !== 'employerBasic';
    expect(check.cancellationFee === null).toBe(!(seesPrices && check.availableActions.includes('cancel')));
  });
});

describe('whoever comes second', () => {
  // Who records an attempt while something else happens: checks.attempts.test.ts; two corrections: checks.waiting.test.ts; what is held: checks.held.test.ts; arbitration and excuses:
  // checks.disputes.test.ts.
  const elsewhere: readonly Asked[] = [
    'recordAttempt',
    'leaveCard',
    'correctResult',
    'releaseResult',
    'questionResult',
    'confirmResult',
    'reviseResult',
    'recordArbitration',
    'recordRuling',
    'excuseNoShow',
    'withdrawExcuse',
  ];
  test.each(ASKED.filter((action) => !elsewhere.includes(action)))('with %s is told that the check changed', async (action) => {
    const situation = SITUATIONS.find(({ status, problemOwner }) => problemOwner === 'employer' && nextStatus(status, action) !== null);
    const id = await checkIn(situation ?? { status: 'Reception', problemOwner: 'employer' });
    const { planner } = fixtures.actors;
    expect(await codeOf(REQUESTS[action](checks, planner, id, 6))).toBe('entity.changedMeanwhile');
    expect(await codeOf(REQUESTS[action](checks, planner, id, 8))).toBe('entity.changedMeanwhile');
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => codeOf(REQUESTS[action](checks, planner, id, 7))));
    expect(outcomes.toSorted()).toEqual(['entity.changedMeanwhile', 'entity.changedMeanwhile', 'entity.changedMeanwhile', 'no error']);
    expect(await owner('select count(*)::int as events from check_events where "checkId" = $1 and version > 7', [id])).toEqual([
      { events: 1 },
    ]);
  });

  test('with another action at the same moment loses too', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await checkIn({ status: 'WaitingForCheck', problemOwner: 'employer' });
      const { planner, adminA, doctor } = fixtures.actors;
      const outcomes = await Promise.all([
        codeOf(REQUESTS.cancel(checks, adminA, id, 7)),
        codeOf(REQUESTS.recordResult(checks, doctor, id, 7)),
        codeOf(REQUESTS.unschedule(checks, planner, id, 7)),
        codeOf(REQUESTS.modify(checks, adminA, id, 7)),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(1);
      // Whoever unschedules first takes the check out of the doctor's sight.
      expect(outcomes.filter((outcome) => outcome === 'entity.changedMeanwhile' || outcome === 'entity.notFound')).toHaveLength(3);
      const events = await owner<{ toStatus: string }>('select "toStatus" from check_events where "checkId" = $1 and version > 7', [id]);
      expect(events).toEqual(await owner('select status as "toStatus" from checks where id = $1', [id]));
    }
  });
});

test('a foreign check, an unknown one and no id at all get the same answer', async () => {
  const id = await checkIn({ status: 'Reception', problemOwner: 'employer' });
  const bodies = await Promise.all(
    [id, '01890000-0000-7000-8000-000000000000', 'no id', "' or true --"].map((asked) =>
      checks.get(fixtures.actors.adminB, asked).catch((error: unknown) => JSON.stringify(error)),
    ),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain('entity.notFound');
});

test('a doctor reads the worker on a mission, and no longer a month after it', async () => {
  const { doctor, planner } = fixtures.actors;
  const id = await checkIn({ status: 'Archived', problemOwner: 'employer' });
  expect((await checks.get(doctor, id)).workerFullName).toBe('Jan Peeters');
  await owner('update checks set "archivedAt" = $2 where id = $1', [id, new Date(clock.now().getTime() - 31 * DAY)]);
  const later = await checks.get(doctor, id);
  const { workerFirstName, workerLastName, workerFullName, workerAddress, workerPhoneNumber, phoneNumber, workerExternalId } = later;
  expect([workerFirstName, workerLastName, workerFullName, workerAddress, workerPhoneNumber, phoneNumber, workerExternalId].join('')).toBe(
    '',
  );
  expect((await checks.listReports(doctor, { filter: { search: 'peeters' } })).nodes.map((node) => node.id)).not.toContain(id);
  expect((await checks.get(planner, id)).workerFullName).toBe('Jan Peeters');
});

test('each change reaches those who listen, and nothing that was rolled back', async () => {
  const heard: { id: string; status: string; doctorId: string | null; formerDoctorId: string | null }[] = [];
  let ready = (): void => undefined;
  const connected = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const stop = db.listen('live', (payload) => {
    if (payload === undefined) ready();
    else heard.push(JSON.parse(payload));
  });
  await connected;
  const id = await checkIn({ status: 'WaitingForCheck', problemOwner: 'employer' });
  await codeOf(REQUESTS.cancel(checks, fixtures.actors.adminA, id, 6));
  await REQUESTS.unschedule(checks, fixtures.actors.planner, id, 7);
  await expect
    .poll(() => heard.filter((event) => event.id === id))
    .toEqual([
      expect.objectContaining({
        topic: 'check',
        companyId: fixtures.a.id,
        version: 8,
        status: 'Planning',
        doctorId: null,
        formerDoctorId: fixtures.doctors.brussels,
      }),
    ]);
  stop();
});
