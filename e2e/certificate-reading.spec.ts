import { readFileSync } from 'node:fs';
import { MOST_NAMESAKES_OFFERED } from '@checkwell/domain/certificate/reading-match';
import { addDays, dayOf } from '@checkwell/domain/clock';
import type { Locator, Page } from '@playwright/test';
import { type Sample, sampleHtml } from '../bench/reading-samples.ts';
import { askGraphql } from './support/api.ts';
import { chooseFound, expectDay, fieldOf, fillDay, groupOf, sentenceWith } from './support/fields.ts';
import { setFeatureFor } from './support/flags.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** Certificates that are read: what they say is proposed in the form, to be confirmed, and never over what somebody typed (dispatch.md 5). */

const TODAY = dayOf(new Date());
/** Reading an image takes seconds, on a busy machine more. */
const READING = { timeout: 60_000 };

/** A certificate of this worker that began two days ago, as practice software prints it. */
const certificateOf = (firstName: string, lastName: string, language: Sample['language']): Sample => ({
  name: 'journey',
  language,
  layout: 'form',
  firstName,
  lastName,
  startDate: addDays(TODAY, -2),
  endDate: addDays(TODAY, 5),
  signedOn: addDays(TODAY, -2),
  doctorName: 'Sophie Marchal',
  inamiNumber: '11234567004',
  authorizedExit: true,
});

async function printed(page: Page, sample: Sample) {
  const paper = await page.context().newPage();
  await paper.setContent(sampleHtml(sample));
  const buffer = await paper.pdf({ format: 'A4' });
  await paper.close();
  return { name: 'certificate.pdf', mimeType: 'application/pdf', buffer };
}

const HANDWRITTEN = {
  name: 'handwritten.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../apps/server/src/platform/reader/fixtures/handwritten-nl.png', import.meta.url)),
};

/** Hires somebody with a name that the demo does not know. */
async function hire(page: Page, firstName: string, lastName: string, employeeMatricule = `E-${lastName}`): Promise<void> {
  // The page has its token once it shows what only its company may see.
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const { data: me } = await askGraphql<{ viewer: { companies: { id: string }[] } }>(page, '{ viewer { companies { id } } }');
  const companyId = me?.viewer.companies[0]?.id;
  const { data } = await askGraphql<{ superiors: { nodes: { id: string }[] } }>(
    page,
    'query ($companyId: ID!) { superiors(companyId: $companyId, first: 1) { nodes { id } } }',
    { companyId },
  );
  const { errors } = await askGraphql(
    page,
    'mutation ($companyId: ID!, $input: EmployeeInput!) { createEmployee(companyId: $companyId, input: $input) { id } }',
    {
      companyId,
      input: {
        employeeMatricule,
        employeeFirstName: firstName,
        employeeLastName: lastName,
        employeeLanguage: 'FR',
        employeeGender: 'Female',
        employeePhoneNumber: '+32470998877',
        employeeAddress: 'Rue Neuve 5, 1000 Bruxelles',
        function: '',
        subEmployee: '',
        superiorId: data?.superiors.nodes[0]?.id,
      },
    },
  );
  expect(errors).toBeUndefined();
}

/** The input behind the drop zone with this label. */
const fileField = (page: Page, label: string): Locator => fieldOf(page, label).and(page.locator('input[type=file]'));

const confirmOf = (page: Page, say: Say, label: string): Locator =>
  page.getByRole('button', { name: sentenceWith(say('common:proposed.confirmField', { field: label })) });

