import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to `home` when a view replaces another one, because the pressed button is gone.
 * @param view another one each time that the view changes
 * @param home takes the focus: `tabIndex={-1}`; absent: the heading of the page
 */
export function useKeptFocus(view: string, home?: RefObject<HTMLElement | null>): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    if (document.activeElement === document.body) (home?.current ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [view, home]);
}
