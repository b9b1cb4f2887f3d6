import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { newId } from '../../platform/ids.ts';

/** Valid requests to operations of the schema, made from the types of their arguments; of the optional fields only the given ids are set. */

export type Ids = Readonly<Record<string, string>>;
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Valid values for fields whose type alone does not give one, by name. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  email: 'new@example.be',
  invoicingEmail: 'bills@example.be',
  phoneNumber: '+32470123456',
  invoicingPhoneNumber: '+32470123456',
  workerPhoneNumber: '+3221234567',
  employeePhoneNumber: '+3221234567',
  workerAddress: 'Nieuwstraat 5, 1000 Brussel',
  employeeAddress: 'Nieuwstraat 5, 1000 Brussel',
  companyAddress: 'Wetstraat 16, 1000 Brussel',
  practiceAddress: 'Grote Markt 1, 1000 Brussel',
  companyNumber: 'BE0440966354',
  inamiNumber: '10000164004',
  requestForm: 'Interface',
  staffCount: 10,
  checkPrice: 100_00,
  expiresInDays: 30,
  percentage: 50,
  appointmentMinutes: 20,
  version: 1,
  weekday: 1,
  fromTime: '09:00',
  toTime: '17:00',
  recipients: 'nobody@example.be',
  shown: '{}',
  subEmployee: '',
  startDate: '2026-03-02',
  endDate: '2026-03-11',
  day: '2026-03-03',
  appointmentStart: '2026-03-03T09:00:00.000Z',
  examinedFrom: '2026-03-02T07:00:00.000Z',
  examinedTo: '2026-03-02T07:20:00.000Z',
  independenceDeclared: true,
  findingsHandedOver: true,
  list: 'checks',
  audience: 'EmployerPlannerDoctor',
  idempotencyKey: 'matrix-0123456789-0123456789',
  checkOccurence: 'Yes',
  metric: 'orderedChecks',
  locationCheck: 'Office',
  incapacityType: 'Illness',
  incapacityReason: 'Illness',
  certificateType: 'FirstCertificate',
  certifType: 'FirstCertificate',
  entryType: 'ABSENCE_DECLARATION',
};

/** A valid value of the type. @param ids by name of the argument or field: set there even if the field is optional */
export function sampleOf(type: GraphQLInputType, name: string, ids: Ids): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, name, ids);
  if (isListType(type)) return [sampleOf(type.ofType, name === 'ids' ? 'id' : name, ids)];
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type) || field.name in ids)
        .map((field) => [field.name, sampleOf(field.type, field.name, ids)]),
    );
  if (name in ids) return ids[name];
  if (name in BY_NAME) return BY_NAME[name];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  const values: Readonly<Record<string, unknown>> = {
    ID: newId(),
    Int: 1,
    Float: 1,
    Boolean: false,
    Date: '2026-03-02',
    Time: '10:00',
    DateTime: '2026-03-02T08:00:00.000Z',
  };
  return values[type.name] ?? `${name} x`;
}

/** A text that occurs nowhere else: wherever it is found, it came from the input of a request. */
export const TYPED = 'zq9kcanary';

/** A value of the type with all optional fields set, and `TYPED` as each text. */
function typedOf(type: GraphQLInputType, name: string, ids: Ids): unknown {
  if (isNonNullType(type)) return typedOf(type.ofType, name, ids);
  if (isListType(type)) return [typedOf(type.ofType, name, ids)];
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, typedOf(field.type, field.name, ids)]));
  const sample = sampleOf(type, name, ids);
  if (type.name !== 'String' || name in ids) return sample;
  return name in BY_NAME ? (/mail$/i.test(name) ? `${TYPED}@example.be` : sample) : TYPED;
}

/** A request to the operation with all arguments and optional fields set, and `TYPED` in each text. */
export function typedRequestOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>, ids: Ids): GraphqlRequest {
  const call = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const types = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const fields = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  return {
    query: `${kind}${types && ` (${types})`} { answer: ${field.name}${call && ` (${call})`}${fields} }`,
    variables: Object.fromEntries(field.args.map(({ name, type }) => [name, typedOf(type, name, ids)])),
  };
}

/** Selects the scalar fields of an answer, and the ids of the records in its lists. */
function selectionOf(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields());
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0).map(({ name }) => name);
  const lists = fields.filter((field) => {
    const of = getNamedType(field.type);
    return isObjectType(of) && 'id' in of.getFields() && /\[/.test(String(field.type));
  });
  const all = [...leaves, ...lists.map(({ name }) => `${name} { id }`)];
  return ` { ${all.length === 0 ? '__typename' : all.join(' ')} }`;
}

/** A request to the operation with each id at the arguments and fields of its name. @param whole selects all scalar fields of the answer */
export function requestOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>, ids: Ids, whole = true): GraphqlRequest {
  const takesId = (type: GraphQLInputType): boolean => {
    const named = getNamedType(type);
    return isInputObjectType(named) && Object.values(named.getFields()).some(({ name }) => name in ids);
  };
  const asked = field.args.filter(({ type, name }) => isNonNullType(type) || name in ids || takesId(type));
  const names = asked.map(({ name }) => `${name}: $${name}`).join(', ');
  const types = asked.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const fields = isLeafType(getNamedType(field.type)) ? '' : whole ? selectionOf(field.type) : ' { __typename }';
  return {
    query: `${kind}${types && ` (${types})`} { answer: ${field.name}${names && ` (${names})`}${fields} }`,
    variables: Object.fromEntries(asked.map(({ name, type }) => [name, sampleOf(type, name, ids)])),
  };
}

/** Names of all arguments and input fields of type ID of the operation, at any depth. */
export function idNamesOf(field: GraphQLField<unknown, unknown>): readonly string[] {
  const found = new Set<string>();
  const look = (type: GraphQLInputType, name: string) => {
    const named = getNamedType(type);
    if (isInputObjectType(named)) for (const inner of Object.values(named.getFields())) look(inner.type, inner.name);
    else if (named.name === 'ID') found.add(name);
  };
  for (const { type, name } of field.args) look(type, name);
  return [...found];
}
