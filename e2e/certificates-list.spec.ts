import type { CalendarDay } from '@checkwell/domain/clock';
import type { Page } from '@playwright/test';
import { askGraphql, firstRows } from './support/api.ts';
import { expectDay, fieldOf, groupOf } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** The list of certificates (specification, sections 2 and 4): search, filters, order, row actions, what a row says about its check. */

interface Node {
  readonly id: string;
  readonly companyId: string;
  readonly employeeId: string;
  readonly employeeMatricule: string;
  readonly employeeFirstName: string;
  readonly employeeLastName: string;
  readonly superiorId: string | null;
  readonly startDate: CalendarDay;
  readonly isCheckRequestLaunched: boolean;
  readonly relaunchCheckUrl: string | null;
  readonly entryType: string;
  readonly certificateUrl: string | null;
}
const FIELDS =
  'id companyId employeeId employeeMatricule employeeFirstName employeeLastName superiorId startDate isCheckRequestLaunched relaunchCheckUrl entryType certificateUrl';
const CERTIFICATES = ['certificates', 'Certificate'] as const;

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const today = (page: Page): Promise<CalendarDay> =>
  page.evaluate(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format(new Date()));

/** The numbers of the employees on the page, in order. */
const shown = async (page: Page): Promise<string[]> => {
  const table = page.getByRole('table');
  if ((await table.count()) === 0) return [];
  await expect(table).toHaveAttribute('aria-busy', 'false');
  const cells = await table.locator('[role=cell]:has([data-row-link])').allInnerTexts();
  // Below the name, before who is their superior.
  return cells.map((text) => text.split('\n')[1]?.split(' · ')[0] ?? text);
};

/** The page shows the first rows that the API has for this filter and order, also while other tests add some. */
async function expectListed(page: Page, asked: Parameters<typeof firstRows>[3]): Promise<readonly Node[]> {
  let nodes: readonly Node[] = [];
  await expect(async () => {
    nodes = await firstRows<Node>(page, CERTIFICATES, FIELDS, asked);
    expect(await shown(page)).toEqual(nodes.map(({ employeeMatricule }) => employeeMatricule));
  }).toPass();
  return nodes;
}

test(`certificates are searched, filtered and sorted, and the address keeps it`, async ({ page }) => {
  const say: Say = wordsIn('fr');
  await enter(page, person('hr.admin.3'), 'fr', '/certificates');
  await expect(page.getByRole('heading', { level: 1, name: say('certificates:list.title') })).toBeVisible();
  const newest = { field: 'startDate', direction: 'desc' } as const;
  const [first] = await expectListed(page, { sort: newest });
  if (!first) throw new Error('The demo has certificates.');

  // A misspelt name, without its accents; then a number.
  const search = page.getByRole('searchbox', { name: say('certificates:list.searchNiss') });
  const misspelt = `${first.employeeLastName.slice(0, -1)}x${first.employeeLastName.slice(-1)}`;
  await search.fill(misspelt);
  await expect(page).toHaveURL(/[?&]q=/);
  const found = await expectListed(page, { filter: { search: misspelt }, sort: newest });
  expect(found.map(({ employeeLastName }) => employeeLastName)).toContain(first.employeeLastName);
  await search.fill(first.employeeMatricule);
  await expect.poll(async () => new Set(await shown(page))).toEqual(new Set([first.employeeMatricule]));
  await search.fill('zzzzzzzz');
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
  await page.getByRole('button', { name: say('common:clearAll') }).click();
  await expect(page).not.toHaveURL(/q=/);
  await expect(search).toHaveValue('');

  const choose = (label: string) => page.getByRole('combobox', { name: label });
  await choose(say('certificates:column.certifType')).selectOption('Prolongation');
  await expectListed(page, { filter: { certifType: 'Prolongation' }, sort: newest });
  await choose(say('certificates:column.certifType')).selectOption('');
  await choose(say('certificates:column.entryType')).selectOption('ABSENCE_DECLARATION');
  await expectListed(page, { filter: { entryType: 'ABSENCE_DECLARATION' }, sort: newest });
  await choose(say('certificates:column.entryType')).selectOption('');
  await choose(say('certificates:column.incapacityReason')).selectOption('WorkAccident');
  await expectListed(page, { filter: { incapacityReason: 'WorkAccident' }, sort: newest });
  await choose(say('certificates:column.incapacityReason')).selectOption('');
  const superiors = choose(say('certificates:column.superior'));
  const led = (await firstRows<Node>(page, CERTIFICATES, FIELDS, { sort: newest })).find(({ superiorId }) => superiorId !== null);
  const superiorId = led?.superiorId ?? 'nobody';
  await superiors.selectOption(superiorId);
  await expectListed(page, { filter: { superiorId }, sort: newest });
  await page.getByRole('checkbox', { name: say('certificates:filter.active') }).check();
  await expectListed(page, { filter: { superiorId, activeOn: await today(page) }, sort: newest });
  // As a link it shows the same to a colleague.
  const link = page.url();
  await page.reload();
  expect(page.url()).toBe(link);
  await expect(page.getByRole('checkbox', { name: say('certificates:filter.active') })).toBeChecked();
  await expectListed(page, { filter: { superiorId, activeOn: await today(page) }, sort: newest });
  await page.goto('/certificates');
  await page.getByRole('button', { name: say('certificates:filter.period') }).click();
  await page.getByRole('button', { name: say('common:period.month') }).click();
  const day = await today(page);
  const month = { from: `${day.slice(0, 8)}01`, to: day };
  await expectListed(page, { filter: month, sort: newest });

  await page.goto('/certificates');
  for (const [header, field] of [
    ['certificates:column.employee', 'employeeLastName'],
    ['certificates:column.end', 'endDate'],
    ['certificates:column.entry', 'createdAt'],
    ['certificates:column.certifType', 'certifType'],
    // The second line of the employees' column.
    ['certificates:column.superior', 'superior'],
  ] as const) {
    const head = page.getByRole('columnheader', { name: say(header) });
    const button = head.getByRole('button', { name: say(header), exact: true });
    await button.click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expectListed(page, { sort: { field, direction: 'asc' } });
    await button.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expectListed(page, { sort: { field, direction: 'desc' } });
  }
});

