import { writeXlsx } from 'hucre/xlsx';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';
import { uniqueName } from '../support/unique.ts';

/** Import of employees from an export of an HR system: file, columns, preview, result; a second import changes nothing. */

const csv = (text: string) => ({ name: 'export.csv', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from(text, 'latin1') });

test(`a file with errors is mapped, previewed and imported; importing it again changes nothing`, async ({ page }) => {
  const say = sayIn('fr');
  await enter(page, person('hr.admin.7'), 'fr', '/employees');
  await page.getByRole('link', { name: say('employees:list.import'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: say('employees:import.title') })).toBeVisible();

  const chooser = page.getByLabel(say('employees:import.file.choose')).and(page.locator('input'));
  await chooser.setInputFiles({ name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]) });
  await expect(page.getByText(say('employees:import.refused.wrongType'))).toBeVisible();
  const next = page.getByRole('button', { name: say('employees:import.next') });
  await expect(next).toBeDisabled();

  // As Belgian payroll systems export it: semicolons, Latin-1, short headings.
  const number = `IMP-${uniqueName()}`;
  const file = [
    'Code;Nom;Prénom;Sexe;Rue;Numéro;CP;Localité;GSM',
    `${number}-1;Lefèvre;Zoé;F;Rue Neuve;5;1000;Bruxelles;0470 12 34 56`,
    `${number}-2;Dubois;Théo;M;Grand-Place;1;7000;Mons;call me`,
    `${number}-3;Maes;Eva;V;Meir;1;2000;Antwerpen;0470 99 88 77`,
    `${number}-3;Maes;Ewa;V;Meir;1;2000;Antwerpen;0470 99 88 77`,
  ].join('\r\n');
  await chooser.setInputFiles(csv(file));
  await expect(page.getByText('export.csv')).toBeVisible();
  await next.click();

  const toPreview = page.getByRole('button', { name: say('employees:import.toPreview') });
  await toPreview.click();
  await expect(page.getByText(say('employees:import.columns.numberMissing'))).toBeVisible();
  const columnOf = (column: string) => page.getByLabel(say('employees:import.columns.fieldOf', { column }));
  await expect(columnOf('Prénom')).toHaveValue('employeeFirstName');
  await columnOf('Code').selectOption('employeeMatricule');
  await page.getByLabel(say('employeeFields:employeeLanguage'), { exact: true }).selectOption('FR');
  await toPreview.click();

  const table = page.getByRole('table', { name: say('employees:import.preview.title') });
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(rowOf('Zoé Lefèvre')).toContainText(say('employees:import.status.created'));
  await expect(rowOf('Théo Dubois')).toContainText(say('validation:phoneFormat'));
  await expect(rowOf('Ewa Maes')).toContainText(say('employees:import.preview.twice', { line: 4 }));
  await expect(rowOf('Eva Maes')).toContainText(say('employees:import.preview.twice', { line: 5 }));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: say('employees:import.preview.saveFaulty', { count: 3 }) }).click();
  expect((await saved).suggestedFilename()).toMatch(/^checkwell-[a-z-]+-\d{4}-\d\d-\d\d\.csv$/);

  await page.getByRole('button', { name: say('employees:import.apply', { count: 1 }) }).click();
  await expect(page.getByText(say('employees:import.result.done'))).toBeVisible();
  await expect(page.getByText(say('employees:import.result.sums', { created: '1', changed: '0' }))).toBeVisible();

  await page.getByRole('link', { name: say('employees:import.result.toList') }).click();
  await page.getByRole('searchbox').fill(`${number}-1`);
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Lefèvre' })).toHaveCount(1);

  // A workbook with the same headings: the mapping is remembered, and the same person is unchanged.
  await page.goto('/employees/import');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Staff',
        rows: file
          .split('\r\n')
          .slice(0, 2)
          .map((line) => line.split(';')),
      },
    ],
  });
  await chooser.setInputFiles({ name: 'staff.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  await next.click();
  await expect(columnOf('Code')).toHaveValue('employeeMatricule');
  await page.getByRole('button', { name: say('employees:import.toPreview') }).click();
  await expect(rowOf('Zoé Lefèvre')).toContainText(say('employees:import.status.unchanged'));
  await expect(page.getByRole('button', { name: say('employees:import.apply', { count: 0 }) })).toBeDisabled();
});
