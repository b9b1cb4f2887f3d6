import {
  CHECK_LOCATIONS,
  CHECK_OCCURRENCES,
  CHECK_TIMINGS,
  type CheckOccurence,
  EXAMINED_OCCURRENCES,
  NO_SHOW_EXCUSES,
  NON_OPERABLE_REASON_CODES,
  type NonOperableReason,
  type NoShowExcuse,
} from '@checkwell/domain/check/enums';
import { fieldsOf } from '@checkwell/domain/check/fields';
import { isEarlyReturn } from '@checkwell/domain/check/result/result';
import { addDays, dayOf, daysBetween, isoWeekday } from '@checkwell/domain/clock';
import { type CountedCheck, firstsOfPeriods } from '@checkwell/domain/dashboard/counted-check';
import { counts, definitionOf, evaluate, type Figure, METRIC_NAMES, metricsWith, rowsOf } from '@checkwell/domain/dashboard/definitions';
import { daysOf, type Period, type PeriodChoice, periodBefore } from '@checkwell/domain/dashboard/period';
import { PROVINCES } from '@checkwell/domain/dashboard/provinces';
import { type Actor, can } from '@checkwell/domain/policy';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf, fieldErrorsOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { byDay, nightly } from '../../test/nightly.ts';
import type { DashboardView } from './dashboard.service.ts';

/**
 * The dashboard's figures against the naive meaning of each, check by check (domain/dashboard/definitions.ts), on random checks that
 * were inserted, changed, corrected and deleted in a real database.
 */
const { db, owner } = await testDatabase();
const clock = testClock();
const { dashboard } = checkServices(db, clock);

let fixtures: Fixtures;

interface Raw extends CountedCheck {
  readonly companyId: string;
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
}

/** Instants around midnight in Belgium, in winter and summer, so that days and months are told apart right. */
const instant = fc
  .tuple(fc.integer({ min: -200, max: 30 }), fc.constantFrom('T22:30:00Z', 'T23:30:00Z', 'T00:30:00Z', 'T12:00:00Z'))
  .map(([shift, time]) => new Date(`${addDays('2026-04-10', shift)}${time}`));
/** Points of four provinces, the sea beside the coast, Paris, and nothing. */
const POINTS = [
  [50.8467, 4.3525],
  [51.2194, 4.4025],
  [50.6326, 5.5797],
  [51.0543, 3.7174],
  [51.235, 2.9],
  [48.8566, 2.3522],
  [null, null],
] as const;

const anyCheck = fc.record({
  inA: fc.boolean(),
  superior: fc.integer({ min: 0, max: 2 }),
  orderer: fc.integer({ min: 0, max: 3 }),
  employee: fc.integer({ min: 0, max: 4 }),
  archived: fc.integer({ min: 0, max: 9 }).map((n) => n < 8),
  checkOccurence: fc.constantFrom<CheckOccurence>(...CHECK_OCCURRENCES, ...EXAMINED_OCCURRENCES, 'NoShow', 'Yes'),
  nonOperableReason: fc.constantFrom<NonOperableReason>(...NON_OPERABLE_REASON_CODES, 'WorkerResumed', 'WorkerResumed'),
  creationDate: instant,
  examinedFrom: instant,
  archivedAt: instant,
  hasAppointment: fc.boolean(),
  // Few different periods: workers have several checks in one.
  start: fc.integer({ min: -2, max: 2 }),
  days: fc.integer({ min: 0, max: 6 }).map((days) => days * 3),
  saved: fc.option(fc.integer({ min: 0, max: 25 })),
  checkTiming: fc.constantFrom(...CHECK_TIMINGS),
  checkLocation: fc.constantFrom(...CHECK_LOCATIONS, 'Office' as const, 'Office' as const),
  doctorFound: fc.boolean(),
  distanceToCheck: fc.option(fc.integer({ min: 0, max: 400 }).map((tenths) => tenths / 10)),
  examinationMinutes: fc.option(fc.integer({ min: 0, max: 600 })),
  companyTotalPrice: fc.option(fc.integer({ min: 0, max: 20_000 })),
  workerDisagreement: fc.boolean(),
  noShowExcuse: fc.constantFrom(null, null, ...NO_SHOW_EXCUSES),
  point: fc.constantFrom(...POINTS),
});
type Wish = typeof anyCheck extends fc.Arbitrary<infer T> ? T : never;

