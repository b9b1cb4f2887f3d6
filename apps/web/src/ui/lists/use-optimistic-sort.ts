import { painted } from '../../lib/browser/painted.ts';
import { useOptimisticValue } from '../controls/use-optimistic-value.ts';
import type { Sort } from './table-types.ts';

/**
 * Optimistic update of a table's order, before the address has it, so that the second of two quick clicks on a header turns what the
 * first has asked for.
 * @param sort what the address says by now
 * @returns the order to show, the handler of a press, and whether the address does not have that order yet
 */
export function useOptimisticSort(
  sort: Sort | undefined,
  onSort: ((sort: Sort) => void) | undefined,
): readonly [sort: Sort | undefined, onSort: ((sort: Sort) => void) | undefined, pending: boolean] {
  const known = sort && nameOf(sort);
  const [shown, show] = useOptimisticValue(known);
  const [direction, by] = shown?.split(' ') ?? [];
  return [
    by === undefined ? undefined : { by, direction: direction === 'desc' ? 'desc' : 'asc' },
    onSort &&
      ((wanted) => {
        show(nameOf(wanted));
        // The header shows the new order before the address changes, which renders the screen once more. Whoever went to another page
        // within that frame stays there.
        const { pathname } = location;
        void painted().then(() => {
          if (location.pathname === pathname) onSort(wanted);
        });
      }),
    shown !== known,
  ];
}

/** The same order is the same text, whatever object holds it. */
const nameOf = ({ by, direction }: Sort): string => `${direction} ${by}`;
