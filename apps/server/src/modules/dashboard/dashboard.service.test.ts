import {
  CHECK_LOCATIONS,
  CHECK_OCCURRENCES,
  CHECK_TIMINGS,
  type CheckOccurence,
  EXAMINED_OCCURRENCES,
  NON_OPERABLE_REASON_CODES,
  type NonOperableReason,
} from '@checkwell/domain/check/enums';
import { isEarlyReturn } from '@checkwell/domain/check/result';
import { addDays, dayOf } from '@checkwell/domain/clock';
import { type CountedCheck, type Dashboard, dashboardOf } from '@checkwell/domain/dashboard/definitions';
import { type Actor, can } from '@checkwell/domain/policy';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf, faultsOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createWorld, insertCheck, type World } from '../../test/world.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { dashboard } = checkServices(db, clock);

let world: World;
let raw: readonly Raw[];

interface Raw extends CountedCheck {
  readonly companyId: string;
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
}

/** Instants around midnight in Belgium, in winter and summer, so that days and months are told apart right. */
const instant = fc
  .tuple(fc.integer({ min: -200, max: 30 }), fc.constantFrom('T22:30:00Z', 'T23:30:00Z', 'T00:30:00Z', 'T12:00:00Z'))
  .map(([shift, time]) => new Date(`${addDays('2026-04-10', shift)}${time}`));

const anyCheck = fc.record({
  inA: fc.boolean(),
  superior: fc.integer({ min: 0, max: 2 }),
  orderer: fc.integer({ min: 0, max: 3 }),
  employee: fc.integer({ min: 0, max: 4 }),
  archived: fc.integer({ min: 0, max: 9 }).map((n) => n < 8),
  checkOccurence: fc.constantFrom<CheckOccurence>(...CHECK_OCCURRENCES, ...EXAMINED_OCCURRENCES, 'NoShow', 'Yes'),
  nonOperableReason: fc.constantFrom<NonOperableReason>(...NON_OPERABLE_REASON_CODES),
  creationDate: instant,
  examinedFrom: instant,
  archivedAt: instant,
  hasAppointment: fc.boolean(),
  start: fc.integer({ min: -3, max: 3 }),
  days: fc.integer({ min: 0, max: 20 }),
  saved: fc.option(fc.integer({ min: 0, max: 25 })),
  checkTiming: fc.constantFrom(...CHECK_TIMINGS),
  checkLocation: fc.constantFrom(...CHECK_LOCATIONS, 'Office' as const, 'Office' as const),
  doctorFound: fc.boolean(),
  distanceToCheck: fc.option(fc.integer({ min: 0, max: 400 }).map((tenths) => tenths / 10)),
  examinationMinutes: fc.option(fc.integer({ min: 0, max: 600 })),
});

beforeAll(async () => {
  world = await createWorld(db, clock);
  for (const wish of fc.sample(anyCheck, { numRuns: 400, seed: 20260302 })) {
    const place = wish.inA ? world.a : world.b;
    const examined = (EXAMINED_OCCURRENCES as readonly string[]).includes(wish.checkOccurence);
    const found = wish.doctorFound || examined;
    const incapacityStartDate = addDays('2026-04-01', wish.start);
    const incapacityEndDate = addDays(incapacityStartDate, wish.days);
    const newIncapacityEndDate =
      wish.archived && examined && wish.saved !== null ? addDays(incapacityEndDate, -Math.min(wish.saved, wish.days)) : null;
    await insertCheck(db, world, clock, {
      companyId: place.id,
      employeeId: place.employees[wish.employee] as string,
      superiorId: ([...place.superiors, null][wish.superior] ?? null) as string,
      orderedByProfileId: [world.actors.looseBasicA.profileId, world.actors.basicA.profileId, null, null][wish.orderer] ?? null,
      creationDate: wish.creationDate,
      incapacityStartDate,
      incapacityEndDate,
      checkTiming: wish.checkTiming,
      checkLocation: wish.checkLocation,
      doctorFoundAt: found ? wish.creationDate : null,
      doctorId: found ? world.doctors.brussels : null,
      distanceToCheck: wish.distanceToCheck,
      examinationMinutes: wish.examinationMinutes,
      appointmentStart: null,
      appointmentEnd: null,
      ...(wish.archived && {
        status: 'Archived' as const,
        checkOccurence: wish.checkOccurence,
        archivedAt: wish.archivedAt,
        nonOperableReason: wish.checkOccurence === 'NonOperable' ? wish.nonOperableReason : null,
        newIncapacityEndDate,
        earlyReturn: isEarlyReturn({ checkOccurence: wish.checkOccurence, newIncapacityEndDate }, incapacityEndDate),
        ...(examined
          ? { examinedFrom: wish.examinedFrom, examinedTo: wish.examinedFrom }
          : wish.hasAppointment && { appointmentStart: wish.examinedFrom, appointmentEnd: new Date(wish.examinedFrom.getTime() + 1) }),
      }),
    });
  }
  const rows = await owner(
    `select *, "incapacityStartDate"::text, "incapacityEndDate"::text, "newIncapacityEndDate"::text, "distanceToCheck"::float8 from checks`,
  );
  raw = rows.map((row) => {
    const when: Date | null = row.examinedFrom ?? row.archivedAt;
    return {
      ...row,
      creationDay: dayOf(row.creationDate),
      reportDate: when === null ? null : dayOf(when),
      doctorFound: row.doctorFoundAt !== null,
    } as unknown as Raw;
  });
});

