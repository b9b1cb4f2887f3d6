/**
 * Keeps the focus from being lost: when the focused element is removed or disabled and no other takes the focus, the part of the page around it
 * does, so that keyboard users continue there and screen readers announce it. A screen can set the focus itself before, such as a list whose
 * row was deleted.
 */

/** Parts that are told by a name or a heading, the innermost first. */
const PARTS =
  'dialog, [role="dialog"], section[aria-labelledby], section[aria-label], fieldset:not(:disabled), [role="group"], form[aria-label], li, [data-list], main';

/** An element, and all that it is in. */
function pathOf(element: Element): readonly Element[] {
  const path: Element[] = [];
  for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement) path.push(one);
  return path;
}

/** Whether an element lies over the page; the element that opened it gets the focus back. */
const isOverPage = (element: Element): boolean => element.closest('dialog, [popover], [role="dialog"]') !== null;

const isShown = (element: Element): boolean => element.isConnected && element.checkVisibility({ visibilityProperty: true });

/** @returns the innermost part that is still there; the page alone is none */
function partOf(path: readonly Element[]): HTMLElement | undefined {
  return path.find((element): element is HTMLElement => element instanceof HTMLElement && element.matches(PARTS) && isShown(element));
}

const isUsable = (element: Element): boolean => isShown(element) && !element.matches(':disabled') && element.closest('[inert]') === null;

/** Browsers take the focus away from what is disabled, but not at once. */
const isLost = (): boolean => document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;

/** Where the focus is or was last; and where on the page itself, while it is in what lies over it. */
let path: readonly Element[] = [];
let pathOnPage: readonly Element[] = [];
let isDue = false;

function remember(element: Element | null): void {
  if (element === null || element === document.body) return;
  path = pathOf(element);
  if (!isOverPage(element)) pathOnPage = path;
}

function restore(): void {
  isDue = false;
  const [last] = path;
  // An element that still exists lost the focus on purpose, by a press beside it.
  if (last === undefined || !isLost() || isUsable(last)) return;
  // The page was replaced as a whole.
  if (![path, pathOnPage].some((one) => one.at(-1)?.isConnected)) return;
  const [lastOnPage] = pathOnPage;
  const part = partOf(path);
  if ((part === undefined || part.matches('main')) && lastOnPage instanceof HTMLElement && isUsable(lastOnPage)) {
    lastOnPage.focus();
    return;
  }
  const home = part ?? partOf(pathOnPage) ?? document.querySelector<HTMLElement>('main');
  const target = home?.matches('main') ? (home.querySelector<HTMLElement>('h1') ?? home) : home;
  if (!target) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

remember(document.activeElement);
document.addEventListener('focusin', ({ target }) => remember(target instanceof Element ? target : null));
new MutationObserver(() => {
  if (isDue || path.length === 0 || !isLost()) return;
  isDue = true;
  // After the effects of the current render.
  setTimeout(restore);
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'inert', 'open', 'class'] });
