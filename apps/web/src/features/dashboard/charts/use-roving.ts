import { type KeyboardEvent, useState } from 'react';

/**
 * One stop of the Tab key for all points of a chart; arrow keys go from point to point, Home and End to the ends.
 * Each point gets `data-point` and the tabIndex; the element around them the rest.
 */
export function useRoving(count: number) {
  const [wanted, setActive] = useState(count - 1);
  const active = Math.min(Math.max(0, wanted), Math.max(0, count - 1));
  const handleKey = (event: KeyboardEvent<Element>): void => {
    const next = {
      ArrowRight: active + 1,
      ArrowDown: active + 1,
      ArrowLeft: active - 1,
      ArrowUp: active - 1,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (next === undefined || next < 0 || next >= count) return;
    event.preventDefault();
    setActive(next);
    event.currentTarget.querySelector<SVGElement | HTMLElement>(`[data-point="${next}"]`)?.focus();
  };
  return { onKeyDown: handleKey, pointProps: (index: number) => ({ 'data-point': index, tabIndex: index === active ? 0 : -1 }), setActive };
}
