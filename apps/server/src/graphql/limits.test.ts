import {
  buildSchema,
  type FragmentDefinitionNode,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { brokenByDocument, brokenByOperation, GRAPHQL_LIMITS } from './limits.ts';

const schema = buildSchema(`
  type Query { things(first: Int, after: String): ThingConnection!  thing: Thing! }
  type ThingConnection { nodes: [Thing!]! }
  type Thing { id: ID! a: String b: String c: String self: Thing! parts: [Part!]! }
  type Part { x: Int thing: Thing! }
`);

function broken(text: string, variables: Record<string, unknown> = {}): string | null {
  const document = parse(text);
  const operation = document.definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = document.definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION);
  if (!operation) throw new Error('no operation');
  return (
    brokenByDocument(document) ?? brokenByOperation(schema, operation, new Map(fragments.map((node) => [node.name.value, node])), variables)
  );
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
