import { schedule, startPlanning } from '../support/checks.ts';
import { amountText, expectFieldError, fieldOf, sentenceWith } from '../support/fields.ts';
import { orderFor } from '../support/orders.ts';
import { enter, person } from '../support/people.ts';
import { hire } from '../support/register.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** A planner cancels for an employer, with the same fee and reason as on the employer's screen (design.md 4). */

test(`a planner cancels a check with its fee and a reason, which the employer sees`, async ({ page, newBrowser }) => {
  test.slow();
  const say = sayIn('nl');
  await enter(page, person('hr.admin.5'), 'nl', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const ordered = await orderFor(page, await hire(page, 'Cas', 'Cancelled'));
  const planner = await newBrowser('phone');
  await enter(planner, person('planner'), 'nl', `/planning/${ordered.id}`);
  const actions = planner.getByRole('button', { name: say('common:moreActions') });
  const cancel = planner.getByRole('menuitem', { name: say('checks:action.cancel') });
  const dialog = planner.getByRole('alertdialog');

  // Cancelling is free until a doctor has accepted; keeping the check changes nothing.
  await actions.click();
  await cancel.click();
  await expect(dialog).toContainText(say('checks:cancel.free'));
  await expect(dialog).toContainText(say('planning:action.cancelText.employer'));
  await dialog.getByRole('button', { name: say('checks:cancel.keep') }).click();
  await expect(dialog).toHaveCount(0);

  const planned = await schedule(planner, await startPlanning(planner, ordered));
  await expect(planner.getByRole('main')).toContainText(say('enums:checkStatus.WaitingForCheck'));
  await actions.click();
  await cancel.click();
  const fee = Math.round(((planned.companyTotalPrice ?? 0) * 25) / 100);
  const inclusive = fee + Math.round((fee * 21) / 100);
  await expect(dialog).toContainText(sentenceWith(say('checks:cancel.fee', { incl: '…' })));
  await expect(dialog).toContainText(amountText(inclusive));
  await dialog.getByRole('button', { name: say('checks:cancel.confirm') }).click();
  const reason = fieldOf(dialog, say('checks:cancel.reason'));
  await expectFieldError(reason, say('validation:reasonRequired'));
  await reason.fill('Telefonisch gevraagd: weer aan het werk');
  await dialog.getByRole('button', { name: say('checks:cancel.confirm') }).click();
  await expect(planner.getByText(say('checks:cancel.done'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(planner.getByRole('main')).toContainText(say('enums:checkStatus.Archived'));
  await expect(actions).toHaveCount(0);

  await page.goto(`/reports/${ordered.id}`);
  await expect(page.getByRole('main')).toContainText(say('enums:checkOccurence.Cancelled'));
  await expect(page.getByRole('main')).toContainText('Telefonisch gevraagd: weer aan het werk');
});
