/** Where each proposed value came from, by field: the id of the document that was read. */
export type ProposalMarks<Field extends string> = { readonly [Name in Field]?: string };

type Values<Field extends string> = { readonly [Name in Field]?: unknown };

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The days of a period, by the names that every form has for them. */
const PERIOD: readonly string[] = ['startDate', 'endDate'];

/**
 * The fields that may be filled in: untouched empty ones, and those with an unconfirmed proposal. A period of which one day contradicts the
 * form is left out, because it is probably another period.
 * @param fields that may be proposed at all
 * @param touched fields that the user changed, an emptied one included
 */
export function fieldsToPropose<Field extends string>(
  fields: readonly Field[],
  proposed: Values<Field>,
  values: Values<Field>,
  { marks, touched }: { readonly marks: ProposalMarks<Field>; readonly touched: ReadonlySet<string> },
): readonly Field[] {
  const free = (field: Field) => !touched.has(field) && (isEmpty(values[field]) || marks[field] !== undefined);
  const isOfPeriod = (field: Field) => PERIOD.includes(field);
  const periodFits = fields
    .filter(isOfPeriod)
    .every((field) => !isEmpty(proposed[field]) && (free(field) || values[field] === proposed[field]));
  return fields.filter((field) => !isEmpty(proposed[field]) && free(field) && (!isOfPeriod(field) || periodFits));
}

/** The marks without those of one origin, and the fields that lost theirs. */
export function withdrawn<Field extends string>(
  marks: ProposalMarks<Field>,
  origin: string,
): { readonly marks: ProposalMarks<Field>; readonly fields: readonly Field[] } {
  const fields = (Object.keys(marks) as Field[]).filter((field) => marks[field] === origin);
  return { marks: without(marks, fields), fields };
}

export const without = <Field extends string>(marks: ProposalMarks<Field>, fields: readonly Field[]): ProposalMarks<Field> =>
  Object.fromEntries(Object.entries(marks).filter(([field]) => !fields.includes(field as Field))) as ProposalMarks<Field>;
