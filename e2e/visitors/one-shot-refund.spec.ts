import { reportExamination, schedule, startPlanning } from '../support/checks.ts';
import { mailOf } from '../support/mails.ts';
import { acceptTerms, fillOrder, pay, TOTAL, typeCard, wishOf } from '../support/one-shot.ts';
import { enter, fromElsewhere, person, visitor } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Refunds of a One Shot Check: by a planner after the check has ended, and automatically after a cancellation. */

test(`a planner refunds a payment, and the payer sees it`, async ({ page, newBrowser }) => {
  test.slow();
  const say = sayIn('fr');
  const wish = wishOf();
  await fromElsewhere(page);
  await visitor(page, 'fr', '/one-shot-check');
  await fillOrder(page, say, wish);
  await acceptTerms(page, say);
  await typeCard(page, say, 'success');
  await pay(page);
  await expect(page.getByRole('dialog')).toContainText(say('oneShot:success.title'));
  await page.getByRole('button', { name: say('oneShot:success.follow') }).click();

  const planner = await newBrowser();
  await enter(planner, person('planner'), 'fr', `/planning?q=${wish.workerLastName}`);
  await planner.getByRole('row').filter({ hasText: wish.workerLastName }).getByRole('link').first().click();
  const payment = planner.getByRole('region', { name: say('planning:payment.title') });
  await expect(payment).toContainText(TOTAL);
  await expect(payment).toContainText(say('planning:payment.open'));
  await expect(payment.getByRole('button')).toHaveCount(0);
  // The dialog says that the payment is refunded automatically; keeping the check changes nothing.
  await planner.getByRole('button', { name: say('common:moreActions') }).click();
  await planner.getByRole('menuitem', { name: say('checks:action.cancel') }).click();
  const cancelling = planner.getByRole('alertdialog');
  await expect(cancelling).toContainText(say('planning:action.cancelText.payer'));
  await expect(cancelling).toContainText(say('checks:cancel.free'));
  await cancelling.getByRole('button', { name: say('checks:cancel.keep') }).click();
  await expect(cancelling).toHaveCount(0);

  const id = new URL(planner.url()).pathname.split('/').at(-1) ?? '';
  await reportExamination(planner, await schedule(planner, await startPlanning(planner, { id, version: 1 })));
  await planner.goto(`/reports/${id}`);
  await planner.getByRole('link', { name: say('reports:detail.payment') }).click();
  await payment.getByRole('button', { name: say('planning:payment.refund') }).click();
  const dialog = planner.getByRole('dialog');
  await expect(dialog).toContainText(TOTAL);
  await dialog.getByRole('button', { name: say('planning:payment.refund'), exact: true }).click();
  await expect(dialog.getByText(say('validation:reasonRequired'))).toBeVisible();
  await dialog.getByLabel(say('planning:payment.refundReason')).fill('Goodwill: the address was ours');
  await dialog.getByRole('button', { name: say('planning:payment.refund'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(payment).toContainText(say('planning:payment.creditNote'));
  await expect(payment).toContainText(/C\d{4}-\d{6}/);
  await expect(payment).toContainText('Goodwill: the address was ours');
  await expect(payment.getByRole('button')).toHaveCount(0);
  await planner.setViewportSize({ width: 390, height: 844 });

  await page.reload();
  await expect(page.getByRole('main').getByRole('status').first()).toContainText(say('oneShot:status.refunded.title'));
  await expect(page.getByRole('main').getByRole('status').first()).toContainText(TOTAL);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: say('oneShot:status.download.CreditNote.pdf'), exact: true }).click();
  expect((await coming).suggestedFilename()).toMatch(/-c\d{4}-\d{6}-.+\.pdf$/);
  const mail = await mailOf(planner, wish.email, say('oneShotMails:refunded.subject'));
  expect(mail.plainText).toContain('Goodwill: the address was ours');
});

test('a planner cancels for a payer, and the payment minus the fee is refunded automatically', async ({ page, newBrowser }) => {
  test.slow();
  const say = sayIn('fr');
  const wish = wishOf();
  await fromElsewhere(page);
  await visitor(page, 'fr', '/one-shot-check');
  await fillOrder(page, say, wish);
  await acceptTerms(page, say);
  await typeCard(page, say, 'success');
  await pay(page);
  await page.getByRole('button', { name: say('oneShot:success.follow') }).click();

  const planner = await newBrowser();
  await enter(planner, person('planner'), 'fr', `/planning?q=${wish.workerLastName}`);
  await planner.getByRole('row').filter({ hasText: wish.workerLastName }).getByRole('link').first().click();
  await expect(planner.getByRole('heading', { level: 1 })).toContainText(wish.workerLastName);
  const id = new URL(planner.url()).pathname.split('/').at(-1) ?? '';
  await schedule(planner, await startPlanning(planner, { id, version: 1 }));
  await planner.goto(`/planning/${id}`);
  await planner.getByRole('button', { name: say('common:moreActions') }).click();
  await planner.getByRole('menuitem', { name: say('checks:action.cancel') }).click();
  const dialog = planner.getByRole('alertdialog');
  await expect(dialog).toContainText(say('planning:action.cancelText.payer'));
  // A quarter of 150.00 because a doctor has accepted, with VAT: exactly the part that is not refunded.
  await expect(dialog).toContainText(/45,37/);
  await dialog.getByLabel(say('checks:cancel.reason')).fill('De retour au travail');
  await dialog.getByRole('button', { name: say('checks:cancel.confirm') }).click();
  await expect(dialog).toHaveCount(0);
  const mail = await mailOf(planner, wish.email, say('oneShotMails:refunded.subject'));
  expect(mail.plainText).toMatch(/136,13/);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(/136,13/);
});
