import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { showOverlay } from '../overlay.ts';
import { useEntries } from '../use-entries.ts';
import { type Command, isPaletteKey, keyReader, shortcutsEnabled } from './keys.ts';

/** Whether the key is for something else: a field that is typed into, a list with keys of its own. */
const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=spinbutton]') !== null;

/** A dialog or a menu is open: what lies under it is not to be reached. */
const isCovered = (): boolean => document.querySelector('dialog[open], :popover-open:not([popover=manual])') !== null;

/** The field that searches in the screen's list. */
const listSearch = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('main search input');

/** What Enter acts on in a row: its link, else its menu. A telephone number in it is no way to open it. */
const handleOf = (row: HTMLElement): HTMLElement | null =>
  row.matches('[data-row-link]') ? row : (row.querySelector<HTMLElement>('[data-row-link]') ?? row.querySelector('button'));

/**
 * Moves the focus from row to row of the lists on the screen. It moves permanently, so that a screen reader says the row, and Tab goes on
 * from there.
 */
function focusRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-list-row]')].flatMap((row) => {
    const handle = handleOf(row);
    return handle ? [{ row, handle }] : [];
  });
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = at === -1 ? rows[0] : (rows[at + step] ?? rows[at]);
  next?.handle.focus();
  return next !== undefined;
}

/** Held down, these two go on; every other key acts once. */
const isRowKey = ({ key }: KeyboardEvent): boolean => key === 'j' || key === 'k';

/** The keys that work on every screen of the shell. */
export function useShortcuts(): void {
  const router = useRouter();
  const run = (command: Command): boolean => {
    switch (command.kind) {
      case 'palette':
        showOverlay('palette');
        return true;
      case 'help':
        showOverlay('shortcuts');
        return true;
      case 'listSearch': {
        const field = listSearch();
        field?.focus();
        field?.select();
        return field !== null;
      }
      case 'nextRow':
        return focusRow(1);
      case 'previousRow':
        return focusRow(-1);
      case 'go':
        void router.navigate({ to: command.to });
        return true;
    }
  };
  const latest = useLatest({ run, entries: useEntries() });

  useEffect(() => {
    const read = keyReader();
    const handleKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || (event.repeat && !isRowKey(event)) || isCovered()) return;
      const { run: perform, entries } = latest.current;
      if (isPaletteKey(event)) {
        event.preventDefault();
        perform({ kind: 'palette' });
        return;
      }
      if (takesKeys(event.target) || !shortcutsEnabled()) return;
      const command = read(event, entries);
      if (command && perform(command)) event.preventDefault();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [latest]);
}
