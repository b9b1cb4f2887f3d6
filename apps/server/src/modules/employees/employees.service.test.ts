import { MAX_EMPLOYEES_AT_ONCE } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { EMPLOYEE_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCrypto } from '../../platform/crypto/crypto.ts';
import { createEmbeddedGeocoder } from '../../platform/geo/embedded-geocoder.ts';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { TEST_SECRET } from '../../test/config.ts';
import { testDatabase } from '../../test/database.ts';
import { employeeInput } from '../../test/employees.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { followEmployee } from '../certificates/certificates.service.ts';
import { createEmployeeService } from './employees.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const employees = createEmployeeService({
  db,
  clock,
  crypto: createCrypto([TEST_SECRET]),
  geocoder: createEmbeddedGeocoder(),
  onRenamed: followEmployee,
});

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await createFixtures(db, clock);
});

const issuesOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.issues : error),
  );
const idsOf = async (actor: Actor, filter: object = {}): Promise<string[]> =>
  (await employees.list(actor, { filter, first: 100 })).nodes.map(({ id }) => id).sort();
const placeOf = async (id: string) => (await owner('select latitude, "geoPrecision" from employees where id = $1', [id]))[0];
const sorted = (ids: readonly string[]): string[] => [...ids].sort();

describe('reach', () => {
  it('shows everybody exactly their own: company, superior, added by them', async () => {
    const { a, b, actors } = fixtures;
    const added = await employees.create(actors.looseBasicA, a.id, employeeInput());
    expect(await idsOf(actors.adminA)).toEqual(sorted([...a.employees, added.id]));
    expect(await idsOf(actors.basicA)).toEqual(sorted(a.employees.slice(0, 2)));
    expect(await idsOf(actors.otherBasicA)).toEqual(sorted(a.employees.slice(2, 4)));
    expect(await idsOf(actors.looseBasicA)).toEqual([added.id]);
    expect(await idsOf(actors.adminB)).toEqual(sorted(b.employees));
    expect(await idsOf(actors.adminAB)).toEqual(sorted([...a.employees, added.id, ...b.employees.slice(0, 2)]));
    expect(await idsOf(actors.adminAB, { companyId: b.id })).toEqual(sorted(b.employees.slice(0, 2)));
    expect(await idsOf(actors.planner, { companyId: a.id })).toEqual(sorted([...a.employees, added.id]));
    expect(await codeOf(employees.list(actors.doctor, {}))).toBe('access.forbidden');
    expect(await codeOf(employees.list(actors.anonymous, {}))).toBe('access.unauthenticated');
  });

  it('answers a foreign company in a filter as an unknown one', async () => {
    const { b, actors } = fixtures;
    expect(await employees.list(actors.adminA, { filter: { companyId: b.id } })).toEqual(
      await employees.list(actors.adminA, { filter: { companyId: newId() } }),
    );
    expect(await idsOf(actors.adminA, { companyId: b.id })).toEqual([]);
  });

  it('finds by id what the list shows, and nothing else', async () => {
    const { a, b, actors } = fixtures;
    const everybody = [...a.employees, ...b.employees];
    for (const actor of [
      actors.adminA,
      actors.basicA,
      actors.otherBasicA,
      actors.looseBasicA,
      actors.adminB,
      actors.adminAB,
      actors.planner,
    ]) {
      const listed = new Set(await idsOf(actor));
      for (const id of everybody) {
        const found = await employees.get(actor, id).then(
          (employee) => employee.id,
          (error: unknown) => error,
        );
        if (actor.kind === 'planner' || listed.has(id)) expect(found).toBe(id);
        else expect(found).toEqual(new AppError('entity.notFound'));
      }
      expect(await codeOf(employees.get(actor, newId()))).toBe('entity.notFound');
      expect(await codeOf(employees.get(actor, 'nonsense'))).toBe('entity.notFound');
    }
    expect(await codeOf(employees.get(actors.doctor, a.employees[0]))).toBe('access.forbidden');
  });

  it('lets nobody change whom they do not reach', async () => {
    const { a, b, actors } = fixtures;
    expect(await codeOf(employees.update(actors.basicA, a.employees[2], 1, employeeInput()))).toBe('entity.notFound');
    expect(await codeOf(employees.update(actors.adminA, b.employees[0], 1, employeeInput()))).toBe('entity.notFound');
    expect(await codeOf(employees.update(actors.doctor, a.employees[0], 1, employeeInput()))).toBe('access.forbidden');
    expect(await codeOf(employees.create(actors.adminA, b.id, employeeInput()))).toBe('entity.notFound');
    expect(await codeOf(employees.create(actors.adminA, newId(), employeeInput()))).toBe('entity.notFound');
    expect(await codeOf(employees.create(actors.planner, newId(), employeeInput()))).toBe('entity.notFound');
    expect(await codeOf(employees.create(actors.doctor, a.id, employeeInput()))).toBe('access.forbidden');
    expect(await codeOf(employees.create(actors.anonymous, a.id, employeeInput()))).toBe('access.unauthenticated');
  });
});

