import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Page, Route } from '@playwright/test';
import { askGraphql } from './support/api.ts';
import { fieldOf } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { hire } from './support/register.ts';
import { expect, expectAccessibleInBothModes, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** The search over everything (Ctrl-K), and the keys that work on every screen. */

const palette = (page: Page, say: Say) => page.getByRole('dialog', { name: say('palette:title') });
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const options = (page: Page) => page.getByRole('dialog').getByRole('option');

/** A screen of the shell with its keys at work: they come once the screen stands. */
async function open(page: Page, name: string, language: 'en' | 'fr' | 'nl', path: string): Promise<Say> {
  const say = wordsIn(language);
  await enter(page, person(name), language, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return say;
}

/** Presses the keys until they do something: the first press may come before they are there. */
async function call(page: Page, say: Say): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette(page, say)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(field(page)).toBeFocused();
}

/** The option that Enter would choose. */
async function expectActive(page: Page, label: string | RegExp): Promise<void> {
  const active = page.getByRole('dialog').getByRole('option', { selected: true });
  await expect(active).toContainText(label);
  const id = await active.getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? 'none');
}

/** Each language has an employer of its own: workers of another would be found too. */
const EMPLOYERS = { en: 'hr.admin.5', fr: 'hr.admin.7', nl: 'hr.admin.1' } as const;

