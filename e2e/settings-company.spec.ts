import type { Page } from '@playwright/test';
import { founderOf } from './support/companies.ts';
import { expectFault, fieldOf } from './support/fields.ts';
import { enter } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** Settings of the company: invoices, rules about absences beside the law's, cost centres (specification, sections 3 and 5). */

const card = (page: Page, title: string) => page.getByRole('region', { name: title });
const saveIn = (page: Page, say: Say, title: string) => card(page, title).getByRole('button', { name: say('common:save') });
/** The toast and the place where it is read out say the same. */
const said = (page: Page, sentence: string) => page.getByText(sentence).first();

const say = wordsIn('nl');

test(`data for invoices say what is wrong at the field, survive a colleague’s change, and ask before they are left`, async ({
  page,
  newBrowser,
  expectedFaults,
}) => {
  // The second to save is told so by a refused request.
  expectedFaults.push(/409 \(Conflict\)/);
  const founder = await founderOf('invoicing');
  await enter(page, founder, 'nl', '/settings/company');
  const details = card(page, say('settings:company.details'));
  const number = fieldOf(details, say('settings:company.companyNumber'));
  const address = fieldOf(details, say('settings:company.companyAddress'));
  const email = fieldOf(details, say('settings:company.invoicingEmail'));
  const vat = await number.inputValue();
  await number.fill('BE12345');
  await address.fill('');
  await email.fill('no address');
  await saveIn(page, say, say('settings:company.details')).click();
  await expectFault(number, say('validation:vatFormat'));
  await expectFault(address, say('validation:addressRequired'));
  await expectFault(email, say('validation:emailFormat'));
  // The price is the contract's.
  await expect(details).toContainText(say('settings:company.checkPriceHint'));
  await expect(fieldOf(details, say('settings:company.checkPrice'))).toHaveCount(0);

  await number.fill(vat);
  await address.fill('Korenmarkt 7, 9000 Gent');
  await email.fill('');
  await saveIn(page, say, say('settings:company.details')).click();
  await expect(said(page, say('common:saved'))).toBeVisible();

  const colleague = await newBrowser();
  await enter(colleague, founder, 'nl', '/settings/company');
  const theirs = card(colleague, say('settings:company.details'));
  await expect(fieldOf(theirs, say('settings:company.companyAddress'))).toHaveValue('Korenmarkt 7, 9000 Gent');
  await fieldOf(theirs, say('settings:company.companyAddress')).fill('Veldstraat 1, 9000 Gent');
  await fieldOf(theirs, say('settings:company.invoicingFirstName')).fill('Greta');
  await saveIn(colleague, say, say('settings:company.details')).click();
  await expect(said(colleague, say('common:saved'))).toBeVisible();

  await address.fill('Vrijdagmarkt 3, 9000 Gent');
  await saveIn(page, say, say('settings:company.details')).click();
  await expect(details.getByRole('alert')).toContainText(say('settings:changed.title'));
  await expect(details.getByRole('alert')).toContainText('Veldstraat 1, 9000 Gent');
  await expect(address).toHaveValue('Vrijdagmarkt 3, 9000 Gent');
  await expect(fieldOf(details, say('settings:company.invoicingFirstName'))).toHaveValue('Greta');
  await details.getByRole('button', { name: say('settings:changed.takeField', { field: say('settings:company.companyAddress') }) }).click();
  await expect(address).toHaveValue('Veldstraat 1, 9000 Gent');

  // A reload loses nothing that was typed.
  await address.fill('Vrijdagmarkt 3, 9000 Gent');
  await page.reload();
  await expect(address).toHaveValue('Vrijdagmarkt 3, 9000 Gent');
  await page.getByRole('link', { name: say('settings:tab.profile'), exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say('common:leave.text'));
  await question.getByRole('button', { name: say('common:leave.stay') }).click();
  await expect(address).toHaveValue('Vrijdagmarkt 3, 9000 Gent');
  await page.getByRole('link', { name: say('settings:tab.profile'), exact: true }).click();
  await question.getByRole('button', { name: say('common:leave.confirm') }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await page.goBack();
  await expect(address).toHaveValue('Veldstraat 1, 9000 Gent');
});

test(`cost centres are added, changed, taken out of use and put back`, async ({ page, expectedFaults }) => {
  // A code that is taken is a refused request, which GraphQL answers with 200.
  expectedFaults.push(/422/);
  await enter(page, await founderOf('centres'), 'nl', '/settings/company');
  const part = page.getByRole('region', { name: say('settings:costCentres.title') });
  await expect(part.getByText(say('settings:costCentres.empty'))).toBeVisible();
  const dialog = page.getByRole('dialog');
  const add = part.getByRole('button', { name: say('settings:costCentres.add') });
  const submit = dialog.getByRole('button', { name: say('settings:costCentres.add') });
  const row = (text: string) => part.getByRole('row').filter({ hasText: text });
  const act = async (code: string, action: string) => {
    await row(code)
      .getByRole('button', { name: say('common:actionsFor', { name: code }) })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await add.click();
  await submit.click();
  await expectFault(fieldOf(dialog, say('settings:costCentres.code')), say('validation:required'));
  await expectFault(fieldOf(dialog, say('settings:costCentres.name')), say('validation:required'));
  await fieldOf(dialog, say('settings:costCentres.code')).fill('LOG-1');
  await fieldOf(dialog, say('settings:costCentres.name')).fill('Logistics Ghent');
  await submit.click();
  await expect(row('LOG-1')).toContainText(say('settings:costCentres.active'));

  await add.click();
  await fieldOf(dialog, say('settings:costCentres.code')).fill('log-1');
  await fieldOf(dialog, say('settings:costCentres.name')).fill('Twice');
  await submit.click();
  await expectFault(fieldOf(dialog, say('settings:costCentres.code')), say('validation:codeTaken'));
  await dialog.getByRole('button', { name: say('common:cancel') }).click();

  await act('LOG-1', say('common:edit'));
  await fieldOf(dialog, say('settings:costCentres.name')).fill('Logistics Antwerp');
  await dialog.getByRole('button', { name: say('common:save') }).click();
  await expect(row('LOG-1')).toContainText('Logistics Antwerp');

  await act('LOG-1', say('settings:costCentres.deactivate'));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say('settings:costCentres.deactivateText', { count: 0 }));
  await question.getByRole('button', { name: say('settings:costCentres.deactivate') }).click();
  await expect(row('LOG-1')).toContainText(say('settings:costCentres.inactive'));
  await act('LOG-1', say('settings:costCentres.activate'));
  await expect(row('LOG-1').getByText(say('settings:costCentres.active'), { exact: true })).toBeVisible();

  // What is in use is proposed for employees; another name can be typed all the same.
  await page.goto('/employees?add=true');
  const drawer = page.getByRole('dialog');
  const department = fieldOf(drawer, say('employees:field.subEmployee'));
  await expect(department).toHaveAccessibleDescription(say('employees:field.subEmployeeHint'));
  const proposals = await department.evaluate((input) => [...((input as HTMLInputElement).list?.options ?? [])].map(({ value }) => value));
  expect(proposals).toEqual(['LOG-1']);
  await department.fill('Night shift');
  await expect(department).toHaveValue('Night shift');
});
