import { ACCOUNT_LINK_MS } from '@checkwell/domain/identity/account-link';
import { getTranslator } from '@checkwell/messages/translator';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { type Browser, makeUser, PASSWORD, testApp } from '../../../test/servers/identity-app.ts';

const database = await testDatabase();
const app = await testApp(database);
afterAll(() => app.close());

beforeEach(() => database.owner('delete from auth.throttles'));

const NEW_PASSWORD = 'Kanaal fiets 7-4-9 lamp';
const codeOf = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code;
const mailsTo = (recipient: string) =>
  database.owner<{ template: string; language: string; subject: string; plainText: string; html: string }>(
    'select template, language, subject, "plainText", html from mails where recipient = $1 order by "createdAt", id',
    [recipient],
  );
const tokenIn = (text: string | undefined): string => /\/reset-password\S*#([\w-]+)/.exec(text ?? '')?.[1] ?? '';

async function forgot(email: string, browser: Browser = app.browser()) {
  const response = await browser.send('POST', '/auth/password/forgot', { email });
  while ((await app.outbox.drain()) > 0);
  return response;
}

/** The token of the newest link that was sent to an address. */
async function newestToken(email: string): Promise<string> {
  return tokenIn((await mailsTo(email)).map(({ plainText }) => plainText).findLast((text) => tokenIn(text) !== ''));
}

const reset = (token: string, password = NEW_PASSWORD) => app.browser().send('POST', '/auth/password/reset', { token, password });

describe('a forgotten password', () => {
  test('is replaced by the link in a mail: the old one and every session end, the new one signs in, and the owner is notified', async () => {
    const { email, profileId } = await makeUser(database, app.identity);
    const browser = app.browser();
    await browser.signIn(email);
    expect((await forgot(email)).statusCode).toBe(204);
    const token = await newestToken(email);
    const opened = await app.browser().send('POST', '/auth/password/link', { token });
    expect(opened.json()).toEqual({ purpose: 'reset', email });

    expect((await reset(token)).statusCode).toBe(204);
    expect((await browser.send('GET', '/who')).statusCode).toBe(401);
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
    expect(codeOf(await app.browser().signIn(email, PASSWORD))).toBe('auth.invalidCredentials');
    expect((await app.browser().signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['passwordReset', 'passwordChanged']);
    const log = await database.owner<{ action: string }>('select action from access_log where "subjectId" = $1', [profileId]);
    expect(log.map(({ action }) => action)).toContain('auth.passwordReset');
  });

  test.each(['en', 'fr', 'nl'] as const)('is written about in the language of the account: %s', async (language) => {
    const { email } = await makeUser(database, app.identity, { language });
    await forgot(email);
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ language, subject: getTranslator(language, 'accountMails')('reset.subject') });
    expect(mail?.html).toContain(`${database.config.publicUrl}/reset-password?lang=${mail?.language}#${tokenIn(mail?.plainText)}`);
  });

  test('gets the same answer and the same work for every address: known, unknown, closed', async () => {
    const { email } = await makeUser(database, app.identity);
    const closed = await makeUser(database, app.identity);
    await database.owner('update profiles set "disabledAt" = now() where id = $1', [closed.profileId]);
    const seen = [];
    for (const address of [email, 'nobody@example.be', closed.email]) {
      const [before] = await database.owner<{ effects: string; entries: string }>(
        'select (select count(*) from outbox) as effects, (select count(*) from access_log) as entries',
      );
      const response = await app.browser().send('POST', '/auth/password/forgot', { email: address });
      const [after] = await database.owner<{ effects: string; entries: string }>(
        'select (select count(*) from outbox) as effects, (select count(*) from access_log) as entries',
      );
      const { date: _date, 'x-trace-id': _trace, ...headers } = response.headers;
      seen.push({
        status: response.statusCode,
        body: response.body,
        headers: Object.keys(headers).sort(),
        effects: Number(after?.effects) - Number(before?.effects),
        entries: Number(after?.entries) - Number(before?.entries),
      });
      while ((await app.outbox.drain()) > 0);
    }
    expect(seen[0]).toMatchObject({ status: 204, body: '', effects: 1, entries: 1 });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect((await mailsTo(email)).length).toBe(1);
    expect(await mailsTo('nobody@example.be')).toEqual([]);
    expect(await mailsTo(closed.email)).toEqual([]);
  });

  test('refuses what is no address, with the key of its sentence', async () => {
    for (const [email, message] of [
      ['', 'emailRequired'],
      ['an.peeters', 'emailInvalid'],
    ]) {
      const response = await app.browser().send('POST', '/auth/password/forgot', { email });
      expect(response.json().error).toMatchObject({ code: 'request.invalid', issues: [{ path: 'email', message }] });
    }
  });

  test('refuses a weak or guessable password and keeps the link', async () => {
    const { email } = await makeUser(database, app.identity);
    await forgot(email);
    const token = await newestToken(email);
    expect((await reset(token, 'short')).json().error.issues).toEqual([
      expect.objectContaining({ path: 'password', message: 'passwordRule' }),
    ]);
    expect(codeOf(await reset(token, 'Welkom123456!'))).toBe('auth.passwordBreached');
    expect(codeOf(await reset(token, `${email}-123`))).toBe('auth.passwordBreached');
    expect((await reset(token)).statusCode).toBe(204);
  });
});

