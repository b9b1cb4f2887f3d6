import { INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import { NOT_CHECKABLE_TYPES } from '@checkwell/domain/certificate/rules';
import { PRICES } from '@checkwell/domain/check/price/price';
import { addDays } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { checkServices, codeOf, fieldErrorsOf, orderOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../../test/fixtures.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { checks, certificates } = checkServices(db, clock);

let fixtures: Fixtures;
beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  fixtures = await createFixtures(db, clock);
});
const key = () => `key-${newId()}`;
const count = async (table: string, companyId: string): Promise<number> =>
  (await owner<{ count: number }>(`select count(*)::int as count from ${table} where "companyId" = $1`, [companyId]))[0]?.count ?? -1;

describe('an order', () => {
  test('for an employee is a snapshot of the person, with price, history and access log', async () => {
    const { a, actors } = fixtures;
    const check = await checks.order(
      actors.adminA,
      orderOf(a, clock, {
        workerFirstName: 'Somebody',
        workerLastName: 'Else',
        workerAddress: 'Meir 1, 2000 Antwerpen',
        locationCheck: 'House',
      }),
      key(),
    );
    expect(check).toMatchObject({
      companyId: a.id,
      companyName: a.name,
      employeeId: a.employees[0],
      superiorId: a.superiors[0],
      certificateId: null,
      parentCheckId: null,
      source: 'Web',
      status: 'Reception',
      version: 1,
      nextActor: 'provider',
      // The company's file says who it is; the order says where.
      workerFullName: 'Jan Peeters',
      workerAddress: 'Meir 1, 2000 Antwerpen',
      checkTiming: 'Optimized',
      companyTotalPrice: 100_00 + PRICES.houseSupplement,
      cancellationFee: 0,
      providerComment: 'Ring twice.',
      doctorComment: 'Works at heights.',
      superiorLg: 'fr',
    });
    const [stored] = await owner<{ latitude: number; orderedByProfileId: string }>(
      'select latitude, "orderedByProfileId" from checks where id = $1',
      [check.id],
    );
    expect(stored?.latitude).toBeCloseTo(51.22, 1);
    expect(stored?.orderedByProfileId).toBe(actors.adminA.profileId);
    const events = (await checks.findEvents(actors.adminA, [check])).get(check.id);
    expect(events).toMatchObject([
      {
        action: 'order',
        fromStatus: null,
        toStatus: 'Reception',
        actorKind: 'employer',
        actorName: expect.stringContaining('admin.a'),
        version: 1,
        notes: [],
      },
    ]);
    expect(await owner('select action, "profileId" from access_log where "subjectId" = $1', [check.id])).toEqual([
      { action: 'check.order', profileId: actors.adminA.profileId },
    ]);
  });

  test('for a new worker adds an employee in the same transaction', async () => {
    const { a, actors } = fixtures;
    const before = await count('employees', a.id);
    const order = orderOf(a, clock, { employeeId: null, workerFirstName: 'Nieuw', workerLastName: 'Gezicht', superiorId: a.superiors[1] });
    const check = await checks.order(actors.adminA, order, key());
    expect(await count('employees', a.id)).toBe(before + 1);
    const [employee] = await owner('select * from employees where id = $1', [check.employeeId]);
    expect(employee).toMatchObject({
      employeeFirstName: 'Nieuw',
      employeeLastName: 'Gezicht',
      employeeAddress: order.workerAddress,
      superiorId: a.superiors[1],
      employeeMatricule: check.workerExternalId,
    });
    expect(check.workerExternalId).not.toBe('');
    // An order that fails leaves nobody behind.
    expect(
      await codeOf(
        checks.order(actors.adminA, { ...order, workerFirstName: 'Geest', startDate: '2026-02-01', endDate: '2026-02-05' }, key()),
      ),
    ).toBe('check.periodEnded');
    expect(await codeOf(checks.order(actors.adminA, { ...order, workerFirstName: 'Geest', documentId: newId() }, key()))).toBe(
      'request.invalid',
    );
    expect(await count('employees', a.id)).toBe(before + 1);
  });

  test.each([
    [0, 'Immediate', ['timingFallback']],
    [2, 'Immediate', ['timingFallback']],
    [3, 'Optimized', []],
  ])('asked as Optimized for %i days more is %s, and its history says so', async (days, checkTiming, notes) => {
    const { a, actors } = fixtures;
    const check = await checks.order(actors.adminA, orderOf(a, clock, { endDate: addDays(clock.today(), days) }), key());
    expect(check.checkTiming).toBe(checkTiming);
    expect((await checks.findEvents(actors.adminA, [check])).get(check.id)?.[0]?.notes).toEqual(notes);
  });

  test('of a type that no doctor may judge is refused, whatever the way', async () => {
    const { a, actors } = fixtures;
    for (const incapacityType of INCAPACITY_TYPES) {
      const outcome = await fieldErrorsOf(
        checks.order(actors.adminA, orderOf(a, clock, { incapacityType, incapacityPercentage: 50 }), key()),
      );
      expect(outcome, incapacityType).toEqual([incapacityType in NOT_CHECKABLE_TYPES ? 'incapacityType: typeNotCheckable' : 'no error']);
    }
    await owner(`update certificates set "incapacityReason" = 'MaternityLeave' where id = $1`, [a.certificates[2]]);
    expect(
      await codeOf(checks.order(actors.adminA, orderOf(a, clock, { employeeId: null, certificateId: a.certificates[2] }), key())),
    ).toBe('check.typeNotCheckable');
  });

  test('of a period that is over is refused; on its last day it is not', async () => {
    const { a, actors } = fixtures;
    const lasting = (endDate: string) => orderOf(a, clock, { startDate: '2026-02-20', endDate });
    expect(await codeOf(checks.order(actors.adminA, lasting('2026-03-01'), key()))).toBe('check.periodEnded');
    expect(await codeOf(checks.order(actors.adminA, lasting('2026-03-02'), key()))).toBe('no error');
    clock.set('2026-03-02T23:30:00+01:00');
    expect(await codeOf(checks.order(actors.adminA, lasting('2026-03-02'), key()))).toBe('no error');
  });

  test.each([
    [{ locationCheck: 'House' as const, phoneNumber: '' }, 'locationCheck: gsmNeeded'],
    [{ startDate: '2026-03-05', endDate: '2026-03-04' }, 'endDate: endNotAfterStart'],
    [{ workerAddress: ' ' }, 'workerAddress: addressRequired'],
    [{ providerComment: 'a\0b' }, 'providerComment: invalidCharacters'],
    [{ status: 'Archived' }, 'status: unknownField'],
    [{ companyTotalPrice: 1 }, 'companyTotalPrice: unknownField'],
    [{ orderedByProfileId: newId() }, 'orderedByProfileId: unknownField'],
    [{ superiorId: newId() }, 'superiorId: superiorRequired'],
  ])('with %o has an error at that field', async (values, fieldError) => {
    const { a, actors } = fixtures;
    expect(await fieldErrorsOf(checks.order(actors.adminA, { ...orderOf(a, clock), ...values }, key()))).toEqual([fieldError]);
  });

  test('keeps the accident and the degree of the types that have them, and of no other', async () => {
    const { a, actors } = fixtures;
    const facts = { accidentDate: '2026-02-27', accidentTime: '16:40', incapacityPercentage: 40 };
    const kept = async (values: Parameters<typeof orderOf>[2]) => {
      const { accidentDate, accidentTime, incapacityPercentage } = await checks.order(
        actors.adminA,
        orderOf(a, clock, { ...facts, ...values }),
        key(),
      );
      return { accidentDate, accidentTime, incapacityPercentage };
    };
    const nothing = { accidentDate: null, accidentTime: null, incapacityPercentage: 100 };
    expect(await kept({ incapacityType: 'Illness' })).toEqual(nothing);
    expect(await kept({ incapacityType: 'PrivateAccident' })).toEqual(nothing);
    expect(await kept({ incapacityType: 'WorkAccident' })).toEqual({ ...facts, incapacityPercentage: 100 });
    expect(await kept({ incapacityType: 'AccidentOnTheWayToWork', accidentTime: null })).toEqual({
      ...facts,
      accidentTime: null,
      incapacityPercentage: 100,
    });
    expect(await kept({ incapacityType: 'WorkAccident', accidentDate: null, accidentTime: null })).toEqual(nothing);
    expect(await kept({ incapacityType: 'PartialIncapacityToWork' })).toEqual({ ...nothing, incapacityPercentage: 40 });
  });

  test.each([
    [{ incapacityType: 'WorkAccident' as const, accidentDate: '2026-03-03' }, 'accidentDate: accidentAfterStart'],
    [{ incapacityType: 'WorkAccident' as const, accidentTime: '08:00' }, 'accidentDate: accidentDateRequired'],
    [{ incapacityType: 'PartialIncapacityToWork' as const }, 'incapacityPercentage: percentageRange'],
  ])('with %o has an error at that field of its type', async (values, fieldError) => {
    const { a, actors } = fixtures;
    expect(await fieldErrorsOf(checks.order(actors.adminA, orderOf(a, clock, values), key()))).toEqual([fieldError]);
  });

  test('by the planner is an order by telephone', async () => {
    const { b, actors } = fixtures;
    const check = await checks.order(actors.planner, orderOf(b, clock), key());
    expect(check).toMatchObject({ source: 'Phone', companyId: b.id, doctorComment: null, providerComment: 'Ring twice.' });
  });
});

