import { graphql } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../graphql/schema.ts';
import { newId } from '../../platform/ids.ts';
import { codeOf, fieldErrorsOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { Scenario } from '../../test/second-step-scenario.ts';
import { makeUser } from '../../test/servers/identity-app.ts';
import { type ServerApp, serverApp } from '../../test/servers/server-app.ts';

/** The provider's own people, as its team sees them. What is done for them is shown by modules/identity/second-step/removal.attacks.test.ts. */

const database = await testDatabase();
const { owner } = database;
let app: ServerApp;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await serverApp(database);
  fixtures = await createFixtures(database.db, app.clock);
});

const list = (options: object = {}, actor = fixtures.actors.planner) => app.services.team.list(actor, options);

/** Somebody of the team by this name. @returns the e-mail address */
async function join(firstName: string, lastName: string, more: Parameters<typeof makeUser>[2] = {}): Promise<string> {
  const { email, profileId } = await makeUser(database, app.services.identity, { firstName, lastName, ...more });
  await owner('delete from company_users where "profileId" = $1', [profileId]);
  await owner(`update profiles set kind = 'planner', "companyId" = null where id = $1`, [profileId]);
  return email;
}

describe('the list', () => {
  test('is for the team alone', async () => {
    const { adminA, basicA, doctor, anonymous } = fixtures.actors;
    for (const actor of [adminA, basicA, doctor] as const) expect(await codeOf(app.services.team.list(actor, {}))).toBe('access.forbidden');
    expect(await codeOf(app.services.team.list(anonymous, {}))).toBe('access.unauthenticated');
  });

  test('has planners and doctors who can sign in, and nobody of a company', async () => {
    const { email: employer } = await makeUser(database, app.services.identity, { firstName: 'Zora' });
    const left = await join('Zora', 'Left');
    await owner('update profiles set "disabledAt" = now() where "userName" = $1', [left]);
    const { nodes } = await list({ first: 100 });
    const kinds = new Map(nodes.map(({ email, kind }) => [email, kind]));
    expect(new Set(kinds.values())).toEqual(new Set(['planner', 'doctor']));
    expect(kinds.has(employer)).toBe(false);
    expect(kinds.has(left)).toBe(false);
    expect(nodes.filter(({ isSelf }) => isSelf).map(({ id }) => id)).toEqual([fixtures.actors.planner.profileId]);
  });

  test('finds by name and address, narrows by function, and is sorted and cut into pages', async () => {
    const mark = newId().slice(-6);
    const emails = [await join('Zoë', `Ångström ${mark}`), await join('Adam', `Zwart ${mark}`), await join('Bea', `Maes ${mark}`)];
    const found = await list({ filter: { search: mark } });
    expect(found.nodes.map(({ firstName }) => firstName)).toEqual(['Zoë', 'Bea', 'Adam']);
    expect((await list({ filter: { search: `zoe ${mark}` } })).nodes.map(({ email }) => email)).toEqual([emails[0]]);
    expect((await list({ filter: { search: emails[2] } })).nodes.map(({ email }) => email)).toEqual([emails[2]]);
    expect((await list({ filter: { search: mark, kind: 'doctor' } })).nodes).toEqual([]);
    const byEmail = await list({ filter: { search: mark, kind: 'planner' }, sort: { field: 'email', direction: 'desc' }, first: 2 });
    expect(byEmail.nodes.map(({ email }) => email)).toEqual(emails.toSorted().reverse().slice(0, 2));
    const rest = await list({
      filter: { search: mark, kind: 'planner' },
      sort: { field: 'email', direction: 'desc' },
      first: 2,
      after: byEmail.pageInfo.endCursor,
    });
    expect(rest.nodes.map(({ email }) => email)).toEqual(emails.toSorted().slice(0, 1));
    expect(await fieldErrorsOf(list({ filter: { kind: 'employer' } }))).toEqual(['kind: invalidChoice']);
  });

  test('says who has a second step, by GraphQL too', async () => {
    const scenario = await Scenario.make({ app, database }, { totp: true });
    await owner('delete from company_users where "profileId" = $1', [scenario.user.profileId]);
    await owner(`update profiles set kind = 'planner', "companyId" = null where id = $1`, [scenario.user.profileId]);
    const without = await join('No', 'Step');
    const ask = (search: string) =>
      graphql({
        schema,
        source: 'query ($search: String) { teamMembers(filter: { search: $search }) { nodes { email kind isSelf hasSecondStep } } }',
        variableValues: { search },
        contextValue: { actor: fixtures.actors.planner, services: app.services },
      });
    for (const [email, hasSecondStep] of [
      [scenario.user.email, true],
      [without, false],
    ] as const)
      expect(await ask(email)).toEqual({ data: { teamMembers: { nodes: [{ email, kind: 'planner', isSelf: false, hasSecondStep }] } } });
  });
});