describe('a migrated account', () => {
  const migrated = () => makeUser(database, app.identity, { passwordResetRequired: true });
  const signIn = async (email: string, password = PASSWORD) => {
    const response = await app.browser().signIn(email, password);
    while ((await app.outbox.drain()) > 0);
    return response;
  };

  test('gets one mail per window, after the right password only, and signs in with the new one', async () => {
    const { email } = await migrated();
    await signIn(email, 'Wrong-password-1234');
    expect(await mailsTo(email)).toEqual([]);
    for (let time = 0; time < 3; time += 1) expect(codeOf(await signIn(email))).toBe('auth.passwordResetRequired');
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['passwordMigration']);

    app.clock.advance({ seconds: ACCOUNT_LINK_MS.migration / 1000 });
    await signIn(email);
    expect((await mailsTo(email)).length).toBe(2);
    expect((await reset(await newestToken(email))).statusCode).toBe(204);
    expect((await app.browser().signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  test('gets one mail also when the right password comes ten times at the same moment', async () => {
    const { email } = await migrated();
    await Promise.all(Array.from({ length: 10 }, () => app.browser().signIn(email)));
    while ((await app.outbox.drain()) > 0);
    expect((await mailsTo(email)).length).toBe(1);
  });
});

/** Somebody who was signed in when the duty came. */
interface SignedIn {
  readonly browser: Browser;
  readonly email: string;
  readonly profileId: string;
  readonly subject: string;
}

const WAYS_AROUND: readonly (readonly [string, (who: SignedIn) => Promise<LightMyRequestResponse>])[] = [
  ['the access token of an open session', ({ browser }) => browser.send('GET', '/who')],
  ['the profile with that token', ({ browser }) => browser.send('GET', '/v1/api/profiles')],
  ['a new token for that session', ({ browser }) => browser.send('POST', '/auth/session/refresh')],
  ['another password in that session', ({ browser }) => browser.send('POST', '/auth/password', { current: PASSWORD, next: NEW_PASSWORD })],
  ['the old password', ({ browser, email }) => browser.signIn(email)],
  [
    'a link of ours',
    async ({ browser, profileId }) => browser.send('POST', '/auth/handoff', { token: await app.identity.mintHandoff(profileId) }),
  ],
];

describe('the duty to reset has no way around:', () => {
  const signedIn = async (): Promise<SignedIn> => {
    const user = await makeUser(database, app.identity);
    const browser = app.browser();
    await browser.signIn(user.email);
    return { ...user, browser };
  };
  test.each(WAYS_AROUND)('%s', async (_way, go) => {
    const due = await signedIn();
    await database.owner('update auth.users set "passwordResetRequired" = true where id = $1', [due.subject]);
    app.identity.forget(due.profileId); // what another process hears within two seconds
    expect(['auth.sessionEnded', 'auth.passwordResetRequired']).toContain(codeOf(await go(due)));
    expect(await database.owner('select 1 from auth.users where id = $1 and "passwordResetRequired"', [due.subject])).toHaveLength(1);
    // The same without the duty.
    expect((await go(await signedIn())).statusCode).toBe(200);
  });
});

describe('an invitation', () => {
  test('lets a new account choose its first password, within a week', async () => {
    const { email, profileId, companyId } = await makeUser(database, app.identity, { password: null, language: 'fr' });
    await database.db.system('test', (tx) => app.identity.invite(tx, { profileId, companyId }));
    while ((await app.outbox.drain()) > 0);
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ template: 'invitation', language: 'fr' });
    expect(mail?.plainText).toContain('Acme');
    expect(await app.identity.findUnused([profileId])).toEqual(new Set([profileId]));

    app.clock.advance({ days: 6 });
    const token = await newestToken(email);
    expect((await app.browser().send('POST', '/auth/password/link', { token })).json()).toEqual({ purpose: 'invitation', email });
    expect((await reset(token)).statusCode).toBe(204);
    expect((await app.browser().signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect(await app.identity.findUnused([profileId])).toEqual(new Set());
    // Nobody needs to hear that a password was changed which had never been one.
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['invitation']);
  });
});

test('a password that is changed in the settings is written about too', async () => {
  const { email } = await makeUser(database, app.identity);
  const browser = app.browser();
  await browser.signIn(email);
  expect((await browser.send('POST', '/auth/password', { current: PASSWORD, next: NEW_PASSWORD })).statusCode).toBe(200);
  expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['passwordChanged']);
});

test('the link that the terminal shows for a new account opens it once', async () => {
  const account = { firstName: 'An', lastName: 'Peeters', phoneNumber: '', language: 'en', companyId: null, doctorId: null } as const;
  const email = 'first.planner@example.be';
  const { profileId } = await app.identity.createAccount({ ...account, email, kind: 'planner', password: null });
  const token = tokenIn(await app.identity.invitationPath(profileId));
  expect((await app.browser().send('POST', '/auth/password/link', { token })).json()).toEqual({ purpose: 'invitation', email });
  expect((await reset(token)).statusCode).toBe(204);
  expect(codeOf(await reset(token))).toBe('auth.linkInvalid');
  expect((await app.browser().signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
});