describe('adding and changing', () => {
  it('keeps what was given, in stored form, with the place of the address', async () => {
    const { a, actors } = fixtures;
    const made = await employees.create(actors.adminA, a.id, employeeInput({ superiorId: a.superiors[1] }));
    expect(made).toMatchObject({
      companyId: a.id,
      employeeFirstName: 'Élodie',
      employeePhoneNumber: '+32470123456',
      employeeCompanyName: a.name,
      function: 'Comptable',
      superior: { id: a.superiors[1], companyId: a.id },
      workerNISS: null,
      version: 1,
    });
    expect(await placeOf(made.id)).toMatchObject({ latitude: expect.closeTo(50.63, 1), geoPrecision: 'locality' });
    expect(await employees.get(actors.adminA, made.id)).toEqual(made);
    const [log] = await owner('select * from access_log where "subjectId" = $1', [made.id]);
    expect(log).toMatchObject({
      action: 'employee.create',
      subjectType: 'employees',
      companyId: a.id,
      actorRole: 'employerAdmin',
      profileId: actors.adminA.profileId,
    });
  });

  it('keeps a worker whose address is not found', async () => {
    const { a, actors } = fixtures;
    const made = await employees.create(actors.adminA, a.id, employeeInput({ employeeAddress: 'Rue Nationale 5, 59000 Lille' }));
    expect(await placeOf(made.id)).toEqual({ latitude: null, geoPrecision: null });
  });

  it('locates again only when the address changes', async () => {
    const { a, actors } = fixtures;
    const made = await employees.create(actors.adminA, a.id, employeeInput());
    await owner('update employees set latitude = 50.5, "geoPrecision" = $2 where id = $1', [made.id, 'street']);
    const { employeeMatricule } = made;
    const same = await employees.update(actors.adminA, made.id, 1, employeeInput({ employeeMatricule, function: 'Chef' }));
    expect(same).toMatchObject({ function: 'Chef', version: 2 });
    expect(await placeOf(made.id)).toMatchObject({ latitude: 50.5, geoPrecision: 'street' });
    const moved = await employees.update(
      actors.adminA,
      made.id,
      2,
      employeeInput({ employeeMatricule, employeeAddress: 'Meir 1, 2000 Antwerpen' }),
    );
    expect(moved.version).toBe(3);
    expect(await placeOf(made.id)).toMatchObject({ latitude: expect.closeTo(51.22, 1), geoPrecision: 'locality' });
  });

  it('refuses the change of a version that is no longer there, and leaves the row', async () => {
    const { a, actors } = fixtures;
    const made = await employees.create(actors.adminA, a.id, employeeInput());
    const changes = [1, 2, 3, 4].map((number) =>
      employees.update(actors.adminA, made.id, 1, employeeInput({ employeeMatricule: made.employeeMatricule, function: `F${number}` })),
    );
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(new AppError('entity.changedMeanwhile'));
    expect((await employees.get(actors.adminA, made.id)).version).toBe(2);
  });

  it('refuses a number that the company uses already, at its field; another company may use it', async () => {
    const { a, b, actors } = fixtures;
    const made = await employees.create(actors.adminA, a.id, employeeInput());
    const again = employeeInput({ employeeMatricule: made.employeeMatricule });
    expect(await codeOf(employees.create(actors.adminA, a.id, again))).toBe('employee.duplicateMatricule');
    expect(await issuesOf(employees.create(actors.adminA, a.id, again))).toEqual([
      { path: 'employeeMatricule', message: 'matriculeTaken' },
    ]);
    expect(await codeOf(employees.update(actors.adminA, a.employees[0], 1, again))).toBe('employee.duplicateMatricule');
    expect((await employees.create(actors.adminB, b.id, again)).employeeMatricule).toBe(made.employeeMatricule);
  });

  it('accepts a superior of the company only', async () => {
    const { a, b, actors } = fixtures;
    for (const superiorId of [b.superiors[0], newId()]) {
      expect(await issuesOf(employees.create(actors.adminA, a.id, employeeInput({ superiorId })))).toEqual([
        { path: 'superiorId', message: 'superiorRequired' },
      ]);
    }
  });

  it.each(['id', 'companyId', 'version', 'createdByProfileId', 'latitude', 'searchText', 'workerNissIndex', '__proto__x'])(
    'refuses the key %s',
    async (key) => {
      const { a, actors } = fixtures;
      const work = employees.create(actors.adminA, a.id, { ...employeeInput(), [key]: a.id });
      expect(await issuesOf(work)).toEqual([{ path: key, message: 'unknownField' }]);
    },
  );

  it('names every wrong field', async () => {
    const { a, actors } = fixtures;
    const wrong = { ...employeeInput(), employeeFirstName: ' ', employeePhoneNumber: 'call me', employeeGender: 'Robot' };
    expect(await issuesOf(employees.create(actors.adminA, a.id, wrong))).toEqual([
      { path: 'employeeFirstName', message: 'firstNameRequired' },
      { path: 'employeeGender', message: 'invalidChoice' },
      { path: 'employeePhoneNumber', message: 'phoneFormat' },
    ]);
  });

  it('lets certificates be found by the new name', async () => {
    const { a, actors } = fixtures;
    const [id] = a.employees;
    await employees.update(
      actors.adminA,
      id,
      1,
      employeeInput({ employeeFirstName: 'Gaëlle', employeeLastName: 'Ødegård', employeeMatricule: 'M-77' }),
    );
    const rows = await owner('select "searchText" from certificates where "employeeId" = $1', [id]);
    expect(rows).toEqual([{ searchText: expect.stringContaining('gaelle') }]);
  });
});

