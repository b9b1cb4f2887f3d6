import { createHook } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { isOneIn, nightly } from '../../test/nightly.ts';
import { type Browser, closeAccount, HASH, makeUser, PASSWORD } from '../../test/servers/identity-app.ts';
import { type ServerApp, serverApp } from '../../test/servers/server-app.ts';

/**
 * Attacks on passwords by mail, invitations and sign-up (security.md, A4 to A7 and L3). Each row plays an attack, which is refused
 * with the named code and leaves the account as it was, and then the same without what makes it an attack, which works: were the
 * check taken away, the attack would work too.
 */

const database = await testDatabase();
const { owner } = database;
let app: ServerApp;
beforeAll(async () => {
  app = await serverApp(database);
});
beforeEach(() => owner('delete from auth.throttles'));

/** By day one attack in three is followed by the same without what makes it an attack. */
const isControlled = (attack: string): boolean => nightly || isOneIn(3, attack);

const NEW_PASSWORD = 'Kanaal fiets 7-4-9 lamp';
const SAFE = 'ok';
const QUERY = Client.prototype.query;
/** Connections that wait for a lock in this database. */
const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** `ok`, or the code of the refusal. */
const outcomeOf = (response: LightMyRequestResponse): string =>
  response.statusCode < 300 ? SAFE : (response.json()?.error?.code ?? String(response.statusCode));

async function drain(): Promise<void> {
  while ((await app.services.outbox.drain()) > 0);
}

type Purpose = 'reset' | 'invitation' | 'migration';

describe('whether an address has an account', () => {
  // Times themselves are measured by `npm run bench -- enumeration`: here, what takes the time.
  test('costs the same to answer: statements, and for a password one hash', async () => {
    const { email } = await makeUser(database, app.services.identity);
    let [statements, hashes] = [0, 0];
    const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function counted(this: Client, ...given: unknown[]) {
      statements += 1;
      return Reflect.apply(QUERY, this, given);
    } as typeof Client.prototype.query);
    const hashing = createHook({
      init(_id, type) {
        if (type === 'ARGON2REQUEST') hashes += 1;
      },
    }).enable();
    onTestFinished(() => {
      query.mockRestore();
      hashing.disable();
    });
    const person = { firstName: 'An', lastName: 'Peeters', phoneNumber: '0470123456', companyName: '', companyNumber: '', language: 'nl' };
    const questions = {
      password: (address: string) => ['/auth/sign-in', { email: address, password: 'Not-my-password-1234' }],
      forgotten: (address: string) => ['/auth/password/forgot', { email: address }],
      access: (address: string) => ['/v1/api/sign-ups', { ...person, email: address }],
    } as const satisfies Record<string, (address: string) => readonly [string, object]>;
    const costOf = async (question: keyof typeof questions, address: string) => {
      [statements, hashes] = [0, 0];
      const answer = await app.browser().send('POST', ...questions[question](address));
      return { question, answer: outcomeOf(answer), statements, hashes };
    };
    for (let round = 0; round < 2; round += 1)
      for (const question of Object.keys(questions) as (keyof typeof questions)[]) {
        const known = await costOf(question, email);
        const unknown = await costOf(question, `nobody-${round}-${question}@example.be`);
        expect(known.statements).toBeGreaterThan(0);
        expect(known.hashes).toBe(question === 'password' ? 1 : 0);
        expect(unknown.hashes).toBe(known.hashes);
        // The first round opens connections.
        if (round > 0) expect(unknown).toEqual(known);
        await owner('delete from auth.throttles');
      }
  });
});

/** An account with a link that was sent to it, and everything an attacker may hold of it. */
class Scenario {
  readonly purpose: Purpose;
  readonly email: string;
  readonly profileId: string;
  readonly subject: string;
  readonly companyId: string;
  token = '';
  constructor(purpose: Purpose, user: Awaited<ReturnType<typeof makeUser>>) {
    ({ email: this.email, profileId: this.profileId, subject: this.subject, companyId: this.companyId } = user);
    this.purpose = purpose;
  }

