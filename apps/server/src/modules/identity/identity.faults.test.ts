import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { openPool } from '../../platform/db/pool.ts';
import { testConfig } from '../../test/config.ts';
import { testDatabase } from '../../test/database.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { makeUser, PASSWORD, testApp } from '../../test/servers/identity-app.ts';

const database = await testDatabase();
const { db } = database;
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function opened(...options: Parameters<typeof testApp>) {
  const app = await testApp(...options);
  closing.push(app.close);
  return app;
}

/** A database whose identity store, or whose other tables, cannot be reached while `away` says so. */
function faulty(away: { store: boolean; profiles: boolean }): Database {
  const gone = openPool({
    url: 'postgres://nobody:nothing@127.0.0.1:1/none',
    name: 'gone',
    size: 2,
    connectTimeoutMs: 1000,
    queryTimeoutMs: 1000,
    parsers: new Map(),
  });
  const pool = new Proxy(db.authPool(), {
    get(target, property) {
      const from = away.store ? gone : target;
      const value: unknown = Reflect.get(from, property);
      return typeof value === 'function' ? value.bind(from) : value;
    },
  });
  return new Proxy(db, {
    get(target, property) {
      if (property === 'authPool') return () => pool;
      if (property === 'as' && away.profiles) return () => gone.query('select 1');
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('a store that is away', () => {
  test('never signs anybody out: 503 for everything, and all is well afterwards', async () => {
    const away = { store: false, profiles: false };
    const app = await opened({ ...database, db: faulty(away) });
    const { email, profileId } = await makeUser(database, app.identity);
    const browser = app.browser();
    await browser.signIn(email);
    const cookies = new Map(browser.cookies);

    for (const fault of ['store', 'profiles'] as const) {
      away[fault] = true;
      app.identity.forget(profileId);
      const answers = {
        who: await browser.send('GET', '/who'),
        profile: await browser.send('GET', '/v1/api/profiles'),
        refresh: await browser.send('POST', '/auth/session/refresh'),
        sessions: await browser.send('GET', '/auth/sessions'),
        password: await browser.send('POST', '/auth/password', { current: PASSWORD, next: 'Kanaal fiets 7-4-9 lamp' }),
        signIn: await app.browser().signIn(email),
        signOut: await app.browser().send('POST', '/auth/sign-out'),
      };
      if (fault === 'store') expect((await browser.send('POST', '/auth/identify', { email })).statusCode).toBe(503);
      for (const [name, response] of Object.entries(answers)) {
        const expected = name === 'signOut' ? 204 : 503; // nothing to end without a session
        expect(response.statusCode, `${fault}: ${name}`).toBe(expected);
        expect(response.headers['set-cookie'] === undefined || name === 'signOut', `${fault}: ${name}`).toBe(true);
      }
      expect(browser.cookies).toEqual(cookies);
      away[fault] = false;
      expect((await browser.send('GET', '/who')).statusCode).toBe(200);
      expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(200);
      for (const [name, value] of browser.cookies) cookies.set(name, value);
    }
    expect((await app.browser().signIn(email)).statusCode).toBe(200);
    expect(takeLoggedErrors().every((line) => /unavailable/.test(line))).toBe(true);
  });
});

describe('a session that ends while it is opened', async () => {
  const app = await opened(database);
  /** What happens to a session in the database when it gets its first token. */
  async function whenStarted(timing: 'before' | 'after', statement: string): Promise<void> {
    await database.owner(`create or replace function auth.interfere() returns trigger language plpgsql as $$ begin ${statement} end $$`);
    await database.owner(
      `create or replace trigger interfere ${timing} update of token on auth.sessions for each row execute function auth.interfere()`,
    );
  }

  test.each([
    ['before it has its first token', 'before', 'return null;'],
    ['after that', 'after', 'delete from auth.sessions where id = new.id; return null;'],
  ] as const)('%s: the right password is not called wrong, and no other one is asked for', async (_name, timing, statement) => {
    const { email } = await makeUser(database, app.identity);
    await whenStarted(timing, statement);
    const answer = await app.browser().signIn(email);
    await database.owner('drop trigger interfere on auth.sessions');
    expect(answer.json().error.code).toBe('auth.sessionEnded');
    expect((await app.browser().signIn(email)).statusCode).toBe(200);
  });

  test('of an account with many sessions from before its clock was set back, a new one stays', async () => {
    const { email } = await makeUser(database, app.identity);
    app.clock.advance({ minutes: 20 });
    for (let session = 0; session < 12; session += 1) expect((await app.browser().signIn(email)).statusCode).toBe(200);
    app.clock.advance({ minutes: -20 });
    const browser = app.browser();
    await browser.signIn(email);
    expect((await browser.send('GET', '/v1/api/profiles')).statusCode).toBe(200);
  });
});

describe('another issuer', () => {
  test('is accepted by configuration alone; its failures are not taken for bad tokens', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'entra-1', alg: 'RS256', use: 'sig' }] });
    let up = false;
    const provider = createServer((_request, response) => response.writeHead(up ? 200 : 503).end(up ? jwks : 'maintenance'));
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    closing.push(async () => {
      provider.closeAllConnections();
      provider.close();
    });
    const issuer = 'https://login.example.be/tenant/v2.0';
    const config = testConfig({
      DATABASE_URL: database.config.databaseUrl ?? '',
      IDENTITY_ISSUER: issuer,
      IDENTITY_AUDIENCE: 'api://checkwell',
      IDENTITY_JWKS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`,
      IDENTITY_ALGORITHM: 'RS256',
      IDENTITY_TOKEN_TYPE: 'JWT',
      IDENTITY_SUBJECT_CLAIM: 'oid',
    });
    const app = await opened(database, { config });
    const { email, profileId, companyId } = await makeUser(database, app.identity);
    const oid = randomUUID();
    await database.owner('update profiles set issuer = $2, subject = $3 where id = $1', [profileId, issuer, oid]);

    const now = Math.floor(app.clock.now().getTime() / 1000);
    const sign = (claims: JWTPayload) =>
      new SignJWT({ iss: issuer, aud: 'api://checkwell', iat: now, exp: now + 3600, sub: 'pairwise', oid, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'entra-1' })
        .sign(privateKey);
    const ask = async (url: string, claims: JWTPayload = {}) =>
      app.http.inject({ url, headers: { authorization: `Bearer ${await sign(claims)}` } });

    // The provider is down when the product starts: nothing is decided, and signing in with a password works.
    expect((await ask('/who')).statusCode).toBe(503);
    const { email: local } = await makeUser(database, app.identity);
    expect((await app.browser().signIn(local)).statusCode).toBe(200);
    up = true;
    expect((await ask('/who')).json()).toEqual({
      kind: 'employer',
      profileId,
      email,
      memberships: [{ companyId, accesType: 'admin', superiorId: null }],
    });
    expect((await ask('/v1/api/profiles/sso?language=nl')).json()).toMatchObject({ userName: email });
    // Down again: known keys go on working.
    up = false;
    expect((await ask('/who', { nonce: 'fresh' })).statusCode).toBe(200);

    for (const claims of [{ aud: 'api://other' }, { iss: 'https://login.example.be/other/v2.0' }, { exp: now - 60 }, { oid: undefined }]) {
      expect((await ask('/who', claims)).statusCode, JSON.stringify(claims)).toBe(401);
    }
    expect((await ask('/who', { oid: randomUUID() })).statusCode).toBe(403);
    // Sessions and passwords of these accounts are kept by their issuer.
    expect((await ask('/auth/sessions')).statusCode).toBe(403);
    await expect(app.identity.mintHandoff(profileId)).rejects.toMatchObject({ code: 'access.forbidden' });
    // Disabling works all the same.
    await app.identity.endSessions(profileId);
    await database.owner('update profiles set "disabledAt" = now() where id = $1', [profileId]);
    app.identity.forget(profileId);
    expect((await ask('/who')).statusCode).toBe(401);
    expect(takeLoggedErrors().every((line) => /auth.unavailable/.test(line))).toBe(true);
  });

  test('tokens need no cookie when page and API live on different hosts', async () => {
    const config = testConfig({ DATABASE_URL: database.config.databaseUrl ?? '', IDENTITY_BIND_TOKENS: '0' });
    const app = await opened(database, { config });
    const { email } = await makeUser(database, app.identity);
    const browser = app.browser();
    await browser.signIn(email);
    expect((await app.http.inject({ url: '/who', headers: { authorization: `Bearer ${browser.token}` } })).statusCode).toBe(200);
  });
});

test('an address in X-Forwarded-For counts only from a proxy that is trusted', async () => {
  await database.owner('delete from auth.throttles');
  const app = await opened(database, { trustedProxies: [] });
  const statuses = [];
  for (let count = 0; count < 51; count += 1)
    statuses.push((await app.browser({ ip: `203.0.113.${count}` }).signIn(`user${count}@example.be`)).statusCode);
  expect(statuses.slice(0, 50)).toEqual(new Array(50).fill(422));
  expect(statuses[50]).toBe(429);
});
