/** An object with only these fields of another. */
export function pick<From extends object, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> {
  // The type of `Object.fromEntries` loses the names.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}