describe('national register number', () => {
  const NISS = '85.07.30-033.28';

  it('is encrypted, masked, found by, and unique in the company', async () => {
    const { a, b, actors } = fixtures;
    const made = await employees.create(actors.adminA, a.id, employeeInput({ workerNISS: NISS }));
    expect(made.workerNISS).toBe('••.••.••-•••.28');
    const [stored] = await owner<{ row: string }>('select row_to_json(e)::text as row from employees e where id = $1', [made.id]);
    expect(stored?.row).not.toContain('85073003328');
    expect(stored?.row).not.toContain(Buffer.from('85073003328').toString('hex'));
    expect(await idsOf(actors.adminA, { search: '85073003328' })).toEqual([made.id]);
    expect(await idsOf(actors.adminA, { search: NISS })).toEqual([made.id]);
    expect(await issuesOf(employees.create(actors.adminA, a.id, employeeInput({ workerNISS: NISS })))).toEqual([
      { path: 'workerNISS', message: 'nissTaken' },
    ]);
    const elsewhere = await employees.create(actors.adminB, b.id, employeeInput({ workerNISS: NISS }));
    expect(await idsOf(actors.adminB, { search: NISS })).toEqual([elsewhere.id]);
  });

  it('stays when left out, goes when emptied', async () => {
    const { a, actors } = fixtures;
    const fields = employeeInput({ workerNISS: NISS });
    const made = await employees.create(actors.adminA, a.id, fields);
    const { workerNISS: _, ...without } = fields;
    expect((await employees.update(actors.adminA, made.id, 1, without)).workerNISS).toBe(made.workerNISS);
    expect((await employees.update(actors.adminA, made.id, 2, { ...fields, workerNISS: '' })).workerNISS).toBeNull();
    expect(await owner('select "workerNISS", "workerNissIndex" from employees where id = $1', [made.id])).toEqual([
      { workerNISS: null, workerNissIndex: null },
    ]);
  });

  it('is hidden from basic users and the provider, who cannot look for it or replace it either', async () => {
    const { a, actors } = fixtures;
    const made = await employees.create(actors.adminA, a.id, employeeInput({ workerNISS: NISS, superiorId: a.superiors[0] }));
    for (const actor of [actors.basicA, actors.planner]) {
      expect((await employees.get(actor, made.id)).workerNISS).toBeNull();
      expect(await idsOf(actor, { search: NISS, companyId: a.id })).toEqual([]);
      expect(await codeOf(employees.update(actor, made.id, 1, employeeInput({ workerNISS: '93051822361' })))).toBe('access.forbidden');
      const { version } = await employees.update(
        actor,
        made.id,
        1,
        employeeInput({ employeeMatricule: made.employeeMatricule, superiorId: a.superiors[0] }),
      );
      expect(version).toBe(2);
      await owner('update employees set version = 1 where id = $1', [made.id]);
    }
    expect((await employees.get(actors.adminA, made.id)).workerNISS).toBe(made.workerNISS);
  });

  it('does not open in another row', async () => {
    const { a, actors } = fixtures;
    const [one, other] = [
      await employees.create(actors.adminA, a.id, employeeInput({ workerNISS: NISS })),
      await employees.create(actors.adminA, a.id, employeeInput()),
    ];
    await owner('update employees set "workerNISS" = (select "workerNISS" from employees where id = $1) where id = $2', [one.id, other.id]);
    await expect(employees.get(actors.adminA, other.id)).rejects.not.toBeInstanceOf(AppError);
  });
});

