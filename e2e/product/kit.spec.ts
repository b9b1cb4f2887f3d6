import type { Locator, Page } from '@playwright/test';
import { enter, openSignIn, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** What every screen is made of: code that does not come or weighs too much. */

/** Companies that no other test counts in. */
const HR = person('hr.admin.7');
const say = sayIn('en');

test('a dialog or a field whose code does not come says so, and the screen under it stays', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/, /preload/i, /dynamically imported/);
  await enter(page, HR, 'en', '/checks');
  const rows = page.getByRole('table').getByRole('link');
  await expect(rows.first()).toBeVisible();
  await page.route(/\/assets\/(CancelDialog|DatePickerCore)/, (route) => route.abort());
  await page.route(/\/checks$/, (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) }) })
    .first()
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: say('checks:action.cancel') }).click();
  await expect(page.getByText(new RegExp(say('common:failed.offlineTitle')))).toBeVisible();
  await expect(page.getByRole('status', { name: say('common:loading') })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
  await page.getByRole('button', { name: say('checks:filter.period') }).click();
  const panel = page.getByRole('dialog', { name: say('checks:filter.period') });
  await expect(panel.getByRole('alert')).toContainText(say('common:failed.title'));
  await page.unrouteAll({ behavior: 'wait' });
  await panel.getByRole('button', { name: say('common:retry') }).click();
  await expect(panel.getByRole('spinbutton')).toHaveCount(6);
});

test('what a page loads by itself stays light', async ({ page, newBrowser, expectedErrors }) => {
  expectedErrors.push(/404 \(Not Found\).*\/nowhere/);
  /** KiB of scripts, as they travel. */
  async function scriptsOf(visitor: Page, open: () => Promise<void>): Promise<number> {
    const sizes: Promise<number>[] = [];
    visitor.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await open();
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
  }
  const signIn = await scriptsOf(page, () => openSignIn(page, 'en'));
  expect(signIn, 'docs/performance.md says 99.1').toBeLessThan(99.5);
  expect(signIn).toBeGreaterThan(50);

  const other = await newBrowser();
  await enter(other, HR, 'en', '/nowhere');
  /** As for somebody who was never here. What comes by itself once the page is shown counts too. */
  async function firstVisit(path: string, stands: (reader: Page) => Locator, later: readonly string[]): Promise<number> {
    const reader = await other.context().newPage();
    const scripts = await scriptsOf(reader, async () => {
      const session = await reader.context().newCDPSession(reader);
      await session.send('Network.enable');
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
      const late = ['Overlays', 'flag-service', ...later].map((name) =>
        reader.waitForEvent('requestfinished', (request) => request.url().includes(`/${name}-`)),
      );
      await reader.goto(path);
      await expect(stands(reader)).toBeVisible();
      await Promise.all(late);
    });
    await reader.close();
    return scripts;
  }
  const list = await firstVisit('/checks', (reader) => reader.getByRole('table').getByRole('link').first(), []);
  expect(list, 'docs/performance.md says 190').toBeLessThan(190);
  const order = await firstVisit('/checks/new', (reader) => reader.getByRole('combobox', { name: say('order:worker.search') }), [
    'IncapacityStep',
  ]);
  expect(order, 'docs/performance.md says 265.5').toBeLessThan(265.5);
});
