/** Of an object these fields alone. */
export function pick<From extends object, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> {
  // What `Object.fromEntries` forgets: which names they were.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}
