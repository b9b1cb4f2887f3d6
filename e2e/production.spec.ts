import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { PRODUCTION_ENV } from '../apps/server/src/test/config.ts';
import { expectAccessible } from './support/accessibility.ts';
import { fromElsewhere } from './support/people.ts';
import { startBeside } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** The product as production starts it: without a payment provider nobody is led to a One Shot Check that they could not pay. */
test('production without a payment provider offers no One Shot Check, and its page says so', async ({ page }) => {
  const shared = { databaseUrl: process.env.E2E_DATABASE_URL ?? '', secret: process.env.E2E_SECRET ?? '' };
  const server = await startBeside(shared, (baseURL) => ({
    ...PRODUCTION_ENV,
    APP_SECRET: shared.secret,
    PUBLIC_URL: baseURL,
    DEMO: '0',
    ROLES: 'web',
  }));
  try {
    await fromElsewhere(page);
    for (const language of INTERFACE_LANGUAGES) {
      const say = wordsIn(language);
      await page.goto(`${server.baseURL}/icon.svg`);
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      const asked = page.waitForResponse((response) => response.url().endsWith('/v1/api/one-shot-checks'));
      await page.goto(server.baseURL);
      await asked;
      await expect(page.getByRole('link', { name: say('auth:signIn.confirmIdentity') })).toBeVisible();
      await expect(page.getByText(say('auth:signIn.oneShot'))).toHaveCount(0);

      await page.goto(`${server.baseURL}/one-shot-check`);
      await expect(page.getByText(say('oneShot:notOffered.title'))).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
      await page.getByRole('link', { name: say('oneShot:notOffered.account') }).click();
      await expect(page).toHaveURL(/\/confirm-identity$/);
    }
    await page.goto(`${server.baseURL}/one-shot-check`);
    await expectAccessible(page);
  } finally {
    await server.stop();
  }
});
