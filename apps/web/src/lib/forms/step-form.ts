import type { FieldIssue } from '@checkwell/domain/errors';
import { useEffect } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useLatest } from '../browser/use-latest.ts';
import { focusFirstError } from './first-error.ts';
import { messageText, type ZodForm } from './form.ts';

/** Props of each step of a form in steps. `fieldErrors`: those of the refused form, from which each step takes its own. */
export interface StepProps<Values> {
  readonly values: Values;
  readonly fieldErrors: readonly FieldIssue[];
  readonly onChange: (values: Values) => void;
  readonly onNext: () => void;
}

/** Reports every change of the form, so that the draft holds what is on the screen. */
export function useChanges<Input extends FieldValues, Output>(form: ZodForm<Input, Output>, onChange: (values: Input) => void): void {
  const latest = useLatest(onChange);
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => latest.current(values) }), [subscribe, latest]);
}

/**
 * Shows the server's errors by their fields, once per refusal, and goes to the first of them.
 * @param fieldOf the field of this step that a path of the whole is about; undefined: it is on another step
 */
export function useFieldErrors<Input extends FieldValues, Output>(
  form: ZodForm<Input, Output>,
  fieldErrors: readonly FieldIssue[],
  fieldOf: (path: string) => string | undefined,
): void {
  const { setError } = form;
  const place = useLatest(fieldOf);
  useEffect(() => {
    let shown = false;
    for (const { path, message, params } of fieldErrors) {
      const field = place.current(path);
      if (field === undefined) continue;
      setError(field as FieldPath<Input>, { type: 'server', message: messageText(message, params) ?? message });
      shown = true;
    }
    if (shown) focusFirstError();
  }, [fieldErrors, place, setError]);
}
