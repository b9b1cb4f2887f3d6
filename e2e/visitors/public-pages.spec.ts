import { VERIFY_PATH } from '@checkwell/domain/check/evidence/evidence';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { PUBLIC_PAGE_NAMES, publicPagePath } from '@checkwell/domain/public-pages';
import { fromElsewhere } from '../support/people.ts';
import { expectAccessible } from '../support/screens/accessibility.ts';
import { sayIn } from '../support/screens/say.ts';
import { foreignTextsIn, look } from '../support/screens/texts.ts';
import { expect, test } from '../support/test.ts';

/**
 * Public pages, which the server renders. They are no routes of the application, so that the sweep does not check them. Each is checked like a
 * screen: no clipped text, no keys, no other language, and no findings of axe, in light and dark colours (in one language).
 */

test.describe.configure({ mode: 'parallel' });

/** Languages to look for, as in the sweep. None for English, because other languages contain English words. */
const OTHERS = { en: [], fr: ['en', 'nl'], nl: ['en', 'fr'] } as const;

for (const language of INTERFACE_LANGUAGES) {
  test(`every public page in ${language}`, async ({ page, context }) => {
    test.slow();
    const strangers = OTHERS[language].map((other) => foreignTextsIn(language, other));
    const names = INTERFACE_LANGUAGES.map((code) => sayIn(code)(`enums:interfaceLanguage.${code}`));
    for (const name of PUBLIC_PAGE_NAMES) {
      await page.goto(publicPagePath(name, language));
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('script')).toHaveCount(0);
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const { texts, misfits } = await look(page);
        expect.soft(misfits, `${name} in ${language} at ${width}`).toEqual([]);
        const words = texts.filter((text) => !names.includes(text));
        expect
          .soft(
            strangers.flatMap((find) => find(words)),
            `${name} in ${language}`,
          )
          .toEqual([]);
      }
      // The layout is the same in all languages.
      if (language !== 'en') continue;
      await expectAccessible(page, `${name}, light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, `${name}, dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });
}

/** Requests to the page that verifies evidence packs, with a text of each response. */
const REQUESTS = [
  { name: 'nothing asked', path: VERIFY_PATH, says: 'evidence:page.codeHint' },
  { name: 'no code', path: `${VERIFY_PATH}?code=7K3M`, says: 'evidence:page.notACode' },
  { name: 'a code that is not known', path: `${VERIFY_PATH}/00000000000000000000`, says: 'evidence:page.unknownText' },
] as const;

for (const language of INTERFACE_LANGUAGES) {
  test(`the page that verifies evidence packs in ${language}`, async ({ page, context, expectedErrors }) => {
    expectedErrors.push(/(400 \(Bad Request|404 \(Not Found).*\/verify/);
    const say = sayIn(language);
    const strangers = OTHERS[language].map((other) => foreignTextsIn(language, other));
    const names = INTERFACE_LANGUAGES.map((code) => sayIn(code)(`enums:interfaceLanguage.${code}`));
    for (const { name, path, says } of REQUESTS) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}language=${language}`);
      await expect(page.getByText(say(says))).toBeVisible();
      await expect(page.locator('script')).toHaveCount(0);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const { texts, misfits } = await look(page);
        expect.soft(misfits, `${name} in ${language} at ${width}`).toEqual([]);
        const words = texts.filter((text) => !names.includes(text));
        expect.soft(strangers.flatMap((find) => find(words))).toEqual([]);
      }
      if (language !== 'en') continue;
      await expectAccessible(page, `${name}, light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, `${name}, dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(await context.cookies()).toEqual([]);
  });
}

test('the footer of the sign-in page links to the privacy notice, and that page to every other public page', async ({ page }) => {
  const say = sayIn('nl');
  await fromElsewhere(page);
  await page.goto('/?lang=nl');
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('BE 0123.456.749');
  await foot.getByRole('link', { name: say('auth:pages.privacy') }).click();
  await expect(page).toHaveURL(publicPagePath('privacy', 'nl'));
  for (const name of PUBLIC_PAGE_NAMES) {
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: say(`auth:pages.${name}`), exact: true })
      .click();
    await expect(page).toHaveURL(publicPagePath(name, 'nl'));
  }
  await page.keyboard.press('Tab');
  await expect(page.locator('a[href="#content"]')).toBeFocused();
});

test('public pages open in a new tab during an order, which keeps its input', async ({ page }) => {
  const say = sayIn('en');
  await fromElsewhere(page);
  await page.goto('/one-shot-check');
  await page.getByLabel(say('checkFields:workerFirstName')).fill('Noor');
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: say('auth:pages.prices') })
    .click();
  await expect(await opened).toHaveURL(publicPagePath('prices', 'en'));
  await expect(page.getByLabel(say('checkFields:workerFirstName'))).toHaveValue('Noor');
});

test('a printed public page is black on white, without menus', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(publicPagePath('terms', 'en'));
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(0, 0, 0)');
});
