import { REVOKED_WITHIN_MS } from '@checkwell/domain/identity/sign-in';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { testFolder } from '../../test/folder.ts';
import { nightly } from '../../test/nightly.ts';
import { makeUser, PASSWORD } from '../../test/servers/identity-app.ts';
import { startProcess } from '../../test/servers/process.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/**
 * What ends a session ends it everywhere (security.md, S2): in two whole processes on one database, on every open stream and for the next
 * request of every tab. The time allowed is measured by what the processes themselves write down about it, so that a test that gets no
 * processor for a while does not count; what it is about is beside the same of somebody whom it leaves alone.
 */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** How long the test waits for what the processes say happened in time. */
const WAIT = { timeout: 60_000, interval: 50 };
const NEXT_PASSWORD = 'Bicycle-parade-8642';

const database = await testDatabase();
// Only makes accounts; whoever signs in does so at the two processes.
const { services } = await serverApp(database);
const env = { ROLES: 'web', LOG_LEVEL: 'info', DATABASE_URL: database.config.databaseUrl ?? '' };
const processes = ['here', 'there'].map((name) => startProcess({ ...env, DATA_DIR: testFolder(name) }));
const [here, there] = (await Promise.all(processes.map((process) => process.address()))) as [string, string];

/** When the processes had answered a request to its end, by their own clocks, which are this machine's; undefined before. */
function answeredAt(response: Response): number | undefined {
  const traceId = response.headers.get('x-trace-id');
  expect(traceId).not.toBeNull();
  const lines = processes.flatMap((process) => process.output().split('\n'));
  const line = lines.find((text) => text.includes(`"${traceId}"`) && text.endsWith('"msg":"request"}'));
  return line === undefined ? undefined : Date.parse((JSON.parse(line) as { time: string }).time);
}

/** The same, waited for. */
async function answerOf(response: Response): Promise<number> {
  await expect.poll(() => answeredAt(response), WAIT).toBeDefined();
  return answeredAt(response) ?? Number.NaN;
}

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
      streams,
      answers: () => Promise.all([here, there].map((address) => fetch(`${address}/v1/api/profiles`, { headers: held }))),
    };
  }
}

interface Stream {
  readonly response: Response;
  ended(): boolean;
}

interface Watched {
  readonly streams: readonly Stream[];
  answers(): Promise<readonly Response[]>;
}

const statusesOf = (answers: readonly Response[]): readonly number[] => answers.map(({ status }) => status);

const json = (body: unknown) => (body === undefined ? {} : { body: JSON.stringify(body) });

async function open(address: string, headers: Record<string, string>): Promise<Stream> {
  const response = await fetch(`${address}/v1/api/live`, { headers });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  let ended = false;
  void (async () => {
    while (!(await reader?.read())?.done);
    ended = true;
  })().catch(() => undefined); // cut off when the process is killed after the tests: that is no end that it made
  return { response, ended: () => ended };
}

async function signedIn(email: string, address = here): Promise<Tab> {
  const tab = new Tab();
  expect((await tab.send(address, 'POST', '/auth/sign-in', { email, password: PASSWORD })).status).toBe(200);
  return tab;
}

const newUser = (who: Parameters<typeof makeUser>[2] = {}) => makeUser(database, services.identity, who);

/** What is watched has ended everywhere, no later than allowed after the answer that ended it. */
async function expectEnded({ streams, answers }: Watched, revoked: Response): Promise<void> {
  const since = await answerOf(revoked);
  const passed: Response[] = [];
  await expect
    .poll(async () => {
      const given = await answers();
      passed.push(...given.filter(({ status }) => status !== 401));
      return [...statusesOf(given), ...streams.map(({ ended }) => ended())];
    }, WAIT)
    .toEqual([401, 401, true, true]);
  const ends = await Promise.all([...passed, ...streams.map(({ response }) => response)].map(answerOf));
  expect(Math.max(...ends.map((end) => end - since))).toBeLessThanOrEqual(REVOKED_WITHIN_MS);
}

async function expectAlive({ streams, answers }: Watched): Promise<void> {
  expect(streams.map(({ ended }) => ended())).toEqual([false, false]);
  expect(statusesOf(await answers())).toEqual([200, 200]);
}

test('signing out ends what the same session has open, at every process, and no other session', async () => {
  const { email } = await newUser();
  const [tab, elsewhere] = [await signedIn(email), await signedIn(email, there)];
  const [own, other] = [await tab.watched(), await elsewhere.watched()];
  const signedOut = await tab.send(here, 'POST', '/auth/sign-out');
  expect(signedOut.status).toBe(204);
  await expectEnded(own, signedOut);
  await expectAlive(other);
});

test.runIf(nightly)('a session that is ended from another one ends the same way', async () => {
  const { email } = await newUser();
  const [tab, elsewhere] = [await signedIn(email), await signedIn(email, there)];
  const [own, other] = [await tab.watched(), await elsewhere.watched()];
  const sessions = (await (await tab.send(here, 'GET', '/auth/sessions')).json()) as { id: string; current: boolean }[];
  const lost = sessions.find(({ current }) => !current);
  const revoked = await tab.send(here, 'DELETE', `/auth/sessions/${lost?.id}`);
  expect(revoked.status).toBe(204);
  await expectEnded(other, revoked);
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
  await expectEnded(other, changed);
  await expectEnded(before, changed);
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
  for (const watched of gone) await expectEnded(watched, answer);
  await expectAlive(own);
});
