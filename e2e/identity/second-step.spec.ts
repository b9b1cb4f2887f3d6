import { RECOVERY_CODES } from '@checkwell/domain/identity/second-step';
import type { Page } from '@playwright/test';
import { totpCode } from '../../apps/server/src/test/authenticator.ts';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { colleagueOf, found } from '../support/companies.ts';
import { expectFieldError } from '../support/fields.ts';
import { DEMO_PASSWORD, enter, insideOf, openSignIn, type Person, person, signIn } from '../support/people.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/**
 * The second step of a sign-in, and passkeys (docs/decisions/0018). Refusals of the server are tested in
 * modules/identity/second-step/second-step.attacks.test.ts.
 */

/** The code of the next interval, because a code works only once. */
const nextCode = (secret: string): string => totpCode(secret, new Date(Date.now() + 30_000));

/** Moves the sign-in back by six minutes, so that it no longer counts as a recent one. */
const signedInLongAgo = ({ email }: Pick<Person, 'email'>): Promise<unknown> =>
  runAs(
    process.env.E2E_DATABASE_URL ?? '',
    `update auth.sessions s set "createdAt" = s."createdAt" - interval '6 minutes' from auth.users u where u.id = s."userId" and u.email = $1`,
    [email],
  );

/** Sets up an authenticator app in the open dialog. @param password whether the dialog asks for it @returns the secret and the recovery codes */
async function setUpApp(page: Page, say: Say, password = false): Promise<{ secret: string; codes: readonly string[] }> {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(say('protection:password'));
  if (password) await field.fill(DEMO_PASSWORD);
  else await expect(field).toHaveCount(0);
  await dialog.getByRole('button', { name: say('common:continue') }).click();
  await expect(dialog.getByRole('img', { name: say('protection:totp.qr') })).toBeVisible();
  const secret = (await dialog.getByLabel(say('protection:totp.secret')).inputValue()).replaceAll(' ', '');
  const code = dialog.getByLabel(say('protection:totp.code'));
  await code.fill('000000');
  await dialog.getByRole('button', { name: say('protection:totp.confirm') }).click();
  await expectFieldError(code, say('errors:auth.codeInvalid'));
  await code.fill(totpCode(secret, new Date()));
  await dialog.getByRole('button', { name: say('protection:totp.confirm') }).click();
  return { secret, codes: await keepCodes(page, say) };
}

async function keepCodes(page: Page, say: Say): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog', { name: say('protection:recovery.shownTitle') });
  const shown = dialog.getByRole('list', { name: say('protection:recovery.list') }).getByRole('listitem');
  await expect(shown).toHaveCount(RECOVERY_CODES.count);
  const codes = await shown.allTextContents();
  await dialog.getByRole('button', { name: say('protection:recovery.done') }).click();
  await expect(dialog).toHaveCount(0);
  return codes;
}

/** Signs out on a page without the application, which would navigate. */
async function leave(page: Page): Promise<void> {
  await page.goto('/icon.svg');
  expect((await page.context().request.post('/auth/sign-out')).status()).toBe(204);
  await page.evaluate(() => localStorage.removeItem('session'));
}

