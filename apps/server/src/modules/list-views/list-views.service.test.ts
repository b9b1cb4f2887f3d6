import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIST_VIEWS } from '@checkwell/domain/constants';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { createListViewService } from './list-views.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const views = createListViewService({ db, clock });
const { a, b, actors } = await createFixtures(db, clock);
const LATE = { list: 'checks', name: 'Late', shown: JSON.stringify({ status: ['Planning'], hide: ['superior'] }), isDefault: false };
const forget = () => owner('delete from list_views');

describe('views of lists', () => {
  it('are kept for one person, by name, with one that opens the list at most', async () => {
    const late = await views.create(actors.adminA, a.id, { ...LATE, isDefault: true });
    expect(late).toMatchObject({ name: 'Late', shown: { status: ['Planning'], hide: ['superior'] }, isDefault: true, incomplete: false });
    const house = await views.create(actors.adminA, a.id, {
      ...LATE,
      name: 'at home',
      shown: '{"checkLocation":"House"}',
      isDefault: true,
    });
    const listed = () => views.list(actors.adminA, a.id, 'checks');
    expect(await listed()).toEqual([house, { ...late, isDefault: false }]);
    await views.update(actors.adminA, late.id, { isDefault: true });
    expect((await listed()).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect(await views.update(actors.adminA, late.id, { name: ' Overdue ' })).toMatchObject({ ...late, name: 'Overdue' });
    expect(await views.update(actors.adminA, late.id, { shown: '{}', isDefault: false })).toMatchObject({ name: 'Overdue', shown: {} });
    expect(await views.list(actors.adminA, a.id, 'reports'), 'of another list').toEqual([]);
    await views.remove(actors.adminA, late.id);
    expect(await listed()).toEqual([{ ...house, isDefault: false }]);
    expect(await codeOf(views.update(actors.adminA, late.id, { name: 'Late' }))).toBe('entity.notFound');
    await forget();
  });

  it('are nobody else’s, in another company neither, and end with the membership', async () => {
    const own = await views.create(actors.adminAB, a.id, LATE);
    expect(await views.list(actors.adminAB, b.id, 'checks')).toEqual([]);
    expect(await views.list(actors.adminA, a.id, 'checks')).toEqual([]);
    expect(await views.create(actors.planner, null, LATE), 'the same name, of another person').toMatchObject({ name: 'Late' });
    for (const other of [actors.adminA, actors.planner, actors.doctor]) {
      expect(await codeOf(views.update(other, own.id, { name: 'Mine' }))).toBe('entity.notFound');
      expect(await codeOf(views.remove(other, own.id))).toBe('entity.notFound');
    }
    const rows = await db.as(actors.adminA, (tx) => tx.selectFrom('list_views').select('id').execute(), { readonly: true });
    expect(rows, 'by row-level security').toEqual([]);
    await owner('delete from company_users where "companyId" = $1 and "profileId" = $2', [a.id, actors.adminAB.profileId]);
    expect(await owner('select id from list_views where id = $1', [own.id])).toEqual([]);
    await forget();
  });

  it('are for whoever sees the list', async () => {
    expect(await codeOf(views.list({ kind: 'anonymous' }, a.id, 'checks'))).toBe('access.unauthenticated');
    expect(await codeOf(views.list(actors.adminA, b.id, 'checks'))).toBe('entity.notFound');
    expect(await codeOf(views.list(actors.adminA, null, 'checks'))).toBe('entity.notFound');
    expect(await codeOf(views.create(actors.planner, a.id, LATE))).toBe('entity.notFound');
    for (const list of ['planning', 'doctors', 'companies'] as const) {
      expect(await codeOf(views.create(actors.adminA, a.id, { ...LATE, list })), list).toBe('access.forbidden');
      expect(await codeOf(views.list(actors.planner, null, list)), list).toBe('no error');
    }
    const program = { ...actors.adminA, program: true as const };
    expect(await codeOf(views.create(program, a.id, LATE))).toBe('access.forbidden');
  });

  it('keep what the list knows, and say when a filter is gone', async () => {
    const superior = { superiorId: a.superiors[0] };
    const saved = { checkOccurence: ['Yes', 'Perhaps'], hide: ['price', 'moon'], sort: 'nothing', q: 'Peeters', after: 'x', ...superior };
    const view = await views.create(actors.adminA, a.id, { ...LATE, list: 'reports', shown: JSON.stringify(saved) });
    expect(view).toMatchObject({ incomplete: false });
    expect(view.shown, 'what was searched for names people').toEqual({ checkOccurence: ['Yes'], hide: ['price'], ...superior });
    const rewrite = (shown: object) => owner('update list_views set shown = $1 where id = $2', [JSON.stringify(shown), view.id]);
    const read = async () => (await views.list(actors.adminA, a.id, 'reports'))[0];
    await rewrite({ ...superior, checkOccurence: ['Yes', 'Perhaps'], hide: ['moon'] });
    expect(await read()).toMatchObject({ shown: { ...superior, checkOccurence: ['Yes'], hide: [] }, incomplete: true });
    await rewrite({ hide: ['moon'], desc: true });
    expect(await read()).toMatchObject({ shown: { hide: [], desc: true }, incomplete: false });
    await rewrite({ superiorId: b.superiors[0], checkTiming: 'Immediate' });
    const { shown, incomplete } = (await read()) ?? {};
    expect({ shown, incomplete }).toEqual({ shown: { checkTiming: 'Immediate' }, incomplete: true });
    await forget();
  });

  it('keep their filters under the names that these have in the API (migration 0141)', async () => {
    const renamed = [
      [actors.adminA, a.id, 'checks', { timing: 'Immediate', location: 'House' }, { checkTiming: 'Immediate', checkLocation: 'House' }],
      [actors.adminA, a.id, 'reports', { outcome: ['Yes'], desc: true }, { checkOccurence: ['Yes'], desc: true }],
      [actors.planner, null, 'reports', { comment: ['Waiting'] }, { commentReview: ['Waiting'] }],
      [actors.adminA, a.id, 'certificates', { reason: 'Illness', active: true }, { incapacityReason: 'Illness', active: true }],
      [actors.planner, null, 'planning', { pile: 'planned', held: true }, { tab: 'planned', resultHeld: true }],
      [actors.planner, null, 'planning', { exhausted: true, notTold: true }, { doctorSearch: 'Exhausted', employeeNotTold: true }],
      [actors.planner, null, 'doctors', { location: 'House' }, { location: 'House' }],
      [actors.adminA, a.id, 'employees', {}, {}],
    ] as const;
    const made = await Promise.all(
      renamed.map(([actor, company, list], n) => views.create(actor, company, { ...LATE, list, name: `${n}`, shown: '{}' })),
    );
    for (const [n, { id }] of made.entries())
      await owner('update list_views set shown = $1 where id = $2', [JSON.stringify(renamed[n]?.[3]), id]);
    await owner(readFileSync(join(import.meta.dirname, '../../migrations/0141_filters_by_their_fields.sql'), 'utf8'));
    for (const [n, [actor, company, list, , shown]] of renamed.entries()) {
      const found = (await views.list(actor, company, list)).find(({ id }) => id === made[n]?.id);
      expect([found?.shown, found?.incomplete], list).toEqual([shown, false]);
    }
    await forget();
  });

  it('have a name of their own in the list, in any case, and bounds', async () => {
    const { id } = await views.create(actors.adminA, a.id, LATE);
    const taken = { code: 'request.invalid', issues: [{ path: 'name', message: 'viewNameTaken' }] };
    await expect(views.create(actors.adminA, a.id, { ...LATE, name: 'LATE' })).rejects.toMatchObject(taken);
    const other = await views.create(actors.adminA, a.id, { ...LATE, name: 'Other' });
    await expect(views.update(actors.adminA, other.id, { name: 'late' })).rejects.toMatchObject(taken);
    expect(await codeOf(views.update(actors.adminA, id, { name: 'LATE' })), 'its own').toBe('no error');
    const wrong: readonly object[] = [
      { name: ' ' },
      { name: 'x'.repeat(LIST_VIEWS.name + 1) },
      { shown: '[]' },
      { shown: '{' },
      { shown: JSON.stringify({ x: 'x'.repeat(LIST_VIEWS.shown) }) },
      { list: 'mails' },
      { profileId: newId() },
    ];
    for (const change of wrong) expect(await codeOf(views.create(actors.adminA, a.id, { ...LATE, ...change }))).toBe('request.invalid');
    await forget();
    for (let count = 0; count < LIST_VIEWS.max; count += 1) await views.create(actors.adminA, a.id, { ...LATE, name: `View ${count}` });
    const full = { issues: [{ path: 'name', message: 'viewsFull', params: { max: LIST_VIEWS.max } }] };
    await expect(views.create(actors.adminA, a.id, LATE)).rejects.toMatchObject(full);
    expect(await codeOf(views.create(actors.adminA, a.id, { ...LATE, list: 'reports' }))).toBe('no error');
    await forget();
  });
});

describe('two at once', () => {
  const table = { sql: 'lock table list_views in exclusive mode' };
  const codes = (ends: readonly PromiseSettledResult<string>[]) => ends.map((end) => (end.status === 'fulfilled' ? end.value : '?'));

  inBothOrders('one name becomes one view', database, async (race, first) => {
    await forget();
    const save = () => codeOf(views.create(actors.adminA, a.id, LATE));
    const ends = codes(await race(table, save, save));
    expect(ends).toEqual(first === 'a' ? ['no error', 'request.invalid'] : ['request.invalid', 'no error']);
  });

  inBothOrders('the last free view is taken once, and one view is the default', database, async (race) => {
    await forget();
    for (let count = 2; count < LIST_VIEWS.max; count += 1) await views.create(actors.adminA, a.id, { ...LATE, name: `View ${count}` });
    const save = (name: string) => () => codeOf(views.create(actors.adminA, a.id, { ...LATE, name, isDefault: true }));
    expect(codes(await race(table, save('x'), save('y')))).toEqual(['no error', 'no error']);
    const listed = await views.list(actors.adminA, a.id, 'checks');
    expect(listed.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    const [one] = listed;
    if (one) await views.remove(actors.adminA, one.id);
    expect(codes(await race(table, save('p'), save('q'))).sort()).toEqual(['no error', 'request.invalid']);
    expect(await views.list(actors.adminA, a.id, 'checks')).toHaveLength(LIST_VIEWS.max);
  });
});
