import { CHECK_SORT_FIELDS, REPORT_SORT_FIELDS } from '@checkwell/domain/check/sorts';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import { getNamedType, graphql, isEnumType, isObjectType, isScalarType } from 'graphql';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../graphql/schema.ts';
import { newId } from '../../platform/ids.ts';
import { createServices, type Services } from '../../services.ts';
import { orderOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { testLogger } from '../../test/logger.ts';

const { db, config } = await testDatabase();
const clock = testClock();

let services: Services;
let fixtures: Fixtures;
beforeAll(() => {
  services = createServices({ config, db, clock, log: testLogger() });
});
beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  fixtures = await createFixtures(db, clock);
});

/** The answer to an operation, as JSON. */
async function ask(actor: Actor, source: string, variableValues: Record<string, unknown> = {}, asked = services) {
  const contextValue = { actor, services: asked, traceId: 'trace', language: 'en' };
  const { data, errors } = await graphql({ schema, source, variableValues, contextValue });
  // Says why the database was away, which its code does not.
  for (const { originalError } of errors ?? [])
    if (originalError instanceof AppError && originalError.code === 'database.unavailable') throw originalError;
  return JSON.parse(
    JSON.stringify({ data, codes: errors?.map(({ originalError }) => (originalError as { code?: string } | undefined)?.code) ?? [] }),
  );
}

/** Every field of a check that needs no selection of its own. */
const CHECK_FIELDS = (() => {
  const type = schema.getType('Check');
  if (!isObjectType(type)) throw new Error('There is no type Check.');
  return Object.values(type.getFields())
    .filter(({ type: field }) => isScalarType(getNamedType(field)) || isEnumType(getNamedType(field)))
    .map(({ name }) => name);
})();
const WHOLE = `${CHECK_FIELDS.join(' ')} doctor { id maxKm } document { id fileName url } events { action toStatus notes actorName reason }`;

// No company yet: only the fields are looked at here.
const { startDate, endDate, ...order } = orderOf({ id: '', employees: [''] } as never, clock);
const inputFor = (company: Fixtures['a'], values: object = {}) => ({
  ...order,
  companyId: company.id,
  employeeId: company.employees[0],
  startDate,
  endDate,
  ...values,
});
const ORDER = 'mutation ($input: OrderInput!, $key: String!) { orderCheck(input: $input, idempotencyKey: $key) { id version status } }';

