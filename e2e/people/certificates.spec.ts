import { addDays, dayOf } from '@checkwell/domain/clock';
import type { Page } from '@playwright/test';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { askGraphql } from '../support/api.ts';
import { fieldOf, fillDay, firstFound, groupOf } from '../support/fields.ts';
import { pdfOf, pictureOf } from '../support/papers.ts';
import { enter, person } from '../support/people.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';
import { uniqueName } from '../support/unique.ts';

/** Certificates are created, and get an image (specification, sections 2, 3, 5 and 8; domain.md 2.3 and 4.4). */

const TODAY = dayOf(new Date());
const ADMIN = person('hr.admin.6');
const say = sayIn('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const typeOf = (page: Page, say: Say) => fieldOf(page, say('certificateFields:certifType'));

/** Fills in the required fields other than the period, the document and the worker. */
async function fillRest(page: Page, say: Say): Promise<void> {
  await fieldOf(page, say('certificateFields:incapacityReason')).selectOption({ label: say('enums:incapacityType.Illness') });
  await groupOf(page, say('certificates:form.exitQuestion')).getByLabel(say('common:yes')).check();
}

async function openNew(page: Page, language: 'en' | 'fr' | 'nl'): Promise<void> {
  await enter(page, ADMIN, language, '/certificates/new');
  await expect(page.getByRole('heading', { level: 1, name: sayIn(language)('certificates:form.new') })).toBeVisible();
}

test('a certificate is created with its document, together with a new worker', async ({ page }) => {
  const name = `Lambrecht ${uniqueName()}`;
  await openNew(page, 'en');
  const create = button(page, say('certificates:form.create'));
  await page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') }).check();
  const drop = fieldOf(page, say('certificateFields:document'));
  // The worker is added with the certificate.
  await button(page, say('certificates:form.addWorker')).click();
  await fieldOf(page, say('employeeFields:employeeFirstName')).fill('Nour');
  await fieldOf(page, say('employeeFields:employeeLastName')).fill(name);
  await fieldOf(page, say('employeeFields:employeeAddress')).fill('Kerkstraat 1, 9000 Gent');
  await fieldOf(page, say('employeeFields:employeePhoneNumber')).fill('0470 11 22 33');
  await fieldOf(page, say('employeeFields:employeeGender')).selectOption({ label: say('enums:gender.Female') });
  await fieldOf(page, say('employeeFields:employeeLanguage')).selectOption({ label: say('enums:workerLanguage.NL') });
  await page.getByRole('combobox', { name: say('employeeFields:superiorFullName') }).fill('');
  await page.getByRole('combobox', { name: say('employeeFields:superiorFullName') }).press('ArrowDown');
  await firstFound(page, say).click();
  await fillDay(page, say('certificateFields:startDate'), TODAY);
  await fillDay(page, say('certificateFields:endDate'), addDays(TODAY, 4));
  await fillRest(page, say);
  await drop.setInputFiles(await pdfOf(page, [`Certificate`]));
  await expect(page.getByText(say('common:file.done'))).toBeVisible();
  await expect(page.getByRole('img', { name: 'certificate.pdf' })).toBeVisible();
  await typeOf(page, say).selectOption({ label: say('enums:certifType.FirstCertificate') });
  await create.dblclick();
  await expect(page.getByText(say('certificates:form.created'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `Nour ${name}` })).toBeVisible();
  // A double click creates one certificate and one worker.
  const { data } = await askGraphql<Record<'certificates' | 'employees', { totalCount: number }>>(
    page,
    'query Made($search: String) { certificates(filter: { search: $search }) { totalCount } employees(filter: { search: $search }) { totalCount } }',
    { search: name },
  );
  expect(data).toEqual({ certificates: { totalCount: 1 }, employees: { totalCount: 1 } });
  await expect(page.getByText('+32 470 11 22 33')).toBeVisible();
  await expect(page.getByRole('img', { name: 'certificate.pdf' })).toBeVisible();
});

test('no check can be launched from a medical certificate without an image, until one is added', async ({ page }) => {
  await openNew(page, 'en');
  const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
  const listed = await askGraphql<{
    certificates: { nodes: { id: string; relaunchCheckUrl: string | null; isCheckRequestLaunched: boolean }[] };
  }>(
    page,
    'query ($filter: CertificateFilter) { certificates(filter: $filter, first: 100) { nodes { id relaunchCheckUrl isCheckRequestLaunched } } }',
    { filter: { companyId, entryType: 'MEDICAL_CERTIFICATE', activeOn: TODAY } },
  );
  const bare = listed.data?.certificates.nodes.find(
    ({ relaunchCheckUrl, isCheckRequestLaunched }) => relaunchCheckUrl && !isCheckRequestLaunched,
  );
  expect(bare).toBeDefined();
  // Like a certificate that came from the payroll system before its image.
  await runAs(process.env.E2E_DATABASE_URL ?? '', 'update certificates set "documentId" = null where id = $1', [bare?.id]);
  await page.goto(`/certificates/${bare?.id}`);
  await expect(page.getByText(say('certificates:detail.imageRequired'))).toBeVisible();
  await button(page, say('certificates:list.launch')).click();
  await expect(page).toHaveURL(new RegExp(`/certificates/${bare?.id}`));
  await fieldOf(page, say('certificates:detail.imageAdd')).setInputFiles(await pictureOf(page, 'The certificate'));
  await expect(page.getByText(say('certificates:detail.imageAdded'))).toBeVisible();
  await expect(page.getByRole('img', { name: 'photo.png' })).toBeVisible();
  // The toast covers the button while the pointer is on it.
  await page.mouse.move(10, 700);
  await page.getByRole('link', { name: say('certificates:list.launch') }).click();
  await expect(page).toHaveURL(/\/checks\/new\?certificateId=/);
});
