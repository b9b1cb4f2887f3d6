import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { testDatabase } from '../test/database.ts';
import { type Browser, makeUser, PASSWORD } from '../test/servers/identity-app.ts';
import { serverApp } from '../test/servers/server-app.ts';
import { createWorld, insertCheck, type World } from '../test/world.ts';
import { schema } from './schema.ts';

/** Every operation of the schema, also those that come later: without a sign-in, and of somebody whom the data does not concern. */
const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);

const OPERATIONS = (['query', 'mutation'] as const).flatMap((kind) => {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {}).map((field) => ({ kind, field, name: field.name }));
});

/** Something that the type takes: of what may be left out, nothing. @param ids by the name of the argument */
function sampleOf(type: GraphQLInputType, name: string, ids: Readonly<Record<string, string>>): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, name, ids);
  if (isListType(type)) return [sampleOf(type.ofType, name, ids)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type) || field.name in ids)
        .map((field) => [field.name, sampleOf(field.type, field.name, ids)]),
    );
  const values: Readonly<Record<string, unknown>> = {
    ID: ids[name] ?? newId(),
    Int: 1,
    Float: 1,
    Boolean: false,
    Date: '2026-03-02',
    Time: '10:00',
    DateTime: '2026-03-02T09:00:00Z',
  };
  return values[type.name] ?? `${name} x`;
}

function requestOf(kind: string, field: GraphQLField<unknown, unknown>, ids: Readonly<Record<string, string>> = {}) {
  const asked = field.args.filter(({ type, name }) => isNonNullType(type) || name in ids || name === 'filter');
  const names = asked.map(({ name }) => `${name}: $${name}`).join(', ');
  const types = asked.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const fields = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  return {
    query: `${kind}${types && ` (${types})`} { answer: ${field.name}${names && ` (${names})`}${fields} }`,
    variables: Object.fromEntries(asked.map(({ name, type }) => [name, sampleOf(type, name, ids)])),
  };
}

let world: World;
let stranger: Browser;
let insider: Browser;
/** What belongs to the company of which the stranger is no part, by the kind of thing. */
let things: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await createWorld(db, app.clock);
  const signIn = async (companyId: string): Promise<Browser> => {
    const { email } = await makeUser(database, app.services.identity, { companyId, accesType: 'admin' });
    const browser = app.browser();
    expect((await browser.signIn(email, PASSWORD)).statusCode).toBe(200);
    return browser;
  };
  stranger = await signIn(world.b.id);
  insider = await signIn(world.a.id);
  const [costCentre] = await owner<{ id: string }>(
    `insert into cost_centres ("companyId", id, code, name) values ($1, $2, 'C1', 'Logistics') returning id`,
    [world.a.id, newId()],
  );
  things = {
    check: (await insertCheck(db, world, app.clock, { companyId: world.a.id })).id,
    report: (await insertCheck(db, world, app.clock, { companyId: world.a.id, status: 'Archived' })).id,
    certificate: world.a.certificates[0],
    employee: world.a.employees[0],
    superior: world.a.superiors[0],
    document: world.a.document,
    profile: world.actors.adminA.profileId,
    costCentre: costCentre?.id ?? '',
    company: world.a.id,
    doctor: world.doctors.brussels,
  };
});

test('the walk finds the operations', () => {
  expect(OPERATIONS.map(({ name }) => name)).toEqual(expect.arrayContaining(['checks', 'viewer', 'orderCheck', 'creditInvoice']));
  expect(OPERATIONS.length).toBeGreaterThan(60);
});

describe('nobody signed in', () => {
  test.each(OPERATIONS)('$name is 401', async ({ kind, field }) => {
    const { query, variables } = requestOf(kind, field);
    const response = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', authorization: '' },
      payload: { query, variables },
    });
    expect(response.json().errors?.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([
      'access.unauthenticated',
    ]);
    expect(response.statusCode).toBe(401);
    expect(response.json().data?.answer ?? null).toBeNull();
  });
});

describe("another company's", () => {
  // A search asks for no thing: it finds, or does not (below).
  const concerned = OPERATIONS.filter(
    ({ field, name }) => name !== 'searchEverything' && field.args.some((arg) => /^(id|\w+Id)$/.test(arg.name)),
  );

  test.each(concerned)('$name is refused, whatever it is asked of', async ({ kind, field }) => {
    for (const [what, id] of Object.entries(things)) {
      const ids = { id, companyId: world.a.id, checkId: things.check ?? '', documentId: things.document ?? '' };
      const { query, variables } = requestOf(kind, field, ids);
      const response = await stranger.send('POST', '/graphql', { query, variables });
      const { data, errors = [] } = response.json();
      expect(data?.answer ?? null, `${field.name} of a ${what}`).toBeNull();
      expect(errors.length, `${field.name} of a ${what}`).toBe(1);
      expect(['access.forbidden', 'entity.notFound', 'request.invalid'], `${field.name} of a ${what}`).toContain(errors[0].extensions.code);
    }
  });

  test('the search finds nothing of it', async () => {
    const query = `query ($companyId: ID, $text: String!) { searchEverything(companyId: $companyId, text: $text) {
      checks { id } reports { id } certificates { id } employees { id } companies { id } doctors { id } } }`;
    const found = async (browser: Browser): Promise<readonly string[]> => {
      const response = await browser.send('POST', '/graphql', { query, variables: { companyId: world.a.id, text: '' } });
      const results = Object.values(response.json().data.searchEverything as Record<string, { id: string }[]>).flat();
      return results.map(({ id }) => id).filter((id) => Object.values(things).includes(id));
    };
    expect(await found(insider)).toContain(things.check);
    expect(await found(stranger)).toEqual([]);
  });

  test('nothing of it changed', async () => {
    const [row] = await owner<{ checks: number; events: number }>(
      `select (select count(*)::int from checks where "companyId" = $1 and version = 1) as checks,
        (select count(*)::int from check_events where "companyId" = $1 and action <> 'order') as events`,
      [world.a.id],
    );
    expect(row).toEqual({ checks: 2, events: 0 });
  });
});
