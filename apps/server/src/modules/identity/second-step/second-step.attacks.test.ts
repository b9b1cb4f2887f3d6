import { randomBytes } from 'node:crypto';
import { MAX_PASSKEYS, RECOVERY_CODES, SECOND_STEP_ATTEMPTS } from '@checkwell/domain/identity/second-step';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, totpCode } from '../../../test/authenticator.ts';
import { testDatabase } from '../../../test/database.ts';
import { isOneIn, nightly } from '../../../test/nightly.ts';
import { body, outcomeOf, SAFE, Scenario } from '../../../test/second-step-scenario.ts';
import { type Browser, makeUser, PASSWORD } from '../../../test/servers/identity-app.ts';
import { type ServerApp, serverApp } from '../../../test/servers/server-app.ts';

/**
 * Attacks on the second step (docs/decisions/0018; security.md, A12). Each row plays an attack, which is refused with the named code,
 * and then the same without what makes it an attack, which works: were the check taken away, the attack would work too.
 */

const database = await testDatabase();
const { owner } = database;
let app: ServerApp;
beforeAll(async () => {
  app = await serverApp(database);
});
beforeEach(() => owner('delete from auth.throttles'));
const makeScenario = (parts?: Parameters<typeof Scenario.make>[1]) => Scenario.make({ app, database }, parts);

const nextCode = () => app.clock.advance({ seconds: 60 });

interface Row {
  readonly attack: string;
  readonly code: string;
  readonly play: (scenario: Scenario) => Promise<LightMyRequestResponse>;
  readonly control: (scenario: Scenario) => Promise<LightMyRequestResponse>;
}

const asBearer = (ticket: string) => app.browser().send('GET', '/v1/api/profiles', undefined, { authorization: `Bearer ${ticket}` });
const withCode = (scenario: Scenario) => scenario.enterWith(scenario.code());
const withPasskey = (scenario: Scenario) => scenario.passkeySignIn();

