import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { RunOnly } from 'axe-core';
import { COLOURS, DIMMABLE, findViolations, isSettled, type Search, type Violations, WCAG } from '../../../apps/web/src/test/axe.ts';
import { expect } from '../test.ts';

/** The minified source, half the size of `axe.source`, because it is injected into every loaded page. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Options = Pick<Search, 'without' | 'changedOnly' | 'mainOnly'>;
export type Mode = 'light' | 'dark';

/** Expects no violation of WCAG 2.2 AA that axe can find. Colours are checked when nothing is loading, because rows are dimmed meanwhile. */
export async function expectAccessible(page: Page, what = page.url(), options: Options = {}, mode: Mode = 'light'): Promise<void> {
  await expectNone(page, what, WCAG, options, mode);
}

/** The same with light colours, and the rules about colours with dark ones. */
export async function expectAccessibleInBothModes(page: Page, what = page.url(), options: Options = {}): Promise<void> {
  await expectNone(page, what, WCAG, options, 'light');
  await expectNone(page, what, COLOURS, options, 'dark');
}

async function expectNone(page: Page, what: string, runOnly: RunOnly, options: Options, mode: Mode): Promise<void> {
  const turn = (isDark: boolean) => page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), isDark);
  if (mode === 'dark') await turn(true);
  const found = await violationsOf(page, runOnly, options);
  if (mode === 'dark') await turn(false);
  expect.soft(found, `accessibility of ${what}, ${mode}`).toEqual([]);
}

/** As a script, not by `eval`, because browsers cache compiled scripts. */
async function injectAxe(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Runtime.evaluate', { expression: AXE });
  await browser.detach();
}

/** Runs axe in the page; frames are not checked, because they contain nothing of the product. */
async function violationsOf(page: Page, runOnly: RunOnly, options: Options): Promise<readonly string[]> {
  let seen: Violations;
  do {
    await page.waitForFunction(isSettled, DIMMABLE);
    if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page);
    seen = await page.evaluate(findViolations, { ...options, runOnly, dimmable: DIMMABLE });
    // Rows were reloaded and dimmed meanwhile: check again.
  } while (seen.disturbed);
  return seen.found;
}
