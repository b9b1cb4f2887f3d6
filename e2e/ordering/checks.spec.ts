import { isSurchargedDay } from '@checkwell/domain/check/price/price';
import { dayOf, timeOf } from '@checkwell/domain/clock';
import type { Page } from '@playwright/test';
import type { Asker } from '../support/api.ts';
import { change, schedule, startPlanning } from '../support/checks.ts';
import { amountText, expectFieldError, fieldOf, sentenceWith } from '../support/fields.ts';
import { orderFor, STATE, type CheckState as State, step } from '../support/orders.ts';
import { enter, person } from '../support/people.ts';
import { hire } from '../support/register.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Checks in progress: who acts next and by when, changes and cancellation with their price, live updates (specification, sections 2 and 4). */

/** Companies whose checks no other test counts. */
const HR = { en: 'hr.admin.3', fr: 'hr.admin.4' } as const;

const resolveProblem = (planner: Asker, { id, version }: State) =>
  step(planner, change('resolveProblem', ', $comment: String!', ', comment: $comment'), { id, version, comment: '' });

/** The check as it is now. */
const stateOf = (page: Asker, id: string): Promise<State> => step(page, `query ($id: ID!) { check(id: $id) { ${STATE} } }`, { id });

const titleOf = (page: Page) => page.getByRole('heading', { level: 1 });
const openedDialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Signs in as HR and opens the list of checks. */
async function open(page: Page, language: keyof typeof HR): Promise<Say> {
  await enter(page, person(HR[language]), language, '/checks');
  await expect(titleOf(page)).toBeVisible();
  return sayIn(language);
}