const CODES: readonly Row[] = [
  {
    attack: 'a code that was used to sign in',
    code: 'auth.codeInvalid',
    async play(scenario) {
      const code = scenario.code();
      expect(outcomeOf(await scenario.enterWith(code))).toBe(SAFE);
      return scenario.enterWith(code);
    },
    async control(scenario) {
      expect(outcomeOf(await scenario.enterWith(scenario.code()))).toBe(SAFE);
      app.clock.advance({ seconds: 30 });
      return withCode(scenario);
    },
  },
  {
    attack: 'the code that confirmed the app',
    code: 'auth.codeInvalid',
    async play(scenario) {
      await scenario.addTotp();
      return withCode(scenario);
    },
    async control(scenario) {
      await scenario.addTotp();
      app.clock.advance({ seconds: 30 });
      return withCode(scenario);
    },
  },
  {
    attack: 'an older code than the last one used',
    code: 'auth.codeInvalid',
    async play(scenario) {
      const older = scenario.code();
      app.clock.advance({ seconds: 30 });
      expect(outcomeOf(await withCode(scenario))).toBe(SAFE);
      return scenario.enterWith(older);
    },
    async control(scenario) {
      const older = scenario.code();
      app.clock.advance({ seconds: 30 });
      return scenario.enterWith(older);
    },
  },
  {
    attack: 'a code of two steps ago',
    code: 'auth.codeInvalid',
    play: (scenario) => scenario.enterWith(scenario.code(-60)),
    control: (scenario) => scenario.enterWith(scenario.code(-30)),
  },
  {
    attack: 'a code of the step after the next',
    code: 'auth.codeInvalid',
    play: (scenario) => scenario.enterWith(scenario.code(60)),
    control: (scenario) => scenario.enterWith(scenario.code(30)),
  },
  {
    attack: 'the code of another account',
    code: 'auth.codeInvalid',
    play: async (scenario) => scenario.enterWith((await makeScenario()).code()),
    control: withCode,
  },
  {
    attack: 'the right code with a digit more',
    code: 'auth.codeInvalid',
    play: (scenario) => scenario.enterWith(`${scenario.code()}0`),
    control: (scenario) => scenario.enterWith(`${scenario.code().slice(0, 3)} ${scenario.code().slice(3)}`),
  },
  {
    attack: 'the code as a number of the request',
    code: 'request.invalid',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      return browser.send('POST', '/auth/second-step', { ticket, code: Number(scenario.code()) });
    },
    control: withCode,
  },
  {
    attack: 'an empty code',
    code: 'request.invalid',
    play: (scenario) => scenario.enterWith(' '),
    control: withCode,
  },
  {
    attack: 'a code of the app that was removed',
    code: 'auth.codeInvalid',
    async play(scenario) {
      const code = scenario.code();
      await scenario.home.send('POST', '/auth/protection/totp/remove', { password: PASSWORD });
      return scenario.enterWith(code);
    },
    control: withCode,
  },
  {
    attack: 'a recovery code for the second time',
    code: 'auth.codeInvalid',
    async play(scenario) {
      const [code = ''] = scenario.recoveryCodes;
      expect(outcomeOf(await scenario.enterWith(code))).toBe(SAFE);
      return scenario.enterWith(code);
    },
    async control(scenario) {
      const [code = '', another = ''] = scenario.recoveryCodes;
      expect(outcomeOf(await scenario.enterWith(code))).toBe(SAFE);
      return scenario.enterWith(another.toLowerCase().replace('-', ' '));
    },
  },
  {
    attack: 'a recovery code of another account',
    code: 'auth.codeInvalid',
    play: async (scenario) => scenario.enterWith((await makeScenario()).recoveryCodes[0] ?? ''),
    control: (scenario) => scenario.enterWith(scenario.recoveryCodes[0] ?? ''),
  },
  {
    attack: 'a recovery code from before new ones were made',
    code: 'auth.codeInvalid',
    async play(scenario) {
      const [old = ''] = scenario.recoveryCodes;
      scenario.keep(await scenario.home.send('POST', '/auth/protection/recovery-codes', { password: PASSWORD }));
      return scenario.enterWith(old);
    },
    async control(scenario) {
      scenario.keep(await scenario.home.send('POST', '/auth/protection/recovery-codes', { password: PASSWORD }));
      return scenario.enterWith(scenario.recoveryCodes[0] ?? '');
    },
  },
  {
    attack: 'what the database keeps of a recovery code',
    code: 'auth.codeInvalid',
    async play(scenario) {
      const [row] = await owner<{ codeHash: Buffer }>('select "codeHash" from auth.recovery_codes where "userId" = $1', [
        scenario.user.subject,
      ]);
      return scenario.enterWith(row?.codeHash.toString('base64url').slice(0, 40) ?? '');
    },
    control: (scenario) => scenario.enterWith(scenario.recoveryCodes[1] ?? ''),
  },
  {
    attack: 'the sixth code for one first step, though it is right',
    code: 'auth.secondStepExpired',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      for (let attempt = 0; attempt < SECOND_STEP_ATTEMPTS; attempt += 1)
        expect(outcomeOf(await browser.send('POST', '/auth/second-step', { ticket, code: '000000' }))).toBe('auth.codeInvalid');
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
    },
    async control(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      for (let attempt = 1; attempt < SECOND_STEP_ATTEMPTS; attempt += 1)
        await browser.send('POST', '/auth/second-step', { ticket, code: '000000' });
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
    },
  },
];

