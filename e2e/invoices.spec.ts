import { readFileSync } from 'node:fs';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { askGraphql } from './support/api.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Clients' monthly invoices: what their administrators and the provider's planners do with them. */

for (const [index, language] of INTERFACE_LANGUAGES.entries()) {
  const say = wordsIn(language);

  test(`an administrator takes the invoice of a month, for people and for programs, in ${language}`, async ({ page }) => {
    await enter(page, person(`hr.admin.${8 + index}`), language, '/settings/company');
    const table = page.getByRole('table', { name: say('settings:invoices.title') });
    const invoices = table.getByRole('row').filter({ hasText: say('settings:invoices.kind.Invoice') });
    await expect.poll(() => invoices.count()).toBeGreaterThanOrEqual(12);
    await expectAccessibleInBothModes(page);

    const number = /\d{4}-\d{6}/.exec((await invoices.first().textContent()) ?? '')?.[0] ?? '';
    const take = async (name: string): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const download = await coming;
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    const pdf = await take(say('settings:invoices.pdfOf', { number }));
    expect(pdf.name).toMatch(new RegExp(`${number}\\.pdf$`));
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const ubl = await take(say('settings:invoices.ublOf', { number }));
    expect(ubl.name).toMatch(new RegExp(`${number}\\.xml$`));
    expect(ubl.bytes.toString()).toContain(`<cbc:ID>${number}</cbc:ID>`);
    expect(ubl.bytes.toString()).toContain('<cbc:ID>BE68539007547034</cbc:ID>');
    const head = table.getByRole('columnheader', { name: say('settings:invoices.number') });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(invoices.last()).toContainText(number);
    // Crediting is the provider's.
    await expect(page.getByRole('menuitem', { name: say('settings:invoices.credit') })).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: say('settings:invoices.pdfOf', { number }), exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });

  test(`a planner credits an invoice with a reason, in ${language}`, async ({ page }) => {
    await enter(page, person('planner'), language, '/companies');
    const { data } = await askGraphql<{ companies: { nodes: readonly { id: string; name: string }[] } }>(
      page,
      '{ companies(first: 100, sort: { field: name, direction: desc }) { nodes { id name } } }',
    );
    // Each language at a month of its own.
    const companyId = data?.companies.nodes.find(({ name }) => name === 'Brouwerij De Linde')?.id ?? '';
    const { data: known } = await askGraphql<{ invoices: readonly { number: string; kind: string }[] }>(
      page,
      'query ($companyId: ID!) { invoices(companyId: $companyId) { number kind } }',
      { companyId },
    );
    const number = known?.invoices.filter(({ kind }) => kind === 'Invoice').at(-1 - index)?.number ?? '';
    await page.goto(`/companies/${companyId}`);
    const table = page.getByRole('table', { name: say('settings:invoices.title') });
    const row = table.getByRole('row').filter({ has: page.getByText(number, { exact: true }) });
    await row.getByRole('button', { name: say('common:actionsFor', { name: number }) }).click();
    await page.getByRole('menuitem', { name: say('settings:invoices.credit') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say('settings:invoices.credit'), exact: true }).click();
    await expect(dialog.getByText(say('validation:reasonRequired'))).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel(say('settings:invoices.reason')).fill('Checks of another site');
    await dialog.getByRole('button', { name: say('settings:invoices.credit'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row.getByText(say('settings:invoices.credited'), { exact: true }).first()).toBeVisible();
    await expect(table.getByText(say('settings:invoices.corrects', { number }))).toBeVisible();
  });
}

test('whoever is no administrator sees no invoices', async ({ page }) => {
  const say = wordsIn('nl');
  await enter(page, person('hr.basic.8'), 'nl', '/settings/company');
  await expect(page.getByRole('heading', { name: say('settings:costCentres.title'), exact: true })).toBeVisible();
  await expect(page.getByText(say('settings:invoices.title'), { exact: true })).toHaveCount(0);
});
