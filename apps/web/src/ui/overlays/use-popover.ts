import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const GAP = 4;
const EDGE = 8;

/** Least height of a panel; a lower one would show no entry. */
const MIN_HEIGHT = 120;

/** Puts `panel` under `trigger` (above it when there is no room), inside the window, also where `trigger` has left it. */
export function place(trigger: HTMLElement, panel: HTMLElement, align: 'start' | 'end'): void {
  const at = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = innerHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const isBelow = height <= below || below >= above;
  const room = Math.min(innerHeight - 2 * EDGE, Math.max(MIN_HEIGHT, isBelow ? below : above));
  const shown = Math.min(height, room);
  const top = isBelow ? at.bottom + GAP : at.top - GAP - shown;
  const left = align === 'start' ? at.left : at.right - width;
  panel.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - shown))}px`;
  panel.style.left = `${Math.min(Math.max(EDGE, left), Math.max(EDGE, innerWidth - width - EDGE))}px`;
  panel.style.maxHeight = `${room}px`;
}

/** Keeps `panel` at `trigger` while the page moves under it. @returns what ends it */
export function keepPlaced(trigger: HTMLElement, panel: HTMLElement, align: 'start' | 'end'): () => void {
  const follow = (): void => place(trigger, panel, align);
  follow();
  addEventListener('resize', follow);
  addEventListener('scroll', follow, { capture: true, passive: true });
  return () => {
    removeEventListener('resize', follow);
    removeEventListener('scroll', follow, { capture: true });
  };
}

/** Styles of the panel; `place` adds its position. */
export const PANEL_STYLE = { position: 'fixed', margin: 0, inset: 'auto' } as const;

/** Props for the button that opens the panel. */
export interface TriggerProps {
  onPointerDown: () => void;
  /** @param press the event, if it is one */
  onClick: (press?: { readonly detail: number }) => void;
  'aria-expanded': boolean;
}

export interface Popover {
  readonly open: boolean;
  readonly close: () => void;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly panel: RefObject<HTMLDivElement | null>;
  readonly triggerProps: TriggerProps;
}

/**
 * A panel in the browser's top layer (native popover: closes on Escape and on a click elsewhere, gives the focus
 * back). It exists only while open, so a table may have one per row.
 */
export function usePopover(align: 'start' | 'end', onOpened?: (panel: HTMLDivElement) => void): Popover {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const openOnPointerDown = useRef(false);
  const opened = useRef(onOpened);
  useLayoutEffect(() => {
    opened.current = onOpened;
  });

  useLayoutEffect(() => {
    const element = panel.current;
    const anchor = trigger.current;
    if (!open || !element || !anchor) return;
    element.showPopover();
    const stopPlacing = keepPlaced(anchor, element, align);
    opened.current?.(element);
    const handleToggle = (event: Event): void => {
      if (event instanceof ToggleEvent && event.newState === 'closed') setOpen(false);
    };
    element.addEventListener('toggle', handleToggle);
    return () => {
      element.removeEventListener('toggle', handleToggle);
      stopPlacing();
    };
  }, [open, align]);

  return {
    open,
    close: () => panel.current?.hidePopover(),
    trigger,
    panel,
    triggerProps: {
      // The pointer going down elsewhere closes the panel before the click arrives; that click must not reopen it.
      onPointerDown: () => {
        openOnPointerDown.current = open;
      },
      // A click by keyboard (its detail is 0) follows no pointer press, and an earlier press that ended elsewhere was no click.
      onClick: (press) => {
        if (!press?.detail || !openOnPointerDown.current) setOpen(true);
      },
      'aria-expanded': open,
    },
  };
}
