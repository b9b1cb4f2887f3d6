import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { TEST_CARDS } from '@checkwell/domain/one-shot/contract';
import type { Page } from '@playwright/test';
import { expectFieldError, fieldOf } from '../support/fields.ts';
import { mailOf, type SentMail } from '../support/mails.ts';
import {
  acceptTerms,
  cardFrame,
  fillOrder,
  nextStep,
  pay,
  payButton,
  TOTAL,
  takeTestCard,
  typeCard,
  type Wish,
  watchRequests,
  wishOf,
} from '../support/one-shot.ts';
import { expectWorkerErrors } from '../support/order-errors.ts';
import { enter, fromElsewhere, person, signIn, visitor } from '../support/people.ts';
import { expectAccessible } from '../support/screens/accessibility.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, OFFLINE, test } from '../support/test.ts';

/** One Shot Check (specification, sections 1, 2, 5, 6 and 9): a visitor orders, pays by card and follows the check by a link. */

const LOCATIONS = { en: 'House', fr: 'Office', nl: 'Telecheck' } as const satisfies Record<InterfaceLanguage, string>;

const statusOf = (page: Page) => page.getByRole('main').getByRole('status').first();
/** The message about the card, as an alert. */
const notice = (page: Page, sentence: string) => page.getByRole('alert').filter({ hasText: sentence });

/** Tries declined cards, each with its message. */
async function tryDeclinedCards(page: Page, say: Say): Promise<void> {
  for (const [card, reason] of [
    ['genericDecline', 'genericDecline'],
    ['insufficientFunds', 'insufficientFunds'],
    ['expiredCard', 'expiredCard'],
  ] as const) {
    if (card === 'genericDecline') {
      await takeTestCard(page, say, card);
      // Enter in a card field submits the payment.
      await page.keyboard.press('Enter');
    } else {
      await typeCard(page, say, card);
      await pay(page);
    }
    await expect(notice(page, say(`enums:paymentDecline.${reason}`))).toContainText(say('oneShot:payment.again'));
    await expect(payButton(page)).toBeEnabled();
  }
}

/**
 * The sign-up form is filled in with the payer's data, in any browser that opens the link of the mail, and can be changed.
 * @param payer the browser that paid @param elsewhere another browser
 */
