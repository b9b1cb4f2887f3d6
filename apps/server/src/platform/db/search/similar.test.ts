import { foldText } from '@checkwell/domain/people/search-text';
import type { Actor, Reach } from '@checkwell/domain/policy';
import fc from 'fast-check';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, type Fixtures } from '../../../test/fixtures.ts';
import { nightly } from '../../../test/nightly.ts';
import { searchCondition, searchPatterns } from './search.ts';
import { foldedColumns, meantEmployees, resembling } from './similar.ts';

const { db } = await testDatabase();
const fixtures = await createFixtures(db, testClock());
const { adminA } = fixtures.actors;

const resembles = (text: string, typed: string): Promise<boolean> =>
  db.as(
    adminA,
    async (tx) => {
      const { rows } = await sql<{ found: boolean }>`select ${resembling(sql`${foldText(text)}::text`, typed)} as found`.execute(tx);
      return rows[0]?.found ?? false;
    },
    { readonly: true },
  );

describe('similar names', () => {
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

  it('finds similar names only if no name is spelled like the query', async () => {
    const { a } = fixtures;
    const reach: Reach = { kind: 'companies', companies: [{ companyId: a.id, own: null }] };
    const search = (typed: string): Promise<string[]> =>
      db.as(
        adminA,
        async (tx) => {
          const { where } = await meantEmployees(tx, typed, reach, {
            companyId: 'e.companyId',
            id: 'e.id',
            searchText: 'e.searchText',
          });
          return (await tx.selectFrom('employees as e').select('e.id').where(where).where('e.companyId', '=', a.id).execute()).map(
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

  const reaches: [string, (actors: Fixtures['actors']) => Actor, Reach][] = [
    ['an admin', ({ adminA }) => adminA, { kind: 'companies', companies: [{ companyId: fixtures.a.id, own: null }] }],
    ['an admin of another company', ({ adminB }) => adminB, { kind: 'companies', companies: [{ companyId: fixtures.a.id, own: null }] }],
    ['a planner', ({ planner }) => planner, { kind: 'any' }],
    ['a planner, in one company', ({ planner }) => planner, { kind: 'companies', companies: [{ companyId: fixtures.b.id, own: null }] }],
    ['nobody', ({ anonymous }) => anonymous, { kind: 'any' }],
  ];
  it.each(nightly ? reaches : reaches.slice(0, 1))(
    'finds the same rows with the index as by comparing each row, for %s',
    async (_, actorOf, reach) => {
      const { rows: texts } = await db.system('test', (tx) =>
        sql<{ text: string }>`select "searchText" as text from employees order by id`.execute(tx),
      );
      const words = [...new Set(texts.flatMap(({ text }) => text.split(' ')))];
      const typed = fc
        .array(fc.tuple(fc.constantFrom(...words, 'xyzzyx', '100%', 'van'), fc.nat({ max: 12 }), fc.constantFrom('', 'e', 'ss')), {
          minLength: 1,
          maxLength: 3,
        })
        .map((parts) => parts.map(([word, place, letters]) => word.slice(0, place) + letters + word.slice(place + 1)).join(' '));
      let found = 0;
      await fc.assert(
        fc.asyncProperty(typed, async (text) => {
          const [matches, similar, exact, certificateMatches] = await db.as(
            actorOf(fixtures.actors),
            async (tx) => {
              const among = async (condition: RawBuilder<SqlBool>): Promise<string[]> => {
                const companies = reach.kind === 'companies' ? reach.companies.map(({ companyId }) => companyId) : null;
                const { rows } = await sql<{ id: string }>`select id from employees
                where ${condition} and (${companies}::uuid[] is null or "companyId" = any (${companies}::uuid[])) order by id`.execute(tx);
                return rows.map(({ id }) => id);
              };
              const { where } = await meantEmployees(tx, text, reach, { companyId: 'companyId', id: 'id', searchText: 'searchText' });
              const owned = { companyId: 'companyId', id: 'employeeId', searchText: 'searchText' };
              const { rows: certificates } = await sql<{ id: string }>`select distinct "employeeId" as id from certificates
              where ${(await meantEmployees(tx, text, reach, owned)).where}`.execute(tx);
              return [
                await among(where),
                await among(resembling(sql.ref('searchText'), text)),
                await among(searchCondition('searchText', searchPatterns(text))),
                certificates.map(({ id }) => id),
              ] as const;
            },
            { readonly: true },
          );
          found += matches.length;
          // Numbers, and words of up to three letters, must match exactly.
          const tolerant = foldText(text)
            .split(' ')
            .some((word) => /^\D{4,}$/.test(word));
          expect(matches).toEqual(exact.length > 0 || !tolerant ? exact : similar);
          expect(certificateMatches.filter((id) => !matches.includes(id))).toEqual([]);
        }),
        { numRuns: nightly ? 150 : 50 },
      );
      expect(found > 0).toBe(actorOf(fixtures.actors) !== fixtures.actors.anonymous && actorOf(fixtures.actors) !== fixtures.actors.adminB);
    },
  );
});

describe('folded columns', () => {
  it('are folded in the same way as the query', async () => {
    const letters = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸ àáâãäåçèéêëìíîïñòóôõöùúûüýÿ ABC xyz 123';
    const folded = await db.system('test', async (tx) => {
      await sql`update companies set name = ${letters} where id = ${fixtures.b.id}`.execute(tx);
      const { rows } = await sql<{
        folded: string;
      }>`select ${foldedColumns('c.name')} as folded from companies c where id = ${fixtures.b.id}`.execute(tx);
      return rows[0]?.folded;
    });
    expect(folded).toBe(foldText(letters));
  });

  it('skip null values', async () => {
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
