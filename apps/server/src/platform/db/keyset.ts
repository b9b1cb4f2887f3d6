import { CERTIFICATE_TYPES } from '@checkwell/domain/certificate/enums';
import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_STATUSES } from '@checkwell/domain/check/enums';
import { isCalendarDay } from '@checkwell/domain/clock';
import { EXPORT, PAGE } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { isCleanText } from '@checkwell/domain/validation';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isId } from '../ids.ts';
import type { ReadTx } from './database.ts';
import type { LookupCache } from './search/search.ts';

/**
 * Pages by key: a page begins behind the last row of the page before, whatever was added or taken away meanwhile.
 * Cost does not grow with the page's number, as it would with an offset.
 */

export type SortDirection = 'asc' | 'desc';

/** How a key is compared in SQL, and what a cursor of it may hold: a cursor comes from outside. */
const KEY_TYPES = {
  timestamptz: isTimestamp,
  date: (text) => text === '-infinity' || isCalendarDay(text),
  text: (text) => text.length <= 1000 && isCleanText(text),
  integer: (text) => /^-?\d{1,9}$/.test(text),
  certif_type: oneOf(CERTIFICATE_TYPES),
  check_location: oneOf(CHECK_LOCATIONS),
  check_status: oneOf(CHECK_STATUSES),
  check_occurence: oneOf(CHECK_OCCURRENCES),
} as const satisfies Record<string, (text: string) => boolean>;

/** A sort order that a list offers. */
export interface SortKey {
  /** Name of the order; a cursor of another order is refused. */
  readonly name: string;
  readonly direction: SortDirection;
  /**
   * Never null: `orWhenNull` for columns that can be. An index on (expression, id) makes the page cheap; those behind the first
   * begin in it where row-level security lets them, which is where nothing but columns, constants and `case` is compared.
   */
  readonly expression: RawBuilder<unknown>;
  readonly type: keyof typeof KEY_TYPES;
  /** The column that makes the order total. */
  readonly id: RawBuilder<unknown>;
}