  static async make(purpose: Purpose = 'reset', account: Parameters<typeof makeUser>[2] = {}): Promise<Scenario> {
    const user = await makeUser(database, app.services.identity, {
      ...account,
      ...(purpose === 'invitation' && { password: null }),
      ...(purpose === 'migration' && { passwordResetRequired: true }),
    });
    const scenario = new Scenario(purpose, user);
    await scenario.send();
    return scenario;
  }

  /** One more link. @returns its token */
  async send(): Promise<string> {
    if (this.purpose === 'reset') await this.forgot();
    else if (this.purpose === 'migration') await app.browser().signIn(this.email);
    else await database.db.system('test', (tx) => app.services.identity.invite(tx, this));
    await drain();
    this.token = (await this.tokens()).at(-1) ?? '';
    return this.token;
  }

  forgot(browser: Browser = app.browser(), headers: Record<string, string> = {}) {
    return browser.send('POST', '/auth/password/forgot', { email: this.email }, headers);
  }

  mails() {
    return owner<{ template: string; html: string; plainText: string }>(
      'select template, html, "plainText" from mails where recipient = $1 order by "createdAt", id',
      [this.email],
    );
  }

  async tokens(): Promise<readonly string[]> {
    return (await this.mails()).flatMap(({ plainText }) => /\/reset-password\S*#([\w-]+)/.exec(plainText)?.[1] ?? []);
  }

  reset(token = this.token, more: object = {}, headers: Record<string, string> = {}) {
    return app.browser().send('POST', '/auth/password/reset', { token, password: NEW_PASSWORD, ...more }, headers);
  }

  signIn(password: string) {
    return app.browser().signIn(this.email, password);
  }
}

interface Row {
  readonly attack: string;
  readonly purpose?: Purpose;
  /** What the attacker hears. */
  readonly code: string;
  readonly play: (scenario: Scenario) => Promise<LightMyRequestResponse>;
  /** The same without what makes it an attack; by default the link is used as it was sent. */
  readonly control?: (scenario: Scenario) => Promise<LightMyRequestResponse>;
  /** True when the scenario itself ends the account or its password, so that the old one cannot be asked. */
  readonly gone?: true;
}

const signedIn = async (scenario: Scenario, password = PASSWORD): Promise<Browser> => {
  const browser = app.browser();
  expect((await browser.signIn(scenario.email, password)).statusCode).toBe(200);
  return browser;
};
const flipped = (token: string): string => `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`;
const linkHash = async ({ subject }: Scenario): Promise<Buffer> => {
  const [row] = await owner<{ tokenHash: Buffer }>('select "tokenHash" from auth.account_links where "userId" = $1', [subject]);
  return row?.tokenHash ?? Buffer.alloc(0);
};

const LINKS: readonly Row[] = [
  {
    attack: 'a reset link after half an hour',
    code: 'auth.linkInvalid',
    async play(scenario) {
      app.clock.advance({ minutes: 30 });
      return scenario.reset();
    },
    async control(scenario) {
      app.clock.advance({ minutes: 29, seconds: 59 });
      return scenario.reset();
    },
  },
  {
    attack: 'the link of a migrated account after half an hour',
    purpose: 'migration',
    code: 'auth.linkInvalid',
    async play(scenario) {
      app.clock.advance({ minutes: 30 });
      return scenario.reset();
    },
  },
  {
    attack: 'an invitation after seven days',
    purpose: 'invitation',
    code: 'auth.linkInvalid',
    async play(scenario) {
      app.clock.advance({ days: 7 });
      return scenario.reset();
    },
    async control(scenario) {
      app.clock.advance({ days: 6, hours: 23 });
      return scenario.reset();
    },
  },
  {
    attack: 'a link that was used',
    code: 'auth.linkInvalid',
    gone: true,
    async play(scenario) {
      await scenario.reset();
      return scenario.reset(scenario.token, { password: 'Andere zin 8-5-2 boom' });
    },
  },
  {
    attack: 'an older link of an account that has used a newer one',
    code: 'auth.linkInvalid',
    gone: true,
    async play(scenario) {
      const older = scenario.token;
      await scenario.reset(await scenario.send());
      return scenario.reset(older);
    },
    async control(scenario) {
      const older = scenario.token;
      await scenario.send();
      return scenario.reset(older);
    },
  },
  { attack: 'a token with another letter', code: 'auth.linkInvalid', play: (scenario) => scenario.reset(flipped(scenario.token)) },
  { attack: 'the beginning of a token', code: 'auth.linkInvalid', play: (scenario) => scenario.reset(scenario.token.slice(0, -1)) },
  { attack: 'a token with something behind it', code: 'auth.linkInvalid', play: (scenario) => scenario.reset(`${scenario.token}A`) },
  { attack: 'a token in capitals', code: 'auth.linkInvalid', play: (scenario) => scenario.reset(scenario.token.toUpperCase()) },
  { attack: 'a random token', code: 'auth.linkInvalid', play: (scenario) => scenario.reset(randomBytes(16).toString('base64url')) },
  {
    attack: 'what the database keeps of a link, in hexadecimal',
    code: 'auth.linkInvalid',
    play: async (scenario) => scenario.reset((await linkHash(scenario)).toString('hex')),
  },
  {
    attack: 'what the database keeps of a link, in base64',
    code: 'auth.linkInvalid',
    play: async (scenario) => scenario.reset((await linkHash(scenario)).toString('base64url')),
  },
  { attack: 'NUL in a token', code: 'auth.linkInvalid', play: (scenario) => scenario.reset(`${scenario.token}\0`) },
  { attack: 'half a character in a token', code: 'auth.linkInvalid', play: (scenario) => scenario.reset(`${scenario.token}\ud800`) },
  {
    attack: 'a token of a hundred thousand letters',
    code: 'request.tooLarge',
    play: (scenario) => scenario.reset(scenario.token.repeat(5000)),
  },
  { attack: 'a token that is a list', code: 'request.invalid', play: (scenario) => scenario.reset('', { token: [scenario.token] }) },
  {
    attack: 'an access token in place of a link',
    code: 'request.invalid',
    play: async (scenario) => scenario.reset((await signedIn(scenario)).token),
  },
  {
    attack: 'a handoff token in place of a link',
    code: 'request.invalid',
    play: async (scenario) => scenario.reset(await app.services.identity.mintHandoff(scenario.profileId)),
  },
  {
    attack: 'a link in place of a handoff token',
    code: 'auth.handoffInvalid',
    play: (scenario) => app.browser().send('POST', '/auth/handoff', { token: scenario.token }),
    control: async (scenario) =>
      app.browser().send('POST', '/auth/handoff', { token: await app.services.identity.mintHandoff(scenario.profileId) }),
  },
  {
    attack: 'a link in place of an access token',
    code: 'auth.tokenInvalid',
    play: (scenario) => app.browser().send('GET', '/v1/api/profiles', undefined, { authorization: `Bearer ${scenario.token}` }),
    control: async (scenario) => (await signedIn(scenario)).send('GET', '/v1/api/profiles'),
  },
  {
    attack: 'a link in place of a session',
    code: 'auth.sessionEnded',
    play: (scenario) => app.browser().send('POST', '/auth/session/refresh', undefined, { cookie: `__Host-session=${scenario.token}` }),
    control: async (scenario) => (await signedIn(scenario)).send('POST', '/auth/session/refresh'),
  },
  {
    attack: 'a link with the address of somebody else beside it',
    code: 'request.invalid',
    play: async (scenario) => scenario.reset(scenario.token, { email: (await Scenario.make()).email }),
  },
  {
    attack: 'a link with the account of somebody else beside it',
    code: 'request.invalid',
    play: async (scenario) => scenario.reset(scenario.token, { subject: (await Scenario.make()).subject }),
  },
  {
    attack: 'a link with an access type beside it',
    code: 'request.invalid',
    play: (scenario) => scenario.reset(scenario.token, { accesType: 'admin' }),
  },
  {
    attack: 'a link with a prototype beside it',
    code: 'request.malformed',
    play: (scenario) =>
      app.http.inject({
        method: 'POST',
        url: '/auth/password/reset',
        headers: { 'content-type': 'application/json' },
        payload: `{"token":"${scenario.token}","password":"${NEW_PASSWORD}","__proto__":{"admin":true}}`,
      }),
  },
  {
    attack: 'the link of a user who was deleted',
    code: 'auth.linkInvalid',
    gone: true,
    async play(scenario) {
      await closeAccount(database, app.services.identity, scenario);
      return scenario.reset();
    },
  },
  {
    attack: 'the link of a profile that was disabled',
    code: 'auth.linkInvalid',
    gone: true,
    async play(scenario) {
      await owner('update profiles set "disabledAt" = now() where id = $1', [scenario.profileId]);
      return scenario.reset();
    },
  },
  {
    attack: 'the link of an account that was disabled',
    code: 'auth.linkInvalid',
    gone: true,
    async play(scenario) {
      await owner('update auth.users set "disabledAt" = now() where id = $1', [scenario.subject]);
      return scenario.reset();
    },
  },
  {
    attack: 'a link after the owner changed the password',
    code: 'auth.linkInvalid',
    gone: true,
    async play(scenario) {
      const browser = await signedIn(scenario);
      await browser.send('POST', '/auth/password', { current: PASSWORD, next: 'Andere zin 8-5-2 boom' });
      return scenario.reset();
    },
  },
  {
    attack: 'the link of a former life of the address',
    code: 'auth.linkInvalid',
    async play(scenario) {
      await owner('delete from profiles where id = $1', [scenario.profileId]);
      await makeUser(database, app.services.identity, { email: scenario.email, password: { hash: await HASH } });
      return scenario.reset();
    },
  },
  {
    attack: 'a password below the rule',
    code: 'request.invalid',
    play: (scenario) => scenario.reset(scenario.token, { password: 'kort-123' }),
  },
  {
    attack: 'a password from the lists',
    code: 'auth.passwordBreached',
    play: (scenario) => scenario.reset(scenario.token, { password: 'Welkom123456!' }),
  },
  {
    attack: 'a password made of the own address',
    code: 'auth.passwordBreached',
    play: (scenario) => scenario.reset(scenario.token, { password: `${scenario.email}123` }),
  },
  {
    attack: 'a reset sent by another site',
    code: 'auth.originRefused',
    play: (scenario) => scenario.reset(scenario.token, {}, { origin: 'https://evil.example' }),
    control: (scenario) => scenario.reset(scenario.token, {}, { origin: app.config.publicUrl }),
  },
  {
    attack: 'a request for a link sent by another site',
    code: 'auth.originRefused',
    play: (scenario) => scenario.forgot(app.browser(), { origin: 'https://evil.example' }),
    control: (scenario) => scenario.forgot(app.browser(), { origin: app.config.publicUrl }),
  },
  {
    attack: 'a reset as a form of a page',
    code: 'request.unsupportedMediaType',
    play: (scenario) => scenario.reset(scenario.token, {}, { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    attack: 'a second recipient in the address',
    code: 'request.invalid',
    play: (scenario) => app.browser().send('POST', '/auth/password/forgot', { email: `${scenario.email}\r\nBcc: thief@evil.example` }),
    control: (scenario) => scenario.forgot(),
  },
  {
    attack: 'two addresses at once',
    code: 'request.invalid',
    play: (scenario) => app.browser().send('POST', '/auth/password/forgot', { email: [scenario.email, 'thief@evil.example'] }),
    control: (scenario) => scenario.forgot(),
  },
];

describe('links by mail', () => {
  test.each(LINKS)('refuses $attack', async ({ attack, purpose = 'reset', code, play, control, gone }) => {
    const victim = await Scenario.make(purpose);
    expect(outcomeOf(await play(victim))).toBe(code);
    const kept = { reset: SAFE, migration: 'auth.passwordResetRequired', invitation: 'auth.invalidCredentials' }[purpose];
    if (!gone) expect(outcomeOf(await victim.signIn(PASSWORD))).toBe(kept);
    if (!gone) expect(outcomeOf(await victim.signIn(NEW_PASSWORD))).not.toBe(SAFE);

    if (!isControlled(attack)) return;
    const other = await Scenario.make(purpose);
    expect(outcomeOf(await (control ?? ((scenario: Scenario) => scenario.reset()))(other))).toBe(SAFE);
    if (!control) expect(outcomeOf(await other.signIn(NEW_PASSWORD))).toBe(SAFE);
  });

  test('fifty at the same moment with one link leave the connections to other people', async () => {
    const [scenario, other] = [await Scenario.make(), await Scenario.make()];
    const holder = new Client({ connectionString: database.db.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from auth.users where id = $1 for update', [scenario.subject]);
    const uses = Array.from({ length: 50 }, () => scenario.reset());
    await expect.poll(async () => (await owner(WAITING)).length).toBeGreaterThan(0);
    // Needs a connection.
    expect(outcomeOf(await app.browser().send('POST', '/auth/password/link', { token: other.token }))).toBe(SAFE);
    expect(await owner(WAITING)).toHaveLength(1);
    await holder.query('commit');
    await holder.end();
    expect(outcomeOf(await other.signIn(PASSWORD))).toBe(SAFE);
    expect((await Promise.all(uses)).map(outcomeOf).filter((outcome) => outcome === SAFE)).toHaveLength(1);
  });

  test('of fifty at the same moment one uses a link', async () => {
    const scenario = await Scenario.make();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, number) =>
        outcomeOf(await scenario.reset(scenario.token, { password: `Zin nummer 7-4-${100 + number} lamp` })),
      ),
    );
    const winners = outcomes.flatMap((outcome, number) => (outcome === SAFE ? [number] : []));
    expect(winners).toHaveLength(1);
    // Whoever comes when it is used up has a wrong link, of which one network may try thirty.
    expect(['auth.linkInvalid', 'auth.tooManyAttempts']).toEqual(
      expect.arrayContaining([...new Set(outcomes.filter((outcome) => outcome !== SAFE))]),
    );
    expect(outcomeOf(await scenario.signIn(`Zin nummer 7-4-${100 + Number(winners[0])} lamp`))).toBe(SAFE);
    expect((await scenario.mails()).filter(({ template }) => template === 'passwordChanged')).toHaveLength(1);
  });

  test('a link changes its own account and no other', async () => {
    const [one, other] = [await Scenario.make(), await Scenario.make()];
    await one.reset();
    expect(outcomeOf(await other.signIn(PASSWORD))).toBe(SAFE);
    expect(outcomeOf(await other.reset())).toBe(SAFE);
  });

  test('looking at a link, as mail scanners do, does not use it', async () => {
    const scenario = await Scenario.make();
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode } = await app.http.inject({ method, url: `/auth/password/reset?token=${scenario.token}` });
      expect([404, 405]).toContain(statusCode);
    }
    for (let time = 0; time < 3; time += 1)
      expect(outcomeOf(await app.browser().send('POST', '/auth/password/link', { token: scenario.token }))).toBe(SAFE);
    expect(outcomeOf(await scenario.reset())).toBe(SAFE);
  });

  test('a foreign host in the request never reaches the mail', async () => {
    const scenario = await Scenario.make();
    const poison = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    };
    await scenario.forgot(app.browser(), poison);
    await drain();
    const mails = await scenario.mails();
    expect(mails).toHaveLength(2);
    for (const { html, plainText } of mails) {
      expect(html + plainText).not.toContain('evil.example');
      expect(plainText).toContain(`${app.config.publicUrl}/reset-password?lang=`);
    }
  });

