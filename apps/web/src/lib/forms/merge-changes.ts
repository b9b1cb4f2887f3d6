/** How a form takes over what somebody else saved. */
export interface Merged<Values> {
  /** New values for fields without typed text. */
  readonly follow: Partial<Values>;
  /** Fields that both people changed differently: typed values stay until the user decides. */
  readonly conflicts: readonly (keyof Values & string)[];
}

/** @param before what the form began with @param after what the other person saved @param typed what is in the form */
export function mergeChanges<Values extends object>(before: Values, after: Values, typed: Values): Merged<Values> {
  const names = Object.keys(after) as (keyof Values & string)[];
  const changed = names.filter((name) => !same(after[name], before[name]));
  return {
    follow: Object.fromEntries(
      changed.filter((name) => same(typed[name], before[name])).map((name) => [name, after[name]]),
    ) as Partial<Values>,
    conflicts: changed.filter((name) => !same(typed[name], before[name]) && !same(typed[name], after[name])),
  };
}

/** A field that nobody filled in may be undefined, null or empty. */
const same = (one: unknown, other: unknown): boolean => (one ?? '') === (other ?? '');