test('a row launches a check from its certificate, and says so once there is one', async ({ page }) => {
  const say = wordsIn('en');
  await enter(page, person('hr.admin.11'), 'en', '/certificates?active=true');
  await expect(rows(page).first()).toBeVisible();
  const nodes = await firstRows<Node>(page, CERTIFICATES, FIELDS, {
    filter: { activeOn: await today(page) },
    sort: { field: 'startDate', direction: 'desc' },
  });
  // Nobody is checked on a certificate whose document is still awaited.
  const isThere = ({ entryType, certificateUrl }: Node) => entryType === 'ABSENCE_DECLARATION' || certificateUrl !== null;
  const node = nodes.find((candidate) => !candidate.isCheckRequestLaunched && candidate.relaunchCheckUrl !== null && isThere(candidate));
  if (!node) throw new Error('The demo has somebody for whom a check can be launched.');
  const name = `${node.employeeFirstName} ${node.employeeLastName}`;
  await page.getByRole('searchbox').fill(node.employeeMatricule);
  const row = rows(page).filter({ hasText: node.employeeMatricule }).first();
  await expect(rows(page).nth(1)).toHaveCount(0);
  const list = page.url();
  await row.getByRole('link', { name: say('certificates:list.launch') }).click();
  await expect(page).toHaveURL(new RegExp(`/checks/new\\?certificateId=${node.id}`));
  await expect(page.getByText(name).first()).toBeVisible();
  // The stepper is filled from the certificate.
  const order = await orderOf(page, node);
  await expect(page.getByRole('region', { name: say('order:steps.worker') })).toContainText(order.workerAddress);
  await page.getByRole('button', { name: say('order:running.edit') }).click();
  await expectDay(page, say('order:field.startDate'), order.startDate);
  await expectDay(page, say('order:field.endDate'), order.endDate);
  await expect(fieldOf(page, say('order:field.incapacityType'))).toHaveValue(order.incapacityType);
  await expect(fieldOf(page, say('order:field.certificateType'))).toHaveValue(order.certificateType);
  const exit = groupOf(page, say('order:field.authorizedExit'));
  await expect(exit.getByLabel(say(order.authorizedExit ? 'order:exit.yes' : 'order:exit.no'))).toBeChecked();
  await page.goto(list);

  const actions = page.getByRole('button', { name: say('common:actionsFor', { name }) });
  await actions.click();
  for (const label of ['common:view', 'common:edit', 'certificates:list.launch'] as const)
    await expect(page.getByRole('menuitem', { name: say(label) })).toBeVisible();
  await page.getByRole('menuitem', { name: say('common:view') }).click();
  await expect(page).toHaveURL(new RegExp(`/certificates/${node.id}$`));
  await page.goBack();
  await actions.click();
  await page.getByRole('menuitem', { name: say('common:edit') }).click();
  await expect(page).toHaveURL(new RegExp(`/certificates/${node.id}\\?edit=true`));
  await page.goBack();
  await expect(row.getByRole('link', { name: say('certificates:list.launch') })).toBeVisible();

  // A colleague's order shows here without a reload.
  const ordered = await askGraphql(page, ORDER, { input: await orderOf(page, node), key: `certificates-list-${node.id}` });
  expect(ordered.errors).toBeUndefined();
  await expect(row.getByText(say('certificates:list.launched'))).toBeVisible();
  await expect(row.getByRole('link', { name: say('certificates:list.launch') })).toHaveCount(0);
  await actions.click();
  await expect(page.getByRole('menuitem', { name: say('common:view') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: say('certificates:list.launch') })).toHaveCount(0);

  // Once the check has its report, the row leads there; where no check can be asked for, it says why.
  await page.goto('/certificates?sort=startDate');
  const oldest = await firstRows<Node & { check: { id: string } | null }>(page, CERTIFICATES, `${FIELDS} check { id }`, {
    sort: { field: 'startDate', direction: 'asc' },
  });
  const checked = oldest.findIndex(({ check }) => check !== null);
  const passed = oldest.findIndex(({ isCheckRequestLaunched }) => !isCheckRequestLaunched);
  await expect(
    rows(page)
      .nth(passed)
      .getByText(new RegExp(`^(${say('certificates:list.periodOver')}|${say('certificates:list.notCheckable')})$`)),
  ).toBeVisible();
  await expect(rows(page).nth(checked).getByText(say('certificates:list.launched'))).toHaveCount(0);
  await rows(page).nth(checked).locator('a[href^="/reports/"]').click();
  await expect(page).toHaveURL(new RegExp(`/reports/${oldest[checked]?.check?.id}$`));
});