  test('an address typed with look-alike letters sends to the account as it is kept, or to nobody', async () => {
    const scenario = await Scenario.make('reset', { email: `kris.kelvin-${randomBytes(4).toString('hex')}@example.be` });
    // The Kelvin sign becomes k in lower case; a Cyrillic letter stays another one.
    for (const email of [scenario.email.replace('kris', '\u212aris'), scenario.email.replace('kris', '\u043aris')]) {
      await app.browser().send('POST', '/auth/password/forgot', { email });
    }
    await drain();
    expect(await scenario.tokens()).toHaveLength(2);
    expect(await owner('select recipient from mails where recipient like $1', ['%\u043aris%'])).toEqual([]);
  });

  test('the attacker who is signed in is out after the reset: token, session and device', async () => {
    const scenario = await Scenario.make();
    const thief = await signedIn(scenario);
    expect((await thief.send('GET', '/v1/api/profiles')).statusCode).toBe(200);
    await scenario.reset();
    expect(outcomeOf(await thief.send('GET', '/v1/api/profiles'))).toBe('auth.sessionEnded');
    expect(outcomeOf(await thief.send('POST', '/auth/session/refresh'))).toBe('auth.sessionEnded');
    expect(await owner('select 1 from auth.sessions where "userId" = $1', [scenario.subject])).toEqual([]);
  });

