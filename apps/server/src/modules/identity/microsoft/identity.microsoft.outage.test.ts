import type { TestFault } from '@checkwell/stand-ins/microsoft/faults';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { standInForMicrosoft } from '../../../platform/stand-ins/stand-ins.ts';
import { testClock } from '../../../test/clock.ts';
import { testConfig } from '../../../test/config.ts';
import { testDatabase } from '../../../test/database.ts';
import { makeUser, PASSWORD, testApp } from '../../../test/servers/identity-app.ts';
import { askMicrosoft, MICROSOFT_PUBLIC_URL, signInWithMicrosoft, testIssuer } from '../../../test/servers/microsoft.ts';

/** Microsoft is away, slow or talks nonsense: nobody is signed out, the button stays, and all is well afterwards (security.md, A11). */

const database = await testDatabase();
const clock = testClock();
const issuer = await testIssuer(clock);
const config = { ...database.config, publicUrl: MICROSOFT_PUBLIC_URL, microsoft: issuer.registration };
const closing: (() => Promise<unknown>)[] = [() => issuer.stop()];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});
beforeEach(() => database.owner('delete from auth.throttles'));

async function opened() {
  const app = await testApp(database, { clock, config });
  closing.push(app.close);
  return app;
}
type App = Awaited<ReturnType<typeof opened>>;
const codeOf = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code;
const start = (app: App) => app.browser().send('POST', '/auth/microsoft/start', { language: 'en' });

/** An account that is linked, and a browser in which it is signed in with Microsoft. */
async function linkedUser(app: App) {
  const { email } = await makeUser(database, app.identity);
  const browser = app.browser();
  const { ticket } = (await signInWithMicrosoft(browser, { email })).json<{ ticket: string }>();
  expect((await browser.send('POST', '/auth/microsoft/link', { ticket, password: PASSWORD })).statusCode).toBe(200);
  return { email, browser };
}

test('away when the product starts: the button is there, passwords work, and Microsoft too as soon as it is back', async () => {
  await issuer.stop();
  const app = await opened();
  expect((await app.browser().send('GET', '/auth/microsoft')).json()).toEqual({ offered: true });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const response = await start(app);
    expect([response.statusCode, codeOf(response)]).toEqual([503, 'auth.microsoftUnavailable']);
  }
  const { email } = await makeUser(database, app.identity);
  expect((await app.browser().signIn(email)).statusCode).toBe(200);
  await expect(app.identity.ready()).resolves.toBeUndefined();
  await issuer.restart();
  expect((await linkedUser(app)).browser.token).not.toBe('');
});

test('away in the middle: 503 and never 401, sessions go on, and with new keys it signs in again', async () => {
  const app = await opened();
  const { email, browser } = await linkedUser(app);
  const answer = await askMicrosoft(browser, { email });
  await issuer.stop();
  const refused = await browser.send('POST', '/auth/microsoft/complete', answer);
  expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'auth.microsoftUnavailable']);
  expect(refused.headers['set-cookie']).toBeUndefined();
  expect((await browser.send('GET', '/who')).statusCode).toBe(200);
  expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(200);
  await issuer.restart();
  expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'signedIn' });
});

describe('trouble there is no proof, and no end of a session:', () => {
  let calm: App;
  beforeAll(async () => {
    calm = await opened();
  });

  test.each<[TestFault, number, string]>([
    ['discoveryFails', 503, 'auth.microsoftUnavailable'],
    ['discoveryOfOtherIssuer', 503, 'auth.microsoftUnavailable'],
    ['endpointElsewhere', 503, 'auth.microsoftUnavailable'],
    ['keysFail', 503, 'auth.microsoftUnavailable'],
    ['tokenFails', 503, 'auth.microsoftUnavailable'],
    ['tokenIsNotJson', 503, 'auth.microsoftUnavailable'],
    ['tokenRedirects', 503, 'auth.microsoftUnavailable'],
    ['tokenTooLarge', 503, 'auth.microsoftUnavailable'],
    ['tokenHangs', 503, 'auth.microsoftUnavailable'],
    ['tokenRefused', 422, 'auth.microsoftFailed'],
    ['tokenMissing', 422, 'auth.microsoftFailed'],
  ])('%s', async (fault, status, code) => {
    const { email, browser } = await linkedUser(calm);
    const app = await opened(); // knows nothing of the issuer yet
    issuer.fault = fault;
    try {
      const early = await start(app);
      const response = early.statusCode === 200 ? await signInWithMicrosoft(app.browser(), { email }) : early;
      expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
      expect((await browser.send('GET', '/who')).statusCode).toBe(200);
    } finally {
      issuer.fault = null;
    }
    expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'signedIn' });
  });

  test('what was learned before serves on while discovery fails', async () => {
    const app = await opened();
    await linkedUser(app);
    issuer.fault = 'discoveryFails';
    expect((await start(app)).statusCode).toBe(200);
    issuer.fault = null;
  });
});

describe('the issuer for trying things out', () => {
  const local = testConfig({ DATABASE_URL: database.config.databaseUrl ?? '', PUBLIC_URL: 'http://localhost:3999' });
  test.each([
    ['production', { environment: 'production' as const }],
    ['a real tenant', { microsoft: issuer.registration }],
    ['a process without pages', { roles: new Set(['jobs'] as const) }],
    ['browsers elsewhere', { publicUrl: 'http://checks.example.be' }],
  ])('stays away with %s', async (_name, change) => {
    expect(await standInForMicrosoft({ ...local, ...change }, clock)).toBeUndefined();
  });

  test('answers for one address of the product, asks for PKCE, and gives each code once', async () => {
    const standIn = await standInForMicrosoft(local, clock);
    if (!standIn) throw new Error('It did not start.');
    closing.push(() => standIn.stop());
    const app = await testApp(database, { clock, config: { ...local, microsoft: standIn.registration } });
    closing.push(app.close);
    const { url } = (await app.browser().send('POST', '/auth/microsoft/start', { language: 'fr' })).json<{ url: string }>();
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*form-action 'self' http:\/\/localhost:3999;/);
    expect(await page.text()).toMatch(/<html lang="fr">[\s\S]*Mode test/);
    for (const [name, value] of [
      ['redirect_uri', 'https://attacker.example/microsoft'],
      ['client_id', 'another'],
      ['code_challenge_method', 'plain'],
      ['response_type', 'token'],
    ] as const) {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      expect((await fetch(changed, { redirect: 'manual' })).status, name).toBe(400);
    }
  });

  test('is not offered where nothing is configured', async () => {
    const app = await testApp(database, { clock, config: { ...database.config, microsoft: null } });
    closing.push(app.close);
    expect((await app.browser().send('GET', '/auth/microsoft')).json()).toEqual({ offered: false });
    expect((await start(app)).statusCode).toBe(404);
  });
});
