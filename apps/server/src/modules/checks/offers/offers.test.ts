import { addDays, dayOf, instantAt } from '@checkwell/domain/clock';
import { OFFERS_PATH, type OfferView, offerPath } from '@checkwell/domain/offers/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { codeOf } from '../../../test/checks.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock } = app;
const MONDAY = '2026-03-02T09:00:00+01:00';
clock.set(MONDAY);
const { checks, outbox } = app.services;
const fixtures = await createFixtures(db, clock);
// Each set of fixtures brings one more doctor in Brussels with free appointments.
const others = [
  await createFixtures(db, clock),
  await createFixtures(db, clock),
  await createFixtures(db, clock),
  await createFixtures(db, clock),
];
const { planner, adminA, doctor } = fixtures.actors;
const second = (others[0] ?? fixtures).doctors.brussels;

const tomorrow = (time: string) => instantAt(addDays(clock.today(), 1), time);
const input = (doctorId = fixtures.doctors.brussels, time = '10:00') => ({
  doctorId,
  appointmentStart: tomorrow(time),
  appointmentMinutes: 20,
});
const planning = (values: Parameters<typeof insertCheck>[3] = {}) => insertCheck(db, fixtures, clock, { status: 'Planning', ...values });

interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly plainText: string;
}
/** Mails of a kind since the last call. */
async function mails(template = 'offer'): Promise<readonly Mail[]> {
  await outbox.drain();
  const sent = await owner<Mail>('select recipient, subject, "plainText" from mails where template = $1 order by subject, recipient', [
    template,
  ]);
  await owner('delete from mails where template = $1', [template]);
  return sent;
}
const addressOf = async (doctorId: string) =>
  (await owner<{ email: string }>('select email from doctors where id = $1', [doctorId]))[0]?.email;
const tokensOf = (sent: readonly Mail[]) => sent.flatMap(({ plainText }) => /\/offer\/([\w-]{43})/.exec(plainText)?.[1] ?? []);
async function askedBy(...work: Promise<unknown>[]): Promise<readonly string[]> {
  await Promise.all(work);
  return tokensOf(await mails());
}
async function call(token: string, body?: unknown): Promise<{ readonly status: number; readonly code?: string; readonly body: OfferView }> {
  const url = `${OFFERS_PATH}/${token}${body === undefined ? '' : '/answer'}`;
  const answer = await app.http.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    ...(body !== undefined && { payload: body as object }),
  });
  const parsed = answer.json();
  return { status: answer.statusCode, code: parsed?.error?.code ?? parsed?.code, body: parsed };
}
const yes = (token: string) => call(token, { answer: 'Accept' });
const yesCode = (token: string) => codeOf(checks.answerOffer(token, { answer: 'Accept' }, { ip: '192.0.2.7' }));
const rowOf = async (id: string) =>
  (await owner('select status, version, "doctorId", "appointmentStart", "doctorReactivity" from checks where id = $1', [id]))[0];
const statesOf = async (id: string) => (await checks.offersOf(planner, id)).offers.map(({ state }) => state).toSorted();

beforeEach(async () => {
  clock.set(MONDAY);
  await owner('delete from checks');
  await outbox.drain();
  await owner('delete from mails');
  await owner('delete from auth.throttles');
});

