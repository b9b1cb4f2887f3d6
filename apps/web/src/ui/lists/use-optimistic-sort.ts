import { painted } from '../../lib/browser/painted.ts';
import { useOptimisticValue } from '../controls/use-optimistic-value.ts';
import type { Sort } from './table-types.ts';

/**
 * Optimistic update of a table's order, before the address has it, so that the second of two quick clicks on a header turns what the
 * first has asked for.
 * @param sort what the address says by now
 */
export function useOptimisticSort(
  sort: Sort | undefined,
  onSort: ((sort: Sort) => void) | undefined,
): readonly [sort: Sort | undefined, onSort: ((sort: Sort) => void) | undefined] {
  const [shown, show] = useOptimisticValue(sort && nameOf(sort));
  const [direction, by] = shown?.split(' ') ?? [];
  return [
    by === undefined ? undefined : { by, direction: direction === 'desc' ? 'desc' : 'asc' },
    onSort &&
      ((wanted) => {
        show(nameOf(wanted));
        // The header shows the new order before the address changes, which renders the screen once more.
        void painted().then(() => onSort(wanted));
      }),
  ];
}

/** The same order is the same text, whatever object holds it. */
const nameOf = ({ by, direction }: Sort): string => `${direction} ${by}`;
