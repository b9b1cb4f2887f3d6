import { foldText } from '@checkwell/domain/people/search-text';
import type { Reach } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createWorld } from '../../test/world.ts';
import { foldedColumns, meantRows, resembling } from './similar.ts';

const { db } = await testDatabase();
const world = await createWorld(db, testClock());
const { adminA } = world.actors;

const resembles = (text: string, typed: string): Promise<boolean> =>
  db.as(
    adminA,
    async (tx) => {
      const { rows } = await sql<{ found: boolean }>`select ${resembling(sql`${foldText(text)}::text`, typed)} as found`.execute(tx);
      return rows[0]?.found ?? false;
    },
    { readonly: true },
  );

describe('what somebody means', () => {
  it.each([
    ['Tom Janssens Tom M-12', 'janssens', true],
    ['Tom Janssens Tom M-12', 'jansens', true],
    ['Tom Janssens Tom M-12', 'JANSSENS tom', true],
    ['Tom Janssens Tom M-12', 'tom jansens m-12', true],
    ['Tom Janssens Tom M-12', 'tim janssens', false],
    ['Tom Janssens Tom M-12', 'm-13', false],
    ['Tom Janssens Tom M-12', 'peeters', false],
    ['Zoé Müller Zoé', 'mueller', true],
    ['Zoé Müller Zoé', 'zoe', true],
    ['Charlotte Vandenbroucke', 'vandenbrouck', true],
    ['Charlotte Vandenbroucke', 'van den broucke', true],
    ['100% sure_thing', '100%', true],
    ['100 sure thing', '100%', false],
    ['100 sure thing', 'e_t', false],
    ['back\\slash', 'back\\slash', true],
    ['anything', '   ', true],
  ])('%j: %j %s', async (text, typed, found) => {
    expect(await resembles(text, typed)).toBe(found);
  });

  it('takes a resemblance only where nothing is spelt so', async () => {
    const { a } = world;
    const reach: Reach = { kind: 'companies', companies: [{ companyId: a.id, own: null }] };
    const search = (typed: string): Promise<string[]> =>
      db.as(
        adminA,
        async (tx) => {
          const meant = await meantRows(tx, 'employees', typed, reach, {
            companyId: 'e.companyId',
            id: 'e.id',
            searchText: 'e.searchText',
          });
          return (await tx.selectFrom('employees as e').select('e.id').where(meant).where('e.companyId', '=', a.id).execute()).map(
            ({ id }) => id,
          );
        },
        { readonly: true },
      );
    expect(await search('peeters')).toEqual([a.employees[0]]);
    expect(await search('peetters')).toEqual([a.employees[0]]);
    expect(await search('nobody')).toEqual([]);
    expect(await search('')).toHaveLength(5);
  });
});

describe('folded columns', () => {
  it('are folded as the texts that are searched in them', async () => {
    const letters = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸ àáâãäåçèéêëìíîïñòóôõöùúûüýÿ ABC xyz 123';
    const folded = await db.system('test', async (tx) => {
      await sql`update companies set name = ${letters} where id = ${world.b.id}`.execute(tx);
      const { rows } = await sql<{
        folded: string;
      }>`select ${foldedColumns('c.name')} as folded from companies c where id = ${world.b.id}`.execute(tx);
      return rows[0]?.folded;
    });
    expect(folded).toBe(foldText(letters));
  });

  it('skip what is empty', async () => {
    const folded = await db.system('test', async (tx) => {
      const { rows } = await sql<{
        folded: string;
      }>`select ${foldedColumns('c.one', 'c.two', 'c.three')} as folded from (select 'A'::text as one, null::text as two, 'É'::text as three) c`.execute(
        tx,
      );
      return rows[0]?.folded;
    });
    expect(folded).toBe('a e');
  });
});
