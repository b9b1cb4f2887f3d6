import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from './database.ts';
import { type CappedCount, cappedCount, type KeysetPage, type PageInfo } from './keyset.ts';

/** One page of a list, as services answer and GraphQL shows it. */
export interface Page<Node> extends CappedCount {
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
}

/**
 * One page of the rows that match, and how many there are: for lists that need no plan of their own.
 * @param select the rows without conditions
 * @param from the tables that `matches` speaks of, to be counted
 */
export async function matchingPage<Tables, From extends keyof Tables, Row extends { readonly id: string }>(
  tx: ReadTx,
  {
    select,
    from,
    matches,
    keyset,
  }: {
    readonly select: SelectQueryBuilder<Tables, From, Row>;
    readonly from: RawBuilder<unknown>;
    readonly matches: RawBuilder<SqlBool>;
    readonly keyset: KeysetPage;
  },
): Promise<Page<Row & { readonly key: string }>> {
  const [rows, count] = await Promise.all([
    select
      .select(keyset.key.as('key'))
      .where(matches)
      .where(keyset.condition)
      .orderBy(keyset.order)
      .limit(keyset.limit)
      // What a query of any tables selects is too much for its type to add up.
      .$castTo<Row & { readonly key: string }>()
      .execute(),
    cappedCount(tx, sql`select from ${from} where ${matches}`),
  ]);
  const { rows: nodes, pageInfo } = keyset.cut(rows);
  return { nodes, pageInfo, ...count };
}

/** The parts of a long list as services show them, as they are read. */
export async function* mapRows<Row, Shown>(
  parts: AsyncIterable<readonly Row[]>,
  show: (row: Row) => Shown,
): AsyncGenerator<readonly Shown[], void> {
  for await (const rows of parts) yield rows.map(show);
}
