import { foldText } from '@checkwell/domain/people/search-text';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../database.ts';
import {
  amongMatches,
  cachedLookup,
  fewMatches,
  type LookupCache,
  MAX_QUICK_MATCHES,
  type Matches,
  matchingRows,
  type Narrowed,
  searchCondition,
  searchPatterns,
} from './search.ts';

/** Words of this length and without digits may be misspelt: shorter ones resemble too much, and a number is right or wrong. */
const MISSPELT = /^[^\d]{4,}$/;

/**
 * The employees that somebody means who typed this: those in whose text every word occurs; if there are none, those with words that
 * resemble ("Jansens" for "Janssens"). Also what is theirs: a list of that names their ids and keeps their search text.
 * @param columns Kysely references into the list's own query; `id` is the employee's; `byDate`: whether the list goes by a date
 */
export async function meantEmployees(
  tx: ReadTx,
  typed: string | null | undefined,
  reach: Reach,
  columns: { readonly companyId: string; readonly id: string; readonly searchText: string; readonly byDate?: boolean },
  lookups?: LookupCache,
): Promise<Narrowed> {
  const patterns = searchPatterns(typed);
  const matches = await matchingRows(tx, 'employees', patterns, reach, lookups);
  if (matches === null) return { where: searchCondition(columns.searchText, patterns), few: false };
  if (lookups && columns.byDate && matches.ids.length > MAX_QUICK_MATCHES)
    return { where: searchCondition(columns.searchText, patterns), few: false };
  const resemble = () => resemblingEmployees(tx, typed ?? '', reach);
  const found = matches.ids.length > 0 ? matches : await cachedLookup(lookups, ['resembling', typed, reach], resemble);
  return found === null
    ? { where: resembling(sql.ref(columns.searchText), typed ?? ''), few: false }
    : { where: amongMatches(found, columns), few: true };
}

/** Like `matchingRows`, with words that resemble the typed ones (migration 0019). */
async function resemblingEmployees(tx: ReadTx, typed: string, reach: Reach): Promise<Matches | null> {
  const words = searchWords(typed).toSorted((a, b) => b.length - a.length);
  const misspelt = words.filter((word) => MISSPELT.test(word));
  // Without a word that may be misspelt nothing resembles that does not occur.
  if (misspelt.length === 0) return { companyIds: [], ids: [] };
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(RESEMBLANCE)}, true)`.execute(tx);
  const exact = words.filter((word) => !MISSPELT.test(word)).map(pattern);
  return fewMatches(
    tx,
    reach,
    (bounds) => sql`app.resembling_employees(${exact}::text[], ${misspelt}::text[], ${misspelt.map(pattern)}::text[], ${bounds})`,
  );
}

/**
 * The same for tables that keep no search text: small ones, which are read whole.
 * @param rows the table as a `from` list, and which of its rows count
 * @param text in the form of `foldText`, such as `foldedColumns`
 */
export async function meantTexts(
  tx: ReadTx,
  rows: { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<SqlBool> },
  text: RawBuilder<unknown>,
  typed: string | null | undefined,
): Promise<RawBuilder<SqlBool>> {
  const words = searchWords(typed);
  if (words.length === 0) return sql<SqlBool>`true`;
  const occurring = all(words.map((word) => occurs(text, word)));
  const answer = await sql<{
    found: boolean;
  }>`select exists (select from ${rows.from} where ${rows.where} and ${occurring}) as found`.execute(tx);
  return answer.rows[0]?.found ? occurring : resembling(text, typed ?? '');
}

/** Share of a word's letter groups that must be there. */
const RESEMBLANCE = 0.5;

/** Texts in which each word occurs or, if it is long enough, resembles one. */
export function resembling(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const words = searchWords(typed);
  if (words.length === 0) return sql<SqlBool>`true`;
  return all(
    words.map((word) =>
      MISSPELT.test(word)
        ? sql<SqlBool>`(${occurs(text, word)} or word_similarity(${word}, ${text}) >= ${RESEMBLANCE})`
        : occurs(text, word),
    ),
  );
}

const pattern = (word: string): string => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const occurs = (text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> => sql<SqlBool>`${text} like ${pattern(word)}`;

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`;

/** More words than this narrow nothing any more. */
const MAX_WORDS = 8;

const searchWords = (typed: string | null | undefined): string[] =>
  foldText(typed ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

const ACCENTED = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ';
const PLAIN = 'aaaaaaceeeeiiiinooooouuuuyy';

/** Columns as `foldText` folds what is typed (migration 0049), for small tables that keep no search text of their own. */
export function foldedColumns(...columns: readonly string[]): RawBuilder<string> {
  return sql<string>`app.folded(concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}))`;
}

/** One column as `foldText` would about fold it, for an order; unlike `foldedColumns` it can be indexed. */
export function foldedOrder(column: string): RawBuilder<string> {
  return sql<string>`translate(lower(${sql.ref(column)}), ${sql.lit(ACCENTED)}, ${sql.lit(PLAIN)})`;
}

/** Order of superiors: as people's; of whom only the address is known, by that. @param alias of the table */
export function superiorOrder(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const rest = sql`${column('firstName')} || ' ' || ${column('email')}`;
  return sql<string>`ltrim(app.name_order(${column('lastName')}, ${rest})) collate "C"`;
}

/** The same of the superior of a row, empty without one: for lists of which a tenant has few rows. @param alias of the row's table */
export function ownSuperiorOrder(alias: string): RawBuilder<string> {
  return sql<string>`coalesce((select ${superiorOrder('s')} from superiors s
    where s."companyId" = ${sql.ref(`${alias}.companyId`)} and s.id = ${sql.ref(`${alias}.superiorId`)}), '')`;
}

/**
 * Order of people: family name, then first name, whatever is above their letters (migration 0049). For tables that do not keep it as a
 * column, `employees.nameOrder` and `checks.workerNameOrder`.
 */
export function nameOrder(lastName: string, firstName: string): RawBuilder<string> {
  return sql<string>`app.name_order(${sql.ref(lastName)}, ${sql.ref(firstName)}) collate "C"`;
}
