import { PAGE } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { nightly } from '../../test/nightly.ts';
import { newId } from '../ids.ts';
import { withTrace } from '../trace.ts';
import { logAccess } from './access-log.ts';
import { COUNT_CAP, cappedCount, keysetPage, type SortDirection, type SortKey } from './keyset.ts';

const { db, owner } = await testDatabase();
const SYSTEM = { kind: 'system', name: 'test' } as const;

const sort = (type: SortKey['type'], direction: SortDirection = 'asc', name = 'value'): SortKey => ({
  name,
  direction,
  type,
  expression: sql.ref('value'),
  id: sql.ref('id'),
});
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ID = '01890000-0000-7000-8000-000000000001';

describe('cursors', () => {
  const refused = (after: string, key: SortKey) => {
    try {
      keysetPage({ after }, key);
      return 'accepted';
    } catch (error) {
      return error instanceof AppError ? `${error.code} ${error.issues.map(({ path }) => path)}` : error;
    }
  };

  test.each([
    ['garbage', sort('text')],
    [encode(null), sort('text')],
    [encode(['value:asc', 'a']), sort('text')],
    [encode(['value:asc', 'a', 'no id']), sort('text')],
    [encode(['value:desc', 'a', ID]), sort('text')],
    [encode(['other:asc', 'a', ID]), sort('text')],
    [encode(['value:asc', 5, ID]), sort('integer')],
    [encode(['value:asc', 'a\0b', ID]), sort('text')],
    [encode(['value:asc', '\ud800', ID]), sort('text')],
    [encode(['value:asc', '2026-02-30', ID]), sort('date')],
    [encode(['value:asc', '2026-02-30 10:00:00+00', ID]), sort('timestamptz')],
    [encode(['value:asc', '2026-02-20 25:00:00+00', ID]), sort('timestamptz')],
    [encode(['value:asc', "2026-02-20'; drop table checks", ID]), sort('date')],
    [encode(['value:asc', '99999999999', ID]), sort('integer')],
    [encode(['value:asc', 'Nowhere', ID]), sort('check_status')],
    [encode(['value:asc', 'Nowhere', ID]), sort('check_occurence')],
    ['a'.repeat(5000), sort('text')],
  ])('%s is refused', (after, key) => {
    expect(refused(after, key)).toBe('request.invalid after');
  });

  test('any cursor is refused or compared, without an error of the database', async () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('2026-02-20', '2026-02-20 10:00:00.123456+01', '-infinity', '12', 'Planning', '0001-01-01', 'NaN'),
    );
    const kinds = fc.constantFrom<SortKey['type']>('text', 'date', 'timestamptz', 'integer', 'check_status', 'check_occurence');
    await fc.assert(
      fc.asyncProperty(key, kinds, async (text, type) => {
        const order = sort(type);
        const after = encode(['value:asc', text, ID]);
        if (refused(after, order) !== 'accepted') return;
        const { condition } = keysetPage({ after }, order);
        await db.as(
          SYSTEM,
          (tx) => sql`select ${condition} from (select null::${sql.raw(type)} as value, ${ID}::uuid as id) row`.execute(tx),
          { readonly: true },
        );
      }),
      { numRuns: nightly ? 200 : 70 },
    );
  });
});

describe('pages', () => {
  test.each([
    [undefined, PAGE.defaultSize],
    [null, PAGE.defaultSize],
    [0, 1],
    [-5, 1],
    [7, 7],
    [100_000, PAGE.maxSize],
  ])('first %s reads %i rows and one more', async (first, size) => {
    const { limit } = keysetPage({ first }, sort('text'));
    const { rows } = await db.as(SYSTEM, (tx) => sql`select from generate_series(1, 1000) limit ${limit}`.execute(tx), { readonly: true });
    expect(rows).toHaveLength(size + 1);
  });

  test.each(['asc', 'desc'] as const)('contain every row once, in order: %s', async (direction) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        async (values, first) => {
          const ids = values.map(() => newId());
          const seen: string[] = [];
          let after: string | null = null;
          for (let pages = 0; pages <= values.length; pages += 1) {
            const page = keysetPage({ first, after }, sort('integer', direction));
            const { rows } = await db.as(
              SYSTEM,
              (tx) =>
                sql<{ id: string; key: string; value: number }>`
                select id, ${page.key} as key, value from unnest(${ids}::uuid[], ${values}::integer[]) as row (id, value)
                where ${page.condition} order by ${page.order} limit ${page.limit}`.execute(tx),
              { readonly: true },
            );
            const { rows: shown, pageInfo } = page.cut(rows);
            seen.push(...shown.map(({ id }) => id));
            after = pageInfo.endCursor;
            if (!pageInfo.hasNextPage) break;
          }
          const sign = direction === 'asc' ? 1 : -1;
          const expected = ids
            .map((id, index) => ({ id, value: values[index] as number }))
            .toSorted((a, b) => sign * (a.value - b.value || (a.id < b.id ? -1 : 1)))
            .map(({ id }) => id);
          expect(seen).toEqual(expected);
        },
      ),
      { numRuns: nightly ? 40 : 20 },
    );
  });
});

test.each([
  [0, 0, false],
  [COUNT_CAP, COUNT_CAP, false],
  [COUNT_CAP + 1, COUNT_CAP, true],
  [5000, COUNT_CAP, true],
])('%i rows are counted as %i (capped: %s)', async (rows, totalCount, totalCountCapped) => {
  expect(await db.as(SYSTEM, (tx) => cappedCount(tx, sql`select from generate_series(1, ${rows}::integer)`), { readonly: true })).toEqual({
    totalCount,
    totalCountCapped,
  });
});

test('an entry of the access log has actor, action and trace id, and is rolled back with its transaction', async () => {
  const [companyId, subjectId] = [newId(), newId()];
  const planner = { kind: 'planner', profileId: newId(), email: 'p@example.be' } as const;
  const log = () => db.as(planner, (tx) => logAccess(tx, planner, 'check.read', 'checks', companyId, subjectId));
  await withTrace('trace-1', log);
  await expect(
    db.as(planner, async (tx) => {
      await logAccess(tx, planner, 'check.cancel', 'checks', companyId, subjectId);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  const rows = await owner('select "companyId", "actorRole", "profileId", action, "subjectType", "subjectId", "traceId" from access_log');
  expect(rows).toEqual([
    {
      companyId,
      actorRole: 'planner',
      profileId: planner.profileId,
      action: 'check.read',
      subjectType: 'checks',
      subjectId,
      traceId: 'trace-1',
    },
  ]);
});
