import { clock } from '../../lib/browser/time.ts';
import { focusFirstError } from '../../lib/forms/first-error.ts';
import type { ZodForm } from '../../lib/forms/form.ts';
import type { ResultForm } from './result-form.ts';

interface Findings {
  readonly examinedFrom: Date;
  readonly examinedTo: Date;
}

/** Findings as the API takes them. */
type Sent<Output extends Findings> = Omit<Output, keyof Findings> & { readonly [Name in keyof Findings]: string };

/**
 * The submit handler of a form with findings. It shows a contradiction with the mission at its field, else it sends.
 * @param judge returns the contradiction with the mission at `now`, if there is one
 */
export const sendFindings = <Output extends Findings>(
  form: ZodForm<ResultForm, Output>,
  judge: (findings: Output, now: Date) => { readonly path: string; readonly message: string } | null,
  send: (input: Sent<Output>) => void,
) =>
  form.handleSubmit((findings) => {
    const fieldError = judge(findings, clock.now());
    if (fieldError) {
      // Each error of a rule has a field of its name in the form.
      form.setError(fieldError.path as keyof ResultForm, { type: 'rule', message: fieldError.message });
      focusFirstError();
      return;
    }
    send({ ...findings, examinedFrom: findings.examinedFrom.toISOString(), examinedTo: findings.examinedTo.toISOString() });
  });