describe('on a certificate, an order', () => {
  test('comes from its row and marks it', async () => {
    const { a, actors } = fixtures;
    const check = await checks.order(actors.adminA, orderOf(a, clock, { employeeId: null, certificateId: a.certificates[1] }), key());
    expect(check).toMatchObject({
      source: 'CertificateRow',
      certificateId: a.certificates[1],
      employeeId: a.employees[1],
      workerFullName: 'Zoé Müller',
    });
    expect((await certificates.get(actors.adminA, a.certificates[1])).isCheckRequestLaunched).toBe(true);
    expect(
      await codeOf(checks.order(actors.adminA, orderOf(a, clock, { employeeId: null, certificateId: a.certificates[1] }), key())),
    ).toBe('certificate.checkAlreadyLaunched');
  });

  test('by two people at once is one order', async () => {
    const { a, actors } = fixtures;
    const order = orderOf(a, clock, { certificateId: a.certificates[0] });
    for (const round of [1, 2]) {
      const outcomes = await Promise.all([1, 2, 3, 4, 5, 6].map(() => codeOf(checks.order(actors.adminA, order, key()))));
      expect(
        outcomes.filter((code) => code === 'no error'),
        String(round),
      ).toHaveLength(1);
      expect(outcomes.filter((code) => code === 'certificate.checkAlreadyLaunched')).toHaveLength(5);
      // A check that came to an end makes room for a second round, on a certificate that stays marked.
      await owner(`update checks set status = 'Archived', "checkOccurence" = 'NoShow', "archivedAt" = now() where "certificateId" = $1`, [
        a.certificates[0],
      ]);
    }
    const rounds = await owner<{ id: string; parentCheckId: string | null }>(
      'select id, "parentCheckId" from checks where "certificateId" = $1 order by id',
      [a.certificates[0]],
    );
    expect(rounds).toMatchObject([{ parentCheckId: null }, { parentCheckId: rounds[0]?.id }]);
  });

  test('that is withdrawn frees it again', async () => {
    const { a, actors } = fixtures;
    const order = orderOf(a, clock, { certificateId: a.certificates[0] });
    const launched = async () => (await certificates.get(actors.adminA, a.certificates[0])).isCheckRequestLaunched;
    const first = await checks.order(actors.adminA, order, key());
    await checks.cancel(actors.adminA, first.id, 1, { reason: 'Back at work.' });
    expect(await launched()).toBe(false);
    const second = await checks.order(actors.adminA, order, key());
    expect(second.parentCheckId).toBeNull();
    await checks.markNonOperable(actors.planner, second.id, 1, { nonOperableReason: 'NoContact', archiveComment: '' });
    expect(await launched()).toBe(true);
    const third = await checks.order(actors.adminA, order, key());
    expect(third.parentCheckId).toBe(second.id);
    await checks.delete(actors.planner, third.id, 1, { reason: 'Twice.' });
    expect(await launched()).toBe(true);
  });

  test('names the check after which it is a second one, whatever its period, and only one that ended, of the same worker', async () => {
    const { a, b, actors } = fixtures;
    const first = await checks.order(actors.adminA, orderOf(a, clock), key());
    const again = (parentCheckId: string, values: Parameters<typeof orderOf>[2] = {}) =>
      orderOf(a, clock, { startDate: addDays(clock.today(), 10), endDate: addDays(clock.today(), 19), parentCheckId, ...values });
    expect(await fieldErrorsOf(checks.order(actors.adminA, again(first.id), key()))).toEqual(['parentCheckId: invalidChoice']);
    await checks.markNonOperable(actors.planner, first.id, 1, { nonOperableReason: 'NoContact', archiveComment: '' });
    expect(await fieldErrorsOf(checks.order(actors.adminA, again(first.id, { employeeId: a.employees[1] }), key()))).toEqual([
      'parentCheckId: invalidChoice',
    ]);
    const other = await insertCheck(db, fixtures, clock, { companyId: b.id, status: 'Archived' });
    expect(await codeOf(checks.order(actors.adminA, again(other.id), key()))).toBe('entity.notFound');
    const second = await checks.order(actors.adminA, again(first.id), key());
    expect(second.parentCheckId).toBe(first.id);
    // From the first to the second too, for whoever reaches the second; not once it was an administrative error.
    const laterFor = async (actor: Actor) => (await checks.findLater(actor, [first])).get(first.id);
    for (const reader of [actors.adminA, actors.planner]) expect(await laterFor(reader)).toEqual([second.id]);
    for (const stranger of [actors.adminB, actors.doctor]) expect(await laterFor(stranger)).toBeUndefined();
    await owner('update checks set "doctorId" = $2 where id = $1', [second.id, actors.doctor.doctorId]);
    expect(await laterFor(actors.doctor)).toEqual([second.id]);
    await owner('update checks set "doctorId" = null where id = $1', [second.id]);
    await checks.delete(actors.planner, second.id, second.version, { reason: 'Twice.' });
    expect(await laterFor(actors.adminA)).toBeUndefined();
    expect(
      (await checks.order(actors.adminA, orderOf(a, clock, again(first.id, { parentCheckId: null })), key())).parentCheckId,
    ).toBeNull();
  });

  test('does not mix people, companies or documents', async () => {
    const { a, b, actors } = fixtures;
    const order = (values: object) => fieldErrorsOf(checks.order(actors.adminA, orderOf(a, clock, values), key()));
    expect(await order({ certificateId: a.certificates[1] })).toEqual(['certificateId: invalidChoice']);
    expect(await order({ certificateId: a.certificates[0], documentId: a.document })).toEqual(['documentId: invalidChoice']);
    const code = (values: object) => codeOf(checks.order(actors.adminA, orderOf(a, clock, values), key()));
    expect(await code({ employeeId: null, certificateId: b.certificates[0] })).toBe('entity.notFound');
    expect(await code({ employeeId: null, certificateId: newId() })).toBe('entity.notFound');
    expect(await code({ employeeId: b.employees[0] })).toBe('entity.notFound');
    expect(await code({ documentId: b.document })).toBe('request.invalid');
    expect(await count('checks', a.id)).toBe(0);
  });

  test('on a medical certificate whose image is missing is refused until it brings one, which the certificate then has', async () => {
    const { a, actors } = fixtures;
    const [certificateId] = a.certificates;
    await owner(`update certificates set "entryType" = 'MEDICAL_CERTIFICATE', "documentId" = null where id = $1`, [certificateId]);
    const order = (documentId: string | null) => checks.order(actors.adminA, orderOf(a, clock, { certificateId, documentId }), key());
    expect(await fieldErrorsOf(order(null))).toEqual(['documentId: certificateRequired']);
    expect(await count('checks', a.id)).toBe(0);
    expect(await order(a.document)).toMatchObject({ certificateId, documentId: a.document });
    expect(await certificates.get(actors.adminA, certificateId)).toMatchObject({ documentId: a.document });
  });

  test('that brings a document makes one of it', async () => {
    const { a, actors } = fixtures;
    const check = await checks.order(
      actors.adminA,
      orderOf(a, clock, { documentId: a.document, certificateType: 'Prolongation', incapacityType: 'WorkAccident', authorizedExit: false }),
      key(),
    );
    expect(check).toMatchObject({ source: 'Web', certificateId: expect.any(String), documentId: a.document });
    expect(await certificates.get(actors.adminA, check.certificateId ?? '')).toMatchObject({
      employeeId: a.employees[0],
      superiorId: a.superiors[0],
      entryType: 'MEDICAL_CERTIFICATE',
      certifType: 'Prolongation',
      incapacityReason: 'WorkAccident',
      authorizedExit: false,
      startDate: check.incapacityStartDate,
      endDate: check.incapacityEndDate,
      documentId: a.document,
      isCheckRequestLaunched: true,
    });
  });
});

