import { COMPANIES } from '../apps/server/src/seed/names.ts';
import { askGraphql } from './support/api.ts';
import { chooseFound, expectFault, fieldOf } from './support/fields.ts';
import { setFeature } from './support/flags.ts';
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

test('a smaller share takes a feature from companies that are not named, live, and a larger one gives it back', async ({
  page,
  newBrowser,
}) => {
  const say = wordsIn('en');
  const feature = say('flags:flag.dashboardMail.title');
  const send = { name: say('dashboard:action.send') };
  const unnamed = await newBrowser();
  await enter(unnamed, HR, 'en', '/dashboard');
  await expect(unnamed.getByRole('button', send)).toBeVisible();
  const companyId = await unnamed.evaluate(() => localStorage.getItem('companyId'));
  const named = await newBrowser();
  await enter(named, person('hr.admin.8'), 'en', '/dashboard');
  await expect(named.getByRole('button', send)).toBeVisible();

  await enter(page, person('planner'), 'en', '/flags');
  const row = page.getByRole('row').filter({ hasText: feature });
  await expect(row).toBeVisible();
  const { data } = await askGraphql<{ companies: { nodes: { id: string }[] } }>(page, '{ companies(first: 100) { nodes { id } } }');
  // Every other company keeps it, whatever the share: other journeys are at work there.
  const others = (data?.companies.nodes ?? []).filter(({ id }) => id !== companyId).map(({ id }) => ({ companyId: id, enabled: true }));
  await setFeature(page, 'dashboardMail', { percentage: 100, companies: others });
  const setShare = async (percentage: number): Promise<void> => {
    await row.getByRole('button', { name: say('common:actionsFor', { name: feature }) }).click();
    await page.getByRole('menuitem', { name: say('flags:change') }).click();
    const dialog = page.getByRole('dialog', { name: feature });
    await fieldOf(dialog, say('flags:percentage')).fill(String(percentage));
    await dialog.getByRole('button', { name: say('common:save') }).click();
    await expect(dialog).toHaveCount(0);
  };
  try {
    await expect(row).toContainText(say('flags:audience.on', { count: others.length }));
    await setShare(0);
    await expect(row).toContainText(say('flags:audience.named'));
    await expect(unnamed.getByRole('button', send)).toHaveCount(0);
    await expect(named.getByRole('button', send)).toBeVisible();
    await setShare(99);
    await expect(row).toContainText(say('flags:audience.share', { percentage: 99 }));
    await setShare(100);
    await expect(unnamed.getByRole('button', send)).toBeVisible();
  } finally {
    await setFeature(page, 'dashboardMail', { percentage: 100, companies: [] });
  }
});

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
