import { addDays, dayOf } from '@checkwell/domain/clock';
import { fromSpreadsheetText } from '@checkwell/domain/spreadsheet-text';
import { everyRow } from '../support/api.ts';
import { takeList } from '../support/downloads.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Lists as files: exactly the filtered rows, in the same order, in the reader's language (specification, section 2: export CSV). */

interface CertificateNode {
  readonly employeeMatricule: string;
  readonly employeeLastName: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly certifType: 'FirstCertificate';
  readonly employeePhoneNumber: string;
  readonly authorizedExit: boolean;
}

const columnOf = (rows: readonly (readonly unknown[])[], header: string): unknown[] => {
  const at = (rows[0] ?? []).indexOf(header);
  expect(at, header).toBeGreaterThanOrEqual(0);
  return rows.slice(1).map((row) => row[at]);
};

test(`the filtered certificates are downloaded as CSV and as a workbook`, async ({ page }) => {
  const say = sayIn('fr');
  const from = addDays(dayOf(new Date()), -60);
  const chosen = { certifType: 'FirstCertificate', entryType: 'MEDICAL_CERTIFICATE', from };
  await enter(page, person('hr.admin.3'), 'fr', `/certificates?${new URLSearchParams(chosen)}&sort=endDate`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: say('common:download'), exact: true }).click();
  await page.keyboard.press('Escape');

  const nodes = await everyRow<CertificateNode>(
    page,
    ['certificates', 'Certificate'],
    'employeeMatricule employeeLastName startDate endDate certifType employeePhoneNumber authorizedExit',
    { filter: chosen, sort: { field: 'endDate', direction: 'asc' } },
  );
  expect(nodes.length).toBeGreaterThan(25);
  const csv = await takeList(page, say, 'csv');
  expect(csv.name).toMatch(/^checkwell-certificats-[a-z-]+-\d{4}-\d\d-\d\d\.csv$/);
  expect(columnOf(csv.rows, say('employeeFields:employeeMatricule'))).toEqual(nodes.map((node) => node.employeeMatricule));
  expect(columnOf(csv.rows, say('certificateFields:startDate'))).toEqual(nodes.map((node) => node.startDate));
  expect(columnOf(csv.rows, say('employeeFields:employeePhoneNumber')).map((cell) => fromSpreadsheetText(String(cell)))).toEqual(
    nodes.map((node) => node.employeePhoneNumber),
  );
  expect(new Set(columnOf(csv.rows, say('certificateFields:certifType')))).toEqual(new Set([say('enums:certifType.FirstCertificate')]));
  expect(columnOf(csv.rows, say('certificateFields:authorizedExit'))).toEqual(
    nodes.map((node) => say(node.authorizedExit ? 'common:yes' : 'common:no')),
  );

  const forExcel = await takeList(page, say, 'excelCsv');
  expect(columnOf(forExcel.rows, say('certificateFields:startDate'))).toEqual(
    nodes.map((node) => node.startDate.split('-').reverse().join('/')),
  );

  const workbook = await takeList(page, say, 'xlsx');
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(columnOf(workbook.rows, say('employeeFields:employeeMatricule'))).toEqual(nodes.map((node) => node.employeeMatricule));
  expect(columnOf(workbook.rows, say('certificateFields:endDate'))).toEqual(nodes.map((node) => new Date(`${node.endDate}T00:00:00Z`)));
  expect(columnOf(workbook.rows, say('certificateFields:authorizedExit'))).toEqual(nodes.map((node) => node.authorizedExit));
});
