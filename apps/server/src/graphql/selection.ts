import type { FieldTable } from '@checkwell/domain/fields';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** What a field that is written by hand reads of its record: `extensions: needs<CheckField>('doctorId')`. */
export const needs = <Name extends string>(...names: readonly Name[]) => ({ needs: names }) as const;

/** By the node of a request's document, which is parsed once and kept. */
const known = new WeakMap<FieldNode, readonly string[] | null>();

/**
 * Which fields of its rows a list must bring for what was asked, so that the database reads no others: of a field
 * with a kind, and of one that is shown as it is (`t.expose…`), itself; of one with a resolver of its own what it says (`needs`).
 * @param info of the resolver of the list, whose type has `nodes`
 * @param table of the rows
 * @returns null: all of them, since something was asked for that does not say what it needs
 */
export function fieldsAsked<const Table extends FieldTable<string>>(
  { fieldNodes, fragments, returnType }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'returnType'>,
  table: Table,
): readonly (keyof Table & string)[] | null {
  const [node] = fieldNodes;
  if (!node || fieldNodes.length > 1) return null;
  let names = known.get(node);
  if (names === undefined) {
    names = neededBy(selected(node.selectionSet, fragments, 'nodes'), fragments, nodeTypeOf(getNamedType(returnType)), table);
    known.set(node, names);
  }
  return names;
}

const nodeTypeOf = (connection: unknown): GraphQLObjectType | undefined => {
  const node = isObjectType(connection) ? getNamedType(connection.getFields().nodes?.type) : undefined;
  return isObjectType(node) ? node : undefined;
};

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** The selections of each field of this name; directives are not looked at, so that it may be more than what is asked. */
function selected(set: SelectionSetNode | undefined, fragments: Fragments, name: string): readonly SelectionSetNode[] {
  return fieldsIn(set, fragments).flatMap((field) => (field.name.value === name && field.selectionSet ? [field.selectionSet] : []));
}

function fieldsIn(set: SelectionSetNode | undefined, fragments: Fragments): readonly FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, fragments);
    return fieldsIn(fragments[selection.name.value]?.selectionSet, fragments);
  });
}

/** What a field of the schema says of itself: by `needs`, and by Pothos. */
interface FieldNotes {
  readonly needs?: readonly string[];
  readonly pothosExposedField?: string;
}

function neededBy(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  type: GraphQLObjectType | undefined,
  table: FieldTable<string>,
): readonly string[] | null {
  const names = new Set<string>();
  for (const { name } of sets.flatMap((set) => fieldsIn(set, fragments))) {
    if (name.value === '__typename') continue;
    const { needs: needed, pothosExposedField } = (type?.getFields()[name.value]?.extensions ?? {}) as FieldNotes;
    const rule = Object.hasOwn(table, name.value) ? table[name.value] : undefined;
    if (needed) for (const each of needed) names.add(each);
    else if (rule && (rule.kind !== undefined || pothosExposedField === name.value)) names.add(name.value);
    else return null;
  }
  return [...names].toSorted();
}
