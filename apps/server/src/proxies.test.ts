import { request } from 'node:http';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { orderOf } from './test/checks.ts';
import { testClock } from './test/clock.ts';
import { PRODUCTION_ENV, TEST_SECRET } from './test/config.ts';
import { testDatabase } from './test/database.ts';
import { pdf } from './test/files.ts';
import { createFixtures } from './test/fixtures.ts';
import { testFolder } from './test/folder.ts';
import { nightly } from './test/nightly.ts';
import { makeUser, PASSWORD } from './test/servers/identity-app.ts';
import { startProcess } from './test/servers/process.ts';
import { isInstalled, PROXIES, PROXY_HOST, type ProxyKind, type RunningProxy, startProxy } from './test/servers/proxy.ts';
import { type Ask, askHttp1, askHttp2, type OpenStream, openStream } from './test/servers/proxy-client.ts';
import { serverApp } from './test/servers/server-app.ts';
import { smallWebBuild } from './test/servers/web-build.ts';

/** The product in production behind the proxies of deploy/proxy, with each proxy that is installed. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
const PATIENCE = { timeout: 60_000 };
const used = nightly ? PROXIES.filter(isInstalled) : [];
const WAYS: readonly (readonly [string, Ask])[] = [
  ['HTTP/1.1', askHttp1],
  ['HTTP/2', askHttp2],
];
const MB = 1024 * 1024;
/** A PDF file of slightly less than this size. */
const documentOf = (bytes: number): Buffer => pdf({ title: 'a'.repeat(bytes - 2000) });
const LIVE = '/v1/api/live';
/** Number of heartbeats, one every 45 s, that takes longer than nginx's read timeout (90 s). */
const HEARTBEATS = 3;

async function startProduct() {
  const database = await testDatabase();
  // The process uses the real time.
  const clock = testClock(new Date().toISOString());
  const { services } = await serverApp(database, { clock });
  const fixtures = await createFixtures(database.db, clock);
  const { email } = await makeUser(database, services.identity, { companyId: fixtures.a.id });
  const folder = testFolder('proxied');
  const server = startProcess({
    ...PRODUCTION_ENV,
    APP_SECRET: TEST_SECRET, // the passwords of the logins come from it, and every test file of the run uses these
    ROLES: 'web',
    PUBLIC_URL: `https://${PROXY_HOST}`,
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: database.config.databaseUrl ?? '',
    DATA_DIR: folder,
    WEB_DIR: smallWebBuild(folder),
    LOG_LEVEL: 'warn',
  });
  const port = Number(new URL(await server.address()).port);
  const origin = `http://127.0.0.1:${port}`;
  const liveStreams = async () => Number(/^checkwell_live_streams (\d+)$/m.exec(await (await fetch(`${origin}/metrics`)).text())?.[1]);
  return { clock, fixtures, email, port, origin, liveStreams };
}

const product = used.length > 0 ? await startProduct() : null;

const running = new Map<ProxyKind, RunningProxy>();
if (product !== null) for (const kind of used) running.set(kind, await startProxy(kind, product.port));

/** Live streams that are opened early and checked last, because their heartbeats take minutes. */
const kept: { readonly name: string; readonly stream: OpenStream }[] = [];
afterAll(() => {
  for (const { stream } of kept) stream.leave();
});

