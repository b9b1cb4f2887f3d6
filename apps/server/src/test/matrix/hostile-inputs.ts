import { type GraphQLField, type GraphQLInputType, getNamedType, isInputObjectType, isLeafType, isListType, isNonNullType } from 'graphql';
import { type GraphqlRequest, type Ids, requestOf, sampleOf } from './requests.ts';

/** Requests with one unusual or invalid value, in each field of an operation (security.md, I3): none may cause an error of the server. */

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

/** Values by name of the scalar; other types, such as enumerations, get `TEXTS`. */
const HOSTILE: Readonly<Record<string, readonly unknown[]>> = {
  Int: [...NUMBERS, '1e309'],
  Float: [...NUMBERS, '1e309'],
  Boolean: ['true', 2],
  Date: DAYS,
  DateTime: MOMENTS,
  Time: ['24:00', '99:99', '10:00\u0000'],
};
/** For bodies of routes, whose types are not known here. */
export const HOSTILE_VALUES: readonly unknown[] = [...TEXTS, Number.MAX_VALUE, -(2 ** 31) - 1, DAYS[1], DAYS[4], MOMENTS[0], {}, [[null]]];

/** Fields that a refusal does not name, with the reason. */
export const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  'confirmResult, answer': 'named `reason`, as in the form of the step',
  'questionResult, question': 'named `reason`, as in the form of the step',
  'sendAgain, ids': 'the screen sends only ids of its list',
};

interface HostileInput {
  /** The path of the field, such as `input.reason`. */
  readonly path: string;
  readonly value: unknown;
  readonly request: GraphqlRequest;
}

/** Values of the type, each valid except for one field. */
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

/** Requests to the operation with these ids, one for each of its fields and each hostile value. */
export function* hostileInputsOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>, ids: Ids): Generator<HostileInput> {
  const right = requestOf(kind, field, ids, false).variables;
  const call = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const types = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const query = `${kind} (${types}) { answer: ${field.name} (${call})${isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'} }`;
  for (const { name, type } of field.args)
    for (const { path, hostile, value } of variantsOf(type, name, ids))
      yield { path, value: hostile, request: { query, variables: { ...right, [name]: value } } };
}
