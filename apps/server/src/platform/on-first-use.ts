/**
 * Libraries that most processes do without for hours, loaded when somebody first needs them: together they cost a start 40 MB and a twelfth of its
 * processor time. That they are installed is looked at now all the same, so that a faulty installation does not start.
 * @param names of the packages
 * @throws {Error} for one that is not there
 */
export function onFirstUse<Library>(names: readonly string[], load: () => Promise<Library>): () => Promise<Library> {
  for (const name of names) import.meta.resolve(name);
  let loading: Promise<Library> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined; // what was short, such as open files, may be there next time
      throw error;
    });
    return loading;
  };
}
