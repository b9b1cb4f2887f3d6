import { COMPANIES } from '../apps/server/src/seed/names.ts';
import { chooseFound, expectFault, fieldOf } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Features that the provider's team switches on and off, and what that does on an employer's open screen (specification, sections 3 and 4). */

const HR = person('hr.admin.9');
const COMPANY = COMPANIES[8]?.name ?? '';
const ASKED = '/ofrep/v1/evaluate/flags';

for (const language of ['en', 'fr', 'nl'] as const) {
  test(`a feature is taken from one company and given back, live, in ${language}`, async ({ page, newBrowser, expectedFaults }) => {
    const say = wordsIn(language);
    const feature = say('flags:flag.dashboardMail.title');

    const theirs = await newBrowser();
    const asking = theirs.waitForRequest((request) => request.url().endsWith(ASKED));
    await enter(theirs, HR, language, '/dashboard');
    const send = theirs.getByRole('button', { name: say('dashboard:action.send') });
    await expect(send).toBeVisible();
    expect((await asking).postDataJSON()).toEqual({
      context: {
        kind: 'user',
        targetingKey: HR.email,
        companyId: await theirs.evaluate(() => localStorage.getItem('companyId')),
        email: HR.email,
        firstName: HR.firstName,
        lastName: HR.lastName,
        anonymous: false,
      },
    });

    await enter(page, person('planner'), language, '/flags');
    const row = page.getByRole('row').filter({ hasText: feature });
    await expect(row).toContainText(say('flags:audience.everybody'));
    await expectAccessibleInBothModes(page);
    const change = async () => {
      await row.getByRole('button', { name: say('common:actionsFor', { name: feature }) }).click();
      await page.getByRole('menuitem', { name: say('flags:change') }).click();
    };
    await change();
    const dialog = page.getByRole('dialog', { name: feature });
    const save = dialog.getByRole('button', { name: say('common:save') });
    const share = fieldOf(dialog, say('flags:percentage'));
    await share.fill('101');
    await save.click();
    await expectFault(share, say('validation:shareRange'));
    await share.fill('100');
    await chooseFound(dialog, say('flags:addCompany'), COMPANY);
    const next = dialog.getByRole('combobox', { name: say('flags:addCompany') });
    await expect(next).toHaveValue('');
    await expect(next).toBeFocused();
    await dialog
      .getByRole('group', { name: COMPANY })
      .getByRole('radio', { name: say('flags:off') })
      .check();
    await expectAccessible(page);
    await save.click();
    await expect(row).toContainText(say('flags:audience.off', { count: 1 }));
    // Nobody reloads: the page hears of it.
    await expect(send).toHaveCount(0);

    if (language === 'en') {
      // Out of reach, the answers are those of the last time.
      expectedFaults.push(/net::ERR_FAILED/);
      await theirs.route(`**${ASKED}`, (route) => route.abort());
      await theirs.reload();
      await expect(theirs.getByRole('button', { name: say('dashboard:action.download') })).toBeVisible();
      await expect(send).toHaveCount(0);
      await theirs.unroute(`**${ASKED}`);
    }

    await change();
    await dialog.getByRole('button', { name: say('flags:removeCompany', { name: COMPANY }) }).click();
    await save.click();
    await expect(row).not.toContainText(say('flags:audience.off', { count: 1 }));
    await expect(send).toBeVisible();
  });
}

test('switching a feature off asks first; a failed list says so; nobody else has the screen', async ({
  page,
  newBrowser,
  expectedFaults,
}) => {
  const say = wordsIn('en');
  const feature = say('flags:flag.dashboardMail.title');
  await enter(page, person('planner'), 'en', '/flags');
  const row = page.getByRole('row').filter({ hasText: feature });
  await row.getByRole('button', { name: say('common:actionsFor', { name: feature }) }).click();
  await page.getByRole('menuitem', { name: say('flags:switchOff') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say('flags:switchOffText'));
  await expectAccessible(page);
  await question.getByRole('button', { name: say('common:cancel') }).click();
  await expect(row).toContainText(say('flags:on'));

  expectedFaults.push(/500 \(Internal Server Error\)/);
  await page.route('**/graphql', async (route) =>
    route.request().postData()?.includes('"FeatureFlags"') ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await page.reload();
  await expect(page.getByText(say('common:failed.title'))).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: say('common:retry') }).click();
  await expect(row).toBeVisible();

  expectedFaults.push(/403 \(Forbidden\)/);
  const other = await newBrowser();
  await enter(other, HR, 'en', '/flags');
  await expect(other.getByRole('link', { name: say('shell:nav.flags'), exact: true })).toHaveCount(0);
  await expect(other.getByRole('heading', { level: 1, name: say('shell:noAccess.title') })).toBeVisible();
});

test('LaunchDarkly, where it is configured: streamed answers, and events without the e-mail address', async ({ browser }) => {
  const say = wordsIn('en');
  // Its addresses stand in the policy of pages only where it is configured, which this server is not.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' };
  const answer = (value: boolean, version: number) => ({ dashboardMail: { value, version, variation: value ? 0 : 1 } });
  const asked: { kind: string; key: string; email: string; companyId: string }[] = [];
  let streamed = false;
  await context.route('https://app.launchdarkly.com/**', async (route) => {
    const [, encoded] = /\/contexts\/([\w-]+)/.exec(route.request().url()) ?? [];
    if (encoded) asked.push(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
    await route.fulfill({ headers: open, json: encoded ? answer(true, 1) : [] });
  });
  await context.route('https://clientstream.launchdarkly.com/**', (route) =>
    streamed
      ? route.fulfill({
          headers: { ...open, 'content-type': 'text/event-stream' },
          body: `event: put\ndata: ${JSON.stringify(answer(false, 2))}\n\n`,
        })
      : route.fulfill({ headers: { ...open, 'content-type': 'text/event-stream' }, body: ': nothing yet\n\n' }),
  );
  await context.route('https://events.launchdarkly.com/**', (route) => route.fulfill({ status: 202, headers: open }));
  await context.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('"Viewer"')) return route.continue();
    const response = await route.fetch();
    const json = (await response.json()) as { data: { viewer: object } };
    Object.assign(json.data.viewer, { flagService: { clientId: '0123456789abcdef01234567', userCode: null } });
    return route.fulfill({ response, json });
  });
  const telling = page.waitForRequest((request) => request.url().startsWith('https://events.launchdarkly.com/events/bulk/'));
  await enter(page, HR, 'en', '/dashboard');
  const send = page.getByRole('button', { name: say('dashboard:action.send') });
  await expect(send).toBeVisible();
  const events = (await telling).postDataJSON() as {
    context?: { key: string; email?: string; _meta?: { redactedAttributes?: string[] } };
  }[];
  const users = events.flatMap((event) => event.context ?? []);
  expect(users.length).toBeGreaterThan(0);
  for (const user of users) {
    expect(user).toMatchObject({ key: HR.email, firstName: HR.firstName, _meta: { redactedAttributes: ['/email'] } });
    expect(user).not.toHaveProperty('email');
  }
  expect(asked[0]).toMatchObject({ kind: 'user', key: HR.email, email: HR.email });
  // Nobody reloads: the stream says so.
  streamed = true;
  await expect(send).toHaveCount(0, { timeout: 30_000 });
  await context.close();
});
