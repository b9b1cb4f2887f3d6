import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { askGraphql } from '../support/api.ts';
import { colleagueOf } from '../support/companies.ts';
import { expectFieldError } from '../support/fields.ts';
import { DEMO_PASSWORD, enter, fromElsewhere, insideOf, openSignIn, person } from '../support/people.ts';
import { expectAccessible, expectAccessibleInBothModes } from '../support/screens/accessibility.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';
import { uniqueName } from '../support/unique.ts';

/**
 * Signing in with Microsoft by its popup window, with the test issuer that the server starts (specification, sections 1, 2, 7 and 8).
 * Refusals of the server are tested in modules/identity/microsoft/identity.microsoft.test.ts.
 */

/** Clicks the Microsoft button. @returns the popup window, which shows the choice of accounts */
async function openWindow(page: Page, language: InterfaceLanguage): Promise<Page> {
  const say = sayIn(language);
  // Attempts are limited per network address.
  await fromElsewhere(page);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: say('auth:microsoft.button') }).click();
  const opened = await opening;
  await expect(opened.getByRole('heading', { name: say('microsoftTest:choose') })).toBeVisible();
  return opened;
}

/** Signs in there with an address that is not in the list. */
async function chooseOther(opened: Page, language: InterfaceLanguage, email: string): Promise<void> {
  const say = sayIn(language);
  const form = opened.getByLabel(say('microsoftTest:other.email'));
  if (!(await form.isVisible())) await opened.getByText(say('microsoftTest:other.title')).click();
  await opened.getByLabel(say('microsoftTest:other.firstName'), { exact: true }).fill('Nora');
  await opened.getByLabel(say('microsoftTest:other.lastName'), { exact: true }).fill('Willems');
  await form.fill(email);
  await opened.getByRole('button', { name: say('microsoftTest:other.submit') }).click();
}

