import { searchTextOf } from '@checkwell/domain/people/search-text';
import type { Actor } from '@checkwell/domain/policy';
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  graphql,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createCrypto } from '../platform/crypto/crypto.ts';
import { ENCRYPTED } from '../platform/crypto/encrypted-columns.ts';
import { diskFiles } from '../platform/files/disk-files.ts';
import { newId } from '../platform/ids.ts';
import { seed } from '../seed/seed.ts';
import { testDatabase } from '../test/database.ts';
import { createFixtures, insertCheck } from '../test/fixtures.ts';
import { testFolder } from '../test/folder.ts';
import { serverApp } from '../test/servers/server-app.ts';
import { schema } from './schema.ts';

/**
 * No statement of a request is sent once per row: each list of the schema is asked for two and for twenty rows, with every field that its
 * rows have, and their fields in turn.
 */
const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock, services, config } = app;
const crypto = createCrypto([config.appSecret]);

const SMALL = 2;
const LARGE = 20;
/** Rows of rows: a certificate's check, and that check's doctor and history. */
const DEPTH = 3;

/** Who sees most of a list: the provider, but for the notes that only the doctor reads. */
let actors: Readonly<Record<'planner' | 'doctor' | 'admin', Actor>>;
let companyId: string;
let checkId: string;

beforeAll(async () => {
  const documents = { crypto, files: diskFiles(testFolder('statements')) };
  await seed({ db, clock, identity: services.identity, invoices: services.invoices, documents }, { companies: 24, checks: 300 });
  const [doctor] = await owner<{ doctorId: string; checks: string[]; companies: string[] }>(
    `select "doctorId", array_agg(id) as checks, array_agg("companyId") as companies from checks
      where status = 'Archived' and "doctorId" is not null group by 1 order by count(*) desc limit 1`,
  );
  for (const [index, id] of (doctor?.checks ?? []).entries()) {
    const company = doctor?.companies[index] ?? '';
    await owner('insert into medical_notes ("companyId", "checkId", "doctorId", note) values ($1, $2, $3, $4)', [
      company,
      id,
      doctor?.doctorId,
      crypto.encryptText('A note.', ENCRYPTED.medicalNote.contextOf(company, id)),
    ]);
  }
  const [largest] = await owner<{ companyId: string }>('select "companyId" from checks group by 1 order by count(*) desc limit 1');
  companyId = largest?.companyId ?? '';
  // The demo's checks are nearly all over.
  const fixtures = await createFixtures(db, clock);
  for (let index = 0; index < LARGE; index += 1) {
    const certificateId = fixtures.a.certificates[0];
    ({ id: checkId } = await insertCheck(db, fixtures, clock, { status: 'Planning', certificateId, workerLastName: `Open ${index}` }));
  }
  const profile = async (kind: 'planner' | 'doctor' | 'employer', doctorId: string | null = null): Promise<string> => {
    const [known] = await owner<{ id: string }>('select id from profiles where "doctorId" = $1', [doctorId]);
    if (known) return known.id;
    const profileId = newId();
    await owner(
      `insert into profiles (id, kind, "userName", "firstName", "lastName", "doctorId", "companyId", issuer, subject)
        values ($1, $2, $3, 'A', 'B', $4, $5, 'https://issuer.example.be', $6)`,
      [profileId, kind, `${profileId}@example.be`, doctorId, kind === 'employer' ? companyId : null, profileId],
    );
    return profileId;
  };
  for (let index = 0; index < LARGE; index += 1) {
    const name = `Person ${index}`;
    await owner(
      `insert into sign_ups (id, "firstName", "lastName", email, "phoneNumber", "companyName", language, "createdAt", "searchText")
        values ($1, $2, 'B', $3, $4, $2, 'en', now(), $5)`,
      [newId(), name, `p${index}@example.be`, `+3247000000${index % 10}`, searchTextOf(name, 'B')],
    );
    await owner(
      `insert into mails (id, "companyId", recipient, language, template, subject, html, "plainText", "createdAt", "searchText")
        values ($1, $2, $3, 'en', 'invitation', 'A', 'B', 'C', now(), 'a')`,
      [newId(), companyId, `m${index}@example.be`],
    );
    await owner(`insert into superiors ("companyId", id, email, language, "lastName") values ($1, $2, $3, 'nl', $4)`, [
      companyId,
      newId(),
      `s${index}@example.be`,
      name,
    ]);
    await owner(`insert into company_users ("companyId", "profileId", "accesType", languages) values ($1, $2, 'basic', '{en}')`, [
      companyId,
      await profile('employer'),
    ]);
    await profile('planner');
  }
  const email = 'somebody@example.be';
  actors = {
    planner: { kind: 'planner', profileId: await profile('planner'), email },
    doctor: { kind: 'doctor', profileId: await profile('doctor', doctor?.doctorId), email, doctorId: doctor?.doctorId ?? '' },
    admin: {
      kind: 'employer',
      profileId: await profile('employer'),
      email,
      memberships: [companyId, fixtures.a.id].map((id) => ({ companyId: id, accesType: 'admin', superiorId: null })),
    },
  };
});

/** What a list answers to a role that has none of it. */
const NOT_THEIRS = ['access.forbidden', 'entity.notFound'];
const LISTS = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) => args.some(({ name }) => name === 'first'));