test('what a typed certificate says stands in the form, is confirmed, and saved', async ({ page }) => {
  const say = wordsIn('fr');
  await enter(page, person('hr.admin.5'), 'fr', '/certificates');
  await hire(page, 'Zéphyrine', 'Quackelbeen');
  await page.goto('/certificates/new');
  const certificate = certificateOf('Zéphyrine', 'Quackelbeen', 'FR');
  await fileField(page, say('certificates:field.document')).setInputFiles(await printed(page, certificate));

  await expect(page.getByText(say('common:reading.filled', { count: 5 }))).toBeVisible(READING);
  await expectDay(page, say('certificates:field.startDate'), certificate.startDate);
  await expectDay(page, say('certificates:field.endDate'), certificate.endDate);
  await expect(page.getByRole('combobox', { name: say('certificates:field.employee') })).toHaveValue(/Zéphyrine Quackelbeen/);
  const doctor = fieldOf(page, say('certificates:field.doctorName'));
  await expect(doctor).toHaveValue('Dr. Sophie Marchal');
  await expect(doctor).toHaveAccessibleDescription(new RegExp(say('common:proposed.text')));
  const exit = groupOf(page, say('certificates:field.authorizedExit'));
  await expect(exit.getByRole('radio', { name: say('common:yes') })).toBeChecked();
  await expectAccessibleInBothModes(page);

  // Right, wrong, and better known.
  for (const name of ['employee', 'startDate', 'endDate'] as const) {
    const confirm = confirmOf(page, say, say(`certificates:field.${name}`));
    await confirm.click();
    await expect(confirm).toHaveCount(0);
  }
  await page
    .getByRole('button', { name: sentenceWith(say('common:proposed.dismissField', { field: say('certificates:field.doctorName') })) })
    .click();
  await expect(doctor).toHaveValue('');
  await exit.getByText(say('common:no'), { exact: true }).click();
  await expect(page.getByText(say('common:proposed.text'))).toHaveCount(0);

  await fieldOf(page, say('certificates:field.incapacityReason')).selectOption('Illness');
  await page.getByRole('button', { name: say('certificates:form.create') }).click();
  await expect(page.getByText(say('certificates:form.created'))).toBeVisible();
  await expect(page).toHaveURL(/\/certificates\/[0-9a-f-]{36}$/);
  const { data } = await askGraphql<{ certificate: object }>(
    page,
    'query ($id: ID!) { certificate(id: $id) { startDate endDate employeeLastName doctorName authorizedExit } }',
    { id: page.url().split('/').at(-1) },
  );
  expect(data?.certificate).toEqual({
    startDate: certificate.startDate,
    endDate: certificate.endDate,
    employeeLastName: 'Quackelbeen',
    doctorName: '',
    authorizedExit: false,
  });

  // Somebody of the same name comes to work there: nobody is taken for the other one, both are offered.
  await page.goto('/certificates');
  await hire(page, 'Zéphyrine', 'Quackelbeen', 'E-Namesake');
  await page.goto('/certificates/new');
  await fileField(page, say('certificates:field.document')).setInputFiles(await printed(page, certificate));
  const offer = page
    .getByRole('alert')
    .filter({ hasText: say('certificates:form.namesakes', { name: 'Quackelbeen Zéphyrine', count: 2 }) });
  await expect(offer).toBeVisible(READING);
  const employee = page.getByRole('combobox', { name: say('certificates:field.employee') });
  await expect(employee).toHaveValue('');
  await expectAccessible(page);
  await offer.getByRole('button', { name: /E-Namesake/ }).click();
  await expect(employee).toHaveValue('Zéphyrine Quackelbeen · E-Namesake');
  await expect(offer).toHaveCount(0);

  // More of them than are offered: the screen says so, and the search goes on with the name.
  await page.goto('/certificates');
  for (let more = 1; more < MOST_NAMESAKES_OFFERED; more += 1) await hire(page, 'Zéphyrine', 'Quackelbeen', `E-Namesake-${more}`);
  await page.goto('/certificates/new');
  await page.getByRole('button', { name: say('certificates:form.discard') }).click();
  await expect(employee).toHaveValue('');
  await fileField(page, say('certificates:field.document')).setInputFiles(await printed(page, certificate));
  const crowd = page.getByRole('alert').filter({
    hasText: say('certificates:form.namesakes', { name: 'Quackelbeen Zéphyrine', count: MOST_NAMESAKES_OFFERED + 1 }),
  });
  await expect(crowd).toContainText(say('certificates:form.namesakesMore', { shown: MOST_NAMESAKES_OFFERED }), READING);
  await expect(crowd.getByRole('button', { name: /Quackelbeen ·/ })).toHaveCount(MOST_NAMESAKES_OFFERED);
  await expectAccessible(page);
  await crowd.getByRole('button', { name: say('certificates:form.namesakesSearch', { name: 'Quackelbeen Zéphyrine' }) }).press('Enter');
  await expect(employee).toBeFocused();
  await expect(page.getByRole('option', { name: /Quackelbeen ·/ })).toHaveCount(MOST_NAMESAKES_OFFERED + 1);
  await page.getByRole('option', { name: /E-Namesake-5/ }).click();
  await expect(employee).toHaveValue('Zéphyrine Quackelbeen · E-Namesake-5');
  await expect(crowd).toHaveCount(0);
});

