import { REVOKED_WITHIN_MS } from '@checkwell/domain/identity/sign-in';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { testFolder } from '../../test/folder.ts';
import { makeUser, PASSWORD } from '../../test/identity-app.ts';
import { startProcess } from '../../test/process.ts';
import { serverApp } from '../../test/server-app.ts';

/**
 * What ends a session ends it everywhere (security.md, S2): in two whole processes on one database, on every open stream and for the next
 * request of every tab. The time allowed is the condition's own; what it is about stands beside the same of somebody whom it leaves alone.
 */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const WITHIN = { timeout: REVOKED_WITHIN_MS, interval: 50 };
const NEXT_PASSWORD = 'Bicycle-parade-8642';

const database = await testDatabase();
// Only makes accounts; whoever signs in does so at the two processes.
const { services } = await serverApp(database);
const env = { ROLES: 'web', LOG_LEVEL: 'info', DATABASE_URL: database.config.databaseUrl ?? '' };
const [here, there] = await Promise.all(
  ['here', 'there'].map((name) => startProcess({ ...env, DATA_DIR: testFolder(name) }).address()) as [Promise<string>, Promise<string>],
);

/** A signed-in browser: what it holds, and how it asks either process. */
class Tab {
  readonly #cookies = new Map<string, string>();

  async send(address: string, method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${address}${path}`, { method, headers: this.headers(body !== undefined), ...json(body) });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  headers(withBody = false): Record<string, string> {
    return {
      authorization: `Bearer ${this.#cookies.get('__Host-accessToken') ?? ''}`,
      cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
      ...(withBody && { 'content-type': 'application/json' }),
    };
  }

  /** Open streams at both processes, and the answers of both to the next request. */
  async watched(): Promise<Watched> {
    const streams = await Promise.all([here, there].map((address) => open(address, this.headers())));
    const held = this.headers();
    return {
      ended: () => streams.map(({ ended }) => ended()),
      answers: () =>
        Promise.all([here, there].map(async (address) => (await fetch(`${address}/v1/api/profiles`, { headers: held })).status)),
    };
  }
}

interface Watched {
  ended(): readonly boolean[];
  answers(): Promise<readonly number[]>;
}

const json = (body: unknown) => (body === undefined ? {} : { body: JSON.stringify(body) });

async function open(address: string, headers: Record<string, string>): Promise<{ ended(): boolean }> {
  const response = await fetch(`${address}/v1/api/live`, { headers });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  let ended = false;
  void (async () => {
    while (!(await reader?.read())?.done);
    ended = true;
  })().catch(() => undefined); // cut off when the process is killed after the tests: that is no end that it made
  return { ended: () => ended };
}

async function signedIn(email: string, address = here): Promise<Tab> {
  const tab = new Tab();
  expect((await tab.send(address, 'POST', '/auth/sign-in', { email, password: PASSWORD })).status).toBe(200);
  return tab;
}

const newUser = (who: Parameters<typeof makeUser>[2] = {}) => makeUser(database, services.identity, who);

async function expectEnded(watched: Watched): Promise<void> {
  await expect.poll(watched.ended, WITHIN).toEqual([true, true]);
  expect(await watched.answers()).toEqual([401, 401]);
}

async function expectAlive(watched: Watched): Promise<void> {
  expect(watched.ended()).toEqual([false, false]);
  expect(await watched.answers()).toEqual([200, 200]);
}

test('signing out ends what the same session has open, at every process, and no other session', async () => {
  const { email } = await newUser();
  const [tab, elsewhere] = [await signedIn(email), await signedIn(email, there)];
  const [own, other] = [await tab.watched(), await elsewhere.watched()];
  expect((await tab.send(here, 'POST', '/auth/sign-out')).status).toBe(204);
  await expectEnded(own);
  await expectAlive(other);
});

test('a session that is ended from another one ends the same way', async () => {
  const { email } = await newUser();
  const [tab, elsewhere] = [await signedIn(email), await signedIn(email, there)];
  const [own, other] = [await tab.watched(), await elsewhere.watched()];
  const sessions = (await (await tab.send(here, 'GET', '/auth/sessions')).json()) as { id: string; current: boolean }[];
  const lost = sessions.find(({ current }) => !current);
  expect((await tab.send(here, 'DELETE', `/auth/sessions/${lost?.id}`)).status).toBe(204);
  await expectEnded(other);
  await expectAlive(own);
});

test('another password ends every other session, and every token from before it', async () => {
  const { email } = await newUser();
  const bystander = await (await signedIn((await newUser()).email)).watched();
  const [tab, elsewhere] = [await signedIn(email), await signedIn(email, there)];
  // Of the session that goes on, what was handed out before the change is void too.
  const [before, other] = [await tab.watched(), await elsewhere.watched()];
  const changed = await tab.send(here, 'POST', '/auth/password', { current: PASSWORD, next: NEXT_PASSWORD });
  expect(changed.status).toBe(200);
  await expectEnded(other);
  await expectEnded(before);
  await expectAlive(await tab.watched());
  await expectAlive(bystander);
});

test('a user who is deleted is out everywhere, whoever deleted them is not', async () => {
  const { email, companyId } = await newUser();
  const { email: goes, profileId } = await newUser({ companyId, accesType: 'basic' });
  const administrator = await signedIn(email);
  const own = await administrator.watched();
  const gone = await Promise.all([(await signedIn(goes)).watched(), (await signedIn(goes, there)).watched()]);
  const answer = await administrator.send(there, 'POST', '/graphql', {
    query: 'mutation ($companyId: ID!, $id: ID!) { deleteUser(companyId: $companyId, id: $id) }',
    variables: { companyId, id: profileId },
  });
  expect(await answer.json()).toEqual({ data: { deleteUser: profileId } });
  for (const watched of gone) await expectEnded(watched);
  await expectAlive(own);
});
