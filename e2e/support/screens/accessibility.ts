import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { RunOnly } from 'axe-core';
import { COLOURS, DIMMABLE, findViolations, isAtRest, type Search, type Violations, WCAG } from '../../../apps/web/src/test/axe.ts';
import { expect } from '../test.ts';

/** Half as long as what `axe.source` holds: every page that is loaded reads all of it. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Options = Pick<Search, 'without' | 'mainOnly'>;

/** The screen breaks no rule of WCAG 2.2 AA that axe can find. Colours count at rest: rows that wait for newer ones are dimmed. */
export async function expectAccessible(page: Page, what = page.url(), options: Options = {}): Promise<void> {
  expect.soft(await violationsOf(page, WCAG, options), `accessibility of ${what}`).toEqual([]);
}

/** The same in light colours, and the rules about colours in dark ones. */
export async function expectAccessibleInBothModes(page: Page, what?: string, options: Options = {}): Promise<void> {
  await expectAccessible(page, what, options);
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  const found = await violationsOf(page, COLOURS, options);
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
  expect.soft(found, `accessibility of ${what}, dark`).toEqual([]);
}

/** As a script and not as a text that a script evaluates: of a script the browser keeps what it compiled for the page before. */
async function bringAxeInto(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Runtime.evaluate', { expression: AXE });
  await browser.detach();
}

/** Axe runs in the page itself, brought in once: a screen has no frames but those that hold nothing of ours. */
async function violationsOf(page: Page, runOnly: RunOnly, options: Options): Promise<readonly string[]> {
  let seen: Violations;
  do {
    await page.waitForFunction(isAtRest, DIMMABLE);
    if (!(await page.evaluate(() => 'axe' in window))) await bringAxeInto(page);
    seen = await page.evaluate(findViolations, { ...options, runOnly, dimmable: DIMMABLE });
    // Newer rows were asked for meanwhile, and those on the screen dimmed: it is looked at again.
  } while (seen.disturbed);
  return seen.found;
}
