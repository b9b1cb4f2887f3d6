import { PAGE } from '@checkwell/domain/constants';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
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
   * Fields times the rows that they may come in. A root field counts 100, as it is a query of the database; one that reads
   * much more than it shows says so itself: `extensions: { cost: 2000 }`.
   */
  cost: 20_000,
} as const;

const ROOT_COST = 100;
/** Rows assumed for a list without a page size. */
const LIST_ROWS = 10;

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

/** The limit that the operation breaks with these variables; null when it breaks none. */
export function brokenByOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): LimitName | null {
  const root = schema.getRootType(operation.operation);
  if (!root) return null; // validation says so
  const { cost, depth } = weigh(
    { fragments, variables, known: new Map(), open: new Set() },
    operation.selectionSet,
    root,
    undefined,
    ROOT_COST,
  );
  if (depth > GRAPHQL_LIMITS.depth) return 'depth';
  if (cost > GRAPHQL_LIMITS.cost) return 'cost';
  return null;
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
  if (!definition || !field.selectionSet) return { cost: fieldCost, depth: 1 };
  const { cost: own = fieldCost } = definition.extensions as { readonly cost?: number };
  const paged = definition.args.some(({ name }) => name === 'first');
  const inside = weigh(walk, field.selectionSet, getNamedType(definition.type), paged ? pageSize(walk, field) : undefined);
  const repeated = isListType(getNullableType(definition.type)) ? (rows ?? LIST_ROWS) : 1;
  return { cost: own + repeated * inside.cost, depth: 1 + inside.depth };
}

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
  const given =
    value?.kind === Kind.INT ? Number(value.value) : value?.kind === Kind.VARIABLE ? walk.variables[value.name.value] : undefined;
  return typeof given === 'number' && given > 0 ? Math.min(given, PAGE.maxSize) : PAGE.defaultSize;
}
