import { readFile } from 'node:fs/promises';
import { definitionOf, type Figure, METRIC_NAMES, type Metric } from '@checkwell/domain/dashboard/definitions';
import { figureAmount, figureDetail } from '@checkwell/messages/dashboard';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { askGraphql, companyOf } from '../support/api.ts';
import { expectFieldError, fieldOf } from '../support/fields.ts';
import { mailOf } from '../support/mails.ts';
import { enter, person } from '../support/people.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** The dashboard: figures with their definition and checks, files, mails (specification, sections 2, 5, 8 and 9). */

interface Answer {
  readonly dashboard: { readonly figures: readonly Figure[] };
}

/** The figures of the page's company, read by the API. */
async function figuresOf(page: Page, filter: object = {}): Promise<ReadonlyMap<Metric, Figure>> {
  const companyId = await companyOf(page);
  const { data, errors } = await askGraphql<Answer>(
    page,
    'query ($filter: DashboardFilter) { dashboard(filter: $filter) { figures { metric value n part median p90 } } }',
    { filter: { companyId, ...filter } },
  );
  if (!data) throw new Error(errors?.[0]?.message ?? 'no answer');
  return new Map(data.dashboard.figures.map((figure) => [figure.metric, figure]));
}

const linkOf = (page: Page, say: Say, metric: Metric) =>
  page.getByRole('link', { name: say('dashboard:tile.rows', { name: say(`dashboard:metric.${metric}.name`) }), exact: true });
const tileOf = (page: Page, say: Say, metric: Metric) =>
  page.locator('dl > div').filter({ has: page.getByRole('button', { name: explain(say, metric), exact: true }) });
const explain = (say: Say, metric: Metric) => say('dashboard:tile.explain', { name: say(`dashboard:metric.${metric}.name`) });

const say = sayIn('en');
const formats = formatsIn('en');

