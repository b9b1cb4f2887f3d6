import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { enter, person } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** The tour of the first day: offered once, on the first screen; can be left at each stop, and taken again. */

const STOPS = ['create', 'checks', 'certificates', 'reports', 'search', 'settings'] as const;

const offer = (page: Page, say: Say) => page.getByRole('region', { name: say('shell:tour.label') });
const card = (page: Page) => page.getByRole('dialog');

async function arrive(page: Page, name: string, language: InterfaceLanguage): Promise<Say> {
  await enter(page, person(name), language, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return wordsIn(language);
}

/** The card is inside the window, and does not lie over what it shows. */
async function expectShown(page: Page): Promise<void> {
  const [spot, box, view] = await Promise.all([
    card(page).locator('[aria-hidden=true]').first().boundingBox(),
    card(page).getByRole('heading').locator('..').boundingBox(),
    page.evaluate(() => ({ width: innerWidth, height: innerHeight })),
  ]);
  if (!spot || !box) throw new Error('The tour is not on the screen.');
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(view.width);
  expect(box.y + box.height).toBeLessThanOrEqual(view.height);
  const apart =
    box.x >= spot.x + spot.width || spot.x >= box.x + box.width || box.y >= spot.y + spot.height || spot.y >= box.y + box.height;
  expect(apart, 'the card lies beside what it shows').toBe(true);
}

test('the tour goes from stop to stop by keyboard, once, at a desk', async ({ page }) => {
  const say = await arrive(page, 'hr.admin.10', 'en');
  await offer(page, say)
    .getByRole('button', { name: say('shell:tour.start') })
    .click();
  for (const [index, stop] of STOPS.entries()) {
    await expect(card(page)).toHaveAccessibleName(say(`tour:stop.${stop}.title`));
    await expect(card(page).getByRole('heading')).toBeFocused();
    await expect(card(page)).toContainText(say('tour:step', { number: index + 1, total: STOPS.length }));
    // The spot glides to its place.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    await expectShown(page);
    if (index === 1) {
      await card(page)
        .getByRole('button', { name: say('common:back') })
        .press('Enter');
      await expect(card(page)).toHaveAccessibleName(say('tour:stop.create.title'));
      await card(page)
        .getByRole('button', { name: say('common:next') })
        .press('Enter');
      await expect(card(page)).toHaveAccessibleName(say('tour:stop.checks.title'));
    }
    const last = index === STOPS.length - 1;
    await card(page)
      .getByRole('button', { name: last ? say('tour:finish') : say('common:next') })
      .press('Enter');
  }
  await expect(card(page)).toHaveCount(0);
  await expect(offer(page, say)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer(page, say)).toHaveCount(0);
});
