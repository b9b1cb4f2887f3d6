import { readFileSync } from 'node:fs';
import { COMPANIES } from '../../apps/server/src/seed/names.ts';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { askGraphql } from '../support/api.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';
import { uniqueName } from '../support/unique.ts';

/** Clients' monthly invoices, for their administrators and the provider's planners. */

const say = sayIn('nl');

test(`an administrator downloads the invoice of a month as PDF and as UBL`, async ({ page }) => {
  await enter(page, person('hr.admin.10'), 'nl', '/settings/company');
  const table = page.getByRole('table', { name: say('settings:invoices.title') });
  const invoices = table.getByRole('row').filter({ hasText: say('settings:invoices.kind.Invoice') });
  // A month without a check that ended has none.
  await expect.poll(() => invoices.count()).toBeGreaterThanOrEqual(6);

  const number = /\d{4}-\d{6}/.exec((await invoices.first().textContent()) ?? '')?.[0] ?? '';
  const take = async (name: string): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const pdf = await take(say('settings:invoices.pdfOf', { number }));
  expect(pdf.name).toMatch(new RegExp(`${number}-.+\\.pdf$`));
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const ubl = await take(say('settings:invoices.ublOf', { number }));
  expect(ubl.name).toMatch(new RegExp(`${number}-.+\\.xml$`));
  expect(ubl.bytes.toString()).toContain(`<cbc:ID>${number}</cbc:ID>`);
  expect(ubl.bytes.toString()).toContain('<cbc:ID>BE68539007547034</cbc:ID>');
  const head = table.getByRole('columnheader', { name: say('settings:invoices.number') });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(invoices.last()).toContainText(number);
  // Only the provider may credit.
  await expect(page.getByRole('menuitem', { name: say('settings:invoices.credit') })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: say('settings:invoices.pdfOf', { number }), exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a planner credits an amount, lines and the whole of invoices, each with a reason', async ({ page }) => {
  await enter(page, person('planner'), 'nl', '/companies');
  // Each repetition uses another client, because credits are permanent; the sweep uses invoices of Brouwerij De Linde.
  const { data } = await askGraphql<{ companies: { nodes: readonly { id: string; name: string }[] } }>(
    page,
    '{ companies(first: 100, sort: { field: name, direction: desc }) { nodes { id name } } }',
  );
  const demo = COMPANIES.map(({ name }) => name).filter((name) => name !== 'Brouwerij De Linde');
  const client = demo[test.info().repeatEachIndex % demo.length];
  const companyId = data?.companies.nodes.find(({ name }) => name === client)?.id ?? '';
  const { data: known } = await askGraphql<{ invoices: readonly { number: string; kind: string; creditedCents: number }[] }>(
    page,
    'query ($companyId: ID!) { invoices(companyId: $companyId) { number kind creditedCents } }',
    { companyId },
  );
  const untouched = known?.invoices.filter(({ kind, creditedCents }) => kind === 'Invoice' && creditedCents === 0) ?? [];
  await page.goto(`/companies/${companyId}`);
  const table = page.getByRole('table', { name: say('settings:invoices.title') });
  const dialog = page.getByRole('dialog');
  const credit = dialog.getByRole('button', { name: say('settings:invoices.credit'), exact: true });
  for (const [index, part] of (['amount', 'lines', 'whole'] as const).entries()) {
    const number = untouched.at(-1 - index)?.number ?? '';
    const row = table.getByRole('row').filter({ has: page.getByText(number, { exact: true }) });
    const actions = row.getByRole('button', { name: say('common:actionsFor', { name: number }) });
    await actions.click();
    await page.getByRole('menuitem', { name: say('settings:invoices.credit') }).click();
    await credit.click();
    await expect(dialog.getByText(say('validation:reasonRequired'))).toBeVisible();
    await dialog.getByLabel(say('settings:invoices.reason')).fill('Checks of another site');
    await dialog.getByRole('radio', { name: say(`settings:invoices.parts.${part}`) }).check();
    if (part === 'lines') await dialog.locator('input[inputmode="numeric"]').first().fill('1');
    if (part === 'amount') await dialog.getByLabel(say('settings:invoices.netAmount')).fill('12,50');
    // Whether the invoice was paid must be chosen.
    await credit.click();
    await expect(dialog.getByText(say('validation:required'))).toBeVisible();
    await dialog.getByRole('radio', { name: say('settings:invoices.invoicePaidMeans.no') }).check();
    await credit.click();
    await expect(dialog).toHaveCount(0);
    const state = part === 'whole' ? 'settings:invoices.credited' : 'settings:invoices.creditedPartly';
    await expect(row.getByText(say(state), { exact: true }).first()).toBeVisible();
    await expect(table.getByText(say('settings:invoices.corrects', { number }))).toBeVisible();

    // Only a month whose invoice was credited as a whole can be invoiced again.
    await actions.click();
    const again = page.getByRole('menuitem', { name: say('settings:invoices.again') });
    if (part !== 'whole') {
      await expect(page.getByRole('menuitem', { name: say('settings:invoices.credit'), exact: true })).toBeVisible();
      await expect(again).toHaveCount(0);
      await page.keyboard.press('Escape');
      continue;
    }
    const before = await table.getByRole('row').count();
    await again.click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('settings:invoices.again') })
      .click();
    await expect(table.getByRole('row')).toHaveCount(before + 1);
    await actions.click();
    await expect(again).toHaveCount(0);
  }
});

test('planners find clients without an address for invoices, enter one and send an invoice', async ({ page }) => {
  const say = sayIn('en');
  const name = 'Brouwerij De Linde';
  const address = `${uniqueName().toLowerCase()}@linde.example`;
  await runAs(process.env.E2E_DATABASE_URL ?? '', `update companies set "invoicingEmail" = null where name = '${name}'`);
  await enter(page, person('planner'), 'en', '/companies');
  await page.getByRole('button', { name: say('companies:noAddress.show') }).click();
  const row = page.getByRole('table').getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(say('companies:noAddress.mark'));
  await row.getByRole('link').click();
  await expect(page.getByText(say('companies:noAddress.company'))).toBeVisible();
  await page
    .getByRole('button', { name: say('companies:edit.action') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('companyFields:invoicingEmail')).fill(address);
  await dialog.getByLabel(say('companyFields:purchaseOrder')).fill('PO 2026-17');
  await dialog.getByRole('button', { name: say('common:save') }).click();
  await expect(page.getByText(say('companies:noAddress.company'))).toHaveCount(0);
  const invoice = page
    .getByRole('table', { name: say('settings:invoices.title') })
    .getByRole('row')
    .filter({ hasText: say('settings:invoices.kind.Invoice') })
    .first();
  await invoice.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: /by e-mail/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('settings:invoices.send') })
    .click();
  const number = /\d{4}-\d{6}/.exec((await invoice.textContent()) ?? '')?.[0] ?? '';
  await expect
    .poll(async () => {
      const { data } = await askGraphql<{ mails: { nodes: readonly { subject: string }[] } }>(
        page,
        'query ($search: String) { mails(search: $search, first: 5) { nodes { subject } } }',
        { search: address },
      );
      return data?.mails.nodes.map(({ subject }) => subject.endsWith(number));
    })
    .toEqual([true]);
});
