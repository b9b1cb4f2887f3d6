import { foldText } from '@checkwell/domain/people/search-text';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from './database.ts';

/**
 * Search in `"searchText"` columns (names without accents and case, and numbers): every word that was typed occurs, in any order.
 *
 * Row-level security lets no index serve a "like". So a list first asks `matchingRows`, which looks in the trigram index behind
 * row-level security's back and applies the tenant's condition itself. Few matches: the list reads those rows. Many: it walks
 * its own order with `searchCondition`, and soon has a page full.
 */

/** Tables with a function `app.matching_<table>` (migration 0001). */
export type SearchableTable = 'checks' | 'certificates' | 'employees';

/** More matches than this are "many". */
const MOST_MATCHES = 5000;
/** Three letters make a trigram; shorter words only count at the beginning of a word. */
const TRIGRAM = 3;
/** More words than that narrow nothing any more. */
const MOST_WORDS = 10;

/** What was typed as patterns for `' ' || "searchText"`, the most selective first; empty when nothing was typed. */
export function searchPatterns(typed: string | null | undefined): readonly string[] {
  const words = [...new Set(foldText(typed ?? '').split(' '))].filter((word) => word !== '');
  return words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
    .map((word) => `%${word.length < TRIGRAM ? ' ' : ''}${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
}

/** The rows in which every pattern occurs; `true` without patterns. @param column Kysely reference of the search text */
export function searchCondition(column: string, patterns: readonly string[]): RawBuilder<SqlBool> {
  if (patterns.length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`(' ' || ${sql.ref(column)}) like all (${[...patterns]}::text[])`;
}

export interface Matches {
  readonly companyIds: readonly string[];
  readonly ids: readonly string[];
}

/**
 * Keys of the rows that match and that the actor's companies hold, before any other filter; null when they are many,
 * or when walking the list is cheaper anyway.
 */
export async function matchingRows(tx: ReadTx, table: SearchableTable, patterns: readonly string[], reach: Reach): Promise<Matches | null> {
  if (patterns.length === 0) return null;
  return fewMatches(tx, reach, (bounds) => sql`${sql.raw(`app.matching_${table}`)}(${[...patterns]}::text[], ${bounds})`);
}

/**
 * What a function for searching finds; null as for `matchingRows`.
 * @param call the call, whose last arguments are `bounds`: companies and the most rows
 */
export async function fewMatches(
  tx: ReadTx,
  reach: Reach,
  call: (bounds: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Matches | null> {
  if (reach.kind === 'none' || reach.kind === 'doctor') return null;
  const companies = reach.kind === 'companies' ? reach.companies.map(({ companyId }) => companyId) : null;
  const { rows } = await sql<{ companyId: string; id: string }>`
    select "companyId", id from ${call(sql`${companies}::uuid[], ${MOST_MATCHES + 1}`)}`.execute(tx);
  if (rows.length > MOST_MATCHES) return null;
  return { companyIds: rows.map(({ companyId }) => companyId), ids: rows.map(({ id }) => id) };
}

/** The rows of `matchingRows` or `fewMatches`, as a condition on a list's own query. */
export function amongMatches(matches: Matches, columns: { readonly companyId: string; readonly id: string }): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(columns.companyId)}, ${sql.ref(columns.id)}) in (
    select * from unnest(${[...matches.companyIds]}::uuid[], ${[...matches.ids]}::uuid[]))`;
}
