import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export { expect };

interface Fixtures {
  /** Faults of the page that this journey provokes on purpose, such as a refused request: console lines that match are no failure. */
  readonly expectedFaults: RegExp[];
  /** A page in a browser of its own: another person, at a desk or on a phone. Watched like `page`. */
  readonly newBrowser: (device?: keyof typeof DEVICES) => Promise<Page>;
}

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

/** `test` of Playwright; besides, a journey fails when a page logs an error, throws, or breaks its content security policy. */
export const test = base.extend<Fixtures & { faults: string[] }>({
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

/** The screen breaks no rule of WCAG 2.2 AA that axe can find. Colours count once they have come to rest. */
export async function expectAccessible(page: Page): Promise<void> {
  // In the page itself, not by way of a second one: a screen has no frames but those that hold nothing of ours.
  await expectNoViolations(page, new AxeBuilder({ page }).setLegacyMode().withTags(LEVELS));
}

async function expectNoViolations(page: Page, axe: AxeBuilder): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
  // What sticks to an edge covers what happens to be scrolled under it, which axe takes for a target that is too small.
  await page.evaluate(() => {
    const unstuck = new CSSStyleSheet();
    unstuck.replaceSync('[class*="sticky"] { position: static !important }');
    document.adoptedStyleSheets.push(unstuck);
  });
  const { violations } = await axe.analyze();
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target, html }) => `  ${target.join(' ')}\n    ${html.slice(0, 200)}`).join('\n')}`,
  );
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** The same in both colour modes. */
export async function expectAccessibleInBothModes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await expectNoViolations(page, new AxeBuilder({ page }).setLegacyMode().withRules(COLOURS));
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
}
