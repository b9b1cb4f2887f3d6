import { readdirSync } from 'node:fs';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { colleagueOf } from '../support/companies.ts';
import { fieldOf, sentenceWith } from '../support/fields.ts';
import { DEMO_PASSWORD, enter, openSignIn, person, sentToSignIn, signIn, signInWith, visitor } from '../support/people.ts';
import { PendingRequests } from '../support/screens/quiet.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

declare global {
  interface Window {
    /** Defined by the test of the accessToken parameter. */
    readonly takenIn: (token: string) => void;
  }
}

/** Signing in and out, and the session rules of the specification (sections 2, 4, 5 and 8). */

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const tokenCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === '__Host-accessToken');

for (const language of INTERFACE_LANGUAGES) {
  test(`the sign-in shows errors at the fields, in ${language}`, async ({ page, expectedErrors }) => {
    // The browser logs refused requests.
    expectedErrors.push(/422 \(Unprocessable.*\/auth\/sign-in/);
    const say = sayIn(language);
    await openSignIn(page, language);
    const email = page.getByLabel(say('auth:signIn.email'));
    const next = page.getByRole('button', { name: say('common:continue') });
    await next.click();
    await expect(email).toHaveAccessibleDescription(say('validation:emailRequired'));
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill('not an address');
    await next.click();
    await expect(email).toHaveAccessibleDescription(say('validation:emailInvalid'));
    await email.fill('nobody@demo.checkwell.example');
    await next.click();
    await expect(email).toHaveAccessibleDescription(`${say('auth:unknownEmail')} ${say('auth:unknownEmailHint')}`);
    await expect(email).toHaveValue('nobody@demo.checkwell.example');

    await email.fill(person('admin').email);
    await next.click();
    const password = page.getByLabel(say('auth:signIn.password'), { exact: true });
    const submit = page.getByRole('button', { name: say('auth:signIn.submit'), exact: true });
    await submit.click();
    await expect(password).toHaveAccessibleDescription(say('validation:passwordRequired'));
    await password.fill('Not-my-password-1234');
    await submit.click();
    await expect(page.getByText(say('errors:auth.invalidCredentials'))).toBeVisible();
  });
}

/** Opens the sign-in page with its scripts held back. @returns releases them */
async function openPrerendered(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  return held.resolve;
}

test('an e-mail address that is entered and submitted on the prerendered page is kept when the application starts', async ({ page }) => {
  const say = sayIn('en');
  const release = await openPrerendered(page);
  const ahead = page.locator('.ahead');
  await ahead.getByLabel(say('auth:signIn.email')).fill(person('admin').email);
  await ahead.getByRole('button', { name: say('common:continue') }).click();
  release();
  await expect(page.getByLabel(say('auth:signIn.password'), { exact: true })).toBeVisible();
});

test('buttons that need scripts are disabled on the prerendered page, and enabled afterwards', async ({ page }) => {
  const say = sayIn('en');
  const release = await openPrerendered(page);
  const ahead = page.locator('.ahead');
  const names = [say('auth:microsoft.button'), say('auth:passkey.button')];
  for (const name of names) await expect(ahead.getByRole('button', { name })).toBeDisabled();
  // The form works without scripts.
  await expect(ahead.getByRole('button', { name: say('common:continue') })).toBeEnabled();
  release();
  await expect(ahead).toHaveCount(0);
  for (const name of names) await expect(page.getByRole('button', { name })).toBeEnabled();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: say('auth:microsoft.button') }).click();
  await (await opening).close();
});

test('after signing in, the page opens that was requested without a session', async ({ page }) => {
  await signIn(page, person('admin'), 'en', '/reports?checkOccurence=%5B%22NoShow%22%5D');
  await expect(page.getByRole('heading', { level: 1, name: sayIn('en')('reports:list.title') })).toBeVisible();
  expect(new URL(page.url()).search).toContain('NoShow');
  await expect(page.getByRole('row').nth(1)).toContainText(sayIn('en')('reports:outcome.noShow'));
});

