import { randomUUID } from 'node:crypto';
import { FORGERIES, type TestFault } from '@checkwell/stand-ins/microsoft/faults';
import { TEST_TENANT } from '@checkwell/stand-ins/microsoft/people';
import { decodeJwt } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { isOneIn, nightly } from '../../../test/nightly.ts';
import { inBothOrders } from '../../../test/race.ts';
import { closeAccount, makeUser, PASSWORD, testApp } from '../../../test/servers/identity-app.ts';
import { askMicrosoft, choose, MICROSOFT_PUBLIC_URL, signInWithMicrosoft, testIssuer } from '../../../test/servers/microsoft.ts';

/** Signing in with Microsoft against an issuer that answers as Entra ID does, and every attack on it that we know (issue 4). */

const database = await testDatabase();
const clock = testClock();
const issuer = await testIssuer(clock);
const config = { ...database.config, publicUrl: MICROSOFT_PUBLIC_URL, microsoft: issuer.registration };
const app = await testApp(database, { clock, config });
afterAll(async () => {
  await app.close();
  await issuer.stop();
});
beforeEach(() => database.owner('delete from auth.throttles'));

const codeOf = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code;
const newAddress = () => `ms-${randomUUID()}@example.be`;
const linksOf = (subject: string) =>
  database.owner<{ accountId: string }>(`select "accountId" from auth.accounts where "userId" = $1 and "providerId" = 'microsoft'`, [
    subject,
  ]);
const sessionsOf = (subject: string) =>
  database.owner<{ provider: string }>('select provider from auth.sessions where "userId" = $1', [subject]);
const link = (browser: ReturnType<typeof app.browser>, ticket: string, password = PASSWORD) =>
  browser.send('POST', '/auth/microsoft/link', { ticket, password });

/** An account and the ticket to link its Microsoft namesake. */
async function beforeLink(overrides: Parameters<typeof makeUser>[2] = {}) {
  const user = await makeUser(database, app.identity, { email: newAddress(), ...overrides });
  const browser = app.browser();
  const response = await signInWithMicrosoft(browser, { email: user.email });
  expect(response.json()).toEqual({ outcome: 'link', email: user.email, ticket: expect.any(String) });
  return { ...user, browser, ticket: response.json<{ ticket: string }>().ticket };
}

/** An account that is linked, with nobody signed in. */
async function linkedUser() {
  const { browser, ticket, ...user } = await beforeLink();
  expect((await link(browser, ticket)).statusCode).toBe(200);
  await browser.send('POST', '/auth/sign-out');
  return user;
}

