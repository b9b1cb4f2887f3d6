import type { CertificateInput } from '@checkwell/domain/certificate/rules';

/** Fields that may be filled in from something that was read, such as the document of the certificate. */
export const PROPOSABLE_FIELDS = ['employeeId', 'startDate', 'endDate', 'authorizedExit', 'doctorName'] as const;
export type ProposableField = (typeof PROPOSABLE_FIELDS)[number];
export type ProposedValues = { readonly [Field in ProposableField]?: CertificateInput[Field] | undefined };
type FormValues = { readonly [Field in ProposableField]?: CertificateInput[Field] | null | undefined };

/** Where each proposed value came from, by field: the id of the document that was read. */
export type ProposalMarks = { readonly [Field in ProposableField]?: string };

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * What of a reading may be filled in: only what nobody has touched and nothing stands in yet, or an earlier proposal that
 * nobody has confirmed. A period of which one day contradicts what stands there is left out whole: it is probably another one.
 * @param touched fields that the user changed, an emptied one included
 */
export function fieldsToPropose(
  proposed: ProposedValues,
  values: FormValues,
  { marks, touched }: { readonly marks: ProposalMarks; readonly touched: ReadonlySet<string> },
): readonly ProposableField[] {
  const free = (field: ProposableField) => !touched.has(field) && (isEmpty(values[field]) || marks[field] !== undefined);
  const periodFits = (['startDate', 'endDate'] as const).every(
    (field) => !isEmpty(proposed[field]) && (free(field) || values[field] === proposed[field]),
  );
  return PROPOSABLE_FIELDS.filter((field) => {
    if (isEmpty(proposed[field]) || !free(field)) return false;
    return (field !== 'startDate' && field !== 'endDate') || periodFits;
  });
}

/** The marks without those of one origin, and the fields that lost theirs. */
export function withdrawn(
  marks: ProposalMarks,
  origin: string,
): { readonly marks: ProposalMarks; readonly fields: readonly ProposableField[] } {
  const fields = PROPOSABLE_FIELDS.filter((field) => marks[field] === origin);
  return { marks: without(marks, fields), fields };
}

export const without = (marks: ProposalMarks, fields: readonly ProposableField[]): ProposalMarks =>
  Object.fromEntries(Object.entries(marks).filter(([field]) => !fields.includes(field as ProposableField)));
