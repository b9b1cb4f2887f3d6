import { fieldName, type Schema } from './schema.ts';

/** For forms that the browser itself holds (sign-in pages): the parsed values, or the first fault by field. */
export function readForm<Output>(
  schema: Schema<unknown, Output>,
  form: HTMLFormElement,
): { values: Output; faults?: undefined } | { values?: undefined; faults: Record<string, string> } {
  const verdict = schema['~standard'].validate(Object.fromEntries(new FormData(form)));
  if (verdict instanceof Promise) throw new Error('Rules of forms answer at once.');
  if (!verdict.issues) return { values: verdict.value };
  const faults: Record<string, string> = {};
  for (const { message, path } of verdict.issues) {
    const name = fieldName(path);
    faults[name] ??= message;
  }
  return { faults };
}
