import { formatsIn } from '@checkwell/messages/formats';
import { chooseFound, expectFieldError, fieldOf, fillDay } from '../support/fields.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';
import { uniqueName } from '../support/unique.ts';

/** Employees of the company: the list, adding, changing, and links to a new check and to certificates. */

test(`an employee is added in a drawer, found, changed, and has links to a new check and to certificates`, async ({ page }) => {
  const say = sayIn('nl');
  const family = uniqueName();
  const name = `Łucja De ${family}`;
  await enter(page, person('hr.admin.8'), 'nl', '/employees');
  const drawer = page.getByRole('dialog');
  const field = (
    name: 'employeeFirstName' | 'employeeLastName' | 'employeeMatricule' | 'employeeAddress' | 'employeePhoneNumber' | 'function',
  ) => fieldOf(drawer, say(`employeeFields:${name}`));
  const numberCell = page.getByRole('row').nth(1).getByRole('cell', { name: /^\d+$/ }).first();
  await expect(numberCell).toHaveText(/\d/);
  const taken = (await numberCell.textContent())?.replaceAll(/\D/g, '') ?? '';
  await page.getByRole('button', { name: say('employees:form.add') }).click();
  const submit = drawer.getByRole('button', { name: say('employees:form.add') });
  await submit.click();
  await expectFieldError(field('employeeFirstName'), say('validation:firstNameRequired'));
  await expectFieldError(field('employeeMatricule'), say('validation:matriculeRequired'));
  await expectFieldError(fieldOf(drawer, say('employeeFields:employeeGender')), say('validation:genderRequired'));
  await expect(field('employeeFirstName')).toBeFocused();

  await field('employeeFirstName').fill('Łucja');
  await field('employeeLastName').fill(`De ${family}`);
  await field('employeeMatricule').fill(taken);
  await fieldOf(drawer, say('employeeFields:employeeGender')).selectOption('Female');
  await fieldOf(drawer, say('employeeFields:employeeLanguage')).selectOption('NL');
  await field('employeeAddress').fill('Kerkstraat 12, 9000 Gent');
  await field('employeePhoneNumber').fill('0470 99 88 77');
  // A drawer that is closed by Escape keeps what was typed.
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: say('employees:form.add') }).click();
  await expect(drawer.getByText(say('common:restored'))).toBeVisible();
  await expect(field('employeeFirstName')).toHaveValue('Łucja');
  const superior = drawer.getByRole('combobox', { name: say('employeeFields:superiorFullName') });
  await chooseFound(drawer, say('employeeFields:superiorFullName'), 'a');
  await expect(superior).not.toHaveValue('a');
  await submit.click();
  await expectFieldError(field('employeeMatricule'), say('validation:matriculeTaken'));
  await field('employeeMatricule').fill(`LDB-${family}`);
  await submit.click();
  await expect(page.getByText(say('employees:form.added'))).toBeVisible();
  await expect(drawer).toHaveCount(0);

  await page.getByRole('searchbox').fill(`lucja ${family}`);
  await expect(page).toHaveURL(/q=lucja/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name }).click();
  // The open drawer is in the address, and the browser's back button closes it.
  await expect(page).toHaveURL(/edit=/);
  await field('function').fill('Brewer');
  await drawer.getByRole('button', { name: say('common:save') }).click();
  await expect(page.getByText(say('common:saved'))).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Brewer');
  await page.getByRole('link', { name }).click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toHaveCount(0);

  const actions = page.getByRole('button', { name: say('common:actionsFor', { name }) });
  await actions.click();
  await page.getByRole('menuitem', { name: say('employees:list.launch') }).click();
  await expect(page).toHaveURL(/\/checks\/new\?employeeId=/);
  await expect(page.getByText(name)).toBeVisible();
  await page.goBack();
  await actions.click();
  await page.getByRole('menuitem', { name: say('employees:list.certificates') }).click();
  await expect(page).toHaveURL(new RegExp(`/certificates\\?q=LDB-${family}$`));
});

test('an employee who leaves the company is no longer among the current employees, and the departure can be undone', async ({ page }) => {
  const say = sayIn('nl');
  await enter(page, person('hr.admin.6'), 'nl', '/employees?sort=employeeMatricule');
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('link')).toBeVisible();
  // `innerText` leaves out the hidden text of the phone layout.
  const name = await row.getByRole('link').innerText();
  const number = (await row.getByRole('cell', { name: /^\d+$/ }).first().textContent())?.replaceAll(/\D/g, '') ?? '';
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
  await fillDay(dialog, say('employeeFields:leftAt'), '2026-01-31');
  await dialog.getByRole('button', { name: say('common:save') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: number })).toHaveCount(0);

  await page.getByRole('combobox', { name: say('employees:employment.filter') }).selectOption('left');
  await expect(page).toHaveURL(/employment=left/);
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText(
    say('employees:departure.until', { date: formatsIn('nl').date('2026-01-31') }),
  );
  await depart();
  await dialog.getByRole('button', { name: say('employees:departure.undo') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
  // The button exists twice: above the list and in the empty state.
  await page
    .getByRole('button', { name: say('common:clearAll') })
    .first()
    .click();
  await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible();
});
