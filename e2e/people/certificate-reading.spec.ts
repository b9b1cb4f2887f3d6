import { addDays, dayOf } from '@checkwell/domain/clock';
import type { Locator, Page } from '@playwright/test';
import { type Sample, sampleHtml } from '../../bench/reading-samples.ts';
import { askGraphql } from '../support/api.ts';
import { expectDay, fieldOf, groupOf, sentenceWith } from '../support/fields.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';
import { uniqueName } from '../support/unique.ts';

/** Reading of certificates: values are proposed in the form, have to be confirmed, and never replace what somebody typed (dispatch.md 5). */

const TODAY = dayOf(new Date());
/** Reading an image takes seconds, on a busy machine more. */
const READING = { timeout: 60_000 };

/** A certificate of this worker that began two days ago, as practice software prints it. */
const certificateOf = (firstName: string, lastName: string, language: Sample['language']): Sample => ({
  name: 'e2e',
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

/** Hires somebody with a name that the demo does not know. */
async function hire(page: Page, firstName: string, lastName: string): Promise<void> {
  // The page has its token once it shows rows.
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
        employeeMatricule: `E-${lastName}`,
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

/** The file input of the drop zone with this label. */
const fileField = (page: Page, label: string): Locator => fieldOf(page, label).and(page.locator('input[type=file]'));

test('values of a typed certificate are proposed in the form, confirmed and saved', async ({ page }) => {
  const say = sayIn('fr');
  await enter(page, person('hr.admin.5'), 'fr', '/certificates');
  const family = uniqueName();
  await hire(page, 'Zéphyrine', family);
  await page.goto('/certificates/new');
  const certificate = certificateOf('Zéphyrine', family, 'FR');
  await fileField(page, say('certificateFields:document')).setInputFiles(await printed(page, certificate));

  await expect(page.getByText(say('common:reading.filled', { count: 6 }))).toBeVisible(READING);
  await expectDay(page, say('certificateFields:startDate'), certificate.startDate);
  await expectDay(page, say('certificateFields:endDate'), certificate.endDate);
  await expect(page.getByRole('combobox', { name: say('employeeFields:employee') })).toHaveValue(new RegExp(`Zéphyrine ${family}`));
  const doctor = fieldOf(page, say('certificateFields:doctorName'));
  await expect(doctor).toHaveValue('Dr. Sophie Marchal');
  await expect(doctor).toHaveAccessibleDescription(new RegExp(say('common:proposed.text')));
  const exit = groupOf(page, say('certificates:form.exitQuestion'));
  await expect(exit.getByRole('radio', { name: say('common:yes') })).toBeChecked();

  await expect(fieldOf(page, say('certificateFields:incapacityReason'))).toHaveValue('Illness');

  // Dismiss the doctor, change the exit, accept all other proposals.
  await page
    .getByRole('button', { name: sentenceWith(say('common:proposed.dismissField', { field: say('certificateFields:doctorName') })) })
    .click();
  await expect(doctor).toHaveValue('');
  await exit.getByText(say('common:no'), { exact: true }).click();
  await page.getByRole('button', { name: say('common:reading.allCorrect') }).click();
  await expect(page.getByText(say('common:proposed.text'))).toHaveCount(0);

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
    employeeLastName: family,
    doctorName: '',
    authorizedExit: false,
  });
});