describe.each(PROXIES)('$name', (kind) => {
  const proxy = running.get(kind) ?? null;
  const runs = proxy !== null;
  /** The product and the running proxy. */
  const scenario = () => {
    if (product === null || proxy === null) throw new Error('Nothing was started.');
    return { ...product, proxy };
  };
  const json = { 'content-type': 'application/json', origin: `https://${PROXY_HOST}` };

  async function signIn(ask: Ask = askHttp2) {
    const { proxy: at, email } = scenario();
    const answer = await ask(at, '/auth/sign-in', {
      method: 'POST',
      headers: json,
      body: Buffer.from(JSON.stringify({ email, password: PASSWORD })),
    });
    const cookies = answer.headers['set-cookie'] ?? [];
    const pairs = cookies.map((line) => line.split(';')[0] ?? '');
    const token = pairs.find((pair) => pair.startsWith('__Host-accessToken='))?.split('=')[1] ?? '';
    return { answer, cookies, headers: { authorization: `Bearer ${token}`, cookie: pairs.join('; ') } };
  }

  test.runIf(runs)('passes on the page with all headers of the product, and redirects from http', async () => {
    const { proxy: at, origin } = scenario();
    const direct = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
    const own = Object.fromEntries(
      [...direct.headers].filter(([name]) => !/^(connection|keep-alive|date|content-length|transfer-encoding|x-trace-id)$/.test(name)),
    );
    expect(own).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'x-content-type-options': 'nosniff',
    });
    for (const [, ask] of WAYS) {
      const { status, headers, body } = await ask(at, '/', { headers: { accept: 'text/html' } });
      expect([status, headers]).toMatchObject([200, own]);
      expect(body.toString()).toContain('<title>Checkwell</title>');
    }
    const redirect = await plain(at, '/sign-in?language=nl');
    expect([redirect.status, redirect.location]).toEqual([
      308,
      expect.stringMatching(/^https:\/\/checks\.example\.be(:\d+)?\/sign-in\?language=nl$/),
    ]);
  });

  test.runIf(runs).each(WAYS)('passes on a sign-in by %s, with secure cookies', async (_, ask) => {
    const { answer, cookies, headers } = await signIn(ask);
    expect([answer.status, answer.body.toString()]).toEqual([200, expect.any(String)]);
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure(;|$)/);
    const { status, body } = await ask(scenario().proxy, '/v1/api/profiles', { headers });
    expect([status, JSON.parse(body.toString())]).toMatchObject([200, { userName: scenario().email }]);
  });

  test.runIf(runs)('does not buffer a live stream, and closes it when the client disconnects', async () => {
    const { proxy: at, fixtures, clock, liveStreams } = scenario();
    const { headers } = await signIn();
    const before = await liveStreams();
    const [stream, leaving] = [await openStream(at, LIVE, { headers }), await openStream(at, LIVE, { headers })];
    for (const { status, text } of [stream, leaving]) {
      expect(status).toBe(200);
      await expect.poll(text, PATIENCE).toContain(': welcome\n\n');
    }
    await expect.poll(liveStreams, PATIENCE).toBe(before + 2);
    leaving.leave();
    await expect.poll(liveStreams, PATIENCE).toBe(before + 1);

    const ordered = await askHttp2(at, '/graphql', {
      method: 'POST',
      headers: { ...headers, ...json },
      body: Buffer.from(
        JSON.stringify({
          query: 'mutation ($input: OrderInput!, $key: String!) { orderCheck(input: $input, idempotencyKey: $key) { id } }',
          variables: { input: orderOf(fixtures.a, clock, { superiorId: fixtures.a.superiors[0] }), key: `order-${kind.program}` },
        }),
      ),
    });
    const { data } = JSON.parse(ordered.body.toString()) as { data: { orderCheck: { id: string } } };
    // Heartbeats come much later, so that the event was not flushed by one.
    await expect.poll(stream.text, PATIENCE).toContain(`"id":"${data.orderCheck.id}"`);
    expect(stream.text()).toContain('event: check\n');
    kept.push({ name: kind.name, stream });
  });

  test.runIf(runs).each(WAYS)('passes on a document of 10 MB by %s, and lets the product refuse one of 12 MB', async (_, ask) => {
    const { proxy: at, fixtures } = scenario();
    const { headers } = await signIn(ask);
    const send = (body: Buffer) =>
      ask(at, `/v1/api/companies/${fixtures.a.id}/documents?fileName=a.pdf`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/pdf' },
        body,
      });
    const document = documentOf(10 * MB);
    const taken = await send(document);
    expect([taken.status, JSON.parse(taken.body.toString())]).toMatchObject([201, { byteSize: document.length }]);
    const refused = await send(documentOf(12 * MB));
    expect([refused.status, JSON.parse(refused.body.toString())]).toMatchObject([
      413,
      { error: { code: 'document.tooLarge', params: { max: 10 }, traceId: refused.headers['x-trace-id'] } },
    ]);
  });

  test.runIf(runs).each(['/metrics', '/metrics?a=b', '//metrics', '/%6detrics', '/metrics/', '/METRICS'])(
    'shows no metrics at %s',
    async (path) => {
      const { status, body } = await askHttp1(scenario().proxy, path);
      expect([status, body.toString()]).toEqual([404, expect.not.stringContaining('checkwell_')]);
    },
  );

  test.runIf(runs)('replaces forged headers by the real address of the visitor', async () => {
    const { proxy: at, origin } = scenario();
    let claims = 0;
    const forgotten = (headers: Record<string, string>) => ({
      method: 'POST' as const,
      headers: { ...json, ...headers },
      body: Buffer.from(JSON.stringify({ email: `nobody-${crypto.randomUUID()}@example.be` })),
    });
    const forged = () => {
      claims += 1;
      const address = `198.51.100.${claims}`;
      return { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address };
    };
    // Requests are limited per network address.
    const statuses: number[] = [];
    const [from, neighbour] = kind.name === 'nginx' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.4', '127.0.0.5'];
    while (statuses.at(-1) !== 429 && statuses.length < 60)
      statuses.push((await askHttp1(at, '/auth/password/forgot', { ...forgotten(forged()), from })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([204, 429]);
    expect((await askHttp1(at, '/auth/password/forgot', { ...forgotten(forged()), from: neighbour })).status).toBe(204);
    // Without the proxy the same header is trusted, because it comes from a trusted address.
    expect((await fetch(`${origin}/auth/password/forgot`, forgotten({ 'x-forwarded-for': from }))).status).toBe(429);
    expect((await fetch(`${origin}/auth/password/forgot`, forgotten(forged()))).status).toBe(204);
  });
});

test.runIf(used.length > 0)('idle live streams stay open', async () => {
  expect(kept.map(({ name }) => name)).toEqual(used.map(({ name }) => name));
  const heartbeats = () =>
    kept.map(
      ({ stream }) =>
        stream
          .text()
          .split('\n')
          .filter((line) => line === ':').length,
    );
  await expect.poll(() => Math.min(...heartbeats()), { timeout: 220_000 }).toBeGreaterThanOrEqual(HEARTBEATS);
  for (const { name, stream } of kept) expect(stream.isOpen(), name).toBe(true);
});

/** Sends a request without TLS. */
function plain(
  { http }: RunningProxy,
  path: string,
): Promise<{ readonly status: number | undefined; readonly location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: http, path, headers: { host: PROXY_HOST }, agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    });
    asking.once('error', reject).end();
  });
}
