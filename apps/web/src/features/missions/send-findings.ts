import { clock } from '../../lib/browser/time.ts';
import { focusFirstFault } from '../../lib/forms/first-fault.ts';
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
    const fault = judge(findings, clock.now());
    if (fault) {
      // Each fault of a rule has a field of its name in the form.
      form.setError(fault.path as keyof ResultForm, { type: 'rule', message: fault.message });
      focusFirstFault();
      return;
    }
    send({ ...findings, examinedFrom: findings.examinedFrom.toISOString(), examinedTo: findings.examinedTo.toISOString() });
  });
