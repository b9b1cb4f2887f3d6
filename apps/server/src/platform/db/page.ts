import type { CappedCount, PageInfo } from './keyset.ts';

/** One page of a list, as services answer and GraphQL shows it. */
export interface Page<Node> extends CappedCount {
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
}
