import { CHECK_OCCURRENCES } from '@checkwell/domain/check/enums';
import { foldText } from '@checkwell/domain/people/search-text';
import type { Actor, Reach } from '@checkwell/domain/policy';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../../test/fixtures.ts';
import { nightly } from '../../../test/nightly.ts';
import type { ReadTx } from '../database.ts';
import { type Matches, matchingRows, type SearchableTable, searchCondition, searchPatterns } from './search.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const TABLES = ['checks', 'employees'] as const satisfies readonly SearchableTable[];
const NAMES = ['Marie-Claire Dupont', 'Jan Van den Berghe', "Zoé D'Hondt", 'Öztürk Yılmaz', '100% Under_score', 'Back\\slash'];

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
  for (const [index, name] of NAMES.entries()) {
    const [workerFirstName = '', workerLastName = 'Peeters'] = name.split(/ (.*)/);
    await insertCheck(db, fixtures, clock, {
      companyId: index % 2 === 0 ? fixtures.a.id : fixtures.b.id,
      status: index % 3 === 0 ? 'WaitingForCheck' : 'Archived',
      workerFirstName,
      workerLastName,
      workerExternalId: `M-${index}7`,
      ...(index % 3 === 0 && {
        appointmentStart: new Date(clock.now().getTime() + (index + 1) * 3_600_000),
        appointmentEnd: new Date(clock.now().getTime() + (index + 1.3) * 3_600_000),
      }),
    });
  }
});

