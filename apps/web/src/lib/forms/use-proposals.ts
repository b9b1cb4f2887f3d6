import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLatest } from '../browser/use-latest.ts';
import { fieldsToPropose, type ProposalMarks, withdrawn, without } from './proposals.ts';

/** Values that were read from somewhere and wait for the user's confirmation. */
export interface Proposals<Field extends string> {
  /**
   * Fills in what the user has not touched and nothing is in yet; each such field is marked until it is confirmed or changed.
   * @param origin id of the document that was read
   * @returns the fields that were filled in
   */
  proposeValues(values: { readonly [Name in Field]?: unknown }, origin: string): readonly Field[];
  /** Empties what came from this document and was not confirmed: the document was removed. */
  withdraw(origin: string): void;
  /** To be called when the user has confirmed the field. */
  confirm(field: Field): void;
  /** To be called when the user has confirmed all proposals. */
  confirmAll(): void;
  /** Empties a field whose proposal is wrong; it gets no further proposal. */
  dismiss(field: Field): void;
  isProposed(field: Field): boolean;
  /** The id of the document that each unconfirmed value came from. */
  readonly marks: ProposalMarks<Field>;
}

type Form<Input extends FieldValues, Output> = Pick<UseFormReturn<Input, unknown, Output>, 'getValues' | 'setValue' | 'subscribe'>;

/**
 * Proposals for the fields of a form.
 * @param empty the fields that may be proposed, each with what it holds while nobody has filled it in
 * @param initial marks that a draft kept
 * @param onMarks is called with each change, to keep them
 */
export function useProposals<Input extends FieldValues, Output, Field extends keyof Input & string>(
  form: Form<Input, Output>,
  empty: { readonly [Name in Field]: Input[Name] | undefined | '' },
  initial: ProposalMarks<Field> = {},
  onMarks?: (marks: ProposalMarks<Field>) => void,
): Proposals<Field> {
  const { getValues, subscribe } = form;
  const fields = Object.keys(empty) as Field[];
  const [marks, setMarks] = useState(initial);
  const current = useRef(marks);
  const touched = useRef(new Set<string>());
  const change = (next: ProposalMarks<Field>): void => {
    current.current = next;
    setMarks(next);
    onMarks?.(next);
  };
  const handleTyped = (name: string | undefined): void => {
    const field = fields.find((known) => known === name);
    if (!field) return;
    touched.current.add(field);
    if (current.current[field] !== undefined) change(without(current.current, [field]));
  };
  const latest = useLatest(handleTyped);
  // Only what the user types comes with the type "change"; what the program sets does not.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type }) => {
          if (type === 'change') latest.current(name);
        },
      }),
    [subscribe, latest],
  );
  // Field and value come from one record of proposals; the compiler sees a union of each.
  const set = (field: Field, value: unknown, shouldValidate: boolean): void =>
    form.setValue(field as never, value as never, { shouldDirty: true, shouldValidate });
  return {
    marks,
    isProposed: (field) => marks[field] !== undefined,
    confirm: (field) => change(without(current.current, [field])),
    confirmAll: () => change({}),
    dismiss(field) {
      touched.current.add(field);
      set(field, empty[field], false);
      change(without(current.current, [field]));
    },
    proposeValues(values, origin) {
      const free = fieldsToPropose(fields, values, getValues(), { marks: current.current, touched: touched.current });
      for (const field of free) set(field, values[field], true);
      if (free.length > 0) change({ ...current.current, ...Object.fromEntries(free.map((field) => [field, origin])) });
      return free;
    },
    withdraw(origin) {
      const left = withdrawn(current.current, origin);
      for (const field of left.fields) set(field, empty[field], false);
      change(left.marks);
    },
  };
}
