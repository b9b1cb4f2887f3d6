import * as fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '../../graphql/schema.ts';
import { jpeg, pdf, png } from '../files.ts';
import { sampleOf } from '../matrix/requests.ts';
import { ROUTES } from '../matrix/routes.ts';

/** Generated requests, valid and broken, derived from the GraphQL schema and the routes. */

export const ROLES = ['visitor', 'admin', 'basic', 'planner', 'doctor'] as const;
export type Role = (typeof ROLES)[number];

export interface FuzzRequest {
  readonly role: Role;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Sent as bytes of our own: as far as this byte, and then the connection is cut; null: by a client that speaks HTTP. */
  readonly cutAt: number | null;
}

/** Ids of existing records by the names of arguments: random ids would never match one. */
export type Pool = Readonly<Record<string, readonly string[]>>;

/** Operations that would lock out the test's own accounts: called only with ids that do not exist. */
const LOCKS_OUT_CALLERS = new Set(['deleteUser', 'requireSecondStep', 'updateUserAccess', 'DELETE /auth/sessions/:id']);
/** Routes that end or replace the caller's session: called only by visitors. */
const ENDS_SESSION = /^\/auth\/(sign-out|session\/refresh|password)/;
const DEEPEST = 5;

type Draw = fc.GeneratorValue;

const HOSTILE = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066abc',
  'İıſ\u0130',
  '💣'.repeat(50),
  "'; drop table checks; --",
  '" or 1=1',
  '%',
  '_%_%',
  '\\',
  '../../../etc/passwd',
  '%00',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|"/c calc"!A0',
  '\r\nSet-Cookie: a=b',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '9'.repeat(400),
  'x'.repeat(5000),
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '-271821-04-20',
  '+275760-09-13',
  '2026-03-29T02:30:00+01:00',
  '2026-10-25T02:30:00',
  '24:00',
  '99:99',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '__proto__',
  'constructor',
] as const;

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);
const hostileNumber = fc.oneof(
  fc.constantFrom(0, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308, 0.1, 1e-320),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    [],
    {},
    [[[[]]]],
    { constructor: { prototype: { admin: true } } },
    Array.from({ length: 300 }, () => 1),
  ),
);

/** Without the library's bias to the ends of a range: this selects a branch, not a value to test. */
const upTo = (draw: Draw, max: number): number => draw(() => fc.noBias(fc.integer({ min: 0, max })));
const chance = (draw: Draw, percent: number): boolean => upTo(draw, 99) < percent;
const pick = <Value>(draw: Draw, values: readonly Value[]): Value => values[upTo(draw, values.length - 1)] as Value;

/** Mostly the id of an existing record; sometimes a random one. */
function idOf(draw: Draw, name: string, pool: Pool, harmless: boolean): string {
  const known = pool[name] ?? pool.id ?? [];
  if (harmless || known.length === 0 || chance(draw, 15)) return draw(() => fc.uuid());
  return chance(draw, 80) ? pick(draw, known) : pick(draw, Object.values(pool).flat());
}

/** A value of the type, or, now and then, one of another type. */
function inputOf(draw: Draw, type: GraphQLInputType, name: string, pool: Pool, harmless: boolean, depth = 0): unknown {
  if (chance(draw, 6)) return draw(() => hostileValue);
  if (isNonNullType(type)) return inputOf(draw, type.ofType, name, pool, harmless, depth);
  if (isListType(type)) {
    const count = pick(draw, [0, 1, 1, 1, 2, 5, 120]);
    const one = inputOf(draw, type.ofType, name, pool, harmless, depth + 1);
    return Array.from({ length: count }, (_, index) => (index < 3 ? inputOf(draw, type.ofType, name, pool, harmless, depth + 1) : one));
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => (isNonNullType(field.type) ? !chance(draw, 3) : chance(draw, 50)));
    return Object.fromEntries(fields.map((field) => [field.name, inputOf(draw, field.type, field.name, pool, harmless, depth + 1)]));
  }
  if (isEnumType(type)) return chance(draw, 95) ? pick(draw, type.getValues()).name : draw(() => hostileText);
  if (type.name === 'ID') return idOf(draw, name, pool, harmless);
  if (chance(draw, 25)) return type.name === 'Int' || type.name === 'Float' ? draw(() => hostileNumber) : draw(() => hostileText);
  if (type.name === 'Int' && name === 'version') return 1 + upTo(draw, 3);
  if (type.name === 'Int') return pick(draw, [0, 1, 2, 20, 100, 1000]);
  if (type.name === 'Boolean') return draw(fc.boolean);
  if (name === 'after' || name === 'search' || name === 'text') return pick(draw, ['', 'jan', 'peeters gent', 'a', '0470', 'eyJhIjoxfQ']);
  return sampleOf(type, name, {});
}

