import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';

/**
 * What axe-core looks for, and how. The functions run in the page itself and name nothing outside themselves, so that end-to-end tests
 * (e2e/support/screens/accessibility.ts) can send them there; component tests are in the page already.
 */

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Rules of WCAG 2.2 A and AA. */
export const WCAG: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules about what a colour mode changes. */
export const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What may wait for newer data, dimmed. */
export const DIMMABLE = '[aria-busy=true]:not(button), [aria-busy=true] tbody';

/** Brings what moves to its end, and says whether the page is at rest: colours count at rest, and waiting for each animation takes long. */
export function isSettled(dimmable: string): boolean {
  const moving = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
  for (const animation of moving) animation.finish();
  return moving.length === 0 && [...document.querySelectorAll(dimmable)].every((element) => getComputedStyle(element).opacity === '1');
}

export interface Violations {
  readonly found: readonly string[];
  /** What waits for newer data began or ceased to wait while axe looked: look again. */
  readonly disturbed: boolean;
}

export interface Search {
  readonly runOnly: RunOnly;
  readonly dimmable: string;
  /** Rules that do not hold on this page. */
  readonly without?: readonly string[];
  /** The rest was looked at before: only what lies over the page, with the button that opened it, or else the page's main part. */
  readonly changedOnly?: boolean;
  /** What stands around the page's main part was looked at before. */
  readonly mainOnly?: boolean;
}

/**
 * Needs `window.axe`. Of what lies over the page, such as a dialog, only that is looked at. What passes is not written down: that takes
 * three times as long as finding what does not.
 */
export async function findViolations({
  runOnly,
  dimmable,
  without = [],
  changedOnly = false,
  mainOnly = false,
}: Search): Promise<Violations> {
  // What sticks to an edge covers what happens to be scrolled under it, which axe takes for a target that is too small.
  const unstuck = new CSSStyleSheet();
  unstuck.replaceSync('[class*="sticky"] { position: static !important }');
  document.adoptedStyleSheets.push(unstuck);
  let disturbed = [...document.querySelectorAll(dimmable)].some((element) => getComputedStyle(element).opacity !== '1');
  const observer = new MutationObserver(() => {
    disturbed = true;
  });
  observer.observe(document, { subtree: true, attributeFilter: ['aria-busy'] });
  try {
    const layers = [...document.querySelectorAll(':modal, :popover-open')].filter(
      (each) => each.checkVisibility() && each.clientHeight > 0,
    );
    const modal = layers.findLast((layer) => layer.matches(':modal'));
    const base = modal ?? (changedOnly || mainOnly ? document.querySelector('main') : null) ?? document.documentElement;
    const over = layers.filter((layer) => !layer.matches(':modal') && !base.contains(layer));
    // A notice comes and goes by itself: what was done is on the page under it.
    const opened = changedOnly && !modal ? layers.filter((layer) => !layer.matches('.toast-host')) : [];
    const include = opened.length > 0 ? [...opened, ...document.querySelectorAll('[aria-expanded=true]')] : [base, ...over];
    // Rows of a list are made alike.
    const context = { include, exclude: ['tbody tr:nth-child(n+7)'] };
    const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
    // Style sheets would be fetched again for rules that nobody asks for.
    const { violations } = await window.axe.run(context, { runOnly, rules, resultTypes: ['violations'], iframes: false, preload: false });
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ target, html }) => `  ${target.join(' ')}\n    ${html.slice(0, 200)}`).join('\n')}`,
    );
    return { found, disturbed: disturbed || observer.takeRecords().length > 0 };
  } finally {
    observer.disconnect();
    document.adoptedStyleSheets.pop();
  }
}
