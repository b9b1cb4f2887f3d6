import { type RawBuilder, sql } from 'kysely';

/**
 * Values of an enumeration as constants of a statement, for `in`: a plan that is kept for every value of its parameters (a generic plan) uses
 * a partial index only if the statement itself says what the index asks for. For values of the code alone, never of a request.
 */
export const constants = <const T extends string>(values: readonly T[]): RawBuilder<T> =>
  sql<T>`(${sql.join(values.map((value) => sql.lit(value)))})`;