/** A check of each company of which others are a later round. */
const roots = { a: '', b: '' };

const excuseOf = (noShowExcuse: NoShowExcuse | null) => ({ noShowExcuse, noShowExcusedOn: noShowExcuse && '2026-05-01' });

/** A row of `checks` as wished that keeps the table's constraints. */
function columnsOf(wish: Wish) {
  const company = wish.inA ? fixtures.a : fixtures.b;
  const examined = (EXAMINED_OCCURRENCES as readonly string[]).includes(wish.checkOccurence);
  const found = wish.doctorFound || (wish.archived && examined);
  const incapacityStartDate = addDays('2026-04-01', wish.start);
  const incapacityEndDate = addDays(incapacityStartDate, wish.days);
  const newIncapacityEndDate =
    wish.archived && examined && wish.saved !== null ? addDays(incapacityEndDate, -Math.min(wish.saved, wish.days)) : null;
  const [latitude, longitude] = wish.point;
  const outcome = wish.archived ? wish.checkOccurence : null;
  return {
    companyId: company.id,
    employeeId: company.employees[wish.employee] as string,
    superiorId: ([...company.superiors, null][wish.superior] ?? null) as string,
    orderedByProfileId: [fixtures.actors.looseBasicA.profileId, fixtures.actors.basicA.profileId, null, null][wish.orderer] ?? null,
    creationDate: wish.creationDate,
    incapacityStartDate,
    incapacityEndDate,
    checkTiming: wish.checkTiming,
    checkLocation:
      outcome === 'Yes' && wish.checkLocation === 'House' ? 'Office' : outcome === 'YesPatientHome' ? 'House' : wish.checkLocation,
    certificateType: outcome?.startsWith('NoCertif') ? ('NoCertif' as const) : ('FirstCertificate' as const),
    parentCheckId: outcome === 'YesSecondCheck' ? (roots[wish.inA ? 'a' : 'b'] as string) : null,
    doctorFoundAt: found ? wish.creationDate : null,
    doctorId: found ? fixtures.doctors.brussels : null,
    distanceToCheck: wish.distanceToCheck,
    examinationMinutes: wish.examinationMinutes,
    companyTotalPrice: wish.companyTotalPrice,
    workerDisagreement: wish.workerDisagreement && wish.archived && examined,
    ...excuseOf(outcome === 'NoShow' ? wish.noShowExcuse : null),
    latitude,
    longitude,
    geoPrecision: latitude === null ? null : ('locality' as const),
    appointmentStart: null as Date | null,
    appointmentEnd: null as Date | null,
    examinedFrom: null as Date | null,
    examinedTo: null as Date | null,
    status: 'Planning' as const,
    checkOccurence: null as CheckOccurence | null,
    archivedAt: null as Date | null,
    nonOperableReason: null as NonOperableReason | null,
    newIncapacityEndDate,
    earlyReturn: false,
    ...(wish.archived && {
      status: 'Archived' as const,
      checkOccurence: wish.checkOccurence,
      archivedAt: wish.archivedAt,
      nonOperableReason: wish.checkOccurence === 'NonOperable' ? wish.nonOperableReason : null,
      earlyReturn: isEarlyReturn({ checkOccurence: wish.checkOccurence, newIncapacityEndDate }, incapacityEndDate),
      ...(examined || (wish.checkOccurence === 'NoShow' && !wish.hasAppointment)
        ? { examinedFrom: wish.examinedFrom, examinedTo: wish.examinedFrom }
        : wish.hasAppointment && { appointmentStart: wish.examinedFrom, appointmentEnd: new Date(wish.examinedFrom.getTime() + 1) }),
    }),
  };
}

/** Every check as it is now, past row-level security, in the words of the definitions. */
async function rawChecks(): Promise<readonly Raw[]> {
  const rows = await owner(
    `select *, "incapacityStartDate"::text, "incapacityEndDate"::text, "newIncapacityEndDate"::text, "distanceToCheck"::float8 from checks`,
  );
  const checks = rows.map((row) => {
    const when: Date | null = row.examinedFrom ?? row.archivedAt;
    return {
      ...row,
      creationDay: dayOf(row.creationDate),
      reportDate: when === null ? null : dayOf(when),
      doctorFound: row.doctorFoundAt !== null,
      // Raw rows: the columns are those of the query above.
    } as unknown as Raw;
  });
  const firsts = firstsOfPeriods(checks);
  return checks.map((check) => ({ ...check, firstOfPeriod: firsts.has(check.id) }));
}

