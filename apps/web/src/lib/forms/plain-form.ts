import { paramsOf } from '@checkwell/domain/validation';
import { fieldName, type Schema } from './schema.ts';

/** A fault of one field: the key of its sentence, and what the sentence shows (`sentenceOf`). */
export interface PlainFault {
  readonly message: string;
  readonly params: object;
}

/** For forms that the browser itself holds (sign-in pages): the parsed values, or the first fault by field. */
export function readForm<Output>(
  schema: Schema<unknown, Output>,
  form: HTMLFormElement,
): { values: Output; faults?: undefined } | { values?: undefined; faults: Readonly<Record<string, PlainFault>> } {
  const verdict = schema['~standard'].validate(Object.fromEntries(new FormData(form)));
  if (verdict instanceof Promise) throw new Error('Rules of forms answer at once.');
  if (!verdict.issues) return { values: verdict.value };
  const faults: Record<string, PlainFault> = {};
  for (const issue of verdict.issues) faults[fieldName(issue.path)] ??= { message: issue.message, params: paramsOf(issue) };
  return { faults };
}
