import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { report } from '../../../test/fixtures/checks.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { superior } from '../../../test/fixtures/people.ts';
import { takeDownloads } from '../../../test/navigation.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, file, offline, refusal } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';
import { ReportsDocument } from '../checks.gql.ts';

function reportsServer() {
  const server = fakeServer();
  server.graphql(ReportsDocument, ({ filter }) => ({ reports: pageOf(filter?.superiorId ? [] : [report()]) }));
  withSuperiors(server, [superior()]);
  return server;
}

test('a list narrows to a period behind a button', async () => {
  const { say, address } = await renderApp('/reports', { server: reportsServer() });
  const filter = page.getByRole('button', { name: say('checkFields:checkDate') });
  await userEvent.click(filter);
  const panel = page.getByRole('dialog', { name: say('checkFields:checkDate') });
  await expect.element(panel.getByRole('spinbutton')).toHaveLength(6);
  await expectAccessibleInBothModes();
  const quick = panel
    .getByRole('list', { name: say('common:date.presets') })
    .getByRole('button')
    .first();
  await userEvent.click(quick);
  await expect.poll(address).toMatch(/from=\d{4}-\d\d-\d\d/);
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(filter).toHaveFocus();
  await userEvent.click(filter);
  await expect.element(quick).toHaveAttribute('aria-pressed', 'true');
  // The calendar lies above the panel, and each Escape closes one of them.
  await userEvent.click(panel.getByRole('button', { name: say('common:date.choose') }));
  await expect.element(page.getByRole('grid').first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  await userEvent.click(panel.getByRole('button', { name: say('common:clear'), exact: true }));
  await expect.poll(address).not.toContain('from=');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

test('a company with more superiors than a page holds searches for them', async () => {
  const server = reportsServer();
  const all = Array.from({ length: 120 }, (_, index) => superior({ firstName: 'Zoé', superiorFullName: `Zoé Zwart ${index + 1}` }));
  withSuperiors(server, all);
  const { say, address, reload } = await renderApp('/reports', { server });
  const box = page.getByRole('combobox', { name: say('checkFields:superiorFullName') });
  await expect.element(box).toHaveProperty('tagName', 'INPUT');
  await userEvent.fill(box, 'zwart 117');
  await userEvent.click(page.getByRole('option', { name: 'Zoé Zwart 117' }));
  await expect.poll(address).toContain('superiorId=');
  await expect.element(page.getByText(say('common:empty.filtered'))).toBeVisible();
  // Who comes by the link sees the name too, although it is on no first page.
  await reload();
  await expect.element(box).toHaveValue('Zoé Zwart 117');
  await userEvent.click(page.getByRole('button', { name: say('common:combobox.clear') }));
  await expect.poll(address).not.toContain('superiorId=');
});

test('few superiors are in a list', async () => {
  const { say } = await renderApp('/reports', { server: reportsServer() });
  const box = page.getByRole('combobox', { name: say('checkFields:superiorFullName') });
  await expect.element(box).toHaveProperty('tagName', 'SELECT');
  await expect.element(page.getByRole('option', { name: 'Sofie Wouters' })).toBeInTheDocument();
});

const COLUMNS = [
  ['reports:column.worker', 'workerFullName'],
  ['checkFields:checkOccurence', 'checkOccurence'],
  ['reports:column.moment', 'checkDate'],
  ['checkFields:doctorFullName', 'doctorFullName'],
  ['checkFields:newIncapacityEndDate', 'newIncapacityEndDate'],
  ['reports:column.price', 'companyTotalPrice'],
] as const;

test('reports go by each column, page after page', async () => {
  const server = reportsServer();
  server.graphql(ReportsDocument, () => ({
    reports: pageOf([report()], { totalCount: 2, pageInfo: { endCursor: 'next', hasNextPage: true } }),
  }));
  const { say, address } = await renderApp('/reports', { server });
  const asked = () => server.calls(ReportsDocument).map(({ sort, after }) => ({ sort, after }));
  for (const [header, field] of COLUMNS) {
    const head = page.getByRole('columnheader', { name: say(header) });
    await userEvent.click(head.getByRole('button'));
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(head.getByRole('button'));
    await expect.element(head).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(address).toContain(`sort=${field}&desc=true`);
    await expect.poll(asked).toContainEqual({ sort: { field, direction: 'desc' }, after: null });
    await userEvent.click(page.getByRole('button', { name: say('common:pager.next') }));
    await expect.poll(asked).toContainEqual({ sort: { field, direction: 'desc' }, after: 'next' });
  }
});

test.each([1280, 390])('who is no administrator finds no price at a width of %i, whatever the address is sorted by', async (width) => {
  const server = reportsServer();
  server.graphql(ReportsDocument, () => ({ reports: pageOf([report({ companyTotalPrice: null, newIncapacityEndDate: null })]) }));
  const { say } = await renderApp('/reports?sort=companyTotalPrice&desc=true', { server, as: 'employerBasic', width });
  const main = page.getByRole('main');
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  // The link of an administrator: sorted as if nothing had been chosen.
  expect(server.calls(ReportsDocument).map(({ sort }) => sort)).toEqual([{ field: 'checkDate', direction: 'desc' }]);
  if (width === 1280) {
    await expect.element(page.getByRole('columnheader', { name: say('reports:column.moment') })).toHaveAttribute('aria-sort', 'descending');
  }
  // What has no value is a dash in a table, and has no line on a card.
  const row = await page.getByRole('row').nth(1).findElement();
  expect((row as HTMLElement).innerText.includes('–')).toBe(width === 1280);
  await expect.element(main.getByText(say('reports:column.price'), { exact: true })).not.toBeInTheDocument();
  await expect.element(main).not.toMatchTextContent('€');
});

test('the filter of outcomes says that examinations at the doctor and by video are one', async () => {
  const server = reportsServer();
  const { say } = await renderApp(`/reports?checkOccurence=${encodeURIComponent(JSON.stringify(['Yes', 'NoShow']))}`, { server });
  for (const outcome of ['countedOccurence.Yes', 'checkOccurence.NoShow'] as const)
    await expect.element(page.getByRole('button', { name: say(`enums:${outcome}`) })).toBeVisible();
});

test('a list of reports is taken as a file with its filters; one that fails is tried again, one that lasts is given up', async () => {
  const server = reportsServer();
  const outcome = encodeURIComponent(JSON.stringify(['NoShow', 'NonOperable']));
  const { say } = await renderApp(`/reports?checkOccurence=${outcome}&sort=workerFullName`, { server, width: 390 });
  const menu = page.getByRole('button', { name: say('common:download'), exact: true });
  const choose = async () => {
    await userEvent.click(menu);
    await userEvent.click(page.getByRole('menuitem', { name: new RegExp(`^${say('common:downloads.csv')}`) }));
  };
  const path = '/v1/api/exports/reports.csv';
  server.rest('GET', path, () => offline());
  await choose();
  const toast = page.getByRole('alert').filter({ hasText: say('common:failed.offlineTitle') });
  await expect.element(toast).toBeVisible();
  server.rest('GET', path, () => file('a;b', 'reports.csv', 'text/csv'));
  await userEvent.click(toast.getByRole('button', { name: say('common:retry') }));
  await expect.poll(takeDownloads).toMatchObject([{ name: 'reports.csv' }]);
  await expect.element(toast).not.toBeInTheDocument();
  const query = server.restCalls('GET', path).at(-1)?.url.searchParams;
  expect(query?.getAll('checkOccurence')).toEqual(['NoShow', 'NonOperable']);
  expect([query?.get('sort'), query?.get('direction'), query?.get('language')]).toEqual(['workerFullName', 'asc', 'en']);
  expect(document.documentElement.scrollWidth, 'nothing is cut off').toBeLessThanOrEqual(390);

  const release = server.holdRest('GET', path);
  await choose();
  await expect.element(page.getByText(say('common:downloads.started'))).toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: say('common:downloads.cancel') }));
  await expect.element(menu).toBeEnabled();
  release();

  server.rest('GET', path, () => refusal('export.tooMany', { params: { max: 30 } }));
  await choose();
  await expect.element(page.getByText(say('errors:export.tooMany', { max: 30 }))).toBeVisible();
  expect(takeDownloads()).toEqual([]);
});
