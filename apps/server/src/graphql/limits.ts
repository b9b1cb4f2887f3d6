import { PAGE } from '@checkwell/domain/constants';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';

/**
 * What one GraphQL request may ask for (security.md, G1). A page of 100 checks with every field of their own costs about
 * 9,000; the limits leave room for twice that, and our own screens stay far below.
 */
export const GRAPHQL_LIMITS = {
  /** Characters of the query: more is not even read. */
  characters: 20_000,
  tokens: 1000,
  depth: 10,
  aliases: 15,
  directives: 20,
  /**
   * Fields times the rows that they may come in. A root field counts 100, as it is a query of the database; a field that reads
   * more than it shows says so itself (`weight`), and each list how many rows it may have (`rows`): see `refuseUnweighed`.
   */
  cost: 20_000,
} as const;

const ROOT_COST = 100;

/** What a field says of itself: `extensions: weight(50)`, `extensions: rows(20)`. */
interface FieldWeight {
  readonly cost?: number;
  readonly rows?: number;
}

export type LimitName = keyof typeof GRAPHQL_LIMITS;

interface Weight {
  readonly cost: number;
  readonly depth: number;
}

/** The limit that the whole document breaks, whatever its variables; null when it breaks none. */
export function brokenByDocument(document: DocumentNode): LimitName | null {
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field(node) {
      if (node.alias) aliases += 1;
    },
    Directive() {
      directives += 1;
    },
  });
  if (aliases > GRAPHQL_LIMITS.aliases) return 'aliases';
  if (directives > GRAPHQL_LIMITS.directives) return 'directives';
  return null;
}

/**
 * Every list has a known number of rows, and every field that loads something a weight: a schema in which one has not is refused,
 * at the start of the server and when it is generated.
 * @throws {Error} with the names of the fields
 */
export function refuseUnweighed(schema: GraphQLSchema): void {
  const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const types = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
  );
  const unweighed = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isUnweighed(field, type, roots.has(type)))
      .map(({ name }) => `${type.name}.${name}`),
  );
  if (unweighed.length > 0)
    throw new Error(`These fields need \`extensions: rows(…)\` for a list or \`weight(…)\` for what they load: ${unweighed.join(', ')}.`);
}

function isUnweighed({ type, extensions, resolve }: GraphQLField<unknown, unknown>, parent: GraphQLObjectType, isRoot: boolean): boolean {
  const { cost, rows } = extensions as FieldWeight;
  if (isListType(getNullableType(type)) && rows === undefined && !isConnection(parent)) return true;
  // A resolver that takes the context calls a service.
  return !isRoot && cost === undefined && (resolve?.length ?? 0) >= RESOLVER_WITH_CONTEXT;
}

const RESOLVER_WITH_CONTEXT = 3;

/** One page: its list has as many rows as the field asked for with `first`. */
const isConnection = (type: GraphQLNamedType): boolean => isObjectType(type) && 'pageInfo' in type.getFields();

/** The limit that the operation breaks with these variables; null when it breaks none. */
export function brokenByOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): LimitName | null {
  const { cost, depth } = weightOf(schema, operation, fragments, variables);
  if (depth > GRAPHQL_LIMITS.depth) return 'depth';
  return cost > GRAPHQL_LIMITS.cost ? 'cost' : null;
}

/** What the operation costs with these variables, and how deep it goes. */
export function weightOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): Weight {
  const root = schema.getRootType(operation.operation);
  if (!root) return { cost: 0, depth: 0 }; // validation says so
  return weigh(
    { fragments, variables: { ...defaultsOf(operation), ...withoutUndefined(variables) }, known: new Map(), open: new Set() },
    operation.selectionSet,
    root,
    undefined,
    ROOT_COST,
  );
}

interface Walk {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Weights of fragments, so that fragments that spread each other many times cost the walk nothing. */
  readonly known: Map<string, Weight>;
  /** Fragments on the way here: one that spreads itself is refused by validation, and must not hold up the walk. */
  readonly open: Set<string>;
}

/** @param rows of the lists directly inside: the page size of the connection around them */
function weigh(walk: Walk, { selections }: SelectionSetNode, type: GraphQLNamedType, rows: number | undefined, fieldCost = 1): Weight {
  let cost = 0;
  let depth = 0;
  for (const selection of selections) {
    let part: Weight;
    if (selection.kind === Kind.FIELD) part = weighField(walk, selection, type, rows, fieldCost);
    else if (selection.kind === Kind.INLINE_FRAGMENT) part = weigh(walk, selection.selectionSet, type, rows, fieldCost);
    else part = weighFragment(walk, selection.name.value, type, rows, fieldCost);
    cost += part.cost;
    depth = Math.max(depth, part.depth);
  }
  return { cost, depth };
}

function weighField(walk: Walk, field: FieldNode, type: GraphQLNamedType, rows: number | undefined, fieldCost: number): Weight {
  // Introspection has a limit of its own among GraphQL's validation rules (MaxIntrospectionDepthRule).
  if (field.name.value.startsWith('__')) return { cost: fieldCost, depth: 1 };
  const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[field.name.value] : undefined;
  if (!definition) return { cost: fieldCost, depth: 1 }; // validation says so
  const { cost: own = fieldCost, rows: max } = definition.extensions as FieldWeight;
  const repeated = isListType(getNullableType(definition.type)) ? (isConnection(type) ? rows : max) : 1;
  if (repeated === undefined) return UNBOUNDED;
  if (!field.selectionSet) return { cost: own + repeated - 1, depth: 1 };
  const paged = definition.args.some(({ name }) => name === 'first');
  const inside = weigh(walk, field.selectionSet, getNamedType(definition.type), paged ? pageSize(walk, field) : undefined);
  return { cost: own + repeated * inside.cost, depth: 1 + inside.depth };
}

/** A page that nobody asked for by `first`. */
const UNBOUNDED: Weight = { cost: Number.POSITIVE_INFINITY, depth: 1 };

function weighFragment(walk: Walk, name: string, type: GraphQLNamedType, rows: number | undefined, fieldCost: number): Weight {
  const fragment = walk.fragments.get(name);
  if (!fragment || walk.open.has(name)) return { cost: 0, depth: 0 };
  const key = `${name}/${type.name}/${rows}/${fieldCost}`;
  const known = walk.known.get(key);
  if (known) return known;
  walk.open.add(name);
  const weight = weigh(walk, fragment.selectionSet, type, rows, fieldCost);
  walk.open.delete(name);
  walk.known.set(key, weight);
  return weight;
}

/** Rows of a page; anything but a number counts as the default, and a list never gives more than the most. */
function pageSize(walk: Walk, field: FieldNode): number {
  const value = field.arguments?.find(({ name }) => name.value === 'first')?.value;
  const given = value?.kind === Kind.VARIABLE ? walk.variables[value.name.value] : value && valueFromASTUntyped(value);
  return typeof given === 'number' && given > 0 ? Math.min(given, PAGE.maxSize) : PAGE.defaultSize;
}

/** `query ($n: Int = 100)`: what a variable is when it is not sent. */
const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
    ),
  );

const withoutUndefined = (variables: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
