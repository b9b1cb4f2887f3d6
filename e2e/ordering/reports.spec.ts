import { readFile } from 'node:fs/promises';
import { VERIFY_PATH } from '@checkwell/domain/check/evidence/evidence';
import { explanationOf, outcomeOf } from '@checkwell/domain/check/result/outcome';
import { type StepFacts, stepsOf } from '@checkwell/domain/check/result/outcome-steps';
import { type CalendarDay, dayOf } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { formatsIn } from '@checkwell/messages/formats';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { askGraphql, companyOf } from '../support/api.ts';
import { enter, person } from '../support/people.ts';
import { expectAccessible } from '../support/screens/accessibility.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Check reports: the outcome, next steps with deadlines, and the report as PDF (specification, sections 2, 3 and 9; domain.md 2.2). */

interface Report extends StepFacts {
  readonly id: string;
  readonly workerFullName: string;
  readonly companyName: string;
}

const FIELDS = `id workerFullName companyName checkOccurence nonOperableReason earlyReturn checkDate incapacityType incapacityStartDate incapacityEndDate
  newIncapacityEndDate prolongationNeeded secondCheckNeeded workerDisagreement arbitrationAskedOn arbitrationRuling arbitrationRuledOn
  noShowExcuse companyTotalPrice`;

/** Reports with these outcomes, in the company of the page, newest first. */
async function reportsOf(page: Page, occurences: readonly string[]): Promise<readonly Report[]> {
  const query = `query ($filter: CheckFilter) { reports(first: 100, filter: $filter) { nodes { ${FIELDS} } } }`;
  const companyId = await companyOf(page);
  const { data, errors } = await askGraphql<{ reports: { nodes: readonly Report[] } }>(page, query, {
    filter: { checkOccurence: occurences, companyId },
  });
  if (!data) throw new Error(errors?.[0]?.message ?? 'no answer');
  return data.reports.nodes;
}

/** Removes white space, because a document may break lines anywhere. */
const plain = (text: string): string => text.replace(/\s/g, '');

function outcomeText(report: Report, language: InterfaceLanguage): string {
  const say = sayIn(language);
  const outcome = outcomeOf(report);
  if (report.nonOperableReason !== null)
    return say('reports:outcome.nonOperableWhy', { reason: say(`enums:nonOperableReason.${report.nonOperableReason}`) });
  return say(`reports:outcome.${outcome.key}`, { date: outcome.date === null ? '' : formatsIn(language).date(outcome.date) });
}

/** Texts of each next step, with its deadline and legal source. */
function stepTexts(report: Report, language: InterfaceLanguage, today: CalendarDay) {
  const say = sayIn(language);
  const formats = formatsIn(language);
  return stepsOf(report, today).map(({ key, date, due, source }) => ({
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

const say = sayIn('fr');

test(`a report shows next steps with deadlines and legal sources, and is downloaded as PDF`, async ({ page, browser }) => {
  await enter(page, person('rh'), 'fr', '/reports');
  await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  const report = (await reportsOf(page, ['Yes', 'YesPatientHome'])).find(({ earlyReturn }) => earlyReturn);
  if (!report) throw new Error('The demo has no early return.');
  await page.goto(`/reports?q=${encodeURIComponent(report.workerFullName)}`);
  await expect(page.getByRole('row').filter({ has: page.locator(`a[href*="${report.id}"]`) })).toContainText(outcomeText(report, 'fr'));
  await page.locator(`a[href*="${report.id}"]`).first().click();

  await expect(page.getByRole('heading', { level: 1, name: report.workerFullName })).toBeVisible();
  await expect(page.getByText(outcomeText(report, 'fr'), { exact: true })).toBeVisible();
  const expected = stepTexts(report, 'fr', dayOf(new Date()));
  const steps = stepsIn(page, say);
  await expect(steps).toHaveCount(expected.length);
  for (const [index, { text, passed, due, law, address }] of expected.entries()) {
    const step = steps.nth(index);
    await expect(step).toContainText(text);
    if (due !== null && passed) await expect(step).toContainText(say('reports:next.duePassed', { date: formatsIn('fr').date(due) }));
    if (law !== null) await expect(step.getByRole('link')).toHaveAttribute('href', address ?? '');
  }
  expect(expected.some(({ due }) => due !== null)).toBe(true);
  await expect(page.getByRole('main')).not.toContainText(say('checkFields:doctorTotalPrice'));

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('reports:pdf.download') }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^checkwell-${say('reports:pdf.fileName')}-.+-\\d{4}-\\d\\d-\\d\\d\\.pdf$`));
  const document = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text } = await extractText(document, { mergePages: true });
  expect((await getMeta(document)).info).toMatchObject({
    Language: 'fr',
    Title: `${say('reports:pdf.title')} – ${report.workerFullName}`,
  });
  const explanation = explanationOf(report);
  const formats = formatsIn('fr');
  for (const sentence of [
    outcomeText(report, 'fr'),
    report.companyName,
    ...(explanation?.key === 'fit'
      ? [say('reports:outcomeText.fit', { date: formats.date(explanation.date), days: formats.days(explanation.days) })]
      : []),
    ...expected.flatMap(({ text: sentence, law }) => [sentence, ...(law === null ? [] : [law])]),
    say('checkFields:workerExternalId'),
    say('reports:pdf.opinion'),
  ])
    expect(plain(text)).toContain(plain(sentence));
  expect(text).not.toContain(say('checkFields:doctorTotalPrice'));

  // The evidence pack of the same check, which anybody who has it can verify.
  const [proof] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('reports:evidencePack.download') }).click(),
  ]);
  const path = await proof.path();
  const pack = await getDocumentProxy(new Uint8Array(await readFile(path)));
  const [code = ''] = /(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}/.exec((await extractText(pack, { mergePages: true })).text) ?? [];
  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await stranger.goto(`${VERIFY_PATH}?language=fr`);
  await stranger.getByLabel(say('evidence:page.code')).fill(code.toLowerCase());
  await stranger.getByRole('button', { name: say('evidence:page.verify') }).click();
  await expect(stranger.getByText(say('evidence:page.validText'))).toBeVisible();
  await expect(stranger.getByRole('main')).not.toContainText(report.workerFullName);
  await stranger.getByLabel(say('evidence:page.choose')).setInputFiles(path);
  await stranger.getByRole('button', { name: say('evidence:page.compare') }).click();
  await expect(stranger.getByText(say('evidence:page.sameText'))).toBeVisible();
  const address = stranger.url();
  await stranger.context().close();
  await page.goto(address);
  await expectAccessible(page, 'a pack that is valid');
});
