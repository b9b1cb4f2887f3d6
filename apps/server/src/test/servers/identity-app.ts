import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { registerIdentity } from '../../modules/identity/identity.rest.ts';
import { createIdentity, hashPassword, type Identity, type NewAccount } from '../../modules/identity/identity.service.ts';
import { registerProfilesRest } from '../../modules/profiles/profiles.rest.ts';
import { createProfileService } from '../../modules/profiles/profiles.service.ts';
import { registerSuperiorsRest } from '../../modules/superiors/superiors.rest.ts';
import { createSuperiorService } from '../../modules/superiors/superiors.service.ts';
import { lockRow } from '../../platform/db/locked.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { newId } from '../../platform/ids.ts';
import { createOutbox, type Outbox } from '../../platform/jobs/outbox.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { type TestClock, testClock } from '../clock.ts';
import type { TestDatabase } from '../database.ts';
import { type TestLogger, testLogger } from '../logger.ts';
import { sharedSerializers } from './serializers.ts';

/** Signing in, profiles and superiors as the product mounts them, for tests; and `/who` that answers with the actor. */
export interface TestApp {
  readonly identity: Identity;
  /** Effects after the answers: `drain()` runs them. */
  readonly outbox: Outbox;
  readonly clock: TestClock;
  readonly log: TestLogger;
  /** The delays of answers, in milliseconds. */
  readonly delays: readonly number[];
  readonly http: ReturnType<typeof createHttpServer>;
  browser(options?: { ip?: string }): Browser;
  close(): Promise<void>;
}

export const PASSWORD = 'Demo-check-2026';
export const HASH = hashPassword(PASSWORD);

export async function testApp(
  { db, config }: TestDatabase,
  options: { clock?: TestClock; config?: TestDatabase['config']; trustedProxies?: readonly string[] } = {},
): Promise<TestApp> {
  const clock = options.clock ?? testClock();
  const log = testLogger();
  const delays: number[] = [];
  const used = options.config ?? config;
  const outbox = createOutbox({ db, clock, log });
  const mailer = createMailer({ config: used, clock, outbox });
  const identity = createIdentity({
    config: used,
    db,
    clock,
    log,
    outbox,
    mailer,
    delay: async (milliseconds) => delays.push(milliseconds),
  });
  const app = createHttpServer({
    config: { trustedProxies: options.trustedProxies ?? ['127.0.0.1'] },
    log,
    serializers: sharedSerializers,
  });
  app.decorateRequest('actor');
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/auth/')) request.actor = await identity.authenticate(request);
  });
  await registerIdentity(app, { identity, config: used });
  await registerProfilesRest(app, { profiles: createProfileService({ db }) });
  await registerSuperiorsRest(app, { superiors: createSuperiorService({ db, clock }) });
  app.get('/who', async (request) => request.actor);
  await app.ready();
  return {
    identity,
    outbox,
    clock,
    log,
    delays,
    http: app,
    browser: ({ ip = '192.0.2.1' } = {}) => new Browser(app, ip),
    async close() {
      identity.close();
      await app.close();
    },
  };
}

/** Keeps cookies as a browser does, and sends its access token with each request. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly attributes = new Map<string, string>();
  readonly #app: TestApp['http'];
  readonly #ip: string;

  constructor(app: TestApp['http'], ip: string) {
    this.#app = app;
    this.#ip = ip;
  }

  get token(): string {
    return this.cookies.get('__Host-accessToken') ?? '';
  }

  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.#request(method, url, body === undefined ? undefined : JSON.stringify(body), {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    });
  }

  /** A file as the body. */
  sendFile(url: string, bytes: Buffer, mediaType: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#request('POST', url, bytes, { 'content-type': mediaType, ...headers });
  }

  async #request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    const response = await this.#app.inject({
      method,
      url,
      headers: {
        'x-forwarded-for': this.#ip,
        'user-agent': 'Test browser',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        authorization: this.token === '' ? '' : `Bearer ${this.token}`,
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    this.attributes.set(name, attributes.join('; '));
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1));
  }

  signIn(email: string, password = PASSWORD): Promise<LightMyRequestResponse> {
    return this.send('POST', '/auth/sign-in', { email, password });
  }
}

/** Makes an account: an administrator of a new company, unless `overrides` say otherwise. @returns its ids and e-mail address */
export async function makeUser(
  { db }: TestDatabase,
  identity: Identity,
  overrides: Partial<NewAccount> & { companyId?: string; accesType?: 'admin' | 'basic' } = {},
): Promise<{ profileId: string; subject: string; email: string; companyId: string }> {
  const { accesType = 'admin', ...account } = overrides;
  const isEmployer = (account.kind ?? 'employer') === 'employer';
  const companyId = isEmployer ? (account.companyId ?? (await makeCompany({ db }))) : null;
  const email = account.email ?? `user-${randomUUID()}@example.be`;
  const made = await identity.createAccount(
    {
      password: { hash: await HASH },
      firstName: 'An',
      lastName: 'Peeters',
      phoneNumber: '+32470123456',
      language: 'nl',
      kind: 'employer',
      doctorId: null,
      ...account,
      email,
      companyId,
    },
    async (tx, profileId) => {
      if (companyId !== null)
        await tx
          .insertInto('company_users')
          .values({ companyId, profileId, accesType, languages: ['nl'] })
          .execute();
    },
  );
  return { ...made, email, companyId: companyId ?? '' };
}

/** Removes the only membership of a user, as deleting the user does. */
export async function closeAccount(
  { db }: Pick<TestDatabase, 'db'>,
  identity: Identity,
  { profileId, companyId }: { readonly profileId: string; readonly companyId: string },
): Promise<void> {
  await db.system('test', async (tx) => {
    const profile = await lockRow(tx, 'profiles', { id: profileId }, 'removal');
    if (!profile) throw new Error('There is no such profile.');
    await identity.endMembership(tx, profile, companyId);
  });
  identity.forget(profileId);
}

let companies = 0;

export async function makeCompany({ db }: Pick<TestDatabase, 'db'>, name = 'Acme'): Promise<string> {
  const id = newId();
  companies += 1;
  const companyNumber = `BE0${String(100_000_000 + companies)}`;
  await db.system('test', (tx) =>
    tx
      .insertInto('companies')
      .values({ id, name, companyNumber, companyAddress: 'Wetstraat 1, 1000 Brussel', staffCount: 80, checkPrice: 9900 })
      .execute(),
  );
  return id;
}
