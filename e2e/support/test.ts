import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

interface Fixtures {
  /** Faults of the page that this journey provokes on purpose, such as a refused request: console lines that match are no failure. */
  readonly expectedFaults: RegExp[];
}

/** `test` of Playwright; besides, a journey fails when the page logs an error, throws, or breaks its content security policy. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  expectedFaults: async ({}, use) => use([]),
  page: async ({ page, expectedFaults }, use) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
    await use(page);
    const unexpected = faults.filter((fault) => !expectedFaults.some((pattern) => pattern.test(fault)));
    expect(unexpected, 'the page must not log errors').toEqual([]);
  },
});

/** The screen breaks no rule of WCAG 2.2 AA that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ target }) => `  ${target.join(' ')}`).join('\n')}`);
  expect(found).toEqual([]);
}