describe('who may order', () => {
  test('admins for everybody of the company, basic users for their own people, planners for all', async () => {
    const { a, b, actors } = fixtures;
    const [own, , other, , nobodys] = a.employees;
    const code = (actor: keyof Fixtures['actors'], values: object, company = a) =>
      codeOf(checks.order(actors[actor], orderOf(company, clock, values), key()));
    expect(await code('adminA', { employeeId: other })).toBe('no error');
    expect(await code('basicA', { employeeId: own })).toBe('no error');
    expect(await code('basicA', { employeeId: other })).toBe('entity.notFound');
    expect(await code('basicA', { employeeId: nobodys })).toBe('entity.notFound');
    expect(await code('basicA', { employeeId: null })).toBe('no error');
    expect(await code('looseBasicA', { employeeId: null })).toBe('no error');
    expect(await code('looseBasicA', { employeeId: own })).toBe('entity.notFound');
    expect(await code('adminAB', { employeeId: b.employees[0] }, b)).toBe('no error');
    expect(await code('adminAB', { employeeId: b.employees[2] }, b)).toBe('entity.notFound');
    expect(await code('planner', {}, b)).toBe('no error');
    expect(await code('adminA', {}, b)).toBe('entity.notFound');
    expect(await code('doctor', {})).toBe('access.forbidden');
    expect(await code('anonymous', {})).toBe('access.unauthenticated');
    expect(await code('system', {})).toBe('access.forbidden');
  });

  test('whoever ordered a check sees it, and their colleagues do not', async () => {
    const { a, actors } = fixtures;
    const check = await checks.order(actors.looseBasicA, orderOf(a, clock, { employeeId: null }), key());
    expect(await codeOf(checks.get(actors.looseBasicA, check.id))).toBe('no error');
    expect(await codeOf(checks.get(actors.basicA, check.id))).toBe('entity.notFound');
    expect(await codeOf(checks.get(actors.adminA, check.id))).toBe('no error');
  });
});

