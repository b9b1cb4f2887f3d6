import { type CalendarDay, isCalendarDay } from '../clock.ts';

/**
 * What a screen reads from its address: filters, sort, page. An address may be typed, cut off or old, so what does not fit
 * is left out instead of refused. Written by hand because every route's part is in everybody's first chunk, where a
 * library of rules would weigh more than the sign-in page.
 */
export interface SearchParams<S> {
  readonly parse: (raw: unknown) => S;
}

/** The parameters that a `searchParams` reads. */
export type SearchOf<P> = P extends SearchParams<infer S> ? S : never;

/** One parameter: its value, or undefined for none and for what does not fit. */
export type Reader<T> = (raw: unknown) => T | undefined;

/** `searchParams({ q: text(100), desc: flag })`: for `validateSearch`. */
export function searchParams<R extends Readonly<Record<string, Reader<unknown>>>>(
  readers: R,
): SearchParams<{ [Name in keyof R]?: ReturnType<R[Name]> }> {
  return {
    parse: (raw) => {
      const given: Readonly<Record<string, unknown>> = typeof raw === 'object' && raw !== null ? { ...raw } : {};
      // Every name is there: one that is left out would keep what the address says (the router merges both).
      const read = Object.entries(readers).map(([name, reader]) => [name, reader(given[name])] as const);
      return Object.fromEntries(read) as { [Name in keyof R]?: ReturnType<R[Name]> };
    },
  };
}

/** A text of at most `max` characters; empty is none. The router reads `?q=101305` as a number. */
export const text =
  (max: number): Reader<string> =>
  (raw) => {
    const typed = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
    return typeof typed === 'string' && typed !== '' && typed.length <= max ? typed : undefined;
  };

/** Where a page begins: longer than any cursor of the product would be somebody's trial. */
export const cursor: Reader<string> = (raw) => (typeof raw === 'string' && raw !== '' && raw.length <= 2000 ? raw : undefined);

/** One value of an enumeration. */
export const oneOf =
  <const T extends readonly string[]>(values: T): Reader<T[number]> =>
  (raw) =>
    values.find((value) => value === raw);

/** Several values of an enumeration; one alone may be without brackets. */
export const someOf =
  <const T extends readonly string[]>(values: T): Reader<T[number][]> =>
  (raw) => {
    const given: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const known = given.filter((value): value is T[number] => values.some((candidate) => candidate === value));
    return known.length > 0 ? known : undefined;
  };

/** The same, where none of them is a choice too: an empty list is something else than no list. */
export const someOrNoneOf =
  <const T extends readonly string[]>(values: T): Reader<T[number][]> =>
  (raw) =>
    Array.isArray(raw) ? values.filter((value) => raw.includes(value)) : undefined;

/** Set or not there at all. */
export const flag: Reader<boolean> = (raw) => (raw === true ? true : undefined);

/** A calendar day, `YYYY-MM-DD`. */
export const day: Reader<CalendarDay> = (raw) => (typeof raw === 'string' && isCalendarDay(raw) ? raw : undefined);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** An id of the product. */
export const id: Reader<string> = (raw) => (typeof raw === 'string' && UUID.test(raw) ? raw : undefined);

/** Several ids, each once, at most `max`. */
export const ids =
  (max: number): Reader<string[]> =>
  (raw) => {
    const given: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const known = [...new Set(given.flatMap((value) => id(value) ?? []))].slice(0, max);
    return known.length > 0 ? known : undefined;
  };