describe('one doctor who is asked', () => {
  test('reads moment, municipality and fee, and nobody’s name, and looking changes nothing', async () => {
    const check = await planning({
      checkLocation: 'House',
      workerFirstName: 'Jan',
      workerLastName: 'Peeters',
      workerAddress: 'Nieuwstraat 5, 1000 Brussel',
    });
    await checks.askDoctor(planner, check.id, 1, input());
    const [mail, ...rest] = await mails();
    expect(rest).toEqual([]);
    const [token = ''] = tokensOf(mail ? [mail] : []);
    const { status, body } = await call(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'Open', place: '1000 Brussel', checkLocation: 'House', checkId: null });
    expect(body.fee).toBeGreaterThan(0);
    expect(body.distanceKm).not.toBeNull();
    expect(mail?.plainText).toContain('Distance');
    for (const secret of ['Peeters', 'Nieuwstraat', fixtures.a.name]) {
      expect(`${mail?.subject} ${mail?.plainText} ${JSON.stringify(body)}`).not.toContain(secret);
    }
    await call(token);
    expect(await rowOf(check.id)).toMatchObject({ status: 'Planning', version: 1 });
    expect(await statesOf(check.id)).toEqual(['Open']);
  });

  test('gets the mission by saying yes, once, and a message that confirms it', async () => {
    const check = await planning();
    const [token = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    clock.set('2026-03-02T09:42:00+01:00');
    const { status, body } = await yes(token);
    expect([status, body.state, body.checkId, body.hasAccount]).toEqual([200, 'Accepted', check.id, true]);
    await owner('update profiles set "disabledAt" = now() where "doctorId" = $1', [fixtures.doctors.brussels]);
    expect((await call(token)).body).toMatchObject({ checkId: check.id, hasAccount: false });
    await owner('update profiles set "disabledAt" = null where "doctorId" = $1', [fixtures.doctors.brussels]);
    expect(await rowOf(check.id)).toEqual({
      status: 'WaitingForCheck',
      version: 2,
      doctorId: fixtures.doctors.brussels,
      appointmentStart: tomorrow('10:00'),
      doctorReactivity: 42,
    });
    expect(await owner('select action, "actorKind" from check_events where "checkId" = $1 and version = 2', [check.id])).toEqual([
      { action: 'acceptOffer', actorKind: 'system' },
    ]);
    const [confirmed, ...rest] = await mails('mission');
    expect(rest).toEqual([]);
    // Not as if somebody else had given it to the doctor.
    expect(confirmed?.subject).toMatch(/^Mission confirmed/);
    expect(confirmed?.plainText).toContain(`/missions/${check.id}`);
    expect(await mails()).toEqual([]);
    expect((await yes(token)).status).toBe(409);
    expect((await call(token)).body.state).toBe('Accepted');
  });

  test('at their own office is told of no trip: the employee makes it', async () => {
    const check = await planning({ checkLocation: 'Office' });
    await checks.askDoctor(planner, check.id, 1, input());
    const [mail] = await mails();
    const [token = ''] = tokensOf(mail ? [mail] : []);
    expect((await call(token)).body).toMatchObject({ checkLocation: 'Office', distanceKm: null, travelMinutes: null });
    expect(mail?.plainText).not.toContain('Distance');
  });

  test('is not shown the mission any more after losing it', async () => {
    const check = await planning();
    const [token = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    await yes(token);
    await checks.unschedule(planner, check.id, 2);
    expect((await call(token)).body).toMatchObject({ state: 'Accepted', checkId: null });
  });

  test('says no with a reason, which the planners read', async () => {
    const check = await planning();
    const [token = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    expect((await call(token, { answer: 'Decline', comment: '' })).status).toBe(422);
    expect((await call(token, { answer: 'Decline', reason: 'Other', comment: '' })).status).toBe(422);
    expect((await call(token, { answer: 'Decline', reason: 'Other', comment: 'On holiday' })).body.state).toBe('Declined');
    const { offers } = await checks.offersOf(planner, check.id);
    expect(offers).toMatchObject([{ state: 'Declined', declineReason: 'Other', comment: 'On holiday' }]);
    expect(await rowOf(check.id)).toMatchObject({ status: 'Planning', version: 1 });
    expect((await yes(token)).status).toBe(409);
  });

  test('proposes a moment at which the check may be', async () => {
    const check = await planning();
    const [token = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    const propose = (at: Date) => call(token, { answer: 'Propose', appointmentStart: at.toISOString(), comment: '' });
    expect((await propose(tomorrow('03:00'))).status).toBe(422);
    expect((await propose(tomorrow('15:00'))).body.state).toBe('Proposed');
    const { offers } = await checks.offersOf(planner, check.id);
    expect(offers).toMatchObject([{ state: 'Proposed', proposedStart: tomorrow('15:00') }]);
    expect(await rowOf(check.id)).toMatchObject({ status: 'Planning', version: 1 });
  });

  test('cannot answer when the time is over', async () => {
    const check = await planning();
    const [token = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    clock.set('2026-03-03T06:59:59.999+01:00');
    expect((await call(token)).body.state).toBe('Open');
    clock.set('2026-03-03T07:00:00+01:00');
    expect((await call(token)).body.state).toBe('Expired');
    expect((await yes(token)).status).toBe(409);
    expect(await statesOf(check.id)).toEqual(['Expired']);
    expect(await rowOf(check.id)).toMatchObject({ status: 'Planning' });
  });

  test('is not asked when it is too late for an answer', async () => {
    const check = await planning({ incapacityStartDate: clock.today() });
    const soon = { ...input(), appointmentStart: new Date(clock.now().getTime() + 180 * 60_000) };
    expect(await codeOf(checks.askDoctor(planner, check.id, 1, soon))).toBe('check.momentNotAllowed');
    expect(await codeOf(checks.askDoctor(planner, check.id, 1, input(fixtures.doctors.retired)))).toBe('check.doctorNotSuitable');
    expect(await mails()).toEqual([]);
  });

  test('is not asked about a check that is in nobody’s hands yet, or planned already', async () => {
    for (const status of ['Reception', 'ModificationProblem'] as const) {
      const check = await insertCheck(db, fixtures, clock, {
        status,
        ...(status === 'ModificationProblem' && { problemReason: 'AddressUnclear', problemOwner: 'employer' }),
      });
      for (const work of [
        () => checks.askDoctor(planner, check.id, 1, input()),
        () => checks.startSearch(planner, check.id, 1, { appointmentMinutes: 20 }),
      ])
        expect([status, await codeOf(work())]).toEqual([status, 'check.actionNotAllowed']);
      expect((await checks.offersOf(planner, check.id)).offers).toEqual([]);
    }
    expect(await mails()).toEqual([]);
  });

  test('about another time gets one offer only, and can accept only that one', async () => {
    const check = await planning();
    const [first = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    await checks.askDoctor(planner, check.id, 1, input(fixtures.doctors.brussels, '11:00'));
    expect(await statesOf(check.id)).toEqual(['Open', 'Withdrawn']);
    const [next = '', ...others] = tokensOf(await mails());
    expect(others).toEqual([]);
    expect((await yes(first)).status).toBe(409);
    expect((await yes(next)).body).toMatchObject({ state: 'Accepted', checkId: check.id });
    expect(await rowOf(check.id)).toMatchObject({ appointmentStart: tomorrow('11:00') });
  });

  test('is not asked about a time at which the doctor is absent', async () => {
    const check = await planning();
    await owner(
      `insert into doctor_exceptions (id, "doctorId", kind, "startsAt", "endsAt", "createdAt") values ($1, $2, 'Absent', $3, $4, now())`,
      [newId(), fixtures.doctors.brussels, tomorrow('10:10'), tomorrow('12:00')],
    );
    expect(await codeOf(checks.askDoctor(planner, check.id, 1, input()))).toBe('check.doctorNotSuitable');
    expect(await statesOf(check.id)).toEqual([]);
    await checks.askDoctor(planner, check.id, 1, input(fixtures.doctors.brussels, '12:00'));
    expect(await statesOf(check.id)).toEqual(['Open']);
    await owner('delete from doctor_exceptions');
  });

  test('is not asked in the morning about what was withdrawn at night', async () => {
    clock.set('2026-03-02T22:00:00+01:00');
    const check = await planning();
    await checks.askDoctor(planner, check.id, 1, input(fixtures.doctors.brussels, '16:00'));
    await checks.cancel(adminA, check.id, 1, { reason: 'Back at work' });
    expect(await mails()).toEqual([]);
    clock.set('2026-03-03T07:00:00+01:00');
    expect(await mails()).toEqual([]);
  });

  test('is asked in waking hours', async () => {
    clock.set('2026-03-02T22:00:00+01:00');
    const check = await planning();
    await checks.askDoctor(planner, check.id, 1, input(fixtures.doctors.brussels, '16:00'));
    expect(await mails()).toEqual([]);
    expect(await checks.openOffers(doctor)).toEqual([]);
    clock.set('2026-03-03T07:00:00+01:00');
    expect(await mails()).toHaveLength(1);
    expect(await checks.openOffers(doctor)).toHaveLength(1);
  });
});

describe('links', () => {
  test('that are none all say the same, and not too often', async () => {
    for (const token of ['x', 'a'.repeat(43), `${'a'.repeat(42)}%00`]) expect((await call(token)).status, token).toBe(404);
    const codes: number[] = [];
    for (let index = 0; index < 40; index += 1) codes.push((await yes('b'.repeat(43))).status);
    expect(codes.at(-1)).toBe(429);
  });

  test('of a doctor’s open offers lead to them, for that doctor alone', async () => {
    const check = await planning();
    const [token = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    expect(await checks.openOffers(doctor)).toMatchObject([{ path: offerPath(token) }]);
    expect(await checks.openOffers(fixtures.actors.otherDoctor)).toEqual([]);
    for (const actor of [planner, adminA]) expect(await codeOf(checks.openOffers(actor))).toBe('access.forbidden');
    for (const actor of [doctor, adminA, fixtures.actors.basicA]) {
      expect(await codeOf(checks.offersOf(actor, check.id))).toBe('access.forbidden');
      expect(await codeOf(checks.askDoctor(actor, check.id, 1, input()))).toBe('access.forbidden');
      expect(await codeOf(checks.startSearch(actor, check.id, 1, { appointmentMinutes: 20 }))).toBe('access.forbidden');
      expect(await codeOf(checks.stopSearch(actor, check.id))).toBe('access.forbidden');
    }
    for (const actor of [adminA, fixtures.actors.otherDoctor]) {
      expect(await db.as(actor, (tx) => tx.selectFrom('offers').select('id').execute(), { readonly: true })).toEqual([]);
    }
  });
});

describe('the end of planning', () => {
  test('withdraws what others were asked, and tells them', async () => {
    const check = await planning();
    const first = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    const [late = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input(second)));
    expect((await yes(first[0] ?? '')).status).toBe(200);
    expect(await statesOf(check.id)).toEqual(['Accepted', 'Withdrawn']);
    const told = await mails();
    expect(told.map(({ recipient }) => recipient)).toEqual([
      (await owner<{ email: string }>('select email from doctors where id = $1', [second]))[0]?.email,
    ]);
    expect(tokensOf(told)).toEqual([]);
    expect((await yes(late)).status).toBe(409);
    expect((await call(late)).body).toMatchObject({ state: 'Withdrawn', checkId: null });
  });

  test('by a changed or cancelled order withdraws it too, also by an employer, who sees no offers', async () => {
    const check = await planning();
    const [token = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    await checks.cancel(adminA, check.id, 1, { reason: 'Back at work' });
    expect(await statesOf(check.id)).toEqual(['Withdrawn']);
    expect(await mails()).toHaveLength(1);
    expect((await yes(token)).status).toBe(409);
  });

  test('on the telephone notifies the doctor of the mission, and not that the question is over', async () => {
    const check = await planning();
    await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    await checks.schedule(planner, check.id, 1, input());
    expect(await mails()).toEqual([]);
    expect(await mails('mission')).toHaveLength(1);
    expect(await statesOf(check.id)).toEqual(['Withdrawn']);
  });
});

describe('a search', () => {
  // Late enough that nobody has an appointment free today: the whole hour to answer is there.
  beforeEach(() => clock.set('2026-03-02T16:00:00+01:00'));
  const start = (id: string) => checks.startSearch(planner, id, 1, { appointmentMinutes: 20 });

  test('asks three at once, the next after an hour, and ends with a yes', async () => {
    const check = await planning({ checkTiming: 'Immediate' });
    const wave = await askedBy(start(check.id));
    expect(wave).toHaveLength(3);
    expect(await checks.offersOf(planner, check.id)).toMatchObject({
      searchState: 'Running',
      nextWaveAt: new Date('2026-03-02T17:00:00+01:00'),
    });
    clock.set('2026-03-02T16:59:59+01:00');
    expect(await mails()).toEqual([]);
    clock.set('2026-03-02T17:00:00+01:00');
    const next = tokensOf(await mails());
    expect(next.length).toBeGreaterThan(0);
    // Nobody is asked twice.
    const { offers } = await checks.offersOf(planner, check.id);
    expect(new Set(offers.map(({ doctorId }) => doctorId)).size).toBe(wave.length + next.length);
    // A late yes counts.
    expect((await yes(wave[0] ?? '')).status).toBe(200);
    expect(await checks.offersOf(planner, check.id)).toMatchObject({ searchState: 'Found', nextWaveAt: null });
    await mails();
    clock.set('2026-03-02T19:00:00+01:00');
    expect(await mails()).toEqual([]);
  });

  test('asks the next at once when all have said no, and says when nobody is left', async () => {
    const check = await planning({ checkTiming: 'Immediate' });
    let open = await askedBy(start(check.id));
    let asked = 0;
    while (open.length > 0) {
      asked += open.length;
      for (const token of open) expect((await call(token, { answer: 'Decline', reason: 'NotAvailable', comment: '' })).status).toBe(200);
      open = tokensOf(await mails());
    }
    expect(asked).toBeGreaterThanOrEqual(5);
    expect(await checks.offersOf(planner, check.id)).toMatchObject({ searchState: 'Exhausted', nextWaveAt: null });
    expect(await rowOf(check.id)).toMatchObject({ status: 'Planning', version: 1 });
    // The planners' board finds it, and nobody else learns of the search.
    await planning();
    const exhausted = { filter: { doctorSearch: 'Exhausted' } };
    expect((await checks.listOpen(planner, exhausted)).nodes.map(({ id }) => id)).toEqual([check.id]);
    for (const actor of [adminA, fixtures.actors.basicA, doctor])
      expect(await codeOf(checks.listOpen(actor, exhausted))).toBe('access.forbidden');
    expect(await checks.searchStates(planner, [check])).toEqual(new Map([[check.id, 'Exhausted']]));
    for (const actor of [adminA, fixtures.actors.basicA, doctor]) expect(await checks.searchStates(actor, [check])).toEqual(new Map());
  });

  test('of an optimised check begins on the proposed day, not on the next one that is free', async () => {
    const check = await planning({ checkTiming: 'Optimized', incapacityEndDate: addDays(clock.today(), 13) });
    const { proposed, earliest } = await app.services.planning.moments(planner, check.id);
    expect(proposed && earliest && dayOf(proposed) > dayOf(earliest)).toBe(true);
    await askedBy(start(check.id));
    const { offers } = await checks.offersOf(planner, check.id);
    expect(offers.map(({ appointmentStart }) => dayOf(appointmentStart))).toEqual([proposed && dayOf(proposed)]);
  });

  test('that is stopped asks nobody else; who was asked can still accept', async () => {
    const check = await planning({ checkTiming: 'Immediate' });
    const wave = await askedBy(start(check.id));
    expect(await checks.stopSearch(planner, check.id)).toMatchObject({ searchState: 'Stopped' });
    clock.set('2026-03-02T18:00:00+01:00');
    expect(await mails()).toEqual([]);
    expect((await yes(wave[0] ?? '')).status).toBe(200);
  });

  test('runs once per check, however often it is started', async () => {
    const check = await planning({ checkTiming: 'Optimized' });
    expect(await askedBy(start(check.id), start(check.id), start(check.id))).toHaveLength(1);
    expect(await owner('select count(*)::int as searches from doctor_searches where "checkId" = $1', [check.id])).toEqual([
      { searches: 1 },
    ]);
  });
});

describe('at the same moment', () => {
  const row = (id: string) => ({ sql: 'select from checks where id = $1 for update', values: [id] });
  const codes = (ends: readonly PromiseSettledResult<string>[]) =>
    ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)));

  inBothOrders('two doctors who say yes', database, async (race, first) => {
    const check = await planning();
    const [one = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    const [other = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input(second)));
    const ends = await race(
      row(check.id),
      () => yesCode(one),
      () => yesCode(other),
    );
    expect(codes(ends)).toEqual(first === 'a' ? ['no error', 'offer.closed'] : ['offer.closed', 'no error']);
    expect(await rowOf(check.id)).toMatchObject({ version: 2, doctorId: first === 'a' ? fixtures.doctors.brussels : second });
    expect(await statesOf(check.id)).toEqual(['Accepted', 'Withdrawn']);
    // Who has the mission reads so, the other one that no answer is needed; nobody both.
    const [winner, loser] = first === 'a' ? [fixtures.doctors.brussels, second] : [second, fixtures.doctors.brussels];
    expect((await mails('mission')).map(({ recipient }) => recipient)).toEqual([await addressOf(winner)]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([await addressOf(loser)]);
  });

  inBothOrders('a yes and the employer’s cancellation', database, async (race, first) => {
    const check = await planning();
    const [token = ''] = await askedBy(checks.askDoctor(planner, check.id, 1, input()));
    const ends = await race(
      row(check.id),
      () => yesCode(token),
      () => codeOf(checks.cancel(adminA, check.id, 1, { reason: 'Back at work' })),
    );
    expect(codes(ends)).toEqual(first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['offer.closed', 'no error']);
    expect(await statesOf(check.id)).toEqual([first === 'a' ? 'Accepted' : 'Withdrawn']);
    // Cancelled before a doctor accepted: free, and the doctor reads that no answer is needed. Else nothing is cancelled, and nothing charged for it.
    const { status, companyTotalPrice } = await checks.get(adminA, check.id);
    expect([status, companyTotalPrice === 0]).toEqual(first === 'a' ? ['WaitingForCheck', false] : ['Archived', true]);
    expect([(await mails('mission')).length, (await mails()).length, (await mails('cancelled')).length > 0]).toEqual(
      first === 'a' ? [1, 0, false] : [0, 1, true],
    );
  });

  inBothOrders('a yes and the next wave', database, async (race) => {
    clock.set('2026-03-02T16:00:00+01:00');
    const check = await planning({ checkTiming: 'Immediate' });
    const [token = ''] = await askedBy(checks.startSearch(planner, check.id, 1, { appointmentMinutes: 20 }));
    clock.set('2026-03-02T17:00:00+01:00');
    const ends = await race(
      row(check.id),
      () => yesCode(token),
      () => outbox.drain().then(() => 'no error'),
    );
    expect(codes(ends)).toEqual(['no error', 'no error']);
    expect(new Set(await statesOf(check.id))).toEqual(new Set(['Accepted', 'Withdrawn']));
  });
});
