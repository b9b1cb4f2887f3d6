import { useState } from 'react';

/** Rows of a list that somebody ticked, to do one thing with all of them (`selection` of `DataTable`). */
export interface RowSelection<Row> {
  /** Ticked rows that can still be ticked, in the order of ticking, also those of other pages. */
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  /** Whether the row can be ticked at all. */
  readonly allows: (row: Row) => boolean;
  /** @param upTo the rows from the one that was ticked last to this one, in the order of the list */
  readonly toggle: (row: Row, upTo?: readonly Row[]) => void;
  /** Ticks or unticks all of these. */
  readonly setAll: (rows: readonly Row[], ticked: boolean) => void;
  readonly clear: () => void;
  /** Whether no more rows can be ticked. */
  readonly full: boolean;
}

/**
 * Keeps which rows of a list are ticked, by their key: a row that the list shows again stays ticked, one that can be ticked no longer is not.
 * @param max as many as the action takes at once
 */
export function useRowSelection<Row>({
  rowKey,
  allows = () => true,
  max,
  scope = '',
  shown = [],
}: {
  readonly rowKey: (row: Row) => string;
  readonly allows?: (row: Row) => boolean;
  readonly max: number;
  /** The company of the rows; a change clears the selection. */
  readonly scope?: string | undefined;
  /** The current rows of the list, which replace older versions of ticked rows. */
  readonly shown?: readonly Row[] | undefined;
}): RowSelection<Row> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const [known, setKnown] = useState(scope);
  if (known !== scope) {
    setKnown(scope);
    setTicked(new Map());
  }
  const renewed = shown.filter((row) => ticked.has(rowKey(row)) && ticked.get(rowKey(row)) !== row);
  if (renewed.length > 0) setTicked(new Map([...ticked, ...renewed.map((row) => [rowKey(row), row] as const)]));
  const setAll = (rows: readonly Row[], on: boolean): void =>
    setTicked((old) => {
      const next = new Map([...old].filter(([, row]) => allows(row)));
      for (const row of rows) {
        if (!on) next.delete(rowKey(row));
        else if (allows(row) && next.size < max) next.set(rowKey(row), row);
      }
      return next;
    });
  const tickable = [...ticked.values()].filter(allows);
  const has = (row: Row): boolean => ticked.has(rowKey(row)) && allows(row);
  return {
    rows: tickable,
    has,
    allows,
    toggle: (row, upTo = [row]) => setAll(upTo, !has(row)),
    setAll,
    clear: () => setTicked(new Map()),
    full: tickable.length >= max,
  };
}
