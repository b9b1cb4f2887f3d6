import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { writeXlsx } from 'hucre/xlsx';
import { enter, person } from './support/people.ts';
import { expect, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** An export of an HR system becomes employees: file, columns, preview, result; and a second time nothing. */

const csv = (text: string) => ({ name: 'export.csv', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from(text, 'latin1') });

for (const [index, language] of INTERFACE_LANGUAGES.entries()) {
  test(`in ${language} › a file with faults is mapped, previewed, imported, and changes nothing twice`, async ({ page }) => {
    const say = wordsIn(language);
    await enter(page, person(`hr.admin.${6 + index}`), language, '/employees');
    await page.getByRole('link', { name: say('employees:list.import'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: say('employees:import.title') })).toBeVisible();
    await expectAccessibleInBothModes(page);

    const chooser = page.getByLabel(say('employees:import.file.choose')).and(page.locator('input'));
    await chooser.setInputFiles({ name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]) });
    await expect(page.getByText(say('employees:import.refused.wrongType'))).toBeVisible();
    const next = page.getByRole('button', { name: say('employees:import.next') });
    await expect(next).toBeDisabled();

    // As a Belgian payroll writes it: semicolons, Western European letters, headings that say little.
    const number = `IMP-${language}`;
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
    await page.getByLabel(say('employees:field.employeeLanguage'), { exact: true }).selectOption('FR');
    await expectAccessibleInBothModes(page);
    await toPreview.click();

    const table = page.getByRole('table', { name: say('employees:import.preview.title') });
    const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name });
    await expect(rowOf('Zoé Lefèvre')).toContainText(say('employees:import.status.created'));
    await expect(rowOf('Théo Dubois')).toContainText(say('validation:phoneFormat'));
    await expect(rowOf('Ewa Maes')).toContainText(say('employees:import.preview.twice', { line: 4 }));
    await expect(rowOf('Eva Maes')).toContainText(say('employees:import.preview.twice', { line: 5 }));
    await expectAccessibleInBothModes(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: say('employees:import.preview.saveFaulty', { count: 3 }) }).click();
    expect((await saved).suggestedFilename()).toBe(say('employees:import.preview.faultyFile'));

    await page.getByRole('button', { name: say('employees:import.apply', { count: 1 }) }).click();
    await expect(page.getByText(say('employees:import.result.done'))).toBeVisible();
    await expect(page.getByText(say('employees:import.result.sums', { created: '1', changed: '0' }))).toBeVisible();
    await expectAccessibleInBothModes(page);

    await page.getByRole('link', { name: say('employees:import.result.toList') }).click();
    await page.getByRole('searchbox').fill(`${number}-1`);
    await expect(page.getByRole('row').filter({ hasText: 'Zoé Lefèvre' })).toHaveCount(1);

    // Next month, as a workbook, with the same headings: the mapping is remembered, and the same person is no change.
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
}

test.describe('when a request fails', () => {
  test.use({ expectedFaults: [/ERR_FAILED/] });

  test('the import is taken up again, and the keyboard alone goes through', async ({ page }) => {
    const say = wordsIn('en');
    await enter(page, person('hr.admin.9'), 'en', '/employees/import');
    const rows = Array.from({ length: 450 }, (_, index) => `K-${index};Janssens;Sam;X;EN;Kerkstraat 1, 9000 Gent;0470 11 22 33`);
    const text = `Employee number;Last name;First name;Gender;Language;Address;GSM\n${rows.join('\n')}`;
    await page.getByLabel(say('employees:import.file.choose')).and(page.locator('input')).setInputFiles(csv(text));
    await expect(page.getByText(say('employees:import.file.rows', { count: 450 }))).toBeVisible();
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press(say('employees:import.next'));
    let requests = 0;
    await page.route('**/graphql', async (route) => {
      const body: unknown = route.request().postDataJSON();
      const isImport = typeof body === 'object' && body !== null && 'operationName' in body && body.operationName === 'ImportEmployees';
      if (isImport && ++requests === 2) await route.abort();
      else await route.continue();
    });
    await press(say('employees:import.toPreview'));
    await expect(page.getByText(say('employees:import.preview.failed'))).toBeVisible();
    await press(say('employees:import.resume'));
    const apply = page.getByRole('button', { name: say('employees:import.apply', { count: 450 }) });
    await expect(apply).toBeEnabled();
    await apply.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(say('employees:import.result.done'))).toBeVisible();
    await expect(page.getByText(say('employees:import.result.sums', { created: '450', changed: '0' }))).toBeVisible();
  });
});