describe('lists', () => {
  it('walks every order page by page without losing or repeating anybody', async () => {
    const { a, actors } = fixtures;
    for (const name of ['de Smet', 'De Smet', 'Zwart', 'aerts', 'De Smet', 'Évrard'])
      await employees.create(actors.adminA, a.id, employeeInput({ employeeLastName: name }));
    await owner('update employees set "superiorId" = null where id = any ($1)', [a.employees.slice(1, 3)]);
    await owner(`update employees set function = case when id = any ($1) then 'Éclairagiste' else 'docker' end`, [a.employees.slice(2)]);
    for (const field of EMPLOYEE_SORT_FIELDS) {
      const { nodes } = await employees.list(actors.adminA, { sort: { field, direction: 'asc' }, first: 100 });
      const all = nodes.map(({ id }) => id);
      expect(all).toHaveLength(11);
      if (field === 'function')
        expect(nodes.map((node) => node.function)).toEqual([...Array(8).fill('docker'), ...Array(3).fill('Éclairagiste')]);
      if (field === 'superior') {
        const names = nodes.map(({ superior }) => superior?.lastName.toLowerCase() ?? '');
        expect(names).toEqual(names.toSorted());
        expect(new Set(names).size).toBe(3);
      }
      for (const direction of ['asc', 'desc'] as const) {
        const walked: string[] = [];
        let after: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof employees.list>> = await employees.list(actors.adminA, {
            sort: { field, direction },
            first: 3,
            after,
          });
          expect(page).toMatchObject({ totalCount: 11, totalCountCapped: false });
          walked.push(...page.nodes.map(({ id }) => id));
          after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
        } while (after !== null);
        expect(walked).toEqual(direction === 'asc' ? all : all.toReversed());
      }
    }
    const names = (await employees.list(actors.adminA, { first: 100 })).nodes.map(({ employeeLastName }) => employeeLastName.toLowerCase());
    expect(names.indexOf('aerts')).toBeLessThan(names.indexOf('de smet'));
    expect(names.indexOf('de smet')).toBeLessThan(names.indexOf('zwart'));
  });

  it('refuses a cursor of another order or of nobody', async () => {
    const { actors } = fixtures;
    const { pageInfo } = await employees.list(actors.adminA, { first: 1 });
    expect(
      await codeOf(employees.list(actors.adminA, { after: pageInfo.endCursor, sort: { field: 'employeeMatricule', direction: 'asc' } })),
    ).toBe('request.invalid');
    expect(await codeOf(employees.list(actors.adminA, { after: 'bm9uc2Vuc2U' }))).toBe('request.invalid');
  });

  it.each([
    ['muller', 1],
    ['MÜLLER zoe', 1],
    ['zoé müller', 1],
    ['d hondt', 0],
    ["d'hondt", 1],
    ['berghe marie', 1],
    ['peeters', 0],
    ['peters', 0],
    ['100%', -1],
    ['zzzzz', -1],
    ['', 4],
  ])('finds %j', async (search, index) => {
    const { a, actors } = fixtures;
    const found = await idsOf(actors.adminA, { search });
    if (index === -1) expect(found).toEqual([]);
    else if (search === '') expect(found).toEqual(sorted(a.employees));
    else
      expect(found).toContain(a.employees[search === "d'hondt" ? 4 : search === 'd hondt' ? 4 : search.startsWith('berghe') ? 2 : index]);
  });

  it('finds names of several words that were typed as one, or with a letter missing', async () => {
    const { a, actors } = fixtures;
    const [leen] = await Promise.all(
      [
        ['Leen', 'Van Damme'],
        ['Leen', 'Vandenberghe'],
        ['Tom', "D'Hondt"],
      ].map(([employeeFirstName, employeeLastName]) =>
        employees.create(actors.adminA, a.id, employeeInput({ employeeFirstName, employeeLastName, employeeMatricule: newId().slice(-8) })),
      ),
    );
    for (const search of ['vandame', 'vandame leen', 'vandamme', 'Van Dame']) {
      const found = await employees.list(actors.adminA, { filter: { search } });
      expect(
        found.nodes.map(({ id }) => id),
        search,
      ).toContain(leen?.id);
    }
  });

  it('finds who was misspelt only when nobody is spelt so', async () => {
    const { a, actors } = fixtures;
    const janssens = await employees.create(actors.adminA, a.id, employeeInput({ employeeFirstName: 'Tom', employeeLastName: 'Janssens' }));
    expect(await idsOf(actors.adminA, { search: 'jansens' })).toEqual([janssens.id]);
    const jansens = await employees.create(actors.adminA, a.id, employeeInput({ employeeFirstName: 'Tom', employeeLastName: 'Jansens' }));
    expect(await idsOf(actors.adminA, { search: 'jansens' })).toEqual([jansens.id]);
    expect(await idsOf(actors.adminB, { search: 'jansens' })).toEqual([]);
    expect(await idsOf(actors.basicA, { search: 'jansens' })).toEqual([]);
  });

  it('narrows to a superior and to a number', async () => {
    const { a, actors } = fixtures;
    expect(await idsOf(actors.adminA, { superiorId: a.superiors[1] })).toEqual(sorted(a.employees.slice(2, 4)));
    const { employeeMatricule } = await employees.get(actors.adminA, a.employees[3]);
    expect(await idsOf(actors.adminA, { search: employeeMatricule })).toContain(a.employees[3]);
  });
});

