import { type GraphQLField, type GraphQLInputType, getNamedType, isInputObjectType, isLeafType, isListType, isNonNullType } from 'graphql';
import { type GraphqlRequest, type Ids, requestOf, sampleOf } from './requests.ts';

/** Requests with one value that no program should stumble over, in each field that an operation takes (security.md, I3). */

const TEXTS = ['a\u0000b', 'a\ud800b', '\udfff', 'x'.repeat(20_000)];
const NUMBERS = [2 ** 31, -(2 ** 31) - 1, 2 ** 53, Number.MAX_VALUE, -Number.MAX_VALUE, 0.1];
const DAYS = ['2026-02-29', '2026-02-30', '0000-00-00', '9999-12-31', '+275760-09-13', '-271821-04-20', '2026-03-02\u0000'];
const MOMENTS = [
  '2026-02-30T08:00:00.000Z',
  '2026-03-29T02:30:00',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
];

/** By the name of a scalar; of any other, such as an enumeration, `TEXTS`. */
const HOSTILE: Readonly<Record<string, readonly unknown[]>> = {
  Int: [...NUMBERS, '1e309'],
  Float: [...NUMBERS, '1e309'],
  Boolean: ['true', 2],
  Date: DAYS,
  DateTime: MOMENTS,
  Time: ['24:00', '99:99', '10:00\u0000'],
};
/** For what says no types. */
export const HOSTILE_VALUES: readonly unknown[] = [...TEXTS, Number.MAX_VALUE, -(2 ** 31) - 1, DAYS[1], DAYS[4], MOMENTS[0], {}, [[null]]];

/** Fields whose refusal does not name them, with the reason. */
export const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  'confirmResult, answer': 'the reason of the step, as its form calls it',
  'questionResult, question': 'the reason of the step, as its form calls it',
  'sendAgain, ids': 'the screen sends ids of its own list alone',
  'mails, search': 'the database refuses NUL (errors.ts), which no field takes',
  'dashboardReaders, search': 'the database refuses NUL (errors.ts), which no field takes',
  'superiors, search': 'the database refuses NUL (errors.ts), which no field takes',
  'importEmployees, rows.employeeMatricule': 'the database refuses NUL (errors.ts), and no table that is read has it',
  'importEmployees, rows.superiorEmail': 'the database refuses NUL (errors.ts), and no table that is read has it',
};

interface HostileInput {
  /** Of the field, such as `input.reason`. */
  readonly path: string;
  readonly value: unknown;
  readonly request: GraphqlRequest;
}

/** Values of the type, each right but for one field within it. */
function* variantsOf(type: GraphQLInputType, name: string, ids: Ids): Generator<{ path: string; hostile: unknown; value: unknown }> {
  if (isNonNullType(type)) yield* variantsOf(type.ofType, name, ids);
  else if (isListType(type)) for (const one of variantsOf(type.ofType, name, ids)) yield { ...one, value: [one.value] };
  else if (isInputObjectType(type)) {
    const right = sampleOf(type, name, ids) as object;
    for (const field of Object.values(type.getFields()))
      for (const one of variantsOf(field.type, field.name, ids))
        yield { ...one, path: `${name}.${one.path}`, value: { ...right, [field.name]: one.value } };
  } else for (const hostile of HOSTILE[type.name] ?? TEXTS) yield { path: name, hostile, value: hostile };
}

/** The operation about these ids, once for each field that it takes and each value that does not belong there. */
export function* hostileInputsOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>, ids: Ids): Generator<HostileInput> {
  const right = requestOf(kind, field, ids, false).variables;
  const call = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const types = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const query = `${kind} (${types}) { answer: ${field.name} (${call})${isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'} }`;
  for (const { name, type } of field.args)
    for (const { path, hostile, value } of variantsOf(type, name, ids))
      yield { path, value: hostile, request: { query, variables: { ...right, [name]: value } } };
}
