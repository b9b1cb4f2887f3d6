import type { Locator } from '@playwright/test';
import { fieldOf } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Dialogs: where the focus begins, that their fields stand in line, and that a toast leaves their buttons free. */

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
};

test('a dialog that an address opens begins in its first field, and stands in line where one label is longer', async ({ page }) => {
  const say = wordsIn('fr');
  await enter(page, person('planner'), 'fr', '/companies?add=true');
  const dialog = page.getByRole('dialog');
  await expect(fieldOf(dialog, say('settings:company.name'))).toBeFocused();
  const labels = [say('settings:company.language'), say('companies:column.checkPrice'), say('companies:column.staffCount')];
  const heights = await Promise.all(labels.map(async (label) => (await boxOf(dialog.locator('label').filter({ hasText: label }))).height));
  expect(Math.max(...heights), 'one label takes two lines').toBeGreaterThan(Math.min(...heights));
  // Once the dialog has risen; a field with a sign behind it has its border around both.
  const border = 1;
  await expect
    .poll(async () => {
      const tops = await Promise.all(labels.map(async (label) => (await boxOf(fieldOf(dialog, label))).y));
      return Math.max(...tops) - Math.min(...tops);
    })
    .toBeLessThanOrEqual(border);
});

for (const [device, width] of [
  ['desk', 1280],
  ['phone', 390],
] as const) {
  test(`a toast leaves the buttons of a drawer free, at a ${device}`, async ({ page, expectedFaults }) => {
    expectedFaults.push(/ERR_FAILED/);
    const say = wordsIn('en');
    await page.setViewportSize({ width, height: 800 });
    await enter(page, person('hr.admin.7'), 'en', '/employees');
    await page.getByRole('table').getByRole('link').first().click();
    const drawer = page.getByRole('dialog');
    const job = fieldOf(drawer, say('employees:field.function'));
    await job.fill(`${await job.inputValue()} 2`);
    await page.route('**/graphql', (route) => (route.request().postData()?.includes('mutation') ? route.abort() : route.continue()));
    await drawer.getByRole('button', { name: say('common:save') }).click();
    const toast = page
      .locator('.toast-host')
      .getByRole('alert')
      .filter({ hasText: say('common:failed.offlineTitle') });
    for (const name of ['close', 'cancel', 'save'] as const) {
      const button = await boxOf(drawer.getByRole('button', { name: say(`common:${name}`), exact: true }).first());
      // Once it has come in: it does so from the edge, past everything.
      await expect
        .poll(async () => {
          const { x, y, width, height } = await boxOf(toast);
          return button.x >= x + width || x >= button.x + button.width || button.y >= y + height || y >= button.y + button.height;
        }, name)
        .toBe(true);
    }
    // The same button, while the toast still stands there.
    await page.unroute('**/graphql');
    await drawer
      .getByRole('button', { name: say('common:close'), exact: true })
      .first()
      .click();
  });
}

test('superiors are put in the order of a header, and the address keeps it', async ({ page }) => {
  const say = wordsIn('nl');
  await enter(page, person('hr.admin.3'), 'nl', '/settings/superiors');
  const addresses = page.getByRole('table').locator('tbody tr td:nth-child(2)');
  const head = page.getByRole('columnheader', { name: say('settings:users.column.email') });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=email/);
  await expect.poll(async () => inOrder(await addresses.allTextContents())).toBe(true);
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(async () => inOrder((await addresses.allTextContents()).toReversed())).toBe(true);
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
});

/** Several of them, by the letters and signs of addresses. */
const inOrder = (addresses: readonly string[]): boolean =>
  addresses.length > 3 && addresses.every((address, index) => index === 0 || address >= (addresses[index - 1] ?? ''));
