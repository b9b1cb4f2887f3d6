import { paramsOf } from '@checkwell/domain/validation';
import { fieldName, type Schema } from './schema.ts';

/** An error of one field: the key of its sentence, and what the sentence shows (`sentenceOf`). */
export interface PlainFieldError {
  readonly message: string;
  readonly params: object;
}

/** For forms that the browser itself holds (sign-in pages): the parsed values, or the first error by field. */
export function readForm<Output>(
  schema: Schema<unknown, Output>,
  form: HTMLFormElement,
): { values: Output; fieldErrors?: undefined } | { values?: undefined; fieldErrors: Readonly<Record<string, PlainFieldError>> } {
  const verdict = schema['~standard'].validate(Object.fromEntries(new FormData(form)));
  if (verdict instanceof Promise) throw new Error('Rules of forms answer at once.');
  if (!verdict.issues) return { values: verdict.value };
  const fieldErrors: Record<string, PlainFieldError> = {};
  for (const issue of verdict.issues) fieldErrors[fieldName(issue.path)] ??= { message: issue.message, params: paramsOf(issue) };
  return { fieldErrors };
}
