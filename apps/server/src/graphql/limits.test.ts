import { readdirSync, readFileSync } from 'node:fs';
import { PAGE } from '@checkwell/domain/constants';
import {
  buildSchema,
  type FragmentDefinitionNode,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { brokenByDocument, brokenByOperation, GRAPHQL_LIMITS, refuseUnweighed, weightOf } from './limits.ts';
import { schema as product } from './schema.ts';

const schema = buildSchema(`
  type Query { things(first: Int, after: String): ThingConnection!  thing: Thing! }
  type ThingConnection { nodes: [Thing!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! }
  type Thing { id: ID! a: String b: String c: String self: Thing! parts: [Part!]! }
  type Part { x: Int thing: Thing! }
`);
const parts = schema.getType('Thing');
if (isObjectType(parts)) Object.assign(parts.getFields().parts ?? {}, { extensions: { rows: 10 } });

function broken(text: string, variables: Record<string, unknown> = {}): string | null {
  const document = parse(text);
  const operation = document.definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = document.definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION);
  if (!operation) throw new Error('no operation');
  return (
    brokenByDocument(document) ?? brokenByOperation(schema, operation, new Map(fragments.map((node) => [node.name.value, node])), variables)
  );
}

/** A row of itself, an id, and ten parts of a field and a thing each. */
const PAGE_FRAGMENT = 'fragment page on ThingConnection { nodes { id parts { x thing { __typename } } } }';

function costOf(text: string, variables: Record<string, unknown>): number {
  const { definitions } = parse(text);
  const operation = definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION);
  if (!operation) throw new Error('no operation');
  return weightOf(schema, operation, new Map(fragments.map((node) => [node.name.value, node])), variables).cost;
}

