import { randomUUID } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '@checkwell/domain/constants';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { setHashCost } from '../../platform/identity/password-hash.ts';
import { testDatabase } from '../../test/database.ts';
import { byDay, nightly } from '../../test/nightly.ts';
import { type Browser, closeAccount, HASH, makeCompany, makeUser, PASSWORD, testApp } from '../../test/servers/identity-app.ts';

const database = await testDatabase();
const app = await testApp(database);
afterAll(() => app.close());

/** Budgets of other tests are none of this one's business. */
beforeEach(() => database.owner('delete from auth.throttles'));

const signedIn = async (overrides: Parameters<typeof makeUser>[2] = {}, ip?: string) => {
  const user = await makeUser(database, app.identity, overrides);
  const browser = app.browser(ip === undefined ? {} : { ip });
  expect((await browser.signIn(user.email)).statusCode).toBe(200);
  return { ...user, browser };
};

const codeOf = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code;
const sessionsOf = (subject: string) =>
  database.owner<{ id: string; token: string }>('select id, token from auth.sessions where "userId" = $1', [subject]);

describe('identify', () => {
  test('tells whether an address is known, whatever its case', async () => {
    const { email } = await makeUser(database, app.identity);
    const browser = app.browser();
    expect((await browser.send('POST', '/auth/identify', { email: ` ${email.toUpperCase()} ` })).json()).toEqual({
      known: true,
      methods: ['password'],
    });
    const unknown = await browser.send('POST', '/auth/identify', { email: 'nobody@example.be' });
    expect(unknown.statusCode).toBe(200);
    expect(unknown.json()).toEqual({ known: false, methods: [] });
  });

  test('refuses what is no address, with the key of its sentence', async () => {
    for (const [email, message] of [
      ['', 'emailRequired'],
      ['an.peeters', 'emailInvalid'],
      [7, 'emailRequired'],
    ]) {
      const response = await app.browser().send('POST', '/auth/identify', { email });
      expect(response.statusCode).toBe(422);
      expect(response.json().error).toMatchObject({ code: 'request.invalid', issues: [{ path: 'email', message }] });
    }
  });

  test('answers later and later, then refuses, and refuses the whole /64', async () => {
    const { email } = await makeUser(database, app.identity);
    const ask = (host: number) => app.browser({ ip: `2001:db8:1:2::${host.toString(16)}` }).send('POST', '/auth/identify', { email });
    const before = app.delays.length;
    for (let host = 1; host <= 40; host += 1) expect((await ask(host)).statusCode).toBe(200);
    const delays = app.delays.slice(before);
    expect(delays.length).toBe(35);
    expect(delays[0]).toBe(100);
    expect(Math.max(...delays)).toBe(1500);
    const refused = await ask(41);
    expect(refused.statusCode).toBe(429);
    expect(codeOf(refused)).toBe('auth.tooManyAttempts');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.browser({ ip: '2001:db8:1:3::1' }).send('POST', '/auth/identify', { email })).statusCode).toBe(200);
  });
});

