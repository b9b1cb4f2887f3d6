/**
 * Loads libraries on their first use: most processes do not need them for hours, and together they cost 40 MB of memory and a twelfth of the
 * processor time of a start. Whether they are installed is checked at once, so that a faulty installation does not start.
 * @param names of the packages
 * @throws {Error} when one is not installed
 */
export function onFirstUse<Library>(names: readonly string[], load: () => Promise<Library>): () => Promise<Library> {
  for (const name of names) import.meta.resolve(name);
  let loading: Promise<Library> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined; // the reason, such as too many open files, may be gone next time
      throw error;
    });
    return loading;
  };
}
