import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width that an element has, so that a drawing keeps its letters readable at any. Before it is known: `fallback`. */
export function useWidth<Element extends HTMLElement>(
  fallback: number,
): { readonly ref: RefObject<Element | null>; readonly width: number } {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(fallback);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      // Print scales the drawing, so its width stays that of the screen.
      if (!matchMedia('print').matches && element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
