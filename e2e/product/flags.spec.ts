import { COMPANIES } from '../../apps/server/src/seed/names.ts';
import { companyOf } from '../support/api.ts';
import { chooseFound, expectFieldError, fieldOf } from '../support/fields.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Features that the provider's team switches on and off, and what that does on an employer's open screen (specification, sections 3 and 4). */

const HR = person('hr.admin.9');
const COMPANY = COMPANIES[8]?.name ?? '';
const ASKED = '/ofrep/v1/evaluate/flags';

test(`a feature is taken from one company and given back, live`, async ({ page, newBrowser, expectedErrors }) => {
  const say = sayIn('en');
  const feature = say('flags:flag.dashboardMail.title');

  const theirs = await newBrowser();
  const asking = theirs.waitForRequest((request) => request.url().endsWith(ASKED));
  await enter(theirs, HR, 'en', '/dashboard');
  const send = theirs.getByRole('button', { name: say('dashboard:action.send') });
  await expect(send).toBeVisible();
  expect((await asking).postDataJSON()).toEqual({
    context: {
      kind: 'user',
      targetingKey: HR.email,
      companyId: await companyOf(theirs),
      email: HR.email,
      firstName: HR.firstName,
      lastName: HR.lastName,
      anonymous: false,
    },
  });

  await enter(page, person('planner'), 'en', '/flags');
  const row = page.getByRole('row').filter({ hasText: feature });
  await expect(row).toContainText(say('flags:audience.everybody'));
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
  await expectFieldError(share, say('validation:shareRange'));
  await share.fill('100');
  await chooseFound(dialog, say('flags:addCompany'), COMPANY);
  const next = dialog.getByRole('combobox', { name: say('flags:addCompany') });
  await expect(next).toHaveValue('');
  await expect(next).toBeFocused();
  await dialog
    .getByRole('group', { name: COMPANY })
    .getByRole('radio', { name: say('flags:off') })
    .check();
  await save.click();
  await expect(row).toContainText(say('flags:audience.off', { count: 1 }));
  // Nobody reloads: the page is notified.
  await expect(send).toHaveCount(0);

  // Out of reach, the answers are those of the last time.
  expectedErrors.push(/net::ERR_FAILED/);
  await theirs.route(`**${ASKED}`, (route) => route.abort());
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: say('dashboard:action.download') })).toBeVisible();
  await expect(send).toHaveCount(0);
  await theirs.unroute(`**${ASKED}`);

  await change();
  await dialog.getByRole('button', { name: say('flags:removeCompany', { name: COMPANY }) }).click();
  await save.click();
  await expect(row).not.toContainText(say('flags:audience.off', { count: 1 }));
  await expect(send).toBeVisible();
});
