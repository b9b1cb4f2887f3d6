import { randomUUID } from 'node:crypto';
import { IDENTITY_PROMISE_MINUTES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { ACCOUNT_LINK_LIFE } from '@checkwell/domain/identity/account-link';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { askGraphql, companyOf } from '../support/api.ts';
import { colleagueOf } from '../support/companies.ts';
import { expectFieldError, fieldOf } from '../support/fields.ts';
import { choose, linkIn } from '../support/links.ts';
import { mailOf } from '../support/mails.ts';
import { DEMO_PASSWORD, enter, openSignIn, person, signInWith, visitor } from '../support/people.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Password reset, invitations and sign-up (specification, sections 1, 2, 5, 8 and 9). Mails are read in the mailbox of the demo. */

const FIRST_PASSWORD = 'Kanaal fiets 7-4-9 lamp';
const NEXT_PASSWORD = 'Andere zin 8-5-2 boom';
const newEmail = (language: InterfaceLanguage): string => `${language}-${randomUUID().slice(0, 8)}@e2e.example`;

test(`an invited colleague chooses a password, forgets it and gets back in`, async ({ page, apiSession, newBrowser, expectedErrors }) => {
  test.slow();
  expectedErrors.push(/422 \(Unprocessable.*\/auth\/password\/(reset|link)/, /401 \(Unauthorized\)/);
  const say = sayIn('nl');
  const email = newEmail('nl');
  await enter(page, person('admin'), 'nl', '/settings/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const companyId = await companyOf(page);
  const input = {
    firstName: 'Nele',
    lastName: 'De Clercq',
    email,
    phoneNumber: '0470 12 34 56',
    accesType: 'basic',
    languages: ['nl'],
  };
  const { errors } = await askGraphql(
    page,
    'mutation ($companyId: ID!, $input: UserInput!) { createUser(companyId: $companyId, input: $input) { id } }',
    { companyId, input },
  );
  expect(errors ?? []).toEqual([]);
  await page.goto(`/settings/users?q=${email}`);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText(say('settings:users.invited'));
  await row.getByRole('button').last().click();
  const answer = page.waitForResponse((response) => response.request().postData()?.includes('"InviteUserAgain"') ?? false);
  await page.getByRole('menuitem', { name: say('common:inviteAgain') }).click();
  expect(await (await answer).json(), 'response of the server').not.toHaveProperty('errors');
  await expect(page.getByText(say('settings:users.invitedAgain'))).toBeVisible();

  const planner = await apiSession(person('planner'));
  const invitation = await mailOf(planner, email, say('accountMails:invitation.subject'));
  expect(invitation.plainText).toContain(say('accountMails:days', { days: ACCOUNT_LINK_LIFE.days }));
  const phone = await visitor(await newBrowser('phone'), 'nl', linkIn(invitation));
  await expect(phone.getByRole('heading', { level: 1, name: say('account:reset.invitationTitle') })).toBeVisible();
  await expect(phone.getByText(email)).toBeVisible();
  const password = fieldOf(phone, say('account:reset.password'));
  const confirmation = fieldOf(phone, say('account:reset.confirmation'));
  const save = phone.getByRole('button', { name: say('account:reset.submit') });
  await save.click();
  await expectFieldError(password, say('validation:passwordRule', { min: 12, digits: 3 }));
  await expectFieldError(confirmation, say('validation:required'));
  await password.fill('Welkom 12');
  const special = phone.getByRole('listitem').filter({ hasText: say('account:passwordParts.part.special') });
  await expect(special).toContainText(say('account:passwordParts.met'));
  const digits = phone.getByRole('listitem').filter({ hasText: say('account:passwordParts.part.digits', { digits: 3 }) });
  await expect(digits).toContainText(say('account:passwordParts.unmet'));
  await password.fill('Welkom123456!');
  await confirmation.fill('Welkom123456?');
  await save.click();
  await expectFieldError(confirmation, say('validation:passwordMismatch'));
  await confirmation.fill('Welkom123456!');
  await save.click();
  await expectFieldError(password, say('errors:auth.passwordBreached'));
  await choose(phone, email, FIRST_PASSWORD, say);
  await page.reload();
  await expect(row).not.toContainText(say('settings:users.invited'));

  // Later, in another browser.
  const desk = await newBrowser();
  await openSignIn(desk, 'nl');
  await desk.getByLabel(say('auth:signIn.email')).fill(email);
  await desk.getByRole('button', { name: say('common:continue') }).click();
  await desk.getByRole('link', { name: say('auth:signIn.forgotPassword') }).click();
  await expect(desk.getByRole('heading', { level: 1, name: say('account:forgot.title') })).toBeVisible();
  await expect(fieldOf(desk, say('auth:signIn.email'))).toHaveValue(email);
  await desk.getByRole('button', { name: say('account:forgot.submit') }).click();
  await expect(desk.getByRole('heading', { level: 1, name: say('account:forgot.sentTitle') })).toBeFocused();
  const link = linkIn(await mailOf(planner, email, say('accountMails:reset.subject')));
  await desk.goto(link);
  await choose(desk, email, NEXT_PASSWORD, say);
  await mailOf(planner, email, say('accountMails:changed.subject'));
  // All other sessions of the account have ended.
  await expect(phone).toHaveURL('/');
  await expect(phone.getByText(say('errors:auth.sessionEnded'))).toBeVisible();

  // The link works only once.
  const later = await visitor(await newBrowser('phone'), 'nl', link);
  await expect(later.getByRole('heading', { level: 1, name: say('account:reset.invalidTitle') })).toBeVisible();
  await later.getByRole('link', { name: say('account:reset.requestNew') }).click();
  await expect(later.getByRole('heading', { level: 1, name: say('account:forgot.title') })).toBeVisible();
});

test(`a request for access leads to a confirmed identity and a first sign-in`, async ({ page, newBrowser }) => {
  test.slow();
  const say = sayIn('nl');
  const email = newEmail('nl');
  const name = `Amal ${randomUUID().slice(0, 6)}`;
  await enter(page, person('planner'), 'nl', '/identities');
  await expect(page.getByRole('heading', { level: 1, name: say('identities:title') })).toBeVisible();
  await expect(page.getByText(say('identities:figure.promise', { minutes: IDENTITY_PROMISE_MINUTES })).first()).toBeVisible();

  const phone = await visitor(await newBrowser('phone'), 'nl', '/');
  await phone.getByRole('link', { name: say('auth:signIn.confirmIdentity') }).click();
  await expect(phone.getByRole('heading', { level: 1, name: say('account:signUp.title') })).toBeVisible();
  await phone.getByRole('button', { name: say('account:signUp.submit') }).click();
  const field = (label: Parameters<Say>[0]) => fieldOf(phone, say(label));
  await expectFieldError(field('account:signUp.firstName'), say('validation:firstNameRequired'));
  await expectFieldError(field('account:signUp.lastName'), say('validation:lastNameRequired'));
  await expectFieldError(field('account:signUp.email'), say('validation:emailRequired'));
  await expectFieldError(field('account:signUp.phoneNumber'), say('validation:phoneRequired'));
  await field('account:signUp.email').fill('amal');
  await field('account:signUp.phoneNumber').fill('12');
  await phone.getByRole('button', { name: say('account:signUp.submit') }).click();
  await expectFieldError(field('account:signUp.email'), say('validation:emailFormat'));
  await expectFieldError(field('account:signUp.phoneNumber'), say('validation:phoneFormat'));
  await field('account:signUp.firstName').fill(name);
  await field('account:signUp.lastName').fill('Benali');
  // The draft survives a reload.
  await phone.reload();
  await expect(field('account:signUp.firstName')).toHaveValue(name);
  await field('account:signUp.email').fill(email);
  await field('account:signUp.phoneNumber').fill('0470 12 34 56');
  await field('account:signUp.companyName').fill('Brouwerij De Linde');
  await phone.getByRole('button', { name: say('account:signUp.submit') }).click();
  await expect(phone.getByRole('heading', { level: 1, name: say('account:signUp.sentTitle') })).toBeFocused();
  await expect(phone.getByText(say('account:signUp.sentText', { minutes: IDENTITY_PROMISE_MINUTES, email }))).toBeVisible();

  // The request appears in the queue without a reload.
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} Benali` })).toBeVisible();
  await page.getByRole('button', { name: say('identities:confirm') }).click();
  await expect(page.getByText(say('validation:companyRequired'))).toBeVisible();
  const company = page.getByRole('radio', { name: /Brouwerij De Linde/ });
  await expect(company).toHaveAccessibleDescription(new RegExp(say('identities:reason.byName')));
  await company.check();
  await page.getByRole('button', { name: say('identities:confirm') }).click();
  await expect(page.getByText(say('identities:outcome.Confirmed', { company: 'Brouwerij De Linde' }))).toBeVisible();
  // The median time is shown next to the promised time.
  await page.goto('/identities');
  const figure = page.locator('dl > *').filter({ hasText: say('identities:figure.median') });
  await expect(figure).toContainText(say('identities:figure.promise', { minutes: IDENTITY_PROMISE_MINUTES }));
  await expect(async () => {
    const { data } = await askGraphql<{ signUpFigures: { medianMinutes: number; decided: number } }>(
      page,
      '{ signUpFigures { medianMinutes decided } }',
    );
    expect(data?.signUpFigures.decided).toBeGreaterThan(0);
    await page.reload();
    await expect(figure.locator('dd').first()).toHaveText(`${data?.signUpFigures.medianMinutes}min`, { timeout: 5000 });
  }).toPass();

  await phone.goto(linkIn(await mailOf(page, email, say('accountMails:invitation.subject'))));
  await expect(phone.getByRole('heading', { level: 1, name: say('account:reset.invitationTitle') })).toBeVisible();
  await choose(phone, email, FIRST_PASSWORD, say);
});

test(`a migrated account gets one mail after its right password, resets once, and signs in`, async ({
  page,
  apiSession,
  expectedErrors,
}) => {
  expectedErrors.push(/409 \(Conflict\).*\/auth\/sign-in/, /422 \(Unprocessable.*\/auth\/sign-in/);
  const say = sayIn('nl');
  const { email } = await colleagueOf(person('hr.basic.10'), `migrated.nl`);
  const database = process.env.E2E_DATABASE_URL ?? '';
  await runAs(database, 'update auth.users set "passwordResetRequired" = true where email = $1', [email]);
  // The mail is in the recipient's language.
  await runAs(database, 'update profiles set language = $1 where "userName" = $2', ['nl', email]);
  const planner = await apiSession(person('planner'));
  await openSignIn(page, 'nl');
  await signInWith(page, email, 'Not-my-password-1234', say);
  await expect(page.getByText(say('errors:auth.invalidCredentials'))).toBeVisible();
  const password = page.getByLabel(say('auth:signIn.password'), { exact: true });
  const submit = page.getByRole('button', { name: say('auth:signIn.submit'), exact: true });
  for (let time = 0; time < 2; time += 1) {
    await password.fill(DEMO_PASSWORD);
    await submit.click();
    await expect(page.getByText(say('errors:auth.passwordResetRequired'))).toBeVisible();
  }
  const mail = await mailOf(planner, email, say('accountMails:migration.subject'));
  const { data } = await askGraphql<{ mails: { nodes: readonly { subject: string }[] } }>(
    planner,
    'query ($search: String) { mails(search: $search, first: 20) { nodes { subject } } }',
    { search: email },
  );
  expect(data?.mails.nodes.filter(({ subject }) => subject === mail.subject)).toHaveLength(1);
  await page.goto(linkIn(mail));
  await choose(page, email, NEXT_PASSWORD, say);
});
