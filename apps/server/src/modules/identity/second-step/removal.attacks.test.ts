import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { isOneIn, nightly } from '../../../test/nightly.ts';
import { body, outcomeOf, SAFE, Scenario } from '../../../test/second-step-scenario.ts';
import { type Browser, makeCompany, makeUser, PASSWORD } from '../../../test/servers/identity-app.ts';
import { type ServerApp, serverApp } from '../../../test/servers/server-app.ts';

/**
 * Attacks on removing somebody else's second step (docs/decisions/0021). Each row plays an attack, which is refused with the named code,
 * and then the same without what makes it an attack, which works: were the check taken away, the attack would work too.
 */

const database = await testDatabase();
const { owner } = database;
let app: ServerApp;
beforeAll(async () => {
  app = await serverApp(database);
});
beforeEach(() => owner('delete from auth.throttles'));

/** An administrator with a second step, and a colleague who lost theirs. */
interface Two {
  readonly admin: Scenario;
  readonly lost: Scenario;
}

type Who = Parameters<typeof Scenario.make>[2];
const person = (who: Who, parts: Parameters<typeof Scenario.make>[1] = { totp: true }) => Scenario.make({ app, database }, parts, who);
const colleague = (companyId: string, who: Who = {}) => person({ companyId, accesType: 'basic', ...who });

async function makeTwo(parts: Parameters<typeof Scenario.make>[1] = { totp: true }): Promise<Two> {
  const admin = await person({}, parts);
  return { admin, lost: await colleague(admin.user.companyId) };
}

const REASON = 'Called back on the number in the staff list';
const remove = (by: Browser, of: { profileId: string }, input: object = { reason: REASON }, headers: Record<string, string> = {}) =>
  by.send('POST', `/auth/people/${of.profileId}/second-step/remove`, input, headers);
const removeByHome = ({ admin, lost }: Two, input?: object) => remove(admin.home, lost.user, input);
const works = (two: Two) => removeByHome(two);
/** The administrator signed in more than five minutes ago. */
const longAgo = () => app.clock.advance({ minutes: 6 });

/** Makes an account one of the provider's team. */
async function joinTeam({ user }: Scenario): Promise<void> {
  await owner('delete from company_users where "profileId" = $1', [user.profileId]);
  await owner(`update profiles set kind = 'planner', "companyId" = null where id = $1`, [user.profileId]);
  app.services.identity.forget(user.profileId);
}

async function addMembership({ user }: Scenario, companyId: string, accesType: 'admin' | 'basic'): Promise<void> {
  await owner('insert into company_users ("companyId", "profileId", "accesType", languages) values ($1, $2, $3, $4)', [
    companyId,
    user.profileId,
    accesType,
    ['nl'],
  ]);
  app.services.identity.forget(user.profileId);
}

interface Row {
  readonly attack: string;
  readonly code: string;
  readonly play: (two: Two) => Promise<LightMyRequestResponse>;
  readonly control: (two: Two) => Promise<LightMyRequestResponse>;
}

const WHO: readonly Row[] = [
  {
    attack: 'by a colleague who is no administrator',
    code: 'entity.notFound',
    play: async ({ admin, lost }) => remove((await colleague(admin.user.companyId)).home, lost.user),
    control: works,
  },
  {
    attack: 'by an administrator of another company',
    code: 'entity.notFound',
    play: async ({ lost }) => remove((await person({})).home, lost.user),
    control: works,
  },
  {
    attack: 'of oneself',
    code: 'user.ownSecondStep',
    play: ({ admin }) => remove(admin.home, admin.user),
    control: async ({ admin }) => remove((await person({ companyId: admin.user.companyId })).home, admin.user),
  },
  {
    attack: 'of somebody who works for a company of others too',
    code: 'user.secondStepElsewhere',
    async play(two) {
      await addMembership(two.lost, await makeCompany(database), 'basic');
      return works(two);
    },
    async control(two) {
      const companyId = await makeCompany(database);
      await addMembership(two.lost, companyId, 'basic');
      await addMembership(two.admin, companyId, 'admin');
      return works(two);
    },
  },
  {
    attack: 'of somebody for whose other company one may only read',
    code: 'user.secondStepElsewhere',
    async play(two) {
      const companyId = await makeCompany(database);
      await addMembership(two.lost, companyId, 'admin');
      await addMembership(two.admin, companyId, 'basic');
      return works(two);
    },
    control: works,
  },
  {
    attack: "of one of the provider's team, by a client's administrator",
    code: 'entity.notFound',
    async play(two) {
      await joinTeam(two.lost);
      return works(two);
    },
    async control(two) {
      await joinTeam(two.lost);
      await joinTeam(two.admin);
      return works(two);
    },
  },
  {
    attack: 'by one of the team, of oneself',
    code: 'user.ownSecondStep',
    async play({ admin }) {
      await joinTeam(admin);
      return remove(admin.home, admin.user);
    },
    async control(two) {
      await joinTeam(two.admin);
      return works(two);
    },
  },
  {
    attack: 'by nobody',
    code: 'access.unauthenticated',
    play: ({ lost }) => remove(app.browser(), lost.user),
    control: works,
  },
  {
    attack: 'by a page of another site',
    code: 'auth.originRefused',
    play: ({ admin, lost }) => remove(admin.home, lost.user, { reason: REASON }, { origin: 'https://evil.example' }),
    control: works,
  },
  {
    attack: 'by a program with an administrator’s token',
    code: 'access.forbidden',
    async play({ admin, lost }) {
      const answer = await admin.home.send('POST', '/graphql', {
        query: 'mutation ($companyId: ID!, $input: ApiTokenInput!) { createApiToken(companyId: $companyId, input: $input) { token } }',
        variables: { companyId: admin.user.companyId, input: { name: 'Payroll', accesType: 'admin', expiresInDays: 90 } },
      });
      const { token } = body<{ data: { createApiToken: { token: string } } }>(answer).data.createApiToken;
      return remove(app.browser(), lost.user, { reason: REASON }, { authorization: `Bearer ${token}` });
    },
    control: works,
  },
  {
    attack: 'of an account that has none',
    code: 'entity.notFound',
    play: async ({ admin }) =>
      remove(admin.home, await makeUser(database, app.services.identity, { companyId: admin.user.companyId, accesType: 'basic' })),
    control: works,
  },
  {
    attack: 'of somebody whom nobody knows',
    code: 'entity.notFound',
    play: ({ admin }) => remove(admin.home, { profileId: '0198a000-0000-7000-8000-000000000000' }),
    control: works,
  },
];

