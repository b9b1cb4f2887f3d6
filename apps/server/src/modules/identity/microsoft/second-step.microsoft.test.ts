import { randomUUID } from 'node:crypto';
import { TEST_TENANT, type TestPerson } from '@checkwell/stand-ins/microsoft/people';
import { decodeJwt } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '../../../test/authenticator.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { inBothOrders } from '../../../test/race.ts';
import { type Browser, makeUser, PASSWORD } from '../../../test/servers/identity-app.ts';
import { MICROSOFT_PUBLIC_URL, signInWithMicrosoft, testIssuer } from '../../../test/servers/microsoft.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

/** Microsoft beside the second step of the product (docs/decisions/0018): neither goes around the other. */

const database = await testDatabase();
const { owner } = database;
const clock = testClock();
/** Whoever Microsoft asks for two steps. */
const careful: TestPerson[] = [];
const issuer = await testIssuer(clock, TEST_TENANT, careful);
const app = await serverApp(database, { clock, config: { publicUrl: MICROSOFT_PUBLIC_URL, microsoft: issuer.registration } });
afterAll(() => issuer.stop());
beforeEach(() => owner('delete from auth.throttles'));

const codeOf = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code;

async function addTotp(browser: Browser): Promise<string> {
  const started = await browser.send('POST', '/auth/protection/totp/start', { password: PASSWORD });
  const { ticket, secret } = started.json<{ ticket: string; secret: string }>();
  const { statusCode } = await browser.send('POST', '/auth/protection/totp/confirm', { ticket, code: totpCode(secret, clock.now()) });
  expect(statusCode).toBe(200);
  clock.advance({ seconds: 60 });
  return secret;
}

/** An account with an authenticator app. @param twoSteps whether Microsoft asks for two steps itself */
async function makePerson({ twoSteps = false, linked = true } = {}) {
  const email = `ms-${randomUUID()}@example.be`;
  const user = await makeUser(database, app.services.identity, { email });
  careful.push({ email, firstName: 'An', lastName: 'Peeters', vouched: true, tenantId: TEST_TENANT, multiFactor: twoSteps });
  const enter = (browser: Browser) => signInWithMicrosoft(browser, { email, listed: true });
  const home = app.browser();
  if (linked) {
    const { ticket } = (await enter(home)).json<{ ticket: string }>();
    expect((await home.send('POST', '/auth/microsoft/link', { ticket, password: PASSWORD })).statusCode).toBe(200);
  } else await home.signIn(email);
  return { ...user, enter, home };
}

const linksOf = (subject: string) => owner(`select 1 from auth.accounts where "userId" = $1 and "providerId" = 'microsoft'`, [subject]);

describe('an account with a second step', () => {
  test('is asked for it after Microsoft, which asked for one step', async () => {
    const { home, enter, subject } = await makePerson();
    const secret = await addTotp(home);
    const browser = app.browser();
    const outcome = (await enter(browser)).json<{ outcome: string; ticket: string; methods: string[] }>();
    expect(outcome).toEqual({ outcome: 'secondStep', ticket: expect.any(String), methods: ['totp', 'recovery'] });
    expect(browser.token).toBe('');
    const { ticket } = outcome;
    expect(codeOf(await browser.send('POST', '/auth/second-step', { ticket, code: '000000' }))).toBe('auth.codeInvalid');
    const answer = await browser.send('POST', '/auth/second-step', { ticket, code: totpCode(secret, clock.now()) });
    expect(answer.statusCode).toBe(200);
    expect(decodeJwt(browser.token)).toMatchObject({ sub: subject, provider: 'microsoft' });
  });

  test('is not asked again where Microsoft asked for two', async () => {
    const { home, enter } = await makePerson({ twoSteps: true });
    await addTotp(home);
    const browser = app.browser();
    expect((await enter(browser)).json()).toMatchObject({ outcome: 'signedIn' });
    expect((await browser.send('GET', '/v1/api/profiles')).statusCode).toBe(200);
  });

  test('is linked only once both steps are taken, also when Microsoft asked for two', async () => {
    const { home, enter, subject } = await makePerson({ twoSteps: true, linked: false });
    const secret = await addTotp(home);
    const browser = app.browser();
    const { ticket } = (await enter(browser)).json<{ ticket: string }>();
    const answer = await browser.send('POST', '/auth/microsoft/link', { ticket, password: PASSWORD });
    const { secondStep } = answer.json<{ secondStep: { ticket: string } }>();
    expect(browser.token).toBe('');
    expect(await linksOf(subject)).toEqual([]);
    // Whoever knows the password alone has won nothing.
    expect((await enter(app.browser())).json()).toMatchObject({ outcome: 'link' });
    const code = totpCode(secret, clock.now());
    expect((await browser.send('POST', '/auth/second-step', { ticket: secondStep.ticket, code })).statusCode).toBe(200);
    expect(await linksOf(subject)).toHaveLength(1);
    expect((await enter(app.browser())).json()).toMatchObject({ outcome: 'signedIn' });
  });

  test('is not linked when the ticket of Microsoft is over by the time of the second step', async () => {
    const { home, enter, subject } = await makePerson({ linked: false });
    const secret = await addTotp(home);
    const browser = app.browser();
    const { ticket } = (await enter(browser)).json<{ ticket: string }>();
    clock.advance({ minutes: 4 });
    const answer = await browser.send('POST', '/auth/microsoft/link', { ticket, password: PASSWORD });
    const { secondStep } = answer.json<{ secondStep: { ticket: string } }>();
    clock.advance({ minutes: 2 });
    const code = totpCode(secret, clock.now());
    expect(codeOf(await browser.send('POST', '/auth/second-step', { ticket: secondStep.ticket, code }))).toBe('auth.microsoftLinkFailed');
    expect(await linksOf(subject)).toEqual([]);
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  });
});