test('every mutation leads a check through its life', async () => {
  const { planner, adminA, doctor } = fixtures.actors;
  const mutate = async (actor: Actor, name: string, id: string, version: number, types = '', args: Record<string, unknown> = {}) => {
    const declared = types === '' ? '' : `, ${types}`;
    const passed = Object.keys(args)
      .map((arg) => `, ${arg}: $${arg}`)
      .join('');
    const source = `mutation ($id: ID!, $version: Int!${declared}) { check: ${name}(id: $id, version: $version${passed}) { id version status checkOccurence availableActions } }`;
    const { data, codes } = await ask(actor, source, { id, version, ...args });
    expect(codes, name).toEqual([]);
    expect(data.check.version).toBe(version + 1);
    return data.check;
  };
  const ordered = async () => {
    const { data, codes } = await ask(adminA, ORDER, { input: inputFor(fixtures.a), key: `key-${newId()}` });
    expect(codes).toEqual([]);
    return data.orderCheck.id as string;
  };
  const appointment = {
    doctorId: fixtures.doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), '10:00').toISOString(),
    appointmentMinutes: 20,
  };
  const modification = { ...inputFor(fixtures.a), workerAddress: 'Meir 1, 2000 Antwerpen' };
  const { workerAddress, workerPhoneNumber, phoneNumber, locationCheck, typeCheck, authorizedExit, providerComment, doctorComment } =
    modification;

  const id = await ordered();
  await mutate(adminA, 'modifyCheck', id, 1, '$input: ModifyInput!', {
    input: {
      workerAddress,
      workerPhoneNumber,
      phoneNumber,
      startDate,
      endDate,
      locationCheck,
      typeCheck,
      authorizedExit,
      providerComment,
      doctorComment,
    },
  });
  await mutate(planner, 'startPlanning', id, 2);
  await mutate(planner, 'reportProblem', id, 3, '$input: ProblemInput!', {
    input: { problemReason: 'AddressUnclear', problemOwner: 'employer', problemComment: '?' },
  });
  await mutate(adminA, 'resolveProblem', id, 4, '$comment: String!', { comment: 'Second door.' });
  await mutate(planner, 'scheduleCheck', id, 5, '$input: ScheduleInput!', { input: { ...appointment, doctorId: await antwerpDaily() } });
  await mutate(planner, 'unscheduleCheck', id, 6);
  await mutate(planner, 'scheduleCheck', id, 7, '$input: ScheduleInput!', {
    input: { ...appointment, doctorId: fixtures.doctors.antwerp },
  });
  clock.advance({ days: 1, hours: 2 });
  const result = {
    checkOccurence: 'Yes',
    examinedFrom: instantAt(clock.today(), '10:00').toISOString(),
    examinedTo: instantAt(clock.today(), '10:12').toISOString(),
    workerDisagreement: false,
    secondCheckNeeded: false,
    prolongationNeeded: false,
    independenceDeclared: true,
    findingsHandedOver: true,
    archiveComment: '',
    medicalNote: 'Fit.',
  };
  const sent = await mutate(fixtures.actors.otherDoctor, 'recordResult', id, 8, '$input: ResultInput!', { input: result });
  expect(sent).toMatchObject({ status: 'WaitingForCheck', checkOccurence: null });
  await mutate(fixtures.actors.otherDoctor, 'takeBackResult', id, 9);
  await mutate(fixtures.actors.otherDoctor, 'recordResult', id, 10, '$input: ResultInput!', { input: result });
  const report = await mutate(fixtures.actors.otherDoctor, 'sendResult', id, 11);
  expect(report).toMatchObject({ status: 'Archived', checkOccurence: 'Yes', availableActions: ['correctResult'] });
  const { independenceDeclared: _declared, archiveComment: _comment, medicalNote: _note, ...findings } = result;
  await mutate(fixtures.actors.otherDoctor, 'correctResult', id, 12, '$input: CorrectionInput!', {
    input: { ...findings, secondCheckNeeded: true, correctionReason: 'Mistyped', explanation: '' },
  });
  const history = await ask(
    adminA,
    'query ($id: ID!) { check(id: $id) { events { correctionReason formerResult { checkOccurence secondCheckNeeded } } } }',
    { id },
  );
  expect(history.data.check.events.at(-1)).toEqual({
    correctionReason: 'Mistyped',
    formerResult: { checkOccurence: 'Yes', secondCheckNeeded: false },
  });
  const read = (actor: Actor) => ask(actor, 'query ($id: ID!) { check(id: $id) { medicalNote } }', { id });
  expect((await read(fixtures.actors.otherDoctor)).data.check).toEqual({ medicalNote: 'Fit.' });
  const listed = await ask(fixtures.actors.otherDoctor, 'query { reports { nodes { medicalNote } } }');
  expect(listed.data.reports.nodes).toEqual([{ medicalNote: 'Fit.' }]);
  expect((await read(planner)).data.check).toEqual({ medicalNote: null });
  expect(await read(doctor)).toEqual({ data: null, codes: ['entity.notFound'] });

  expect(await mutate(adminA, 'cancelCheck', await ordered(), 1, '$input: CancelInput!', { input: { reason: 'Back.' } })).toMatchObject({
    checkOccurence: 'Cancelled',
  });
  expect(await mutate(planner, 'deleteCheck', await ordered(), 1, '$reason: String!', { reason: 'Twice.' })).toMatchObject({
    checkOccurence: 'Deleted',
  });
  const lost = await mutate(planner, 'markNonOperable', await ordered(), 1, '$input: NonOperableInput!', {
    input: { nonOperableReason: 'NoContact', archiveComment: '' },
  });
  expect(lost).toMatchObject({ checkOccurence: 'NonOperable' });
});

/** The doctor of Antwerp, who now works every day. */
async function antwerpDaily(): Promise<string> {
  await db.system('test', (tx) =>
    tx
      .insertInto('doctor_availabilities')
      .values({ doctorId: fixtures.doctors.antwerp, weekday: 2, fromTime: '08:00', toTime: '18:00' })
      .execute(),
  );
  return fixtures.doctors.antwerp;
}

describe('the fields of a check', () => {
  test('of a whole list come with their histories, each with its own', async () => {
    const { adminA, planner } = fixtures.actors;
    const made = [];
    for (let index = 0; index < 5; index += 1) {
      const check = await services.checks.order(adminA, inputFor(fixtures.a), `key-${newId()}`);
      for (let step = 0; step < index % 2; step += 1) await services.checks.startPlanning(planner, check.id, 1);
      made.push({ id: check.id, events: index % 2 === 0 ? [{ action: 'order' }] : [{ action: 'order' }, { action: 'startPlanning' }] });
    }
    const { data, codes } = await ask(
      adminA,
      'query ($filter: CheckFilter) { checks(filter: $filter, sort: { field: creationDate, direction: asc }) { nodes { id events { action } } totalCount pageInfo { hasNextPage } } }',
      {
        filter: { companyId: fixtures.a.id },
      },
    );
    expect(codes).toEqual([]);
    expect(data.checks).toEqual({
      nodes: made.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      totalCount: 5,
      pageInfo: { hasNextPage: false },
    });
  });

  test('of a report with a doctor are read in few questions, however long the list', async () => {
    for (let index = 0; index < 30; index += 1)
      await insertCheck(db, fixtures, clock, {
        status: 'Archived',
        employeeId: fixtures.a.employees[index % 5] as string,
        certificateId: fixtures.a.certificates[index % 5] as string,
      });
    const questions: string[] = [];
    const note = <Result>(name: string, answer: Result): Result => {
      questions.push(name);
      return answer;
    };
    const { doctors, documents, checks } = services;
    const counted: Services = {
      ...services,
      doctors: { ...doctors, findMany: (...args) => note('doctors', doctors.findMany(...args)) },
      documents: { ...documents, findMany: (...args) => note('documents', documents.findMany(...args)) },
      checks: { ...checks, findEvents: (...args) => note('events', checks.findEvents(...args)) },
    };
    await db.system('test', (tx) =>
      tx.updateTable('certificates').set({ documentId: fixtures.a.document }).where('companyId', '=', fixtures.a.id).execute(),
    );
    const { data, codes } = await ask(
      fixtures.actors.planner,
      `query ($id: ID!) { reports(filter: { companyId: $id }, first: 100) { nodes { ${WHOLE} } totalCount } }`,
      { id: fixtures.a.id },
      counted,
    );
    expect(questions.toSorted()).toEqual(['doctors', 'documents', 'events']);
    expect(codes).toEqual([]);
    expect(data.reports.totalCount).toBe(30);
    expect(new Set(data.reports.nodes.map(({ doctor }: { doctor: { id: string } }) => doctor.id))).toEqual(
      new Set([fixtures.doctors.brussels]),
    );
  });
});