const TICKETS: readonly Row[] = [
  {
    attack: 'the ticket of the first step as access token',
    code: 'auth.tokenInvalid',
    play: async (scenario) => asBearer((await scenario.firstStep()).ticket),
    control: async (scenario) => scenario.home.send('GET', '/v1/api/profiles'),
  },
  {
    attack: 'the ticket of the first step as session',
    code: 'auth.sessionEnded',
    async play(scenario) {
      const { ticket } = await scenario.firstStep();
      return app.browser().send('POST', '/auth/session/refresh', undefined, { cookie: `__Host-session=${ticket}` });
    },
    control: (scenario) => scenario.home.send('POST', '/auth/session/refresh'),
  },
  {
    attack: 'a question right after the first step',
    code: 'access.unauthenticated',
    async play(scenario) {
      const { browser } = await scenario.firstStep();
      return browser.send('GET', '/v1/api/profiles');
    },
    async control(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      await browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
      return browser.send('GET', '/v1/api/profiles');
    },
  },
  {
    attack: 'a ticket after five minutes',
    code: 'auth.secondStepExpired',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      app.clock.advance({ minutes: 5 });
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
    },
    async control(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      app.clock.advance({ minutes: 4, seconds: 59 });
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
    },
  },
  {
    attack: 'a ticket that was used',
    code: 'auth.secondStepExpired',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      await browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
      nextCode();
      return app.browser().send('POST', '/auth/second-step', { ticket, code: scenario.code() });
    },
    async control(scenario) {
      await withCode(scenario);
      nextCode();
      return withCode(scenario);
    },
  },
  {
    attack: 'a random ticket with the right code',
    code: 'auth.secondStepExpired',
    play: (scenario) =>
      app.browser().send('POST', '/auth/second-step', { ticket: randomBytes(32).toString('base64url'), code: scenario.code() }),
    control: withCode,
  },
  {
    attack: 'the own ticket with the account of somebody else beside it',
    code: 'request.invalid',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      const { subject } = (await makeScenario()).user;
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code(), subject });
    },
    control: withCode,
  },
  {
    attack: 'a ticket from before the password was changed',
    code: 'auth.secondStepExpired',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      await scenario.home.send('POST', '/auth/password', { current: PASSWORD, next: 'Andere zin 8-5-2 boom' });
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
    },
    control: withCode,
  },
  {
    attack: 'the second step sent by another site',
    code: 'auth.originRefused',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() }, { origin: 'https://evil.example' });
    },
    async control(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() }, { origin: app.config.publicUrl });
    },
  },
  {
    attack: 'the ticket of a user who was disabled',
    code: 'auth.accountDisabled',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      await owner('update auth.users set "disabledAt" = now() where id = $1', [scenario.user.subject]);
      return browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
    },
    control: withCode,
  },
  {
    attack: 'a link of ours in place of both steps',
    code: 'auth.handoffInvalid',
    play: async ({ user }) =>
      app.browser().send('POST', '/auth/handoff', { token: await app.services.identity.mintHandoff(user.profileId) }),
    async control() {
      const { profileId } = await makeUser(database, app.services.identity);
      return app.browser().send('POST', '/auth/handoff', { token: await app.services.identity.mintHandoff(profileId) });
    },
  },
];