test(`a 401 ends the session: token, company and access token are removed, the language stays, the browser is at /`, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  const say = sayIn('nl');
  await enter(page, person('hr.admin.5'), 'nl', '/checks');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await tokenCookie(page)).toMatchObject({ sameSite: 'Strict', secure: true, httpOnly: false });
  expect(await stored(page)).toMatchObject({ companyId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const pending = new PendingRequests(page.context());
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('accessToken', 'left.behind.token'));
  // The first refused tab ends the session in all tabs: waits, so that it is this tab, by its next request.
  await pending.end();

  // Without the cookie that binds it to its browser, the token is refused, and it cannot be renewed either.
  await page.context().clearCookies({ name: '__Host-fp' });
  await page.context().clearCookies({ name: '__Host-session' });
  // Without hovering, because a refused prefetch of the link would remove the page before the click.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell:nav.reports') })
    .dispatchEvent('click');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(say('errors:auth.sessionEnded'))).toBeVisible();
  expect(await tokenCookie(page)).toBeUndefined();
  const left = await stored(page);
  for (const key of ['accessToken', 'ACCESS_TOKEN', 'companyId', 'session']) expect(left).not.toHaveProperty(key);
  // The default language is not stored.
  expect(left.language ?? DEFAULT_LANGUAGE).toBe('nl');
  await expect(other, 'the other tab').toHaveURL('/');

  // Signing in again leads back to the page where the session ended.
  await signIn(page, person('hr.admin.5'), 'nl');
  await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
});

test('signing out in one tab empties another tab at once, without a question about unsaved input', async ({ page, expectedErrors }) => {
  // Requests that the open menu sends to preload its entries may reach the server after the sign-out.
  expectedErrors.push(/401 \(Unauthorized\).*\/auth\/(sessions|protection)/);
  const say = sayIn('en');
  const account = await colleagueOf(person('hr.basic.1'), 'unsent.elsewhere');
  // Requests from before the sign-out must have ended; the last one that a page sends by itself is that of unread notifications.
  const pending = new PendingRequests(page.context());
  const notificationsLoaded = (tab: Page) =>
    tab.waitForResponse((response) => Boolean(response.request().postData()?.includes('UnreadNotifications')));
  const here = notificationsLoaded(page);
  await enter(page, account, 'en', '/checks');
  const other = await page.context().newPage();
  const there = notificationsLoaded(other);
  await other.goto('/checks/new');
  await other.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fieldOf(other, say('checkFields:workerFirstName')).pressSequentially('Marguerite');
  // A "Leave site?" dialog would keep the page visible until somebody answers.
  const asked: string[] = [];
  other.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  // Records whether the page is visible while the next one loads.
  await other.evaluate(() => {
    navigation.addEventListener('navigate', () => sessionStorage.setItem('shown', String(document.body.checkVisibility())));
  });
  await Promise.all([here, there]);
  await pending.end();
  await page.getByRole('button', { name: new RegExp(account.lastName) }).click();
  await page.getByRole('menuitem', { name: say('shell:user.logOut') }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  await expect(other.getByLabel(say('auth:signIn.email'))).toBeVisible();
  await expect(other.getByText(say('errors:auth.sessionEnded')), 'nothing expired').toHaveCount(0);
  expect(asked).toEqual([]);
  expect(await other.evaluate(() => sessionStorage.getItem('shown'))).toBe('false');
  expect(await tokenCookie(page)).toBeUndefined();
  await sentToSignIn(other, '/checks');
  await expect(other.getByLabel(say('auth:signIn.email'))).toBeVisible();
});

test(`a session unused for half an hour ends at /, and the draft is there after signing in again`, async ({ page, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/, /status code 401/, /Error refreshing profile:/);
  const say = sayIn('nl');
  const account = await colleagueOf(person('hr.basic.1'), `idle.nl`);
  // By the form, which stores whose drafts this browser keeps.
  await signIn(page, account, 'nl');
  await page.goto('/checks/new');
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fieldOf(page, say('checkFields:workerFirstName')).fill('Marguerite');
  // Expires the session; the half hour itself is tested with the server's clock (identity.rest.test.ts).
  await runAs(
    process.env.E2E_DATABASE_URL ?? '',
    `update auth.sessions s set "expiresAt" = now() - interval '1 second' from auth.users u where u.id = s."userId" and u.email = $1`,
    [account.email],
  );
  const other = await page.context().newPage();
  // The server may cache the state of a session for two seconds.
  const { value: token = '' } = (await tokenCookie(page)) ?? {};
  const asked = async () =>
    (await page.context().request.get('/v1/api/profiles', { headers: { authorization: `Bearer ${token}` } })).status();
  await expect.poll(asked).toBe(401);
  await sentToSignIn(other, '/checks');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(say('errors:auth.sessionEnded'))).toBeVisible();
  expect(await tokenCookie(page)).toBeUndefined();
  await signIn(page, account, 'nl');
  await expect(page).toHaveURL(/\/checks\/new/);
  await expect(page.getByText(say('common:draft.title'))).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Marguerite');
});