const nested = (field: string, times: number, leaf: string) => `${`${field} { `.repeat(times)}${leaf}${' }'.repeat(times)}`;

describe('limits of a GraphQL request', () => {
  test('an ordinary page is no problem', () => {
    expect(broken('query ($n: Int) { things(first: $n) { nodes { id a b c self { id } parts { x } } } }', { n: 100 })).toBeNull();
  });

  test('depth', () => {
    expect(broken(`{ ${nested('thing', 1, nested('self', GRAPHQL_LIMITS.depth - 2, 'id'))} }`)).toBeNull();
    expect(broken(`{ ${nested('thing', 1, nested('self', GRAPHQL_LIMITS.depth - 1, 'id'))} }`)).toBe('depth');
  });

  test('depth hidden in fragments and inline fragments', () => {
    const fragment = `fragment deep on Thing { ... on Thing { ${nested('self', GRAPHQL_LIMITS.depth - 1, 'id')} } }`;
    expect(broken(`{ thing { ...deep } } ${fragment}`)).toBe('depth');
  });

  test('lists in lists', () => {
    expect(broken('{ things(first: 100) { nodes { parts { thing { parts { x } } } } } }')).toBeNull();
    expect(broken('{ things(first: 100) { nodes { parts { thing { parts { thing { parts { x } } } } } } } }')).toBe('cost');
  });

  test('the page size counts where it comes from a variable, and never beyond the most', () => {
    const query = 'query ($n: Int) { things(first: $n) { nodes { parts { thing { parts { x thing { a b c } } } } } } }';
    expect(broken(query, { n: 1 })).toBeNull();
    expect(broken(query, { n: 100 })).toBe('cost');
    expect(broken('query ($n: Int) { things(first: $n) { nodes { id } } }', { n: 1_000_000_000 })).toBeNull();
    expect(broken('query ($n: Int) { things(first: $n) { nodes { id } } }', { n: -5 })).toBeNull();
  });

  test.each([
    ['as a literal', 'query { things(first: 100) { ...page } }', {}],
    ['as a variable', 'query ($n: Int) { things(first: $n) { ...page } }', { n: 100 }],
    ['as the default of a variable', 'query ($n: Int = 100) { things(first: $n) { ...page } }', {}],
    ['as the default of a variable that is undefined', 'query ($n: Int = 100) { things(first: $n) { ...page } }', { n: undefined }],
    ['in a fragment', 'query ($n: Int = 100) { ...root } fragment root on Query { things(first: $n) { ...page } }', {}],
    ['under an alias', 'query ($n: Int = 100) { mine: things(first: $n) { ...page } }', {}],
  ])('the page size counts %s', (_where, query, variables: Record<string, unknown>) => {
    expect(costOf(`${query} ${PAGE_FRAGMENT}`, variables)).toBe(100 + 1 + 100 * (1 + 1 + 10 * 3));
  });

  test.each([
    ['not sent', 'query { things { ...page } }', {}],
    ['null in place of its default', 'query ($n: Int = 100) { things(first: $n) { ...page } }', { n: null }],
    ['a word', 'query ($n: Int) { things(first: $n) { ...page } }', { n: 'many' }],
  ])('a page size that is %s counts as the default', (_what, query, variables: Record<string, unknown>) => {
    expect(costOf(`${query} ${PAGE_FRAGMENT}`, variables)).toBe(100 + 1 + PAGE.defaultSize * (1 + 1 + 10 * 3));
  });

  test('a hundred root fields', () => {
    expect(broken(`{ ${'thing { id } '.repeat(150)} }`)).toBeNull(); // tokens stop it; the cost of equal fields is one query
    expect(broken(`{ ${'thing { id } '.repeat(300)} }`)).toBe('cost');
  });

  test('a field that reads more than it shows says what it costs', () => {
    const costly = new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        fields: {
          sum: { type: new GraphQLObjectType({ name: 'Sum', fields: { total: { type: GraphQLInt } } }), extensions: { cost: 8000 } },
        },
      }),
    });
    const ask = (count: number) =>
      parse(`{ ${Array.from({ length: count }, (_, index) => `s${index}: sum { total }`).join(' ')} }`)
        .definitions[0] as OperationDefinitionNode;
    expect(brokenByOperation(costly, ask(2), new Map(), {})).toBeNull();
    expect(brokenByOperation(costly, ask(3), new Map(), {})).toBe('cost');
  });

  test('aliases and directives', () => {
    const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, index) => `a${index}: thing { id }`).join(' ')} }`;
    expect(broken(aliases(GRAPHQL_LIMITS.aliases))).toBeNull();
    expect(broken(aliases(GRAPHQL_LIMITS.aliases + 1))).toBe('aliases');
    expect(broken(`{ thing { id ${'@skip(if: false) '.repeat(GRAPHQL_LIMITS.directives + 1)} } }`)).toBe('directives');
  });

  test('fragments that spread each other twice, seventy times over, cost no time', () => {
    const chain = Array.from(
      { length: 70 },
      (_, index) => `fragment f${index} on Thing { ${index === 69 ? 'id' : `...f${index + 1} ...f${index + 1}`} }`,
    ).join('\n');
    expect(broken(`{ thing { ...f0 } } ${chain}`)).toBe('cost');
  });

  test('a fragment that spreads itself is left to validation', () => {
    expect(broken('{ thing { ...f } } fragment f on Thing { self { ...f } }')).toBeNull();
  });
});

describe('a schema', () => {
  const things = (extensions: Record<string, number>, resolve?: (parent: unknown, args: unknown, context: unknown) => unknown) => {
    const thing = new GraphQLObjectType({
      name: 'Thing',
      fields: { names: { type: new GraphQLList(GraphQLInt), extensions, ...(resolve && { resolve }) } },
    });
    return new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { thing: { type: thing } } }) });
  };

  test('with a list of unknown length is refused', () => {
    expect(() => refuseUnweighed(things({}))).toThrow('Thing.names');
    expect(() => refuseUnweighed(things({ rows: 5 }))).not.toThrow();
  });

  test('with a field that loads something without a weight is refused', () => {
    const load = (_parent: unknown, _args: unknown, context: unknown) => context;
    expect(() => refuseUnweighed(things({ rows: 5 }, load))).toThrow('Thing.names');
    expect(() => refuseUnweighed(things({ rows: 5, cost: 10 }, load))).not.toThrow();
  });

  test('as ours is, lets every screen ask for the largest page', () => {
    const root = new URL('../../../web/src/', import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'));
    const nodes = files.flatMap((name) => parse(readFileSync(new URL(name, root), 'utf8')).definitions);
    const fragments = new Map(nodes.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])));
    const operations = nodes.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    expect(operations.length).toBeGreaterThan(90);
    for (const operation of operations) {
      expect(brokenByOperation(product, operation, fragments, { first: PAGE.maxSize }), operation.name?.value).toBeNull();
    }
  });

  test('as ours is, refuses fifteen pages of a hundred certificates with their advice, whichever way the hundred is said', () => {
    const pages = (first: string) =>
      Array.from({ length: 15 }, (_, index) => `p${index}: certificates(first: ${first}) { nodes { advice { remarks { code } } } }`);
    for (const text of [`{ ${pages('100').join(' ')} }`, `query ($n: Int = 100) { ${pages('$n').join(' ')} }`]) {
      const [operation] = parse(text).definitions;
      expect(brokenByOperation(product, operation as OperationDefinitionNode, new Map(), {})).toBe('cost');
    }
  });
});
