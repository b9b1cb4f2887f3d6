import type { Page } from '@playwright/test';
import { fieldOf } from './fields.ts';
import type { SentMail } from './mails.ts';
import { insideOf, signInWith } from './people.ts';
import type { Say } from './screens/say.ts';
import { expect } from './test.ts';

/** Choosing a password by the link of a mail. */

/** The path of the link in a mail. */
export function linkIn({ plainText }: SentMail): string {
  const path = /\/reset-password\S*#[\w-]+/.exec(plainText)?.[0];
  if (!path) throw new Error('This mail has no link.');
  return path;
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
