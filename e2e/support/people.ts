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

/** An account of the demo by the name before the @. */
export function person(name: string): Person {
  const account = demoAccounts(COMPANIES).find(({ email }) => email.startsWith(`${name}@`));
  if (!account) throw new Error(`The demo has no account ${name}.`);
  return account;
}

/** From a network of nobody else's: what is limited per network is counted for each test by itself. */
export const fromElsewhere = (page: Page) => page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });

/** The sign-in page in a language, ready to be typed into. */
export async function openSignIn(page: Page, language: InterfaceLanguage, path = '/'): Promise<void> {
  await page.goto(path);
  // The page that the build rendered ahead makes room for the application.
  await expect(page.locator('.ahead')).toHaveCount(0);
  const choice = page.getByRole('radio', { name: sayIn(language)(`common:language.${language}`) });
  await expect(choice).toBeVisible();
  // The words come first, then the tick: not at once.
  await choice.click();
  await expect(choice).toBeChecked();
  // A language that was there already was not chosen by the click, and would give way to that of the profile.
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await expect(page.getByRole('heading', { level: 1, name: sayIn(language)('auth:signIn.title') })).toBeVisible();
}

/** Opens the window of the issuer, and answers its page. @returns the window */
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

/** The part of the page that only somebody who is signed in sees, whatever the screen: public pages have a navigation too. */
export const insideOf = (page: Page): Locator => page.locator('main#content');

/** Signs in at the certified issuer; the first time the account is linked by its password. */
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

/** Whether this test runs with the certified provider; the program that takes the pictures is no test. */
export function isAtCertified(): boolean {
  try {
    return isCertified(test.info());
  } catch {
    return false;
  }
}

/** Signs in through the screen, as a person does. */
export async function signIn(page: Page, { email }: Pick<Person, 'email'>, language: InterfaceLanguage, path = '/'): Promise<void> {
  const say = sayIn(language);
  await openSignIn(page, language, path);
  if (isAtCertified()) return signInAtIssuer(page, { email }, language);
  await page.getByLabel(say('auth:signIn.email')).fill(email);
  await page.getByRole('button', { name: say('common:continue') }).click();
  await page.getByLabel(say('auth:signIn.password'), { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: say('auth:signIn.submit'), exact: true }).click();
  await expect(page.getByRole('button', { name: say('auth:signIn.submit'), exact: true })).toHaveCount(0);
}

/** Signs in by the call of the screen and opens a page: for tests that are about something else. */
export async function enter(page: Page, { email }: Pick<Person, 'email'>, language: InterfaceLanguage, path: string): Promise<void> {
  if (isAtCertified()) {
    await signIn(page, { email }, language);
    await page.goto(path);
    return;
  }
  // Something of the product that starts no application, to whose storage one can write.
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
 * Opens an address from where the application goes on to the sign-in, as nobody is signed in. It may go there before the page has loaded:
 * the address is not waited for longer than until it answers.
 */
export async function sentToSignIn(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
}

/** A browser of somebody who reads this language and is not signed in. */
export async function visitor(page: Page, language: InterfaceLanguage, path: string): Promise<Page> {
  await page.goto('/icon.svg');
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(path);
  return page;
}