const ANY: Reach = { kind: 'any' };
const idsIn = async (tx: ReadTx, table: SearchableTable, patterns: readonly string[]) => {
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.table(table)} where ${searchCondition('searchText', patterns)} order by id`.execute(tx);
  return rows.map(({ id }) => id);
};
const sorted = (matches: Matches | null) => matches && [...matches.ids].toSorted();

describe('searchPatterns', () => {
  test.each([
    ['', []],
    [null, []],
    ['  ', []],
    ['Dupont', ['%dupont%']],
    ['an', ['% an%']],
    ['Jan  van', ['%jan%', '%van%']],
    ['j DUPONT j', ['%dupont%', '% j%']],
    ['100%_\\', ['%100\\%\\_\\\\%']],
    ['Müller', ['%muller%']],
  ])('of %j are %j', (typed, patterns) => {
    expect(searchPatterns(typed)).toEqual(patterns);
  });
});

describe('the search functions', () => {
  const actors: [string, (fixtures: Fixtures) => Actor][] = [
    ['an admin', ({ actors }) => actors.adminA],
    ['a basic user', ({ actors }) => actors.basicA],
    ['a user of two companies', ({ actors }) => actors.adminAB],
    ['a planner', ({ actors }) => actors.planner],
    ['a doctor', ({ actors }) => actors.doctor],
    ['another doctor', ({ actors }) => actors.otherDoctor],
    ['nobody', ({ actors }) => actors.anonymous],
    ['the system', ({ actors }) => actors.system],
  ];

  test.each(actors)('let %s find exactly the rows that row-level security shows', async (_, actorOf) => {
    const actor = actorOf(fixtures);
    for (const table of actor.kind === 'doctor' ? (['checks'] as const) : TABLES) {
      for (const typed of ['a', 'an', 'jan', 'berghe jan', "d'hondt", 'zoe', 'm-', '7', '%', '_', '\\', 'unknown person']) {
        const patterns = searchPatterns(typed);
        const [found, visible] = await db.as(
          actor,
          async (tx) =>
            [
              await sql<{ id: string }>`select id from ${sql.raw(`app.matching_${table}`)}(${[...patterns]}::text[], null, 1000)`.execute(
                tx,
              ),
              await idsIn(tx, table, patterns),
            ] as const,
          { readonly: true },
        );
        expect(found.rows.map(({ id }) => id).toSorted(), `${table} ${typed}`).toEqual(visible);
      }
    }
  });

  test('find nothing in the company of another tenant', async () => {
    const { actors, b } = fixtures;
    const foreign: Reach = { kind: 'companies', companies: [{ companyId: b.id, own: null }] };
    for (const table of TABLES) {
      expect(await db.as(actors.adminA, (tx) => matchingRows(tx, table, ['%a%'], foreign), { readonly: true })).toEqual({
        companyIds: [],
        ids: [],
      });
      expect(
        (await db.as(actors.adminB, (tx) => matchingRows(tx, table, ['%a%'], foreign), { readonly: true }))?.ids.length,
      ).toBeGreaterThan(0);
    }
  });

  test('find exactly the certificates of a kind that row-level security shows', async () => {
    const { actors, a, b } = fixtures;
    const kinds = [
      ['Illness', null, null],
      ['Illness', 'FirstCertificate', null],
      [null, 'FirstCertificate', null],
      [null, 'FirstCertificate', 'MEDICAL_CERTIFICATE'],
      ['Illness', 'Relapse', 'ABSENCE_DECLARATION'],
      ['WorkAccident', null, 'MEDICAL_CERTIFICATE'],
    ] as const;
    let seen = 0;
    for (const actor of [actors.adminA, actors.adminB, actors.planner, actors.anonymous])
      for (const companies of [null, [a.id], [b.id], [a.id, b.id]])
        for (const [reason, type, entry] of kinds) {
          const [found, visible] = await db.as(
            actor,
            async (tx) =>
              [
                await sql<{ id: string }>`select id from app.certificates_of_kind(${reason}::incapacity_type, ${type}::certif_type,
                  ${entry}::entry_type, null, null, null, ${companies}::uuid[], 1000)`.execute(tx),
                await sql<{
                  id: string;
                }>`select id from certificates where (${reason}::text is null or "incapacityReason"::text = ${reason})
                  and (${type}::text is null or "certifType"::text = ${type}) and (${entry}::text is null or "entryType"::text = ${entry})
                  and (${companies}::uuid[] is null or "companyId" = any (${companies}::uuid[])) order by id`.execute(tx),
              ] as const,
            { readonly: true },
          );
          expect(found.rows.map(({ id }) => id).toSorted()).toEqual(visible.rows.map(({ id }) => id));
          seen += visible.rows.length;
        }
    expect(seen).toBeGreaterThan(0);
  });

  test('find exactly the reports of an outcome that row-level security shows', async () => {
    const { actors, a, b } = fixtures;
    const kinds = [
      [['Yes'], null, null],
      [['Yes', 'NoShow', 'Cancelled'], null, null],
      [['Yes', 'NoShow', 'Cancelled'], 'Immediate', null],
      [['Yes', 'NoShow', 'Cancelled'], null, 'House'],
      [['NoCertifDenied'], 'Optimized', 'Telecheck'],
    ] as const;
    let seen = 0;
    for (const actor of [actors.adminA, actors.adminB, actors.planner, actors.anonymous])
      for (const companies of [null, [a.id], [b.id], [a.id, b.id]])
        for (const [outcomes, timing, location] of kinds) {
          const [found, visible] = await db.as(
            actor,
            async (tx) =>
              [
                await sql<{
                  id: string;
                }>`select id from app.reports_of_outcome(${[...outcomes]}::check_occurence[], ${timing}::check_timing,
                  ${location}::check_location, null, null, null, ${companies}::uuid[], 1000)`.execute(tx),
                await sql<{
                  id: string;
                }>`select id from checks where status = 'Archived' and "checkOccurence"::text = any (${[...outcomes]}::text[])
                  and (${timing}::text is null or "checkTiming"::text = ${timing})
                  and (${location}::text is null or "checkLocation"::text = ${location})
                  and (${companies}::uuid[] is null or "companyId" = any (${companies}::uuid[])) order by id`.execute(tx),
              ] as const,
            { readonly: true },
          );
          expect(found.rows.map(({ id }) => id).toSorted()).toEqual(visible.rows.map(({ id }) => id));
          seen += visible.rows.length;
        }
    expect(seen).toBeGreaterThan(0);
  });

  test('find reports and certificates of a superior, and those of users who may only see their own', async () => {
    const { actors, a } = fixtures;
    const [first = null, second = null] = a.superiors;
    const owners = [
      { superior: null, profile: null },
      { superior: first, profile: actors.basicA.profileId },
      { superior: null, profile: actors.basicA.profileId },
    ];
    let seen = 0;
    for (const { superior, profile } of owners)
      for (const ofSuperior of [null, first, second]) {
        const bounds = sql`${ofSuperior}::uuid, ${[superior]}::uuid[], ${[profile]}::uuid[], ${[a.id]}::uuid[], 1000`;
        const reached = (author: string) => sql`"companyId" = ${a.id} and (${ofSuperior}::uuid is null or "superiorId" = ${ofSuperior})
          and (${profile}::uuid is null or "superiorId" = ${superior} or ${sql.ref(author)} = ${profile}) order by id`;
        const [found, visible] = await db.as(
          actors.adminA,
          async (tx) => {
            const ids = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(tx)).rows.map(({ id }) => id);
            return [
              [
                (
                  await ids(sql`select id from app.reports_of_outcome(${CHECK_OCCURRENCES}::check_occurence[], null, null, ${bounds})`)
                ).toSorted(),
                (await ids(sql`select id from app.certificates_of_kind('Illness', null, null, ${bounds})`)).toSorted(),
              ],
              [
                await ids(sql`select id from checks where status = 'Archived' and ${reached('orderedByProfileId')}`),
                await ids(sql`select id from certificates where "incapacityReason"::text = 'Illness' and ${reached('createdByProfileId')}`),
              ],
            ] as const;
          },
          { readonly: true },
        );
        expect(found).toEqual(visible);
        seen += visible.flat().length;
      }
    expect(seen).toBeGreaterThan(0);
  });

  test('find the same rows as a comparison of texts, for any query', async () => {
    const rows = await owner<{ id: string; searchText: string }>('select id, "searchText" from checks');
    const piece = fc.constantFrom(
      'jan',
      'an',
      'a',
      'dupont',
      'claire',
      'berghe',
      "d'h",
      'zoé',
      'ILMAZ',
      'm-0',
      '07',
      '%',
      '_',
      '\\',
      '100%',
      'e',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (words) => {
        const typed = words.join(' ');
        const folded = foldText(typed).split(' ');
        const expected = rows
          .filter(({ searchText }) =>
            folded.every((word) => (word.length < 3 ? ` ${searchText}`.includes(` ${word}`) : searchText.includes(word))),
          )
          .map(({ id }) => id)
          .toSorted();
        const found = await db.as(fixtures.actors.planner, (tx) => matchingRows(tx, 'checks', searchPatterns(typed), ANY), {
          readonly: true,
        });
        expect(sorted(found)).toEqual(expected);
      }),
      { numRuns: nightly ? 100 : 40 },
    );
  });
});

test('no search runs for an empty query, without rights, or for a doctor, who has few rows', async () => {
  const search = (patterns: readonly string[], reach: Reach) =>
    db.as(fixtures.actors.planner, (tx) => matchingRows(tx, 'checks', patterns, reach), { readonly: true });
  expect(await search([], ANY)).toBeNull();
  expect(await search(['%a%'], { kind: 'none' })).toBeNull();
  expect(await search(['%a%'], { kind: 'doctor', doctorId: fixtures.doctors.brussels })).toBeNull();
});
