import { randomInt, randomUUID } from 'node:crypto';
import { addDays, dayOf } from '@checkwell/domain/clock';
import type { Page } from '@playwright/test';
import { expectFieldError, fieldOf, fillDay, groupOf } from '../support/fields.ts';
import { choose, linkIn } from '../support/links.ts';
import { mailOf } from '../support/mails.ts';
import { enter, insideOf, person, visitor } from '../support/people.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** A new company becomes a client, entirely on the screens: from its contract to its first certificate. */

const PASSWORD = 'Kanaal fiets 7-4-9 lamp';
const TODAY = dayOf(new Date());
const newNumber = (): string => `BE07${String(randomInt(100_000_000)).padStart(8, '0')}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Fills in the open form for a new client. */
async function fillClient(page: Page, say: Say, name: string, number: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await fieldOf(dialog, say('companyFields:name')).fill(name);
  await fieldOf(dialog, say('companyFields:companyNumber')).fill(number);
  await fieldOf(dialog, say('companyFields:companyAddress')).fill('Rue Neuve 1, 1000 Bruxelles');
  await fieldOf(dialog, say('companyFields:language')).selectOption('fr');
  await fieldOf(dialog, say('companyFields:checkPrice')).fill('98,50');
  await fieldOf(dialog, say('companyFields:staffCount')).fill('40');
}

test(`a planner adds a client and its administrator, who adds a superior and saves a certificate`, async ({
  page,
  newBrowser,
  expectedErrors,
}) => {
  test.slow();
  // The second superior has the address of the first one.
  expectedErrors.push(/409 .*\/superiors/);
  const say = sayIn('fr');
  const name = `Nieuwland ${randomUUID().slice(0, 8)}`;
  // A separate domain, because users with the same domain are proposed as colleagues.
  const email = `first@${randomUUID().slice(0, 8)}.example`;
  await enter(page, person('planner'), 'fr', '/companies');
  await button(page, say('companies:add.action')).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: say('companies:add.action') });
  await submit.click();
  for (const [label, sentence] of [
    ['companyFields:name', 'validation:required'],
    ['companyFields:companyNumber', 'validation:vatFormat'],
    ['companyFields:companyAddress', 'validation:addressRequired'],
    ['companyFields:language', 'validation:languageRequired'],
    ['companyFields:checkPrice', 'validation:priceRange'],
    ['companyFields:staffCount', 'validation:countRange'],
  ] as const)
    await expectFieldError(fieldOf(dialog, say(label)), say(sentence));
  await fillClient(page, say, name, await numberOfFirst(page));
  await submit.click();
  await expectFieldError(fieldOf(dialog, say('companyFields:companyNumber')), say('validation:vatTaken'));
  await expect(fieldOf(dialog, say('companyFields:checkPrice'))).toHaveValue('98,50');
  await fieldOf(dialog, say('companyFields:companyNumber')).fill(newNumber());
  await submit.click();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(/98[.,]50/)).toBeVisible();
  await expect(page.getByText(say('companies:detail.usersEmptyText'))).toBeVisible();
  await button(page, say('settings:users.add')).click();
  await fieldOf(dialog, say('personFields:firstName')).fill('Nele');
  await fieldOf(dialog, say('personFields:lastName')).fill('De Clercq');
  await fieldOf(dialog, say('personFields:email')).fill(email);
  await fieldOf(dialog, say('personFields:phoneNumber')).fill('0470 11 22 33');
  await dialog.getByRole('radio', { name: say('enums:accesType.admin') }).check();
  await dialog.getByLabel(say(`enums:interfaceLanguage.fr`)).check();
  await dialog.getByRole('button', { name: say('settings:users.add') }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText(say('settings:users.invited'));

  const admin = await visitor(await newBrowser(), 'fr', linkIn(await mailOf(page, email, say('accountMails:invitation.subject'))));
  await choose(admin, email, PASSWORD, say);
  await expect(insideOf(admin)).toBeVisible();
  await admin.goto('/certificates/new');
  await expect(admin.getByText(say('common:noSuperiors.title'))).toBeVisible();
  await button(admin, say('common:superior.new')).click();
  const adding = admin.getByRole('dialog');
  await fieldOf(adding, say('personFields:firstName')).fill('Luc');
  await fieldOf(adding, say('personFields:email')).fill('luc.janssens@e2e.example');
  await fieldOf(adding, say('personFields:language')).selectOption('fr');
  await adding.getByRole('button', { name: say('settings:superiors.add') }).click();
  await expect(fieldOf(admin, say('employeeFields:superiorFullName'))).toHaveValue('Luc');
  await expect(admin.getByText(say('common:noSuperiors.title'))).toBeHidden();

  await admin.getByRole('radio', { name: say('enums:entryType.ABSENCE_DECLARATION') }).check();
  await button(admin, say('certificates:form.addWorker')).click();
  await fieldOf(admin, say('employeeFields:employeeFirstName')).fill('Nour');
  await fieldOf(admin, say('employeeFields:employeeLastName')).fill('Lambrecht');
  await fieldOf(admin, say('employeeFields:employeeAddress')).fill('Kerkstraat 1, 9000 Gent');
  await fieldOf(admin, say('employeeFields:employeePhoneNumber')).fill('0470 11 22 33');
  await fieldOf(admin, say('employeeFields:employeeGender')).selectOption('Female');
  await fieldOf(admin, say('employeeFields:employeeLanguage')).selectOption('NL');
  await fillDay(admin, say('certificateFields:startDate'), TODAY);
  await fillDay(admin, say('certificateFields:endDate'), addDays(TODAY, 4));
  await fieldOf(admin, say('certificateFields:incapacityReason')).selectOption('Illness');
  await groupOf(admin, say('certificates:form.exitQuestion')).getByLabel(say('common:yes')).check();
  await fieldOf(admin, say('certificateFields:certifType')).selectOption('FirstCertificate');
  await button(admin, say('certificates:form.create')).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Nour Lambrecht' })).toBeVisible();
  await expect(admin.getByText('Luc').first()).toBeVisible();
  await admin.goto('/settings/superiors?add=true');
  await keepSuperiors(admin, say, 'fr');
});

/** Adds a second superior in the open dialog, and changes the first one. */
async function keepSuperiors(page: Page, say: Say, language: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: say('settings:superiors.add') });
  await submit.click();
  await expectFieldError(fieldOf(dialog, say('personFields:email')), say('validation:emailRequired'));
  await expectFieldError(fieldOf(dialog, say('personFields:language')), say('validation:languageRequired'));
  const row = page.getByRole('row').filter({ hasText: 'luc.janssens@e2e.example' });
  await fieldOf(dialog, say('personFields:email')).fill('Luc.Janssens@e2e.example');
  await fieldOf(dialog, say('personFields:language')).selectOption(language);
  await submit.click();
  await expectFieldError(fieldOf(dialog, say('personFields:email')), say('validation:emailTaken'));
  await fieldOf(dialog, say('personFields:email')).fill('an.peeters@e2e.example');
  await submit.click();
  await expect(page.getByRole('row').filter({ hasText: 'an.peeters@e2e.example' })).toBeVisible();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: say('common:edit') }).click();
  await fieldOf(dialog, say('personFields:lastName')).fill('Janssens');
  await dialog.getByRole('checkbox', { name: say('settings:superiors.interfaceAdmin') }).check();
  await dialog.getByRole('button', { name: say('common:save') }).click();
  await expect(row).toContainText('Luc Janssens');
  await expect(row).toContainText(say('settings:superiors.screensTheirs'));
}

/** The VAT number of an existing client. */
async function numberOfFirst(page: Page): Promise<string> {
  const shown = page.getByRole('table').getByText(/^BE \d{4}\.\d{3}\.\d{3}$/);
  return ((await shown.first().textContent()) ?? '').replaceAll(/[ .]/g, '');
}

test('a request for access for an unknown company lets the planner add the client and confirm the request', async ({ page }) => {
  const say = sayIn('en');
  const [family, number] = [`Fontaine ${randomUUID().slice(0, 8)}`, newNumber()];
  const answer = await page.request.post('/v1/api/sign-ups', {
    data: {
      firstName: 'Inès',
      lastName: family,
      email: `ines@${randomUUID().slice(0, 8)}.example`,
      phoneNumber: '0470123456',
      companyName: family,
      companyNumber: number,
      language: 'fr',
    },
  });
  expect(answer.status()).toBe(204);
  await enter(page, person('planner'), 'en', '/identities');
  await page.getByRole('row').filter({ hasText: family }).getByRole('link').click();
  await page.getByRole('link', { name: say('identities:addClient') }).click();
  const dialog = page.getByRole('dialog');
  await expect(fieldOf(dialog, say('companyFields:companyNumber'))).toHaveValue(number);
  await fillClient(page, say, family, number);
  await dialog.getByRole('button', { name: say('companies:add.action') }).click();
  await page.getByRole('radio', { name: family }).check();
  await page.getByRole('radio', { name: say('enums:accesType.admin') }).check();
  await button(page, say('identities:confirm')).click();
  await expect(page.getByText(say('identities:confirmed'))).toBeVisible();
});
