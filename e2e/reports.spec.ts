import { readFile } from 'node:fs/promises';
import { explanationOf, outcomeOf } from '@checkwell/domain/check/outcome';
import { type StepFacts, stepsOf } from '@checkwell/domain/check/outcome-steps';
import { type CalendarDay, dayOf } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { formatsIn } from '@checkwell/messages/formats';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { askGraphql } from './support/api.ts';
import { enter, type Person, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** Check reports: outcome in plain words, what to do by when, and the report as PDF (specification, sections 2, 3 and 9; domain.md 2.2). */

interface Report extends StepFacts {
  readonly id: string;
  readonly workerFullName: string;
  readonly companyName: string;
}

const READERS: readonly { readonly language: InterfaceLanguage; readonly who: Person }[] = [
  { language: 'en', who: person('admin') },
  { language: 'fr', who: person('rh') },
  { language: 'nl', who: person('hr.admin.1') },
];

const FIELDS = `id workerFullName companyName checkOccurence nonOperableReason earlyReturn checkDate incapacityStartDate incapacityEndDate
  newIncapacityEndDate prolongationNeeded secondCheckNeeded workerDisagreement companyTotalPrice`;

/** Reports with these outcomes of the company that the screen shows, newest first. */
async function reportsOf(page: Page, occurences: readonly string[]): Promise<readonly Report[]> {
  const query = `query ($filter: CheckFilter) { reports(first: 100, filter: $filter) { nodes { ${FIELDS} } } }`;
  const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
  const { data, errors } = await askGraphql<{ reports: { nodes: readonly Report[] } }>(page, query, {
    filter: { checkOccurence: occurences, companyId },
  });
  if (!data) throw new Error(errors?.[0]?.message ?? 'no answer');
  return data.reports.nodes;
}

/** Without spaces: a document breaks its lines where it has to, behind a hyphen too. */
const plain = (text: string): string => text.replace(/\s/g, '');

function outcomeText(report: Report, language: InterfaceLanguage): string {
  const say = wordsIn(language);
  const outcome = outcomeOf(report);
  if (report.nonOperableReason !== null)
    return say('reports:outcome.nonOperableWhy', { reason: say(`enums:nonOperableReason.${report.nonOperableReason}`) });
  return say(`reports:outcome.${outcome.key}`, { date: outcome.date === null ? '' : formatsIn(language).date(outcome.date) });
}

/** Each step with its term and its source, as the screen says them. */
function stepTexts(report: Report, language: InterfaceLanguage, today: CalendarDay) {
  const say = wordsIn(language);
  const formats = formatsIn(language);
  return stepsOf(report).map(({ key, date, due, source }) => ({
    text:
      key === 'byReason'
        ? say(`enums:nonOperableNextStep.${report.nonOperableReason ?? 'Other'}`)
        : say(`reports:next.${key}`, { date: formats.date(date) }),
    due,
    passed: due !== null && due < today,
    law: source && say(`reports:source.${source.key}`),
    address: source?.address ?? null,
  }));
}

const stepsIn = (page: Page, say: Say) => page.getByRole('region', { name: say('reports:next.title') }).getByRole('listitem');

for (const { language, who } of READERS) {
  const say = wordsIn(language);
  const inspect = language === 'en' ? expectAccessibleInBothModes : expectAccessible;

  test(`a report says what to do, by when and by which law, and leaves as PDF, in ${language}`, async ({ page }) => {
    await enter(page, who, language, '/reports');
    await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await inspect(page);

    const report = (await reportsOf(page, ['Yes', 'YesPatientHome'])).find(({ earlyReturn }) => earlyReturn);
    if (!report) throw new Error('The demo has no early return.');
    await page.goto(`/reports?q=${encodeURIComponent(report.workerFullName)}`);
    await expect(page.getByRole('row').filter({ has: page.locator(`a[href*="${report.id}"]`) })).toContainText(
      outcomeText(report, language),
    );
    await page.locator(`a[href*="${report.id}"]`).first().click();

    await expect(page.getByRole('heading', { level: 1, name: report.workerFullName })).toBeVisible();
    await expect(page.getByText(outcomeText(report, language), { exact: true })).toBeVisible();
    const expected = stepTexts(report, language, dayOf(new Date()));
    const steps = stepsIn(page, say);
    await expect(steps).toHaveCount(expected.length);
    for (const [index, { text, passed, due, law, address }] of expected.entries()) {
      const step = steps.nth(index);
      await expect(step).toContainText(text);
      if (due !== null && passed) await expect(step).toContainText(say('reports:next.duePassed', { date: formatsIn(language).date(due) }));
      if (law !== null) await expect(step.getByRole('link')).toHaveAttribute('href', address ?? '');
    }
    expect(expected.some(({ due }) => due !== null)).toBe(true);
    await expect(page.getByRole('main')).not.toContainText(say('reports:field.doctorTotalPrice'));
    await inspect(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say('reports:pdf.download') }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${say('reports:pdf.fileName')}-\\d{4}-\\d\\d-\\d\\d-.+\\.pdf$`));
    const document = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
    const { text } = await extractText(document, { mergePages: true });
    expect((await getMeta(document)).info).toMatchObject({
      Language: language,
      Title: `${say('reports:pdf.title')} – ${report.workerFullName}`,
    });
    const explanation = explanationOf(report);
    const formats = formatsIn(language);
    for (const sentence of [
      outcomeText(report, language),
      report.companyName,
      ...(explanation?.key === 'fit'
        ? [say('reports:outcomeText.fit', { date: formats.date(explanation.date), days: formats.days(explanation.days) })]
        : []),
      ...expected.flatMap(({ text: sentence, law }) => [sentence, ...(law === null ? [] : [law])]),
      say('checks:field.workerExternalId'),
      say('reports:pdf.opinion'),
    ])
      expect(plain(text)).toContain(plain(sentence));
    expect(text).not.toContain(say('reports:field.doctorTotalPrice'));
  });
}

test('every other outcome has its own next steps, on a phone too', async ({ newBrowser }) => {
  const say = wordsIn('en');
  const page = await newBrowser('phone');
  await enter(page, person('admin'), 'en', '/reports');
  await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
  for (const occurence of ['NoShow', 'NonOperable', 'Cancelled', 'NoCertifDenied', 'NoCertifConfirmed', 'YesSecondCheck']) {
    const [report] = await reportsOf(page, [occurence]);
    if (!report) throw new Error(`The demo has no report ${occurence}.`);
    await page.goto(`/reports/${report.id}`);
    await expect(page.getByText(outcomeText(report, 'en'), { exact: true })).toBeVisible();
    const expected = stepTexts(report, 'en', dayOf(new Date()));
    await expect(stepsIn(page, say)).toHaveCount(expected.length);
    for (const [index, { text }] of expected.entries()) await expect(stepsIn(page, say).nth(index)).toContainText(text);
    await expect(page.getByRole('main')).not.toContainText(/must return|fraud|unjustified/i);
    await expectAccessible(page);
  }
});

test('nothing found says how to go on; a failed download can be tried again', async ({ page, expectedFaults }) => {
  expectedFaults.push(/503 \(Service Unavailable\)/);
  const say = wordsIn('fr');
  await enter(page, person('rh'), 'fr', '/reports?q=zzzzzzzz');
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: say('common:clearAll') })
    .first()
    .click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  const [report] = await reportsOf(page, ['Yes']);
  if (!report) throw new Error('The demo has no report.');
  await page.goto(`/reports/${report.id}`);
  let refused = 0;
  await page.route('**/report.pdf*', async (route) => {
    refused += 1;
    if (refused > 1) return route.continue();
    return route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'server.overloaded', params: {}, issues: [], traceId: 'x' } }),
    });
  });
  await page.getByRole('button', { name: say('reports:pdf.download') }).click();
  await expect(page.getByText(say('errors:server.overloaded'))).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say('common:retry') }).click();
  expect((await download).suggestedFilename()).toContain(say('reports:pdf.fileName'));
});

test('reports go by worker, outcome, moment, doctor, new end date and price, page after page', async ({ page }) => {
  const say = wordsIn('nl');
  await enter(page, person('hr.admin.2'), 'nl', '/reports');
  for (const [header, field] of [
    ['reports:column.worker', 'workerFullName'],
    ['reports:column.outcome', 'checkOccurence'],
    ['reports:column.moment', 'checkDate'],
    ['reports:column.doctor', 'doctorFullName'],
    ['reports:column.newEnd', 'newIncapacityEndDate'],
    ['reports:column.price', 'companyTotalPrice'],
  ] as const) {
    const head = page.getByRole('columnheader', { name: say(header) });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(new RegExp(`sort=${field}&desc=true`));
    const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
    const { data } = await askGraphql<{ reports: { nodes: readonly { workerFullName: string; doctorFullName: string }[] } }>(
      page,
      `query ($filter: CheckFilter, $sort: CheckSort) { reports(first: 50, filter: $filter, sort: $sort) { nodes { workerFullName } } }`,
      { filter: { companyId }, sort: { field, direction: 'desc' } },
    );
    const names = data?.reports.nodes.map(({ workerFullName }) => workerFullName) ?? [];
    const rows = page.getByRole('row').getByRole('link');
    const expectRows = async (expected: readonly string[]) => {
      await expect(rows).toHaveCount(expected.length);
      for (const [index, name] of expected.entries()) await expect(rows.nth(index)).toContainText(name);
    };
    await expectRows(names.slice(0, 25));
    await page.getByRole('button', { name: say('common:pager.next') }).click();
    await expectRows(names.slice(25));
    await page.goto('/reports');
  }
});

for (const view of ['desk', 'phone'] as const)
  test(`who is no administrator finds no price: neither a column, nor an order, nor a line of a report, on a ${view}`, async ({
    page: desk,
    newBrowser,
  }) => {
    const page = view === 'phone' ? await newBrowser('phone') : desk;
    const say = wordsIn('en');
    // The link of an administrator, sorted by what the reader does not see: the newest, then.
    await enter(page, person('basic'), 'en', '/reports?sort=companyTotalPrice&desc=true');
    await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
    const reports = await reportsOf(page, ['Yes', 'YesPatientHome']);
    const report = reports.find(({ earlyReturn }) => !earlyReturn) ?? reports[0];
    if (!report) throw new Error('The superior has no report.');
    expect(reports.every(({ companyTotalPrice }) => companyTotalPrice === null)).toBe(true);
    const main = page.getByRole('main');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    if (view === 'desk') {
      await expect(page.getByRole('columnheader', { name: say('reports:column.newEnd') })).toBeVisible();
      await expect(page.getByRole('columnheader', { name: say('reports:column.price') })).toHaveCount(0);
      await expect(page.getByRole('columnheader', { name: say('reports:column.moment') })).toHaveAttribute('aria-sort', 'descending');
    }
    await expect(main.getByText(say('reports:column.price'), { exact: true })).toHaveCount(0);
    await expect(main).not.toContainText('€');
    await expectAccessibleInBothModes(page);

    await page.goto(`/reports/${report.id}`);
    await expect(page.getByText(outcomeText(report, 'en'), { exact: true })).toBeVisible();
    const expected = stepTexts(report, 'en', dayOf(new Date()));
    await expect(stepsIn(page, say)).toHaveCount(expected.length);
    await expect(main.getByRole('heading', { name: say('reports:detail.order') })).toBeVisible();
    await expect(main.getByRole('heading', { name: say('reports:detail.cost') })).toHaveCount(0);
    await expect(main).not.toContainText('€');
    await expectAccessible(page);
  });
