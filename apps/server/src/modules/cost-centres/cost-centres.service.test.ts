import { addDays } from '@checkwell/domain/clock';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { createCostCentreService } from './cost-centres.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const costCentres = createCostCentreService({ db, clock });
const { a, b, actors } = await createFixtures(db, clock);
const NORTH = { code: 'NORTH', name: 'Depot north', active: true, purchaseOrder: '' };

describe('cost centres', () => {
  it('are kept by the admins of a company, those in use first, with their workers counted', async () => {
    const closed = await costCentres.create(actors.adminA, a.id, { code: 'A-OLD', name: 'Closed shop', active: false, purchaseOrder: '' });
    const north = await costCentres.create(actors.adminA, a.id, NORTH);
    await owner(
      `update employees set "subEmployee" = 'north' where "companyId" = $1 and id = (select id from employees where "companyId" = $1 limit 1)`,
      [a.id],
    );
    expect(await costCentres.list(actors.basicA, a.id)).toMatchObject([
      { id: north.id, ...NORTH, employeeCount: 1, version: 1 },
      { id: closed.id, active: false, employeeCount: 0 },
    ]);
    expect(await costCentres.list(actors.adminAB, b.id)).toEqual([]);
    expect(await costCentres.update(actors.adminA, north, 1, { ...NORTH, name: 'Depot north-east' })).toMatchObject({
      name: 'Depot north-east',
      version: 2,
    });
    expect(await codeOf(costCentres.update(actors.adminA, north, 1, NORTH))).toBe('entity.changedMeanwhile');
    expect(await owner('select action from access_log where "subjectId" = $1 order by at', [north.id])).toEqual([
      { action: 'costCentre.create' },
      { action: 'costCentre.update' },
    ]);
  });

  it('count whoever works there until the last day of work, which may be to come', async () => {
    const { code } = await costCentres.create(actors.adminA, a.id, { ...NORTH, code: 'WEST', name: 'Depot west' });
    const counts = async (leftAt: string | null) => {
      await owner('update employees set "subEmployee" = $2, "leftAt" = $3 where id = $1', [a.employees[1], code, leftAt]);
      return (await costCentres.list(actors.adminA, a.id)).find((row) => row.code === code)?.employeeCount;
    };
    const today = clock.today();
    expect(await counts(addDays(today, 30))).toBe(1);
    expect(await counts(today)).toBe(1);
    expect(await counts(addDays(today, -1))).toBe(0);
    expect(await counts(null)).toBe(1);
  });

  it('have codes of their own, in any case, within a company', async () => {
    const taken = { code: 'request.invalid', issues: [{ path: 'code', message: 'codeTaken' }] };
    await expect(costCentres.create(actors.adminA, a.id, { ...NORTH, code: 'north' })).rejects.toMatchObject(taken);
    const [, closed] = await costCentres.list(actors.adminA, a.id);
    if (!closed) throw new Error('The closed cost centre is gone.');
    await expect(costCentres.update(actors.adminA, closed, closed.version, { ...NORTH })).rejects.toMatchObject(taken);
    expect(await codeOf(costCentres.create(actors.planner, b.id, NORTH))).toBe('no error');
  });

  it('are out of reach of everybody else', async () => {
    expect(await codeOf(costCentres.create(actors.basicA, a.id, NORTH))).toBe('access.forbidden');
    expect(await codeOf(costCentres.create(actors.adminA, b.id, NORTH))).toBe('entity.notFound');
    expect(await codeOf(costCentres.list(actors.adminA, b.id))).toBe('entity.notFound');
    expect(await codeOf(costCentres.list(actors.doctor, a.id))).toBe('access.forbidden');
    expect(await codeOf(costCentres.update(actors.planner, { companyId: a.id, id: newId() }, 1, NORTH))).toBe('entity.notFound');
    expect(await codeOf(costCentres.create(actors.planner, newId(), NORTH))).toBe('entity.notFound');
    expect(await codeOf(costCentres.create(actors.adminA, a.id, { ...NORTH, code: ' ' }))).toBe('request.invalid');
  });
});

describe('two at once', () => {
  const table = { sql: 'lock table cost_centres in exclusive mode' };
  const codesOf = (ends: readonly PromiseSettledResult<string>[]) => ends.map((end) => (end.status === 'fulfilled' ? end.value : '?'));

  inBothOrders('of two changes of one cost centre the first counts', database, async (race, first) => {
    const made = await costCentres.create(actors.adminA, a.id, { ...NORTH, code: newId().slice(-12) });
    const save = (name: string) => () => codeOf(costCentres.update(actors.adminA, made, 1, { ...NORTH, code: made.code, name }));
    const ends = await race(table, save('Depot east'), save('Depot west'));
    expect(codesOf(ends)).toEqual(first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['entity.changedMeanwhile', 'no error']);
    expect((await costCentres.list(actors.adminA, a.id)).find(({ id }) => id === made.id)).toMatchObject({
      name: first === 'a' ? 'Depot east' : 'Depot west',
      version: 2,
    });
  });

  inBothOrders('one code becomes one cost centre of a company', database, async (race) => {
    const one = { ...NORTH, code: newId().slice(-12) };
    const add = () => codeOf(costCentres.create(actors.adminA, a.id, one));
    expect(codesOf(await race(table, add, add)).sort()).toEqual(['no error', 'request.invalid']);
  });
});