test('what was typed stays, also while the document is being read', async ({ page }) => {
  const say = wordsIn('nl');
  await enter(page, person('hr.admin.5'), 'nl', '/certificates/new');
  // The answer waits until everything is typed.
  let answer: () => void = () => undefined;
  const typed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if ((route.request().postDataJSON() as { operationName?: string }).operationName === 'ReadCertificate') await typed;
    await route.continue();
  });
  await fieldOf(page, say('certificates:field.doctorName')).fill('Dr. Maes');
  await fileField(page, say('certificates:field.document')).setInputFiles(await printed(page, certificateOf('Niemand', 'Onbekend', 'NL')));
  await expect(page.getByText(say('common:reading.busy'))).toBeVisible();
  await expectAccessible(page);
  const start = addDays(TODAY, -4);
  await fillDay(page, say('certificates:field.startDate'), start);
  answer();

  // Whether the worker may leave home is all that nobody had answered; the period is not mixed of two.
  await expect(page.getByText(say('common:reading.filled', { count: 1 }))).toBeVisible(READING);
  await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('Dr. Maes');
  await expectDay(page, say('certificates:field.startDate'), start);
  await expect(groupOf(page, say('certificates:field.endDate')).getByRole('spinbutton').first()).not.toHaveAttribute('aria-valuenow');
  const exit = groupOf(page, say('certificates:field.authorizedExit'));
  await expect(exit.getByRole('radio', { name: say('common:yes') })).toBeChecked();

  // With the document goes what it said.
  await page.getByRole('button', { name: say('common:file.remove', { name: 'certificate.pdf' }) }).click();
  await expect(exit.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('Dr. Maes');
  await expect(page.getByText(say('common:reading.filled', { count: 1 }))).toHaveCount(0);

  // Handwriting fills in nothing.
  await fileField(page, say('certificates:field.document')).setInputFiles(HANDWRITTEN);
  await expect(page.getByText(say('common:reading.nothing'))).toBeVisible(READING);
  await expect(page.getByText(say('common:proposed.text'))).toHaveCount(0);
});

test('an order takes the period from its certificate, and none from that of somebody else', async ({ newBrowser }) => {
  const say = wordsIn('en');
  const page = await newBrowser('phone');
  await enter(page, person('hr.admin.6'), 'en', '/checks');
  await hire(page, 'Ludovica', 'Okonjo-Wiels');
  await hire(page, 'Marguerite', 'Vanhuffelen');
  await page.goto('/checks/new');
  await chooseFound(page, say('order:worker.search'), 'Okonjo-Wiels');
  await page.getByRole('button', { name: say('common:continue') }).click();
  const upload = fileField(page, say('order:field.certificate'));
  await upload.setInputFiles(await printed(page, certificateOf('Marguerite', 'Vanhuffelen', 'EN')));
  await expect(page.getByText(say('common:reading.otherWorker'))).toBeVisible(READING);
  await expect(groupOf(page, say('order:field.startDate')).getByRole('spinbutton').first()).not.toHaveAttribute('aria-valuenow');
  await expectAccessible(page);

  const certificate = certificateOf('Ludovica', 'Okonjo-Wiels', 'EN');
  await upload.setInputFiles(await printed(page, certificate));
  await expect(page.getByText(say('common:reading.filled', { count: 3 }))).toBeVisible(READING);
  await expectDay(page, say('order:field.startDate'), certificate.startDate);
  await expectDay(page, say('order:field.endDate'), certificate.endDate);
  await expect(confirmOf(page, say, say('order:field.authorizedExit'))).toBeVisible();
  await expectAccessibleInBothModes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('where the feature is off, nothing is read and nobody is told to wait; switched on, the next document is', async ({
  page,
  newBrowser,
}) => {
  const say = wordsIn('nl');
  await enter(page, person('hr.admin.7'), 'nl', '/certificates');
  await hire(page, 'Zéphyrine', 'Quackelbeen');
  const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
  const planner = await newBrowser();
  await enter(planner, person('planner'), 'en', '/flags');
  await expect(planner.getByRole('row').nth(1)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(/"operationName":"(\w+)"/.exec(request.postData() ?? '')?.[1] ?? ''));
  const file = fileField(page, say('certificates:field.document'));
  const certificate = await printed(page, certificateOf('Zéphyrine', 'Quackelbeen', 'FR'));

  await setFeatureFor(planner, 'certificateReading', companyId, false);
  try {
    const heard = page.waitForResponse((response) => response.url().endsWith('/ofrep/v1/evaluate/flags'));
    await page.goto('/certificates/new');
    await heard;
    const uploaded = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/documents') && response.ok());
    await file.setInputFiles(certificate);
    await uploaded;
    await expect(page.getByText(certificate.name)).toBeVisible();
    await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('');
    expect(asked).not.toContain('ReadCertificate');
  } finally {
    await setFeatureFor(planner, 'certificateReading', companyId, true);
  }
  const heard = page.waitForResponse((response) => response.url().endsWith('/ofrep/v1/evaluate/flags'));
  await page.goto('/certificates/new');
  await heard;
  await file.setInputFiles(certificate);
  await expect(page.getByText(say('common:reading.filled', { count: 5 }))).toBeVisible(READING);
  expect(asked).toContain('ReadCertificate');
});
