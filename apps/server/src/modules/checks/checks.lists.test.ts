import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_STATUSES, CHECK_TIMINGS } from '@checkwell/domain/check/enums';
import type { CheckFilter } from '@checkwell/domain/check/list';
import {
  CHECK_SORT_FIELDS,
  type CheckSort,
  type CheckSortField,
  REPORT_SORT_FIELDS,
  type ReportSort,
  type ReportSortField,
} from '@checkwell/domain/check/sorts';
import { addDays, dayOf } from '@checkwell/domain/clock';
import { PAGE } from '@checkwell/domain/constants';
import { foldText } from '@checkwell/domain/people/search-text';
import { type Actor, can, reachOf, rolesOf } from '@checkwell/domain/policy';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../../platform/db/page.ts';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf, fieldErrorsOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { isOneIn, nightly } from '../../test/nightly.ts';
import type { CheckListArguments, CheckView } from './checks.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { checks } = checkServices(db, clock);

interface Row {
  readonly id: string;
  readonly companyId: string;
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  readonly doctorId: string | null;
  readonly employeeId: string;
  readonly certificateId: string | null;
  readonly status: (typeof CHECK_STATUSES)[number];
  readonly checkTiming: string;
  readonly checkLocation: string;
  readonly checkOccurence: string | null;
  readonly workerFirstName: string;
  readonly workerLastName: string;
  readonly doctorFullName: string;
  readonly newIncapacityEndDate: string | null;
  readonly companyTotalPrice: number | null;
  readonly creationDate: Date;
  readonly archivedAt: Date | null;
  readonly examinedFrom: Date | null;
  readonly appointmentStart: Date | null;
  readonly checkDate: string | null;
  readonly incapacityStartDate: string;
  readonly incapacityEndDate: string;
  readonly searchText: string;
}

let fixtures: Fixtures;
let made = 0;
/** By id, as lists sort by them. */
let superiorNames: ReadonlyMap<string | null, string>;

/** A check whose values repeat often, so that orders have many ties. */
async function makeCheck(): Promise<string> {
  made += 1;
  const n = made;
  const company = n % 3 === 0 ? fixtures.b : fixtures.a;
  const archived = n % 5 < 3;
  const status = archived ? 'Archived' : (CHECK_STATUSES[n % 4] ?? 'Reception');
  const appointmentStart = new Date(clock.now().getTime() + n * 3_600_000);
  const appointmentEnd = new Date(appointmentStart.getTime() + 600_000);
  const creationDate = new Date(clock.now().getTime() - (n % 4) * 86_400_000 - (n % 2));
  const withDoctor = status === 'WaitingForCheck' || (archived && n % 4 !== 0);
  const { id } = await insertCheck(db, fixtures, clock, {
    companyId: company.id,
    status,
    employeeId: company.employees[n % 5] as string,
    certificateId: n % 4 === 0 ? (company.certificates[n % 5] as string) : null,
    superiorId: [company.superiors[0], company.superiors[1], null][n % 3] as string,
    orderedByProfileId: n % 7 === 0 ? fixtures.actors.looseBasicA.profileId : n % 11 === 0 ? fixtures.actors.otherBasicA.profileId : null,
    workerFirstName: ['Zoé', 'an', 'Bart', 'Élise'][n % 4] as string,
    workerLastName: ['Van den Berghe', 'Peeters', 'müller'][n % 3] as string,
    workerExternalId: `N${n % 6}`,
    checkTiming: CHECK_TIMINGS[n % 2] as 'Immediate',
    checkLocation: CHECK_LOCATIONS[n % 4] as 'House',
    creationDate,
    incapacityStartDate: addDays('2026-02-20', n % 5),
    incapacityEndDate: addDays('2026-03-05', n % 3),
    doctorId: withDoctor ? (n % 2 === 0 ? fixtures.doctors.brussels : fixtures.doctors.antwerp) : null,
    appointmentStart: withDoctor ? appointmentStart : null,
    appointmentEnd: withDoctor ? appointmentEnd : null,
    checkOccurence: archived ? (withDoctor ? (n % 3 === 0 ? 'Yes' : 'NoShow') : n % 8 === 0 ? 'Deleted' : 'Cancelled') : null,
    archivedAt: archived ? new Date(clock.now().getTime() - (n % 3) * 43_200_000) : null,
    doctorFullName: withDoctor ? (['Élise Claes', 'Bram Aerts', 'élise Adam'][n % 3] as string) : '',
    companyTotalPrice: [95_00, 120_00, null][n % 3] as number,
    ...(archived && withDoctor && n % 12 === 9 && { newIncapacityEndDate: addDays('2026-03-01', n % 3), earlyReturn: true }),
    ...(archived && withDoctor && n % 3 === 0 && { examinedFrom: appointmentStart, examinedTo: appointmentEnd }),
  });
  return id;
}

beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
  for (let index = 0; index < 140; index += 1) await makeCheck();
  const superiors = await owner<{ id: string; name: string }>(
    `select id, lower(trim("lastName" || ' ' || "firstName" || ' ' || email)) as name from superiors`,
  );
  superiorNames = new Map(superiors.map(({ id, name }) => [id, name]));
});

const ACTORS = [
  'adminA',
  'basicA',
  'otherBasicA',
  'looseBasicA',
  'adminB',
  'adminAB',
  'planner',
  'doctor',
  'otherDoctor',
] as const satisfies readonly (keyof Fixtures['actors'])[];
const LISTS = ['listOpen', 'listReports'] as const;
type List = (typeof LISTS)[number];
const DIRECTIONS = ['asc', 'desc'] as const;

const allRows = (): Promise<Row[]> =>
  owner<Row>(
    'select *, "checkDate"::text, "incapacityStartDate"::text, "incapacityEndDate"::text, "newIncapacityEndDate"::text from checks',
  );

/** Reach and kind of the list, row by row by the policy alone. */
function belongs(row: Row, actor: Actor, list: List): boolean {
  if (!can(actor, 'check.read', row)) return false;
  // An administrative error is nobody's report but the planners'.
  if (list === 'listReports') return row.status === 'Archived' && (row.checkOccurence !== 'Deleted' || actor.kind === 'planner');
  return actor.kind === 'doctor' ? row.status === 'WaitingForCheck' : row.status !== 'Archived';
}

const SORT_FIELDS = { listOpen: CHECK_SORT_FIELDS, listReports: REPORT_SORT_FIELDS } as const satisfies Record<List, readonly string[]>;
type Order = { readonly field: CheckSortField | ReportSortField; readonly direction: 'asc' | 'desc' };

/** What a list sorts by; of reports without a check the day of their archive counts. */
const SORT_VALUE: Record<CheckSortField | ReportSortField, (row: Row) => string | number> = {
  creationDate: ({ creationDate }) => creationDate.getTime(),
  workerFullName: ({ workerFirstName, workerLastName }) => `${foldText(workerLastName)}  ${foldText(workerFirstName)}`,
  incapacityStartDate: (row) => row.incapacityStartDate,
  incapacityEndDate: (row) => row.incapacityEndDate,
  status: ({ status }) => CHECK_STATUSES.indexOf(status),
  checkOccurence: ({ checkOccurence }) => (CHECK_OCCURRENCES as readonly (string | null)[]).indexOf(checkOccurence),
  appointmentStart: ({ appointmentStart }) => appointmentStart?.getTime() ?? 0,
  archivedAt: ({ archivedAt }) => archivedAt?.getTime() ?? 0,
  checkDate: ({ examinedFrom, archivedAt }) => (examinedFrom ?? archivedAt)?.getTime() ?? 0,
  checkLocation: ({ checkLocation }) => (CHECK_LOCATIONS as readonly string[]).indexOf(checkLocation),
  superiorFullName: ({ superiorId }) => superiorNames.get(superiorId) ?? '',
  doctorFullName: ({ doctorFullName }) => foldText(doctorFullName),
  newIncapacityEndDate: ({ newIncapacityEndDate }) => newIncapacityEndDate ?? '',
  companyTotalPrice: ({ companyTotalPrice }) => companyTotalPrice ?? -1,
};

