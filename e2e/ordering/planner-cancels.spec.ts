import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { schedule, startPlanning } from '../support/checks.ts';
import { expectFault, fieldOf, sentenceWith } from '../support/fields.ts';
import { orderFor } from '../support/orders.ts';
import { enter, person } from '../support/people.ts';
import { hire } from '../support/register.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** A planner cancels for an employer who telephones: the same fee and the same reason as on the employer's own screen (design.md 4). */

/** Companies whose checks no other test counts. */
const HR = { en: 'hr.admin.3', fr: 'hr.admin.4', nl: 'hr.admin.5' } as const satisfies Record<InterfaceLanguage, string>;

test(`a planner cancels a check with its fee and a reason, which the employer reads`, async ({ page, newBrowser }) => {
  test.slow();
  const say = sayIn('nl');
  await enter(page, person(HR.nl), 'nl', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const ordered = await orderFor(page, await hire(page, 'Cas', 'Cancelled'));
  const planner = await newBrowser('phone');
  await enter(planner, person('planner'), 'nl', `/planning/${ordered.id}`);
  const actions = planner.getByRole('button', { name: say('common:moreActions') });
  const cancel = planner.getByRole('menuitem', { name: say('checks:action.cancel') });
  const dialog = planner.getByRole('alertdialog');

  // Free as long as no doctor has accepted; whoever keeps it has changed nothing.
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
  await expect(dialog).toContainText(new RegExp(`\\b${Math.floor(inclusive / 100)}[.,]${String(inclusive % 100).padStart(2, '0')}\\b`));
  await dialog.getByRole('button', { name: say('checks:cancel.confirm') }).click();
  const reason = fieldOf(dialog, say('checks:cancel.reason'));
  await expectFault(reason, say('validation:reasonRequired'));
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
