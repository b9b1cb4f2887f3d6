import { visibilityOf } from '@checkwell/domain/fields';
import { type Actor, reachOf, roleIn } from '@checkwell/domain/policy';
import { getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { schema } from '../../graphql/schema.ts';
import type { Fixture } from './kinds.ts';
import { isThere, knows } from './policy.ts';
import type { RecordRule } from './records.ts';
import { type Ids, sampleOf } from './requests.ts';

/** Reads a record, and finds fields that differ from what its table of fields says. */

export type Row = Readonly<Record<string, unknown>>;

function fieldsOf(type: string) {
  const of = schema.getType(type);
  if (!isObjectType(of)) throw new Error(`There is no type ${type}.`);
  return Object.values(of.getFields());
}
const leavesOf = (type: string): readonly string[] =>
  fieldsOf(type)
    .filter((field) => isLeafType(getNamedType(field.type)))
    .map(({ name }) => name);

/** Fields for which records.ts does not say who sees them. */
export function unstated(type: string, { table = {}, whole = [], own = [], made = [], links = {} }: RecordRule): readonly string[] {
  const stated = new Set([...Object.keys(table), ...whole, ...own, ...made, ...Object.keys(links)]);
  return fieldsOf(type).flatMap(({ name }) => (stated.has(name) ? [] : [`${type}.${name}: records.ts does not say who sees it`]));
}

interface Reading {
  readonly row: Row;
  /** The same record, read by somebody who sees nearly all of it. */
  readonly reference: Row;
  readonly actor: Actor;
  readonly fixture: Fixture;
  readonly fixtures: readonly Fixture[];
}

/** Fields that are shown and should be hidden, or the other way round; and links to records that the caller may not read. */
export function misread(type: string, rule: RecordRule, { row, reference, actor, fixture, fixtures }: Reading): readonly string[] {
  const { table = {}, whole = [], links = {} } = rule;
  const role = roleIn(actor, fixture.companyId);
  const ofField = (name: string): string[] => {
    const visibility = name in table ? visibilityOf(table[name] ?? { seenBy: {} }, role) : null;
    if (visibility === false && !isEmpty(row[name])) return [`${name} should be hidden, and is ${JSON.stringify(row[name])}`];
    if (visibility === true && !isEmpty(reference[name]) && isEmpty(row[name])) return [`${name} is missing`];
    const isAlike = !whole.includes(name) || JSON.stringify(row[name]) === JSON.stringify(reference[name]);
    return isAlike ? [] : [`${name} is ${JSON.stringify(row[name])}, and for others ${JSON.stringify(reference[name])}`];
  };
  const ofLink = ([link, ability]: (typeof abilities)[number]): string[] => {
    const linked = row[link] as { readonly id: string } | null;
    const found = linked ? fixtures.find(({ id }) => id === linked.id) : undefined;
    if (!found) return [];
    const isReached = isThere(actor, found) && (knows(actor, found) || reachOf(actor, ability, found.companyId).kind === 'companies');
    return isReached ? [] : [`${link} leads to the ${found.kind} that is ${found.whose}, which the caller may not read`];
  };
  const abilities = Object.entries(links);
  return [...leavesOf(type).flatMap(ofField), ...abilities.flatMap(ofLink)];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A query that reads the record along its path, with all its scalar fields and the ids of linked records. */
export function readingOf(type: string, { path, values = {}, links = {} }: RecordRule, fixture: Fixture) {
  const selection = [...leavesOf(type), ...Object.keys(links).map((name) => `${name} { id }`)].join(' ');
  const [first = '', ...rest] = path.split('.');
  const field = schema.getQueryType()?.getFields()[first];
  if (!field) throw new Error(`There is no query ${first}.`);
  const id = first === 'check' ? (fixture.ids.checkId ?? fixture.id) : first === 'doctor' ? (fixture.doctorId ?? fixture.id) : fixture.id;
  const ids: Ids = { ...fixture.ids, id };
  const asked = field.args.filter(
    ({ name, type }) => isNonNullType(type) || name in values || (name in ids && isLeafType(getNamedType(type))),
  );
  const names = asked.map(({ name }) => `${name}: $${name}`).join(', ');
  const types = asked.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  return {
    query: `query${types && ` (${types})`} { ${first}${names && ` (${names})`} { ${rest.map((name) => `${name} { `).join('')}${selection}${' }'.repeat(rest.length)} } }`,
    variables: Object.fromEntries(asked.map(({ name, type }) => [name, values[name] ?? sampleOf(type, name, ids)])),
  };
}

/** The objects at the end of the path; lists on the way are flattened. */
export function rowsAt(data: unknown, path: string): readonly Row[] {
  let found: unknown[] = [data];
  for (const name of path.split('.')) found = found.flatMap((value) => (value as Row | null)?.[name] ?? []);
  return found as Row[];
}
