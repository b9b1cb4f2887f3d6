import { foldText } from '@checkwell/domain/people/search-text';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from './database.ts';
import { amongMatches, matchingRows, searchCondition, searchPatterns, type SearchableTable } from './search.ts';

/** Words of this length and without digits may be misspelt: shorter ones resemble too much, and a number is right or wrong. */
const MISSPELT = /^[^\d]{4,}$/;

/**
 * The rows that somebody means who typed this: those in which every word occurs; if there are none, those with words that
 * resemble ("Jansens" for "Janssens").
 * @param columns Kysely references into the list's own query
 */
export async function meantRows(
  tx: ReadTx,
  table: SearchableTable,
  typed: string | null | undefined,
  reach: Reach,
  columns: { readonly companyId: string; readonly id: string; readonly searchText: string },
): Promise<RawBuilder<SqlBool>> {
  const patterns = searchPatterns(typed);
  const matches = await matchingRows(tx, table, patterns, reach);
  if (matches === null) return searchCondition(columns.searchText, patterns);
  return matches.ids.length > 0 ? amongMatches(matches, columns) : resembling(sql.ref(columns.searchText), typed ?? '');
}

/** Texts in which each word occurs or, if it is long enough, resembles one. @param text in the form of `foldText` */
export function resembling(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const words = searchWords(typed);
  if (words.length === 0) return sql<SqlBool>`true`;
  const found = words.map((word) => {
    const occurs = sql<SqlBool>`${text} like ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`}`;
    return MISSPELT.test(word) ? sql<SqlBool>`(${occurs} or ${word}::text <% ${text})` : occurs;
  });
  return sql<SqlBool>`(${sql.join(found, sql` and `)})`;
}

/** More words than this narrow nothing any more. */
const MOST_WORDS = 8;

const searchWords = (typed: string): string[] => foldText(typed).split(' ').filter((word) => word !== '').slice(0, MOST_WORDS);

const ACCENTED = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ';
const PLAIN = 'aaaaaaceeeeiiiinoooooouuuuyy';

/** Columns as `foldText` would about fold them, for small tables that keep no search text of their own. */
export function foldedColumns(...columns: readonly string[]): RawBuilder<string> {
  const texts = sql.join(columns.map((column) => sql.ref(column)));
  return sql<string>`translate(lower(concat_ws(' ', ${texts})), ${sql.lit(ACCENTED)}, ${sql.lit(PLAIN)})`;
}

/** Order of people's names: family name first, capitals and small letters alike. */
export function nameOrder(lastName: string, firstName: string): RawBuilder<string> {
  return sql<string>`lower(${sql.ref(lastName)} || ' ' || ${sql.ref(firstName)})`;
}
