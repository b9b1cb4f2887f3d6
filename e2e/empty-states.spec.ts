import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { found } from './support/companies.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessibleInBothModes, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** Lists in which nothing stands: each says the next step and leads there. */

const ACCOUNTS = { en: 'hr.basic.5', fr: 'hr.basic.6', nl: 'hr.basic.7' } as const;

/** The screen says what is missing; its button leads on. */
async function expectNextStep(page: Page, path: string, sentence: string, step: string, target: RegExp): Promise<void> {
  await page.goto(path);
  const main = page.getByRole('main');
  await expect(main.getByText(sentence, { exact: true })).toBeVisible();
  await expectAccessibleInBothModes(page);
  const way = main.getByRole('link', { name: step, exact: true }).or(main.getByRole('button', { name: step, exact: true }));
  await way.last().click();
  await expect(page).toHaveURL(target);
}

for (const [index, language] of INTERFACE_LANGUAGES.entries()) {
  test(`a new company is led to its first steps on every screen, in ${language}`, async ({ page }) => {
    test.slow();
    const say: Say = wordsIn(language);
    const founder = person(ACCOUNTS[language]);
    await found(founder, index + 1);
    await enter(page, founder, language, '/dashboard');
    await expectNextStep(page, '/dashboard', say('dashboard:empty'), say('dashboard:emptyAction'), /\/checks\/new/);
    await expectNextStep(page, '/checks', say('checks:list.empty'), say('shell:nav.createCheck'), /\/checks\/new/);
    await expectNextStep(page, '/reports', say('reports:list.empty'), say('reports:list.toChecks'), /\/checks$/);
    await expectNextStep(page, '/certificates', say('certificates:list.empty'), say('certificates:list.create'), /\/certificates\/new/);
    await expectNextStep(page, '/employees', say('employees:list.empty'), say('employees:form.add'), /\/employees\?add=true/);
    await expectNextStep(page, '/employees', say('employees:list.empty'), say('employees:list.import'), /\/employees\/import/);
    await page.goto('/settings/company');
    await expect(page.getByText(say('settings:invoices.empty'), { exact: true })).toBeVisible();
    // The founder is the first user.
    await page.goto('/settings/users');
    await expect(page.getByRole('row').filter({ hasText: founder.email })).toBeVisible();
    await page.goto('/settings/users?q=nobody');
    await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: say('common:clearAll') })
      .last()
      .click();
    await expect(page.getByRole('row').filter({ hasText: founder.email })).toBeVisible();
  });
}

test('a planner finds a way out of every list in which nothing is found', async ({ page }) => {
  const say = wordsIn('nl');
  await enter(page, person('planner'), 'nl', '/planning');
  for (const path of ['/planning', '/doctors', '/reports', '/mailbox']) {
    await page.goto(`${path}?q=zzzzzzzz`);
    await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: say('common:clearAll') })
      .last()
      .click();
    await expect(page).not.toHaveURL(/q=/);
    await expect(page.getByText(say('common:empty.filtered'))).toHaveCount(0);
  }
});