function inOrder(rows: readonly Row[], { field, direction }: Order): string[] {
  const sign = direction === 'asc' ? 1 : -1;
  const value = SORT_VALUE[field];
  // Texts of the database compare by code point, as these do.
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  return rows.toSorted((a, b) => sign * (compare(value(a), value(b)) || compare(a.id, b.id))).map(({ id }) => id);
}

/** Prices of those who see none; of doctors what they have no business with, and of missions that are over who the worker was. */
function isHiddenOrder(actor: Actor, list: List, field: Order['field']): boolean {
  if (field === 'companyTotalPrice') return actor.kind === 'doctor' || rolesOf(actor).includes('employerBasic');
  if (actor.kind !== 'doctor') return false;
  return (
    field === 'superiorFullName' ||
    (list === 'listReports' && ['workerFullName', 'incapacityStartDate', 'incapacityEndDate'].includes(field))
  );
}

/** Filters by what the actor never sees. */
const hasHiddenFilter = (actor: Actor, { superiorId, employeeId, certificateId, doctorId }: CheckFilter): boolean =>
  (actor.kind === 'doctor' && Boolean(superiorId ?? employeeId ?? certificateId)) || (actor.kind === 'employer' && Boolean(doctorId));

/** A list by whatever one of the two is sorted by: that the other one has it not is for types, schema and addresses to say. */
const read = (
  list: List,
  actor: Actor,
  { sort, ...options }: Omit<CheckListArguments, 'sort'> & { readonly sort: Order },
): Promise<Page<CheckView>> => checks[list](actor, { ...options, sort: sort as CheckSort & ReportSort });

/** Every page of a list; a check is added after the first. @returns the checks seen, and the one added if there was a second page */
async function readAll(
  actor: Actor,
  list: List,
  options: Parameters<typeof read>[2],
): Promise<{ seen: CheckView[]; added: string | null }> {
  const seen: CheckView[] = [];
  let added: string | null = null;
  for (let after: string | null = null; ; ) {
    const page: Page<CheckView> = await read(list, actor, { ...options, after });
    seen.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return { seen, added };
    added ??= await makeCheck();
    after = page.pageInfo.endCursor;
  }
}

test.each(ACTORS.filter((name) => !name.toLowerCase().includes('doctor')))(
  'on a certificate %s sees what is on its way, else the last that ended by itself',
  async (name) => {
    const actor = fixtures.actors[name];
    const certificates = [fixtures.a, fixtures.b].flatMap(({ id: companyId, certificates: ids }) => ids.map((id) => ({ companyId, id })));
    const seen = await checks.findOfCertificates(actor, certificates);
    const rows = (await allRows()).filter(
      (row) => can(actor, 'check.read', row) && !['Cancelled', 'Deleted'].includes(row.checkOccurence ?? ''),
    );
    const expected = certificates.flatMap(({ companyId, id }) => {
      const own = rows.filter((row) => row.companyId === companyId && row.certificateId === id);
      const [latest] = own.toSorted(
        (a, b) =>
          Number(a.status === 'Archived') - Number(b.status === 'Archived') ||
          b.creationDate.getTime() - a.creationDate.getTime() ||
          (a.id < b.id ? 1 : -1),
      );
      return latest ? [[id, latest.id]] : [];
    });
    expect(Object.fromEntries([...seen].map(([id, check]) => [id, check.id]))).toEqual(Object.fromEntries(expected));
    if (name === 'planner') expect(expected.length).toBeGreaterThan(3);
  },
);

