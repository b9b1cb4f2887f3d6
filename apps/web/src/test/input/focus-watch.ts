/**
 * Watches in every component test that the focus never falls to the page: what had it may go, but then something else takes it. Looked at
 * before each key and each press, when a person would notice, and when the test is over.
 */

/** What had the focus last, unless somebody has pressed beside everything since. */
let last: Element | null = null;
let lost: string[] = [];

function describe(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
  return `${element.tagName.toLowerCase()}${element.id && `#${element.id}`} "${name}"`;
}

const focused = (): Element | null => (document.activeElement === document.body ? null : document.activeElement);

/** A page that is hidden gives way to another one. */
const isLost = (): boolean => last !== null && focused() === null && document.hasFocus() && !document.body.hidden;

function look(): void {
  if (last === null || !isLost()) return;
  lost.push(`The focus fell to the page; ${describe(last)} had it last.`);
  last = null;
}

function follow(): void {
  last = focused();
}

document.addEventListener('focusin', follow, true);
document.addEventListener('keydown', look, true);
document.addEventListener(
  'pointerdown',
  () => {
    look();
    // Pressing beside everything takes the focus away on purpose.
    last = null;
  },
  true,
);
document.addEventListener('pointerup', follow, true);

/** More turns than it takes until something has the focus of what went with the last press. */
const MAX_TURNS = 20;

/** @returns where the focus was lost since the last call */
export async function takeLostFocus(): Promise<readonly string[]> {
  for (let turns = 0; turns < MAX_TURNS && isLost(); turns += 1) await new Promise((resolve) => setTimeout(resolve));
  look();
  const taken = lost;
  lost = [];
  return taken;
}

/** The next page begins without a focus, whatever had it while this one went. */
export function forgetFocus(): void {
  last = null;
}
