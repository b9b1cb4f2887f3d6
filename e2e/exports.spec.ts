import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { fromSpreadsheetText } from '@checkwell/domain/spreadsheet-text';
import { getTranslator } from '@checkwell/messages/translator';
import { everyRow } from './support/api.ts';
import { takeList } from './support/downloads.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Lists as files: exactly what is filtered, in the same order, in the reader's words (specification, section 2: export CSV). */

interface CertificateNode {
  readonly employeeMatricule: string;
  readonly employeeLastName: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly certifType: 'FirstCertificate';
  readonly employeePhoneNumber: string;
  readonly authorizedExit: boolean;
}

const headersIn = (language: InterfaceLanguage) => getTranslator(language, 'exports');
const columnOf = (rows: readonly (readonly unknown[])[], header: string): unknown[] => {
  const at = (rows[0] ?? []).indexOf(header);
  expect(at, header).toBeGreaterThanOrEqual(0);
  return rows.slice(1).map((row) => row[at]);
};

for (const [language, who] of [
  ['en', 'hr.admin.2'],
  ['fr', 'hr.admin.3'],
  ['nl', 'hr.admin.10'],
] as const) {
  test(`the filtered certificates are taken as CSV and as a workbook, in ${language}`, async ({ page }) => {
    const say = wordsIn(language);
    const words = headersIn(language);
    await enter(page, person(who), language, '/certificates?certifType=FirstCertificate&entryType=MEDICAL_CERTIFICATE&sort=endDate');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: say('common:download'), exact: true }).click();
    await expectAccessibleInBothModes(page);
    await page.keyboard.press('Escape');

    const nodes = await everyRow<CertificateNode>(
      page,
      ['certificates', 'Certificate'],
      'employeeMatricule employeeLastName startDate endDate certifType employeePhoneNumber authorizedExit',
      { filter: { certifType: 'FirstCertificate', entryType: 'MEDICAL_CERTIFICATE' }, sort: { field: 'endDate', direction: 'asc' } },
    );
    expect(nodes.length).toBeGreaterThan(25);
    const csv = await takeList(page, say, 'csv');
    expect(csv.name).toMatch(new RegExp(`^${words('fileName.certificates')}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect(columnOf(csv.rows, words('column.employeeMatricule'))).toEqual(nodes.map((node) => node.employeeMatricule));
    expect(columnOf(csv.rows, words('column.startDate'))).toEqual(nodes.map((node) => node.startDate));
    expect(columnOf(csv.rows, words('column.employeePhoneNumber')).map((cell) => fromSpreadsheetText(String(cell)))).toEqual(
      nodes.map((node) => node.employeePhoneNumber),
    );
    expect(new Set(columnOf(csv.rows, words('column.certifType')))).toEqual(new Set([say('enums:certifType.FirstCertificate')]));
    expect(columnOf(csv.rows, words('column.authorizedExit'))).toEqual(nodes.map((node) => words(node.authorizedExit ? 'yes' : 'no')));

    const workbook = await takeList(page, say, 'xlsx');
    expect(workbook.name).toMatch(/\.xlsx$/);
    expect(columnOf(workbook.rows, words('column.employeeMatricule'))).toEqual(nodes.map((node) => node.employeeMatricule));
    expect(columnOf(workbook.rows, words('column.endDate'))).toEqual(nodes.map((node) => new Date(`${node.endDate}T00:00:00Z`)));
    expect(columnOf(workbook.rows, words('column.authorizedExit'))).toEqual(nodes.map((node) => node.authorizedExit));
  });
}

test('reports and employees are taken as they are filtered; an employer gets no column of the provider', async ({ page }) => {
  const say = wordsIn('en');
  const words = headersIn('en');
  await enter(page, person('hr.admin.2'), 'en', '/reports?outcome=%5B%22NoShow%22%2C%22NonOperable%22%5D&sort=workerFullName');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const reports = await everyRow<{ readonly workerExternalId: string; readonly companyTotalPrice: number }>(
    page,
    ['reports', 'Check'],
    'workerExternalId companyTotalPrice',
    { filter: { checkOccurence: ['NoShow', 'NonOperable'] }, sort: { field: 'workerFullName', direction: 'asc' } },
  );
  expect(reports.length).toBeGreaterThan(1);
  for (const format of ['csv', 'xlsx'] as const) {
    const { rows } = await takeList(page, say, format);
    expect(columnOf(rows, words('column.workerExternalId'))).toEqual(reports.map((report) => report.workerExternalId));
    expect(columnOf(rows, words('column.companyTotalPrice')).map(Number)).toEqual(reports.map((report) => report.companyTotalPrice / 100));
    for (const hidden of ['doctorTotalPrice', 'doctorTravelCosts', 'doctorReactivity', 'doctorEfficiency'] as const)
      expect(rows[0]).not.toContain(words(`column.${hidden}`));
  }

  await page.goto('/employees?q=an&sort=employeeMatricule&desc=true');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const employees = await everyRow<{ readonly employeeMatricule: string }>(page, ['employees', 'Employee'], 'employeeMatricule', {
    filter: { search: 'an', employment: 'active' },
    sort: { field: 'employeeMatricule', direction: 'desc' },
  });
  const { rows } = await takeList(page, say, 'csv');
  expect(columnOf(rows, words('column.employeeMatricule'))).toEqual(employees.map((employee) => employee.employeeMatricule));
});

test('a download that fails says so and is tried again; one that lasts can be given up', async ({ page, expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED/, /ERR_ABORTED/);
  const say = wordsIn('nl');
  await enter(page, person('hr.admin.2'), 'nl', '/employees');
  const menu = page.getByRole('button', { name: say('common:download'), exact: true });
  const choose = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: say('common:downloads.csv') }).click();
  };
  let answer: 'fail' | 'wait' | 'go' = 'fail';
  await page.route('**/v1/api/exports/**', async (route) => {
    if (answer === 'fail') await route.abort('failed');
    else if (answer === 'go') await route.continue();
  });
  await choose();
  const toast = page.getByRole('alert').filter({ hasText: say('common:failed.offlineTitle') });
  await expect(toast).toBeVisible();
  await expectAccessibleInBothModes(page);
  answer = 'go';
  const coming = page.waitForEvent('download');
  await toast.getByRole('button', { name: say('common:retry') }).click();
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
  await expect(toast).toHaveCount(0);

  answer = 'wait';
  await choose();
  await expect(page.getByText(say('common:downloads.started'))).toBeAttached();
  await expectAccessibleInBothModes(page);
  await page.getByRole('button', { name: say('common:downloads.cancel') }).click();
  await expect(menu).toBeEnabled();
  await expect(page.getByRole('button', { name: say('common:downloads.cancel') })).toHaveCount(0);
});

test('who takes many files in an hour is told how many there may be', async ({ page, expectedFaults }) => {
  expectedFaults.push(/429 \(Too Many Requests/);
  const say = wordsIn('fr');
  await enter(page, person('hr.basic.2'), 'fr', '/employees');
  const menu = page.getByRole('button', { name: say('common:download'), exact: true });
  await expect(menu).toBeVisible();
  const statuses = await page.evaluate(async () => {
    const token = decodeURIComponent(/(?:^|; )__Host-accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '');
    const all: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const response = await fetch('/v1/api/exports/employees.csv', { headers: { authorization: `Bearer ${token}` } });
      await response.text();
      all.push(response.status);
    }
    return all;
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
  await menu.click();
  await page.getByRole('menuitem', { name: say('common:downloads.xlsx') }).click();
  await expect(page.getByText(say('errors:export.tooMany', { max: 30 }))).toBeVisible();
});

test('on a phone the files are at hand, and nothing is cut off', async ({ newBrowser }) => {
  const page = await newBrowser('phone');
  const say = wordsIn('fr');
  await enter(page, person('rh'), 'fr', '/certificates');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const { rows } = await takeList(page, say, 'csv');
  expect(rows.length).toBeGreaterThan(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
