import { foldText } from '@checkwell/domain/people/search-text';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../database.ts';

/**
 * Search in `"searchText"` columns (names without accents and case, and numbers): every word that was typed occurs, in any order.
 *
 * Row-level security lets no index serve a "like". So a list first asks `matchingRows`, which looks in the trigram index behind
 * row-level security and applies the tenant's condition itself. Few matches: the list reads those rows. Many: it scans
 * the index of its own order with `searchCondition`, and soon has a page full.
 */

/** Tables with a function `app.matching_<table>` (migration 0001). */
export type SearchableTable = 'checks' | 'employees';

/** More matches than this are "many". */
const MAX_MATCHES = 5000;
/** More than this are soon met by an index scan by date: cheaper than to fetch and sort them, for the first few rows. */
export const MAX_QUICK_MATCHES = 1000;
/** Three letters make a trigram; shorter words only count at the beginning of a word. */
const TRIGRAM = 3;
/** More words than that narrow nothing any more. */
const MAX_WORDS = 10;

/** What was typed as patterns for `' ' || "searchText"`, the most selective first; empty when nothing was typed. */
export function searchPatterns(typed: string | null | undefined): readonly string[] {
  const words = [...new Set(foldText(typed ?? '').split(' '))].filter((word) => word !== '');
  return words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS)
    .map((word) => `%${word.length < TRIGRAM ? ' ' : ''}${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
}

const isShort = (pattern: string): boolean => pattern.startsWith('% ');

/** The rows in which every pattern occurs; `true` without patterns. @param column Kysely reference of the search text */
export function searchCondition(column: string, patterns: readonly string[]): RawBuilder<SqlBool> {
  if (patterns.length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`(' ' || ${sql.ref(column)}) like all (${[...patterns]}::text[])`;
}

/** What a list holds. */
export interface Narrowed {
  readonly where: RawBuilder<SqlBool>;
  /** The condition names the rows, or the employees whose they are, and these are not many: found and sorted, whatever the order. */
  readonly few: boolean;
}

export interface Matches {
  readonly companyIds: readonly string[];
  readonly ids: readonly string[];
}

/**
 * Keys of the rows that match and that the actor's companies hold, before any other filter; null when they are many,
 * or when scanning the list in order is cheaper anyway.
 */
export async function matchingRows(
  tx: ReadTx,
  table: SearchableTable,
  patterns: readonly string[],
  reach: Reach,
  lookups?: LookupCache,
): Promise<Matches | null> {
  if (patterns.length === 0) return null;
  // Lists of checks go by date: in these a frequent name is met soon. Employees go by name.
  const max = lookups && table === 'checks' ? MAX_QUICK_MATCHES : MAX_MATCHES;
  return cachedLookup(lookups, [table, patterns, reach], async () =>
    (await areFrequent(tx, table, patterns, reach))
      ? null
      : fewMatches(tx, reach, (bounds) => sql`${sql.raw(`app.matching_${table}`)}(${[...patterns]}::text[], ${bounds})`, max),
  );
}

/** Rows of a company that are looked at for very short words, and of how many of these they are frequent words. */
const SAMPLE = { rows: 1000, frequent: 50 };

/**
 * Whether nothing but one or two letters was typed, with which many words begin: the index would gather a fifth of all rows before it
 * gave the first, and a scan soon has a page full. The newest rows tell.
 */
async function areFrequent(tx: ReadTx, table: SearchableTable, patterns: readonly string[], reach: Reach): Promise<boolean> {
  if (!patterns.every(isShort) || reach.kind !== 'companies') return false;
  const { rows } = await sql<{ frequent: boolean }>`
    select bool_and(met.count >= ${SAMPLE.frequent}) as frequent
    from unnest(${reach.companies.map(({ companyId }) => companyId)}::uuid[]) company cross join lateral (
      select count(*) from (
        select c."searchText" from ${sql.table(table)} c where c."companyId" = company order by c.id desc limit ${SAMPLE.rows}) c
      where ${searchCondition('c.searchText', patterns)}) met`.execute(tx);
  return rows[0]?.frequent ?? false;
}

/**
 * Several lists are looked at for their first rows, by one person at one time: nothing is counted, and what two of them look up is
 * looked up once. `new Map()` begins one.
 */
export type LookupCache = Map<string, Promise<Matches | null>>;

/** What another list of the same lookups looked up already, else `look`. @param of what it depends on */
export function cachedLookup(
  lookups: LookupCache | undefined,
  of: readonly unknown[],
  look: () => Promise<Matches | null>,
): Promise<Matches | null> {
  const name = JSON.stringify(of);
  const found = lookups?.get(name) ?? look();
  lookups?.set(name, found);
  return found;
}

/**
 * What a function for searching finds; null as for `matchingRows`.
 * @param call the call, whose last arguments are `bounds`: companies and the most rows
 */
export async function fewMatches(
  tx: ReadTx,
  reach: Reach,
  call: (bounds: RawBuilder<unknown>) => RawBuilder<unknown>,
  max = MAX_MATCHES,
): Promise<Matches | null> {
  if (reach.kind === 'none' || reach.kind === 'doctor') return null;
  const companies = reach.kind === 'companies' ? reach.companies.map(({ companyId }) => companyId) : null;
  // Many are only counted: nobody would use five thousand keys that travelled here.
  const { rows } = await sql<{ companyId: string | null; id: string | null; count: number }>`
    with found as materialized (select "companyId", id from ${call(sql`${companies}::uuid[], ${max + 1}`)})
    select found."companyId", found.id, counted.count from (select count(*)::integer from found) counted
      left join found on counted.count <= ${max}`.execute(tx);
  if (rows.some(({ count }) => count > max)) return null;
  const found = rows.flatMap(({ companyId, id }) => (companyId === null || id === null ? [] : [{ companyId, id }]));
  return { companyIds: found.map(({ companyId }) => companyId), ids: found.map(({ id }) => id) };
}

/** The rows of `matchingRows` or `fewMatches`, as a condition on a list's own query. */
export function amongMatches(matches: Matches, columns: { readonly companyId: string; readonly id: string }): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(columns.companyId)}, ${sql.ref(columns.id)}) in (
    select * from unnest(${[...matches.companyIds]}::uuid[], ${[...matches.ids]}::uuid[]))`;
}