/** Every field that needs no argument, down to some depth. */
function fieldsOf(type: GraphQLNamedType, depth: number): string {
  if (!isObjectType(type)) return '';
  return Object.values(type.getFields())
    .filter(({ args }) => !args.some((argument) => isNonNullType(argument.type)))
    .map((field) => {
      const inside = getNamedType(field.type);
      if (isLeafType(inside)) return field.name;
      const fields = depth > 0 ? fieldsOf(inside, depth - 1) : '';
      return fields === '' ? '' : `${field.name} { ${fields} }`;
    })
    .join(' ');
}

const argumentValue = ({ name, type }: GraphQLArgument): string => {
  const inside = getNamedType(type);
  if (isEnumType(inside)) return inside.getValues()[0]?.name ?? '';
  return name === 'filter' ? `{ companyId: "${companyId}" }` : `"${companyId}"`;
};

const ORIGINAL_QUERY = pg.Client.prototype.query;

interface Measure {
  readonly rows: number;
  readonly statements: readonly string[];
  readonly refusals: readonly string[];
}

/** @returns what the request sent to the database */
async function ask(source: string, actor: Actor): Promise<Measure> {
  const sent: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function counted(this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [string | { readonly text: string }];
    sent.push(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(ORIGINAL_QUERY, this, given);
  } as never);
  try {
    const context = { actor, services, traceId: 'statements', language: 'en' };
    const { data, errors = [] } = await graphql({ schema, source, contextValue: context });
    const [list] = Object.values((data ?? {}) as Record<string, { nodes?: unknown[] } | unknown[] | null>);
    const rows = Array.isArray(list) ? list.length : (list?.nodes?.length ?? 0);
    return { rows, statements: sent.filter((text) => text !== 'select 1'), refusals: errors.map(({ message }) => message) };
  } finally {
    query.mockRestore();
  }
}
describe('a list sends no statement more often for twenty rows than for two', () => {
  test.each(LISTS.map((field) => [field.name, field] as const))('%s', async (_name, field) => {
    const required = field.args.filter(({ name, type }) => isNonNullType(type) && name !== 'first');
    const source = (first: number) => {
      const values = [...required.map((argument) => `${argument.name}: ${argumentValue(argument)}`), `first: ${first}`];
      return `{ ${field.name}(${values.join(', ')}) { nodes { ${fieldsOf(nodeOf(field.type), DEPTH)} } } }`;
    };
    let seen = 0;
    for (const actor of Object.values(actors)) {
      const [small, large] = [await ask(source(SMALL), actor), await ask(source(LARGE), actor)];
      if (large.refusals.length > 0 && large.refusals.every((code) => NOT_THEIRS.includes(code))) continue;
      expect(large.refusals).toEqual([]);
      if (large.rows <= SMALL) continue;
      seen = Math.max(seen, large.rows);
      expect(repeated(small, large), actor.kind).toEqual([]);
    }
    expect(seen, 'rows that somebody sees').toBeGreaterThan(SMALL * 3);
  });

  test('the doctors for a check', async () => {
    const list = (fields: string): Promise<Measure> =>
      ask(`{ doctorCandidates(checkId: "${checkId}", day: "${clock.today()}") { ${fields} } }`, actors.planner);
    const [alone, whole] = [await list('distanceKm'), await list(fieldsOf(schema.getType('DoctorCandidate') as GraphQLObjectType, DEPTH))];
    expect(whole.refusals).toEqual([]);
    expect(whole.rows).toBeGreaterThan(SMALL * 3);
    expect(repeated(alone, whole)).toEqual([]);
  });

  test('the doctors who were asked about a check', async () => {
    await owner(
      `insert into offers ("companyId", id, "checkId", "doctorId", state, "appointmentStart", "appointmentEnd", fee, "tokenHash", "sentAt", "answerableUntil")
        select c."companyId", gen_random_uuid(), c.id, d.id, 'Open', now(), now() + interval '20 minutes', 5500, sha256(d.id::text::bytea), now(), now()
        from checks c, (select id from doctors order by id limit $2) d where c.id = $1`,
      [checkId, LARGE],
    );
    const list = (fields: string): Promise<Measure> =>
      ask(`{ checkOffers(checkId: "${checkId}") { offers { ${fields} } } }`, actors.planner);
    const [alone, whole] = [await list('id'), await list(fieldsOf(schema.getType('Offer') as GraphQLObjectType, DEPTH))];
    expect(whole.refusals).toEqual([]);
    expect(await owner('select 1 from offers where "checkId" = $1', [checkId])).toHaveLength(LARGE);
    expect(repeated(alone, whole)).toEqual([]);
  });
});

function nodeOf(type: unknown): GraphQLNamedType {
  const connection = getNamedType(type as GraphQLObjectType) as GraphQLObjectType;
  const nodes = connection.getFields().nodes;
  if (!nodes || !isListType(getNullableType(nodes.type))) throw new Error(`${connection.name} is no page.`);
  return getNamedType(nodes.type);
}

/** Two of the first rows may lack what some of the twenty have, at each depth. */
const BY_CHANCE = 2;

/** Queries of `large` that were sent for its rows one by one; those that begin and end transactions come with them. */
function repeated(small: Measure, large: Measure): string[] {
  const timesIn = ({ statements }: Measure) =>
    new Map([...Map.groupBy(statements.filter(isQuery), (text) => text)].map(([text, all]) => [text, all.length]));
  const before = timesIn(small);
  return [...timesIn(large)]
    .filter(([text, times]) => times > (before.get(text) ?? 0) + BY_CHANCE)
    .map(([text, times]) => `${times} × ${text.slice(0, 200)}`);
}

const isQuery = (text: string): boolean => /\b(from|into|update)\b/i.test(text);