describe('a worker who comes with an order', () => {
  const worker = { ...employeeInput(), employeeMatricule: '', located: null };
  const add = (actor: Actor, companyId: string, values: object = {}) =>
    db.as(actor, (tx) => employees.createInTransaction(tx, actor, companyId, { ...worker, ...values }));

  it('gets the next number of the company', async () => {
    const { a, b, actors } = fixtures;
    expect((await add(actors.basicA, a.id)).employeeMatricule).toBe('N-0001');
    expect((await add(actors.adminA, a.id)).employeeMatricule).toBe('N-0002');
    expect((await add(actors.adminB, b.id)).employeeMatricule).toBe('N-0001');
    await employees.create(actors.adminA, a.id, employeeInput({ employeeMatricule: 'N-0041' }));
    await employees.create(actors.adminA, a.id, employeeInput({ employeeMatricule: 'N-9999999999' }));
    expect((await add(actors.planner, a.id)).employeeMatricule).toBe('N-0042');
  });

  it('gets the lowest free number once the employer has used the last one of nine digits', async () => {
    const { a, actors } = fixtures;
    for (const employeeMatricule of ['N-999999999', 'N-0001', 'N-2'])
      await employees.create(actors.adminA, a.id, employeeInput({ employeeMatricule }));
    expect((await add(actors.adminA, a.id)).employeeMatricule).toBe('N-0003');
    expect((await add(actors.adminA, a.id)).employeeMatricule).toBe('N-0004');
  });

  it('gets a number of its own when many come at once', async () => {
    const { a, actors } = fixtures;
    const made = await Promise.all(Array.from({ length: 8 }, () => add(actors.adminA, a.id)));
    expect(made.map(({ employeeMatricule }) => employeeMatricule).sort()).toEqual(
      Array.from({ length: 8 }, (_, index) => `N-000${index + 1}`),
    );
  });

  it('belongs to who added it, and only within reach', async () => {
    const { a, b, actors } = fixtures;
    const made = await add(actors.looseBasicA, a.id);
    const reach = (actor: Actor, companyId: string, id: string) =>
      db.as(actor, (tx) => employees.getInTransaction(tx, actor, companyId, id));
    expect((await reach(actors.looseBasicA, a.id, made.id)).id).toBe(made.id);
    expect(await codeOf(reach(actors.otherBasicA, a.id, made.id))).toBe('entity.notFound');
    expect(await codeOf(reach(actors.adminAB, b.id, made.id))).toBe('entity.notFound');
    expect(await codeOf(add(actors.adminA, b.id))).toBe('entity.notFound');
  });

  it('does not stay when the order fails', async () => {
    const { a, actors } = fixtures;
    const failing = db.as(actors.adminA, async (tx) => {
      await employees.createInTransaction(tx, actors.adminA, a.id, worker);
      throw new AppError('check.periodEnded');
    });
    expect(await codeOf(failing)).toBe('check.periodEnded');
    expect(await idsOf(actors.adminA)).toEqual(sorted(a.employees));
  });
});

