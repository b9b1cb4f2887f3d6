import { GRAPHQL_LIMITS } from '../graphql/limits.ts';

const repeat = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, index) => text(index)).join(' ');
/** The limits concern the text of a query; any id will do. */
const SOMEBODY = '018f3c52-0000-7000-8000-000000000000';
const field = `superiors(companyId: "${SOMEBODY}") { totalCount }`;
/** Queries that would be expensive for the server: a description, the query, and the code of the refusal. */
export const ABUSE: readonly (readonly [name: string, query: string, code: string])[] = [
  ['5,000 repeated fields', `{ ${'__typename '.repeat(5000)} }`, 'request.tooComplex'],
  ['1,001 tokens', `{ ${'__typename '.repeat(999)} }`, 'request.tooComplex'],
  ['10,000 aliases', `{ ${repeat(10_000, (index) => `a${index}: __typename`)} }`, 'request.tooComplex'],
  ['aliases', `{ ${repeat(GRAPHQL_LIMITS.aliases + 1, (index) => `a${index}: ${field}`)} }`, 'request.tooComplex'],
  ['directives', `{ __typename ${'@include(if: true) '.repeat(GRAPHQL_LIMITS.directives + 1)} }`, 'request.tooComplex'],
  ['a megabyte of comment', `#${'x'.repeat(GRAPHQL_LIMITS.characters)}\n{ __typename }`, 'request.tooComplex'],
  ['a long text', `{ superiors(companyId: "${'x'.repeat(GRAPHQL_LIMITS.characters)}") { totalCount } }`, 'request.tooComplex'],
  ['braces without end', '{'.repeat(900), 'request.malformed'],
  ['a list without end', `{ superiors(companyId: ${'['.repeat(900)}) { totalCount } }`, 'request.malformed'],
  ['a fragment that spreads itself', `{ ...f } fragment f on Query { ${field} ...f }`, 'request.malformed'],
  ['fragments in a circle', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }', 'request.malformed'],
  [
    'fragments that double',
    `{ ...f0 } ${repeat(70, (index) => `fragment f${index} on Query { ${index === 69 ? field : `...f${index + 1} ...f${index + 1}`} }`)}`,
    'request.tooComplex',
  ],
  [
    'fields that could conflict',
    `{ ${repeat(140, () => `... on Query { ${'__typename '}}`)} superiors(companyId: "a") { totalCount } superiors(companyId: "b") { totalCount } }`,
    'request.malformed',
  ],
  [
    'introspection in introspection',
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    'request.malformed',
  ],
  [
    'lists in lists',
    `{ ${repeat(3, (index) => `c${index}: checks(first: 100) { nodes { doctor { availabilities { weekday fromTime toTime } } events { at action toStatus version reason actorName } } }`)} }`,
    'request.tooComplex',
  ],
  [
    'the same list fifteen times',
    `{ ${repeat(15, (index) => `c${index}: checks(first: 100) { nodes { id status workerFullName events { at action } } }`)} }`,
    'request.tooComplex',
  ],
  ['fifteen dashboards', `{ ${repeat(15, (index) => `d${index}: dashboard { months { month confirmed } }`)} }`, 'request.tooComplex'],
  [
    'the same through fragments',
    '{ __schema { types { ...a } } } fragment a on __Type { fields { type { ...b } } } fragment b on __Type { fields { type { ...c } } } fragment c on __Type { fields { type { fields { name } } } }',
    'request.malformed',
  ],
];