async function becomeClient(
  payer: Page,
  elsewhere: Page,
  say: Say,
  { mail, wish }: { readonly mail: SentMail; readonly wish: Wish },
): Promise<void> {
  const field = (page: Page, name: 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'companyName' | 'companyNumber') =>
    fieldOf(page, say(`account:signUp.${name}`));
  const link = /\/one-shot-check\/[\w-]{43}/.exec(mail.plainText)?.[0] ?? '';
  await elsewhere.goto(link);
  await elsewhere.getByRole('link', { name: say('oneShot:client.start') }).click();
  await expect(elsewhere).toHaveURL(/\/confirm-identity#[\w-]{43}$/);
  await expect(elsewhere.getByText(say('account:signUp.filledIn'))).toBeVisible();
  for (const [name, value] of [
    ['firstName', 'An'],
    ['lastName', 'Claes'],
    ['email', wish.email],
    ['phoneNumber', '+32 3 123 45 67'],
    ['companyName', 'Bakkerij Claes'],
    ['companyNumber', 'BE 0440.966.354'],
  ] as const)
    await expect(field(elsewhere, name)).toHaveValue(value);
  await field(elsewhere, 'companyName').fill('');
  await field(elsewhere, 'phoneNumber').fill('016 76 54 32');
  await elsewhere.reload();
  await expect(field(elsewhere, 'phoneNumber')).toHaveValue('016 76 54 32');
  await expect(field(elsewhere, 'email')).toHaveValue(wish.email);
  await expect(field(elsewhere, 'companyName')).toHaveValue('');

  // Values that are typed before the data arrives are kept.
  const typed = Promise.withResolvers<void>();
  await payer.route('**/payer', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await payer.getByRole('link', { name: say('oneShot:client.start') }).click();
  await field(payer, 'firstName').fill('Anna');
  typed.resolve();
  await expect(field(payer, 'lastName')).toHaveValue('Claes');
  await expect(field(payer, 'firstName')).toHaveValue('Anna');
}

/** Checks the provider's card fields as a page, in both colour modes, because axe does not check frames of other origins. */
async function inspectCardFields(page: Page, alone: Page, expectedErrors: RegExp[]): Promise<void> {
  // There is no parent page for its messages.
  expectedErrors.push(/postMessage/);
  const address = (await page.locator('iframe').getAttribute('src')) ?? '';
  for (const mode of ['light', 'dark']) {
    await alone.goto(address.replace(/mode=\w+/, `mode=${mode}`));
    await alone.getByRole('textbox').first().fill('4242 4242 4242 4241');
    await alone.getByRole('textbox').last().focus();
    await expect(alone.locator('[aria-invalid=true]')).toHaveCount(1);
    await expectAccessible(alone, `card fields, ${mode}`);
    await alone.locator('#challenge').evaluate((challenge: HTMLElement) => {
      challenge.hidden = false;
    });
    await expectAccessible(alone, `question of the bank, ${mode}`);
  }
}

for (const language of INTERFACE_LANGUAGES) {
  test(`a visitor orders and pays, and the check is in planning, in ${language}`, async ({
    page,
    apiSession,
    newBrowser,
    expectedErrors,
  }) => {
    test.slow();
    const say = sayIn(language);
    const wish = wishOf(LOCATIONS[language]);
    const { hosts, sentCards } = watchRequests(page);
    await fromElsewhere(page);
    await visitor(page, language, '/');
    await page.getByRole('link', { name: say('auth:signIn.oneShot') }).click();
    await expect(page).toHaveURL(/\/one-shot-check$/);
    await expect(page.getByRole('heading', { level: 1, name: say('oneShot:title') })).toBeVisible();

    await page.getByRole('button', { name: say('oneShot:info.open') }).click();
    await expect(page.getByRole('dialog')).toContainText(TOTAL);
    await page.getByRole('button', { name: say('oneShot:info.close') }).click();

    await nextStep(page, say);
    await expectWorkerErrors(page, say);
    await fillOrder(page, say, wish);

    // There are no card fields until the terms are accepted.
    await expect(page.getByRole('region', { name: say('oneShot:price.title') })).toContainText(TOTAL);
    await expect(page.getByText(say('oneShot:payment.noTerms'))).toBeVisible();
    await payButton(page).click();
    await expectFieldError(page.getByRole('checkbox', { name: say('oneShot:terms.accept') }), say('validation:termsRequired'));
    await page.getByRole('button', { name: say('oneShot:terms.read') }).click();
    await expect(page.getByRole('dialog')).toContainText(TOTAL);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('common:close') })
      .last()
      .click();
    await acceptTerms(page, say);
    await expect(cardFrame(page).getByText(say('paymentTest:testMode'))).toBeVisible();
    await pay(page);
    await expect(page.getByText(say('oneShot:payment.incomplete'))).toBeVisible();
    // These parts are tested in one language only.
    const isWhole = language === 'en';
    if (isWhole) {
      await inspectCardFields(page, await newBrowser(), expectedErrors);
      await tryDeclinedCards(page, say);
    }
    await typeCard(page, say, 'challenge');
    await pay(page);
    await cardFrame(page)
      .getByRole('button', { name: say('paymentTest:challenge.fail') })
      .click();
    await expect(notice(page, say('enums:paymentDecline.authenticationFailed'))).toBeVisible();
    await pay(page);
    await cardFrame(page)
      .getByRole('button', { name: say('paymentTest:challenge.pass') })
      .click();

    await expect(page).toHaveURL(/\/one-shot-check\/[\w-]{43}$/);
    await expect(page.getByRole('dialog')).toContainText(say('oneShot:success.title'));
    await expect(page.getByRole('dialog')).toContainText(TOTAL);
    await page.getByRole('button', { name: say('oneShot:success.follow') }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(statusOf(page)).toContainText(say('oneShot:status.paid.title'));
    await expect(page.getByRole('main')).toContainText(`Noor ${wish.workerLastName}`);
    await expect(payButton(page)).toHaveCount(0);
    // Card numbers were only sent to the provider, and no request left this machine.
    expect([...sentCards]).toHaveLength(1);
    expect([...sentCards]).not.toContain(new URL(page.url()).origin);
    expect([...hosts].sort()).toEqual(['127.0.0.1', 'localhost']);

    const mail = await mailOf(await apiSession(person('planner')), wish.email, say('oneShotMails:paid.subject'));
    expect(mail.plainText).toContain(new URL(page.url()).pathname);
    if (!isWhole) return;
    const planner = await newBrowser();
    await enter(planner, person('planner'), language, `/planning?q=${wish.workerLastName}`);
    const row = planner.getByRole('row').filter({ hasText: wish.workerLastName });
    await expect(row).toContainText(say('enums:checkStatus.Reception'));
    await row.getByRole('link').first().click();
    await expect(planner.getByRole('heading', { level: 1 })).toContainText(wish.workerLastName);
    await becomeClient(page, await newBrowser(), say, { mail, wish });
  });
}

test(`with a slow bank the page shows that it waits, a double click pays once, and the payment arrives without a reload`, async ({
  page,
}) => {
  const say = sayIn('en');
  const confirmations: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/elements/confirm')) confirmations.push(request.url());
  });
  await fromElsewhere(page);
  await visitor(page, 'en', '/one-shot-check');
  await fillOrder(page, say, wishOf());
  await acceptTerms(page, say);
  await typeCard(page, say, 'timeout');
  // Both clicks happen before the page can react to the first.
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL(/\/one-shot-check\/[\w-]{43}$/);
  await expect(statusOf(page)).toContainText(say('oneShot:status.processing.title'));
  await expect(payButton(page)).toHaveCount(0);
  // The link leads back to the same order.
  await page.goto(new URL(page.url()).pathname);
  await expect(statusOf(page)).toContainText(say('oneShot:status.paid.title'));
  expect(confirmations).toHaveLength(1);
});

