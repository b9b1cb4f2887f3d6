import { randomUUID } from 'node:crypto';
import { addDays, dayOf } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { sampleMails } from '../../apps/server/src/test/documents/sample-mails.ts';
import { askGraphql } from '../support/api.ts';
import { enter, person } from '../support/people.ts';
import { expectAccessible } from '../support/screens/accessibility.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Mails of the employer's flow, read in the mailbox of the demo (domain.md 4.2). */

/** No other test orders for this employer. */
const EMPLOYER = person('hr.admin.12');

interface Employee {
  readonly id: string;
  readonly companyId: string;
  readonly employeeFirstName: string;
  readonly employeeLastName: string;
  readonly employeeAddress: string;
  readonly employeePhoneNumber: string;
  readonly employeeGender: string;
  readonly employeeLanguage: string;
}

/** Orders a check as the person of this page: a receipt follows. @returns who is to be checked */
async function order(page: Page): Promise<string> {
  const { data } = await askGraphql<{ employees: { nodes: readonly Employee[] } }>(
    page,
    `{ employees(first: 1) { nodes { id companyId employeeFirstName employeeLastName employeeAddress employeePhoneNumber employeeGender employeeLanguage } } }`,
  );
  const employee = data?.employees.nodes[0];
  if (!employee) throw new Error('This employer has no employee.');
  const today = dayOf(new Date());
  const { errors } = await askGraphql(
    page,
    'mutation ($input: OrderInput!, $key: String!) { orderCheck(input: $input, idempotencyKey: $key) { id } }',
    {
      key: randomUUID(),
      input: {
        companyId: employee.companyId,
        employeeId: employee.id,
        workerFirstName: employee.employeeFirstName,
        workerLastName: employee.employeeLastName,
        workerAddress: employee.employeeAddress,
        workerPhoneNumber: employee.employeePhoneNumber,
        workerGender: employee.employeeGender,
        workerLanguage: employee.employeeLanguage,
        employeeMatricule: '',
        phoneNumber: '+32470123456',
        startDate: today,
        endDate: addDays(today, 9),
        incapacityType: 'Illness',
        certificateType: 'FirstCertificate',
        authorizedExit: true,
        locationCheck: 'Office',
        typeCheck: 'Optimized',
        providerComment: '',
        doctorComment: '',
      },
    },
  );
  expect(errors ?? []).toEqual([]);
  return `${employee.employeeFirstName} ${employee.employeeLastName}`;
}

test(`the planner reads what an employer was sent`, async ({ page, newBrowser }) => {
  test.slow();
  const say = sayIn('nl');
  await enter(page, person('planner'), 'nl', '/mailbox');
  await expect(page.getByRole('heading', { level: 1, name: say('mailbox:title') })).toBeVisible();
  await expect(page.getByText(say('mailbox:demo'))).toBeVisible();
  await page.getByRole('searchbox', { name: say('mailbox:search') }).fill(EMPLOYER.email);
  await expect(page).toHaveURL(/q=/);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  // Other tests order as this employer too: their mails are not the one that is opened here.
  const rows = page.getByRole('row').filter({ hasText: EMPLOYER.email });
  const earlier = await rows.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

  const desk = await newBrowser();
  await enter(desk, EMPLOYER, 'nl', '/checks');
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
  const workerFullName = await order(desk);

  const row = rows.first();
  const link = row.getByRole('link');
  // Mails leave behind the answer to their cause: the list is asked for again until this one is there.
  await expect(async () => {
    await page.getByRole('button', { name: say('mailbox:refresh') }).click();
    await expect(row).toContainText(say('mailbox:state.sent'), { timeout: 3000 });
    expect(earlier).not.toContain(await link.getAttribute('href'));
  }).toPass();
  const address = (await link.getAttribute('href')) ?? '';

  // By the subject and back to the newest, which go together with what was searched for.
  const head = (column: 'subject' | 'createdAt') => page.getByRole('columnheader', { name: say(`mailbox:column.${column}`) });
  await expect(head('createdAt')).toHaveAttribute('aria-sort', 'descending');
  await head('subject').getByRole('button').click();
  await expect(head('subject')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/q=.+sort=subject|sort=subject.+q=/);
  await expect(row).toBeVisible();
  for (const direction of ['ascending', 'descending']) {
    await head('createdAt').getByRole('button').click();
    await expect(head('createdAt')).toHaveAttribute('aria-sort', direction);
  }
  // The rows of the order before stay until those of this one are there.
  await expect(link).toHaveAttribute('href', address);

  await link.click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(frame.locator('body')).toContainText(workerFullName);
  await expect(frame.getByRole('link').first()).toBeVisible();
  // The person's name is inside, never in the subject.
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(workerFullName);

  // The mail by itself, as a mail program shows it by day and by night.
  const answer = await page.request.get((await page.locator('iframe').getAttribute('src')) ?? '');
  const mail = await newBrowser('phone');
  await mail.setContent(await answer.text());
  for (const colorScheme of ['light', 'dark'] as const) {
    await mail.emulateMedia({ colorScheme });
    await expectAccessible(mail, `the mail by itself, ${colorScheme}`);
  }

  await page.getByRole('radio', { name: say('mailbox:form.plain') }).check();
  await expect(page.locator('pre')).toContainText(workerFullName);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('mailbox:title') })
    .click();
  await expect(page).toHaveURL(/\/mailbox\?q=/);
});

test('no mail scrolls sideways on the narrowest phone, however long its names are', async ({ newBrowser }) => {
  const phone = await newBrowser('phone');
  const width = 320;
  await phone.setViewportSize({ width, height: 640 });
  const wide: string[] = [];
  for (const language of INTERFACE_LANGUAGES)
    for (const { name, html } of sampleMails(language)) {
      await phone.setContent(html);
      // The width that the phone has: a page that is too wide makes innerWidth grow.
      const beyond = (await phone.evaluate(() => document.documentElement.scrollWidth)) - width;
      if (beyond > 0) wide.push(`${language} ${name}: ${beyond} px`);
    }
  expect(wide).toEqual([]);
});
