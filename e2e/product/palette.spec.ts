import type { Page } from '@playwright/test';
import { askGraphql } from '../support/api.ts';
import { fieldOf } from '../support/fields.ts';
import { enter, person } from '../support/people.ts';
import { hire } from '../support/register.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';
import { uniqueName } from '../support/unique.ts';

/** The search over everything (Ctrl-K), and the keys that work on every screen. */

const palette = (page: Page, say: Say) => page.getByRole('dialog', { name: say('palette:title') });
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const options = (page: Page) => page.getByRole('dialog').getByRole('option');

/** A screen of the shell with its keys at work: they come once the screen is shown. */
async function open(page: Page, name: string, language: 'en' | 'fr' | 'nl', path: string): Promise<Say> {
  const say = sayIn(language);
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

test(`by keyboard: a worker is found although misspelt, an action by its words, and the way back is kept`, async ({ page }) => {
  const say = await open(page, EMPLOYERS.nl, 'nl', '/certificates');
  const family = uniqueName(12);
  const worker = await hire(page, 'Zélie', family);
  const name = `${worker.employeeFirstName} ${worker.employeeLastName}`;
  const button = page.getByRole('button', { name: say('shell:search') });
  await button.focus();
  await call(page, say);
  // What one may do is there before anything is typed.
  await expect(options(page).filter({ hasText: say('shell:nav.createCheck') })).toBeVisible();
  await expect(options(page).filter({ hasText: say('palette:action.newCertificate') })).toBeVisible();

  await field(page).fill(`zelie ${family.slice(0, 5)}${family.slice(6)}`);
  const group = page.getByRole('group', { name: say('palette:group.employees') });
  await expect(group.getByRole('option').filter({ hasText: name })).toBeVisible();
  await expectActive(page, name);
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(say('palette:count', { count: 1 }));
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

  await field(page).fill(say('palette:action.newCertificate').split(' ').toReversed().join(' '));
  await expectActive(page, say('palette:action.newCertificate'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/certificates\/new$/);
  await expect(palette(page, say)).toHaveCount(0);
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
  await page.keyboard.press('Backspace');
  await expect(leave).toHaveCount(0);
  await expect(options(page).filter({ hasText: say('shell:nav.planning') })).toBeVisible();
  await expect(options(page).filter({ hasText: say('shell:nav.createCheck') })).toHaveCount(0);
});

test('without a network the search does not come, says so, and leaves the screen as it is', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const say = sayIn('en');
  await page.route(/\/assets\/Palette-[^/]*\.js/, (route) => route.abort());
  // The page asks whether it is still there before it would load itself again.
  await page.route(
    (url) => url.pathname === '/settings/profile',
    (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()),
  );
  await open(page, 'hr.admin.5', 'en', '/settings/profile');
  const name = fieldOf(page, say('personFields:firstName'));
  await name.fill('Mieke, not yet saved');
  await page.getByRole('button', { name: say('shell:search') }).click();
  await expect(page.getByText(say('common:failed.offlineText'))).toBeVisible();
  await expect(name).toHaveValue('Mieke, not yet saved');
});