test(`a check in progress shows who acts next and by when, and is changed and cancelled with its fee`, async ({ page, apiSession }) => {
  test.slow();
  const planner = await apiSession(person('planner'));
  const say = await open(page, 'fr');
  const worker = await hire(page, 'Bea', 'Progress');
  let check = await orderFor(page, worker);

  // Found by name in the list, with the label of its status.
  await page.getByRole('searchbox', { name: say('common:searchPerson.label') }).fill(worker.employeeLastName);
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/checks/${check.id}"]`) });
  await expect(row).toContainText(say('enums:checkStatus.Reception'));
  await expect(page).toHaveURL(new RegExp(`q=${worker.employeeLastName}`));
  await row.getByRole('link').first().click();
  await expect(titleOf(page)).toContainText(worker.employeeLastName);

  // The target is one or two whole days after the order, at the same time of day.
  const main = page.getByRole('main');
  await expect(main.getByText(sentenceWith(say('checks:next.target', { moment: '…' })))).toContainText(
    timeOf(new Date(check.creationDate)),
  );
  const ahead = main.getByRole('list', { name: say('checks:detail.history') }).getByRole('listitem');
  await expect(ahead.filter({ hasText: say('checks:expected.verify') })).toContainText(say('checks:expected.actor.provider'));
  await expect(ahead.filter({ hasText: say('checks:expected.checkText') })).toContainText(timeOf(new Date(check.creationDate)));
  await expect(ahead.filter({ hasText: say('checks:expected.checkText') })).toContainText(say('checks:expected.actor.doctor'));

  // The planner's steps appear without a reload.
  check = await startPlanning(planner, check);
  await expect(main.getByText(say('checks:next.planning.Immediate'))).toBeVisible();
  const planned = await schedule(planner, check);
  await expect(main.getByText(say('enums:checkStatus.WaitingForCheck')).first()).toBeVisible();
  await expect(main.getByText(sentenceWith(say('checks:next.resultBy', { moment: '…' })))).toBeVisible();
  await expect(ahead.filter({ hasText: say('checks:expected.checkText') })).toContainText(timeOf(new Date(planned.start)));

  // A change of a check with a doctor waits for the planners; a concurrent change does not discard the input.
  await page.getByRole('button', { name: say('checks:action.modify') }).click();
  const dialog = openedDialog(page);
  await expect(dialog.getByText(say('checks:modify.accepted'))).toBeVisible();
  // The dialog shows the price with VAT before and after the change; a home visit costs more.
  const priced = (cents: number) => amountText(cents + Math.round((cents * 21) / 100));
  const costs = planned.companyTotalPrice ?? 0;
  await expect(dialog.getByText(sentenceWith(say('checks:modify.priceStays', { incl: '…' })))).toContainText(priced(costs));
  await dialog.getByRole('radio', { name: say('enums:checkLocation.House') }).check();
  const becomes = dialog.getByText(sentenceWith(say('checks:modify.priceChanges', { before: '…', after: '…' })));
  await expect(becomes).toContainText(priced(costs));
  await expect(becomes).toContainText(priced(costs + (isSurchargedDay(dayOf(new Date(planned.start))) ? 32_50 : 25_00)));
  await dialog.getByRole('radio', { name: say('enums:checkLocation.Office') }).check();
  await fieldOf(dialog, say('checkFields:providerComment')).fill('Tweede bel');
  await fieldOf(dialog, say('checkFields:workerAddress')).fill('');
  await dialog.getByRole('button', { name: say('checks:modify.save') }).click();
  await expectFieldError(fieldOf(dialog, say('checkFields:workerAddress')), say('validation:addressRequired'));
  await fieldOf(dialog, say('checkFields:workerAddress')).fill('Naamsestraat 22, 3000 Leuven');
  check = await schedule(planner, planned);
  await expect(dialog.getByText(say('checks:changed.title'))).toBeVisible();
  await expect(fieldOf(dialog, say('checkFields:providerComment'))).toHaveValue('Tweede bel');
  await dialog.getByRole('button', { name: say('checks:modify.save') }).click();
  await expect(page.getByText(say('checks:modify.savedConfirm'))).toBeVisible();
  await expect(main.getByText(say('enums:checkStatus.ModificationProblem')).first()).toBeVisible();
  await expect(main.getByText(say('checks:problem.titleProvider'))).toBeVisible();
  await expect(main.getByText(say('enums:problemReason.EmployerModification'))).toBeVisible();
  await expect(main.getByText(say('checks:problem.nothingToDo'))).toBeVisible();
  await expect(main.getByText('Naamsestraat 22, 3000 Leuven')).toBeVisible();
  check = await resolveProblem(planner, await stateOf(planner, check.id));
  await expect(main.getByText(say('enums:checkStatus.Planning')).first()).toBeVisible();
  check = await schedule(planner, check);
  await expect(main.getByText(say('enums:checkStatus.WaitingForCheck')).first()).toBeVisible();

  // The fee with VAT is shown before the check is cancelled.
  const price = (await stateOf(page, check.id)).companyTotalPrice ?? 0;
  const fee = Math.round((price * 25) / 100);
  await page.getByRole('button', { name: say('checks:action.cancel') }).click();
  await expect(dialog).toContainText(sentenceWith(say('checks:cancel.fee', { incl: '…' })));
  await expect(dialog).toContainText(amountText(fee + Math.round((fee * 21) / 100)));
  await dialog.getByRole('button', { name: say('checks:cancel.confirm') }).click();
  await expectFieldError(fieldOf(dialog, say('checks:cancel.reason')), say('validation:reasonRequired'));
  await fieldOf(dialog, say('checks:cancel.reason')).fill('Weer aan het werk');
  await dialog.getByRole('button', { name: say('checks:cancel.confirm') }).click();
  await expect(page.getByText(say('checks:cancel.done'))).toBeVisible();
  await expect(main.getByText(say('checks:next.archivedText'))).toBeVisible();
  await expect(page.getByRole('button', { name: say('checks:action.cancel') })).toHaveCount(0);
  await page.goto(`/checks?q=${worker.employeeLastName}`);
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
});

test('a second check is ordered from the report of the first one, with a filled-in form, and links back to it', async ({
  page,
  apiSession,
}) => {
  const planner = await apiSession(person('planner'));
  const say = await open(page, 'en');
  const worker = await hire(page, 'Nour', 'Second');
  const input = { nonOperableReason: 'NoContact', archiveComment: '' };
  const first = await step(planner, change('markNonOperable', ', $input: NonOperableInput!', ', input: $input'), {
    ...(await orderFor(page, worker)),
    input,
  });
  await page.goto(`/reports/${first.id}`);
  await page.getByRole('link', { name: say('reports:detail.orderAgain') }).click();
  await expect(page.getByText(sentenceWith(say('order:second.text', { date: '…' })))).toBeVisible();
  const ordered = page.getByRole('region', { name: say('order:steps.worker') });
  await expect(ordered).toContainText('Bondgenotenlaan 1, 3000 Leuven');
  await expect(ordered).toContainText('+32 470 12 34 56');
  await expect(fieldOf(page, say('checkFields:incapacityType'))).toHaveValue('Illness');
  await expect(page.getByRole('radio', { name: say('enums:checkLocation.Office') })).toBeChecked();
  await page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }).check();
  await page.getByRole('button', { name: say('order:summary.send') }).click();
  await page.getByRole('link', { name: say('order:success.follow') }).click();
  await expect(page.getByRole('link', { name: say('checks:detail.parentCheck') })).toHaveAttribute('href', `/reports/${first.id}`);
});