/** A selection of fields, with aliases, fragments and directives. */
function selectionOf(draw: Draw, type: GraphQLObjectType, depth: number): string {
  const fields = Object.values(type.getFields());
  const count = pick(draw, [1, 2, 3, 6, 12, fields.length]);
  const chosen = Array.from({ length: Math.min(count, fields.length) }, () => pick(draw, fields));
  const written = chosen.flatMap((field) => {
    const of = getNamedType(field.type);
    if (field.args.some((arg) => isNonNullType(arg.type))) return [];
    const alias = chance(draw, 10) ? `a${upTo(draw, 20)}: ` : '';
    const directive = chance(draw, 4) ? pick(draw, [' @include(if: true)', ' @skip(if: false)', ' @skip(if: true)', ' @nothing']) : '';
    if (isLeafType(of)) return [`${alias}${field.name}${directive}`];
    if (!isObjectType(of) || depth >= DEEPEST) return [];
    const inner = selectionOf(draw, of, depth + 1);
    return [`${alias}${field.name}${directive} ${chance(draw, 10) ? `{ ... on ${of.name} ${inner} }` : inner}`];
  });
  return `{ ${written.length === 0 ? '__typename' : written.join(' ')} }`;
}

const OPERATIONS = (['query', 'mutation'] as const).flatMap((kind) => {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {}).map((field) => ({ kind, field }));
});

function graphqlOf(draw: Draw, pool: Pool): unknown {
  const { kind, field } = pick(draw, OPERATIONS) as { kind: 'query' | 'mutation'; field: GraphQLField<unknown, unknown> };
  const harmless = LOCKS_OUT_CALLERS.has(field.name);
  const asked = field.args.filter(({ type }) => (isNonNullType(type) ? !chance(draw, 2) : chance(draw, 60)));
  const times = chance(draw, 8) ? pick(draw, [2, 5, 20]) : 1;
  const of = getNamedType(field.type);
  const selection = isObjectType(of) ? ` ${selectionOf(draw, of, 0)}` : '';
  const types = asked.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const call = `${field.name}${asked.length > 0 ? ` (${asked.map(({ name }) => `${name}: $${name}`).join(', ')})` : ''}${selection}`;
  const text = `${kind}${types && ` (${types})`} { ${Array.from({ length: times }, (_, index) => (times > 1 ? `r${index}: ${call}` : call)).join(' ')} }`;
  const variables = Object.fromEntries(asked.map(({ name, type }) => [name, inputOf(draw, type, name, pool, harmless)]));
  if (chance(draw, 6)) return { query: broken(draw, text), variables };
  if (chance(draw, 3)) return draw(() => hostileValue);
  return {
    query: text,
    variables,
    ...(chance(draw, 3) && { operationName: draw(() => hostileText), extensions: draw(() => hostileValue) }),
  };
}

/** The text with a piece cut out, repeated or replaced. */
function broken(draw: Draw, text: string): string {
  const at = upTo(draw, Math.max(0, text.length - 1));
  const length = upTo(draw, 20);
  return pick(draw, [
    text.slice(0, at),
    text.slice(0, at) + text.slice(at + length),
    text.slice(0, at) + draw(() => hostileText) + text.slice(at),
    text.slice(0, at) + text.slice(at, at + length).repeat(40) + text.slice(at),
    text.replaceAll('{', '{{'),
  ]);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/graphql-response+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/pdf',
  'image/jpeg',
  'image/png',
  'application/octet-stream',
  'nonsense',
  '',
] as const;

const headerText = (draw: Draw): string =>
  draw(() => fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 80 }));

function headersOf(draw: Draw): Record<string, string> {
  const headers: Record<string, string> = {};
  if (chance(draw, 10)) headers['content-encoding'] = pick(draw, ['gzip', 'br', 'deflate', 'identity', 'nonsense']);
  if (chance(draw, 10)) headers.accept = pick(draw, ['*/*', 'text/html', 'application/graphql-response+json', 'nonsense', '', 'a/b;q=x']);
  if (chance(draw, 6)) headers['accept-encoding'] = pick(draw, ['gzip', 'br, zstd', '*;q=0', 'nonsense']);
  if (chance(draw, 6)) headers.range = pick(draw, ['bytes=0-', 'bytes=-1', 'bytes=9-3', 'bytes=0-0,2-2', 'nonsense']);
  if (chance(draw, 6)) headers['if-none-match'] = headerText(draw);
  if (chance(draw, 6)) headers.origin = pick(draw, ['null', 'https://evil.example', 'http://localhost']);
  if (chance(draw, 4)) headers['access-control-request-method'] = pick(draw, METHODS);
  if (chance(draw, 4))
    headers.authorization = pick(draw, ['', 'Bearer', 'Bearer ', 'Bearer a.b.c', 'Basic eDp5', 'Bearer cwk_x', headerText(draw)]);
  if (chance(draw, 4)) headers.cookie = pick(draw, ['=', ';;;', '__Host-accessToken=', `__Host-session=${headerText(draw)}`, 'a="b']);
  if (chance(draw, 4)) headers['user-agent'] = headerText(draw);
  if (chance(draw, 4)) headers['accept-language'] = pick(draw, ['nl', 'xx-XX;q=9', '*', ',,,']);
  if (chance(draw, 3)) headers['idempotency-key'] = headerText(draw);
  if (chance(draw, 2)) headers['x-forwarded-for'] = pick(draw, ['', 'a', '1.2.3.4, ::1', '::ffff:127.0.0.1', '999.1.1.1', 'fe80::1%eth0']);
  return headers;
}

