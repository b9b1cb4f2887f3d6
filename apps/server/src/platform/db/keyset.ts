import { CERTIFICATE_TYPES } from '@checkwell/domain/certificate/enums';
import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_STATUSES } from '@checkwell/domain/check/enums';
import { isCalendarDay } from '@checkwell/domain/clock';
import { EXPORT, PAGE } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { isCleanText } from '@checkwell/domain/validation';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isId } from '../ids.ts';
import type { ReadTx } from './database.ts';

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
  /** Never null: `coalesce(…, '-infinity')` for columns that can be. An index on (expression, id) makes the page cheap. */
  readonly expression: RawBuilder<unknown>;
  readonly type: keyof typeof KEY_TYPES;
  /** The column that makes the order total. */
  readonly id: RawBuilder<unknown>;
}

/** What a list is sorted by, as its reader asks for it. */
export interface Sort<Field extends string> {
  readonly field: Field;
  readonly direction: SortDirection;
}

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
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
  /** The sort value. */
  readonly expression: RawBuilder<unknown>;
  /** For `order by`. */
  readonly order: RawBuilder<unknown>;
  readonly direction: SortDirection;
  /** Text of the sort value: select it as `key`. */
  readonly key: RawBuilder<string>;
  /** One row more than the page has, to know whether another page follows. */
  readonly limit: number;
  /** @param rows in order, at most `limit` */
  cut<Row extends { readonly id: string; readonly key: string }>(
    rows: readonly Row[],
  ): { readonly rows: readonly Row[]; readonly pageInfo: PageInfo };
}

/**
 * @param bulk the page is one of `everyRow`, whose size nobody outside chooses
 * @throws {AppError} `request.invalid` for a cursor that is none of ours or of another order
 */
export function keysetPage({ first, after }: PageArguments, sort: SortKey, bulk = false): KeysetPage {
  const size = bulk ? BULK_SIZE : Math.max(1, Math.min(first ?? PAGE.defaultSize, PAGE.maxSize));
  const cursor = after === undefined || after === null || after === '' ? null : readCursor(after, sort);
  const direction = sql.raw(sort.direction);
  const type = sql.raw(sort.type);
  const comparison = sql.raw(sort.direction === 'asc' ? '>' : '<');
  const key = sql`${cursor?.key}::text::${type}`;
  return {
    condition:
      cursor === null ? sql<SqlBool>`true` : sql<SqlBool>`(${sort.expression}, ${sort.id}) ${comparison} (${key}, ${cursor.id}::uuid)`,
    bound: cursor === null ? sql<SqlBool>`true` : sql<SqlBool>`${sort.expression} ${comparison}= ${key}`,
    expression: sort.expression,
    direction: sort.direction,
    order: sql`${sort.expression} ${direction}, ${sort.id} ${direction}`,
    key: sql<string>`(${sort.expression})::text`,
    limit: size + 1,
    cut(rows) {
      const page = rows.slice(0, size);
      const last = page.at(-1);
      return { rows: page, pageInfo: { endCursor: last ? writeCursor(sort, last) : null, hasNextPage: rows.length > size } };
    },
  };
}

/** Rows that an export reads at a time. */
const BULK_SIZE = 1000;

/** A whole list, page by page. @param page reads the page behind a cursor, with `keysetPage(…, …, true)` */
export async function* everyRow<Row>(
  page: (after: string | null) => Promise<{ readonly rows: readonly Row[]; readonly pageInfo: PageInfo }>,
): AsyncGenerator<Row, void> {
  let after: string | null = null;
  do {
    const { rows, pageInfo }: { readonly rows: readonly Row[]; readonly pageInfo: PageInfo } = await page(after);
    yield* rows;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
}

/** @throws {AppError} `export.tooLarge` when a list has more rows than a file may have. @param rows as in `cappedCount` */
export async function refuseTooLarge(tx: ReadTx, rows: RawBuilder<unknown>): Promise<void> {
  const { rows: beyond } = await sql`select from (${rows} limit 1 offset ${EXPORT.maxRows}) beyond`.execute(tx);
  if (beyond.length > 0) throw new AppError('export.tooLarge');
}

/** How many rows a query has, at most `COUNT_CAP`. @param rows a whole `select … from … where …` without order and limit */
export async function cappedCount(tx: ReadTx, rows: RawBuilder<unknown>): Promise<CappedCount> {
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*)::integer as count from (${rows} limit ${COUNT_CAP + 1}) counted`.execute(tx);
  const count = counted[0]?.count ?? 0;
  return { totalCount: Math.min(count, COUNT_CAP), totalCountCapped: count > COUNT_CAP };
}

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
