import { useEffect, useRef, useState } from 'react';

interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** How long a change stays highlighted. */
const HIGHLIGHT_MS = 4_000;
const NONE: ReadonlySet<string> = new Set();

/**
 * The rows that changed between two states of the same list: a new version of a known row, or a row that was not
 * there. `before` is null for a list seen for the first time, in which nothing counts as changed.
 */
export function changedBetween(before: ReadonlyMap<string, number> | null, rows: readonly Versioned[]): ReadonlySet<string> {
  if (before === null) return NONE;
  return new Set(rows.filter(({ id, version }) => before.get(id) !== version).map(({ id }) => id));
}

/**
 * Ids of rows that changed just now, while the list was on the screen.
 * @param list identifies filters, sort and page: another list begins without changes
 */
export function useChangedRows(list: string, rows: readonly Versioned[] | undefined): ReadonlySet<string> {
  const seen = useRef<{ list: string; versions: ReadonlyMap<string, number> } | null>(null);
  const [changed, setChanged] = useState(NONE);
  useEffect(() => {
    if (!rows) return;
    const before = seen.current?.list === list ? seen.current.versions : null;
    seen.current = { list, versions: new Map(rows.map(({ id, version }) => [id, version])) };
    const next = changedBetween(before, rows);
    if (next.size > 0) setChanged(next);
  }, [list, rows]);
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(NONE), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}
