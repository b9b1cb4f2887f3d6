import { type RawBuilder, sql } from 'kysely';

/**
 * Values of an enumeration as constants of a statement, for `in`: a plan that is kept for every value of its parameters (a generic plan) uses
 * a partial index only if the statement itself says what the index asks for. For values of the code alone, never of a request.
 */
export const constants = <const T extends string>(values: readonly T[]): RawBuilder<T> =>
  sql<T>`(${sql.join(values.map((value) => sql.lit(value)))})`;

/** What names a record of a company: the id alone would find it, the company leads through the indexes. */
export interface RecordKey {
  readonly companyId: string;
  readonly id: string;
}

/** The check that a record or a message is about. */
export interface CheckKey {
  readonly companyId: string;
  readonly checkId: string;
}

/** Keys of records as rows, for `("companyId", "checkId") in (…)`: one statement for any number of them. */
export const keysOf = (records: readonly RecordKey[]): RawBuilder<unknown> =>
  sql`select * from unnest(${records.map(({ companyId }) => companyId)}::uuid[], ${records.map(({ id }) => id)}::uuid[])`;

/** What somebody outside says, as a column of text can hold it: PostgreSQL refuses U+0000. */
export const storable = (said: string): string => said.replaceAll('\0', '');