test(`a Microsoft account is linked once by the password, and then signs in without it`, async ({ page, expectedErrors }) => {
  expectedErrors.push(/422 \(Unprocessable.*\/auth\/microsoft\/link/);
  const say = sayIn('fr');
  const { email } = await colleagueOf(person('hr.basic.3'), 'microsoft.link');
  await openSignIn(page, 'fr');
  await page.getByLabel(say('auth:signIn.email')).fill(email);
  const opened = await openWindow(page, 'fr');
  await expect(page.getByText(say('auth:microsoft.waiting'))).toBeVisible();
  await expect(opened.getByText(say('microsoftTest:testMode'))).toBeVisible();
  // The e-mail address that was typed is filled in.
  await expect(opened.getByLabel(say('microsoftTest:other.email'))).toHaveValue(email);
  // The sweep does not check this window.
  await expectAccessible(opened, 'window of the issuer');
  const closed = opened.waitForEvent('close');
  await chooseOther(opened, 'fr', email);
  await closed;

  await expect(page.getByRole('heading', { name: say('auth:microsoft.link.title') })).toBeVisible();
  await expectAccessibleInBothModes(page, 'first time with a Microsoft account');
  const password = page.getByLabel(say('auth:signIn.password'), { exact: true });
  await page.getByRole('button', { name: say('auth:microsoft.link.submit') }).click();
  await expectFieldError(password, say('validation:passwordConfirmLink'));
  await password.fill('Not-my-password-1234');
  await page.getByRole('button', { name: say('auth:microsoft.link.submit') }).click();
  await expect(page.getByText(say('errors:auth.invalidCredentials'))).toBeVisible();
  await password.fill(DEMO_PASSWORD);
  // Users of Microsoft have their own address for the profile (section 7).
  const profile = page.waitForResponse((response) => response.url().includes(`/v1/api/profiles/sso?language=fr`));
  await page.getByRole('button', { name: say('auth:microsoft.link.submit') }).click();
  expect((await profile).status()).toBe(200);
  await expect(insideOf(page)).toBeVisible();

  // From now on no password is needed. Signs out on a page without the application, which would navigate.
  await page.goto('/icon.svg');
  expect((await page.context().request.post('/auth/sign-out')).status()).toBe(204);
  await page.evaluate(() => localStorage.removeItem('session'));
  await openSignIn(page, 'fr');
  const again = page.waitForResponse((response) => response.url().includes('/v1/api/profiles/sso'));
  await chooseOther(await openWindow(page, 'fr'), 'fr', email);
  expect(await (await again).json()).toMatchObject({ userName: email });
  await expect(page).not.toHaveURL('/');
});

test(`each kind of failure has its own message, and the button still works afterwards`, async ({ page, expectedErrors }) => {
  expectedErrors.push(/(422 \(Unprocessable|503 \(Service).*\/auth\/microsoft\/complete/, /ERR_FAILED.*\/auth\/microsoft\/start/);
  const say = sayIn('fr');
  await openSignIn(page, 'fr');
  const fails = async (fault: string): Promise<void> => {
    const opened = await openWindow(page, 'fr');
    await opened.getByText(say('microsoftTest:fault.title')).click();
    await opened.getByLabel(say('microsoftTest:fault.label')).selectOption(fault);
    await opened.getByRole('button', { name: /admin@demo/ }).click();
  };
  const alert = page.getByRole('alert');

  // Cancelled in the window, by closing the window, or on the page.
  await (await openWindow(page, 'fr')).getByRole('button', { name: say('microsoftTest:cancel') }).click();
  await expect(alert).toHaveText(say('auth:microsoft.cancelled'));
  const closed = await openWindow(page, 'fr');
  await expect(alert).toHaveCount(0);
  await closed.close();
  await expect(alert).toHaveText(say('auth:microsoft.cancelled'));
  const left = await openWindow(page, 'fr');
  const leftCloses = left.waitForEvent('close');
  await page.getByRole('button', { name: say('auth:microsoft.giveUp') }).click();
  await leftCloses;
  await expect(alert).toHaveText(say('auth:microsoft.cancelled'));

  // Other errors of Microsoft are tested in identity.microsoft.outage.test.ts.
  await fails('temporarilyUnavailable');
  await expect(alert).toHaveText(say('errors:auth.microsoftUnavailable'));
  await fails('otherNonce');
  await expect(alert).toHaveText(say('errors:auth.microsoftFailed'));

  // The request to the product fails.
  await page.route('**/auth/microsoft/start', (route) => route.abort());
  const button = page.getByRole('button', { name: say('auth:microsoft.button') });
  await button.click();
  await expect(alert).toHaveText(say('auth:microsoft.networkError'));
  // No empty window stays open.
  await expect.poll(() => page.context().pages().length).toBe(1);
  await page.unroute('**/auth/microsoft/start');

  // The browser blocks popups.
  await page.evaluate(() => {
    window.open = () => null;
  });
  await button.click();
  await expect(alert).toHaveText(say('auth:microsoft.popupBlocked'));
  // Signing in with a password still works.
  await page.getByLabel(say('auth:signIn.email')).fill(person('admin').email);
  await page.getByRole('button', { name: say('common:continue') }).click();
  await expect(page.getByLabel(say('auth:signIn.password'), { exact: true })).toBeVisible();
});

test(`the link to a Microsoft account is removed on the profile; signing in with Microsoft then asks to link it again`, async ({
  page,
}) => {
  const say = sayIn('fr');
  const account = await colleagueOf(person('hr.basic.1'), `unlinks.fr`);
  await openSignIn(page, 'fr');
  await chooseOther(await openWindow(page, 'fr'), 'fr', account.email);
  await page.getByLabel(say('auth:signIn.password'), { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: say('auth:microsoft.link.submit') }).click();
  await expect(insideOf(page)).toBeVisible();

  await page.goto('/settings/profile');
  const line = page.getByRole('listitem').filter({ hasText: say('protection:microsoft.title') });
  await line.getByRole('button', { name: say('protection:microsoft.remove') }).click();
  const dialog = page.getByRole('dialog', { name: say('protection:microsoft.removeTitle') });
  await expect(dialog.getByText(say('protection:microsoft.removeText'))).toBeVisible();
  // Cancelling keeps the link.
  await dialog.getByRole('button', { name: say('common:cancel') }).click();
  await line.getByRole('button', { name: say('protection:microsoft.remove') }).click();
  await dialog.getByRole('button', { name: say('protection:microsoft.remove') }).click();
  await expect(page.getByText(say('protection:microsoft.removed')).first()).toBeVisible();
  await expect(line).toContainText(say('protection:microsoft.off'));

  await page.goto('/icon.svg');
  expect((await page.context().request.post('/auth/sign-out')).status()).toBe(204);
  await page.evaluate(() => localStorage.removeItem('session'));
  await openSignIn(page, 'fr');
  await chooseOther(await openWindow(page, 'fr'), 'fr', account.email);
  await expect(page.getByRole('heading', { name: say('auth:microsoft.link.title') })).toBeVisible();
});

test(`an unknown Microsoft account can ask for access, on a phone; an unverified address reveals no account`, async ({ newBrowser }) => {
  const page = await newBrowser('phone');
  const say = sayIn('fr');
  const address = `nora.${uniqueName().toLowerCase()}@kantoor.example`;
  await openSignIn(page, 'fr');
  // A guest with the planner's address, which is not verified: the page does not reveal that the account exists.
  const guest = await openWindow(page, 'fr');
  await guest.getByRole('button', { name: /planner@demo/ }).click();
  await expect(page.getByRole('heading', { name: say('auth:microsoft.unknown.title') })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await page.getByRole('button', { name: say('auth:microsoft.unknown.back') }).click();
  await chooseOther(await openWindow(page, 'fr'), 'fr', address);
  await page.getByRole('link', { name: say('auth:microsoft.unknown.confirm'), exact: true }).click();

  // The form is filled in with the data from Microsoft.
  const email = page.getByLabel(say('account:signUp.email'));
  await expect(email).toHaveValue(address);
  await expect(page.getByLabel(say('account:signUp.firstName'))).toHaveValue('Nora');
  await expect(email).toHaveAccessibleDescription(say('auth:microsoft.vouched'));
  await page.getByLabel(say('account:signUp.phoneNumber')).fill('0470 12 34 56');
  const asked = page.waitForRequest((request) => request.url().endsWith('/v1/api/sign-ups'));
  await page.getByRole('button', { name: say('account:signUp.submit') }).click();
  expect((await asked).postDataJSON()).toMatchObject({ microsoftTicket: expect.stringMatching(/^[\w-]{43}$/) });
  await expect(page.getByRole('heading', { name: say('account:signUp.sentTitle') })).toBeVisible();

  // A planner confirms the request; after that, signing in with Microsoft works.
  const planner = await newBrowser();
  await enter(planner, person('planner'), 'fr', '/identities');
  await planner.getByRole('row').filter({ hasText: address }).getByRole('link').click();
  await expect(planner.getByText(say('identities:hint.byMicrosoft'))).toBeVisible();
  const id = new URL(planner.url()).pathname.split('/').at(-1);
  const { data } = await askGraphql<{ companies: { nodes: { id: string }[] }; signUp: { version: number } }>(
    planner,
    'query ($id: ID!) { companies(first: 1) { nodes { id } } signUp(id: $id) { version } }',
    { id },
  );
  const { errors } = await askGraphql(
    planner,
    'mutation ($id: ID!, $version: Int!, $input: ConfirmSignUpInput!) { confirmSignUp(id: $id, version: $version, input: $input) { state } }',
    { id, version: data?.signUp.version, input: { companyId: data?.companies.nodes[0]?.id, accesType: 'basic' } },
  );
  expect(errors).toBeUndefined();
  await openSignIn(page, 'fr');
  await chooseOther(await openWindow(page, 'fr'), 'fr', address);
  await expect(page).not.toHaveURL('/');
});
