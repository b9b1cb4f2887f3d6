import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';
import { type Certified, isCertified, startCertified } from './certified-issuer.ts';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

export { expect };

interface Fixtures {
  /** Faults of the page that this journey provokes on purpose, such as a refused request: console lines that match are no failure. */
  readonly expectedFaults: RegExp[];
  /** A page in a browser of its own: another person, at a desk or on a phone. Watched like `page`. */
  readonly newBrowser: (device?: keyof typeof DEVICES) => Promise<Page>;
}

/** What a page says to its log without network: the browser about each request, and the flags, whose failure is only logged. */
export const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /could not be identified for feature flags/] as const;

const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

function watch(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(error.error().stack ?? error.error().message));
}

interface WorkerFixtures {
  /** What the journeys of the project `CERTIFIED` sign in at; undefined in the other. */
  readonly certified: Certified | undefined;
}

/** `test` of Playwright; besides, a journey fails when a page logs an error, throws, or breaks its content security policy. */
export const test = base.extend<Fixtures & { faults: string[] }, WorkerFixtures>({
  certified: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use, worker) => {
      if (!isCertified(worker)) return use(undefined);
      const certified = await startCertified();
      await use(certified);
      await certified.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ baseURL, certified }, use) => use(certified?.server.baseURL ?? baseURL),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  expectedFaults: async ({}, use) => use([]),
  faults: async ({ expectedFaults }, use) => {
    const faults: string[] = [];
    await use(faults);
    const unexpected = faults.filter((fault) => !expectedFaults.some((pattern) => pattern.test(fault)));
    expect(unexpected, 'the page must not log errors').toEqual([]);
  },
  context: async ({ context, faults }, use) => {
    watch(context, faults);
    await use(context);
  },
  newBrowser: async ({ browser, faults }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (device = 'desk') => {
      const context = await browser.newContext(DEVICES[device]);
      contexts.push(context);
      watch(context, faults);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules about what a colour mode changes. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The screen breaks no rule of WCAG 2.2 AA that axe can find. Colours count at rest: rows that wait for newer ones are dimmed. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, { type: 'tag', values: LEVELS });
}

/** The same in both colour modes. */
export async function expectAccessibleInBothModes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await expectNoViolations(page, { type: 'rule', values: COLOURS });
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
}

/** Axe runs in the page itself, brought in once: a screen has no frames but those that hold nothing of ours. */
async function expectNoViolations(page: Page, runOnly: RunOnly): Promise<void> {
  let seen: Seen;
  do {
    await page.waitForFunction((dimmable) => {
      // What moves is brought to its end: colours count at rest, and waiting for each of them is a third of a journey.
      const moving = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
      for (const animation of moving) animation.finish();
      return moving.length === 0 && [...document.querySelectorAll(dimmable)].every((element) => getComputedStyle(element).opacity === '1');
    }, DIMMABLE);
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    seen = await page.evaluate(violations, { runOnly, dimmable: DIMMABLE });
    // Newer rows were asked for meanwhile, and those on the screen dimmed: it is looked at again.
  } while (seen.disturbed);
  expect(seen.found, `accessibility of ${page.url()}`).toEqual([]);
}

/** What may wait for newer data, dimmed. */
const DIMMABLE = '[aria-busy=true]:not(button), [aria-busy=true] tbody';

interface Seen {
  readonly found: readonly string[];
  /** What waits for newer data began or ceased to wait while axe looked. */
  readonly disturbed: boolean;
}

/** Runs in the page. What passes is not written down: that takes three times as long as finding what does not. */
async function violations({ runOnly, dimmable }: { readonly runOnly: RunOnly; readonly dimmable: string }): Promise<Seen> {
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
    const { violations } = await window.axe.run({ runOnly, resultTypes: ['violations'], iframes: false });
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