const PASSKEYS: readonly Row[] = [
  ...(
    [
      ['an answer from another site', { origin: 'https://evil.example' }],
      ['an answer for another site', { rpId: 'evil.example' }],
      ['an answer to a challenge that we never made', { challenge: randomBytes(32).toString('base64url') }],
      ['an answer without fingerprint or PIN', { userVerified: false }],
      ['an answer that makes a passkey in place of using it', { type: 'webauthn.create' }],
      ['an answer for another account', { userHandle: Buffer.from('018f0000-0000-7000-8000-000000000000').toString('base64url') }],
      ['an answer with a number for its account', { userHandle: 1 }],
      ['an answer of a passkey that nobody has', { id: randomBytes(32).toString('base64url') }],
    ] as const
  ).map(([attack, wrong]) => ({
    attack,
    code: 'auth.passkeyInvalid',
    play: (scenario: Scenario) => scenario.passkeySignIn(wrong),
    control: withPasskey,
  })),
  {
    attack: 'the counter of a copied passkey',
    code: 'auth.passkeyInvalid',
    async play(scenario) {
      expect(outcomeOf(await scenario.passkeySignIn({ counter: 7 }))).toBe(SAFE);
      return scenario.passkeySignIn({ counter: 7 });
    },
    async control(scenario) {
      expect(outcomeOf(await scenario.passkeySignIn({ counter: 7 }))).toBe(SAFE);
      return scenario.passkeySignIn({ counter: 8 });
    },
  },
  {
    attack: 'the signature of another device',
    code: 'auth.passkeyInvalid',
    async play(scenario) {
      const thief = new Authenticator(app.config.publicUrl);
      return scenario.passkeySignIn({ id: scenario.device.id.toString('base64url'), userHandle: scenario.device.userHandle }, thief);
    },
    control: withPasskey,
  },
  {
    attack: 'an answer for the second time',
    code: 'auth.passkeyInvalid',
    async play(scenario) {
      const browser = app.browser();
      const options = body<{ challenge: string }>(await browser.send('POST', '/auth/passkey/options'));
      const response = scenario.device.get(options);
      expect(outcomeOf(await browser.send('POST', '/auth/passkey', { response }))).toBe(SAFE);
      return app.browser().send('POST', '/auth/passkey', { response });
    },
    async control(scenario) {
      expect(outcomeOf(await withPasskey(scenario))).toBe(SAFE);
      return withPasskey(scenario);
    },
  },
  {
    attack: 'an answer after five minutes',
    code: 'auth.passkeyInvalid',
    async play(scenario) {
      const options = body<{ challenge: string }>(await app.browser().send('POST', '/auth/passkey/options'));
      app.clock.advance({ minutes: 5 });
      return app.browser().send('POST', '/auth/passkey', { response: scenario.device.get(options) });
    },
    async control(scenario) {
      const options = body<{ challenge: string }>(await app.browser().send('POST', '/auth/passkey/options'));
      app.clock.advance({ minutes: 4, seconds: 59 });
      return app.browser().send('POST', '/auth/passkey', { response: scenario.device.get(options) });
    },
  },
  {
    attack: 'the challenge of a sign-in as second step of somebody',
    code: 'auth.passkeyInvalid',
    async play(scenario) {
      const { browser, ticket } = await scenario.firstStep();
      const options = body<{ challenge: string }>(await browser.send('POST', '/auth/passkey/options'));
      return browser.send('POST', '/auth/second-step/passkey', { ticket, response: scenario.device.get(options) });
    },
    control: (scenario) => scenario.passkeyStep(scenario.device),
  },
  {
    attack: 'the own passkey as second step of somebody else',
    code: 'auth.passkeyInvalid',
    play: async (scenario) => scenario.passkeyStep((await makeScenario()).device),
    control: (scenario) => scenario.passkeyStep(scenario.device),
  },
  {
    attack: 'a passkey that was removed',
    code: 'auth.passkeyInvalid',
    async play(scenario) {
      const { passkeys } = body<{ passkeys: { id: string }[] }>(await scenario.home.send('GET', '/auth/protection'));
      await scenario.home.send('POST', `/auth/protection/passkeys/${passkeys[0]?.id}/remove`, { password: PASSWORD });
      return withPasskey(scenario);
    },
    control: withPasskey,
  },
  {
    attack: 'the passkey of an account that must reset its password',
    code: 'auth.passwordResetRequired',
    async play(scenario) {
      await owner('update auth.users set "passwordResetRequired" = true where id = $1', [scenario.user.subject]);
      return withPasskey(scenario);
    },
    control: withPasskey,
  },
  {
    attack: 'something that is no answer at all',
    code: 'auth.passkeyInvalid',
    play: (scenario) =>
      app
        .browser()
        .send('POST', '/auth/passkey', { response: { id: scenario.device.id.toString('base64url'), response: { clientDataJSON: 7 } } }),
    control: withPasskey,
  },
];

const newDevice = () => new Authenticator(app.config.publicUrl);
const passkeyIdOf = async (scenario: Scenario): Promise<string> =>
  body<{ passkeys: { id: string }[] }>(await scenario.home.send('GET', '/auth/protection')).passkeys[0]?.id ?? '';
const renamed = (scenario: Scenario, id: string) => scenario.home.send('PUT', `/auth/protection/passkeys/${id}`, { name: 'Phone' });

/** Its owner signed in more than five minutes ago, and may have gone away. */
function longAgo(scenario: Scenario): Scenario {
  app.clock.advance({ minutes: 5 });
  return scenario;
}
const handedOver = async (): Promise<Browser> => {
  const browser = app.browser();
  const { profileId } = await makeUser(database, app.services.identity);
  expect(outcomeOf(await browser.send('POST', '/auth/handoff', { token: await app.services.identity.mintHandoff(profileId) }))).toBe(SAFE);
  return browser;
};

