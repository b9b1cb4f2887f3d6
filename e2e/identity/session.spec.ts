import { readdirSync } from 'node:fs';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { colleagueOf } from '../support/companies.ts';
import { fieldOf, sentenceWith } from '../support/fields.ts';
import { signInWith } from '../support/links.ts';
import { DEMO_PASSWORD, enter, openSignIn, person, sentToSignIn, signIn, visitor } from '../support/people.ts';
import { UnderWay } from '../support/screens/quiet.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

declare global {
  interface Window {
    /** Given by the test of the accessToken. */
    readonly takenIn: (token: string) => void;
  }
}

/** Signing in and out, and the session rules of the specification (sections 2, 4, 5 and 8). */

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const tokenCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === '__Host-accessToken');

for (const language of INTERFACE_LANGUAGES) {
  test(`the sign-in says what is wrong, on the field, in ${language}`, async ({ page, expectedFaults }) => {
    // A refused password is a refused request, and the browser writes a line about it.
    expectedFaults.push(/422 \(Unprocessable.*\/auth\/sign-in/);
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

/** Opens the sign-in page and keeps its scripts back. @returns lets them come */
async function openAhead(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  return held.resolve;
}

test('who is faster than the application loses nothing: what was typed and sent on the page rendered ahead goes on', async ({ page }) => {
  const say = sayIn('en');
  const release = await openAhead(page);
  const ahead = page.locator('.ahead');
  await ahead.getByLabel(say('auth:signIn.email')).fill(person('admin').email);
  await ahead.getByRole('button', { name: say('common:continue') }).click();
  release();
  await expect(page.getByLabel(say('auth:signIn.password'), { exact: true })).toBeVisible();
});

test('buttons that need a script wait for it: disabled on the page rendered ahead, at work afterwards', async ({ page }) => {
  const say = sayIn('en');
  const release = await openAhead(page);
  const ahead = page.locator('.ahead');
  const names = [say('auth:microsoft.button'), say('auth:passkey.button')];
  for (const name of names) await expect(ahead.getByRole('button', { name })).toBeDisabled();
  // The form does without.
  await expect(ahead.getByRole('button', { name: say('common:continue') })).toBeEnabled();
  release();
  await expect(ahead).toHaveCount(0);
  for (const name of names) await expect(page.getByRole('button', { name })).toBeEnabled();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: say('auth:microsoft.button') }).click();
  await (await opening).close();
});

test('a page that asks for a session leads back to itself after signing in', async ({ page }) => {
  await signIn(page, person('admin'), 'en', '/reports?outcome=%5B%22NoShow%22%5D');
  await expect(page.getByRole('heading', { level: 1, name: sayIn('en')('reports:list.title') })).toBeVisible();
  expect(new URL(page.url()).search).toContain('NoShow');
  await expect(page.getByRole('row').nth(1)).toContainText(sayIn('en')('reports:outcome.noShow'));
});

test(`a 401 ends the session: token, company and access token go, the language stays, the browser is at /`, async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/401 \(Unauthorized\)/);
  const say = sayIn('nl');
  await enter(page, person('hr.admin.5'), 'nl', '/checks');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await tokenCookie(page)).toMatchObject({ sameSite: 'Strict', secure: true, httpOnly: false });
  expect(await stored(page)).toMatchObject({ companyId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const underWay = new UnderWay(page.context());
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('accessToken', 'left.behind.token'));
  // Whichever tab is refused first ends the session, where each is: that is to be this one, by its next step.
  await underWay.end();

  // Without the cookie that binds it to its browser, the server refuses the token; nothing else is left to renew it.
  await page.context().clearCookies({ name: '__Host-fp' });
  await page.context().clearCookies({ name: '__Host-session' });
  // Without a pointer: what is loaded for a link under a pointer may be refused first, and take the link away before it is pressed.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell:nav.reports') })
    .dispatchEvent('click');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(say('errors:auth.sessionEnded'))).toBeVisible();
  expect(await tokenCookie(page)).toBeUndefined();
  const left = await stored(page);
  for (const key of ['accessToken', 'ACCESS_TOKEN', 'companyId', 'session']) expect(left).not.toHaveProperty(key);
  // The default is nowhere until somebody chooses another one.
  expect(left.language ?? DEFAULT_LANGUAGE).toBe('nl');
  await expect(other, 'the other tab').toHaveURL('/');

  // Who signs in again is back where the session ended.
  await signIn(page, person('hr.admin.5'), 'nl');
  await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
});