describe.each(LISTS)('%s', (list) => {
  test.each(ACTORS)('shows %s the whole reach, in every order, while checks are added', async (name) => {
    const actor = fixtures.actors[name];
    for (const [index, field] of SORT_FIELDS[list].entries()) {
      // What is hidden is not found out by its order either.
      if (isHiddenOrder(actor, list, field)) {
        expect(await codeOf(read(list, actor, { sort: { field, direction: 'asc' } }))).toBe('access.forbidden');
        continue;
      }
      // By day the planner, who reaches most, goes by every field, and everybody else by one in three.
      if (name !== 'planner' && !nightly && !isOneIn(3, `${list} ${name} ${field}`)) continue;
      // By turns; at night both ways.
      const directions = nightly ? DIRECTIONS : [DIRECTIONS[(index + ACTORS.indexOf(name)) % 2] ?? 'asc'];
      for (const direction of directions) {
        const before = (await allRows()).filter((row) => belongs(row, actor, list));
        // Five pages, or as many as there are checks: each costs a query.
        const first = Math.max(1, Math.floor(before.length / 4));
        const { seen: nodes, added } = await readAll(actor, list, { sort: { field, direction }, first });
        const seen = nodes.map(({ id }) => id);
        expect(new Set(seen).size, `${field} ${direction}: no check twice`).toBe(seen.length);
        const known = new Set(before.map(({ id }) => id));
        expect(
          seen.filter((id) => known.has(id)),
          `${field} ${direction}`,
        ).toEqual(inOrder(before, { field, direction }));
        const after = (await allRows()).filter((row) => belongs(row, actor, list));
        const order = inOrder(after, { field, direction });
        expect(
          order.filter((id) => seen.includes(id)),
          `${field} ${direction}: new ones stand where they belong`,
        ).toEqual(seen);
        // Kept, the checks added for every order of every actor would make four times as many pages in the end.
        await owner('delete from checks where id = $1', [added]);
      }
    }
  });

  test.each(ACTORS)('counts for %s what is there', async (name) => {
    const actor = fixtures.actors[name];
    const rows = (await allRows()).filter((row) => belongs(row, actor, list));
    expect(await checks[list](actor, {})).toMatchObject({ totalCount: rows.length, totalCountCapped: false });
  });

  // Two or three at a time: what all of them leave is nothing, whether or not one of them is looked at.
  const seldom = <Value>(value: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
  const filters = fc.record({
    companyId: seldom(fc.constantFrom<'a' | 'b' | 'other'>('a', 'b', 'other')),
    superiorId: seldom(fc.integer({ min: 0, max: 2 })),
    status: seldom(fc.subarray([...CHECK_STATUSES])),
    checkTiming: seldom(fc.constantFrom(...CHECK_TIMINGS)),
    checkLocation: seldom(fc.constantFrom(...CHECK_LOCATIONS)),
    checkOccurence: seldom(fc.subarray([...CHECK_OCCURRENCES])),
    from: seldom(fc.integer({ min: -6, max: 6 })),
    to: seldom(fc.integer({ min: -6, max: 6 })),
    employeeId: seldom(fc.integer({ min: 0, max: 4 })),
    certificateId: seldom(fc.integer({ min: 0, max: 4 })),
    doctorId: seldom(fc.constantFrom<'brussels' | 'antwerp'>('brussels', 'antwerp')),
    search: seldom(fc.constantFrom('peeters', 'berghe zoe', 'MULLER', 'élise', 'an', 'n3', 'N', 'xyz', '%', '')),
  });

  test('narrows by every filter, together with every other', async () => {
    const rows = await allRows();
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom(...ACTORS), async (wish, name) => {
        const actor = fixtures.actors[name];
        const [from, to] = [wish.from, wish.to].map((shift) => (shift === undefined ? undefined : addDays(clock.today(), shift)));
        const filter: CheckFilter = {
          ...wish,
          companyId: wish.companyId && (wish.companyId === 'other' ? newId() : fixtures[wish.companyId].id),
          superiorId:
            wish.superiorId === undefined
              ? undefined
              : ([fixtures.a.superiors[0], fixtures.a.superiors[1], fixtures.b.superiors[0]][wish.superiorId] as string),
          employeeId: wish.employeeId === undefined ? undefined : fixtures.a.employees[wish.employeeId],
          certificateId: wish.certificateId === undefined ? undefined : fixtures.a.certificates[wish.certificateId],
          doctorId: wish.doctorId && fixtures.doctors[wish.doctorId],
          from,
          to: from !== undefined && to !== undefined && to < from ? from : to,
        };
        const dayOfRow = (row: Row) =>
          list === 'listReports' ? (row.checkDate ?? dayOf(row.archivedAt ?? row.creationDate)) : dayOf(row.creationDate);
        const words = foldText(filter.search ?? '').split(' ');
        const expected = rows.filter(
          (row) =>
            belongs(row, actor, list) &&
            (!filter.companyId || row.companyId === filter.companyId) &&
            (!filter.superiorId || row.superiorId === filter.superiorId) &&
            (!filter.status || filter.status.includes(row.status)) &&
            (!filter.checkTiming || row.checkTiming === filter.checkTiming) &&
            (!filter.checkLocation || row.checkLocation === filter.checkLocation) &&
            (!filter.checkOccurence || (filter.checkOccurence as readonly (string | null)[]).includes(row.checkOccurence)) &&
            (!filter.employeeId || row.employeeId === filter.employeeId) &&
            (!filter.certificateId || row.certificateId === filter.certificateId) &&
            (!filter.doctorId || row.doctorId === filter.doctorId) &&
            (!filter.from || dayOfRow(row) >= filter.from) &&
            (!filter.to || dayOfRow(row) <= filter.to) &&
            words.every((word) => (word.length < 3 ? ` ${row.searchText}`.includes(` ${word}`) : row.searchText.includes(word))),
        );
        const isOwnCompany = !filter.companyId || reachOf(actor, 'check.read', filter.companyId).kind !== 'none';
        if (isOwnCompany && hasHiddenFilter(actor, filter)) {
          expect(await codeOf(checks[list](actor, { filter }))).toBe('access.forbidden');
          return;
        }
        const page = await checks[list](actor, { filter, first: PAGE.maxSize });
        const sort: Order = { field: list === 'listReports' ? 'archivedAt' : 'creationDate', direction: 'desc' };
        expect(page.nodes.map(({ id }) => id)).toEqual(inOrder(expected, sort).slice(0, PAGE.maxSize));
        expect(page.totalCount).toBe(expected.length);
      }),
      { numRuns: nightly ? 150 : 60 },
    );
  });

  test('refuses what is no filter, no order and no page of this list', async () => {
    const { adminA, anonymous } = fixtures.actors;
    const fieldErrors = (options: Omit<CheckListArguments, 'sort'> & { readonly sort?: CheckSort & ReportSort }) =>
      fieldErrorsOf(checks[list](adminA, options));
    expect(await fieldErrors({ filter: { from: '2026-03-02', to: '2026-03-01' } })).toEqual(['to: endBeforeStart']);
    expect(await fieldErrors({ filter: { from: 'yesterday' } })).toEqual(['from: dateInvalid']);
    expect(await fieldErrors({ filter: { companyId: "' or true" } })).toEqual(['companyId: invalidChoice']);
    expect(await fieldErrors({ filter: { search: 'a\0b' } })).toEqual(['search: invalidCharacters']);
    expect(await fieldErrors({ filter: { search: 'x'.repeat(101) } })).toEqual(['search: tooLong']);
    expect(await fieldErrors({ filter: { orderedByProfileId: newId() } })).toEqual(['orderedByProfileId: unknownField']);
    expect(await fieldErrors({ after: 'nowhere' })).toEqual(['after: invalidChoice']);
    const { pageInfo } = await checks[list](adminA, { first: 1 });
    expect(await fieldErrors({ after: pageInfo.endCursor, sort: { field: 'workerFullName', direction: 'asc' } })).toEqual([
      'after: invalidChoice',
    ]);
    expect(await codeOf(checks[list](anonymous, {}))).toBe('access.unauthenticated');
  });

  test('brings no text of a caller into a statement', async () => {
    const direction = `desc, (select set_config('app.role', 'system', true))` as 'desc';
    for (const field of SORT_FIELDS[list])
      await expect(read(list, fixtures.actors.adminA, { sort: { field, direction } })).rejects.toThrow('No direction to sort in.');
    const [named] = await owner<{ id: string }>('select id from checks limit 1');
    for (const text of [`' or app.is_system() or '`, `${named?.id}' --`, '$1', '%']) {
      const found = await checks[list](fixtures.actors.adminA, { filter: { search: text }, first: PAGE.maxSize });
      expect(found.nodes.filter(({ companyId }) => companyId !== fixtures.a.id)).toEqual([]);
    }
  });

  test('a cursor of somebody else shows nothing but the own reach', async () => {
    const { adminA, adminB } = fixtures.actors;
    const sort = { field: 'incapacityStartDate', direction: 'asc' } as const;
    const { pageInfo } = await checks[list](adminA, { first: 3, sort });
    const page = await checks[list](adminB, { after: pageInfo.endCursor, first: PAGE.maxSize, sort });
    expect(new Set(page.nodes.map(({ companyId }) => companyId))).toEqual(new Set([fixtures.b.id]));
  });
});