const SETTING_UP: readonly Row[] = [
  {
    attack: 'an app without the password, in a session that a link has just opened',
    code: 'auth.invalidCredentials',
    play: async (scenario) => scenario.startTotp({}, await handedOver()),
    control: async (scenario) => scenario.startTotp({ password: PASSWORD }, await handedOver()),
  },
  {
    attack: 'a wrong password, whoever has just signed in',
    code: 'auth.invalidCredentials',
    play: (scenario) => scenario.home.send('POST', '/auth/protection/totp/remove', { password: 'Not-my-password-1234' }),
    control: (scenario) => scenario.home.send('POST', '/auth/protection/totp/remove', {}),
  },
  {
    attack: 'an app without the password, long after signing in',
    code: 'auth.invalidCredentials',
    play: (scenario) => longAgo(scenario).startTotp({}),
    control: (scenario) => scenario.startTotp(),
  },
  {
    attack: 'an app with a wrong password',
    code: 'auth.invalidCredentials',
    play: (scenario) => scenario.startTotp({ password: 'Not-my-password-1234' }),
    control: (scenario) => scenario.startTotp(),
  },
  {
    attack: 'a passkey without the password, long after signing in',
    code: 'auth.invalidCredentials',
    play: (scenario) => longAgo(scenario).addPasskey({}, newDevice(), {}),
    control: (scenario) => scenario.addPasskey({}, newDevice()),
  },
  {
    attack: 'removing the app without the password, long after signing in',
    code: 'auth.invalidCredentials',
    play: (scenario) => longAgo(scenario).home.send('POST', '/auth/protection/totp/remove', {}),
    control: (scenario) => scenario.home.send('POST', '/auth/protection/totp/remove', { password: PASSWORD }),
  },
  {
    attack: 'new recovery codes without the password, long after signing in',
    code: 'auth.invalidCredentials',
    play: (scenario) => longAgo(scenario).home.send('POST', '/auth/protection/recovery-codes', {}),
    control: (scenario) => scenario.home.send('POST', '/auth/protection/recovery-codes', { password: PASSWORD }),
  },
  {
    attack: 'an app for an account without password, long after signing in',
    code: 'auth.signInAgain',
    async play(scenario) {
      await owner(`update auth.accounts set password = null where "userId" = $1`, [scenario.user.subject]);
      app.clock.advance({ minutes: 5 });
      return scenario.startTotp({});
    },
    async control(scenario) {
      await owner(`update auth.accounts set password = null where "userId" = $1`, [scenario.user.subject]);
      return scenario.startTotp({});
    },
  },
  {
    attack: 'confirming an app with the code of another secret',
    code: 'auth.codeInvalid',
    async play(scenario) {
      const { ticket } = body<{ ticket: string }>(await scenario.startTotp());
      return scenario.home.send('POST', '/auth/protection/totp/confirm', { ticket, code: scenario.code() });
    },
    async control(scenario) {
      const { ticket, secret } = body<{ ticket: string; secret: string }>(await scenario.startTotp());
      return scenario.home.send('POST', '/auth/protection/totp/confirm', { ticket, code: totpCode(secret, app.clock.now()) });
    },
  },
  {
    attack: 'confirming in one account an app that was begun in another',
    code: 'auth.secondStepExpired',
    async play(scenario) {
      const { ticket, secret } = body<{ ticket: string; secret: string }>(await (await makeScenario()).startTotp());
      return scenario.home.send('POST', '/auth/protection/totp/confirm', { ticket, code: totpCode(secret, app.clock.now()) });
    },
    async control(scenario) {
      const { ticket, secret } = body<{ ticket: string; secret: string }>(await scenario.startTotp());
      return scenario.home.send('POST', '/auth/protection/totp/confirm', { ticket, code: totpCode(secret, app.clock.now()) });
    },
  },
  {
    attack: 'confirming an app ten minutes later',
    code: 'auth.secondStepExpired',
    async play(scenario) {
      const { ticket, secret } = body<{ ticket: string; secret: string }>(await scenario.startTotp());
      app.clock.advance({ minutes: 10 });
      await scenario.home.send('POST', '/auth/session/refresh');
      return scenario.home.send('POST', '/auth/protection/totp/confirm', { ticket, code: totpCode(secret, app.clock.now()) });
    },
    async control(scenario) {
      const { ticket, secret } = body<{ ticket: string; secret: string }>(await scenario.startTotp());
      app.clock.advance({ minutes: 9 });
      return scenario.home.send('POST', '/auth/protection/totp/confirm', { ticket, code: totpCode(secret, app.clock.now()) });
    },
  },
  ...(
    [
      ['a new passkey made on another site', { origin: 'https://evil.example' }],
      ['a new passkey made for another site', { rpId: 'evil.example' }],
      ['a new passkey for a challenge that we never made', { challenge: randomBytes(32).toString('base64url') }],
      ['a new passkey that asks nobody for a fingerprint or a PIN', { userVerified: false }],
    ] as const
  ).map(([attack, wrong]) => ({
    attack,
    code: 'auth.passkeyInvalid',
    play: (scenario: Scenario) => scenario.addPasskey(wrong, newDevice()),
    control: (scenario: Scenario) => scenario.addPasskey({}, newDevice()),
  })),
  {
    attack: "somebody else's passkey as the own one",
    code: 'auth.passkeyInvalid',
    play: async (scenario) => scenario.addPasskey({}, (await makeScenario()).device),
    control: (scenario) => scenario.addPasskey({}, newDevice()),
  },
  {
    attack: 'one passkey too many',
    code: 'auth.passkeyTooMany',
    async play(scenario) {
      for (let count = 1; count < MAX_PASSKEYS; count += 1) expect(outcomeOf(await scenario.addPasskey({}, newDevice()))).toBe(SAFE);
      return scenario.addPasskey({}, newDevice());
    },
    control: (scenario) => scenario.addPasskey({}, newDevice()),
  },
  {
    attack: "renaming somebody else's passkey",
    code: 'entity.notFound',
    play: async (scenario) => renamed(scenario, await passkeyIdOf(await makeScenario())),
    control: async (scenario) => renamed(scenario, await passkeyIdOf(scenario)),
  },
  {
    attack: "removing somebody else's passkey",
    code: 'entity.notFound',
    play: async (scenario) =>
      scenario.home.send('POST', `/auth/protection/passkeys/${await passkeyIdOf(await makeScenario())}/remove`, { password: PASSWORD }),
    control: async (scenario) =>
      scenario.home.send('POST', `/auth/protection/passkeys/${await passkeyIdOf(scenario)}/remove`, { password: PASSWORD }),
  },
];

