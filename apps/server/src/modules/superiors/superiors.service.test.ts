import type { Superior } from '@checkwell/domain/identity/superior';
import { SUPERIOR_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { foldText } from '@checkwell/domain/people/search-text';
import type { Actor } from '@checkwell/domain/policy';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { createSuperiorService, type SuperiorPage } from './superiors.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const superiors = createSuperiorService({ db, clock });
const fixtures: Fixtures = await createFixtures(db, clock);
const { a, b, actors } = fixtures;

const input = (more: object = {}) => ({
  email: `luc.${newId()}@example.be`,
  firstName: 'Luc',
  lastName: 'Janssens',
  phoneNumber: '',
  language: 'nl',
  requestForm: '',
  ...more,
});

describe('a superior', () => {
  it('is changed by admins of the company and the provider, one after the other, and it is logged', async () => {
    const made = await superiors.addToCompany(actors.adminA, a.id, input());
    const changed = await superiors.update(
      actors.adminA,
      a.id,
      made.id,
      made.version,
      input({ lastName: 'Maes', phoneNumber: '02 123 45 67' }),
    );
    expect(changed).toMatchObject({ id: made.id, superiorFullName: 'Luc Maes', phoneNumber: '+3221234567', version: made.version + 1 });
    expect(await codeOf(superiors.update(actors.adminA, a.id, made.id, made.version, input()))).toBe('entity.changedMeanwhile');
    const settled = await superiors.update(actors.planner, a.id, made.id, changed.version, input({ requestForm: 'InterfaceAdmin' }));
    expect(settled.requestForm).toBe('InterfaceAdmin');
    expect(await owner('select action, "actorRole" from access_log where "subjectId" = $1 order by at', [made.id])).toEqual([
      { action: 'superior.create', actorRole: 'employerAdmin' },
      { action: 'superior.update', actorRole: 'employerAdmin' },
      { action: 'superior.update', actorRole: 'planner' },
    ]);
  });

  it('is nobody else’s to change, and does not exist elsewhere', async () => {
    const [id] = a.superiors;
    const cases: readonly [Actor, string, string, string][] = [
      [actors.basicA, a.id, id, 'access.forbidden'],
      [actors.adminB, a.id, id, 'entity.notFound'],
      [actors.adminA, b.id, b.superiors[0], 'entity.notFound'],
      [actors.adminA, a.id, b.superiors[0], 'entity.notFound'],
      [actors.planner, a.id, b.superiors[0], 'entity.notFound'],
      [actors.adminAB, b.id, b.superiors[0], 'access.forbidden'],
      [actors.doctor, a.id, id, 'entity.notFound'],
      [actors.anonymous, a.id, id, 'access.unauthenticated'],
      [actors.adminA, a.id, 'nonsense', 'entity.notFound'],
    ];
    for (const [actor, companyId, superiorId, code] of cases)
      expect(await codeOf(superiors.update(actor, companyId, superiorId, 1, input())), `${actor.kind} ${code}`).toBe(code);
    expect(await owner('select version from superiors where id = any ($1)', [[id, b.superiors[0]]])).toEqual([
      { version: 1 },
      { version: 1 },
    ]);
  });

  it('has an address of its own within the company, which the form says at the field', async () => {
    const made = await superiors.addToCompany(actors.adminA, a.id, input());
    const other = await superiors.addToCompany(actors.adminA, a.id, input());
    const taken = { code: 'superior.duplicateEmail', issues: [{ path: 'email', message: 'emailTaken' }] };
    await expect(superiors.addToCompany(actors.adminA, a.id, input({ email: made.email.toUpperCase() }))).rejects.toMatchObject(taken);
    await expect(superiors.update(actors.adminA, a.id, other.id, 1, input({ email: made.email }))).rejects.toMatchObject(taken);
    expect((await superiors.addToCompany(actors.adminB, b.id, input({ email: made.email }))).companyId).toBe(b.id);
    await expect(superiors.update(actors.adminA, a.id, other.id, 1, input({ email: 'nobody' }))).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });
});

it.each(SUPERIOR_SORT_FIELDS)('are sorted by %s, both ways, across pages', async (field) => {
  for (const [lastName, language] of [
    ['Zwart', 'fr'],
    ['aerts', 'nl'],
    ['Maes', 'en'],
  ])
    await superiors.addToCompany(actors.adminA, a.id, input({ lastName, language }));
  const walk = async (direction: 'asc' | 'desc') => {
    const walked: Superior[] = [];
    let after: string | null = null;
    do {
      const page: SuperiorPage = await superiors.list(actors.adminA, a.id, { sort: { field, direction }, first: 2, after });
      walked.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    return walked;
  };
  const rising = await walk('asc');
  const values = rising.map((superior) =>
    field === 'lastName' ? `${superior.lastName} ${superior.firstName} ${superior.email}`.trimStart().toLowerCase() : superior[field],
  );
  expect(new Set(values).size).toBeGreaterThan(2);
  expect(values).toEqual(values.toSorted());
  expect(await walk('desc')).toEqual(rising.toReversed());
});

it.each([
  ['Emre', 'Doğan'],
  ['Łukasz', 'Wiśniewski'],
  ['Ivana', 'Šimić'],
])('a search finds %s %s by the name as it is written, and without its accents', async (firstName, lastName) => {
  const { email } = await superiors.addToCompany(actors.adminA, a.id, input({ firstName, lastName }));
  for (const search of [lastName, `${firstName} ${lastName}`.toUpperCase(), foldText(lastName)]) {
    const { nodes } = await superiors.list(actors.adminA, a.id, { search });
    expect(nodes.map((found) => found.email)).toEqual([email]);
  }
});

describe('two at once', () => {
  const table = { sql: 'lock table superiors in exclusive mode' };
  const codesOf = (ends: readonly PromiseSettledResult<string>[]) => ends.map((end) => (end.status === 'fulfilled' ? end.value : '?'));

  inBothOrders('of two changes of one superior the first counts', database, async (race, first) => {
    const made = await superiors.addToCompany(actors.adminA, a.id, input());
    const save = (lastName: string) => () => codeOf(superiors.update(actors.adminA, a.id, made.id, 1, input({ lastName })));
    const ends = await race(table, save('Maes'), save('Claes'));
    expect(codesOf(ends)).toEqual(first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['entity.changedMeanwhile', 'no error']);
    expect(await superiors.findByIds(actors.adminA, [made.id])).toMatchObject([{ lastName: first === 'a' ? 'Maes' : 'Claes', version: 2 }]);
  });

  inBothOrders('one address becomes one superior of a company', database, async (race) => {
    const one = input();
    const add = () => codeOf(superiors.addToCompany(actors.adminA, a.id, one));
    expect(codesOf(await race(table, add, add)).sort()).toEqual(['no error', 'superior.duplicateEmail']);
  });
});