describe('signing in', () => {
  test('links once by password, and from then on Microsoft alone signs in', async () => {
    const { email, subject, profileId, browser, ticket } = await beforeLink();
    expect(browser.token).toBe('');
    expect(await linksOf(subject)).toEqual([]);
    expect((await link(browser, ticket)).statusCode).toBe(200);
    expect((await browser.send('GET', '/who')).json()).toMatchObject({ profileId });
    expect(decodeJwt(browser.token)).toMatchObject({ provider: 'microsoft', sub: subject });
    expect((await browser.send('GET', '/v1/api/profiles/sso?language=nl')).json()).toMatchObject({ userName: email });
    const [row] = await linksOf(subject);
    expect(row?.accountId).toMatch(new RegExp(`^https://microsoft-test\\.invalid/${TEST_TENANT}/v2\\.0#[0-9a-f-]{36}$`));

    const elsewhere = app.browser();
    expect((await signInWithMicrosoft(elsewhere, { email })).json()).toMatchObject({ outcome: 'signedIn' });
    expect((await elsewhere.send('GET', '/who')).json()).toMatchObject({ profileId });
    expect((await elsewhere.send('POST', '/auth/identify', { email })).json().methods).toEqual(['password', 'microsoft']);
    const actions = await database.owner<{ action: string }>('select action from access_log where "profileId" = $1 order by id', [
      profileId,
    ]);
    expect(actions.map(({ action }) => action)).toEqual(['auth.signIn', 'auth.microsoftLinked', 'auth.microsoftSignIn']);
  });

  test('sends everything that Entra ID needs, and nothing that it should not see', async () => {
    const browser = app.browser();
    const response = await browser.send('POST', '/auth/microsoft/start', { language: 'fr', email: ' An@Example.be ' });
    const url = new URL(response.json<{ url: string }>().url);
    expect(url.origin + url.pathname).toBe(`${issuer.registration.authority}/${TEST_TENANT}/oauth2/v2.0/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: issuer.registration.clientId,
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: `${MICROSOFT_PUBLIC_URL}/microsoft`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      ui_locales: 'fr',
      prompt: 'select_account',
      login_hint: 'an@example.be',
    });
    expect(browser.attributes.get('__Host-microsoft')).toBe('Max-Age=7200; Path=/; HttpOnly; Secure; SameSite=Strict');
    const rows = await database.owner('select * from auth.microsoft_flows');
    expect(JSON.stringify(rows)).not.toContain(url.searchParams.get('state') ?? '');
  });

  test('who is not known goes on to ask for an account, with what Microsoft vouches for', async () => {
    const browser = app.browser();
    const email = newAddress();
    const { outcome, ticket } = (await signInWithMicrosoft(browser, { email })).json<{ outcome: string; ticket: string }>();
    expect(outcome).toBe('unknown');
    const person = await browser.send('POST', '/auth/microsoft/person', { ticket });
    expect(person.json()).toEqual({ email, firstName: 'An', lastName: 'Peeters' });
    // The request for an account spends the ticket, and its account is then linked without a password: nobody had one.
    const request = { ip: '192.0.2.1', headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') } };
    const identity = await app.identity.takeMicrosoftTicket(ticket, request);
    await expect(app.identity.takeMicrosoftTicket(ticket, request)).rejects.toMatchObject({ code: 'auth.microsoftFailed' });
    const { subject } = await makeUser(database, app.identity, { email, password: null });
    await app.identity.attachMicrosoft(subject, identity);
    expect((await signInWithMicrosoft(browser, { email })).json()).toMatchObject({ outcome: 'signedIn' });
    const other = await makeUser(database, app.identity);
    await expect(app.identity.attachMicrosoft(other.subject, identity)).rejects.toMatchObject({ code: 'auth.accountsLinkFailed' });
  });

  test('two windows of one browser do not disturb each other', async () => {
    const { email } = await linkedUser();
    const browser = app.browser();
    const first = await askMicrosoft(browser, { email });
    const second = await askMicrosoft(browser, { email });
    for (const answer of [second, first]) expect((await browser.send('POST', '/auth/microsoft/complete', answer)).statusCode).toBe(200);
  });
});

describe('a forged id_token proves nothing, though the same token without its one defect signs in:', () => {
  const user = linkedUser();
  test.each(Object.keys(FORGERIES) as TestFault[])('%s', async (fault) => {
    const { email, subject } = await user;
    const before = (await sessionsOf(subject)).length;
    const browser = app.browser();
    const refused = await signInWithMicrosoft(browser, { email, fault });
    expect(codeOf(refused)).toBe('auth.microsoftFailed');
    expect(refused.statusCode).toBe(422);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(await sessionsOf(subject)).toHaveLength(before);
    // The control: by day of one in three.
    if (!nightly && !isOneIn(3, fault)) return;
    const sound = await signInWithMicrosoft(browser, { email });
    expect(sound.json()).toMatchObject({ outcome: 'signedIn' });
    await browser.send('POST', '/auth/sign-out');
  });
});

describe('an answer counts once, here and now:', () => {
  const user = linkedUser();
  const complete = (browser: ReturnType<typeof app.browser>, answer: object) => browser.send('POST', '/auth/microsoft/complete', answer);

  test.each<[string, (email: string) => Promise<{ attack: Promise<unknown>; refused: string }>]>([
    [
      'the same answer again',
      async (email) => {
        const browser = app.browser();
        const answer = await askMicrosoft(browser, { email });
        expect((await complete(browser, answer)).statusCode).toBe(200);
        return { attack: complete(browser, answer), refused: 'auth.microsoftFailed' };
      },
    ],
    [
      'a used code with a state of its own',
      async (email) => {
        const browser = app.browser();
        const { code, state } = await askMicrosoft(browser, { email });
        expect((await complete(browser, { code, state })).statusCode).toBe(200);
        const fresh = await askMicrosoft(browser, { email });
        return { attack: complete(browser, { code, state: fresh.state }), refused: 'auth.microsoftFailed' };
      },
    ],
    [
      "somebody else's code in one's own sign-in (code injection)",
      async (email) => {
        const { code } = await askMicrosoft(app.browser(), { email });
        const thief = app.browser();
        const { state } = await askMicrosoft(thief, { email: newAddress() });
        return { attack: complete(thief, { code, state }), refused: 'auth.microsoftFailed' };
      },
    ],
    [
      "an attacker's answer in a victim's browser (login CSRF)",
      async (email) => {
        const answer = await askMicrosoft(app.browser(), { email });
        const victim = app.browser();
        await askMicrosoft(victim, { email: newAddress() });
        return { attack: complete(victim, answer), refused: 'auth.microsoftFailed' };
      },
    ],
    [
      'a browser without the cookie that the sign-in began with',
      async (email) => {
        const browser = app.browser();
        const answer = await askMicrosoft(browser, { email });
        browser.cookies.delete('__Host-microsoft');
        return { attack: complete(browser, answer), refused: 'auth.microsoftFailed' };
      },
    ],
    [
      'a state that was changed on the way',
      async (email) => {
        const browser = app.browser();
        return { attack: complete(browser, await askMicrosoft(browser, { email, fault: 'wrongState' })), refused: 'auth.microsoftFailed' };
      },
    ],
    [
      'an answer after ten minutes',
      async (email) => {
        const browser = app.browser();
        const started = await browser.send('POST', '/auth/microsoft/start', { language: 'nl' });
        clock.advance({ minutes: 10, seconds: 1 });
        const answer = await choose(started.json<{ url: string }>().url, { email });
        return { attack: complete(browser, answer), refused: 'auth.microsoftFailed' };
      },
    ],
    [
      'a code that nobody gave',
      async (email) => {
        const browser = app.browser();
        const { state } = await askMicrosoft(browser, { email });
        return { attack: complete(browser, { state, code: 'guessed' }), refused: 'auth.microsoftFailed' };
      },
    ],
    [
      'an answer sent by another site',
      async (email) => {
        const browser = app.browser();
        const answer = await askMicrosoft(browser, { email });
        const headers = { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' };
        return { attack: browser.send('POST', '/auth/microsoft/complete', answer, headers), refused: 'auth.originRefused' };
      },
    ],
    [
      'more than was asked for',
      async (email) => {
        const browser = app.browser();
        const answer = await askMicrosoft(browser, { email });
        return { attack: complete(browser, { ...answer, id_token: 'x', subject: randomUUID() }), refused: 'request.invalid' };
      },
    ],
  ])('%s', async (name, prepare) => {
    const { email } = await user;
    const { attack, refused } = await prepare(email);
    const response = (await attack) as Awaited<ReturnType<typeof complete>>;
    expect(codeOf(response)).toBe(refused);
    expect(response.headers['set-cookie']).toBeUndefined();
    // The control: the same steps without the attack; by day of one in three.
    if (!nightly && !isOneIn(3, name)) return;
    expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'signedIn' });
  });

  test('of fifty at the same moment, one counts', async () => {
    const { email } = await user;
    const browser = app.browser();
    const answer = await askMicrosoft(browser, { email });
    const responses = await Promise.all(Array.from({ length: 50 }, () => complete(browser, answer)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('an id_token or a code opens no call of the API', async () => {
    const { email } = await user;
    const { code } = await askMicrosoft(app.browser(), { email });
    const response = await app.http.inject({ url: '/who', headers: { authorization: `Bearer ${code}` } });
    expect(response.statusCode).toBe(401);
  });
});

describe('the key of an account is issuer and object id:', () => {
  test('an address that a guest brought along leads to no account (nOAuth)', async () => {
    const { email } = await makeUser(database, app.identity, { email: newAddress() });
    const browser = app.browser();
    const response = await signInWithMicrosoft(browser, { email, vouched: false });
    expect(response.json()).toEqual({ outcome: 'unknown', ticket: expect.any(String) });
    const person = await browser.send('POST', '/auth/microsoft/person', { ticket: response.json<{ ticket: string }>().ticket });
    expect(person.json()).toMatchObject({ email: null });
    // The control: the same address, vouched for.
    expect((await signInWithMicrosoft(browser, { email })).json()).toMatchObject({ outcome: 'link', email });
  });

  test('the same address with another object id does not open the linked account', async () => {
    const { email, subject } = await linkedUser();
    const response = await signInWithMicrosoft(app.browser(), { email, vouched: false });
    expect(response.json()).toMatchObject({ outcome: 'unknown' });
    expect(await sessionsOf(subject)).toEqual([]);
    expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'signedIn' });
  });

  test('an account that a stranger made for an address is not joined by its owner’s Microsoft account (pre-hijack)', async () => {
    const victim = newAddress();
    const { subject } = await makeUser(database, app.identity, { email: victim });
    const browser = app.browser();
    const response = await signInWithMicrosoft(browser, { email: victim });
    expect(response.json()).toMatchObject({ outcome: 'link' });
    expect(browser.token).toBe('');
    expect([await linksOf(subject), await sessionsOf(subject)]).toEqual([[], []]);
  });

  test('with people of every tenant, each tenant is an issuer of its own and only a vouched address counts', async () => {
    const otherTenant = '11111111-2222-4333-8444-555555555555';
    const shared = await makeUser(database, app.identity, { email: newAddress() });
    const person = { email: shared.email, firstName: 'An', lastName: 'Peeters', vouched: true, tenantId: TEST_TENANT };
    const mallory = { ...person, email: `x${shared.email}`, tenantId: otherTenant };
    const everyone = await testIssuer(clock, 'organizations', [person, mallory]);
    const open = await testApp(database, { clock, config: { ...config, microsoft: everyone.registration } });
    try {
      const browser = open.browser();
      const first = (await signInWithMicrosoft(browser, { email: person.email, listed: true })).json<{ ticket: string }>();
      expect((await link(browser, first.ticket)).statusCode).toBe(200);
      const foreign = await signInWithMicrosoft(open.browser(), { email: mallory.email, listed: true });
      expect(foreign.json()).toMatchObject({ outcome: 'unknown' });
      for (const fault of ['otherTenant', 'issuerOfOtherTenant', 'personalTenant', 'otherIssuer'] as const) {
        expect(codeOf(await signInWithMicrosoft(open.browser(), { email: person.email, listed: true, fault })), fault).toBe(
          'auth.microsoftFailed',
        );
      }
      // The control: the same person without the fault.
      expect((await signInWithMicrosoft(open.browser(), { email: person.email, listed: true })).json()).toMatchObject({
        outcome: 'signedIn',
      });
    } finally {
      await open.close();
      await everyone.stop();
    }
  });
});

describe('linking needs the password, once, here and within five minutes:', () => {
  test('a wrong password, then the right one; after five wrong ones Microsoft is asked again', async () => {
    const { browser, ticket, subject } = await beforeLink();
    expect(codeOf(await link(browser, ticket, 'Not-my-password-123'))).toBe('auth.invalidCredentials');
    expect(await linksOf(subject)).toEqual([]);
    expect((await link(browser, ticket)).statusCode).toBe(200);
    const guessed = await beforeLink();
    for (let count = 0; count < 5; count += 1)
      expect(codeOf(await link(guessed.browser, guessed.ticket, `Wrong-password-${count}00`))).toBe('auth.invalidCredentials');
    expect(codeOf(await link(guessed.browser, guessed.ticket))).toBe('auth.microsoftLinkFailed');
    expect(await linksOf(guessed.subject)).toEqual([]);
  });

  test('a ticket that was used, is too old, or is in another browser', async () => {
    const used = await beforeLink();
    expect((await link(used.browser, used.ticket)).statusCode).toBe(200);
    expect(codeOf(await link(used.browser, used.ticket))).toBe('auth.microsoftLinkFailed');

    const foreign = await beforeLink();
    expect(codeOf(await link(app.browser(), foreign.ticket))).toBe('auth.microsoftLinkFailed');
    expect(codeOf(await link(used.browser, foreign.ticket))).toBe('auth.microsoftLinkFailed');
    clock.advance({ minutes: 4, seconds: 59 });
    expect((await link(foreign.browser, foreign.ticket)).statusCode).toBe(200);

    const old = await beforeLink();
    clock.advance({ minutes: 5, seconds: 1 });
    expect(codeOf(await link(old.browser, old.ticket))).toBe('auth.microsoftLinkFailed');
    expect(await linksOf(old.subject)).toEqual([]);
  });

  test('a ticket of another purpose, one that nobody gave, and more than was asked for', async () => {
    const { browser, ticket } = await beforeLink();
    expect(codeOf(await browser.send('POST', '/auth/microsoft/person', { ticket }))).toBe('auth.microsoftFailed');
    const unknown = (await signInWithMicrosoft(browser, { email: newAddress() })).json<{ ticket: string }>();
    expect(codeOf(await link(browser, unknown.ticket))).toBe('auth.microsoftLinkFailed');
    expect(codeOf(await link(browser, 'guessed'))).toBe('auth.microsoftLinkFailed');
    for (const more of [{ email: 'victim@example.be' }, { subject: randomUUID() }, { objectId: randomUUID() }]) {
      const response = await browser.send('POST', '/auth/microsoft/link', { ticket, password: PASSWORD, ...more });
      expect(codeOf(response)).toBe('request.invalid');
    }
    expect((await link(browser, ticket)).statusCode).toBe(200);
  });

  test('the password of another account', async () => {
    const other = 'Another-password-753';
    const { browser, ticket, subject } = await beforeLink();
    await makeUser(database, app.identity, { email: newAddress(), password: other });
    expect(codeOf(await link(browser, ticket, other))).toBe('auth.invalidCredentials');
    expect(await linksOf(subject)).toEqual([]);
    expect((await link(browser, ticket)).statusCode).toBe(200);
  });

  test('another site cannot link', async () => {
    const { browser, ticket } = await beforeLink();
    const headers = { origin: 'https://attacker.example' };
    expect(codeOf(await browser.send('POST', '/auth/microsoft/link', { ticket, password: PASSWORD }, headers))).toBe('auth.originRefused');
    expect((await link(browser, ticket)).statusCode).toBe(200);
  });

  test('of ten at the same moment, one links, and the others leave no session behind', async () => {
    const { browser, ticket, subject } = await beforeLink();
    const responses = await Promise.all(Array.from({ length: 5 }, () => link(browser, ticket)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect([(await linksOf(subject)).length, (await sessionsOf(subject)).length]).toEqual([1, 1]);
  });

  const accountRow = (subject: string) => ({ sql: 'select from auth.users where id = $1 for update', values: [subject] });
  const statusOf = (end: PromiseSettledResult<{ readonly statusCode: number }>) =>
    end.status === 'fulfilled' ? end.value.statusCode : String(end.reason);

  inBothOrders('with a password that is being changed', database, async (race, first) => {
    const { browser, ticket, subject, email } = await beforeLink();
    const home = app.browser();
    await home.signIn(email);
    const ends = await race(
      accountRow(subject),
      () => link(browser, ticket),
      () => home.send('POST', '/auth/password', { current: PASSWORD, next: 'Kanaal fiets 7-4-9 lamp' }),
    );
    // Linked first, the new session is another transaction: opened after the change, with the password from before it, it does not stay.
    expect(ends.map(statusOf)).toEqual([first === 'a' ? expect.toBeOneOf([200, 422]) : 422, 200]);
    expect(await linksOf(subject)).toHaveLength(first === 'a' ? 1 : 0);
  });

  inBothOrders('from two browsers at once, it is linked once', database, async (race) => {
    const { browser, ticket, subject, email } = await beforeLink();
    const elsewhere = app.browser();
    const again = (await signInWithMicrosoft(elsewhere, { email })).json<{ ticket: string }>();
    const ends = await race(
      accountRow(subject),
      () => link(browser, ticket),
      () => link(elsewhere, again.ticket),
    );
    expect(await linksOf(subject)).toHaveLength(1);
    expect(ends.map(statusOf)).toEqual([200, 200]);
  });

  test('a Microsoft account belongs to one account, and the refused one stays signed out', async () => {
    const { browser, ticket, email, subject } = await beforeLink();
    const { subject: other } = await makeUser(database, app.identity);
    const elsewhere = app.browser();
    const again = (await signInWithMicrosoft(elsewhere, { email })).json<{ ticket: string }>();
    expect((await link(elsewhere, again.ticket)).statusCode).toBe(200);
    await database.owner(`update auth.accounts set "userId" = $2 where "userId" = $1 and "providerId" = 'microsoft'`, [subject, other]);
    const response = await link(browser, ticket);
    expect(codeOf(response)).toBe('auth.accountsLinkFailed');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await linksOf(subject)).toEqual([]);
    expect(await sessionsOf(subject)).toHaveLength(1); // of the browser that linked before
  });

  test('an account of the former access system resets its password first', async () => {
    const { browser, ticket, subject } = await beforeLink({ passwordResetRequired: true });
    expect(codeOf(await link(browser, ticket))).toBe('auth.passwordResetRequired');
    expect(await linksOf(subject)).toEqual([]);
    await database.owner('update auth.users set "passwordResetRequired" = false where id = $1', [subject]);
    expect((await link(browser, ticket)).statusCode).toBe(200);
  });
});

describe('Microsoft opens no account that is closed:', () => {
  test.each([
    [
      'one that must reset its password',
      'update auth.users set "passwordResetRequired" = true where id = $1',
      'auth.passwordResetRequired',
    ],
    ['one that was disabled', 'update auth.users set "disabledAt" = now() where id = $1', 'auth.accountDisabled'],
    ['one whose profile was disabled', 'update profiles set "disabledAt" = now() where subject = $1::text', 'auth.accountDisabled'],
    ['one whose profile is gone', 'delete from profiles where subject = $1::text', 'auth.accountDisabled'],
  ])('%s', async (_name, change, expected) => {
    const { email, subject } = await linkedUser();
    expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'signedIn' });
    await database.owner('delete from auth.sessions where "userId" = $1', [subject]);
    await database.owner(change, [subject]);
    const browser = app.browser();
    const response = await signInWithMicrosoft(browser, { email });
    expect(codeOf(response)).toBe(expected);
    expect(browser.token).toBe('');
    expect(await sessionsOf(subject)).toEqual([]);
  });

  test('one that was deleted takes its link along', async () => {
    const { email, subject, ...user } = await linkedUser();
    await closeAccount(database, app.identity, user);
    expect(await linksOf(subject)).toEqual([]);
    expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'unknown' });
  });
});

test('whoever starts again and again waits, and the whole /64 with them', async () => {
  const start = (host: number) =>
    app.browser({ ip: `2001:db8:5:5::${host.toString(16)}` }).send('POST', '/auth/microsoft/start', { language: 'en' });
  for (let host = 1; host <= 60; host += 1) expect((await start(host)).statusCode).toBe(200);
  const refused = await start(61);
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'auth.tooManyAttempts']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const elsewhere = app.browser({ ip: '2001:db8:5:6::1' });
  expect((await elsewhere.send('POST', '/auth/microsoft/start', { language: 'en' })).statusCode).toBe(200);
});

test('what waited too long is removed', async () => {
  const browser = app.browser();
  await beforeLink();
  await askMicrosoft(browser, { email: newAddress() });
  clock.advance({ hours: 2 });
  await app.identity.purge();
  expect(await database.owner('select 1 from auth.microsoft_flows union all select 1 from auth.microsoft_tickets')).toEqual([]);
});
