import { useAhead } from '../controls/use-ahead.ts';
import type { Sort } from './table-types.ts';

/**
 * A table's order ahead of the address that it ends up in, so that the second of two quick clicks on a header turns what the
 * first has asked for.
 * @param sort what the address says by now
 */
export function useSortAhead(
  sort: Sort | undefined,
  onSort: ((sort: Sort) => void) | undefined,
): readonly [sort: Sort | undefined, onSort: ((sort: Sort) => void) | undefined] {
  const [shown, show] = useAhead(sort && nameOf(sort));
  const [direction, by] = shown?.split(' ') ?? [];
  return [
    by === undefined ? undefined : { by, direction: direction === 'desc' ? 'desc' : 'asc' },
    onSort &&
      ((wanted) => {
        show(nameOf(wanted));
        onSort(wanted);
      }),
  ];
}

/** The same order is the same text, whatever object holds it. */
const nameOf = ({ by, direction }: Sort): string => `${direction} ${by}`;
