import { LISTS, type ListName, type ViewSearch } from './lists.ts';

// Separate from lists.ts, which every page loads.

/** The valid parameters that a view of this list keeps; unknown and unset ones are left out. */
export function viewOf(name: ListName, raw: unknown): ViewSearch {
  return Object.fromEntries(Object.entries(LISTS[name].view.parse(raw)).filter(([, value]) => value !== undefined));
}

/** Whether two sets of parameters show the same view of a list. The order of values does not matter; an empty array equals a missing value. */
export function isSameView(name: ListName, one: unknown, other: unknown): boolean {
  const [a, b] = [viewOf(name, one), viewOf(name, other)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((part) => textOf(a[part]) === textOf(b[part]));
}

const textOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((left, right) => (left < right ? -1 : 1)) : (value ?? []));