let raw: readonly Raw[];

beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
  const [wishes, changes] = [
    fc.sample(anyCheck, { numRuns: nightly ? 420 : 300, seed: 20260302 }),
    fc.sample(anyCheck, { numRuns: nightly ? 120 : 80, seed: 20260303 }),
  ];
  for (const company of ['a', 'b'] as const)
    roots[company] = (await insertCheck(db, fixtures, clock, { companyId: fixtures[company].id })).id;
  const ids: { companyId: string; id: string }[] = [];
  for (const wish of wishes) ids.push(await insertCheck(db, fixtures, clock, columnsOf(wish)));
  // A result that is recorded, corrected or taken back; another superior; another period.
  for (const [index, wish] of changes.entries()) {
    const { companyId, id } = ids[index * 3] as { companyId: string; id: string };
    const { employeeId, superiorId, ...columns } = columnsOf({ ...wish, inA: companyId === fixtures.a.id });
    await db.system('test change', async (tx) =>
      tx
        .updateTable('checks')
        .set({ ...columns, employeeId, superiorId })
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .execute(),
    );
  }
  // Many at once, and gone permanently.
  await db.system('test change', async (tx) =>
    sql`update checks set "companyTotalPrice" = "companyTotalPrice" + 100, "earlyReturn" = "earlyReturn" where status = 'Archived'`.execute(
      tx,
    ),
  );
  await owner('delete from checks where id = any ($1)', [ids.filter((_, index) => index % 14 === 5).map(({ id }) => id)]);
  raw = await rawChecks();
}, 60_000);

const ACTORS = [
  'adminA',
  'basicA',
  'otherBasicA',
  'looseBasicA',
  'adminB',
  'adminAB',
  'system',
] as const satisfies readonly (keyof Fixtures['actors'])[];

const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 6));

/** @param priced whether the figures of prices are among them */
function expectFigures(figures: readonly Figure[], checks: readonly CountedCheck[], period: Period, priced: boolean): void {
  expect(figures.map(({ metric }) => metric)).toEqual(METRIC_NAMES.filter((metric) => priced || metric !== 'costPerSavedDay'));
  for (const figure of figures) {
    const naive = evaluate(figure.metric, checks, period);
    expect(figure, figure.metric).toEqual({
      ...naive,
      value: near(naive.value),
      median: near(naive.median),
      p90: near(naive.p90),
    });
  }
}

const day = fc.integer({ min: -210, max: 40 }).map((shift) => addDays('2026-04-10', shift));
const choice: fc.Arbitrary<PeriodChoice> = fc.oneof(
  fc.constantFrom<PeriodChoice>({ period: 'all' }, { period: 'today' }, { period: 'week' }, { period: 'month' }, {}),
  fc.record({ from: day, to: fc.option(fc.integer({ min: 0, max: 120 })) }).map(({ from, to }) => ({
    period: 'dates' as const,
    from,
    to: to === null ? null : addDays(from, to),
  })),
  // Whole months, which are read from their sums alone.
  fc.integer({ min: 1, max: 5 }).map((month) => ({ from: `2026-0${month}-01`, to: `2026-0${month}-28`.replace('02-28', '02-28') })),
);
const selection = fc.record({
  name: fc.constantFrom(...ACTORS),
  company: fc.constantFrom('a', 'b', 'other', undefined),
  superior: fc.constantFrom(0, 1, undefined),
  choice,
});

/** What the actor reaches of what the selectors choose, by the policy alone. */
function reached(actor: Actor, companyId: string | undefined, superiorId: string | undefined): readonly Raw[] {
  return raw.filter(
    (row) =>
      can(actor, 'dashboard.read', row) && (!companyId || row.companyId === companyId) && (!superiorId || row.superiorId === superiorId),
  );
}

const idOf = (company: 'a' | 'b' | 'other' | undefined) =>
  company === undefined ? undefined : company === 'other' ? newId() : fixtures[company].id;