describe('who has left', () => {
  it('is told by the last day of work, and stays among the others until it is past', async () => {
    const { a, actors } = fixtures;
    const [id] = a.employees;
    const active = (actor: Actor) => idsOf(actor, { employment: 'active' });
    const left = (actor: Actor) => idsOf(actor, { employment: 'left' });
    const changed = await employees.setDeparture(actors.adminA, id, 1, { leftAt: clock.today() });
    expect(changed).toMatchObject({ leftAt: clock.today(), version: 2 });
    expect([await left(actors.adminA), (await active(actors.adminA)).length]).toEqual([[], 5]);
    clock.advance({ days: 1 });
    expect(await left(actors.adminA)).toEqual([id]);
    expect(await active(actors.adminA)).toEqual(sorted(a.employees.slice(1)));
    expect(await idsOf(actors.adminA)).toEqual(sorted(a.employees));
    expect(await left(actors.basicA)).toEqual([id]);
    expect(await left(actors.otherBasicA)).toEqual([]);
    await employees.setDeparture(actors.basicA, id, 2, { leftAt: null });
    expect(await left(actors.adminA)).toEqual([]);
    const log = await owner(`select "actorRole" from access_log where action = 'employee.update' and "subjectId" = $1 order by at`, [id]);
    expect(log).toEqual([{ actorRole: 'employerAdmin' }, { actorRole: 'employerBasic' }]);
  });

  it('keeps the last day when other fields are saved', async () => {
    const { a, actors } = fixtures;
    const created = await employees.create(actors.adminA, a.id, employeeInput());
    await employees.setDeparture(actors.adminA, created.id, 1, { leftAt: '2026-01-31' });
    expect(await employees.update(actors.adminA, created.id, 2, employeeInput({ function: 'Chef' }))).toMatchObject({
      leftAt: '2026-01-31',
    });
  });

  it('is changed by nobody out of reach, nor on an old version, nor to a day that is none', async () => {
    const { a, actors } = fixtures;
    const depart = (actor: Actor, version = 1, leftAt: unknown = '2026-01-31') =>
      employees.setDeparture(actor, a.employees[0], version, { leftAt });
    expect(await codeOf(depart(actors.otherBasicA))).toBe('entity.notFound');
    expect(await codeOf(depart(actors.adminB))).toBe('entity.notFound');
    expect(await codeOf(depart(actors.doctor))).toBe('access.forbidden');
    expect(await codeOf(depart(actors.adminA, 7))).toBe('entity.changedMeanwhile');
    expect(await issuesOf(depart(actors.adminA, 1, '2026-02-30'))).toEqual([{ path: 'leftAt', message: 'dateInvalid' }]);
  });
});

