import type { Page } from '@playwright/test';
import { fieldOf } from './fields.ts';
import type { SentMail } from './mails.ts';
import { insideOf } from './people.ts';
import type { Say } from './screens/say.ts';
import { expect } from './test.ts';

/** Passwords that are chosen by the link of a mail. */

/** The address of the link in a mail, on the server of the tests. */
export function linkIn({ plainText }: SentMail): string {
  const path = /\/reset-password\S*#[\w-]+/.exec(plainText)?.[0];
  if (!path) throw new Error('This mail has no link.');
  return path;
}

/** Signs in on the sign-in page. */
export async function signInWith(page: Page, email: string, password: string, say: Say): Promise<void> {
  await page.getByLabel(say('auth:signIn.email')).fill(email);
  await page.getByRole('button', { name: say('common:continue') }).click();
  await page.getByLabel(say('auth:signIn.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('auth:signIn.submit'), exact: true }).click();
}

/** Chooses a password on the page of a link, and signs in with it. */
export async function choose(page: Page, email: string, password: string, say: Say): Promise<void> {
  await fieldOf(page, say('account:reset.password')).fill(password);
  await fieldOf(page, say('account:reset.confirmation')).fill(password);
  await page.getByRole('button', { name: say('account:reset.submit') }).click();
  await expect(page.getByRole('heading', { level: 1, name: say('account:reset.doneTitle') })).toBeFocused();
  await page.getByRole('link', { name: say('account:reset.signIn') }).click();
  await signInWith(page, email, password, say);
  await expect(insideOf(page)).toBeVisible();
}