  test('no link, address or password reaches the log', async () => {
    const before = app.log.lines.length;
    const scenario = await Scenario.make();
    await scenario.reset(flipped(scenario.token));
    await scenario.reset();
    const written = JSON.stringify(app.log.lines.slice(before));
    for (const secret of [scenario.token, scenario.email, NEW_PASSWORD]) expect(written).not.toContain(secret);
  });

  test('no link is kept in the clear where accounts are kept', async () => {
    const scenario = await Scenario.make();
    const rows = await owner<{ row: string }>('select l::text as row from auth.account_links l where "userId" = $1', [scenario.subject]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(scenario.token);
    expect(rows[0]?.row).not.toContain(Buffer.from(scenario.token).toString('hex'));
  });
});

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

describe('floods', () => {
  test('requests from many addresses send three mails in half an hour; the owner signs in, and a link in the mailbox works', async () => {
    const scenario = await Scenario.make();
    for (let host = 1; host <= (nightly ? 200 : 40); host += 1) {
      expect(outcomeOf(await scenario.forgot(app.browser(), from(`198.51.100.${host}`)))).toBe(SAFE);
    }
    await drain();
    expect(await scenario.tokens()).toHaveLength(3);
    expect(outcomeOf(await scenario.signIn(PASSWORD))).toBe(SAFE);
    expect(outcomeOf(await scenario.reset((await scenario.tokens()).at(-1)))).toBe(SAFE);
    app.clock.advance({ minutes: 10 });
    await scenario.send();
    expect(await scenario.tokens()).toHaveLength(4);
  });

  test('a browser that the account knows gets its mail while strangers flood it', async () => {
    const scenario = await Scenario.make();
    const home = await signedIn(scenario);
    for (let host = 1; host <= 10; host += 1) await scenario.forgot(app.browser(), from(`198.51.100.${host}`));
    await drain();
    const flooded = (await scenario.tokens()).length;
    await scenario.forgot(home);
    await drain();
    expect(await scenario.tokens()).toHaveLength(flooded + 1);
  });

  test.each([
    ['one address', () => '203.0.113.7', '203.0.113.8'],
    ['one /64 of IPv6', (number: number) => `2001:db8:7:7::${number.toString(16)}`, '2001:db8:7:8::1'],
  ])('%s asks for twenty accounts, and no more; its neighbour is heard', async (_, address, neighbour) => {
    const ask = (number: number, ip: string) =>
      app.browser().send('POST', '/auth/password/forgot', { email: `target${number}@example.be` }, from(ip));
    for (let number = 1; number <= 20; number += 1) expect(outcomeOf(await ask(number, address(number)))).toBe(SAFE);
    const refused = await ask(21, address(21));
    expect(outcomeOf(refused)).toBe('auth.tooManyAttempts');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(outcomeOf(await ask(22, neighbour))).toBe(SAFE);
  });

  test('guesses of links are counted, also those of many addresses of one network; a right link opens meanwhile', async () => {
    const scenario = await Scenario.make();
    const guess = (number: number) =>
      scenario.reset(randomBytes(16).toString('base64url'), {}, from(`2001:db8:9:9::${number.toString(16)}`));
    for (let number = 1; number <= 30; number += 1) expect(outcomeOf(await guess(number))).toBe('auth.linkInvalid');
    expect(outcomeOf(await guess(31))).toBe('auth.tooManyAttempts');
    expect(outcomeOf(await scenario.reset(scenario.token, {}, from('2001:db8:9:9::1')))).toBe(SAFE);
  });

  test('whoever guessed the password until nothing more went does not keep the owner out: a reset opens at once', async () => {
    const scenario = await Scenario.make();
    for (let host = 1; host <= 12; host += 1) {
      await app
        .browser()
        .send('POST', '/auth/sign-in', { email: scenario.email, password: 'Wrong-password-1234' }, from(`198.51.100.${host}`));
    }
    expect(outcomeOf(await scenario.signIn(PASSWORD))).toBe('auth.tooManyAttempts');
    expect(outcomeOf(await scenario.reset())).toBe(SAFE);
    expect(outcomeOf(await scenario.signIn(NEW_PASSWORD))).toBe(SAFE);
  });

  test('a migrated account cannot be bombed with mails by guessing, nor by the right password', async () => {
    const { email } = await makeUser(database, app.services.identity, { passwordResetRequired: true });
    for (let time = 0; time < 5; time += 1) await app.browser().signIn(email, 'Wrong-password-1234');
    await drain();
    expect(await owner('select 1 from mails where recipient = $1', [email])).toEqual([]);
    for (let time = 0; time < 5; time += 1) expect(outcomeOf(await app.browser().signIn(email))).toBe('auth.passwordResetRequired');
    await drain();
    expect(await owner('select 1 from mails where recipient = $1', [email])).toHaveLength(1);
  });
});