describe('sign-in', () => {
  test('opens a session and names the actor', async () => {
    const { browser, email, profileId, companyId } = await signedIn();
    expect((await browser.send('GET', '/who')).json()).toEqual({
      kind: 'employer',
      profileId,
      email,
      memberships: [{ companyId, accesType: 'admin', superiorId: null }],
    });
  });

  test('keeps cookies to this host and to transport that is encrypted', async () => {
    const { browser } = await signedIn();
    expect(browser.attributes.get('__Host-accessToken')).toBe('Max-Age=600; Path=/; Secure; SameSite=Strict');
    for (const name of ['__Host-session', '__Host-fp'])
      expect(browser.attributes.get(name)).toBe('Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Strict');
    expect(browser.attributes.get('__Host-device')).toMatch(/HttpOnly; Secure; SameSite=Strict$/);
  });

  test('makes a short token without personal data', async () => {
    const { browser, subject, email } = await signedIn();
    const payload = decodeJwt(browser.token);
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'fph', 'iat', 'iss', 'provider', 'sid', 'sub', 'ver']);
    expect(payload).toMatchObject({ aud: 'checkwell-api', iss: 'urn:checkwell:identity', sub: subject, ver: 1, provider: 'password' });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
    expect(decodeProtectedHeader(browser.token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(JSON.stringify(payload)).not.toContain(email);
  });

  test('gives a wrong password and an unknown address the same answer', async () => {
    const { email } = await makeUser(database, app.identity);
    const wrong = await app.browser().signIn(email, 'Wrong-password-1234');
    const unknown = await app.browser().signIn('nobody@example.be', 'Wrong-password-1234');
    for (const response of [wrong, unknown]) {
      expect(response.statusCode).toBe(422);
      expect(response.headers['set-cookie']).toBeUndefined();
      expect({ ...response.json().error, traceId: '' }).toEqual({ code: 'auth.invalidCredentials', params: {}, issues: [], traceId: '' });
    }
    expect(Object.keys(wrong.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
  });

  test('asks migrated accounts to reset, but only after the right password', async () => {
    const { email } = await makeUser(database, app.identity, { passwordResetRequired: true });
    const browser = app.browser();
    expect(codeOf(await browser.signIn(email, 'Wrong-password-1234'))).toBe('auth.invalidCredentials');
    const response = await browser.signIn(email);
    expect(response.statusCode).toBe(409);
    expect(codeOf(response)).toBe('auth.passwordResetRequired');
    expect(browser.token).toBe('');
  });

  test('does not let a migrated account around the reset by a link', async () => {
    const { profileId } = await makeUser(database, app.identity, { passwordResetRequired: true });
    const response = await app.browser().send('POST', '/auth/handoff', { token: await app.identity.mintHandoff(profileId) });
    expect(codeOf(response)).toBe('auth.passwordResetRequired');
  });

  test('opens nothing for an account without password, and nothing for one without profile', async () => {
    const without = await makeUser(database, app.identity, { password: null });
    expect(codeOf(await app.browser().signIn(without.email))).toBe('auth.invalidCredentials');
    const orphan = await makeUser(database, app.identity);
    await database.owner('delete from profiles where id = $1', [orphan.profileId]);
    const response = await app.browser().signIn(orphan.email);
    expect(response.statusCode).toBe(409);
    expect(codeOf(response)).toBe('auth.accountDisabled');
    expect(await sessionsOf(orphan.subject)).toEqual([]);
  });

  test('replaces a weaker hash by one of today', async () => {
    setHashCost('recommended', database.config);
    onTestFinished(() => setHashCost('cheap', database.config));
    const { email, subject } = await makeUser(database, app.identity);
    // scrypt of "Demo-check-2026", as better-auth itself makes it
    const { hashPassword: scrypt } = await import('better-auth/crypto');
    await database.owner('update auth.accounts set password = $2 where "userId" = $1', [subject, await scrypt(PASSWORD)]);
    expect((await app.browser().signIn(email)).statusCode).toBe(200);
    const [row] = await database.owner<{ password: string }>('select password from auth.accounts where "userId" = $1', [subject]);
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await app.browser().signIn(email)).statusCode).toBe(200);
  });

  test('ends the oldest session of an account that has too many', async () => {
    const { email, subject } = await makeUser(database, app.identity);
    const first = app.browser();
    await first.signIn(email);
    for (let count = 0; count < 10; count += 1) {
      app.clock.advance({ seconds: 1 });
      expect((await app.browser().signIn(email)).statusCode).toBe(200);
    }
    expect(await sessionsOf(subject)).toHaveLength(10);
    expect((await first.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  });

  test('writes down who signed in, and that somebody failed', async () => {
    const { email, profileId } = await makeUser(database, app.identity);
    await app.browser().signIn(email, 'Wrong-password-1234');
    await app.browser().signIn(email);
    const rows = await database.owner<{ action: string; profileId: string | null; actorRole: string }>(
      'select action, "profileId", "actorRole" from access_log order by at desc, id desc limit 2',
    );
    expect(rows.map(({ action, profileId: id }) => [action, id])).toEqual([
      ['auth.signIn', profileId],
      ['auth.signInFailed', null],
    ]);
  });

  test('never writes an address or a password into the log', async () => {
    const { email } = await makeUser(database, app.identity);
    await app.browser().signIn(email, 'Canary-password-1234');
    await app.browser().signIn(email);
    const text = JSON.stringify(app.log.lines);
    expect(text).not.toContain(email);
    expect(text).not.toContain('Canary-password');
    expect(text).not.toContain(PASSWORD);
  });
});

describe('guessing', () => {
  const guess = (email: string, ip: string) => app.browser({ ip }).signIn(email, `Guess-${randomUUID()}`);

  const MANY = nightly ? 200 : 40;
  test('guesses from many addresses are stopped; the owner waits at most a quarter of an hour, and not at all at a known browser', async () => {
    const { email, browser } = await signedIn({}, '198.51.100.1');
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < MANY; count += 1) codes.push(codeOf(await guess(email, `203.0.113.${count}`)));
    expect(codes.filter((code) => code === 'auth.invalidCredentials')).toHaveLength(10);
    expect(codes.filter((code) => code === 'auth.tooManyAttempts')).toHaveLength(MANY - 10);
    // The right password elsewhere is no way in, nor an oracle.
    const elsewhere = await app.browser({ ip: '203.0.113.250' }).signIn(email);
    expect(elsewhere.statusCode).toBe(429);
    expect(Number(elsewhere.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    await browser.send('POST', '/auth/sign-out');
    expect((await browser.signIn(email)).statusCode).toBe(200);
    app.clock.advance({ minutes: 15 });
    expect((await app.browser({ ip: '203.0.113.250' }).signIn(email)).statusCode).toBe(200);
  });

  test('parallel guesses count too', async () => {
    const { email } = await makeUser(database, app.identity);
    const responses = await Promise.all(Array.from({ length: 30 }, (_, count) => guess(email, `203.0.113.${count}`)));
    expect(responses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  test('an unknown address is throttled like a known one', async () => {
    for (let count = 0; count < 10; count += 1) expect((await guess('nobody@example.be', `203.0.113.${count}`)).statusCode).toBe(422);
    expect((await guess('nobody@example.be', '203.0.113.99')).statusCode).toBe(429);
  });

  test('one network may not try many accounts', async () => {
    for (let count = 0; count < 50; count += 1)
      expect((await guess(`user${count}@example.be`, `2001:db8::${count.toString(16)}`)).statusCode).toBe(422);
    expect((await guess('user51@example.be', '2001:db8::ffff')).statusCode).toBe(429);
    expect((await guess('user51@example.be', '2001:db8:0:1::1')).statusCode).toBe(422);
  });

  test('refused attempts take nothing from the budgets of others', async () => {
    const { email } = await makeUser(database, app.identity);
    for (let count = 0; count < MANY; count += 1) await guess(email, '203.0.113.7');
    // 10 of the 50 attempts of this network are used, not as many as there were.
    for (let count = 0; count < 40; count += 1) expect((await guess(`other${count}@example.be`, '203.0.113.7')).statusCode).toBe(422);
    expect((await guess('other41@example.be', '203.0.113.7')).statusCode).toBe(429);
  });

  test('success is forgotten: a busy office is not throttled', async () => {
    const { email } = await makeUser(database, app.identity);
    for (let count = 0; count < 60; count += 1) expect((await app.browser({ ip: '203.0.113.8' }).signIn(email)).statusCode).toBe(200);
  });

  test('a device mark of another account or a forged one helps nobody', async () => {
    const { browser: attacker } = await signedIn();
    const { email } = await makeUser(database, app.identity);
    for (let count = 0; count < 10; count += 1) await guess(email, `203.0.113.${count}`);
    expect((await attacker.signIn(email)).statusCode).toBe(429);
    const forged = app.browser();
    forged.cookies.set('__Host-device', 'x.x');
    expect((await forged.signIn(email)).statusCode).toBe(429);
  });

  test('keeps no address in the clear', async () => {
    await guess('canary@example.be', '203.0.113.77');
    await app.browser({ ip: '203.0.113.77' }).send('POST', '/auth/identify', { email: 'canary@example.be' });
    const rows = await database.owner('select key from auth.throttles');
    expect(JSON.stringify(rows)).not.toMatch(/canary|203\.0/);
  });
});

describe('authenticate', () => {
  test('takes the three empty headers, and none at all, as anonymous', async () => {
    const { browser } = await signedIn();
    for (const authorization of ['', 'Bearer', 'Bearer ', 'bearer', ' ']) {
      const response = await browser.send('GET', '/who', undefined, { authorization });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ kind: 'anonymous' });
    }
    expect((await app.http.inject('/who')).json()).toEqual({ kind: 'anonymous' });
  });

  test('refuses other schemes and forms', async () => {
    const { browser } = await signedIn();
    for (const authorization of [
      'Basic dTpw',
      'Bearer a b',
      `Bearer ${browser.token}, Bearer x`,
      `Token ${browser.token}`,
      browser.token,
      `Bearer ${'x'.repeat(10_000)}`,
    ]) {
      const response = await browser.send('GET', '/who', undefined, { authorization });
      expect(response.statusCode, authorization.slice(0, 20)).toBe(401);
      expect(codeOf(response)).toBe('auth.tokenInvalid');
    }
  });

  test('refuses a token that comes without the cookie of its browser, or with another one', async () => {
    const { browser } = await signedIn();
    const { browser: other } = await signedIn();
    const stolen = { authorization: `Bearer ${browser.token}` };
    for (const response of [
      await app.browser().send('GET', '/who', undefined, stolen),
      await other.send('GET', '/who', undefined, stolen),
    ]) {
      expect(response.statusCode).toBe(401);
      expect(codeOf(response)).toBe('auth.tokenInvalid');
    }
  });

  test('opens nothing with what is in the database', async () => {
    const { browser, subject } = await signedIn();
    const [row] = await sessionsOf(subject);
    for (const value of [row?.token, `${row?.token}.x`, row?.id, `${row?.id}.${row?.token}`, `${row?.id}.${row?.token}.x`]) {
      const thief = app.browser();
      thief.cookies.set('__Host-session', value ?? '');
      expect((await thief.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
      expect((await thief.send('GET', '/who', undefined, { authorization: `Bearer ${value}` })).statusCode).toBe(401);
    }
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(200);
  });

  test('knows planners, doctors and superiors', async () => {
    const planner = await createPerson('planner');
    expect(planner.actor).toEqual({ kind: 'planner', profileId: planner.profileId, email: planner.email });
    const doctor = await createPerson('doctor');
    expect(doctor.actor).toEqual({ kind: 'doctor', profileId: doctor.profileId, email: doctor.email, doctorId: doctor.doctorId });

    const { browser, email, companyId } = await signedIn({ accesType: 'basic' });
    const superiorId = randomUUID();
    await database.owner('insert into superiors ("companyId", id, email) values ($1, $2, $3)', [companyId, superiorId, email]);
    await browser.send('POST', '/auth/sign-out');
    await browser.signIn(email);
    expect((await browser.send('GET', '/who')).json()).toMatchObject({ memberships: [{ companyId, accesType: 'basic', superiorId }] });
  });

  async function createPerson(kind: 'planner' | 'doctor') {
    const doctorId = kind === 'doctor' ? randomUUID() : null;
    const email = `${kind}-${randomUUID()}@example.be`;
    if (doctorId) {
      await database.owner(
        `insert into doctors (id, "firstName", "lastName", email, "phoneNumber", languages, "inamiNumber", "practiceAddress", latitude, longitude, "geoPrecision", locations)
         values ($1, 'Eva', 'Maes', $2, '+3221234567', '{NL}', '10000000004', 'Markt 1, 9000 Gent', 51, 3.7, 'street', '{Office}')`,
        [doctorId, email],
      );
    }
    const { profileId } = await app.identity.createAccount({
      email,
      password: { hash: await HASH },
      firstName: 'Eva',
      lastName: 'Maes',
      phoneNumber: '',
      language: DEFAULT_LANGUAGE,
      kind,
      companyId: null,
      doctorId,
    });
    const browser = app.browser();
    await browser.signIn(email);
    return { profileId, email, doctorId, actor: (await browser.send('GET', '/who')).json() };
  }

  test('lets no account in that has no profile, without ending its session', async () => {
    const { browser, profileId } = await signedIn();
    await database.owner('delete from profiles where id = $1', [profileId]);
    app.identity.forget(profileId);
    const response = await browser.send('GET', '/who');
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('access.forbidden');
  });
});

describe('revocation', () => {
  test('signing out ends the token at once, although it has not expired', async () => {
    const { browser, subject } = await signedIn();
    const authorization = `Bearer ${browser.token}`;
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await browser.send('GET', '/who')).statusCode).toBe(200);
    const response = await browser.send('POST', '/auth/sign-out');
    expect(response.statusCode).toBe(204);
    expect([...browser.cookies.keys()]).toEqual(['__Host-device']);
    const replay = await app.http.inject({ url: '/who', headers: { authorization, cookie } });
    expect(replay.statusCode).toBe(401);
    expect(replay.json().error.code).toBe('auth.sessionEnded');
    expect(await sessionsOf(subject)).toEqual([]);
    expect((await browser.send('POST', '/auth/sign-out')).statusCode).toBe(204);
  });

  test('signing out works for a client that names JSON as the type of an empty body', async () => {
    const { browser, subject } = await signedIn();
    const response = await browser.send('POST', '/auth/sign-out', undefined, { 'content-type': 'application/json' });
    expect(response.statusCode).toBe(204);
    expect(await sessionsOf(subject)).toEqual([]);
    expect([...browser.cookies.keys()]).toEqual(['__Host-device']);
  });

  const ends: readonly (readonly [string, (user: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>])[] = [
    ['signing out', ({ browser }) => browser.send('POST', '/auth/sign-out')],
    ['a change of the password elsewhere', ({ profileId }) => app.identity.setPassword(profileId, 'Andere zin 8-5-2 boom')],
    ['the deletion of the user', (user) => closeAccount(database, app.identity, user)],
  ];
  // By day all of them in processes of their own: live/revocation.test.ts.
  test.each(byDay(3, ends))('another process hears of %s by itself, within five seconds', async (_what, end) => {
    const other = await testApp(database, { clock: app.clock });
    try {
      const user = await signedIn();
      const { browser } = user;
      const headers = {
        authorization: `Bearer ${browser.token}`,
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      };
      expect((await other.http.inject({ url: '/who', headers })).statusCode).toBe(200);
      await end(user);
      await expect.poll(async () => (await other.http.inject({ url: '/who', headers })).statusCode, { timeout: 5000 }).toBe(401);
    } finally {
      await other.close();
    }
  });

  test('disabling, deleting and ending sessions bite', async () => {
    const ended = await signedIn();
    await app.identity.endSessions(ended.profileId);
    expect((await ended.browser.send('GET', '/who')).statusCode).toBe(401);
    expect((await ended.browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);

    const disabled = await signedIn();
    await database.owner('update profiles set "disabledAt" = now() where id = $1', [disabled.profileId]);
    app.identity.forget(disabled.profileId);
    expect((await disabled.browser.send('GET', '/who')).statusCode).toBe(401);
    expect((await disabled.browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
    expect(codeOf(await disabled.browser.signIn(disabled.email))).toBe('auth.accountDisabled');

    const deleted = await signedIn();
    await closeAccount(database, app.identity, deleted);
    expect((await deleted.browser.send('GET', '/who')).statusCode).toBe(401);
    expect(codeOf(await deleted.browser.signIn(deleted.email))).toBe('auth.invalidCredentials');
    expect(await database.owner('select id from auth.users where id = $1', [deleted.subject])).toEqual([]);
  });

  test('a change of rights is seen at the next request', async () => {
    const { browser, profileId } = await signedIn();
    expect((await browser.send('GET', '/who')).json().memberships[0].accesType).toBe('admin');
    await database.owner(`update company_users set "accesType" = 'basic' where "profileId" = $1`, [profileId]);
    app.identity.forget(profileId);
    expect((await browser.send('GET', '/who')).json().memberships[0].accesType).toBe('basic');
  });

  test('sessions end after half an hour without use and after twelve hours in any case', async () => {
    const idle = await signedIn();
    app.clock.advance({ minutes: 29 });
    expect((await idle.browser.send('POST', '/auth/session/refresh')).statusCode).toBe(200);
    app.clock.advance({ minutes: 31 });
    const response = await idle.browser.send('POST', '/auth/session/refresh');
    expect(response.statusCode).toBe(401);
    expect(codeOf(response)).toBe('auth.sessionEnded');
    expect(idle.browser.token).toBe('');

    const busy = await signedIn();
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      app.clock.advance({ minutes: 20 });
      expect((await busy.browser.send('POST', '/auth/session/refresh')).statusCode).toBe(200);
    }
    app.clock.advance({ minutes: 20 });
    expect((await busy.browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  });

  describe('the token that continues a session', () => {
    const TOKEN = '__Host-session';
    /** A second holder of what the browser holds now: another tab, or a thief. */
    const copyOf = (browser: Browser) => {
      const copy = app.browser();
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    };
    const refresh = (browser: Browser) => browser.send('POST', '/auth/session/refresh');

    test('changes each time; what else the browser holds goes on', async () => {
      const { browser } = await signedIn();
      const seen = new Set([browser.cookies.get(TOKEN)]);
      const { token } = browser;
      for (let turn = 0; turn < 3; turn += 1) {
        app.clock.advance({ minutes: 2 });
        expect((await refresh(browser)).statusCode).toBe(200);
        seen.add(browser.cookies.get(TOKEN));
      }
      expect(seen.size).toBe(4);
      // A request that was on its way with the token of before arrives with the cookies of now.
      expect((await browser.send('GET', '/who', undefined, { authorization: `Bearer ${token}` })).statusCode).toBe(200);
    });

    test('of before is good for a minute, and gets whoever has it the same successor', async () => {
      const { browser } = await signedIn();
      const tab = copyOf(browser);
      await refresh(browser);
      app.clock.advance({ seconds: 60 });
      expect((await refresh(tab)).statusCode).toBe(200);
      expect(tab.cookies.get(TOKEN)).toBe(browser.cookies.get(TOKEN));
      // Its use is no new start of the minute.
      app.clock.advance({ minutes: 9 });
      expect((await refresh(tab)).statusCode).toBe(200);
      expect((await refresh(browser)).statusCode).toBe(200);
      expect((await browser.send('GET', '/who')).statusCode).toBe(200);
    });

    test('of before ends the session for everybody when it comes later, whoever comes with it', async () => {
      const { browser, subject, profileId } = await signedIn();
      const thief = copyOf(browser);
      await refresh(browser);
      app.clock.advance({ seconds: 61 });
      expect((await browser.send('GET', '/who')).statusCode).toBe(200);
      const refused = await refresh(thief);
      expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'auth.sessionEnded']);
      expect((await browser.send('GET', '/who')).statusCode).toBe(401);
      expect((await refresh(browser)).statusCode).toBe(401);
      expect(await sessionsOf(subject)).toEqual([]);
      expect(
        await database.owner('select from access_log where action = $1 and "subjectId" = $2', ['auth.sessionReused', profileId]),
      ).toHaveLength(1);
    });

    test('two generations old ends the session at once', async () => {
      const { browser } = await signedIn();
      const thief = copyOf(browser);
      await refresh(browser);
      await refresh(browser);
      expect((await refresh(thief)).statusCode).toBe(401);
      expect((await refresh(browser)).statusCode).toBe(401);
    });

    test('stays as it is when a password is not changed, and changes when it is', async () => {
      const { browser } = await signedIn();
      const before = browser.cookies.get(TOKEN);
      const change = (current: string) => browser.send('POST', '/auth/password', { current, next: 'Andere zin 8-5-2 boom' });
      expect(codeOf(await change('Nobody-knows-2026'))).toBe('auth.invalidCredentials');
      app.clock.advance({ minutes: 5 });
      expect(browser.cookies.get(TOKEN)).toBe(before);
      const thief = copyOf(browser);
      expect((await change(PASSWORD)).statusCode).toBe(200);
      expect(browser.cookies.get(TOKEN)).not.toBe(before);
      app.clock.advance({ minutes: 5 });
      expect((await refresh(browser)).statusCode).toBe(200);
      expect((await refresh(thief)).statusCode).toBe(401);
    });

    test('signs out also after it was replaced', async () => {
      const { browser, subject } = await signedIn();
      const tab = copyOf(browser);
      await refresh(browser);
      app.clock.advance({ minutes: 5 });
      expect((await tab.send('POST', '/auth/sign-out')).statusCode).toBe(204);
      expect(await sessionsOf(subject)).toEqual([]);
    });
  });

  test('a token ends after ten minutes; refreshing makes a new one', async () => {
    const { browser } = await signedIn();
    app.clock.advance({ minutes: 10, seconds: 6 });
    expect((await browser.send('GET', '/who')).statusCode).toBe(401);
    const response = await browser.send('POST', '/auth/session/refresh', {});
    expect(response.statusCode).toBe(200);
    const { expiresAt, accessTokenExpiresAt } = response.json();
    expect(Date.parse(expiresAt) - app.clock.now().getTime()).toBe(30 * 60_000);
    expect(Date.parse(accessTokenExpiresAt) - app.clock.now().getTime()).toBe(10 * 60_000);
    expect((await browser.send('GET', '/who')).statusCode).toBe(200);
  });

  test('what has expired is removed', async () => {
    const { subject } = await signedIn();
    app.clock.advance({ hours: 13 });
    const another = await testApp(database, { clock: app.clock });
    await another.identity.purge();
    await another.close();
    expect(await sessionsOf(subject)).toEqual([]);
  });
});

describe('own sessions', () => {
  test('are listed, and can be ended one by one; those of others do not exist', async () => {
    const { browser, email, subject } = await signedIn();
    const second = app.browser({ ip: '198.51.100.9' });
    await second.signIn(email);
    const list = (await second.send('GET', '/auth/sessions')).json();
    expect(list).toHaveLength(2);
    expect(list.filter(({ current }: { current: boolean }) => current)).toEqual([
      expect.objectContaining({ ipAddress: '198.51.100.9', userAgent: 'Test browser' }),
    ]);
    const first = list.find(({ current }: { current: boolean }) => !current);
    expect((await second.send('DELETE', `/auth/sessions/${first.id}`)).statusCode).toBe(204);
    expect((await browser.send('GET', '/who')).statusCode).toBe(401);
    expect(await sessionsOf(subject)).toHaveLength(1);

    const { browser: stranger } = await signedIn();
    const [mine] = await sessionsOf(subject);
    for (const id of [mine?.id, randomUUID(), 'x', '..%2f']) {
      const response = await stranger.send('DELETE', `/auth/sessions/${id}`);
      expect(response.statusCode).toBe(404);
      expect(codeOf(response)).toBe('entity.notFound');
    }
    expect((await second.send('GET', '/who')).statusCode).toBe(200);
    expect((await app.browser().send('GET', '/auth/sessions')).statusCode).toBe(401);
  });
});

describe('password change', () => {
  const NEXT = 'Kanaal fiets 7-4-9 lamp';

  test('keeps this session, ends the others, and counts from then on', async () => {
    const { browser, email } = await signedIn();
    const other = app.browser();
    await other.signIn(email);
    const before = browser.token;
    const response = await browser.send('POST', '/auth/password', { current: PASSWORD, next: NEXT });
    expect(response.statusCode, response.body).toBe(200);
    expect((await browser.send('GET', '/who')).statusCode).toBe(200);
    // What a tab of this browser asked before the answer was there is not refused: a 401 would sign it out. A moment later it is.
    const askBefore = async () => (await browser.send('GET', '/who', undefined, { authorization: `Bearer ${before}` })).statusCode;
    expect(await askBefore()).toBe(200);
    app.clock.advance({ minutes: 1 });
    expect(await askBefore()).toBe(401);
    expect((await browser.send('GET', '/who')).statusCode).toBe(200);
    expect((await other.send('GET', '/who')).statusCode).toBe(401);
    expect((await other.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
    expect(codeOf(await app.browser().signIn(email, PASSWORD))).toBe('auth.invalidCredentials');
    expect((await app.browser().signIn(email, NEXT)).statusCode).toBe(200);
  });

  test('refuses a wrong current password, and stops guesses of it', async () => {
    const { browser } = await signedIn();
    for (let count = 0; count < 10; count += 1) {
      expect(codeOf(await browser.send('POST', '/auth/password', { current: `Guess-${count}-1234`, next: NEXT }))).toBe(
        'auth.invalidCredentials',
      );
    }
    expect((await browser.send('POST', '/auth/password', { current: PASSWORD, next: NEXT })).statusCode).toBe(429);
  });

  test('refuses weak and guessable passwords', async () => {
    const { browser, email } = await signedIn();
    for (const next of ['short-123', 'no digits at all!', 'Nospecial1234', `${'x'.repeat(129)}123!`]) {
      const response = await browser.send('POST', '/auth/password', { current: PASSWORD, next });
      expect(response.statusCode).toBe(422);
      expect(response.json().error).toMatchObject({ code: 'request.invalid', issues: [{ path: 'next' }] });
    }
    for (const next of ['Welkom123456!', 'Checkwell-2026!', `${email}123!`]) {
      expect(codeOf(await browser.send('POST', '/auth/password', { current: PASSWORD, next }))).toBe('auth.passwordBreached');
    }
  });

  test('needs a signed-in browser', async () => {
    const { browser } = await signedIn();
    expect((await app.browser().send('POST', '/auth/password', { current: PASSWORD, next: NEXT })).statusCode).toBe(401);
    browser.cookies.delete('__Host-session');
    expect((await browser.send('POST', '/auth/password', { current: PASSWORD, next: NEXT })).statusCode).toBe(401);
  });
});

describe('handoff', () => {
  test('opens one session, once, within five minutes', async () => {
    const { profileId } = await makeUser(database, app.identity);
    const token = await app.identity.mintHandoff(profileId);
    expect(decodeJwt(token)).toMatchObject({ aud: 'handoff' });
    const browser = app.browser();
    expect((await browser.send('POST', '/auth/handoff', { token })).statusCode).toBe(200);
    expect((await browser.send('GET', '/who')).json()).toMatchObject({ profileId });
    const again = await app.browser().send('POST', '/auth/handoff', { token });
    expect(again.statusCode).toBe(422);
    expect(codeOf(again)).toBe('auth.handoffInvalid');

    const late = await app.identity.mintHandoff(profileId);
    app.clock.advance({ minutes: 5, seconds: 6 });
    expect(codeOf(await app.browser().send('POST', '/auth/handoff', { token: late }))).toBe('auth.handoffInvalid');
  });

  test('a token can be won by one of many at the same moment', async () => {
    const { profileId } = await makeUser(database, app.identity);
    const token = await app.identity.mintHandoff(profileId);
    const responses = await Promise.all(Array.from({ length: 20 }, () => app.browser().send('POST', '/auth/handoff', { token })));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('neither token does the work of the other', async () => {
    const { browser, profileId } = await signedIn();
    const token = await app.identity.mintHandoff(profileId);
    expect((await browser.send('GET', '/who', undefined, { authorization: `Bearer ${token}` })).statusCode).toBe(401);
    expect(codeOf(await browser.send('POST', '/auth/handoff', { token: browser.token }))).toBe('auth.handoffInvalid');
    expect(codeOf(await browser.send('POST', '/auth/handoff', { token: 'rubbish' }))).toBe('auth.handoffInvalid');
  });
});

describe('requests of other sites', () => {
  const body = { email: 'an@example.be', password: PASSWORD };

  test('are refused by their origin', async () => {
    const { browser, email } = await signedIn();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      for (const [method, url] of [
        ['POST', '/auth/sign-in'],
        ['POST', '/auth/sign-out'],
        ['POST', '/auth/session/refresh'],
        ['DELETE', `/auth/sessions/${randomUUID()}`],
      ] as const) {
        const response = await browser.send(method, url, method === 'POST' ? { email, password: PASSWORD } : undefined, headers);
        expect(response.statusCode, `${url} ${JSON.stringify(headers)}`).toBe(403);
        expect(codeOf(response)).toBe('auth.originRefused');
      }
    }
    expect(
      (
        await browser.send('POST', '/auth/session/refresh', undefined, {
          origin: 'http://localhost:4711',
          host: 'localhost:4711',
          'sec-fetch-site': 'same-origin',
        })
      ).statusCode,
    ).toBe(200);
  });

  test('must be JSON', async () => {
    for (const [type, payload] of [
      ['text/plain', JSON.stringify(body)],
      ['application/x-www-form-urlencoded', 'email=an@example.be&password=x'],
      ['multipart/form-data; boundary=x', '--x--'],
    ]) {
      const response = await app.http.inject({ method: 'POST', url: '/auth/sign-in', headers: { 'content-type': type }, payload });
      expect(response.statusCode, type).toBe(415);
    }
    for (const payload of [
      '{',
      '[]',
      'null',
      '"x"',
      '{"__proto__":{"x":1}}',
      '{"email":"an@example.be","password":"x","admin":true}',
      '{"email":{"length":{"toString":1}},"password":{"length":{"toString":1}}}',
    ]) {
      const response = await app.http.inject({
        method: 'POST',
        url: '/auth/sign-in',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect([400, 422], payload).toContain(response.statusCode);
    }
  });
});

describe('accounts', () => {
  const account = {
    firstName: 'An',
    lastName: 'Peeters',
    phoneNumber: '',
    language: DEFAULT_LANGUAGE,
    kind: 'planner',
    companyId: null,
    doctorId: null,
  } as const;

  test('an address has one account, in any case', async () => {
    const { email } = await makeUser(database, app.identity);
    await expect(app.identity.createAccount({ ...account, email: email.toUpperCase(), password: null })).rejects.toMatchObject({
      code: 'user.duplicateEmail',
    });
  });

  test('one of several at the same moment wins, and can sign in', async () => {
    const email = `race-${randomUUID()}@example.be`;
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, async () => app.identity.createAccount({ ...account, email, password: { hash: await HASH } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'user.duplicateEmail' });
    expect((await app.browser().signIn(email)).statusCode).toBe(200);
  });

  test('nothing stays when the rest of the transaction fails', async () => {
    const email = `fails-${randomUUID()}@example.be`;
    const failing = app.identity.createAccount({ ...account, email, password: PASSWORD }, async () => {
      throw new Error('the company is gone');
    });
    await expect(failing).rejects.toThrow('the company is gone');
    expect(await database.owner('select id from auth.users where email = $1', [email])).toEqual([]);
    expect(await database.owner('select id from profiles where "userName" = $1', [email])).toEqual([]);
    await app.identity.createAccount({ ...account, email, password: PASSWORD });
    expect((await app.browser().signIn(email)).statusCode).toBe(200);
  });

  test('an account that lost its profile in a crash is taken over with the new password', async () => {
    const { email, profileId } = await makeUser(database, app.identity);
    await database.owner('delete from profiles where id = $1', [profileId]);
    await app.identity.createAccount({ ...account, email, password: 'Another-one-4711' });
    expect((await app.browser().signIn(email, PASSWORD)).statusCode).toBe(422);
    expect((await app.browser().signIn(email, 'Another-one-4711')).statusCode).toBe(200);
  });

  test('setting a password ends all sessions and lifts the duty to reset', async () => {
    const { browser, email, profileId } = await signedIn();
    await app.identity.setPassword(profileId, 'Another-one-4711');
    expect((await browser.send('GET', '/who')).statusCode).toBe(401);
    expect((await app.browser().signIn(email, 'Another-one-4711')).statusCode).toBe(200);
    const migrated = await makeUser(database, app.identity, { passwordResetRequired: true });
    await app.identity.setPassword(migrated.profileId, 'Another-one-4711');
    expect((await app.browser().signIn(migrated.email, 'Another-one-4711')).statusCode).toBe(200);
  });

  test('unknown profiles are not found', async () => {
    for (const work of [app.identity.endSessions, app.identity.mintHandoff]) {
      await expect(work(randomUUID())).rejects.toMatchObject({ code: 'entity.notFound' });
      await expect(work('x')).rejects.toMatchObject({ code: 'entity.notFound' });
    }
  });

  test('a company may be shared', async () => {
    const companyId = await makeCompany(database);
    const [one, two] = [await makeUser(database, app.identity, { companyId }), await makeUser(database, app.identity, { companyId })];
    expect(one.companyId).toBe(two.companyId);
    expect(one.profileId).not.toBe(two.profileId);
  });
});

describe('keys', () => {
  test('are published without their private half', async () => {
    await app.identity.ready();
    const response = await app.http.inject('/auth/jwks');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=300');
    const { keys } = response.json();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
  });
});