const ACTORS = [
  'adminA',
  'basicA',
  'otherBasicA',
  'looseBasicA',
  'adminB',
  'adminAB',
  'system',
] as const satisfies readonly (keyof World['actors'])[];

/** Means and medians of kilometres and days: their sums differ in the last digits. */
const QUOTIENTS = [
  'averageDistanceKm',
  'medianDistanceKm',
  'averageAbsenceDays',
  'averageCheckMinutes',
] as const satisfies readonly (keyof Dashboard)[];

function expectSame(figures: Dashboard, naive: Dashboard): void {
  const near = Object.fromEntries(QUOTIENTS.map((name) => [name, naive[name] === null ? null : expect.closeTo(naive[name], 6)]));
  expect(figures).toEqual({ ...naive, ...near });
}

test('counts in the database what the definitions count one by one, for everybody, every company, superior and period', async () => {
  const day = fc.option(
    fc.integer({ min: -210, max: 40 }).map((shift) => addDays('2026-04-10', shift)),
    { nil: undefined },
  );
  const filters = fc.record({
    company: fc.constantFrom('a', 'b', 'other', undefined),
    superior: fc.constantFrom(0, 1, undefined),
    from: day,
    to: day,
  });
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ACTORS), filters, async (name, { company, superior, from, to: wanted }) => {
      const actor: Actor = world.actors[name];
      const companyId = company === undefined ? undefined : company === 'other' ? newId() : company === 'a' ? world.a.id : world.b.id;
      const superiorId = superior === undefined ? undefined : world.a.superiors[superior];
      const to = from !== undefined && wanted !== undefined && wanted < from ? from : wanted;
      const counted = raw.filter(
        (row) =>
          can(actor, 'dashboard.read', row) &&
          (!companyId || row.companyId === companyId) &&
          (!superiorId || row.superiorId === superiorId),
      );
      const naive = dashboardOf(counted, { from: from ?? null, to: to ?? null }, clock.today());
      completed += naive.completedChecks;
      expectSame(await dashboard.read(actor, { companyId, superiorId, from, to }), naive);
    }),
    { numRuns: 250 },
  );
  expect(completed).toBeGreaterThan(1000);
});

test('is for employers, not for doctors, planners or visitors', async () => {
  const { doctor, planner, anonymous } = world.actors;
  expect(await codeOf(dashboard.read(doctor, {}))).toBe('access.forbidden');
  expect(await codeOf(dashboard.read(planner, {}))).toBe('access.forbidden');
  expect(await codeOf(dashboard.read(anonymous, {}))).toBe('access.unauthenticated');
});

test('a company that is not the own one has no figures', async () => {
  const figures = await dashboard.read(world.actors.adminA, { companyId: world.b.id });
  expect(figures).toMatchObject({ completedChecks: 0, openChecks: 0, operationalBase: 0, completedPerMonth: [], impactProportion: null });
});

test('refuses a filter that is none', async () => {
  const faults = (filter: object) => faultsOf(dashboard.read(world.actors.adminA, filter));
  expect(await faults({ from: '2026-04-02', to: '2026-04-01' })).toEqual(['to: endBeforeStart']);
  expect(await faults({ from: '2026-02-30' })).toEqual(['from: dateInvalid']);
  expect(await faults({ companyId: 'x' })).toEqual(['companyId: invalidChoice']);
  expect(await faults({ secret: 1 })).toEqual(['secret: unknownField']);
});