describe.each([
  ['codes', CODES],
  ['tickets', TICKETS],
  ['passkeys', PASSKEYS],
  ['setting up', SETTING_UP],
] as const)('%s', (_name, rows) => {
  test.each(rows)('refuses $attack', async ({ attack, code, play, control }) => {
    expect(outcomeOf(await play(await makeScenario()))).toBe(code);
    // What makes it an attack: by day of one in three.
    if (!nightly && !isOneIn(3, attack)) return;
    await owner('delete from auth.throttles');
    expect(outcomeOf(await control(await makeScenario()))).toBe(SAFE);
  });
});

describe('an account with a second step', () => {
  test('shows its codes once, and the database keeps neither them nor the secret', async () => {
    const scenario = await makeScenario();
    expect(new Set(scenario.recoveryCodes).size).toBe(RECOVERY_CODES.count);
    for (const code of scenario.recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const rows = JSON.stringify([
      await owner('select * from auth.totp'),
      (await owner<{ secret: Buffer }>('select secret from auth.totp')).map(({ secret }) => secret.toString('latin1')),
      await owner('select * from auth.recovery_codes'),
      await owner('select * from auth.second_step_tickets'),
    ]);
    expect(rows).not.toContain(scenario.secret);
    for (const code of scenario.recoveryCodes) expect(rows).not.toContain(code.replace('-', ''));
    const shown = (await scenario.home.send('GET', '/auth/protection')).body;
    expect(shown).not.toContain(scenario.secret);
    expect(JSON.parse(shown)).toMatchObject({ recoveryCodesLeft: 10, hasPassword: true, required: false, missing: false });
  });

  test('ends every other session when it is set up, and tells its owner', async () => {
    const user = await makeUser(database, app.services.identity);
    const [thief, home] = [app.browser(), app.browser()];
    for (const browser of [thief, home]) await browser.signIn(user.email);
    const scenario = new Scenario({ app, database }, user);
    scenario.home.cookies.clear();
    for (const [name, value] of home.cookies) scenario.home.cookies.set(name, value);
    await scenario.addTotp();
    expect(outcomeOf(await thief.send('GET', '/v1/api/profiles'))).toBe('auth.sessionEnded');
    expect(outcomeOf(await thief.send('POST', '/auth/session/refresh'))).toBe('auth.sessionEnded');
    expect(outcomeOf(await scenario.home.send('GET', '/v1/api/profiles'))).toBe(SAFE);
    const mails = await owner<{ template: string; plainText: string }>('select template, "plainText" from mails where recipient = $1', [
      user.email,
    ]);
    expect(mails.map(({ template }) => template)).toEqual(['protectionChanged']);
    expect(mails[0]?.plainText).not.toContain(scenario.secret);
    const actions = await owner<{ action: string }>('select action from access_log where "profileId" = $1 order by id', [user.profileId]);
    expect(actions.map(({ action }) => action)).toEqual(['auth.signIn', 'auth.signIn', 'auth.totpAdded']);
  });

  test('keeps its second step over a reset of its password', async () => {
    const scenario = await makeScenario();
    const next = 'Kanaal fiets 7-4-9 lamp';
    await app.browser().send('POST', '/auth/password/forgot', { email: scenario.user.email });
    while ((await app.services.outbox.drain()) > 0);
    const [mail] = await owner<{ plainText: string }>(`select "plainText" from mails where recipient = $1 and template = 'passwordReset'`, [
      scenario.user.email,
    ]);
    const token = /\/reset-password\S*#([\w-]+)/.exec(mail?.plainText ?? '')?.[1];
    expect(outcomeOf(await app.browser().send('POST', '/auth/password/reset', { token, password: next }))).toBe(SAFE);
    const browser = app.browser();
    const { secondStep } = body<{ secondStep: { ticket: string; methods: string[] } }>(await browser.signIn(scenario.user.email, next));
    expect(secondStep.methods).toEqual(['totp', 'passkey', 'recovery']);
    expect(browser.token).toBe('');
    expect(outcomeOf(await browser.send('POST', '/auth/second-step', { ticket: secondStep.ticket, code: scenario.code() }))).toBe(SAFE);
  });

  test('of many at the same moment one uses a code', async () => {
    const scenario = await makeScenario();
    const code = scenario.code();
    const waiting: Awaited<ReturnType<typeof scenario.firstStep>>[] = [];
    for (let count = 0; count < 10; count += 1) waiting.push(await scenario.firstStep());
    const outcomes = await Promise.all(
      waiting.map(async ({ browser, ticket }) => outcomeOf(await browser.send('POST', '/auth/second-step', { ticket, code }))),
    );
    expect(outcomes.filter((outcome) => outcome === SAFE)).toHaveLength(1);
  });

  test('a guesser who knows the password is stopped, and its owner gets in on a known device', async () => {
    const scenario = await makeScenario();
    expect(outcomeOf(await withCode(scenario))).toBe(SAFE);
    nextCode();
    let refused = 0;
    for (let round = 0; round < 4; round += 1) {
      const { browser, ticket } = await scenario.firstStep();
      for (let guess = 0; guess < SECOND_STEP_ATTEMPTS; guess += 1) {
        const outcome = outcomeOf(await browser.send('POST', '/auth/second-step', { ticket, code: '000000' }));
        if (outcome === 'auth.tooManyAttempts') refused += 1;
      }
    }
    expect(refused).toBe(10);
    expect(outcomeOf(await withCode(scenario))).toBe('auth.tooManyAttempts');
    // A browser in which the account has signed in before has a budget of its own.
    const { browser, ticket } = await scenario.firstStep(scenario.home);
    expect(outcomeOf(await browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() }))).toBe(SAFE);
    // And elsewhere it comes back.
    app.clock.advance({ minutes: 5 });
    expect(outcomeOf(await withCode(scenario))).toBe(SAFE);
  });

  test('whose address gets a new life loses it', async () => {
    const { user } = await makeScenario();
    await owner('delete from profiles where id = $1', [user.profileId]);
    await makeUser(database, app.services.identity, { email: user.email });
    expect(body<object>(await app.browser().signIn(user.email))).not.toHaveProperty('secondStep');
  });

  test('signs in with a passkey whose device names no account', async () => {
    const scenario = await makeScenario({ passkey: true });
    expect(outcomeOf(await scenario.passkeySignIn({ userHandle: null }))).toBe(SAFE);
  });

  test('signs in with its passkey in both steps at once, and the next step says which ways there are', async () => {
    const scenario = await makeScenario({ passkey: true });
    expect(scenario.recoveryCodes).toHaveLength(RECOVERY_CODES.count);
    expect(outcomeOf(await scenario.passkeySignIn())).toBe(SAFE);
    const known = await app.browser().send('POST', '/auth/identify', { email: scenario.user.email });
    expect(known.json()).toEqual({ known: true, methods: ['password', 'passkey'] });
    const { secondStep } = body<{ secondStep: { methods: string[] } }>(await app.browser().signIn(scenario.user.email));
    expect(secondStep.methods).toEqual(['passkey', 'recovery']);
  });
});