/** A column with a value where it has none; not `coalesce`, for that is no comparison of an index behind row-level security. */
export const orWhenNull = (column: RawBuilder<unknown>, instead: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${column} is null then ${instead} else ${column} end`;

/** What a list is sorted by, as its reader asks for it. */
export interface Sort<Field extends string> {
  readonly field: Field;
  readonly direction: SortDirection;
}

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  /** The list is one of several that are shown together, by their first rows: nothing is counted, and what one has looked up serves the others. */
  readonly lookups?: LookupCache | undefined;
}

export interface PageInfo {
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

/** Counts go to `COUNT_CAP`; screens then say "1000+". */
export const COUNT_CAP = 1000;
export interface CappedCount {
  readonly totalCount: number;
  readonly totalCountCapped: boolean;
}

/** What a query needs to cut one page, and what turns its rows into the page. */
export interface KeysetPage {
  /** Rows behind the cursor; `true` for the first page. */
  readonly condition: RawBuilder<SqlBool>;
  /** What `condition` says about the sort value alone, for a table that is joined to the rows; `true` for the first page. */
  readonly bound: RawBuilder<SqlBool>;
  /** What `condition` says about the id, beside `bound`; an index serves it where the sort value comes from a joined table. */
  readonly idBound: RawBuilder<SqlBool>;
  /** The sort value. */
  readonly expression: RawBuilder<unknown>;
  /** Expression for `order by`. */
  readonly order: RawBuilder<unknown>;
  readonly direction: SortDirection;
  /** Text of the sort value: select it as `key`. */
  readonly key: RawBuilder<string>;
  /** One row more than the page has, to know whether another page follows. Written out, so that a plan for all pages knows how few they are. */
  readonly limit: RawBuilder<number>;
  /** @param rows in order, at most `limit` */
  cut<Row extends { readonly id: string; readonly key: string }>(
    rows: readonly Row[],
  ): { readonly rows: readonly Row[]; readonly pageInfo: PageInfo };
}

/**
 * The direction as SQL. Nothing else that a caller passes becomes part of a statement (docs/decisions/0043).
 * @throws {TypeError} for anything else
 */
export function orderDirection(direction: SortDirection): RawBuilder<unknown> {
  if (direction === 'asc') return sql`asc`;
  if (direction === 'desc') return sql`desc`;
  throw new TypeError('No direction to sort in.');
}

/** @throws {AppError} `request.invalid` for a cursor that the product did not make, or that is of another order */
export function keysetPage({ first, after }: PageArguments, sort: SortKey): KeysetPage {
  const size = Math.max(1, Math.min(first ?? PAGE.defaultSize, PAGE.maxSize));
  const cursor = after === undefined || after === null || after === '' ? null : readCursor(after, sort);
  const direction = orderDirection(sort.direction);
  const type = sql.raw(sort.type);
  const comparison = sort.direction === 'asc' ? sql`>` : sql`<`;
  const key = sql`${cursor?.key}::text::${type}`;
  return {
    condition:
      cursor === null ? sql<SqlBool>`true` : sql<SqlBool>`(${sort.expression}, ${sort.id}) ${comparison} (${key}, ${cursor.id}::uuid)`,
    bound: cursor === null ? sql<SqlBool>`true` : sql<SqlBool>`${sort.expression} ${comparison}= ${key}`,
    idBound:
      cursor === null
        ? sql<SqlBool>`true`
        : sql<SqlBool>`${sort.id} ${comparison} case when ${sort.expression} = ${key} then ${cursor.id}::uuid else ${BEFORE_ALL_IDS[sort.direction]}::uuid end`,
    expression: sort.expression,
    direction: sort.direction,
    order: sql`${sort.expression} ${direction}, ${sort.id} ${direction}`,
    key: sql<string>`(${sort.expression})::text`,
    limit: sql.lit(size + 1),
    cut(rows) {
      const page = rows.slice(0, size);
      const last = page.at(-1);
      return { rows: page, pageInfo: { endCursor: last ? writeCursor(sort, last) : null, hasNextPage: rows.length > size } };
    },
  };
}

/** No row has these ids: a scan that begins behind one begins with the first row. */
const BEFORE_ALL_IDS: Readonly<Record<SortDirection, string>> = {
  asc: '00000000-0000-0000-0000-000000000000',
  desc: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Rows that an export reads at a time. */
const BULK_SIZE = 1000;

/** Rows of a list as their table names them; both arrays are equally long. */
export interface RowKeys {
  readonly companyIds: readonly string[];
  readonly ids: readonly string[];
}

/**
 * A whole list, once in a transaction: its keys come from one scan in PostgreSQL, which pages by key would begin again each time
 * (row-level security lets no index begin in the midst of names), and the rows follow, a thousand at a time. PostgreSQL works on the next
 * thousand while the reader has these.
 * @param keys all keys in order, as `companyId` and `id`
 * @param rows reads the rows of some of them, in the same order (`inOrderOf`)
 */
export async function* everyRow<Row>(
  tx: ReadTx,
  keys: RawBuilder<unknown>,
  rows: (keys: RowKeys) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  await sql`declare whole_list no scroll cursor for ${keys}`.execute(tx);
  const next = sql<{ companyId: string; id: string }>`fetch forward ${sql.lit(BULK_SIZE)} from whole_list`;
  const read = async (): Promise<readonly Row[] | null> => {
    const { rows: found } = await next.execute(tx);
    return found.length === 0 ? null : rows({ companyIds: found.map(({ companyId }) => companyId), ids: found.map(({ id }) => id) });
  };
  let coming = read();
  try {
    for (let some = await coming; some !== null; some = await coming) {
      coming = read();
      coming.catch(() => undefined); // looked at with the next ones
      yield some;
    }
  } finally {
    // A consumer that stops early leaves no statement behind that would run after the transaction.
    await coming.catch(() => undefined);
  }
}

/** The keys as a table to join, whose `place` is the order. */
export const inOrderOf = ({ companyIds, ids }: RowKeys) =>
  sql<{ companyId: string; id: string; place: string }>`(
    select * from unnest(${[...companyIds]}::uuid[], ${[...ids]}::uuid[]) with ordinality as keys ("companyId", id, place))`.as('keys');

/** @throws {AppError} `export.tooLarge` when a list has more rows than a file may have. @param rows as in `cappedCount` */
export async function refuseTooLarge(tx: ReadTx, rows: RawBuilder<unknown>): Promise<void> {
  const { rows: beyond } = await sql`select from (${rows} limit 1 offset ${EXPORT.maxRows}) beyond`.execute(tx);
  if (beyond.length > 0) throw new AppError('export.tooLarge');
}

/** Plans each query for its own values, until the end of the transaction: rare and frequent values, or near and far days, need different plans. */
export async function forceCustomPlan(tx: ReadTx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
}

/**
 * For the rest of the transaction: a page of a long list is read by scanning the index of its order. PostgreSQL estimates that words
 * and a team leave few rows, and would collect all of these for the first twenty-five.
 */
export async function forceIndexScan(tx: ReadTx): Promise<void> {
  await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx);
}

/**
 * For the rest of the transaction: lists that everybody asks for in the same way, with nothing that leaves few rows. Each connection plans
 * them once, as scans of the index of their order; planning them for each company again took longer than reading the page.
 */
export async function forceGenericPlan(tx: ReadTx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx);
}

/** How many rows a query has, at most `COUNT_CAP`. @param rows a whole `select … from … where …` without order and limit */
export async function cappedCount(tx: ReadTx, rows: RawBuilder<unknown>): Promise<CappedCount> {
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*)::integer as count from (${rows} limit ${sql.lit(COUNT_CAP + 1)}) counted`.execute(tx);
  const count = counted[0]?.count ?? 0;
  return { totalCount: Math.min(count, COUNT_CAP), totalCountCapped: count > COUNT_CAP };
}

