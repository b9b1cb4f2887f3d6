import { runAs } from '../../apps/server/src/test/sql.ts';
import { askGraphql, companyOf } from '../support/api.ts';
import { colleagueOf } from '../support/companies.ts';
import { answerIssuer, DEMO_PASSWORD, enter, openSignIn, person, sentToSignIn, signIn, visitor } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/**
 * Signing in at a certified OpenID provider, which is only configured (docs/decisions/0026). Tests of sessions that do not depend on the
 * issuer: session.spec.ts.
 */

const say = sayIn('en');

test('a wrong password is refused by the issuer, and starts no session', async ({ page }) => {
  await openSignIn(page, 'en');
  const opened = await answerIssuer(page, person('hr.basic.6'), 'Not-my-password-1234', say);
  await expect(opened.getByRole('alert')).toHaveText('Wrong password');
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: '__Host-session' }));
  // The same window with the right password.
  await opened.getByLabel('Address').fill(person('hr.basic.6').email);
  await opened.getByLabel('Password').fill(DEMO_PASSWORD);
  await opened.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: say('auth:microsoft.link.title') })).toBeVisible();
});

test('the session is renewed without a sign-in, and signing out ends it in every tab', async ({ page, expectedErrors }) => {
  // Requests of the other tab, and those that the open menu sends to preload its entries, may reach the server after the sign-out.
  expectedErrors.push(/401 \(Unauthorized\).*\/(auth\/(sessions|protection)|graphql)/);
  const account = await colleagueOf(person('hr.basic.1'), 'issuer.session');
  await signIn(page, account, 'en', '/reports');
  await expect(page.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
  // On a blank page, so that the application cannot renew the token before the cookie is deleted.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: '__Host-accessToken' });
  const renewed = page.waitForResponse((response) => response.url().endsWith('/auth/session/refresh'));
  const profile = page.waitForRequest((request) => new URL(request.url()).pathname === '/v1/api/profiles/sso');
  await page.goto('/checks');
  expect((await renewed).status()).toBe(200);
  await profile;
  await expect(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/reports');
  await expect(other.getByRole('heading', { level: 1, name: say('reports:list.title') })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(account.lastName) }).click();
  await page.getByRole('menuitem', { name: say('shell:user.logOut') }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: '__Host-accessToken' }));
  await sentToSignIn(other, '/checks');
});

test('a deleted user is signed out, and cannot sign in by the issuer any more', async ({ page, newBrowser, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/, /status code 401/, /sessionEnded/, /Error refreshing profile:/);
  const account = await colleagueOf(person('hr.basic.1'), 'issuer.deleted');
  await signIn(page, account, 'en');
  await page.goto('/checks');
  await expect(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  const administrator = await newBrowser();
  await enter(administrator, person('hr.admin.1'), 'en', '/settings/users');
  const { data } = await askGraphql<{ users: { nodes: { id: string }[] } }>(
    administrator,
    'query ($filter: UserFilter!) { users(filter: $filter) { nodes { id } } }',
    { filter: { companyId: await companyOf(administrator), search: account.email } },
  );
  const { errors } = await askGraphql(
    administrator,
    'mutation ($companyId: ID!, $id: ID!) { deleteUser(companyId: $companyId, id: $id) }',
    { companyId: await companyOf(administrator), id: data?.users.nodes[0]?.id },
  );
  expect(errors).toBeUndefined();
  // The live stream ends, and the page's next request is refused.
  await expect(page).toHaveURL('/');
  await answerIssuer(page, account, DEMO_PASSWORD, say);
  await expect(page.getByRole('heading', { name: say('auth:microsoft.unknown.title') })).toBeVisible();
});

test('an access token of the issuer is accepted as long as the profile is active', async ({ page, certified, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/, /status code 401/, /sessionEnded/, /Error refreshing profile:/);
  if (!certified) throw new Error('This test needs the project with the issuer.');
  const account = await colleagueOf(person('hr.basic.1'), 'issuer.token');
  const database = process.env.E2E_DATABASE_URL ?? '';
  await runAs(database, 'update profiles set issuer = $1, subject = $2 where "userName" = $2', [certified.issuer.issuer, account.email]);
  const token = await certified.issuer.accessToken(account.email);
  await visitor(page, 'en', `/checks?accessToken=${token}`);
  await page.getByRole('button', { name: say('auth:handoff.continueUnknown') }).click();
  await expect(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  const asked = async () =>
    (await page.context().request.get('/v1/api/profiles', { headers: { authorization: `Bearer ${token}` } })).status();
  expect(await asked()).toBe(200);
  await runAs(database, 'update profiles set "disabledAt" = now() where "userName" = $1', [account.email]);
  await expect.poll(asked).toBe(401);
});
