import { type CalendarDay, isCalendarDay } from '../clock.ts';

/**
 * The URL parameters of a screen: filters, sort order, page. A URL may be typed, truncated or old, so invalid parameters are ignored. Without the validation
 * library, because this code is in the first chunk of the web application, where the library would be larger than the sign-in page.
 */
export interface SearchParams<S> {
  readonly parse: (raw: unknown) => S;
}

/** The parameters that a `searchParams` reads. */
export type SearchOf<P> = P extends SearchParams<infer S> ? S : never;

/** Reads one parameter: its value; undefined: missing or invalid. */
export type Reader<T> = (raw: unknown) => T | undefined;

/** `searchParams({ q: text(100), desc: flag })`: for `validateSearch`. */
export function searchParams<R extends Readonly<Record<string, Reader<unknown>>>>(
  readers: R,
): SearchParams<{ [Name in keyof R]?: ReturnType<R[Name]> }> {
  return {
    parse: (raw) => {
      const given: Readonly<Record<string, unknown>> = typeof raw === 'object' && raw !== null ? { ...raw } : {};
      // Every name is present: the router merges this with the URL, and would keep the raw value of a missing one.
      const read = Object.entries(readers).map(([name, reader]) => [name, reader(given[name])] as const);
      return Object.fromEntries(read) as { [Name in keyof R]?: ReturnType<R[Name]> };
    },
  };
}

/** A text of at most `max` characters; empty counts as missing. The router parses `?q=101305` as a number. */
export const text =
  (max: number): Reader<string> =>
  (raw) => {
    const typed = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
    return typeof typed === 'string' && typed !== '' && typed.length <= max ? typed : undefined;
  };

/** The cursor of a page; the limit is longer than any cursor of the product. */
export const cursor: Reader<string> = (raw) => (typeof raw === 'string' && raw !== '' && raw.length <= 2000 ? raw : undefined);

/** One value of an enumeration. */
export const oneOf =
  <const T extends readonly string[]>(values: T): Reader<T[number]> =>
  (raw) =>
    values.find((value) => value === raw);

/** Several values of an enumeration; a single value need not be an array. */
export const someOf =
  <const T extends readonly string[]>(values: T): Reader<T[number][]> =>
  (raw) => {
    const given: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const known = given.filter((value): value is T[number] => values.some((candidate) => candidate === value));
    return known.length > 0 ? known : undefined;
  };

/** Several values of an enumeration, where an empty array differs from a missing parameter. */
export const someOrNoneOf =
  <const T extends readonly string[]>(values: T): Reader<T[number][]> =>
  (raw) =>
    Array.isArray(raw) ? values.filter((value) => raw.includes(value)) : undefined;

/** true or missing. */
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