const PROOF: readonly Row[] = [
  {
    attack: 'by an administrator who has no second step',
    code: 'auth.ownSecondStepMissing',
    play: async ({ admin, lost }) => remove((await person({ companyId: admin.user.companyId }, {})).home, lost.user),
    control: works,
  },
  {
    attack: 'without a code, long after signing in',
    code: 'auth.proofNeeded',
    async play(two) {
      longAgo();
      return works(two);
    },
    async control(two) {
      longAgo();
      return removeByHome(two, { reason: REASON, code: two.admin.code() });
    },
  },
  {
    attack: 'without a code, by whoever has a passkey alone and used all recovery codes, long after signing in',
    code: 'auth.signInAgain',
    async play() {
      const two = await makeTwo({ passkey: true });
      await owner('delete from auth.recovery_codes where "userId" = $1', [two.admin.user.subject]);
      longAgo();
      return works(two);
    },
    async control() {
      const two = await makeTwo({ passkey: true });
      longAgo();
      const browser = app.browser();
      const options = body<{ challenge: string }>(await browser.send('POST', '/auth/passkey/options'));
      await browser.send('POST', '/auth/passkey', { response: two.admin.device.get(options) });
      return remove(browser, two.lost.user);
    },
  },
  {
    attack: 'with a wrong code, also just after signing in',
    code: 'auth.codeInvalid',
    play: (two) => removeByHome(two, { reason: REASON, code: '000000' }),
    control: (two) => removeByHome(two, { reason: REASON, code: two.admin.code() }),
  },
  {
    attack: 'with a code that was used to sign in',
    code: 'auth.codeInvalid',
    async play(two) {
      const code = two.admin.code();
      expect(outcomeOf(await two.admin.enterWith(code))).toBe(SAFE);
      return removeByHome(two, { reason: REASON, code });
    },
    control: (two) => removeByHome(two, { reason: REASON, code: two.admin.code() }),
  },
  {
    attack: 'with a recovery code that was used',
    code: 'auth.codeInvalid',
    async play(two) {
      const [code = ''] = two.admin.recoveryCodes;
      expect(outcomeOf(await two.admin.enterWith(code))).toBe(SAFE);
      return removeByHome(two, { reason: REASON, code });
    },
    control: (two) => removeByHome(two, { reason: REASON, code: two.admin.recoveryCodes[1] }),
  },
  {
    attack: 'with a code of the one who asks for help',
    code: 'auth.codeInvalid',
    play: (two) => removeByHome(two, { reason: REASON, code: two.lost.code() }),
    control: (two) => removeByHome(two, { reason: REASON, code: two.admin.code() }),
  },
  {
    attack: 'in a session from before the administrator’s own second step',
    code: 'auth.secondStepRequired',
    async play(two) {
      await owner('update auth.sessions set "secondStep" = false where "userId" = $1', [two.admin.user.subject]);
      app.services.identity.forget(two.admin.user.profileId);
      return removeByHome(two, { reason: REASON, code: two.admin.code() });
    },
    control: works,
  },
  {
    attack: 'without a reason',
    code: 'request.invalid',
    play: (two) => removeByHome(two, { reason: ' ' }),
    control: works,
  },
  {
    attack: 'with more than is asked for',
    code: 'request.invalid',
    play: (two) => removeByHome(two, { reason: REASON, keepSessions: true }),
    control: works,
  },
];