describe('the idempotency key', () => {
  test('makes one order of many requests at once, all with the same answer', async () => {
    const { a, actors } = fixtures;
    const keys = Array.from({ length: 8 }, key);
    const order = orderOf(a, clock, { employeeId: null, documentId: null });
    const answers = await Promise.all(
      keys.map((one) => Promise.all(Array.from({ length: 25 }, () => checks.order(actors.adminA, order, one)))),
    );
    for (const same of answers) expect(new Set(same.map((check) => JSON.stringify(check))).size).toBe(1);
    expect(new Set(answers.flat().map(({ id }) => id)).size).toBe(8);
    expect(await count('checks', a.id)).toBe(8);
    expect(await count('check_events', a.id)).toBe(8);
    expect(await count('employees', a.id)).toBe(5 + 8);
  });

  test('of many requests at once keeps one connection, and leaves the others to other people', async () => {
    const { a, actors } = fixtures;
    const holder = new Client({ connectionString: db.ownerUrl });
    await holder.connect();
    await holder.query('begin; lock table idempotency_keys in access exclusive mode');
    const one = key();
    const order = orderOf(a, clock);
    const answers = Array.from({ length: 20 }, () => checks.order(actors.adminA, order, one));
    await expect.poll(() => db.stats().total - db.stats().idle).toBe(1);
    const other = await db.as(actors.adminB, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
    expect(other.rows).toEqual([{ one: 1 }]);
    await holder.query('commit');
    await holder.end();
    expect(new Set((await Promise.all(answers)).map(({ id }) => id)).size).toBe(1);
  });

  test('refuses another order, and answers the same one whatever the order of its fields', async () => {
    const { a, actors } = fixtures;
    const one = key();
    const order = orderOf(a, clock);
    const check = await checks.order(actors.adminA, order, one);
    expect(await codeOf(checks.order(actors.adminA, { ...order, typeCheck: 'Immediate' }, one))).toBe('request.idempotencyMismatch');
    const reversed = Object.fromEntries(Object.entries(order).toReversed());
    expect((await checks.order(actors.adminA, reversed, one)).id).toBe(check.id);
    // Spaces that the rule trims make no other order.
    expect((await checks.order(actors.adminA, { ...order, workerAddress: ` ${order.workerAddress} ` }, one)).id).toBe(check.id);
    // Later, when the order could not be made any more, the answer is still the check, as it is by then.
    clock.advance({ days: 30 });
    await checks.startPlanning(actors.planner, check.id, 1);
    expect(await checks.order(actors.adminA, order, one)).toMatchObject({ id: check.id, status: 'Planning' });
    expect(await count('checks', a.id)).toBe(1);
  });

  test('belongs to one profile', async () => {
    const { a, actors } = fixtures;
    const one = key();
    const ids = await Promise.all(
      [actors.adminA, actors.basicA, actors.planner].map((actor) => checks.order(actor, orderOf(a, clock), one)),
    );
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
  });

  test('of an order that failed is free for another try', async () => {
    const { a, actors } = fixtures;
    const one = key();
    expect(await codeOf(checks.order(actors.adminA, orderOf(a, clock, { startDate: '2026-02-01', endDate: '2026-02-05' }), one))).toBe(
      'check.periodEnded',
    );
    expect(await codeOf(checks.order(actors.adminA, orderOf(a, clock), one))).toBe('no error');
  });

  test.each(['', 'short', 'with space in it', 'x'.repeat(101), 'nul\0nul\0nul', 'accentué-clé'])('%j is refused', async (bad) => {
    expect(await fieldErrorsOf(checks.order(fixtures.actors.adminA, orderOf(fixtures.a, clock), bad))).toEqual([
      'idempotencyKey: invalidChoice',
    ]);
  });
});