test('a missing token is renewed without a sign-in', async ({ page }) => {
  const say = sayIn('en');
  await enter(page, person('hr.basic.6'), 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  // On a blank page, so that the application cannot renew the token before the cookie is deleted.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: '__Host-accessToken' });
  const renewed = page.waitForResponse((response) => response.url().endsWith('/auth/session/refresh'));
  await page.goto('/reports');
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
});

test('the draft of one account in a tab is not offered to the next account', async ({ page, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/, /status code 401/, /Error refreshing profile:/);
  const say = sayIn('en');
  await enter(page, person('basic'), 'en', '/checks/new');
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fieldOf(page, say('checkFields:workerFirstName')).fill('Confidential');
  const offer = page.getByText(say('common:draft.title'));
  await page.reload();
  await expect(offer).toBeVisible();
  // The session expires, so that the draft is kept; another user signs in in another tab.
  await page.context().clearCookies({ name: '__Host-fp' });
  await page.context().clearCookies({ name: '__Host-session' });
  const other = await page.context().newPage();
  await sentToSignIn(other, '/checks');
  await expect(page).toHaveURL('/');
  await signIn(other, person('hr.admin.3'), 'en');
  await expect(page).not.toHaveURL('/');
  await page.goto('/checks/new');
  await expect(page.getByRole('button', { name: say('order:worker.addButton') })).toBeVisible();
  await expect(offer).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Confidential');
});

/** A token like those in links of the product, with a forged signature. */
const FORGED_LINK = [
  { alg: 'ES256', typ: 'JWT' },
  { aud: 'handoff', sub: 'somebody', name: 'Mallory Link' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c2lnbmF0dXJl')
  .join('.');

test(`a link with a forged token asks with the name in it, and starts no session`, async ({ page, expectedErrors }) => {
  expectedErrors.push(/422 \(Unprocessable.*\/auth\/handoff/);
  const say = sayIn('nl');
  await visitor(page, 'nl', `/?accessToken=${FORGED_LINK}`);
  await expect(page.getByRole('heading', { name: say('auth:handoff.title', { name: 'Mallory Link' }) })).toBeVisible();
  await page.getByRole('button', { name: say('auth:handoff.continue', { name: 'Mallory Link' }) }).click();
  await expect(page.getByText(say('errors:auth.handoffInvalid'))).toBeVisible();
  await expect(page.getByLabel(say('auth:signIn.email'))).toBeVisible();
  expect(await stored(page)).not.toHaveProperty('ACCESS_TOKEN');
  expect(await tokenCookie(page)).toBeUndefined();
});

test(`the sessions of an account are listed, and another one can be ended`, async ({ page, newBrowser, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/, /status code 401/, /Error refreshing profile:/);
  const say = sayIn('nl');
  // A separate account, because its sessions are counted.
  const account = await colleagueOf(person('hr.basic.1'), `places.nl`);
  const other = await newBrowser();
  await enter(other, account, 'nl', '/checks');
  await expect(other.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  await enter(page, account, 'nl', '/settings/profile');
  const places = page.getByRole('region', { name: say('settings:sessions.title') }).getByRole('listitem');
  await expect(places).toHaveCount(2);
  await expect(places.first()).toContainText(say('settings:sessions.current'));
  await expect(places.first().getByRole('button')).toHaveCount(0);
  await places.nth(1).getByRole('button').click();
  await expect(page.getByText(say('settings:sessions.ended'))).toBeVisible();
  await expect(places).toHaveCount(1);
  // The other browser notices it: its live stream ends, and its next request is refused.
  await expect(other).toHaveURL('/');
  await expect(other.getByText(say('errors:auth.sessionEnded'))).toBeVisible();
  await page.reload();
  await expect(places).toHaveCount(1);
});

/** The path of every page, from its file: `_app/checks/$id.tsx` is `/checks/4711`. */
const EVERY_PAGE = readdirSync(new URL('../../apps/web/src/routes/', import.meta.url), { recursive: true, encoding: 'utf8' }).flatMap(
  (file) => {
    const [, name] = /^(?:_app\/)?(.+)\.tsx$/.exec(file.replaceAll('\\', '/')) ?? [];
    if (name === undefined || name === '_app' || name === '__root') return [];
    const path = name
      .replaceAll('.', '/')
      .replace('[_]app', '_app')
      .replace(/(^|\/)index$/, '')
      .replace(/\$\w+/, '4711');
    return [`/${path}`];
  },
);

test('every page stores the accessToken before it requests anything, and sends it in no address, Referer or body', async ({
  context,
  expectedErrors,
  request,
}) => {
  // The token is invalid, so that further requests of these pages are refused.
  expectedErrors.push(/./);
  expect(EVERY_PAGE.length).toBeGreaterThan(35);
  // All pages begin with the same inline script, before anything that is fetched, so that testing three pages is enough.
  const beginnings = new Set<string>();
  for (const path of EVERY_PAGE) {
    const [beginning = '', script = ''] = /^.*?<script[^>]*>(.*?)<\/script>/s.exec(await (await request.get(path)).text()) ?? [];
    expect(beginning.replace(/data-translations="[^"]*"/, ''), path).not.toMatch(/<link|<style|\b(src|href)=/);
    beginnings.add(script);
  }
  expect(beginnings.size).toBe(1);
  // Records each stored token, because a refused request removes it again.
  const taken: string[] = [];
  await context.exposeFunction('takenIn', (token: string) => taken.push(token));
  await context.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      setItem.call(this, key, value);
      if (key === 'ACCESS_TOKEN' && this === localStorage) window.takenIn(value);
    };
  });
  const leaks: string[] = [];
  context.on('request', (request) => {
    const { referer = '' } = request.headers();
    const sent = [request.isNavigationRequest() ? '' : request.url(), referer, request.postData() ?? ''].join(' ');
    if (sent.includes('canary')) leaks.push(`${request.method()} ${request.url()}`);
  });
  for (const [number, path] of ['/', '/checks/4711', '/one-shot-check/4711'].entries()) {
    expect(EVERY_PAGE).toContain(path);
    // Each in a new tab, because the former may still redirect to the sign-in.
    const page = await context.newPage();
    const token = `canary-${number}`;
    await page.goto(`${path}?keep=1&accessToken=${token}`);
    await expect.poll(() => taken, path).toContain(token);
    await expect(page, path).not.toHaveURL(/canary/);
    await page.close();
  }
  expect(leaks).toEqual([]);
});

test("another user's token starts no session, even if the visitor continues with it", async ({ page, newBrowser, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/, /status code 401/, /Error refreshing profile:/);
  const say = sayIn('en');
  await enter(page, person('admin'), 'en', '/checks');
  const token = (await tokenCookie(page))?.value ?? '';
  expect(token).not.toBe('');
  const thief = await newBrowser();
  await thief.goto(`/checks?accessToken=${token}`);
  await thief.getByRole('button', { name: say('auth:handoff.continueUnknown') }).click();
  await expect(thief.getByLabel(say('auth:signIn.email'))).toBeVisible();
  await expect(thief).toHaveURL('/');
  expect(await stored(thief)).not.toHaveProperty('accessToken');
});

test('switching the company changes checks and dashboard', async ({ page }) => {
  const say = sayIn('en');
  await enter(page, person('admin'), 'en', '/checks');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const links = () => page.locator('tbody a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const [before, company] = [await links(), (await stored(page)).companyId];
  await page.getByRole('button', { name: new RegExp(say('shell:company.switch')) }).click();
  await page.getByRole('menuitemradio', { name: 'Van Hove Logistics' }).click();
  await expect.poll(async () => (await stored(page)).companyId).not.toBe(company);
  await expect.poll(async () => (await links()).some((link) => before.includes(link))).toBe(false);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell:nav.dashboard') })
    .click();
  await expect(fieldOf(page, say('dashboard:filter.company')).locator('option:checked')).toHaveText('Van Hove Logistics');
  // A link to a check of the first company switches the company, with a message.
  await page.goto(before[0] ?? '');
  await expect(page.getByText(sentenceWith(say('shell:company.switched', { name: '…' })))).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`${say('shell:company.switch')}.*Brouwerij`) })).toBeVisible();
  expect((await stored(page)).companyId).toBe(company);
});