test(`a figure explains its definition and opens the list of its checks`, async ({ page }) => {
  await enter(page, person('hr.admin.5'), 'en', '/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: say('dashboard:title') })).toBeVisible();
  for (const section of ['volume', 'absence', 'operations'] as const)
    await expect(page.getByRole('heading', { level: 2, name: say(`dashboard:section.${section}`), exact: true })).toBeVisible();
  await expect(linkOf(page, say, 'completedChecks')).toBeVisible();
  const figures = await figuresOf(page);
  for (const metric of ['completedChecks', 'orderedChecks', 'openChecks'] as const)
    await expect(tileOf(page, say, metric).getByRole('definition').first()).toHaveText(formats.number(figures.get(metric)?.value ?? -1));
  // Each tile has its value, details such as the number of checks and the median, and a link to the checks.
  const t = getTranslator('en', 'dashboard');
  for (const metric of METRIC_NAMES.filter((name) => definitionOf(name).partOf === undefined)) {
    const figure = figures.get(metric);
    if (!figure) throw new Error(`There is no figure ${metric}.`);
    const tile = tileOf(page, say, metric);
    await expect(tile).toContainText(figureAmount(figure, t, formats).value);
    await expect(tile).toContainText(figureDetail(figure, t, formats));
    await expect(linkOf(page, say, metric)).toHaveAttribute('href', new RegExp(`/dashboard/${metric}`));
  }

  const info = page.getByRole('button', { name: explain(say, 'impactDays'), exact: true });
  await info.click();
  await expect(page.getByText(say('dashboard:metric.impactDays.definition'), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(info).toBeFocused();

  const open = figures.get('openChecks')?.n ?? 0;
  expect(open).toBeGreaterThan(0);
  await linkOf(page, say, 'openChecks').click();
  await expect(page.getByRole('heading', { level: 1, name: say('dashboard:metric.openChecks.name') })).toBeVisible();
  await expect(page.getByText(say('dashboard:metric.openChecks.definition'), { exact: true })).toBeVisible();
  await expect(page.getByText(say('common:count.checks', { count: open }), { exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(Math.min(open, 25));
  await page
    .getByRole('main')
    .getByRole('link', { name: say('dashboard:title'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test(`the dashboard is downloaded as PDF and as a workbook`, async ({ page }) => {
  await enter(page, person('hr.admin.5'), 'en', '/dashboard?period=month');
  await expect(linkOf(page, say, 'completedChecks')).toBeVisible();
  const figures = await figuresOf(page, { period: 'month' });
  const take = async (format: 'pdf' | 'xlsx') => {
    await page.getByRole('button', { name: say('dashboard:action.download') }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: say(`dashboard:action.${format}`) }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^checkwell-${say('dashboard:document.fileName')}-[a-z-]+-\\d{4}-\\d\\d-\\d\\d\\.${format}$`),
    );
    return readFile(await download.path());
  };
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await take('pdf'))), { mergePages: true });
  const plain = (words: string) => words.replaceAll(/\s/g, '');
  for (const words of [
    say('dashboard:document.title'),
    say('dashboard:metric.completedChecks.name'),
    say('dashboard:metric.impactProportion.definition'),
    formats.number(figures.get('completedChecks')?.value ?? -1),
  ])
    expect(plain(text)).toContain(plain(words));
  const { sheets } = await readXlsx(await take('xlsx'));
  const lines = sheets.flatMap(({ rows }) => rows);
  const line = lines.find((cells) => cells.includes(say('dashboard:metric.orderedChecks.name')));
  expect(line).toContain(figures.get('orderedChecks')?.value);
});

test('a report is sent by mail to people of one company, which must be chosen first', async ({ page, apiSession }) => {
  const admin = person('admin');
  await enter(page, admin, 'en', '/dashboard?companyId=all');
  await expect(linkOf(page, say, 'completedChecks')).toBeVisible();
  await page.getByRole('button', { name: say('dashboard:action.send') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('dashboard:send.submit'), exact: true }).click();
  const company = fieldOf(dialog, say('dashboard:send.company'));
  await expectFieldError(company, say('validation:companyRequired'));
  await company.selectOption({ index: 1 });
  // Escape asks before it discards the input.
  await company.focus();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: say('common:leave.stay') }).click();
  const to = dialog.getByRole('combobox', { name: say('dashboard:send.recipients') });
  await to.fill('somebody@elsewhere.example');
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /somebody@elsewhere\.example/ })
    .click();
  await dialog.getByRole('button', { name: say('dashboard:send.submit'), exact: true }).click();
  await expect(dialog.getByText(say('validation:recipientUnknown'))).toBeVisible();
  await dialog.getByRole('button', { name: say('dashboard:send.remove', { name: 'somebody@elsewhere.example' }) }).click();
  // Recipients get the mail in their own language.
  const reader = person('basic');
  await to.fill(reader.lastName);
  await page.getByRole('listbox').getByRole('option').filter({ hasText: reader.email }).click();
  await dialog.getByRole('button', { name: say('dashboard:send.submit'), exact: true }).click();
  await expect(page.getByText(say('dashboard:send.sent'))).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const planner = await apiSession(person('planner'));
  await mailOf(planner, admin.email, say('dashboard:mail.subject'));
  await mailOf(planner, reader.email, sayIn('nl')('dashboard:mail.subject'));
});

test('the dashboard fits a phone and a sheet of paper', async ({ newBrowser }) => {
  const phone = await newBrowser('phone');
  const french = sayIn('fr');
  await enter(phone, person('hr.admin.4'), 'fr', '/dashboard');
  await expect(linkOf(phone, french, 'completedChecks')).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.setViewportSize({ width: 320, height: 700 });
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await phone.emulateMedia({ media: 'print' });
  await expect(phone.getByRole('button', { name: french('dashboard:action.send') })).toBeHidden();
  await expect(phone.getByRole('navigation').first()).toBeHidden();
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
});
