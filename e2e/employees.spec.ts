import { chooseFound, expectFault, fieldOf, fillDay } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Employees of the company: the list, adding, changing, and the ways on to a check and to certificates. */

/** Companies in which no other journey adds these. */
for (const [language, who] of [
  ['en', 'hr.admin.5'],
  ['fr', 'hr.admin.7'],
  ['nl', 'hr.admin.8'],
] as const) {
  test(`an employee is added in a drawer, found, changed and sent on, in ${language}`, async ({ page }) => {
    const say = wordsIn(language);
    await enter(page, person(who), language, '/employees');
    const drawer = page.getByRole('dialog');
    const field = (
      name: 'employeeFirstName' | 'employeeLastName' | 'employeeMatricule' | 'employeeAddress' | 'employeePhoneNumber' | 'function',
    ) => fieldOf(drawer, say(`employees:field.${name}`));
    const numberCell = page.getByRole('row').nth(1).getByRole('cell').nth(1);
    await expect(numberCell).toHaveText(/\d/);
    const taken = (await numberCell.textContent())?.replaceAll(/\D/g, '') ?? '';
    await page.getByRole('button', { name: say('employees:form.add') }).click();
    const submit = drawer.getByRole('button', { name: say('employees:form.add') });
    await submit.click();
    await expectFault(field('employeeFirstName'), say('validation:firstNameRequired'));
    await expectFault(field('employeeMatricule'), say('validation:matriculeRequired'));
    await expectFault(fieldOf(drawer, say('employees:field.employeeGender')), say('validation:genderRequired'));
    await expect(field('employeeFirstName')).toBeFocused();
    await expectAccessibleInBothModes(page);

    await field('employeeFirstName').fill('Łucja');
    await field('employeeLastName').fill('De Backer');
    await field('employeeMatricule').fill(taken);
    await fieldOf(drawer, say('employees:field.employeeGender')).selectOption('Female');
    await fieldOf(drawer, say('employees:field.employeeLanguage')).selectOption('NL');
    await field('employeeAddress').fill('Kerkstraat 12, 9000 Gent');
    await field('employeePhoneNumber').fill('0470 99 88 77');
    // Closed by accident, the drawer keeps what was typed.
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await page.getByRole('button', { name: say('employees:form.add') }).click();
    await expect(drawer.getByText(say('employees:form.restored'))).toBeVisible();
    await expect(field('employeeFirstName')).toHaveValue('Łucja');
    const superior = drawer.getByRole('combobox', { name: say('employees:field.superior') });
    await chooseFound(drawer, say('employees:field.superior'), 'a');
    await expect(superior).not.toHaveValue('a');
    await submit.click();
    await expectFault(field('employeeMatricule'), say('validation:matriculeTaken'));
    await field('employeeMatricule').fill('LDB-1');
    await submit.click();
    await expect(page.getByText(say('employees:form.added'))).toBeVisible();
    await expect(drawer).toHaveCount(0);

    await page.getByRole('searchbox').fill('lucja');
    await expect(page).toHaveURL(/q=lucja/);
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('link', { name: 'Łucja De Backer' }).click();
    // The list under an open drawer can be linked to, and the browser's way back closes it.
    await expect(page).toHaveURL(/edit=/);
    await field('function').fill('Brewer');
    await drawer.getByRole('button', { name: say('common:save') }).click();
    await expect(page.getByText(say('common:saved'))).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('Brewer');
    await page.getByRole('link', { name: 'Łucja De Backer' }).click();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(drawer).toHaveCount(0);

    const actions = page.getByRole('button', { name: say('common:actionsFor', { name: 'Łucja De Backer' }) });
    await actions.click();
    await page.getByRole('menuitem', { name: say('employees:list.launch') }).click();
    await expect(page).toHaveURL(/\/checks\/new\?employeeId=/);
    await expect(page.getByText('Łucja De Backer')).toBeVisible();
    await page.goBack();
    await actions.click();
    await page.getByRole('menuitem', { name: say('employees:list.certificates') }).click();
    await expect(page).toHaveURL(/\/certificates\?q=LDB-1$/);
  });
}

