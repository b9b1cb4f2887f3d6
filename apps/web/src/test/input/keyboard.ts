import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** More stops than any screen has on the way to one of its parts. */
const MAX_STOPS = 80;

/** The keys that write a name into a native list, a field of text, and the like: where the focus is. */
export const press = (keys: string) => userEvent.keyboard(keys);

/** Whether somebody sees where the focus is: some of it lies under nothing that stays in its place (WCAG 2.4.11). */
function isInSight(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [from, to] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  const [start, end] = [Math.max(left, 0), Math.min(right, innerWidth)];
  if (to - from < 1 || end - start < 1) return false;
  return [0.15, 0.5, 0.85].some((part) => {
    const hit = document.elementFromPoint((start + end) / 2, from + (to - from) * part);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
}

/**
 * Goes on with Tab to a control. Every stop on the way has a name, is in sight, and the focus never falls to the page itself.
 * @returns how many stops that took
 */
export async function tabTo(target: Locator): Promise<number> {
  const wanted = await target.findElement();
  for (let stops = 1; stops <= MAX_STOPS; stops += 1) {
    await userEvent.tab();
    const now = document.activeElement;
    expect(now, `focus after stop ${stops}`).not.toBe(document.body);
    if (now === null) continue;
    expect(isInSight(now), `${describe(now)} is covered`).toBe(true);
    if (now === wanted) return stops;
  }
  throw new Error(`Tab does not lead to ${describe(wanted)}`);
}

const describe = (element: Element): string =>
  `${element.tagName.toLowerCase()} "${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''}" ${element.id}`;
