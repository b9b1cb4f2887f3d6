import { randomInt } from 'node:crypto';
import { jpeg } from '../../apps/server/src/test/files.ts';
import { reportExamination, schedule, startPlanning } from '../support/checks.ts';
import { fieldOf } from '../support/fields.ts';
import { textMessageTo } from '../support/mails.ts';
import { orderFor } from '../support/orders.ts';
import { enter, person } from '../support/people.ts';
import { hire } from '../support/register.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** The employee's page: from the text message to the employer's screen (docs/decisions/0061, 0066, 0077). */

test('an employee opens the link of the text message, confirms, describes how to find the door, and later reports to be in hospital', async ({
  page,
  newBrowser,
}) => {
  test.slow();
  const planner = await newBrowser();
  const phone = await newBrowser('phone');
  await enter(page, person('hr.admin.4'), 'en', '/checks');
  await enter(planner, person('planner'), 'en', '/planning');
  const say = sayIn('en');
  const worker = await hire(page, 'Lena', 'Told');
  const number = `+3247${randomInt(1_000_000, 9_999_999)}`;
  const check = await startPlanning(planner, await orderFor(page, worker, { phoneNumber: number, workerLanguage: 'EN' }));
  await schedule(planner, check);

  const link = /\/w\/[\w-]{22}/.exec((await textMessageTo(planner, number)).plainText)?.[0];
  if (!link) throw new Error('The text message has no link.');

  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1, name: say('employeePage:heading.Expected') })).toBeVisible();
  // The page does not contain the employee's name, in case somebody else has the telephone.
  await expect(phone.getByRole('main')).not.toContainText(worker.employeeLastName);
  await phone.getByRole('button', { name: say('employeePage:confirm.button') }).click();
  await expect(phone.getByRole('button', { name: say('employeePage:confirm.button') })).toHaveCount(0);

  // The employer sees the confirmation on the check.
  await page.goto(`/checks/${check.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(say('checks:event.employeeConfirm')).first()).toBeVisible();

  // Only the planner sees how to find the door, at once; the employer does not.
  await planner.goto(`/planning/${check.id}`);
  await expect(planner.getByRole('heading', { level: 1 })).toBeVisible();
  await phone.getByLabel(say('employeePage:address.address')).fill('Zeedijk 5, 8400 Oostende');
  await phone.getByLabel(say('employeePage:address.doorCode')).fill('12B4');
  await phone.getByRole('button', { name: say('employeePage:address.send') }).click();
  await expect(phone.getByRole('button', { name: say('employeePage:address.again') })).toBeVisible();
  await expect(planner.getByText('12B4')).toBeVisible();
  await expect(planner.getByText(say('saidAddress:other'))).toBeVisible();
  await planner.getByRole('button', { name: say('saidAddress:review') }).click();
  await expect(planner.getByText(say('saidAddress:other'))).toHaveCount(0);
  await expect(main).not.toContainText('Zeedijk');

  await phone.getByRole('button', { name: say('employeePage:report.reason.Hospitalised') }).click();
  await phone.getByRole('button', { name: say('employeePage:report.send') }).click();
  await expect(phone.getByText(say('employeePage:report.done.Hospitalised'))).toBeVisible();
  await expect(main.getByText(say('enums:checkStatus.ModificationProblem')).first()).toBeVisible();
  await expect(main.getByText(say('enums:problemReason.Hospitalised')).first()).toBeVisible();
});

test('an employee claims travel costs with a ticket; HR reads the account number and records the payment, which the employee sees', async ({
  page,
  newBrowser,
}) => {
  test.slow();
  const planner = await newBrowser();
  const phone = await newBrowser('phone');
  await enter(page, person('hr.admin.4'), 'en', '/checks');
  await enter(planner, person('planner'), 'en', '/planning');
  const say = sayIn('en');
  const number = `+3247${randomInt(1_000_000, 9_999_999)}`;
  const ordered = await orderFor(page, await hire(page, 'Lena', 'Travelled'), { phoneNumber: number, workerLanguage: 'EN' });
  const check = await schedule(planner, await startPlanning(planner, ordered));
  const link = /\/w\/[\w-]{22}/.exec((await textMessageTo(planner, number)).plainText)?.[0];
  if (!link) throw new Error('The text message has no link.');
  await reportExamination(planner, check);

  await phone.goto(link);
  const claim = phone
    .getByRole('region', { name: say('employeePage:travel.title') })
    .or(phone.getByRole('region', { name: say('employeePage:travel.yours') }));
  await claim.getByRole('button', { name: say('employeePage:travel.open') }).click();
  await claim.getByRole('radio', { name: say('employeePage:travel.means.PublicTransport') }).check();
  await fieldOf(claim, say('employeePage:travel.amount')).fill('5,20');
  await claim.getByRole('radio', { name: say('employeePage:travel.payment.Account') }).check();
  await fieldOf(claim, say('employeePage:travel.iban')).fill('BE68 5390 0754 7034');
  await claim.locator('input[type=file]').first().setInputFiles({ name: 'ticket.jpg', mimeType: 'image/jpeg', buffer: jpeg() });
  await claim.getByRole('button', { name: say('employeePage:travel.send') }).click();
  await expect(claim.getByText(say('employeePage:travel.withReceipt'))).toBeVisible();
  await expect(claim).not.toContainText('BE68');

  await page.goto(`/reports/${check.id}`);
  const card = page.getByRole('region', { name: say('travelClaims:title') });
  await expect(card).toContainText('€5.20');
  await card.getByRole('button', { name: say('travelClaims:look') }).click();
  await expect(card.getByRole('img', { name: 'ticket.jpg' })).toBeVisible();
  await card.getByRole('button', { name: say('travelClaims:show') }).click();
  await expect(card.getByText('BE68 5390 0754 7034')).toBeVisible();
  await card.getByRole('button', { name: say('travelClaims:pay') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('travelClaims:pay') })
    .click();
  await expect(card.getByText(say('travelClaims:state.Paid'), { exact: true }).first()).toBeVisible();
  await expect(card).not.toContainText('BE68');

  await phone.reload();
  await expect(claim).toContainText(/paid €5\.20 on/);
});