test('what somebody else saved meanwhile is not overwritten, and what was typed stays', async ({ page, newBrowser }) => {
  const say = wordsIn('en');
  const colleague = await newBrowser();
  await enter(page, person('hr.admin.6'), 'en', '/employees');
  await page.getByRole('row').nth(1).getByRole('link').click();
  const mine = page.getByRole('dialog');
  await fieldOf(mine, say('employees:field.function')).fill('Brewer');
  await enter(colleague, person('hr.admin.6'), 'en', new URL(page.url()).pathname + new URL(page.url()).search);
  const theirs = colleague.getByRole('dialog');
  await fieldOf(theirs, say('employees:field.employeeAddress')).fill('Markt 2, 8000 Brugge');
  await theirs.getByRole('button', { name: say('common:save') }).click();
  await expect(theirs).toHaveCount(0);

  await mine.getByRole('button', { name: say('common:save') }).click();
  await expect(mine.getByText(say('employees:form.changedTitle'))).toBeVisible();
  await expect(fieldOf(mine, say('employees:field.employeeAddress'))).toHaveValue('Markt 2, 8000 Brugge');
  await expect(fieldOf(mine, say('employees:field.function'))).toHaveValue('Brewer');
  await mine.getByRole('button', { name: say('common:save') }).click();
  await expect(mine).toHaveCount(0);
});

test('the list of a superior can be sent as a link, and works on a phone in the dark', async ({ newBrowser }) => {
  const say = wordsIn('fr');
  const page = await newBrowser('phone');
  await enter(page, person('rh'), 'fr', '/employees');
  await expect(page.getByRole('heading', { level: 1, name: say('employees:list.title') })).toBeVisible();
  const filters = page.getByRole('button', { name: new RegExp(`^${say('common:filters')}`) });
  await filters.click();
  const filter = page.getByRole('combobox', { name: say('employees:superior.filter') });
  await filter.selectOption({ index: 1 });
  await expect(page).toHaveURL(/superiorId=/);
  const name = (await filter.locator('option:checked').textContent()) ?? '';
  await page.reload();
  await expect(filters).toContainText('1');
  await filters.click();
  await expect(filter.locator('option:checked')).toHaveText(name);
  await expect(page.getByRole('row').nth(1)).toContainText(name);
  await expectAccessibleInBothModes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('who leaves the company is no longer among the current employees, and can come back', async ({ page }) => {
  const say = wordsIn('nl');
  await enter(page, person('hr.admin.6'), 'nl', '/employees?sort=employeeMatricule');
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('link')).toBeVisible();
  const name = (await row.getByRole('link').textContent()) ?? '';
  const number = (await row.getByRole('cell').nth(1).textContent())?.replaceAll(/\D/g, '') ?? '';
  const depart = async () => {
    await page
      .getByRole('row')
      .filter({ hasText: number })
      .getByRole('button', { name: say('common:actionsFor', { name }) })
      .click();
    await page.getByRole('menuitem', { name: say('employees:departure.action') }).click();
  };
  await depart();
  const dialog = page.getByRole('dialog');
  await expectAccessibleInBothModes(page);
  await fillDay(dialog, say('employees:departure.leftAt'), '2026-01-31');
  await dialog.getByRole('button', { name: say('common:save') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: number })).toHaveCount(0);

  await page.getByRole('combobox', { name: say('employees:employment.filter') }).selectOption('left');
  await expect(page).toHaveURL(/employment=left/);
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText(say('employees:departure.until', { date: '31/01/2026' }));
  await expectAccessibleInBothModes(page);
  await depart();
  await dialog.getByRole('button', { name: say('employees:departure.undo') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
  await page.getByRole('button', { name: say('common:clearAll') }).click();
  await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible();
});
