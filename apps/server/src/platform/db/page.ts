import type { CappedCount, PageInfo } from './keyset.ts';

/** One page of a list, as services answer and GraphQL shows it. */
export interface Page<Node> extends CappedCount {
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
}

/** Rows as services show them, one by one as they are read. */
export async function* mapRows<Row, Shown>(rows: AsyncIterable<Row>, show: (row: Row) => Shown): AsyncGenerator<Shown, void> {
  for await (const row of rows) yield show(row);
}
