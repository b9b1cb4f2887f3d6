import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { enter, openSignIn, person, signIn } from './support/people.ts';
import { expect, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Signing in and out, and the session rules of the specification (sections 2, 4, 5 and 8). */

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const tokenCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === '__Host-accessToken');

for (const language of INTERFACE_LANGUAGES) {
  test.describe(`sign-in in ${language}`, () => {
    // A refused password is a refused request, and the browser writes a line about it.
    test.use({ expectedFaults: [/422 \(Unprocessable/] });

    test('says what is wrong with the e-mail address and the password, by the field', async ({ page }) => {
      const say = wordsIn(language);
      await openSignIn(page, language);
      await expectAccessibleInBothModes(page);
      const email = page.getByLabel(say('auth:signIn.email'));
      const next = page.getByRole('button', { name: say('common:continue') });
      await next.click();
      await expect(page.getByText(say('validation:emailRequired'))).toBeVisible();
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await email.fill('not an address');
      await next.click();
      await expect(page.getByText(say('validation:emailInvalid'))).toBeVisible();
      await email.fill('nobody@demo.checkwell.example');
      await next.click();
      await expect(page.getByText(say('auth:unknownEmail'))).toBeVisible();
      await expect(page.getByText(say('auth:unknownEmailHint'))).toBeVisible();
      await expect(email).toHaveValue('nobody@demo.checkwell.example');

      await email.fill(person('admin').email);
      await next.click();
      const password = page.getByLabel(say('auth:signIn.password'), { exact: true });
      const submit = page.getByRole('button', { name: say('auth:signIn.submit'), exact: true });
      await submit.click();
      await expect(page.getByText(say('validation:passwordRequired'))).toBeVisible();
      await password.fill('Not-my-password-1234');
      await submit.click();
      await expect(page.getByText(say('errors:auth.invalidCredentials'))).toBeVisible();
      await expectAccessibleInBothModes(page);
    });
  });
}

test('the sentences of the specification stand as they are', () => {
  const say = wordsIn('en');
  expect(say('validation:emailRequired')).toBe('Please provide an email address.');
  expect(say('validation:emailInvalid')).toBe('Please provide a valid email address.');
  expect(say('validation:passwordRequired')).toBe(
    'Invalid password. If you forgot your password, click on Forgot your password to reset it.',
  );
  expect(say('auth:unknownEmail')).toBe('This email address does not seem to be known by our system!');
  expect(say('errors:auth.invalidCredentials')).toBe(
    'The login information you provided is incorrect. Please check your email address and password and try again.',
  );
});

test('a page that asks for a session leads back to itself after signing in', async ({ page }) => {
  await signIn(page, person('admin'), 'en', '/reports?outcome=%5B%22NoShow%22%5D');
  await expect(page.getByRole('heading', { level: 1, name: wordsIn('en')('reports:list.title') })).toBeVisible();
  expect(new URL(page.url()).search).toContain('NoShow');
});

test.describe('401', () => {
  test.use({ expectedFaults: [/401 \(Unauthorized\)/] });

  test('takes the token and the company, keeps the language, and goes to the sign-in', async ({ page }) => {
    await enter(page, person('admin'), 'nl', '/checks');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect(await tokenCookie(page)).toMatchObject({ sameSite: 'Strict', secure: true, httpOnly: false });
    expect(await stored(page)).toMatchObject({ companyId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await page.route('**/graphql', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: JSON.stringify({ error: { code: 'auth.tokenInvalid' } }) }),
    );
    await page
      .getByRole('link', { name: wordsIn('nl')('shell:nav.reports') })
      .first()
      .click();
    await expect(page).toHaveURL('/');
    expect(await tokenCookie(page)).toBeUndefined();
    const left = await stored(page);
    expect(left).not.toHaveProperty('accessToken');
    expect(left).not.toHaveProperty('companyId');
    expect(left).toMatchObject({ language: 'nl' });
    await expect(page.getByLabel(wordsIn('nl')('auth:signIn.email'))).toBeVisible();
  });
});

test('signing out in one tab ends the others', async ({ page }) => {
  const say = wordsIn('en');
  await enter(page, person('admin'), 'en', '/checks');
  const other = await page.context().newPage();
  await other.goto('/reports');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /Katrien Maes/ }).click();
  await page.getByRole('menuitem', { name: say('shell:user.logOut') }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  await other.goto('/checks');
  await expect(other.getByLabel(say('auth:signIn.email'))).toBeVisible();
});

for (const path of ['/', '/checks', '/nowhere']) {
  test(`the accessToken of the address is stored and leaves the address, on ${path}`, async ({ page, expectedFaults }) => {
    // An address that leads nowhere says so.
    expectedFaults.push(/404 \(Not Found\).*\/nowhere/);
    // What the token opens is another matter: this one opens nothing.
    await page.route('**/graphql', (route) => route.abort());
    await page.addInitScript(() => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function (name: string, value: string) {
        if (name === 'ACCESS_TOKEN') sessionStorage.setItem('seen', value);
        set.call(this, name, value);
      };
    });
    await page.goto(`${path}?accessToken=canary-token&keep=1#part`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('seen'))).toBe('canary-token');
    expect(page.url()).not.toContain('canary-token');
  });
}

test('a superior whose request form is InterfaceAdmin brings the language of the interface', async ({ page }) => {
  await signIn(page, person('superior'), 'en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  expect(await stored(page)).toMatchObject({ language: 'nl' });
  await expect(page.getByRole('link', { name: wordsIn('nl')('shell:nav.checks') }).first()).toBeVisible();
});

test('the saved language is there again after a reload, and so is the colour mode', async ({ page }) => {
  await openSignIn(page, 'fr');
  await page.getByRole('button', { name: wordsIn('fr')('auth:colorMode.toDark') }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: wordsIn('fr')('auth:signIn.title') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('another company of the same user brings its own checks', async ({ page }) => {
  await enter(page, person('admin'), 'en', '/dashboard');
  await expect(page.getByText('Brouwerij De Linde').first()).toBeVisible();
  const before = (await stored(page)).companyId;
  await page.getByRole('combobox').first().selectOption({ label: 'Van Hove Logistics' });
  await expect.poll(async () => (await stored(page)).companyId).not.toBe(before);
  await page.goto('/checks');
  await expect(page.getByText('Van Hove Logistics').first()).toBeVisible();
});