const REFUSED = /422 \(Unprocessable.*\/auth\/(second-step|protection)/;

test(`an authenticator app is set up, asked for at the next sign-in, and replaced once by a recovery code`, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED);
  const say = sayIn('fr');
  const account = await colleagueOf(person('hr.basic.1'), `second.step.fr`);
  await enter(page, account, 'fr', '/icon.svg');
  await signedInLongAgo(account);
  await page.goto('/settings/profile');
  const line = page.getByRole('listitem').filter({ hasText: say('protection:totp.title') });
  await line.getByRole('button', { name: say('protection:totp.add') }).click();
  const password = page.getByRole('dialog').getByLabel(say('protection:password'));
  await password.fill('Not-my-password-1234');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('common:continue') })
    .click();
  await expectFieldError(password, say('common:wrongPassword'));
  const { secret, codes } = await setUpApp(page, say, true);
  await expect(line.getByRole('button', { name: say('protection:totp.remove') })).toBeVisible();
  await expect(page.getByText(say('protection:recovery.left', { count: RECOVERY_CODES.count }))).toBeVisible();

  await leave(page);
  await signIn(page, account, 'fr');
  await expect(page.getByText(say('auth:secondStep.totp'))).toBeVisible();
  const code = page.getByLabel(say('auth:secondStep.code'), { exact: true });
  await expect(code).toBeFocused();
  const confirm = page.getByRole('button', { name: say('auth:secondStep.submit') });
  await confirm.click();
  await expectFieldError(code, say('validation:required'));
  await code.fill('000000');
  await confirm.click();
  await expectFieldError(code, say('errors:auth.codeInvalid'));
  await code.fill(nextCode(secret));
  await confirm.click();
  await expect(insideOf(page)).toBeVisible();

  await leave(page);
  await signIn(page, account, 'fr');
  await page.getByRole('button', { name: say('auth:secondStep.toRecovery') }).click();
  const recovery = page.getByLabel(say('auth:secondStep.recoveryCode'), { exact: true });
  await recovery.fill('AAAAA-AAAAA');
  await page.getByRole('button', { name: say('auth:secondStep.submit') }).click();
  await expectFieldError(recovery, say('errors:auth.codeInvalid'));
  await recovery.fill(codes[0]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: say('auth:secondStep.submit') }).click();
  await expect(insideOf(page)).toBeVisible();
  await page.goto('/settings/profile');
  await expect(page.getByText(say('protection:recovery.left', { count: RECOVERY_CODES.count - 1 }))).toBeVisible();
  await line.getByRole('button', { name: say('protection:totp.remove') }).click();
  const dialog = page.getByRole('dialog', { name: say('protection:totp.removeTitle') });
  // After a recent sign-in no password is needed.
  await expect(dialog.getByLabel(say('protection:password'))).toHaveCount(0);
  await dialog.getByRole('button', { name: say('protection:totp.remove') }).click();
  await expect(page.getByText(say('protection:totp.off'))).toBeVisible();
});

test(`a passkey is added and renamed, signs in without a password, and is removed`, async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED);
  const say = sayIn('fr');
  const account = await colleagueOf(person('hr.basic.1'), `passkey.fr`);
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enter(page, account, 'fr', '/settings/profile');
  await page.getByRole('button', { name: say('protection:passkeys.add') }).click();
  const adding = page.getByRole('dialog', { name: say('protection:passkeys.addTitle') });
  await adding.getByRole('button', { name: say('common:continue') }).click();
  await expectFieldError(adding.getByLabel(say('protection:passkeys.name')), say('validation:required'));
  await adding.getByLabel(say('protection:passkeys.name')).fill('Laptop');
  await adding.getByRole('button', { name: say('common:continue') }).click();
  await keepCodes(page, say);
  await page.getByRole('button', { name: `${say('protection:passkeys.rename')}: Laptop` }).click();
  const naming = page.getByRole('dialog', { name: say('protection:passkeys.renameTitle') });
  await naming.getByLabel(say('protection:passkeys.name')).fill('Work laptop');
  await naming.getByRole('button', { name: say('common:save') }).click();
  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible();

  await leave(page);
  await openSignIn(page, 'fr');
  await page.getByRole('button', { name: say('auth:passkey.button') }).click();
  await expect(insideOf(page)).toBeVisible();

  // After a password, the passkey is the second step.
  await leave(page);
  await signIn(page, account, 'fr');
  await expect(page.getByText(say('auth:secondStep.passkey'))).toBeVisible();
  await page.getByRole('button', { name: say('auth:secondStep.toPasskey') }).click();
  await expect(insideOf(page)).toBeVisible();

  await page.goto('/settings/profile');
  await page.getByRole('button', { name: `${say('protection:passkeys.remove')}: Work laptop` }).click();
  const dialog = page.getByRole('dialog', { name: say('protection:passkeys.removeTitle', { name: 'Work laptop' }) });
  // The sign-in is no longer recent when the dialog is submitted: it asks for the password then.
  await signedInLongAgo(account);
  await dialog.getByRole('button', { name: say('protection:passkeys.remove') }).click();
  const password = dialog.getByLabel(say('protection:password'));
  await expectFieldError(password, say('validation:passwordConfirmLink'));
  await password.fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: say('protection:passkeys.remove') }).click();
  await expect(page.getByText('Work laptop', { exact: true })).toHaveCount(0);
});

