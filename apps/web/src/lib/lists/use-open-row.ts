import { useState } from 'react';

/**
 * The row that a dialog is about: as the list has it now, so that saving takes the newest version; once a live change has moved it to another
 * page or out of the filter, as the list had it last. The dialog stays with what was typed, and the server says what became of the row.
 * @param id of the row; undefined: no dialog is open
 */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, rowKey: (row: Row) => string, id: string | undefined): Row | undefined {
  const [kept, setKept] = useState<Row>();
  const onPage = id === undefined ? undefined : rows?.find((row) => rowKey(row) === id);
  if (onPage !== undefined && onPage !== kept) setKept(onPage);
  if (onPage !== undefined || kept === undefined) return onPage;
  return rowKey(kept) === id ? kept : undefined;
}