test('counts in the database what the definitions count one by one, for everybody, every company, superior and period', async () => {
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(selection, async ({ name, company, superior, choice: chosen }) => {
      const actor: Actor = fixtures.actors[name];
      const companyId = idOf(company);
      const superiorId = superior === undefined ? undefined : fixtures.a.superiors[superior];
      const view = await dashboard.read(actor, { companyId, superiorId, ...chosen });
      const checks = reached(actor, companyId, superiorId);
      const period = daysOf(chosen, clock.today());
      expect(view.period).toEqual(period);
      // Company by company, in words: an administrator of all that is added up, or the system.
      const priced =
        name === 'system' ||
        (name === 'adminA' && company !== 'b' && company !== 'other') ||
        (name === 'adminB' && company !== 'a' && company !== 'other') ||
        (name === 'adminAB' && company === 'a');
      expectFigures(view.figures, checks, period, priced);
      expectCharts(view, checks, period);
      const before = periodBefore(chosen, clock.today());
      expect(view.before?.period ?? null).toEqual(before);
      if (before && view.before) expectFigures(view.before.figures, checks, before, priced);
      completed += view.figures[0]?.value ?? 0;
    }),
    { numRuns: nightly ? 150 : 50 },
  );
  expect(completed).toBeGreaterThan(0);
}, 120_000);

/** The charts add up to the figures, and each part counts what it says. */
function expectCharts(view: DashboardView, checks: readonly CountedCheck[], period: Period): void {
  const completed = rowsOf('completedChecks', checks, period);
  const orders = rowsOf('orderedChecks', checks, period);
  const results = (rows: readonly CountedCheck[]) => ({
    noShow: rows.filter(({ checkOccurence }) => checkOccurence === 'NoShow').length,
    earlyReturn: rows.filter(({ earlyReturn }) => earlyReturn).length,
    confirmed: rows.filter(({ checkOccurence, earlyReturn }) => checkOccurence !== 'NoShow' && !earlyReturn).length,
  });
  for (const { month, ...shown } of view.months) {
    const inMonth = completed.filter(({ reportDate }) => reportDate?.startsWith(month));
    const ordered = orders.filter(({ creationDay }) => creationDay.startsWith(month));
    const operational = ordered.filter((check) => counts(check, 'operational', period));
    expect(shown).toEqual({
      ...results(inMonth),
      earlyReturnDays: evaluate('earlyReturnDays', inMonth, period).value,
      noShowDays: evaluate('noShowDays', inMonth, period).value,
      ordered: ordered.length,
      operational: operational.length,
      doctorFound: operational.filter((check) => definitionOf('operationalSuccessRate').amount(check) === 1).length,
    });
  }
  const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
  expect(view.months.reduce((total, { ordered }) => total + ordered, 0)).toBe(orders.length);
  expect(view.months.reduce((total, { noShow, earlyReturn, confirmed }) => total + noShow + earlyReturn + confirmed, 0)).toBe(
    completed.length,
  );
  const length = period.from && period.to ? daysBetween(period.from, period.to) + 1 : Number.POSITIVE_INFINITY;
  expect(view.days).toHaveLength(length <= 62 ? length : 0);
  for (const { day: date, earlyReturnDays, noShowDays, ...shown } of view.days) {
    const rows = completed.filter(({ reportDate }) => reportDate === date);
    expect(shown).toEqual(results(rows));
    expect(earlyReturnDays + noShowDays).toBe(evaluate('impactDays', rows, period).value);
  }
  for (const { weekday, ...shown } of view.weekdays)
    expect(shown).toEqual(results(completed.filter(({ reportDate }) => isoWeekday(reportDate ?? '') === weekday)));
  for (const { province, count, impactProportion, ...shown } of view.provinces) {
    const rows = completed.filter((check) => check.province === province);
    expect(shown).toEqual(results(rows));
    expect(count).toBe(rows.length);
    expect(impactProportion).toEqual(evaluate('impactProportion', rows, period).value);
  }
  expect(view.provinces.length).toBeGreaterThanOrEqual(PROVINCES.length - 1);
  for (const { name, count } of view.outcomes)
    expect(count).toBe(rowsOf('archivedChecks', checks, period).filter(({ checkOccurence }) => checkOccurence === name).length);
  expect(sum(view.timing)).toBe(orders.length);
  expect(sum(view.location)).toBe(orders.length);
  expect(sum(view.absenceLengths)).toBe(rowsOf('averageAbsenceDays', checks, period).length);
  expect(sum(view.waiting)).toBe(rowsOf('hoursToCheck', checks, period).length);
  expect(sum(view.distances)).toBe(rowsOf('averageDistanceKm', checks, period).length);
}