test('where everyone must have a second step, two steps at Microsoft are one', async () => {
  const [one, two] = [await makePerson(), await makePerson({ twoSteps: true })];
  for (const { companyId } of [one, two]) await owner('update companies set "secondStepRequired" = true where id = $1', [companyId]);
  const [half, whole] = [app.browser(), app.browser()];
  expect((await one.enter(half)).json()).toMatchObject({ outcome: 'signedIn' });
  expect(codeOf(await half.send('GET', '/v1/api/profiles'))).toBe('auth.secondStepRequired');
  expect((await two.enter(whole)).json()).toMatchObject({ outcome: 'signedIn' });
  expect((await whole.send('GET', '/v1/api/profiles')).statusCode).toBe(200);
});

describe('removing the link', () => {
  const remove = (browser: Browser, body: object = { password: PASSWORD }) =>
    browser.send('POST', '/auth/protection/microsoft/remove', body);

  test('needs the password; from then on Microsoft opens nothing, and the owner is notified of both', async () => {
    const { home, enter, subject, email } = await makePerson();
    expect((await home.send('GET', '/auth/protection')).json()).toMatchObject({ microsoftSince: expect.any(String) });
    // Whoever has just signed in needs none.
    app.clock.advance({ minutes: 6 });
    expect(codeOf(await remove(home, {}))).toBe('auth.invalidCredentials');
    expect(codeOf(await remove(home, { password: 'Not-my-password-1234' }))).toBe('auth.invalidCredentials');
    expect(await linksOf(subject)).toHaveLength(1);
    expect((await remove(home)).statusCode).toBe(204);
    expect(await linksOf(subject)).toEqual([]);
    expect((await home.send('GET', '/auth/protection')).json()).toMatchObject({ microsoftSince: null });
    expect((await enter(app.browser())).json()).toMatchObject({ outcome: 'link' });
    expect(codeOf(await remove(home))).toBe('entity.notFound');
    const mails = await owner<{ subject: string; language: string }>(
      'select subject, language from mails where recipient = $1 order by id',
      [email],
    );
    expect(mails).toEqual([
      { subject: 'Uw Microsoft-account is gekoppeld', language: 'nl' },
      { subject: 'De koppeling met Microsoft is verwijderd', language: 'nl' },
    ]);
  });

  test('ends a sign-in with Microsoft that waits for its second step', async () => {
    const { home, enter } = await makePerson();
    const secret = await addTotp(home);
    const browser = app.browser();
    const { ticket } = (await enter(browser)).json<{ ticket: string }>();
    expect((await remove(home)).statusCode).toBe(204);
    const answer = await browser.send('POST', '/auth/second-step', { ticket, code: totpCode(secret, clock.now()) });
    expect(codeOf(answer)).toBe('auth.secondStepExpired');
  });

  test('ends the sessions that Microsoft opened, and no other', async () => {
    const { home, enter, email } = await makePerson();
    const [byMicrosoft, byPassword] = [app.browser(), app.browser()];
    expect((await enter(byMicrosoft)).json()).toMatchObject({ outcome: 'signedIn' });
    await byPassword.signIn(email);
    expect((await remove(home)).statusCode).toBe(204);
    expect(codeOf(await byMicrosoft.send('GET', '/v1/api/profiles'))).toBe('auth.sessionEnded');
    for (const browser of [home, byPassword]) expect((await browser.send('GET', '/v1/api/profiles')).statusCode).toBe(200);
  });

  inBothOrders('and a sign-in with Microsoft at the same moment leave no session', database, async (race) => {
    const { home, enter, subject } = await makePerson();
    const browser = app.browser();
    await race(
      { sql: 'select from auth.users where id = $1 for update', values: [subject] },
      () => remove(home),
      () => enter(browser),
    );
    expect((await browser.send('GET', '/v1/api/profiles')).statusCode).not.toBe(200);
  });

  test('is refused to an account without password, which would be shut out', async () => {
    const { home, subject } = await makePerson();
    await owner('update auth.accounts set password = null where "userId" = $1', [subject]);
    expect(codeOf(await remove(home, {}))).toBe('auth.lastWayIn');
    expect(await linksOf(subject)).toHaveLength(1);
  });
});
