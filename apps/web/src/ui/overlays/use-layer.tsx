import { type ReactNode, useEffect, useState } from 'react';

interface Layer {
  /** To be rendered beside the control. */
  readonly element: ReactNode;
  /** For `Popover`. */
  readonly container: Element | undefined;
  /** To be called when the panel opens and closes, because the latest layer lies on top. */
  readonly setOpen: (open: boolean) => void;
}

/**
 * A place in the browser's top layer for the panels of React Aria, which otherwise go to the end of the page: there a
 * modal `<dialog>` covers them and makes them inert. While a panel is open, Escape is for it alone, not for the dialog.
 */
export function useLayer(): Layer {
  const [layer, setLayer] = useState<HTMLDivElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.preventDefault();
    };
    addEventListener('keydown', handleKey, true);
    return () => removeEventListener('keydown', handleKey, true);
  }, [isOpen]);
  return {
    element: (
      <div ref={setLayer} popover="manual" className="inset-auto top-0 left-0 m-0 size-0 overflow-visible border-0 bg-transparent p-0" />
    ),
    container: layer ?? undefined,
    setOpen: (open) => {
      setIsOpen(open);
      if (!open || !layer) return;
      if (layer.matches(':popover-open')) layer.hidePopover();
      layer.showPopover();
    },
  };
}
