import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { founderOf } from './support/companies.ts';
import { expectFault, fieldOf, fillTime, groupOf } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** Settings of the company: invoices, rules about absences beside the law's, cost centres (specification, sections 3 and 5). */

const card = (page: Page, title: string) => page.getByRole('region', { name: title });
const saveIn = (page: Page, say: Say, title: string) => card(page, title).getByRole('button', { name: say('common:save') });
/** The toast and the place where it is read out say the same. */
const said = (page: Page, sentence: string) => page.getByText(sentence).first();

for (const [index, language] of INTERFACE_LANGUAGES.entries()) {
  const say = wordsIn(language);

  test(`data for invoices say what is wrong at the field, survive a colleague’s change, and ask before they are left, in ${language}`, async ({
    page,
    newBrowser,
    expectedFaults,
  }) => {
    // The second to save is told so by a refused request.
    expectedFaults.push(/409 \(Conflict\)/);
    const founder = await founderOf(`invoicing.${language}`, 21 + index);
    await enter(page, founder, language, '/settings/company');
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
    await expectAccessibleInBothModes(page);
    // The price is the contract's.
    await expect(details).toContainText(say('settings:company.checkPriceHint'));
    await expect(fieldOf(details, say('settings:company.checkPrice'))).toHaveCount(0);

    await number.fill(vat);
    await address.fill('Korenmarkt 7, 9000 Gent');
    await email.fill('');
    await saveIn(page, say, say('settings:company.details')).click();
    await expect(said(page, say('common:saved'))).toBeVisible();

    const colleague = await newBrowser();
    await enter(colleague, founder, language, '/settings/company');
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
    await expectAccessible(page);
    await details
      .getByRole('button', { name: say('settings:changed.takeField', { field: say('settings:company.companyAddress') }) })
      .click();
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

  test(`rules about absences stand beside the law, and say where they go beyond it, in ${language}`, async ({ page }) => {
    await enter(page, await founderOf(`rules.${language}`, 31 + index), language, '/settings/company');
    const rules = card(page, say('settings:workRules.title'));
    const save = saveIn(page, say, say('settings:workRules.title'));
    // Each rule names the law that holds without it.
    await expect(rules.getByRole('link', { name: /art\. 31, § 2$/ })).toHaveAttribute('href', /^https?:/);
    await expect(rules.getByRole('link', { name: /art\. 31, § 2\/1/ })).toBeVisible();
    await expect(rules.getByRole('link', { name: /art\. 31, § 3/ })).toBeVisible();

    const optOut = rules.getByRole('checkbox', { name: say('settings:workRules.noCertificateOptOut') });
    const term = fieldOf(rules, say('settings:workRules.certificateTermDays'));
    await fieldOf(rules, say('settings:workRules.staffCount')).fill('200');
    await optOut.check();
    await term.fill('31');
    // Left by the keyboard: its fault moves what stands below.
    await term.press('Tab');
    await rules.getByRole('checkbox', { name: say('settings:workRules.availabilityDuty') }).check();
    await save.click();
    await expectFault(optOut, say('validation:optOutSize'));
    await expectFault(term, say('validation:certificateTermRange', { max: 30 }));
    await expectFault(fieldOf(rules, say('settings:workRules.availabilityDays')), say('validation:availabilityDaysRange', { max: 366 }));
    await expectFault(fieldOf(rules, say('settings:workRules.availabilityBasis')), say('validation:required'));
    await expectAccessibleInBothModes(page);

    await optOut.uncheck();
    await term.fill('3');
    await fieldOf(rules, say('settings:workRules.availabilityDays')).fill('5');
    await fieldOf(rules, say('settings:workRules.availabilityBasis')).selectOption('WorkRules');
    await fillTime(page, say('settings:workRules.availabilityFrom'), '09:00');
    await fillTime(page, say('settings:workRules.availabilityTo'), '15:00');
    await save.click();
    await expectFault(
      groupOf(rules, say('settings:workRules.availabilityTo')),
      say('validation:availabilityWindow', { longestHours: 4, earliest: '07:00', latest: '20:00' }),
    );
    await fillTime(page, say('settings:workRules.availabilityTo'), '13:00');
    await save.click();
    await expect(said(page, say('common:saved'))).toBeVisible();

    await page.reload();
    await expect(term).toHaveValue('3');
    await expect(groupOf(rules, say('settings:workRules.availabilityTo'))).toContainText('13:00');
    await rules.getByRole('checkbox', { name: say('settings:workRules.availabilityDuty') }).uncheck();
    await save.click();
    await expect(said(page, say('common:saved'))).toBeVisible();
    await page.reload();
    await expect(term).toHaveValue('3');
    await expect(rules.getByRole('checkbox', { name: say('settings:workRules.availabilityDuty') })).not.toBeChecked();
  });

  test(`cost centres are added, changed, taken out of use and put back, in ${language}`, async ({ page, expectedFaults }) => {
    // A code that is taken is a refused request, which GraphQL answers with 200.
    expectedFaults.push(/422/);
    await enter(page, await founderOf(`centres.${language}`, 41 + index), language, '/settings/company');
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
    await expectAccessibleInBothModes(page);
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
    await expectAccessibleInBothModes(page);

    // What is in use is proposed for employees; another name can be typed all the same.
    await page.goto('/employees?add=true');
    const drawer = page.getByRole('dialog');
    const department = fieldOf(drawer, say('employees:field.subEmployee'));
    await expect(department).toHaveAccessibleDescription(say('employees:field.subEmployeeHint'));
    const proposals = await department.evaluate((input) =>
      [...((input as HTMLInputElement).list?.options ?? [])].map(({ value }) => value),
    );
    expect(proposals).toEqual(['LOG-1']);
    await department.fill('Night shift');
    await expect(department).toHaveValue('Night shift');
    await expectAccessible(page);
  });
}

for (const language of ['en', 'fr', 'nl'] as const) {
  test(`whoever may not change the company reads it, at a desk and on a phone, in ${language}`, async ({ page, newBrowser }) => {
    const speak = wordsIn(language);
    for (const window of [page, await newBrowser('phone')]) {
      await enter(window, person('hr.basic.9'), language, '/settings/company');
      await expect(window.getByText(speak('settings:company.readOnly'))).toBeVisible();
      await expect(window.getByRole('region', { name: speak('settings:workRules.title') })).toContainText(speak('settings:workRules.none'));
      await expect(window.getByText(speak('settings:costCentres.empty'))).toBeVisible();
      await expect(window.getByRole('main').getByRole('button')).toHaveCount(0);
      await expect(window.getByRole('main').getByRole('textbox')).toHaveCount(0);
      await expectAccessibleInBothModes(window);
      const { scroll, width } = await window.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }));
      expect(scroll).toBeLessThanOrEqual(width);
    }
  });
}