describe('another superior for several', () => {
  const give = (actor: Actor, superiorId: unknown, ids: readonly string[], companyId = fixtures.a.id, version = 1) =>
    employees.setSuperior(actor, companyId, { superiorId, employees: ids.map((id) => ({ id, version })) });

  it('changes those who may be changed, says why the others stay, and does nothing a second time', async () => {
    const { a, b, actors } = fixtures;
    const [first, second, third, moved] = a.employees;
    await employees.setDeparture(actors.adminA, moved, 1, { leftAt: clock.today() });
    const asked = [third, moved, first, second, b.employees[0], newId(), 'nonsense', second];
    const { changed, refused } = await give(actors.adminA, a.superiors[1], asked);
    // The last two have this superior already; a later version does not matter then.
    expect(sorted(changed)).toEqual(sorted([first, second, third, moved]));
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('entity.notFound'));
    const [log] = await owner(`select count(*)::int as n from access_log where action = 'employee.update' and "subjectId" = any ($1)`, [
      [first, second, third],
    ]);
    expect(log).toEqual({ n: 2 });
    expect(await idsOf(actors.adminA, { superiorId: a.superiors[1] })).toEqual(sorted([first, second, third, moved]));
    expect(await give(actors.adminA, a.superiors[1], [first, second])).toMatchObject({ changed: sorted([first, second]), refused: [] });
    expect((await employees.get(actors.adminA, first)).version).toBe(2);
    expect(await give(actors.adminA, a.superiors[0], [first, third])).toEqual({
      changed: [third],
      refused: [{ employeeId: first, code: 'entity.changedMeanwhile' }],
    });
  });

  it('is done by whoever may change each of them, also where they are out of reach afterwards', async () => {
    const { a, actors } = fixtures;
    const [mine, alsoMine, theirs] = a.employees;
    expect(await give(actors.basicA, a.superiors[1], [mine, alsoMine, theirs])).toEqual({
      changed: sorted([mine, alsoMine]),
      refused: [{ employeeId: theirs, code: 'entity.notFound' }],
    });
    expect(await idsOf(actors.basicA)).toEqual([]);
    expect(await codeOf(give(actors.adminB, a.superiors[0], [theirs]))).toBe('entity.notFound');
    expect(await codeOf(give(actors.doctor, a.superiors[0], [theirs]))).toBe('access.forbidden');
    expect(await codeOf(give(actors.anonymous, a.superiors[0], [theirs]))).toBe('access.unauthenticated');
  });

  it('changes nobody where the superior is none of the company, or too many are asked for', async () => {
    const { a, b, actors } = fixtures;
    const atSuperior = [{ path: 'superiorId', message: 'superiorRequired' }];
    for (const superiorId of [b.superiors[0], newId(), '', undefined])
      expect(await issuesOf(give(actors.adminA, superiorId, a.employees)), String(superiorId)).toEqual(atSuperior);
    expect(await issuesOf(give(actors.adminA, a.superiors[0], Array.from({ length: MAX_EMPLOYEES_AT_ONCE + 1 }, newId)))).toEqual([
      { path: 'employees', message: 'invalidChoice' },
    ]);
    expect(await issuesOf(give(actors.adminA, a.superiors[0], []))).toEqual([{ path: 'employees', message: 'employeeRequired' }]);
    expect(await owner('select sum(version)::int as sum from employees where id = any ($1)', [a.employees])).toEqual([
      { sum: a.employees.length },
    ]);
  });

  inBothOrders('two who give the same employees different superiors', database, async (race) => {
    const { a, actors } = fixtures;
    const ids = a.employees.slice(0, 4);
    await owner('update employees set "superiorId" = null where id = any ($1)', [ids]);
    const ends = await race(
      { sql: 'lock table employees in exclusive mode' },
      () => give(actors.adminA, a.superiors[0], ids),
      () => give(actors.planner, a.superiors[1], ids.toReversed()),
    );
    const changed = ends.map((end) => (end.status === 'fulfilled' ? end.value.changed.length : -1));
    expect(changed.toSorted((one, other) => one - other)).toEqual([0, ids.length]);
  });
});

