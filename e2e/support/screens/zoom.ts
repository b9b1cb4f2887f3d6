import type { Page } from '@playwright/test';
import { findScrolling } from './texts.ts';

/** Size of a window of 1280 × 1024 pixels at 400 % zoom (WCAG 1.4.10). */
export const ZOOMED = { width: 320, height: 256 } as const;

/**
 * Finds problems in a window of that size: horizontal scrolling, fixed bars that cover half of the height or more, and focused elements that
 * are completely hidden (WCAG 2.4.11).
 */
export async function lookZoomed(page: Page): Promise<readonly string[]> {
  const [scrolling, bars, hidden] = [
    await page.evaluate(findScrolling),
    await page.evaluate(findHighBars),
    await page.evaluate(findHiddenFocus),
  ];
  return [...scrolling, ...bars, ...hidden];
}

/** Runs in the page: finds fixed and sticky elements that cover half of the height or more. */
function findHighBars(): readonly string[] {
  // A modal dialog may fill the window.
  if (document.querySelector('dialog:modal')) return [];
  scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' });
  const barAt = (y: number): Element | undefined => {
    for (let one = document.elementFromPoint(innerWidth / 2, y); one && one !== document.body; one = one.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return one;
    return undefined;
  };
  const bars = Array.from({ length: innerHeight }, (_, y) => barAt(y)).filter((bar) => bar !== undefined);
  const names = [...new Set(bars)].map((bar) => `<${bar.tagName.toLowerCase()} class="${bar.className}">`);
  return bars.length * 2 < innerHeight ? [] : [`bars take ${bars.length} of ${innerHeight} pixels: ${names.join(', ')}`];
}

/** Runs in the page: finds elements that are hidden while they have the focus. */
function findHiddenFocus(): readonly string[] {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const PLACES = [0.1, 0.5, 0.9];
  const isSeen = (element: Element): boolean =>
    [...element.getClientRects()].some((box) =>
      PLACES.some((across) =>
        PLACES.some((down) => {
          const at = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
          // A native field may be covered by its label or its drawn replacement.
          return at !== null && (element.contains(at) || at.contains(element) || at.closest('label')?.contains(element));
        }),
      ),
    );
  const begun = document.activeElement;
  const hidden = [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => {
      element.focus();
      return document.activeElement === element && !isSeen(element);
    });
  if (begun instanceof HTMLElement) begun.focus();
  return hidden.map((element) => `hidden while focused: ${element.outerHTML.slice(0, 120)}`);
}
