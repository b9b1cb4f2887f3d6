import type { FieldIssue } from '@checkwell/domain/errors';
import { useEffect } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { focusFirstFault } from '../../lib/first-fault.ts';
import { messageText, type ZodForm } from '../../lib/form.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { stepOf } from './order-draft.ts';
import type { StepId } from './order-search.ts';

/** What every step of the order gets. `faults` are those of a refused order, each for its own step. */
export interface StepProps<Values> {
  readonly values: Values;
  readonly faults: readonly FieldIssue[];
  readonly onChange: (values: Values) => void;
  readonly onNext: () => void;
}

/** Reports every change of the form, so that the draft holds what is on the screen. */
export function useChanges<Input extends FieldValues, Output>(form: ZodForm<Input, Output>, onChange: (values: Input) => void): void {
  const latest = useLatest(onChange);
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => latest.current(values) }), [subscribe, latest]);
}

/** Shows the server's faults by their fields, once per refusal, and goes to the first of them. */
export function useFaults<Input extends FieldValues, Output>(
  form: ZodForm<Input, Output>,
  step: StepId,
  faults: readonly FieldIssue[],
): void {
  const { setError } = form;
  useEffect(() => {
    const own = faults.filter(({ path }) => stepOf(path) === step);
    for (const { path, message, params } of own) {
      setError(path as FieldPath<Input>, { type: 'server', message: messageText(message, params) ?? message });
    }
    if (own.length > 0) focusFirstFault();
  }, [faults, step, setError]);
}
