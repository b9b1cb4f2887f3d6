import { dayOf } from '@checkwell/domain/clock';
import type { Locator, Page } from '@playwright/test';
import { askGraphql } from './support/api.ts';
import { founderOf } from './support/companies.ts';
import { fieldOf } from './support/fields.ts';
import { orderFor } from './support/orders.ts';
import { enter, person } from './support/people.ts';
import { hire } from './support/register.ts';
import { expect, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** What is typed stays when the network fails, in each form of an employer that no other journey breaks, and is saved at the next try. */

const say = wordsIn('en');

/** Changes do not arrive while it is broken; what is read does. */
async function breakable(page: Page) {
  const network = { broken: false, lost: 0 };
  await page.route('**/graphql', async (route) => {
    if (!network.broken || !(route.request().postData() ?? '').includes('"query":"mutation')) return route.continue();
    network.lost += 1;
    return route.abort();
  });
  return network;
}

/** Sends a form into the broken network, finds each field as it was, and sends it again. */
async function sendTwice(
  page: Page,
  network: Awaited<ReturnType<typeof breakable>>,
  submit: Locator,
  typed: readonly (readonly [field: Locator, value: string])[],
): Promise<void> {
  for (const [field, value] of typed) await field.fill(value);
  network.broken = true;
  const before = network.lost;
  await submit.click();
  await expect.poll(() => network.lost).toBe(before + 1);
  await expect(page.getByText(say('common:failed.offlineTitle')).first()).toBeVisible();
  await expect(submit).toBeEnabled();
  for (const [field, value] of typed) await expect(field).toHaveValue(value);
  network.broken = false;
  await submit.click();
}

test.beforeEach(({ expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED/);
});

test('the settings of a company, its cost centres, tokens and users', async ({ page }) => {
  await enter(page, await founderOf('nothing.lost', 51), 'en', '/settings/company');
  const network = await breakable(page);
  const card = (title: string) => page.getByRole('region', { name: title });
  const dialog = page.getByRole('dialog');

  const details = card(say('settings:company.details'));
  await sendTwice(page, network, details.getByRole('button', { name: say('common:save') }), [
    [fieldOf(details, say('settings:company.companyAddress')), 'Korenmarkt 7, 9000 Gent'],
    [fieldOf(details, say('settings:company.invoicingPhoneNumber')), '09 123 45 67'],
  ]);
  await expect(fieldOf(details, say('settings:company.invoicingPhoneNumber'))).toHaveValue('+32 9 123 45 67');

  const rules = card(say('settings:workRules.title'));
  const term = fieldOf(rules, say('settings:workRules.certificateTermDays'));
  await sendTwice(page, network, rules.getByRole('button', { name: say('common:save') }), [[term, '3']]);
  await expect(page.getByText(say('common:saved')).first()).toBeVisible();

  const centres = card(say('settings:costCentres.title'));
  await centres.getByRole('button', { name: say('settings:costCentres.add') }).click();
  await sendTwice(page, network, dialog.getByRole('button', { name: say('settings:costCentres.add') }), [
    [fieldOf(dialog, say('settings:costCentres.code')), 'KEPT-1'],
    [fieldOf(dialog, say('settings:costCentres.name')), 'Kept through it all'],
  ]);
  await expect(dialog).toHaveCount(0);
  await expect(centres.getByRole('row').filter({ hasText: 'KEPT-1' })).toHaveCount(1);
  await page.reload();
  await expect(term).toHaveValue('3');

  await page.goto('/settings/api-tokens');
  await page.getByRole('button', { name: say('settings:tokens.create') }).click();
  const name = fieldOf(dialog, say('settings:tokens.column.name'));
  await dialog.getByRole('radio', { name: say('enums:accesType.basic') }).check();
  await sendTwice(page, network, dialog.getByRole('button', { name: say('settings:tokens.create') }), [[name, 'Payroll, kept']]);
  await expect(fieldOf(dialog, say('settings:tokens.token'))).toHaveValue(/^cwk_/);
});

test('an employee who is added, and one who leaves', async ({ page }) => {
  await enter(page, person('hr.admin.12'), 'en', '/employees');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const network = await breakable(page);
  const worker = await hire(page, 'Lien', 'Leaves');
  const drawer = page.getByRole('dialog');
  const lastName = `Added ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: say('employees:form.add') }).click();
  await fieldOf(drawer, say('employees:field.employeeGender')).selectOption('Female');
  await fieldOf(drawer, say('employees:field.employeeLanguage')).selectOption('NL');
  await sendTwice(page, network, drawer.getByRole('button', { name: say('employees:form.add') }), [
    [fieldOf(drawer, say('employees:field.employeeFirstName')), 'Ine'],
    [fieldOf(drawer, say('employees:field.employeeLastName')), lastName],
    [fieldOf(drawer, say('employees:field.employeeMatricule')), lastName.replace(' ', '-')],
    [fieldOf(drawer, say('employees:field.employeeAddress')), 'Kerkstraat 12, 9000 Gent'],
    [fieldOf(drawer, say('employees:field.employeePhoneNumber')), '0470 99 88 77'],
  ]);
  await expect(drawer).toHaveCount(0);
  const { data } = await askGraphql<{ employees: { totalCount: number } }>(
    page,
    'query ($search: String) { employees(filter: { search: $search }) { totalCount } }',
    { search: lastName },
  );
  expect(data?.employees.totalCount).toBe(1);

  await page.goto(`/employees?q=${worker.employeeLastName}`);
  await page
    .getByRole('button', { name: say('common:actionsFor', { name: `${worker.employeeFirstName} ${worker.employeeLastName}` }) })
    .click();
  await page.getByRole('menuitem', { name: say('employees:departure.action') }).click();
  await sendTwice(page, network, drawer.getByRole('button', { name: say('common:save') }), []);
  await expect(drawer).toHaveCount(0);
  const left = await askGraphql<{ employees: { nodes: { leftAt: string | null }[] } }>(
    page,
    'query ($search: String) { employees(filter: { search: $search }) { nodes { leftAt } } }',
    { search: worker.employeeLastName },
  );
  expect(left.data?.employees.nodes).toEqual([{ leftAt: dayOf(new Date()) }]);
});

test('a check that is changed, and cancelled', async ({ page }) => {
  await enter(page, person('hr.admin.3'), 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const worker = await hire(page, 'Roos', 'Unlost');
  const { id } = await orderFor(page, worker);
  await page.goto(`/checks/${id}`);
  const network = await breakable(page);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await page.getByRole('button', { name: say('checks:action.modify') }).click();
  // Stored numbers stand in their usual groups.
  await expect(fieldOf(dialog, say('checks:field.workerPhoneNumber'))).toHaveValue('+32 16 22 33 44');
  await sendTwice(page, network, dialog.getByRole('button', { name: say('checks:modify.save') }), [
    [fieldOf(dialog, say('checks:field.workerAddress')), 'Naamsestraat 22, 3000 Leuven'],
    [fieldOf(dialog, say('checks:field.providerComment')), 'Second bell'],
  ]);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Naamsestraat 22, 3000 Leuven')).toBeVisible();

  await page.getByRole('button', { name: say('checks:action.cancel') }).click();
  await sendTwice(page, network, dialog.getByRole('button', { name: say('checks:cancel.confirm') }), [
    [fieldOf(dialog, say('checks:cancel.reason')), 'Back at work'],
  ]);
  await expect(page.getByText(say('checks:cancel.done'))).toBeVisible();
  await expect(page.getByText(say('checks:next.archivedText'))).toBeVisible();
});

test('a report of the dashboard by mail', async ({ page }) => {
  await enter(page, person('hr.admin.12'), 'en', '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const network = await breakable(page);
  await page.getByRole('button', { name: say('dashboard:action.send') }).click();
  const dialog = page.getByRole('dialog');
  await sendTwice(page, network, dialog.getByRole('button', { name: say('dashboard:send.submit'), exact: true }), []);
  await expect(page.getByText(say('dashboard:send.sent'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
