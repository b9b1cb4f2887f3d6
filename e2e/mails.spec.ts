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

/** Withdraws an order: whoever ordered and the superior get a mail. @returns who was to be checked */
async function cancelOne(page: Page): Promise<string> {
  const { data } = await askGraphql<{
    checks: { nodes: readonly { id: string; version: number; workerFullName: string; availableActions: readonly string[] }[] };
  }>(page, '{ checks(first: 100) { nodes { id version workerFullName availableActions } } }');
  const check = data?.checks.nodes.find(({ availableActions }) => availableActions.includes('cancel'));
  if (!check) throw new Error('This employer has nothing to cancel.');
  const { errors } = await askGraphql(
    page,
    'mutation ($id: ID!, $version: Int!) { cancelCheck(id: $id, version: $version, input: { reason: "Back at work." }) { id } }',
    { id: check.id, version: check.version },
  );
  expect(errors ?? []).toEqual([]);
  return check.workerFullName;
}

/** Who was sent a mail about this worker, once it has left: mails leave behind the answer to their cause. */
async function readerOf(page: Page, workerFullName: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const { data } = await askGraphql<{ mails: { nodes: readonly { id: string }[] } }>(
        page,
        '{ mails(state: sent, first: 20) { nodes { id } } }',
      );
      for (const { id } of data?.mails.nodes ?? []) {
        const answer = await askGraphql<{ mail: { recipient: string; plainText: string } }>(
          page,
          'query ($id: ID!) { mail(id: $id) { recipient plainText } }',
          { id },
        );
        if (answer.data?.mail.plainText.includes(workerFullName)) found = answer.data.mail.recipient;
      }
      return found;
    })
    .toBeDefined();
  return found ?? '';
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
    const workerFullName = await cancelOne(desk);

    await enter(page, person('planner'), language, '/mailbox');
    await expect(page.getByRole('heading', { level: 1, name: say('mailbox:title') })).toBeVisible();
    await expect(page.getByText(say('mailbox:demo'))).toBeVisible();
    const reader = await readerOf(page, workerFullName);
    await page.getByRole('button', { name: say('mailbox:refresh') }).click();
    await page.getByRole('searchbox', { name: say('mailbox:search') }).fill(reader);
    const row = page.getByRole('row').filter({ hasText: reader });
    await expect(row.filter({ hasText: say('mailbox:state.sent') }).first()).toBeVisible();
    await inspect(page);

    await row.first().getByRole('link').click();
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
      .getByRole('link', { name: say('mailbox:title') })
      .first()
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
  await expect(other.getByText(say('errors:access.forbidden'))).toBeVisible();
  await expect(other.getByRole('link', { name: say('shell:nav.mailbox') })).toHaveCount(0);
});