describe('the checks behind a figure', () => {
  async function allRows(actor: Actor, metric: Figure['metric'], filter: object, slice = {}) {
    const nodes = [];
    for (let after: string | null = null, more = true; more; ) {
      const page = await dashboard.listRows(actor, { metric, filter, slice, first: 40, after });
      nodes.push(...page.nodes);
      ({ endCursor: after, hasNextPage: more } = page.pageInfo);
    }
    return nodes;
  }

  test.each(METRIC_NAMES)('of %s are those that its definition names, and the figure follows from what each adds', async (metric) => {
    const readings = [
      ['adminAB', {}],
      ['adminA', { from: '2026-02-10', to: '2026-04-20' }],
      ['basicA', { period: 'all' }],
      ['adminA', { superiorId: fixtures.a.superiors[1], from: '2026-03-01' }],
    ] as const;
    for (const [name, filter] of byDay(2, readings, ([who, { ...by }]) => `${metric} ${who} ${Object.keys(by)}`)) {
      const actor = fixtures.actors[name];
      if (!metricsWith(fieldsOf(actor)).includes(metric)) {
        expect(await codeOf(dashboard.listRows(actor, { metric, filter }))).toBe('access.forbidden');
        continue;
      }
      const nodes = await allRows(actor, metric, filter);
      const { figures } = await dashboard.read(actor, filter);
      const figure = figures.find((candidate) => candidate.metric === metric) as Figure;
      const period = daysOf(filter as PeriodChoice, clock.today());
      const checks = reached(actor, undefined, 'superiorId' in filter ? filter.superiorId : undefined);
      expect(nodes.map(({ id }) => id).toSorted()).toEqual(
        rowsOf(metric, checks, period)
          .map(({ id }) => id)
          .toSorted(),
      );
      expect(new Set(nodes.map(({ id }) => id)).size).toBe(figure.n);
      // The tile once more, from nothing but the list.
      const amounts = nodes.map(({ amount }) => amount);
      const sum = amounts.reduce((total, amount) => total + amount, 0);
      const sorted = amounts.toSorted((a, b) => a - b);
      const middle = sorted.length === 0 ? null : ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
      const per = nodes.reduce((total, node) => total + (node.per ?? 0), 0);
      const expected = {
        count: nodes.length,
        sum,
        share: nodes.length < 5 ? null : sum / nodes.length,
        mean: nodes.length === 0 ? null : sum / nodes.length,
        median: middle,
        ratio: per === 0 ? null : sum / per,
      }[definitionOf(metric).kind];
      expect(figure.value).toEqual(near(expected));
    }
  });

  test('of a part of a chart are as many as the part says', async () => {
    const actor = fixtures.actors.adminAB;
    const view = await dashboard.read(actor, {});
    const rows = (metric: Figure['metric'], slice: object) => allRows(actor, metric, {}, slice).then(({ length }) => length);
    const [first] = view.weekdays;
    expect(await rows('completedChecks', { weekday: 1, result: 'earlyReturn' })).toBe(first?.earlyReturn);
    expect(await rows('completedChecks', { weekday: 1, result: 'confirmed' })).toBe(first?.confirmed);
    expect(await rows('completedChecks', { result: 'noShow' })).toBe(view.months.reduce((total, { noShow }) => total + noShow, 0));
    for (const { province, count } of view.provinces) expect(await rows('completedChecks', { province })).toBe(count);
    for (const { name, count } of view.outcomes) expect(await rows('archivedChecks', { checkOccurence: name })).toBe(count);
    for (const { name, count } of view.timing) expect(await rows('orderedChecks', { checkTiming: name })).toBe(count);
    for (const { name, count } of view.location) expect(await rows('orderedChecks', { checkLocation: name })).toBe(count);
  });

  test('of a price are for administrators, company by company', async () => {
    const codeFor = (name: (typeof ACTORS)[number], companyId?: string) =>
      codeOf(dashboard.listRows(fixtures.actors[name], { metric: 'costPerSavedDay', filter: { companyId } }));
    expect(
      (await dashboard.listRows(fixtures.actors.adminAB, { metric: 'costPerSavedDay', filter: { companyId: fixtures.a.id } })).nodes[0],
    ).toBeDefined();
    for (const [name, companyId] of [
      ['basicA', undefined],
      ['looseBasicA', fixtures.a.id],
      ['adminAB', fixtures.b.id],
      ['adminAB', undefined],
    ] as const)
      expect(await codeFor(name, companyId), name).toBe('access.forbidden');
  });

  test('refuses what is no figure and no part', async () => {
    const { adminA } = fixtures.actors;
    // What no type lets through, but a request may hold.
    expect(await fieldErrorsOf(dashboard.listRows(adminA, { metric: 'luck' as never }))).toEqual([': invalidChoice']);
    expect(await fieldErrorsOf(dashboard.listRows(adminA, { metric: 'impactDays', slice: { weekday: 8 } }))).toEqual([
      'weekday: invalidChoice',
    ]);
    expect(await fieldErrorsOf(dashboard.listRows(adminA, { metric: 'impactDays', slice: { province: 'Paris' } }))).toEqual([
      'province: invalidChoice',
    ]);
    expect(await fieldErrorsOf(dashboard.listRows(adminA, { metric: 'impactDays', filter: { period: 'dates' } }))).toEqual([
      'from: filterStartRequired',
    ]);
    expect(await codeOf(dashboard.listRows(fixtures.actors.planner, { metric: 'impactDays' }))).toBe('access.forbidden');
  });
});