describe('where everyone must have a second step', () => {
  test('nothing opens before it is set up, and everything afterwards', async () => {
    const scenario = await makeScenario({});
    await scenario.requireByCompany();
    const browser = app.browser();
    expect(outcomeOf(await browser.signIn(scenario.user.email))).toBe(SAFE);
    const closed = async () => [
      outcomeOf(await browser.send('POST', '/graphql', { query: '{ viewer { abilities } }' })),
      outcomeOf(await browser.send('GET', '/v1/api/profiles')),
      outcomeOf(await browser.send('GET', '/auth/sessions')),
      outcomeOf(await browser.send('POST', '/auth/password', { current: PASSWORD, next: 'Andere zin 8-5-2 boom' })),
    ];
    expect(await closed()).toEqual(Array.from({ length: 4 }, () => 'auth.secondStepRequired'));
    expect(outcomeOf(await browser.send('POST', '/auth/session/refresh'))).toBe(SAFE);
    expect((await closed())[0]).toBe('auth.secondStepRequired');
    expect((await browser.send('GET', '/auth/protection')).json()).toMatchObject({ required: true, missing: true });

    scenario.home.cookies.clear();
    for (const [name, value] of browser.cookies) scenario.home.cookies.set(name, value);
    await scenario.addTotp();
    expect(outcomeOf(await scenario.home.send('GET', '/v1/api/profiles'))).toBe(SAFE);
    expect((await scenario.home.send('POST', '/graphql', { query: '{ viewer { abilities } }' })).json()).toHaveProperty(
      'data.viewer.abilities',
    );
    expect((await scenario.home.send('GET', '/auth/protection')).json()).toMatchObject({ required: true, missing: false });
    expect(outcomeOf(await scenario.home.send('POST', '/auth/protection/totp/remove', { password: PASSWORD }))).toBe('auth.secondStepKept');
  });

  test('a session from before is held back as soon as the company asks for it', async () => {
    const scenario = await makeScenario({});
    expect(outcomeOf(await scenario.home.send('GET', '/v1/api/profiles'))).toBe(SAFE);
    const { version } = await database.db.system('test', (tx) =>
      tx.selectFrom('companies').select('version').where('id', '=', scenario.user.companyId).executeTakeFirstOrThrow(),
    );
    const mutation =
      'mutation ($id: ID!, $version: Int!) { requireSecondStep(id: $id, version: $version, required: true) { secondStepRequired } }';
    const answer = await scenario.home.send('POST', '/graphql', { query: mutation, variables: { id: scenario.user.companyId, version } });
    expect(answer.json()).toEqual({ data: { requireSecondStep: { secondStepRequired: true } } });
    expect(outcomeOf(await scenario.home.send('GET', '/v1/api/profiles'))).toBe('auth.secondStepRequired');
  });

  test('a session from before cannot set up another second step than the one that is there', async () => {
    const scenario = await makeScenario({ totp: true });
    const thief = app.browser();
    const { ticket } = await scenario.firstStep(thief);
    await thief.send('POST', '/auth/second-step', { ticket, code: scenario.code() });
    await owner('update auth.sessions set "secondStep" = false where "userId" = $1', [scenario.user.subject]);
    app.services.identity.forget(scenario.user.profileId);
    expect(outcomeOf(await scenario.startTotp({ password: PASSWORD }, thief))).toBe('auth.secondStepRequired');
    expect(outcomeOf(await thief.send('GET', '/v1/api/profiles'))).toBe('auth.secondStepRequired');
  });

  test('people of the provider by configuration', async () => {
    const strict = await serverApp(database, {
      clock: app.clock,
      config: { identity: { ...database.config.identity, secondStepFor: new Set(['planner']) } },
    });
    const planner = await makeUser(database, app.services.identity, { kind: 'employer' });
    await owner(`delete from company_users where "profileId" = $1`, [planner.profileId]);
    await owner(`update profiles set kind = 'planner', "companyId" = null where id = $1`, [planner.profileId]);
    const [here, there] = [app.browser(), strict.browser()];
    for (const browser of [here, there]) expect(outcomeOf(await browser.signIn(planner.email))).toBe(SAFE);
    expect(outcomeOf(await here.send('GET', '/v1/api/profiles'))).toBe(SAFE);
    expect(outcomeOf(await there.send('GET', '/v1/api/profiles'))).toBe('auth.secondStepRequired');
  });
});
