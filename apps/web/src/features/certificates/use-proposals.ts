import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import { useEffect, useRef, useState } from 'react';
import type { DefaultValues, UseFormReturn } from 'react-hook-form';
import {
  fieldsToPropose,
  PROPOSABLE_FIELDS,
  type ProposableField,
  type ProposalMarks,
  type ProposedValues,
  withdrawn,
  without,
} from './proposals.ts';

/** Values that were read from somewhere and wait for the user's confirmation. */
export interface Proposals {
  /**
   * Fills in what the user has not touched and nothing stands in yet; each such field is marked until it is confirmed or changed.
   * @param origin id of the document that was read
   * @returns the fields that were filled in
   */
  proposeValues(values: ProposedValues, origin: string): readonly ProposableField[];
  /** Empties what came from this document and was not confirmed: the document was removed. */
  withdraw(origin: string): void;
  /** The user says that the value is right. */
  confirm(field: ProposableField): void;
  isProposed(field: ProposableField): boolean;
  /** The id of the document that each unconfirmed value came from. */
  readonly marks: ProposalMarks;
}

type Form = Pick<UseFormReturn<CertificateInput, unknown, CertificateInput>, 'getValues' | 'setValue' | 'subscribe' | 'resetField'>;

/** Proposals for the form of a certificate. @param initial marks that a draft kept @param onMarks hears each change, to keep them */
export function useProposals(
  { getValues, setValue, subscribe }: Form,
  initial: ProposalMarks = {},
  onMarks?: (marks: ProposalMarks) => void,
): Proposals {
  const [marks, setMarks] = useState(initial);
  const current = useRef(marks);
  const touched = useRef(new Set<string>());
  const change = (next: ProposalMarks): void => {
    current.current = next;
    setMarks(next);
    onMarks?.(next);
  };
  const latestChange = useRef(change);
  useEffect(() => {
    latestChange.current = change;
  });
  // Only what the user types comes with the type "change"; what the program sets does not.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type }) => {
          const field = PROPOSABLE_FIELDS.find((known) => known === name);
          if (!field || type !== 'change') return;
          touched.current.add(field);
          if (current.current[field] !== undefined) latestChange.current(without(current.current, [field]));
        },
      }),
    [subscribe],
  );
  return {
    marks,
    isProposed: (field) => marks[field] !== undefined,
    confirm: (field) => change(without(current.current, [field])),
    proposeValues(values, origin) {
      const fields = fieldsToPropose(values, getValues(), { marks: current.current, touched: touched.current });
      for (const field of fields) setValue(field, values[field] as never, { shouldDirty: true, shouldValidate: true });
      change({ ...current.current, ...Object.fromEntries(fields.map((field) => [field, origin])) });
      return fields;
    },
    withdraw(origin) {
      const left = withdrawn(current.current, origin);
      for (const field of left.fields) setValue(field, EMPTY[field] as never, { shouldDirty: true });
      change(left.marks);
    },
  };
}

const EMPTY = { employeeId: undefined, startDate: '', endDate: '', authorizedExit: undefined, doctorName: '' } satisfies DefaultValues<
  Pick<CertificateInput, ProposableField>
>;