test('the sums are those of a database that was filled at once, by triggers or past them', async () => {
  const tables = ['dashboard_reports', 'dashboard_orders', 'dashboard_values'];
  const read = (table: string) => owner(`select to_jsonb(t) as row from ${table} t where count <> 0 order by 1`);
  const kept = await Promise.all(tables.map(read));
  await owner('select app.fill_dashboard()');
  for (const [index, rows] of (await Promise.all(tables.map(read))).entries()) expect(rows).toEqual(kept[index]);
  await owner('create table checks_again as table checks');
  await owner('delete from checks');
  for (const rows of await Promise.all(tables.map(read))) expect(rows).toEqual([]);
  const columns = await owner<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = 'checks'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await owner(`insert into checks (${names}) select ${names} from checks_again`);
  for (const [index, rows] of (await Promise.all(tables.map(read))).entries()) expect(rows).toEqual(kept[index]);
});

test('opens with three figures of this month until today and of the same days before, whatever the filter says', async () => {
  const month = await dashboard.read(fixtures.actors.adminA, { period: 'month' });
  const wanted = ['completedChecks', 'impactDays', 'costPerSavedDay'];
  const among = (figures: readonly Figure[]) => figures.filter(({ metric }) => wanted.includes(metric));
  for (const filter of [{ period: 'month' }, { period: 'all' }, { from: '2026-01-01', to: '2026-01-31' }]) {
    const { thisMonth } = await dashboard.read(fixtures.actors.adminA, filter);
    expect(thisMonth).toEqual({
      period: { from: month.period.from, to: clock.today() },
      figures: among(month.figures),
      before: { period: month.before?.period, figures: among(month.before?.figures ?? []) },
    });
  }
  expect(among(month.figures)).toHaveLength(3);
});

test('is for employers, not for doctors, planners or visitors', async () => {
  const { doctor, planner, anonymous } = fixtures.actors;
  expect(await codeOf(dashboard.read(doctor, {}))).toBe('access.forbidden');
  expect(await codeOf(dashboard.read(planner, {}))).toBe('access.forbidden');
  expect(await codeOf(dashboard.read(anonymous, {}))).toBe('access.unauthenticated');
});

test('a company that is not the own one has no figures', async () => {
  const view = await dashboard.read(fixtures.actors.adminA, { companyId: fixtures.b.id });
  expect(view.figures.every(({ n }) => n === 0)).toBe(true);
  expect(view.months).toEqual([]);
});

test('refuses a filter that is none', async () => {
  const fieldErrors = (filter: object) => fieldErrorsOf(dashboard.read(fixtures.actors.adminA, filter));
  expect(await fieldErrors({ from: '2026-04-02', to: '2026-04-01' })).toEqual(['to: endBeforeStart']);
  expect(await fieldErrors({ period: 'dates' })).toEqual(['from: filterStartRequired']);
  expect(await fieldErrors({ to: '2026-04-01' })).toEqual(['from: filterStartRequired']);
  expect(await fieldErrors({ from: '2026-02-30' })).toEqual(['from: dateInvalid']);
  expect(await fieldErrors({ period: 'year' })).toEqual(['period: invalidChoice']);
  expect(await fieldErrors({ companyId: 'x' })).toEqual(['companyId: invalidChoice']);
  expect(await fieldErrors({ secret: 1 })).toEqual(['secret: unknownField']);
});
