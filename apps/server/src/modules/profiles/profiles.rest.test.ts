import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { makeCompany, makeUser, testApp } from '../../test/servers/identity-app.ts';

const database = await testDatabase();
const app = await testApp(database);
afterAll(() => app.close());

async function signedIn(overrides: Parameters<typeof makeUser>[2] = {}) {
  const user = await makeUser(database, app.identity, overrides);
  const browser = app.browser();
  await browser.signIn(user.email);
  return { ...user, browser };
}
const PROFILE = '/v1/api/profiles';
const CHANGES = { firstName: 'Anneke', lastName: "D'Hondt", phoneNumber: '0475/12.34.56' };

describe('GET', () => {
  test('answers with the own profile and nothing more', async () => {
    const { browser, email, profileId, companyId } = await signedIn();
    const response = await browser.send('GET', PROFILE);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: profileId,
      userName: email,
      firstName: 'An',
      lastName: 'Peeters',
      phoneNumber: '+32470123456',
      companyId,
      language: 'nl',
    });
  });

  test('works for users of Microsoft, whose language is checked', async () => {
    const { browser, profileId } = await signedIn();
    for (const url of [`${PROFILE}/sso`, `${PROFILE}/sso?language=fr`])
      expect((await browser.send('GET', url)).json()).toMatchObject({ id: profileId });
    for (const url of [`${PROFILE}/sso?language=xx`, `${PROFILE}/sso?language=fr&language=nl`, `${PROFILE}/sso?id=1`])
      expect((await browser.send('GET', url)).statusCode).toBe(422);
  });

  test('needs a signed-in user', async () => {
    for (const [method, url] of [
      ['GET', PROFILE],
      ['GET', `${PROFILE}/sso`],
      ['PUT', PROFILE],
    ] as const) {
      const response = await app.browser().send(method, url, method === 'PUT' ? CHANGES : undefined);
      expect(response.statusCode).toBe(401);
      expect(response.json().error.code).toBe('access.unauthenticated');
    }
  });

  test('is not for users who have lost their last company', async () => {
    const { browser, profileId, email } = await signedIn();
    await database.owner('delete from company_users where "profileId" = $1', [profileId]);
    app.identity.forget(profileId);
    expect((await browser.send('GET', PROFILE)).json().error.code).toBe('auth.sessionEnded');
    expect((await browser.signIn(email)).json().error.code).toBe('auth.noCompany');
  });
});

describe('PUT', () => {
  test('changes names, phone and language', async () => {
    const { browser, profileId } = await signedIn();
    const response = await browser.send('PUT', PROFILE, { ...CHANGES, language: 'fr' });
    expect(response.statusCode, response.body).toBe(200);
    const expected = { id: profileId, firstName: 'Anneke', lastName: "D'Hondt", phoneNumber: '+32475123456', language: 'fr' };
    expect(response.json()).toMatchObject(expected);
    expect((await browser.send('GET', PROFILE)).json()).toMatchObject(expected);
    expect((await browser.send('PUT', PROFILE, CHANGES)).json()).toMatchObject({ language: 'fr' });
  });

  test('takes the profile as it was read, as the specification sends it', async () => {
    const { browser } = await signedIn();
    const profile = (await browser.send('GET', PROFILE)).json();
    const response = await browser.send('PUT', PROFILE, { ...profile, firstName: 'Els' });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toEqual({ ...profile, firstName: 'Els' });
  });

  test('refuses to change who somebody is and where they belong', async () => {
    const { browser, profileId } = await signedIn();
    const other = await makeUser(database, app.identity);
    const before = await database.owner('select * from profiles where id = $1', [profileId]);
    const attempts = {
      id: other.profileId,
      companyId: other.companyId,
      userName: 'admin@example.be',
      accesType: 'admin',
      kind: 'planner',
      doctorId: randomUUID(),
      issuer: 'urn:other',
      subject: 'x',
      sessionVersion: 0,
      disabledAt: null,
      version: 99,
      isAdmin: true,
      memberships: [],
      constructor: { name: 'x' },
    };
    for (const [key, value] of Object.entries(attempts)) {
      const response = await browser.send('PUT', PROFILE, { ...CHANGES, [key]: value });
      expect([400, 422], key).toContain(response.statusCode);
      if (response.statusCode === 422)
        expect(response.json().error, key).toMatchObject({ code: 'request.invalid', issues: [{ path: key }] });
    }
    expect((await browser.send('PUT', PROFILE, { ...CHANGES, companyId: null })).statusCode).toBe(422);
    expect(await database.owner('select * from profiles where id = $1', [profileId])).toEqual(before);
  });

  test('answers each error with its field and sentence', async () => {
    const { browser } = await signedIn();
    const cases: [Record<string, unknown>, string, string][] = [
      [{ ...CHANGES, firstName: ' ' }, 'firstName', 'firstNameRequired'],
      [{ ...CHANGES, lastName: undefined }, 'lastName', 'lastNameRequired'],
      [{ ...CHANGES, phoneNumber: '12' }, 'phoneNumber', 'phoneFormat'],
      [{ ...CHANGES, language: 'de' }, 'language', 'invalidChoice'],
      [{ ...CHANGES, firstName: 'x'.repeat(101) }, 'firstName', 'tooLong'],
      [{ ...CHANGES, firstName: 'a\u0000b' }, 'firstName', 'invalidCharacters'],
      [{ ...CHANGES, firstName: 'a\ud800b' }, 'firstName', 'invalidCharacters'],
      [{ ...CHANGES, firstName: 'a\r\nBcc: x' }, 'firstName', 'invalidCharacters'],
    ];
    for (const [body, path, message] of cases) {
      const response = await browser.send('PUT', PROFILE, body);
      expect(response.statusCode).toBe(422);
      expect(response.json().error.issues).toEqual([expect.objectContaining({ path, message })]);
    }
    for (const body of [null, [], 'x', 7]) expect((await browser.send('PUT', PROFILE, body)).statusCode).toBe(422);
  });

  test('a company colleague keeps the own profile', async () => {
    const companyId = await makeCompany(database);
    const [one, two] = [await signedIn({ companyId }), await signedIn({ companyId })];
    await one.browser.send('PUT', PROFILE, CHANGES);
    expect((await two.browser.send('GET', PROFILE)).json()).toMatchObject({ id: two.profileId, firstName: 'An' });
  });
});