test('planners get candidates with their doctor, employers the dashboard', async () => {
  const { planner, adminA } = fixtures.actors;
  const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning' });
  const candidates = await ask(
    planner,
    'query ($id: ID!, $day: Date!) { doctorCandidates(checkId: $id, day: $day) { doctor { id doctorFullName } distanceKm travelMinutes freeSlots score reasons missionsThatDay speaksLanguage offersLocation } }',
    {
      id,
      day: addDays(clock.today(), 1),
    },
  );
  expect(candidates.codes).toEqual([]);
  expect(candidates.data.doctorCandidates).toContainEqual(
    expect.objectContaining({
      doctor: { id: fixtures.doctors.brussels, doctorFullName: expect.any(String) },
      distanceKm: 0,
      speaksLanguage: true,
    }),
  );
  const figures = await ask(
    adminA,
    'query ($id: ID) { dashboard(filter: { companyId: $id }) { figures { metric value n } timing { name count } location { name count } outcomes { name count } months { month confirmed } } }',
    { id: fixtures.a.id },
  );
  expect(figures).toMatchObject({
    codes: [],
    data: {
      dashboard: {
        figures: expect.arrayContaining([
          { metric: 'completedChecks', value: 0, n: 0 },
          { metric: 'openChecks', value: 1, n: 1 },
          { metric: 'impactProportion', value: null, n: 0 },
        ]),
        timing: [
          { name: 'Immediate', count: 0 },
          { name: 'Optimized', count: 1 },
        ],
      },
    },
  });
});

test('an order needs every field that the form has', async () => {
  const { adminA } = fixtures.actors;
  const { data, codes } = await ask(adminA, ORDER, {
    input: {
      ...inputFor(fixtures.a),
      employeeId: undefined,
      superiorId: undefined,
      certificateId: undefined,
      documentId: undefined,
      workerFirstName: 'Nieuw',
    },
    key: 'key-0001',
  });
  expect(codes).toEqual([]);
  expect(data.orderCheck).toMatchObject({ version: 1, status: 'Reception' });
  const again = await ask(adminA, ORDER, {
    input: { ...inputFor(fixtures.a), employeeId: null, workerFirstName: 'Nieuw' },
    key: 'key-0001',
  });
  expect(again.data.orderCheck.id).toBe(data.orderCheck.id);
  const other = await ask(adminA, ORDER, {
    input: { ...inputFor(fixtures.a), employeeId: null, workerFirstName: 'Anders' },
    key: 'key-0001',
  });
  expect(other.codes).toEqual(['request.idempotencyMismatch']);
});

test('no list is sorted by what only the other one has', async () => {
  const { adminA } = fixtures.actors;
  const sortedBy = async (list: string, field: string) => {
    const { errors } = await graphql({
      schema,
      source: `{ ${list}(sort: { field: ${field}, direction: asc }) { totalCount } }`,
      contextValue: { actor: adminA, services, traceId: 'trace', language: 'en' },
    });
    return errors?.map(({ message }) => message) ?? [];
  };
  for (const field of CHECK_SORT_FIELDS) {
    expect(await sortedBy('checks', field)).toEqual([]);
    if (!(REPORT_SORT_FIELDS as readonly string[]).includes(field))
      expect(await sortedBy('reports', field)).toEqual([expect.stringContaining(`"${field}" does not exist in "ReportSortField" enum`)]);
  }
  for (const field of REPORT_SORT_FIELDS) {
    expect(await sortedBy('reports', field)).toEqual([]);
    if (!(CHECK_SORT_FIELDS as readonly string[]).includes(field))
      expect(await sortedBy('checks', field)).toEqual([expect.stringContaining(`"${field}" does not exist in "CheckSortField" enum`)]);
  }
});