test('who is an administrator of one company and a basic user of another goes by price in the first alone', async () => {
  const { adminAB, adminA } = fixtures.actors;
  const byPrice = (actor: Actor, companyId: string) =>
    checks.listReports(actor, { filter: { companyId }, sort: { field: 'companyTotalPrice', direction: 'asc' }, first: 3 });
  const { nodes, pageInfo } = await byPrice(adminAB, fixtures.a.id);
  expect(nodes.map(({ id }) => id)).toEqual((await byPrice(adminA, fixtures.a.id)).nodes.map(({ id }) => id));
  expect(await codeOf(byPrice(adminAB, fixtures.b.id))).toBe('access.forbidden');
  // Nor does the place in an administrator's order open it to a basic user.
  const { basicA } = fixtures.actors;
  const sort: ReportSort = { field: 'companyTotalPrice', direction: 'asc' };
  expect(await codeOf(checks.listReports(basicA, { after: pageInfo.endCursor, sort }))).toBe('access.forbidden');
  expect(await fieldErrorsOf(checks.listReports(basicA, { after: pageInfo.endCursor }))).toEqual(['after: invalidChoice']);
});

test('no list shows what the field policy hides from the actor', async () => {
  const hidden = {
    adminA: ['doctorTotalPrice', 'doctorTravelCosts', 'doctorExtraCosts', 'doctorReactivity', 'doctorEfficiency'],
    basicA: ['companyTotalPrice', 'doctorTotalPrice', 'doctorTravelCosts', 'doctorExtraCosts', 'doctorReactivity', 'doctorEfficiency'],
    planner: ['doctorComment'],
    doctor: ['companyTotalPrice', 'providerComment', 'doctorReactivity', 'doctorEfficiency'],
  } as const;
  await insertCheck(db, fixtures, clock, { status: 'Archived', superiorId: fixtures.a.superiors[0] });
  await owner(
    `update checks set "doctorTotalPrice" = 2, "doctorTravelCosts" = 1, "doctorExtraCosts" = 1, "doctorReactivity" = 1, "doctorEfficiency" = 1, "companyTotalPrice" = 1, "providerComment" = 'p', "doctorComment" = 'd'`,
  );
  for (const [name, fields] of Object.entries(hidden)) {
    const { nodes } = await checks.listReports(fixtures.actors[name as keyof typeof hidden], {});
    expect(nodes.length).toBeGreaterThan(0);
    for (const node of nodes) {
      for (const field of [
        'doctorTotalPrice',
        'doctorTravelCosts',
        'doctorExtraCosts',
        'doctorReactivity',
        'doctorEfficiency',
        'companyTotalPrice',
        'providerComment',
        'doctorComment',
      ] as const) {
        expect(node[field] === null, `${name} ${field}`).toBe((fields as readonly string[]).includes(field));
      }
      expect(Object.keys(node)).not.toContain('searchText');
      expect(Object.keys(node)).not.toContain('contractPrice');
    }
  }
});