/** The count of a list whose length is known without counting. @param rows null: more than are counted */
export const knownCount = (rows: number | null): CappedCount => ({
  totalCount: Math.min(rows ?? COUNT_CAP, COUNT_CAP),
  totalCountCapped: rows === null || rows > COUNT_CAP,
});

/** Instead of a count: the rows that are shown, and whether there are more. */
export const countOfPage = (rows: readonly unknown[], { hasNextPage }: PageInfo): CappedCount => ({
  totalCount: rows.length,
  totalCountCapped: hasNextPage,
});

const orderName = ({ name, direction }: SortKey): string => `${name}:${direction}`;

function writeCursor(sort: SortKey, { key, id }: { readonly key: string; readonly id: string }): string {
  return Buffer.from(JSON.stringify([orderName(sort), key, id])).toString('base64url');
}

function readCursor(text: string, sort: SortKey): { readonly key: string; readonly id: string } {
  const parts = parse(text);
  if (Array.isArray(parts) && parts.length === 3) {
    const [name, key, id] = parts as unknown[];
    if (name === orderName(sort) && typeof key === 'string' && KEY_TYPES[sort.type](key) && typeof id === 'string' && isId(id))
      return { key, id };
  }
  throw new AppError('request.invalid', {}, { issues: [{ path: 'after', message: 'invalidChoice' }] });
}

function parse(text: string): unknown {
  if (text.length > 4000) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

function oneOf(values: readonly string[]): (text: string) => boolean {
  return (text) => values.includes(text);
}

/** PostgreSQL's text of a timestamptz, to the microsecond. */
function isTimestamp(text: string): boolean {
  if (text === '-infinity') return true;
  const day = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/.exec(text)?.[1];
  return day !== undefined && isCalendarDay(day);
}
