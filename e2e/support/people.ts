import { randomBytes } from 'node:crypto';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD, demoAccounts } from '../../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../../apps/server/src/seed/names.ts';
import { isCertified } from './certified-issuer.ts';
import { type Say, sayIn } from './screens/say.ts';
import { expect, test } from './test.ts';

export { DEMO_PASSWORD };

export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** An account of the demo. @param name the part of its address before the @ */
export function person(name: string): Person {
  const account = demoAccounts(COMPANIES).find(({ email }) => email.startsWith(`${name}@`));
  if (!account) throw new Error(`The demo has no account ${name}.`);
  return account;
}

/** Sets a random network address, so that limits per network do not affect other tests. */
export const fromElsewhere = (page: Page) => page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });

/** Opens the sign-in page in a language and waits until it is interactive. */
export async function openSignIn(page: Page, language: InterfaceLanguage, path = '/'): Promise<void> {
  await page.goto(path);
  // The prerendered page is replaced by the application.
  await expect(page.locator('.ahead')).toHaveCount(0);
  const choice = page.getByRole('radio', { name: sayIn(language)(`common:language.${language}`) });
  await expect(choice).toBeVisible();
  // The radio button is checked only after the translations are loaded.
  await choice.click();
  await expect(choice).toBeChecked();
  // A click on the current language stores nothing; without a stored language the profile's would be used after sign-in.
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await expect(page.getByRole('heading', { level: 1, name: sayIn(language)('auth:signIn.title') })).toBeVisible();
}

/** Opens the window of the issuer and signs in there. @returns the window */
export async function answerIssuer(page: Page, { email }: Pick<Person, 'email'>, password: string, say: Say): Promise<Page> {
  await fromElsewhere(page);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: say('auth:microsoft.button') }).click();
  const opened = await opening;
  await opened.getByLabel('Address').fill(email);
  await opened.getByLabel('Password').fill(password);
  await opened.getByRole('button', { name: 'Sign in' }).click();
  return opened;
}

/** The main content of the application, which only exists after signing in. */
export const insideOf = (page: Page): Locator => page.locator('main#content');

/** Signs in at the certified issuer; links the account by its password the first time. */
async function signInAtIssuer(page: Page, account: Pick<Person, 'email'>, language: InterfaceLanguage): Promise<void> {
  const say = sayIn(language);
  await answerIssuer(page, account, DEMO_PASSWORD, say);
  const linking = page.getByRole('heading', { name: say('auth:microsoft.link.title') });
  const inside = insideOf(page);
  await expect(linking.or(inside)).toBeVisible();
  if (await linking.isVisible()) {
    await page.getByLabel(say('auth:signIn.password'), { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: say('auth:microsoft.link.submit') }).click();
  }
  await expect(inside).toBeVisible();
}

/** Whether this test runs with the certified provider; false outside of tests, such as in the program that takes screenshots. */
export function isAtCertified(): boolean {
  try {
    return isCertified(test.info());
  } catch {
    return false;
  }
}

/** Signs in on the sign-in page, which is open. */
export async function signInWith(page: Page, email: string, password: string, say: Say): Promise<void> {
  await page.getByLabel(say('auth:signIn.email')).fill(email);
  await page.getByRole('button', { name: say('common:continue') }).click();
  await page.getByLabel(say('auth:signIn.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('auth:signIn.submit'), exact: true }).click();
}

/** Signs in by the screen. */
export async function signIn(page: Page, { email }: Pick<Person, 'email'>, language: InterfaceLanguage, path = '/'): Promise<void> {
  const say = sayIn(language);
  await openSignIn(page, language, path);
  if (isAtCertified()) return signInAtIssuer(page, { email }, language);
  await signInWith(page, email, DEMO_PASSWORD, say);
  await expect(page.getByRole('button', { name: say('auth:signIn.submit'), exact: true })).toHaveCount(0);
}

/** Signs in by a request, without the screen, and opens a page: for tests of something else. */
export async function enter(page: Page, { email }: Pick<Person, 'email'>, language: InterfaceLanguage, path: string): Promise<void> {
  if (isAtCertified()) {
    await signIn(page, { email }, language);
    await page.goto(path);
    return;
  }
  // A file of the same origin without the application, to write to its storage.
  await page.goto('/icon.svg');
  const answer = await page.context().request.post('/auth/sign-in', { data: { email, password: DEMO_PASSWORD } });
  if (!answer.ok()) throw new Error(`Sign-in: ${answer.status()} ${await answer.text()}`);
  await page.evaluate((chosen) => {
    localStorage.setItem('session', '1');
    localStorage.setItem('language', chosen);
  }, language);
  await page.goto(path);
}

/**
 * Opens an address without a session, and expects the redirect to the sign-in page. Does not wait for the page to load, because the redirect
 * may come before.
 */
export async function sentToSignIn(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
}

/** Opens a page in a language, without signing in. */
export async function visitor(page: Page, language: InterfaceLanguage, path: string): Promise<Page> {
  await page.goto('/icon.svg');
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(path);
  return page;
}