describe('two changes of an employee at once', () => {
  // Lets both read before either writes.
  const lock = { sql: 'lock table employees in exclusive mode' };

  inBothOrders('who no longer reaches the employee brings nothing back by a guessed version', database, async (race) => {
    const { a, actors } = fixtures;
    const [id] = a.employees;
    const row = await employees.get(actors.adminA, id);
    const form = { ...employeeInput({ employeeMatricule: row.employeeMatricule }), superiorId: a.superiors[0] };
    const [byAdmin, byBasic] = await race(
      lock,
      () => employees.update(actors.adminA, id, row.version, { ...form, superiorId: a.superiors[1] }),
      () => employees.update(actors.basicA, id, row.version + 1, { ...form, employeeLastName: 'Back' }),
    );
    expect(byAdmin.status).toBe('fulfilled');
    expect(byBasic).toMatchObject({ reason: { code: expect.stringMatching(/entity.notFound|entity.changedMeanwhile/) } });
    expect(await employees.get(actors.adminA, id)).toMatchObject({ superiorId: a.superiors[1], employeeLastName: 'Van Damme' });
  });

  inBothOrders('a departure and a change do not both count', database, async (race) => {
    const { a, actors } = fixtures;
    const [id] = a.employees;
    const row = await employees.get(actors.adminA, id);
    const ends = await race(
      lock,
      () => employees.setDeparture(actors.adminA, id, row.version, { leftAt: clock.today() }),
      () => employees.update(actors.adminA, id, row.version, employeeInput({ employeeMatricule: row.employeeMatricule })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await employees.get(actors.adminA, id)).version).toBe(row.version + 1);
  });
});