test('on a phone, a reload and a lost connection only lose the card data, and a declined order can be paid by its link', async ({
  newBrowser,
  expectedErrors,
}) => {
  expectedErrors.push(...OFFLINE, /404 \(Not Found\).*one-shot-checks/);
  const say = sayIn('nl');
  const page = await newBrowser('phone');
  await fromElsewhere(page);
  await visitor(page, 'nl', '/one-shot-check');
  await fillOrder(page, say, wishOf());
  // A VAT number with wrong check digits causes a warning, not an error.
  await page.getByRole('button', { name: `${say('order:summary.change')}: ${say('oneShot:payment.invoice')}` }).click();
  const number = fieldOf(page, say('oneShot:invoicing.companyNumber'));
  await number.fill('0440966355');
  await nextStep(page, say);
  await expectFieldError(number, say('validation:vatFormat'));
  await number.fill('be 0440.966.355');
  await expect(page.getByText(say('oneShot:invoicing.unusual'))).toBeVisible();
  // Browsers' autofill may fill in only the street.
  const address = fieldOf(page, say('oneShot:invoicing.companyAddress'));
  await address.fill('Meir 1');
  await expect(page.getByText(say('oneShot:invoicing.streetOnly'))).toHaveCount(0);
  await address.blur();
  await expect(page.getByText(say('oneShot:invoicing.streetOnly'))).toBeVisible();
  await address.fill('Meir 1, 2000 Antwerpen');
  await address.blur();
  await expect(page.getByText(say('oneShot:invoicing.streetOnly'))).toHaveCount(0);
  await nextStep(page, say);

  await page.context().setOffline(true);
  await page.getByRole('checkbox', { name: say('oneShot:terms.accept') }).check();
  await expect(page.getByText(say('oneShot:failed.kept'))).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: say('common:retry') }).click();
  await typeCard(page, say, 'genericDecline');

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(say('common:draft.title'))).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(TEST_CARDS.genericDecline);
  await page.getByRole('button', { name: say('common:draft.continue') }).click();
  await expect(page.getByText('BE 0440.966.355')).toBeVisible();
  await expect(cardFrame(page).getByLabel(say('paymentTest:field.number'))).toHaveValue('');
  await typeCard(page, say, 'genericDecline');
  await pay(page);
  await expect(notice(page, say('enums:paymentDecline.genericDecline'))).toBeVisible();

  const token = await page.evaluate(() => /"token":"([\w-]{43})"/.exec(JSON.stringify({ ...sessionStorage }).replaceAll('\\', ''))?.[1]);
  await page.goto(`/one-shot-check/${token}`);
  await expect(statusOf(page)).toContainText(say('oneShot:status.declined.title'));
  await expect(statusOf(page)).toContainText(say('enums:paymentDecline.genericDecline'));
  await page.getByRole('button', { name: say('oneShot:status.payAgain') }).click();
  await typeCard(page, say, 'success');
  // If the network fails during the payment, the page says that the result is unknown, and later that nothing was paid.
  await page.context().setOffline(true);
  await pay(page);
  await expect(notice(page, say('oneShot:payment.unknown.title'))).toBeVisible();
  await page.context().setOffline(false);
  await expect(notice(page, say('oneShot:payment.unpaid.title'))).toBeVisible();
  await pay(page);
  await expect(page.getByRole('dialog')).toContainText(say('oneShot:success.title'));

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const [format, extension] of [
    ['pdf', 'pdf'],
    ['ubl', 'xml'],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: say(`oneShot:status.download.Invoice.${format}`), exact: true }).click();
    expect((await coming).suggestedFilename()).toMatch(new RegExp(`-\\d{4}-\\d{6}-.+\\.${extension}$`));
  }

  await page.goto(`/one-shot-check/${'x'.repeat(43)}`);
  await expect(page.getByText(say('oneShot:status.unknownTitle'))).toBeVisible();
});

