import { useState } from 'react';

/**
 * The row of a dialog in the list's newest version. When a live change has moved the row to another page or out of the filter, the last known
 * version, so that the dialog stays open with what was typed.
 * @param id of the row; undefined: no dialog is open
 */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, rowKey: (row: Row) => string, id: string | undefined): Row | undefined {
  const [kept, setKept] = useState<Row>();
  const onPage = id === undefined ? undefined : rows?.find((row) => rowKey(row) === id);
  if (onPage !== undefined && onPage !== kept) setKept(onPage);
  if (onPage !== undefined || kept === undefined) return onPage;
  return rowKey(kept) === id ? kept : undefined;
}
