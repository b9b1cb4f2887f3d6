import { randomUUID } from 'node:crypto';
import { addDays, dayOf } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { askGraphql } from './support/api.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Mails of the employer's flow, read in the mailbox of the demo (domain.md 4.2). Each language has an employer of its own. */

const READERS = [
  { language: 'en', employer: person('hr.admin.10') },
  { language: 'fr', employer: person('hr.admin.11') },
  { language: 'nl', employer: person('hr.admin.12') },
] as const satisfies readonly { language: InterfaceLanguage; employer: unknown }[];

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

for (const { language, employer } of READERS) {
  test(`the planner reads what an employer was sent, in ${language}`, async ({ page, newBrowser, expectedFaults }) => {
    test.slow();
    // axe asks every frame, and this one lets nothing run.
    expectedFaults.push(/Blocked script execution in .+\/v1\/api\/mails\//);
    const say = wordsIn(language);
    const inspect = language === 'en' ? expectAccessibleInBothModes : expectAccessible;
    const desk = await newBrowser();
    await enter(desk, employer, language, '/checks');
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
    const workerFullName = await order(desk);

    await enter(page, person('planner'), language, '/mailbox');
    await expect(page.getByRole('heading', { level: 1, name: say('mailbox:title') })).toBeVisible();
    await expect(page.getByText(say('mailbox:demo'))).toBeVisible();
    await page.getByRole('searchbox', { name: say('mailbox:search') }).fill(employer.email);
    const row = page.getByRole('row').filter({ hasText: employer.email }).first();
    // Mails leave behind the answer to their cause: the list is asked for again until this one is there.
    await expect(async () => {
      await page.getByRole('button', { name: say('mailbox:refresh') }).click();
      await expect(row).toContainText(say('mailbox:state.sent'), { timeout: 3000 });
    }).toPass();
    await inspect(page);

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

    await row.getByRole('link').click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(frame.locator('body')).toContainText(workerFullName);
    await expect(frame.getByRole('link').first()).toBeVisible();
    // The person's name is inside, never in the subject.
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(workerFullName);
    await inspect(page);

    // The mail by itself, as a mail program shows it by day and by night.
    const answer = await page.request.get((await page.locator('iframe').getAttribute('src')) ?? '');
    const mail = await newBrowser('phone');
    await mail.setContent(await answer.text());
    for (const colorScheme of ['light', 'dark'] as const) {
      await mail.emulateMedia({ colorScheme });
      await expectAccessible(mail);
    }

    await page.getByRole('radio', { name: say('mailbox:form.plain') }).check();
    await expect(page.locator('pre')).toContainText(workerFullName);
    await inspect(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: say('mailbox:title') })
      .click();
    await expect(page).toHaveURL(/\/mailbox\?q=/);
  });
}

test('the mailbox says when nothing fits, when it fails, and is the provider’s alone', async ({ page, newBrowser, expectedFaults }) => {
  expectedFaults.push(/503 \(Service Unavailable\)/, /access\.forbidden|403 \(Forbidden\)/);
  const say = wordsIn('en');
  await enter(page, person('planner'), 'en', '/mailbox?q=zzzzzzzz');
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
  await page.route('**/graphql', async (route) =>
    /query Mails/.test(route.request().postData() ?? '') ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page
    .getByRole('button', { name: say('common:clearAll') })
    .first()
    .click();
  await expect(page.getByRole('button', { name: say('common:retry') })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: say('common:retry') }).click();
  await expect(page.getByRole('columnheader', { name: say('mailbox:column.subject') })).toBeVisible();

  const other = await newBrowser('phone');
  await enter(other, person('admin'), 'en', '/mailbox');
  await expect(other.getByRole('heading', { level: 1, name: say('shell:noAccess.title') })).toBeVisible();
  await expect(other.getByRole('link', { name: say('shell:nav.mailbox') })).toHaveCount(0);
});