test('the input of a visitor is kept while somebody signs in and out in another tab', async ({ page, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  const say = sayIn('fr');
  const wish = wishOf();
  await enter(page, person('hr.basic.6'), 'fr', '/settings/profile');
  await page.getByRole('button', { name: say('settings:logOut.button') }).click();
  await expect(page).toHaveURL('/');
  const stranger = await page.context().newPage();
  await fromElsewhere(stranger);
  await stranger.goto('/one-shot-check');
  await fillOrder(stranger, say, wish);
  // An invalid access token in this browser does not affect the visitor.
  await stranger.evaluate(() => localStorage.setItem('accessToken', 'of-nobody'));
  await acceptTerms(stranger, say);
  await stranger.evaluate(() => localStorage.removeItem('accessToken'));
  await typeCard(stranger, say, 'success');
  // A reload would empty the card fields, which no draft keeps.
  const expectKept = async () => {
    await expect(stranger).toHaveURL(/\/one-shot-check\?step=payment$/);
    await expect(stranger.locator('body')).toBeVisible();
    await expect(cardFrame(stranger).getByLabel(say('paymentTest:field.cvc'))).toHaveValue('123');
  };

  await signIn(page, person('hr.admin.3'), 'fr');
  await page.goto('/settings/profile');
  await expectKept();
  await page.getByRole('button', { name: say('settings:logOut.button') }).click();
  await expect(page).toHaveURL('/');
  await expectKept();
  stranger.on('dialog', (dialog) => void dialog.accept());
  await stranger.reload();
  await stranger.getByRole('button', { name: say('common:draft.continue') }).click();
  await typeCard(stranger, say, 'success');
  await pay(stranger);
  await expect(stranger.getByRole('dialog')).toContainText(say('oneShot:success.title'));
});