for (const language of INTERFACE_LANGUAGES) {
  test(`by keyboard: a worker is found although misspelt, an action by its words, and the way back is kept, in ${language}`, async ({
    page,
  }) => {
    const say = await open(page, EMPLOYERS[language], language, '/certificates');
    const worker = await hire(page, 'Zélie', 'Ghyssaertmans');
    const name = `${worker.employeeFirstName} ${worker.employeeLastName}`;
    const button = page.getByRole('button', { name: say('shell:search') });
    await button.focus();
    await call(page, say);
    // What one may do stands there before anything is typed.
    await expect(options(page).filter({ hasText: say('shell:nav.createCheck') })).toBeVisible();
    await expect(options(page).filter({ hasText: say('palette:action.newCertificate') })).toBeVisible();
    await expectAccessibleInBothModes(page);

    await field(page).fill('zelie ghyssartmans');
    const group = page.getByRole('group', { name: say('palette:group.employees') });
    await expect(group.getByRole('option').filter({ hasText: name })).toBeVisible();
    await expectActive(page, name);
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText(say('palette:count', { count: 1 }));
    await expectAccessibleInBothModes(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/employees\\?.*edit=${worker.id}`));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('common:close') })
      .click();

    // Chosen once, it is offered; the arrows go round.
    await call(page, say);
    const recent = page.getByRole('group', { name: say('palette:group.recent') });
    await expect(recent.getByRole('option')).toContainText([name]);
    await page.keyboard.press('ArrowUp');
    await expectActive(page, say('palette:action.logOut'));
    await page.keyboard.press('ArrowDown');
    await expectActive(page, name);
    await field(page).fill('zzzzzzzz');
    await expect(page.getByText(say('palette:none', { text: 'zzzzzzzz' })).first()).toBeVisible();
    await expectAccessibleInBothModes(page);

    await field(page).fill(say('palette:action.newCertificate').split(' ').toReversed().join(' '));
    await expectActive(page, say('palette:action.newCertificate'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/certificates\/new$/);
    await expect(palette(page, say)).toHaveCount(0);
  });
}

test('Escape gives the focus back; signing out forgets what was chosen', async ({ page }) => {
  const say = await open(page, 'hr.admin.6', 'en', '/employees');
  const worker = await hire(page, 'Nore', 'Vlaeminckx');
  const button = page.getByRole('button', { name: say('shell:search') });
  await button.click();
  await expect(palette(page, say)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page, say)).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  await field(page).fill(worker.employeeLastName);
  await options(page).filter({ hasText: worker.employeeLastName }).click();
  await expect(page).toHaveURL(/edit=/);
  expect(await page.evaluate(() => localStorage.getItem('recentChoices'))).toContain(worker.id);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('common:close') })
    .click();

  await button.click();
  await field(page).fill(say('palette:action.dark'));
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await button.click();
  await field(page).fill(say('palette:action.logOut'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('recentChoices'))).toBeNull();
});

test('one company after the other: the palette shows and switches', async ({ page }) => {
  const say = await open(page, 'admin', 'en', '/checks');
  await page.getByRole('button', { name: say('shell:search') }).click();
  const before = await page.evaluate(() => localStorage.getItem('companyId'));
  await field(page).fill(say('palette:action.company', { company: '' }).trim());
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('companyId'))).not.toBe(before);
});

test('an answer that comes late changes nothing, and a failure can be tried again', async ({ page, expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED.*\/graphql/, /net::ERR_FAILED/);
  const say = await open(page, 'hr.admin.5', 'en', '/employees');
  const late = await hire(page, 'Odiel', 'Laatkomers');
  const prompt = await hire(page, 'Basiel', 'Vroegkomers');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered = 0;
  let broken = true;
  let refused = 0;
  const isSearch = (route: Route, text: string): boolean => {
    const body = route.request().postDataJSON() as { operationName?: string; variables?: { text?: string } };
    return body.operationName === 'SearchEverything' && body.variables?.text === text;
  };
  await page.route('**/graphql', async (route) => {
    if (isSearch(route, late.employeeLastName)) {
      await held;
      await route.continue().catch(() => undefined);
      answered += 1;
    } else if (broken && isSearch(route, 'kaput')) {
      await route.abort();
      refused += 1;
    } else await route.continue();
  });
  await page.getByRole('button', { name: say('shell:search') }).click();
  const asked = page.waitForRequest((request) => (request.postData() ?? '').includes(late.employeeLastName));
  await field(page).fill(late.employeeLastName);
  await asked;
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(say('palette:searching'));
  await expect(field(page)).toHaveAttribute('aria-busy', 'true');
  await field(page).fill(prompt.employeeLastName);
  await expectActive(page, prompt.employeeLastName);
  release();
  await expect.poll(() => answered).toBeGreaterThan(0);
  await expectActive(page, prompt.employeeLastName);
  await expect(options(page).filter({ hasText: late.employeeLastName })).toHaveCount(0);

  await field(page).fill('kaput');
  const failure = page.getByRole('dialog').getByRole('alert');
  await expect(failure).toContainText(say('palette:failed'));
  await expectAccessibleInBothModes(page);
  const retry = failure.getByRole('button', { name: say('common:retry') });
  const before = refused;
  await retry.click();
  await expect.poll(() => refused).toBeGreaterThan(before);
  await expect(failure).toBeVisible();
  broken = false;
  // What others do meanwhile asks again as well.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(failure).toHaveCount(0, { timeout: 2000 });
  }).toPass();
  await expect(page.getByText(say('palette:none', { text: 'kaput' })).first()).toBeVisible();
});

test('a planner finds doctors, companies and the checks of each', async ({ page }) => {
  const say = await open(page, 'planner', 'nl', '/doctors');
  const { data } = await askGraphql<{ doctors: { nodes: { lastName: string }[] } }>(page, '{ doctors(first: 1) { nodes { lastName } } }');
  const family = data?.doctors.nodes[0]?.lastName ?? 'the demo has doctors';
  await page.goto('/planning');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: say('shell:search') }).click();
  await field(page).fill(family);
  await page
    .getByRole('group', { name: say('palette:group.doctors') })
    .getByRole('option')
    .first()
    .click();
  await expect(page).toHaveURL(/\/doctors\?.*q=/);

  await page.getByRole('button', { name: say('shell:search') }).click();
  // Every company has a number.
  await field(page).fill('BE0');
  const company = page
    .getByRole('group', { name: say('palette:group.companies') })
    .getByRole('option')
    .first();
  await company.click();
  const leave = page.getByRole('button', { name: say('palette:leaveCompany', { company: '' }) });
  await expect(leave).toBeVisible();
  await expect(field(page)).toBeFocused();
  const reports = page.getByRole('group', { name: say('palette:group.reports') }).getByRole('option');
  await expect(reports.first()).toBeVisible();
  await expectAccessibleInBothModes(page);
  await page.keyboard.press('Backspace');
  await expect(leave).toHaveCount(0);
  await expect(options(page).filter({ hasText: say('shell:nav.planning') })).toBeVisible();
  await expect(options(page).filter({ hasText: say('shell:nav.createCheck') })).toHaveCount(0);
});

test('a doctor finds missions', async ({ page }) => {
  const say = await open(page, 'medecin', 'fr', '/missions');
  await page.getByRole('button', { name: say('shell:search') }).click();
  await expect(field(page)).toHaveAccessibleName(say('palette:placeholder.doctor'));
  await expect(options(page).filter({ hasText: say('shell:nav.missions') })).toBeVisible();
  await expect(options(page).filter({ hasText: say('palette:action.newCertificate') })).toHaveCount(0);
});

test('on a phone the search is a button in the header', async ({ newBrowser }) => {
  const page = await newBrowser('phone');
  const say = await open(page, 'hr.admin.6', 'fr', '/checks');
  const worker = await hire(page, 'Aurèle', 'Vandecasserie');
  await page
    .getByRole('banner')
    .getByRole('button', { name: say('shell:search') })
    .tap();
  await field(page).fill('aurele vandecasserie');
  await expect(options(page).filter({ hasText: worker.employeeLastName })).toBeVisible();
  await expectAccessibleInBothModes(page);
  await options(page).filter({ hasText: worker.employeeLastName }).tap();
  await expect(page).toHaveURL(new RegExp(`edit=${worker.id}`));
});

test('single keys lead to the screens, wait while one types, and can be switched off', async ({ page }) => {
  const say = await open(page, 'hr.admin.8', 'en', '/certificates');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const list = page.getByRole('dialog', { name: say('palette:shortcuts.title') });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(list).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(list).toContainText(say('palette:shortcuts.goTo', { screen: say('shell:nav.reports') }));
  await expectAccessibleInBothModes(page);
  // Under a dialog nothing answers.
  await page.keyboard.press('n');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);

  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(heading(say('checks:list.title'))).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(heading(say('reports:list.title'))).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(heading(say('employees:list.title'))).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('main').getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('n?gc');
  await expect(search).toHaveValue('n?gc');
  await expect(page).toHaveURL(/\/employees\?.*q=n/);
  await heading(say('employees:list.title')).focus();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/checks\/new/);

  await page
    .getByRole('complementary')
    .getByRole('button')
    .filter({ hasText: say('shell:role.employerAdmin') })
    .click();
  await page.getByRole('menuitem', { name: say('shell:user.shortcuts') }).click();
  await list.getByRole('checkbox', { name: say('palette:shortcuts.enabled') }).uncheck();
  await page.keyboard.press('Escape');
  await page.goto('/certificates');
  await expect(heading(say('certificates:list.title'))).toBeVisible();
  await call(page, say);
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await call(page, say);
  await expect(page).toHaveURL(/\/certificates$/);
});

test('without a network the search does not come, says so, and leaves the screen as it is', async ({ page, expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED/);
  const say = wordsIn('en');
  await page.route(/\/assets\/Palette-[^/]*\.js/, (route) => route.abort());
  // The page asks whether it is still there before it would load itself anew.
  await page.route(
    (url) => url.pathname === '/settings/profile',
    (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()),
  );
  await open(page, 'hr.admin.5', 'en', '/settings/profile');
  const name = fieldOf(page, say('settings:profile.firstName'));
  await name.fill('Mieke, not yet saved');
  await page.getByRole('button', { name: say('shell:search') }).click();
  await expect(page.getByText(say('common:failed.offlineText'))).toBeVisible();
  await expect(name).toHaveValue('Mieke, not yet saved');
});
