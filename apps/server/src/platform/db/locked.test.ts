import { expect, expectTypeOf, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import type { ReadTx, WriteTx } from './database.ts';
import { compareAndSet, type Locked, lockRow, lockRows, updateRow } from './locked.ts';

const database = await testDatabase();
const { db, owner } = database;
const { a, actors } = await createFixtures(db, testClock());

const lockCompany = async (tx: WriteTx): Promise<Locked<'companies'>> => {
  const company = await lockRow(tx, 'companies', { id: a.id });
  if (!company) throw new Error('There is no company.');
  return company;
};
const versionOf = async () => (await owner<{ version: number }>('select version from companies where id = $1', [a.id]))[0]?.version ?? 0;

inBothOrders('two updates that depend on the same row', database, async (race) => {
  await owner('update companies set "staffCount" = 10 where id = $1', [a.id]);
  const seen: number[] = [];
  const grow = (by: number) => () =>
    db.system('test', async (tx) => {
      const company = await lockCompany(tx);
      seen.push(company.staffCount);
      await updateRow(tx, company, { staffCount: company.staffCount + by });
    });
  const ends = await race({ sql: 'select from companies where id = $1 for update', values: [a.id] }, grow(1), grow(5));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(seen[0]).toBe(10);
  expect(await owner('select "staffCount" from companies where id = $1', [a.id])).toEqual([{ staffCount: 16 }]);
});

inBothOrders('two updates of the same version', database, async (race) => {
  const seen = await versionOf();
  const save = (name: string) => () => db.as(actors.planner, async (tx) => compareAndSet(tx, await lockCompany(tx), seen, { name }));
  const ends = await race({ sql: 'lock table companies in exclusive mode' }, save('First'), save('Second'));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(ends).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ code: 'entity.changedMeanwhile' }) });
  expect(await versionOf()).toBe(seen + 1);
});

test('an update with another version than the stored one is refused', async () => {
  const seen = await versionOf();
  for (const wrong of [seen - 1, seen + 1]) {
    const save = db.system('test', async (tx) => compareAndSet(tx, await lockCompany(tx), wrong, { name: 'Guessed' }));
    await expect(save).rejects.toMatchObject({ code: 'entity.changedMeanwhile' });
  }
  expect(await versionOf()).toBe(seen);
});

test('updating a row without its lock does not compile; one locked in another transaction, or updated since, is refused', async () => {
  const unlocked = async (tx: ReadTx) => tx.selectFrom('companies').selectAll().executeTakeFirstOrThrow();
  expectTypeOf<Awaited<ReturnType<typeof unlocked>>>().not.toExtend<Locked<'companies'>>();
  expectTypeOf<Locked<'companies'>>().not.toExtend<Locked<'doctors'>>();
  const earlier = await db.system('test', lockCompany);
  await expect(db.system('test', (tx) => updateRow(tx, earlier, { name: 'Late' }))).rejects.toThrow('not held');
  await expect(
    db.system('test', async (tx) => {
      const company = await lockCompany(tx);
      await updateRow(tx, company, { name: 'Once' });
      await updateRow(tx, company, { name: 'Twice' });
    }),
  ).rejects.toThrow('not held');
  expect(
    await db.system('test', async (tx) => {
      const once = await updateRow(tx, await lockCompany(tx), { name: 'Once' });
      return (await updateRow(tx, once, { name: `${once.name} more`, language: undefined })).name;
    }),
  ).toBe('Once more');
});

test('a row that the actor may not change is not returned', async () => {
  expect(await db.as(actors.adminB, (tx) => lockRow(tx, 'companies', { id: a.id }))).toBeUndefined();
});

test('several rows are locked in the order of their ids, and updated one by one', async () => {
  await db.system('test', async (tx) => {
    const superiors = await lockRows(tx, 'superiors', { companyId: a.id });
    expect(superiors.length).toBeGreaterThan(1);
    expect(superiors.map(({ id }) => id)).toEqual(superiors.map(({ id }) => id).toSorted());
    const [first, second] = superiors;
    if (first) await updateRow(tx, first, { firstName: 'Alone' });
    const after = await tx
      .selectFrom('superiors')
      .select('firstName')
      .where('id', '=', second?.id ?? '')
      .executeTakeFirst();
    expect(after?.firstName).toBe(second?.firstName);
  });
  await expect(db.system('test', (tx) => lockRow(tx, 'superiors', { companyId: a.id }))).rejects.toThrow('More than one row');
});
