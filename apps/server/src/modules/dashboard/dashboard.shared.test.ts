import type { Actor } from '@checkwell/domain/policy';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { createDashboardService } from './dashboard.service.ts';

const { db } = await testDatabase();
const clock = testClock();
const fixtures = await createFixtures(db, clock);

/** A dashboard whose first answer is not read before the test says so, and for whom answers were made. */
function held() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const made: Actor[] = [];
  // Of a database the service calls `as` alone.
  const slow = {
    as: async (actor: Actor, ...rest: [never, never]) => {
      made.push(actor);
      if (made.length === 1) await promise;
      return db.as(actor, ...rest);
    },
  } as unknown as Database;
  const dashboard = createDashboardService({ db: slow, clock });
  return { dashboard, made, release };
}

const orderedOf = (figures: readonly { metric: string; n: number }[]) => figures.find(({ metric }) => metric === 'orderedChecks')?.n;

test('a hundred who ask the same with the same rights get one answer, with what was committed before they asked', async () => {
  const { dashboard, made, release } = held();
  const { adminA } = fixtures.actors;
  const another = { ...adminA, profileId: fixtures.actors.adminB.profileId };
  const filter = { companyId: fixtures.a.id };
  const first = dashboard.read(adminA, filter);
  await insertCheck(db, fixtures, clock, { companyId: fixtures.a.id });
  const asked = Array.from({ length: 100 }, (_, index) => dashboard.read(index % 2 === 0 ? adminA : another, filter));
  release();
  const answers = await Promise.all(asked);
  await first;
  expect(made).toHaveLength(2);
  expect(new Set(answers.map(({ figures }) => orderedOf(figures)))).toEqual(new Set([1]));
});

test('whoever sees or counts something else gets an answer of their own', async () => {
  const { a, b, actors } = fixtures;
  for (const superiorId of [...a.superiors, null]) await insertCheck(db, fixtures, clock, { companyId: a.id, superiorId });
  const people = Object.entries(actors).flatMap(([name, actor]) => (actor.kind === 'employer' ? [name as keyof Fixtures['actors']] : []));
  const filters = [{}, { companyId: a.id }, { companyId: b.id }, { superiorId: a.superiors[0] }, { period: 'all' }];
  const alone = createDashboardService({ db, clock });
  const questions = people.flatMap((name) => filters.map((filter) => ({ name, filter })));
  const expected = [];
  for (const { name, filter } of questions) expected.push(await alone.read(actors[name], filter));
  const { dashboard, release } = held();
  const asked = [...questions, ...questions].map(({ name, filter }) => dashboard.read(actors[name], filter));
  release();
  expect(await Promise.all(asked)).toEqual([...expected, ...expected]);
});
