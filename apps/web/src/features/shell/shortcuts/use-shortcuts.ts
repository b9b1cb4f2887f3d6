import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { showOverlay } from '../overlay.ts';
import { useEntries } from '../use-entries.ts';
import { type Command, isPaletteKey, keyReader, shortcutsEnabled } from './keys.ts';

/** Whether the element handles keys itself: a field, or a list with its own keys. */
const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=spinbutton]') !== null;

/** Whether a dialog or a menu is open, so that the shortcuts of the screen are off. */
const isCovered = (): boolean => document.querySelector('dialog[open], :popover-open:not([popover=manual])') !== null;

/** The search field of the screen's list. */
const listSearch = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('main search input');

/** The element that Enter activates in a row: its link, else its menu. A telephone number does not count. */
const handleOf = (row: HTMLElement): HTMLElement | null =>
  row.matches('[data-row-link]') ? row : (row.querySelector<HTMLElement>('[data-row-link]') ?? row.querySelector('button'));

/**
 * Moves the focus to the next or previous row of the lists on the screen, so that a screen reader reads the row and Tab continues there.
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

/** Keys that repeat while held down; every other key acts once. */
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