test('a spinner fills the page until the translations are loaded; failed ones are loaded again, also when the tab becomes visible', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /preload/, /could not be identified for feature flags/);
  const say = sayIn('fr');
  await enter(page, person('rh'), 'fr', '/checks');
  const words = (await page.evaluate(() => document.querySelector<HTMLElement>('script[data-translations]')?.dataset.translations)) ?? '{}';
  const french: string[] = JSON.parse(words).fr;
  const title = page.getByRole('heading', { level: 1, name: say('checks:list.title') });

  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(
    ({ pathname }) => french.includes(pathname),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await page.reload({ waitUntil: 'commit' });
  const spinner = page.getByRole('status', { name: 'Loading' });
  await expect(spinner).toBeVisible();
  expect((await spinner.boundingBox())?.height).toBe(800);
  await expect(title).toHaveCount(0);
  letThrough();
  await expect(title).toBeVisible();
  await expect(spinner).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });

  // English is shown while the French translations fail to load; when the tab becomes visible, French is loaded without a reload.
  await page.route(
    ({ pathname }) => french.includes(pathname),
    (route) => route.abort(),
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: sayIn('en')('checks:list.title') })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(title).toBeVisible();
});

test('with more tabs than the browser has connections, each tab loads and is live', async ({ page }) => {
  const say = sayIn('en');
  const account = await colleagueOf(person('hr.basic.1'), 'many.tabs');
  await enter(page, account, 'en', '/settings/profile');
  const tabs = [page, ...(await Promise.all(Array.from({ length: 7 }, () => page.context().newPage())))];
  for (const tab of tabs.slice(1)) {
    await tab.goto('/checks');
    await expect(tab.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
    await expect(tab.locator('[aria-busy=true]')).toHaveCount(0);
  }
  for (const tab of tabs) {
    await expect(tab.getByRole('status').filter({ hasText: say('shell:live.live') })).toBeVisible();
    // A file that is preloaded otherwise than it is asked for is loaded twice.
    const files = await tab.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const assets = files.filter((file) => file.includes('/assets/'));
    expect(assets).toEqual([...new Set(assets)]);
  }
});

test('English is shown while the translations of the language cannot be loaded', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/, /preload/);
  await openSignIn(page, 'nl');
  // The page lists the addresses of its translation files.
  const addresses = await page.evaluate(
    () => document.querySelector<HTMLElement>('script[data-translations]')?.dataset.translations ?? '{}',
  );
  const dutch: string[] = JSON.parse(addresses).nl;
  expect(dutch.length).toBeGreaterThan(1);
  await page.route(
    ({ pathname }) => dutch.includes(pathname),
    (route) => route.abort(),
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: sayIn('en')('auth:signIn.title') })).toBeVisible();
  await expect(page.getByRole('button', { name: sayIn('en')('common:continue') })).toBeVisible();
  // If no translation file can be loaded, English texts that are built in are shown, not keys.
  await page.route(/\/assets\/.*\.json$/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: sayIn('en')('auth:signIn.title') })).toBeVisible();
  await expect(page.getByRole('button', { name: sayIn('en')('common:continue') })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: sayIn('nl')('auth:signIn.title') })).toBeVisible();
});

test.describe('in a browser that speaks Dutch', () => {
  test.use({ locale: 'nl-BE' });

  test('without a chosen language, the sign-in is in the language of the browser, and other screens in that of the profile', async ({
    page,
  }) => {
    const [french, dutch] = [sayIn('fr'), sayIn('nl')];
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: dutch('auth:signIn.title') })).toBeVisible();
    await signInWith(page, person('rh').email, DEMO_PASSWORD, dutch);
    await expect(page.getByRole('navigation').getByRole('link', { name: french('shell:nav.reports') })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('navigation').getByRole('link', { name: french('shell:nav.reports') })).toBeVisible();
    expect(await stored(page)).not.toHaveProperty('language');
  });

  test('a link in a mail opens in the language of the mail', async ({ page }) => {
    await page.goto('/reports?lang=fr');
    await expect(page.getByRole('heading', { level: 1, name: sayIn('fr')('auth:signIn.title') })).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});