describe.each([
  ['who', WHO],
  ['proof', PROOF],
] as const)('removing a second step: %s', (_name, rows) => {
  test.each(rows)('refuses it $attack', async ({ attack, code, play, control }) => {
    const refused = await makeTwo();
    expect(outcomeOf(await play(refused))).toBe(code);
    expect((await app.services.identity.findProtected([refused.lost.user.profileId])).size, 'it is still there').toBe(1);
    // What makes it an attack: by day of one in three.
    if (!nightly && !isOneIn(3, attack)) return;
    await owner('delete from auth.throttles');
    expect(outcomeOf(await control(await makeTwo()))).toBe(SAFE);
  });
});

test('codes are not guessed', async () => {
  const two = await makeTwo();
  const outcomes: string[] = [];
  for (let guess = 0; guess < 30; guess += 1) outcomes.push(outcomeOf(await removeByHome(two, { reason: REASON, code: '000000' })));
  expect(outcomes.at(-1)).toBe('auth.tooManyAttempts');
  expect(outcomes).not.toContain(SAFE);
});

describe('an account whose second step was removed', () => {
  async function linkIn(template: string, email: string): Promise<string | undefined> {
    while ((await app.services.outbox.drain()) > 0);
    const rows = await owner<{ plainText: string }>(
      'select "plainText" from mails where recipient = $1 and template = $2 order by id desc limit 1',
      [email, template],
    );
    return /\/reset-password\S*#([\w-]+)/.exec(rows[0]?.plainText ?? '')?.[1];
  }

  test('is open to nobody but the owner of its mailbox', async () => {
    const two = await makeTwo();
    const { user, home } = two.lost;
    await two.lost.addPasskey();
    const { browser: waiting, ticket } = await two.lost.firstStep();
    await app.browser().send('POST', '/auth/password/forgot', { email: user.email });
    const oldLink = await linkIn('passwordReset', user.email);
    expect(oldLink).toBeDefined();
    expect(outcomeOf(await works(two))).toBe(SAFE);

    expect(outcomeOf(await home.send('GET', '/v1/api/profiles'))).toBe('auth.sessionEnded');
    expect(outcomeOf(await home.send('POST', '/auth/session/refresh'))).toBe('auth.sessionEnded');
    expect(outcomeOf(await waiting.send('POST', '/auth/second-step', { ticket, code: two.lost.code() }))).toBe('auth.secondStepExpired');
    expect(outcomeOf(await two.lost.passkeySignIn())).toBe('auth.passkeyInvalid');
    expect(
      outcomeOf(await app.browser().send('POST', '/auth/password/reset', { token: oldLink, password: 'Kanaal fiets 7-4-9 lamp' })),
    ).toBe('auth.linkInvalid');
    // The right password sends a link to the mailbox, and opens nothing.
    expect(outcomeOf(await app.browser().signIn(user.email, PASSWORD))).toBe('auth.passwordResetRequired');
    const token = await linkIn('passwordMigration', user.email);
    const password = 'Brug wandel 3-8-1 regen';
    expect(outcomeOf(await app.browser().send('POST', '/auth/password/reset', { token, password }))).toBe(SAFE);
    const back = app.browser();
    expect(body<object>(await back.signIn(user.email, password))).not.toHaveProperty('secondStep');
    expect(outcomeOf(await back.send('GET', '/v1/api/profiles'))).toBe(SAFE);
  });

  test('must have one again where everyone must', async () => {
    const two = await makeTwo();
    await two.admin.requireByCompany();
    expect(outcomeOf(await works(two))).toBe(SAFE);
    const password = 'Brug wandel 3-8-1 regen';
    await app.services.identity.setPassword(two.lost.user.profileId, password);
    const back = app.browser();
    expect(outcomeOf(await back.signIn(two.lost.user.email, password))).toBe(SAFE);
    expect(outcomeOf(await back.send('GET', '/v1/api/profiles'))).toBe('auth.secondStepRequired');
  });

  test('is logged with its reason, and its owner is notified', async () => {
    const two = await makeTwo();
    expect(outcomeOf(await works(two))).toBe(SAFE);
    const { admin, lost } = two;
    expect(
      await owner('select "profileId", "companyId", "subjectId", reason from access_log where action = $1 and "subjectId" = $2', [
        'auth.secondStepRemovedFor',
        lost.user.profileId,
      ]),
    ).toEqual([{ profileId: admin.user.profileId, companyId: admin.user.companyId, subjectId: lost.user.profileId, reason: REASON }]);
    const mails = await owner<{ template: string }>('select template from mails where recipient = $1 order by id desc limit 1', [
      lost.user.email,
    ]);
    expect(mails).toEqual([{ template: 'protectionChanged' }]);
    // The list says so at once.
    const answer = await admin.home.send('POST', '/graphql', {
      query: 'query ($filter: UserFilter!) { users(filter: $filter) { nodes { id hasSecondStep } } }',
      variables: { filter: { companyId: admin.user.companyId } },
    });
    const { nodes } = body<{ data: { users: { nodes: { id: string; hasSecondStep: boolean }[] } } }>(answer).data.users;
    expect(new Map(nodes.map(({ id, hasSecondStep }) => [id, hasSecondStep]))).toEqual(
      new Map([
        [admin.user.profileId, true],
        [lost.user.profileId, false],
      ]),
    );
  });
});