const ROUTE_NAMES = Object.keys(ROUTES).filter((name) => name !== 'POST /graphql');
const FILES = [
  () => pdf(),
  () => pdf({ title: 'x'.repeat(500) }),
  () => jpeg({ width: 60_000, height: 60_000 }),
  () => jpeg({ orientation: 9, exifText: '\u0000' }),
  () => png(),
  () => Buffer.alloc(0),
  () => Buffer.from('%PDF-1.7\n1 0 obj << /Length 99999999999 >> stream'),
] as const;

/** A file that is right, cut short, or with bytes that are others. */
function fileOf(draw: Draw): Buffer {
  const bytes = Buffer.from(pick(draw, FILES)());
  if (chance(draw, 30)) return bytes.subarray(0, upTo(draw, bytes.length));
  for (let flips = chance(draw, 50) ? upTo(draw, 20) : 0; flips > 0 && bytes.length > 0; flips -= 1)
    bytes[upTo(draw, bytes.length - 1)] = upTo(draw, 255);
  return bytes;
}

/** A value for a parameter of an address or a query. */
function parameterOf(draw: Draw, name: string, pool: Pool, harmless: boolean): string {
  if (chance(draw, 20)) return draw(() => hostileText);
  if (/id$/i.test(name)) return idOf(draw, name, pool, harmless);
  return pick(draw, ['1', 'nl', '0', 'AAAAAAAAAAAAAAAAAAAAAA', 'BE0440966354', '2026-02', 'telecheck', 'x']);
}

const QUERY_NAMES =
  'companyId email language first after search sort direction month fileName format superiorId from to period ticket refresh status'.split(
    ' ',
  );
const FIELD_NAMES =
  `email password code token id companyId firstName lastName phoneNumber language answer reason comment period startDate endDate
  currentPassword newPassword targetKeying context key ticket name worker incapacity invoicing address bell`.split(/\s+/);

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function restOf(draw: Draw, pool: Pool): Pick<FuzzRequest, 'method' | 'path' | 'body'> & { readonly type: string } {
  const name = pick(draw, ROUTE_NAMES);
  const [own = 'GET', url = '/'] = name.split(' ');
  const harmless = LOCKS_OUT_CALLERS.has(name);
  const method = harmless || chance(draw, 88) ? own : pick(draw, METHODS);
  const address = url
    .replace(/:(\w+)/g, (_, parameter: string) => encode(parameterOf(draw, parameter, pool, harmless)))
    .replace('*', () => encode(draw(() => hostileText)));
  const names = Array.from({ length: pick(draw, [0, 0, 1, 2, 4]) }, () => pick(draw, QUERY_NAMES));
  const query = names.map((one) => `${one}=${encode(parameterOf(draw, one, pool, harmless))}`).join('&');
  const path = `${address}${query && `?${query}`}${chance(draw, 2) ? pick(draw, ['?', '%', '%E0%A4%A', '#', '//', ';a=b']) : ''}`;
  if (method === 'GET' || method === 'HEAD') return { method, path, body: null, type: '' };
  if (/documents|certificates/.test(url) && chance(draw, 80))
    return { method, path, body: fileOf(draw), type: pick(draw, ['application/pdf', 'image/jpeg', 'image/png']) };
  const fields = Array.from({ length: pick(draw, [0, 1, 3, 6]) }, () => pick(draw, FIELD_NAMES));
  const object = Object.fromEntries(
    fields.map((field) => [field, /id$/i.test(field) ? idOf(draw, field, pool, harmless) : draw(() => hostileValue)]),
  );
  const text = JSON.stringify(chance(draw, 80) ? object : draw(() => hostileValue)) ?? '';
  return { method, path, body: Buffer.from(chance(draw, 12) ? broken(draw, text) : text), type: 'application/json' };
}

/** One request to a random operation or route. */
export function requests(pool: Pool): fc.Arbitrary<FuzzRequest> {
  return fc.gen().map((draw) => {
    const someone = pick(draw, ROLES);
    const headers = headersOf(draw);
    const isGraphql = chance(draw, 60);
    const asked = isGraphql
      ? {
          method: chance(draw, 97) ? 'POST' : pick(draw, METHODS),
          path: '/graphql',
          body: Buffer.from(JSON.stringify(graphqlOf(draw, pool)) ?? ''),
          type: 'application/json',
        }
      : restOf(draw, pool);
    const { method, path } = asked;
    const role = ENDS_SESSION.test(path) ? 'visitor' : someone;
    const body = method === 'GET' || method === 'HEAD' ? null : asked.body;
    if (body !== null) headers['content-type'] = chance(draw, 94) ? asked.type : pick(draw, TYPES);
    const cut = chance(draw, 6);
    return { role, method, path, headers, body, cutAt: cut ? upTo(draw, 700 + (body?.length ?? 0)) : null };
  });
}
