/** Where the focus was: a row of a list, which may go while it has the focus or while a dialog about it does. */
export interface FocusPlace {
  readonly element: Element;
  readonly list: Element;
  /** How many rows were before it. */
  readonly index: number;
}

const rowsOf = (list: Element): readonly Element[] => [...list.querySelectorAll('tbody > tr')];

/** The place of an element in a `DataTable`; undefined outside of one. */
export function focusPlaceOf(element: Element | null): FocusPlace | undefined {
  const row = element?.closest('tbody > tr');
  const list = row?.closest('[data-list]');
  return element && row && list ? { element, list, index: rowsOf(list).indexOf(row) } : undefined;
}

/**
 * Moves the focus after its row was removed, unless another element took it: to the row in its place, else to the last row, or in an empty list to
 * the button of its message.
 */
export function restoreFocus({ element, list, index }: FocusPlace): void {
  if (element.isConnected || document.activeElement !== document.body) return;
  const rows = rowsOf(list);
  const home = rows[index] ?? rows.at(-1) ?? list;
  home.querySelector<HTMLElement>('a[href], button:not(:disabled)')?.focus();
}