describe('invitations and sign-up', () => {
  const signUp = (email: string, more: object = {}) =>
    app.browser().send('POST', '/v1/api/sign-ups', {
      firstName: 'Eve',
      lastName: 'Thief',
      email,
      phoneNumber: '+32470123456',
      companyName: '',
      companyNumber: '',
      language: 'en',
      ...more,
    });
  const ask = (browser: Browser, query: string, variables: object) => browser.send('POST', '/graphql', { query, variables });
  const codesOf = (response: LightMyRequestResponse): string =>
    response.json().errors?.[0]?.extensions?.code ?? response.json().error?.code ?? SAFE;

  test('an account that is not accepted yet opens with no password, not even an empty one', async () => {
    const scenario = await Scenario.make('invitation');
    for (const password of ['', ' ', 'null', PASSWORD]) expect(outcomeOf(await scenario.signIn(password))).not.toBe(SAFE);
    expect(outcomeOf(await scenario.reset())).toBe(SAFE);
    expect(outcomeOf(await scenario.signIn(NEW_PASSWORD))).toBe(SAFE);
  });

  test('asking for access with the address of somebody else prepares nothing: no account, no password, no change of theirs', async () => {
    const victim = await makeUser(database, app.services.identity);
    expect(outcomeOf(await signUp(victim.email))).toBe(SAFE);
    expect(outcomeOf(await signUp(`new-${victim.email}`))).toBe(SAFE);
    expect(await owner('select "firstName" from profiles where id = $1', [victim.profileId])).toEqual([{ firstName: 'An' }]);
    expect(await owner('select 1 from auth.users where email = $1', [`new-${victim.email}`])).toEqual([]);
    expect(outcomeOf(await app.browser().signIn(victim.email))).toBe(SAFE);
  });

  test.each([
    { password: NEW_PASSWORD },
    { state: 'Confirmed' },
    { accesType: 'admin' },
    { companyId: crypto.randomUUID() },
    { id: crypto.randomUUID() },
  ])('a request for access with %j is refused', async (more) => {
    const email = `eve-${crypto.randomUUID()}@example.be`;
    expect(outcomeOf(await signUp(email, more))).toBe('request.invalid');
    expect(outcomeOf(await signUp(email))).toBe(SAFE);
  });

  test('nobody confirms their own request: neither anonymous people nor administrators of companies', async () => {
    const admin = await app.signedIn();
    const email = `eve-${crypto.randomUUID()}@example.be`;
    await signUp(email);
    const [row] = await owner<{ id: string }>('select id from sign_ups where email = $1', [email]);
    const confirm = 'mutation ($id: ID!, $input: ConfirmSignUpInput!) { confirmSignUp(id: $id, version: 1, input: $input) { state } }';
    const variables = { id: row?.id, input: { companyId: admin.companyId, accesType: 'admin' } };
    expect(codesOf(await ask(app.browser(), confirm, variables))).toBe('access.unauthenticated');
    expect(codesOf(await ask(admin.browser, confirm, variables))).toBe('access.forbidden');
    expect(await owner('select state from sign_ups where id = $1', [row?.id])).toEqual([{ state: 'Pending' }]);

    const planner = await app.signedIn();
    await owner('delete from company_users where "profileId" = $1', [planner.profileId]);
    await owner(`update profiles set kind = 'planner', "companyId" = null where id = $1`, [planner.profileId]);
    app.services.identity.forget(planner.profileId);
    expect(codesOf(await ask(planner.browser, confirm, variables))).toBe(SAFE);
  });

  test('an administrator invites nobody again who belongs to another company, and no stranger by their address', async () => {
    const admin = await app.signedIn();
    const foreign = await Scenario.make('invitation');
    const again = 'mutation ($companyId: ID!, $id: ID!) { inviteUserAgain(companyId: $companyId, id: $id) { id } }';
    expect(codesOf(await ask(admin.browser, again, { companyId: admin.companyId, id: foreign.profileId }))).toBe('entity.notFound');
    expect(codesOf(await ask(admin.browser, again, { companyId: foreign.companyId, id: foreign.profileId }))).toBe('entity.notFound');
    const create = 'mutation ($companyId: ID!, $input: UserInput!) { createUser(companyId: $companyId, input: $input) { id } }';
    const input = {
      firstName: 'A',
      lastName: 'B',
      email: foreign.email,
      phoneNumber: '+32470123456',
      accesType: 'admin',
      languages: ['nl'],
    };
    expect(codesOf(await ask(admin.browser, create, { companyId: admin.companyId, input }))).toBe('user.duplicateEmail');
    await drain();
    expect(await foreign.mails()).toHaveLength(1);
    const own = { ...input, email: `own-${foreign.email}` };
    const made = await ask(admin.browser, create, { companyId: admin.companyId, input: own });
    expect(codesOf(made)).toBe(SAFE);
    expect(codesOf(await ask(admin.browser, again, { companyId: admin.companyId, id: made.json().data.createUser.id }))).toBe(SAFE);
  });
});