test(`if the company requires a second step, it must be set up before any other screen opens`, async ({ page, expectedErrors }) => {
  // Other requests are refused until then, which the browser logs.
  expectedErrors.push(REFUSED, /403 \(Forbidden/, /Error refreshing profile:.*secondStepRequired/, /status code 403/);
  const say = sayIn('fr');
  const account = await colleagueOf(person('hr.basic.1'), `required.step.fr`);
  await found(account);
  await enter(page, account, 'fr', '/settings/company');
  const choice = page.getByRole('switch', { name: say('settings:secondStep.label') });
  await expect(choice).not.toBeChecked();
  await choice.click();
  // The administrator who requires it needs it too.
  await expect(page.getByRole('heading', { level: 1, name: say('protection:setUp.title') })).toBeVisible();
  await page.goto('/checks');
  await expect(page.getByRole('heading', { level: 1, name: say('protection:setUp.title') })).toBeVisible();
  await page.getByRole('button', { name: say('protection:totp.addTitle') }).click();
  await setUpApp(page, say);
  await expect(page).toHaveURL(/\/checks/);
  await expect(insideOf(page)).toBeVisible();
  await page.goto('/settings/profile');
  await expect(page.getByText(say('protection:required'))).toBeVisible();
});

test('a team member resets the lost second step of a colleague, with a reason and their own second step', async ({
  page,
  newBrowser,
  expectedErrors,
}) => {
  expectedErrors.push(/(409 \(Conflict|422 \(Unprocessable).*\/auth\//, /401 \(Unauthorized/, /status code 401/, /sessionEnded/);
  const say = sayIn('en');
  const account = await colleagueOf(person('planner'), 'helps');
  const lost = await colleagueOf(person('planner2'), 'lost');
  const theirs = await newBrowser();
  await enter(theirs, lost, 'en', '/settings/profile');
  const add = (of: Page) => of.getByRole('listitem').filter({ hasText: say('protection:totp.title') });
  await add(theirs)
    .getByRole('button', { name: say('protection:totp.add') })
    .click();
  await setUpApp(theirs, say);

  await enter(page, account, 'en', '/settings/profile');
  await add(page)
    .getByRole('button', { name: say('protection:totp.add') })
    .click();
  const { secret } = await setUpApp(page, say);
  await signedInLongAgo(account);
  await page.goto('/team');
  await page.getByRole('searchbox', { name: say('settings:team.search') }).fill(lost.email);
  const row = page.getByRole('row').filter({ hasText: lost.email });
  await expect(row).toContainText(say('settings:users.removeSecondStep.badge'));
  // Waits for the filtered list, because a menu that opens before would be misplaced.
  await expect(page.getByRole('table').filter({ has: row }).getByRole('row')).toHaveCount(2);
  await row.getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) }).click();
  await page.getByRole('menuitem', { name: say('settings:users.removeSecondStep.action') }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: say('settings:users.removeSecondStep.action') });
  const reason = dialog.getByLabel(say('settings:users.removeSecondStep.reason'));
  await submit.click();
  await expectFieldError(reason, say('validation:reasonRequired'));
  await reason.fill('Called back on the number in the staff list');
  await submit.click();
  const code = dialog.getByLabel(say('settings:users.removeSecondStep.code'));
  await expectFieldError(code, say('errors:auth.proofNeeded'));
  await expect(code).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await code.fill('000000');
  await submit.click();
  await expectFieldError(code, say('errors:auth.codeInvalid'));
  await expect(reason).toHaveValue('Called back on the number in the staff list');
  await code.fill(nextCode(secret));
  await submit.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(say('settings:users.removeSecondStep.done')).first()).toBeVisible();
  await expect(page.getByText(say('settings:users.removeSecondStep.badge'), { exact: true })).toHaveCount(0);

  // The colleague is signed out, and must reset the password by mail.
  await expect(theirs).toHaveURL('/');
  await theirs.getByLabel(say('auth:signIn.email')).fill(lost.email);
  await theirs.getByRole('button', { name: say('common:continue') }).click();
  await theirs.getByLabel(say('auth:signIn.password'), { exact: true }).fill(DEMO_PASSWORD);
  await theirs.getByRole('button', { name: say('auth:signIn.submit'), exact: true }).click();
  await expect(theirs.getByText(say('errors:auth.passwordResetRequired'))).toBeVisible();
});