test('signing out in one tab empties another at once and asks it nothing, whatever was typed there', async ({ page, expectedFaults }) => {
  // What the open menu loads ahead of its entries may reach the server after the sign-out.
  expectedFaults.push(/401 \(Unauthorized\).*\/auth\/(sessions|protection)/);
  const say = sayIn('en');
  const account = await colleagueOf(person('hr.basic.1'), 'unsent.elsewhere');
  // What a tab asked before anybody signed out may be answered afterwards: the last thing that a page asks by itself is the number of its bell.
  const underWay = new UnderWay(page.context());
  const belled = (tab: Page) => tab.waitForResponse((response) => Boolean(response.request().postData()?.includes('UnreadNotifications')));
  const here = belled(page);
  await enter(page, account, 'en', '/checks');
  const other = await page.context().newPage();
  const there = belled(other);
  await other.goto('/checks/new');
  await other.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fieldOf(other, say('checkFields:workerFirstName')).pressSequentially('Marguerite');
  // The browser would ask "Leave site?" and go on showing the page until somebody answers.
  const asked: string[] = [];
  other.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  // What is on the screen while the next page is fetched.
  await other.evaluate(() => {
    navigation.addEventListener('navigate', () => sessionStorage.setItem('shown', String(document.body.checkVisibility())));
  });
  await Promise.all([here, there]);
  await underWay.end();
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

test(`a session unused for half an hour ends at /, and what was typed is there after signing in again`, async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/401 \(Unauthorized\)/, /status code 401/, /Error refreshing profile:/);
  // The list's translations are requested before the server says that the session has ended. Chromium says after some seconds that nobody
  // used them, if the test takes that long.
  expectedFaults.push(/assets\/\S+\.json was preloaded using link preload but not used/);
  const say = sayIn('nl');
  const account = await colleagueOf(person('hr.basic.1'), `idle.nl`);
  // By the form: only that tells this browser whose drafts it keeps.
  await signIn(page, account, 'nl');
  await page.goto('/checks/new');
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fieldOf(page, say('checkFields:workerFirstName')).fill('Marguerite');
  // The half hour has passed; how the server counts it is shown with its own clock (identity.rest.test.ts).
  await runAs(
    process.env.E2E_DATABASE_URL ?? '',
    `update auth.sessions s set "expiresAt" = now() - interval '1 second' from auth.users u where u.id = s."userId" and u.email = $1`,
    [account.email],
  );
  const other = await page.context().newPage();
  // The server may remember for two seconds the state of a session.
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

test('a token that is gone is renewed without a question', async ({ page }) => {
  const say = sayIn('en');
  await enter(page, person('hr.basic.6'), 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  // A page that rests asks for nothing: the token is gone before anything could ask for a new one by itself.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: '__Host-accessToken' });
  const renewed = page.waitForResponse((response) => response.url().endsWith('/auth/session/refresh'));
  await page.goto('/reports');
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
});

test('what one account left unsent in a tab is not offered to the next', async ({ page, expectedFaults }) => {
  expectedFaults.push(/401 \(Unauthorized\)/, /status code 401/, /Error refreshing profile:/);
  const say = sayIn('en');
  await enter(page, person('basic'), 'en', '/checks/new');
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fieldOf(page, say('checkFields:workerFirstName')).fill('Confidential');
  const offer = page.getByText(say('common:draft.title'));
  await page.reload();
  await expect(offer).toBeVisible();
  // The session ends by itself, so that the draft is kept; in another tab somebody else signs in.
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

/** As a link of the product would carry it, but signed by nobody. */
const FORGED_LINK = [
  { alg: 'ES256', typ: 'JWT' },
  { aud: 'handoff', sub: 'somebody', name: 'Mallory Link' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c2lnbmF0dXJl')
  .join('.');

test(`a forged link asks by the name in it, and opens nothing`, async ({ page, expectedFaults }) => {
  expectedFaults.push(/422 \(Unprocessable.*\/auth\/handoff/);
  const say = sayIn('nl');
  await visitor(page, 'nl', `/?accessToken=${FORGED_LINK}`);
  await expect(page.getByRole('heading', { name: say('auth:handoff.title', { name: 'Mallory Link' }) })).toBeVisible();
  await page.getByRole('button', { name: say('auth:handoff.continue', { name: 'Mallory Link' }) }).click();
  await expect(page.getByText(say('errors:auth.handoffInvalid'))).toBeVisible();
  await expect(page.getByLabel(say('auth:signIn.email'))).toBeVisible();
  expect(await stored(page)).not.toHaveProperty('ACCESS_TOKEN');
  expect(await tokenCookie(page)).toBeUndefined();
});

test(`where one is signed in is listed, and another place is signed out from here`, async ({ page, newBrowser, expectedFaults }) => {
  expectedFaults.push(/401 \(Unauthorized\)/, /status code 401/, /Error refreshing profile:/);
  const say = sayIn('nl');
  // How many places there are is counted: somebody of its own.
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
  // There it ends by itself: the stream of changes does, and what is asked next is refused.
  await expect(other).toHaveURL('/');
  await expect(other.getByText(say('errors:auth.sessionEnded'))).toBeVisible();
  await page.reload();
  await expect(places).toHaveCount(1);
});

/** Every page, by its file: `_app/checks/$id.tsx` is `/checks/4711`. */
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

test('every page takes the accessToken in before it asks for anything else, and tells it to nobody by an address, a Referer or a body', async ({
  context,
  expectedFaults,
  request,
}) => {
  // Nobody is signed in, and the token is none: what these pages then ask for is refused.
  expectedFaults.push(/./);
  expect(EVERY_PAGE.length).toBeGreaterThan(35);
  // One script does it, which is in every page above everything that is fetched: so what three pages do is what all do.
  const beginnings = new Set<string>();
  for (const path of EVERY_PAGE) {
    const [beginning = '', script = ''] = /^.*?<script[^>]*>(.*?)<\/script>/s.exec(await (await request.get(path)).text()) ?? [];
    expect(beginning.replace(/data-translations="[^"]*"/, ''), path).not.toMatch(/<link|<style|\b(src|href)=/);
    beginnings.add(script);
  }
  expect(beginnings.size).toBe(1);
  // A refusal takes the token away again, so it counts when it was there once.
  const taken: string[] = [];
  await context.exposeFunction('takenIn', (token: string) => taken.push(token));
  await context.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      setItem.call(this, key, value);
      if (key === 'ACCESS_TOKEN' && this === localStorage) window.takenIn(value);
    };
  });
  const told: string[] = [];
  context.on('request', (request) => {
    const { referer = '' } = request.headers();
    const said = [request.isNavigationRequest() ? '' : request.url(), referer, request.postData() ?? ''].join(' ');
    if (said.includes('canary')) told.push(`${request.method()} ${request.url()}`);
  });
  for (const [number, path] of ['/', '/checks/4711', '/one-shot-check/4711'].entries()) {
    expect(EVERY_PAGE).toContain(path);
    // Each in a tab of its own: the one before may be on its way to the sign-in.
    const page = await context.newPage();
    const token = `canary-${number}`;
    await page.goto(`${path}?keep=1&accessToken=${token}`);
    await expect.poll(() => taken, path).toContain(token);
    await expect(page, path).not.toHaveURL(/canary/);
    await page.close();
  }
  expect(told).toEqual([]);
});

test("somebody else's token opens nothing, even when its owner is confirmed", async ({ page, newBrowser, expectedFaults }) => {
  expectedFaults.push(/401 \(Unauthorized\)/, /status code 401/, /Error refreshing profile:/);
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

test('another company of the same person brings its own checks, dashboard and prices', async ({ page }) => {
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
  // A link to something of the first company leads the whole screen there, and says so.
  await page.goto(before[0] ?? '');
  await expect(page.getByText(sentenceWith(say('shell:company.switched', { name: '…' })))).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`${say('shell:company.switch')}.*Brouwerij`) })).toBeVisible();
  expect((await stored(page)).companyId).toBe(company);
});

test('a ring fills the page until the translations are there; what fails is asked for again, also when the tab comes to the front', async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/ERR_FAILED/, /preload/, /could not be identified for feature flags/);
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
  const ring = page.getByRole('status', { name: 'Loading' });
  await expect(ring).toBeVisible();
  expect((await ring.boundingBox())?.height).toBe(800);
  await expect(title).toHaveCount(0);
  letThrough();
  await expect(title).toBeVisible();
  await expect(ring).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });

  // English is in while the French translations fail; the tab comes to the front, and French is back without a reload.
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

test('more tabs than a browser has connections: each gets its page, and says that it is up to date', async ({ page }) => {
  const say = sayIn('en');
  const account = await colleagueOf(person('hr.basic.1'), 'many.tabs');
  await enter(page, account, 'en', '/settings/profile');
  const tabs = [page, ...(await Promise.all(Array.from({ length: 7 }, () => page.context().newPage())))];
  for (const tab of tabs.slice(1)) {
    await tab.goto('/checks');
    await expect(tab.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
    await expect(tab.locator('[aria-busy=true]')).toHaveCount(0);
  }
  for (const tab of tabs) await expect(tab.getByRole('status').filter({ hasText: say('shell:live.live') })).toBeVisible();
});

test('when the translations of the language cannot be loaded, English is shown until they can', async ({ page, expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED/, /preload/);
  await openSignIn(page, 'nl');
  // The build gives each file of translations its address; the page knows those of its own.
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
  // Without any file of translations the code has English ones: nobody reads keys.
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

  test('the screens are in the language of the browser, then of the profile, until one is chosen', async ({ page }) => {
    const [french, dutch] = [sayIn('fr'), sayIn('nl')];
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: dutch('auth:signIn.title') })).toBeVisible();
    await signInWith(page, person('rh').email, DEMO_PASSWORD, dutch);
    await expect(page.getByRole('navigation').getByRole('link', { name: french('shell:nav.reports') })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('navigation').getByRole('link', { name: french('shell:nav.reports') })).toBeVisible();
    expect(await stored(page)).not.toHaveProperty('language');
  });

  test('the link of a mail opens in the language of the mail', async ({ page }) => {
    await page.goto('/reports?lang=fr');
    await expect(page.getByRole('heading', { level: 1, name: sayIn('fr')('auth:signIn.title') })).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});
