/**
 * Libraries that most processes do without for hours, loaded when somebody first needs them: each costs a start up to a tenth of its processor's
 * time, and up to 30 MB. That they are installed is looked at now all the same, so that a faulty installation does not start.
 * @param names of the packages
 * @throws {Error} for one that is not there
 */
export function onFirstUse<Library>(names: readonly string[], load: () => Promise<Library>): () => Promise<Library> {
  for (const name of names) import.meta.resolve(name);
  let loading: Promise<Library> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
