import { LISTS, type ListName, type ViewSearch } from './lists.ts';

// Apart from what the address of a list needs: every page would load it.

/** What a view of this list can keep of it; what the list does not know (any more) is left out, and so is what is not set. */
export function viewOf(name: ListName, raw: unknown): ViewSearch {
  return Object.fromEntries(Object.entries(LISTS[name].view.parse(raw)).filter(([, value]) => value !== undefined));
}

/** Whether two addresses of a list show the same view of it. The order of chosen values makes no other; no hidden column is as good as none said. */
export function isSameView(name: ListName, one: unknown, other: unknown): boolean {
  const [a, b] = [viewOf(name, one), viewOf(name, other)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((part) => textOf(a[part]) === textOf(b[part]));
}

const textOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((left, right) => (left < right ? -1 : 1)) : (value ?? []));
