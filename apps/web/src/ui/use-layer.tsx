import { type ReactNode, useState } from 'react';

/**
 * A place in the browser's top layer for the panels of React Aria, which otherwise go to the end of the page: there a
 * modal `<dialog>` covers them and makes them inert. `element` belongs beside the control, `raise` when it opens (the
 * layer that came last lies on top), `container` to its `Popover`.
 */
export function useLayer(): {
  readonly element: ReactNode;
  readonly container: Element | undefined;
  readonly raise: (open: boolean) => void;
} {
  const [layer, setLayer] = useState<HTMLDivElement | null>(null);
  return {
    element: (
      <div ref={setLayer} popover="manual" className="inset-auto top-0 left-0 m-0 size-0 overflow-visible border-0 bg-transparent p-0" />
    ),
    container: layer ?? undefined,
    raise: (open) => {
      if (!open || !layer) return;
      if (layer.matches(':popover-open')) layer.hidePopover();
      layer.showPopover();
    },
  };
}
