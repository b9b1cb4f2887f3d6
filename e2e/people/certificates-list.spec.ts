import { addDays, type CalendarDay } from '@checkwell/domain/clock';
import type { Page } from '@playwright/test';
import { askGraphql, firstRows } from '../support/api.ts';
import { expectDay, fieldOf, groupOf } from '../support/fields.ts';
import { enter, person } from '../support/people.ts';
import { declare, hire } from '../support/register.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** The list of certificates (specification, sections 2 and 4): row actions, and the state of the row's check. */

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
}
const FIELDS =
  'id companyId employeeId employeeMatricule employeeFirstName employeeLastName superiorId startDate isCheckRequestLaunched relaunchCheckUrl';
const CERTIFICATES = ['certificates', 'Certificate'] as const;

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const today = (page: Page): Promise<CalendarDay> =>
  page.evaluate(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format(new Date()));

test('a row launches a check from its certificate, and shows that a check was launched', async ({ page }) => {
  const say = sayIn('en');
  await enter(page, person('hr.admin.11'), 'en', '/certificates?active=true');
  // Of one's own: what the demo has depends on the day, and on what other tests did with it.
  const hired = await hire(page, 'Inès', 'Launch');
  const first = await today(page);
  const id = await declare(page, hired, { startDate: first, endDate: addDays(first, 3) });
  const nodes = await firstRows<Node>(page, CERTIFICATES, FIELDS, { filter: { search: hired.employeeLastName } });
  const node = nodes.find((candidate) => candidate.id === id);
  if (!node) throw new Error('The certificate is not in the list.');
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
  await expectDay(page, say('checkFields:startDate'), order.startDate);
  await expectDay(page, say('checkFields:endDate'), order.endDate);
  await expect(fieldOf(page, say('checkFields:incapacityType'))).toHaveValue(order.incapacityType);
  await expect(fieldOf(page, say('checkFields:certificateType'))).toHaveValue(order.certificateType);
  const exit = groupOf(page, say('order:exit.question'));
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

  // A colleague's order appears without a reload.
  const ordered = await askGraphql(page, ORDER, { input: await orderOf(page, node), key: `certificates-list-${node.id}` });
  expect(ordered.errors).toBeUndefined();
  await expect(row.getByText(say('certificates:list.launched'))).toBeVisible();
  await expect(row.getByRole('link', { name: say('certificates:list.launch') })).toHaveCount(0);
  await actions.click();
  await expect(page.getByRole('menuitem', { name: say('common:view') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: say('certificates:list.launch') })).toHaveCount(0);

  // The row of a finished check links to the report; a row on which no check can be ordered says why.
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

/** Fields of a certificate that an order uses. */
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