const ORDER = 'mutation ($input: OrderInput!, $key: String!) { orderCheck(input: $input, idempotencyKey: $key) { id } }';

/** What an order takes from a certificate. */
interface Declared {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly incapacityReason: string;
  readonly certifType: string;
  readonly authorizedExit: boolean;
  readonly superiorId: string | null;
  readonly employeeMatricule: string;
  readonly employeeGender: string;
  readonly employeeLanguage: string;
  readonly employeePhoneNumber: string;
  readonly employeeAddress: string;
  readonly employeeFirstName: string;
  readonly employeeLastName: string;
}

/** An order on the certificate, at the doctor's office. */
async function orderOf(page: Page, node: Node) {
  const { data } = await askGraphql<{ readonly certificate: Declared }>(
    page,
    `query ($id: ID!) { certificate(id: $id) { startDate endDate incapacityReason certifType authorizedExit superiorId employeeMatricule
       employeeGender employeeLanguage employeePhoneNumber employeeAddress employeeFirstName employeeLastName } }`,
    { id: node.id },
  );
  if (!data) throw new Error('The certificate is there.');
  const { certificate } = data;
  return {
    companyId: node.companyId,
    certificateId: node.id,
    employeeId: node.employeeId,
    superiorId: certificate.superiorId,
    workerFirstName: certificate.employeeFirstName,
    workerLastName: certificate.employeeLastName,
    workerAddress: certificate.employeeAddress,
    workerPhoneNumber: certificate.employeePhoneNumber,
    workerGender: certificate.employeeGender,
    workerLanguage: certificate.employeeLanguage,
    employeeMatricule: certificate.employeeMatricule,
    phoneNumber: '',
    startDate: certificate.startDate,
    endDate: certificate.endDate,
    incapacityType: certificate.incapacityReason,
    certificateType: certificate.certifType,
    authorizedExit: certificate.authorizedExit,
    locationCheck: 'Office',
    typeCheck: 'Immediate',
    providerComment: '',
    doctorComment: '',
  };
}
