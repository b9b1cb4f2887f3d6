import { type AddressInfo, connect } from 'node:net';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { AppError, ERRORS } from '@checkwell/domain/errors';
import { PUBLIC_PAGE_NAMES, publicPagePath, sampleReportFilePath } from '@checkwell/domain/public-pages';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { testLogger } from '../../test/logger.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { openDatabase } from '../db/database.ts';
import { registerHealth } from './health.ts';
import { createMetrics } from './observe.ts';

/** Raises the error of a PostgreSQL whose disk is full. */
const NO_ROOM = "do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$";

const database = await testDatabase();
const app = await serverApp(database, {
  prepare: ({ http }) => {
    http.get('/v1/test/throws', { config: { public: true } }, async () => {
      throw new Error('the secret of An Peeters');
    });
    http.get('/v1/test/refuses', { config: { public: true } }, async () => {
      throw new AppError('check.doctorBusy', { doctorId: 'x' });
    });
    http.get('/v1/test/database', { config: { public: true } }, async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    http.get('/v1/test/slow', { config: { public: true }, handlerTimeout: 20 }, () => new Promise(() => undefined));
    http.post('/v1/test/echo', { config: { public: true } }, async (request) => request.body);
    http.post('/v1/test/bodiless', { config: { public: true } }, async ({ body }, reply) =>
      reply.code(body === undefined ? 204 : 200).send(),
    );
    const echoed = { schema: { body: { type: 'object' } }, config: { public: true } };
    http.post('/v1/test/echo-object', echoed, async (request) => request.body);
  },
});
const { http } = app;

/** Routes that anonymous callers may use; everything else must answer them with 401. */
const PUBLIC = [
  'DELETE /auth/sessions/:id', // these four check the session themselves
  'GET /auth/sessions',
  'HEAD /auth/sessions',
  'POST /auth/password',
  'GET /auth/jwks',
  'HEAD /auth/jwks',
  'GET /v1/api/mails/:id/html', // opened with a signed ticket of some minutes, for a frame that sends no header; only in the demo
  'HEAD /v1/api/mails/:id/html',
  'POST /auth/handoff',
  'POST /auth/identify',
  'POST /auth/session/refresh',
  'POST /auth/sign-in',
  'POST /auth/sign-out',
  'POST /auth/password/forgot', // these three have the link of a mail instead of a session, or request one
  'POST /auth/password/link',
  'POST /auth/password/reset',
  'GET /v1/api/seller',
  'HEAD /v1/api/seller',
  'GET /v1/api/seller/logo',
  'HEAD /v1/api/seller/logo',
  'POST /v1/api/sign-ups', // a person without an account requests access
  // Authorized by the token in the URL, or by the signature of a provider.
  'GET /v1/api/missions/calendar/:token.ics',
  'HEAD /v1/api/missions/calendar/:token.ics',
  'GET /v1/api/offers/:token',
  'HEAD /v1/api/offers/:token',
  'POST /v1/api/offers/:token/answer',
  'GET /v1/api/employee-page/:token',
  'HEAD /v1/api/employee-page/:token',
  'GET /v1/api/employee-page/:token/evidence.pdf',
  'HEAD /v1/api/employee-page/:token/evidence.pdf',
  'POST /v1/api/employee-page/:token/address',
  'POST /v1/api/employee-page/:token/certificates',
  'POST /v1/api/employee-page/:token/confirm',
  'POST /v1/api/employee-page/:token/disagree',
  'POST /v1/api/employee-page/:token/move',
  'POST /v1/api/employee-page/:token/opened',
  'POST /v1/api/employee-page/:token/report',
  'POST /v1/api/employee-page/:token/travel',
  'POST /v1/api/employee-page/:token/travel/receipt',
  'GET /v1/api/one-shot-checks',
  'HEAD /v1/api/one-shot-checks',
  'POST /v1/api/one-shot-checks',
  'GET /v1/api/one-shot-checks/companies/:companyNumber',
  'HEAD /v1/api/one-shot-checks/companies/:companyNumber',
  'GET /v1/api/one-shot-checks/:token',
  'HEAD /v1/api/one-shot-checks/:token',
  'GET /v1/api/one-shot-checks/:token/invoice',
  'HEAD /v1/api/one-shot-checks/:token/invoice',
  'GET /v1/api/one-shot-checks/:token/payer',
  'HEAD /v1/api/one-shot-checks/:token/payer',
  'POST /v1/api/one-shot-checks/:token/payments',
  'POST /v1/api/payments/events',
  'POST /v1/api/mails/events',
  'POST /v1/api/sms/reports/:reference',
  'GET /auth/microsoft', // signing in with Microsoft
  'HEAD /auth/microsoft',
  'POST /auth/microsoft/start',
  'POST /auth/microsoft/complete',
  'POST /auth/microsoft/link',
  'POST /auth/microsoft/person',
  'POST /auth/second-step', // these five have the ticket of a first step, or a passkey, instead of a session
  'POST /auth/second-step/passkey/options',
  'POST /auth/second-step/passkey',
  'POST /auth/passkey/options',
  'POST /auth/passkey',
  'GET /auth/protection', // checks the session itself, as `/auth/sessions` does, also while the second step is missing
  'HEAD /auth/protection',
  'POST /auth/protection/totp/start',
  'POST /auth/protection/totp/confirm',
  'POST /auth/protection/totp/remove',
  'POST /auth/protection/passkeys/options',
  'POST /auth/protection/passkeys',
  'PUT /auth/protection/passkeys/:id',
  'POST /auth/protection/passkeys/:id/remove',
  'POST /auth/protection/recovery-codes',
  'POST /auth/people/:id/second-step/remove',
  'POST /auth/protection/microsoft/remove',
  'POST /ofrep/v1/evaluate/flags', // visitors have flags too, without a user or a company
  'POST /ofrep/v1/evaluate/flags/:key',
  'GET /healthz',
  'HEAD /healthz',
  'GET /readyz',
  'HEAD /readyz',
  'GET /metrics',
  'HEAD /metrics',
  'GET /v1/api/openapi.json',
  'HEAD /v1/api/openapi.json',
  'POST /graphql', // checks rights for each field
  // Public pages.
  ...INTERFACE_LANGUAGES.flatMap((language) => [
    ...PUBLIC_PAGE_NAMES.map((page) => publicPagePath(page, language)),
    sampleReportFilePath(language),
  ]).flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  // Anybody may verify an evidence pack.
  'GET /verify',
  'HEAD /verify',
  'GET /verify/:code',
  'HEAD /verify/:code',
  'POST /verify/:code',
  'GET /verify/key.pem',
  'HEAD /verify/key.pem',
  'GET /*',
  'HEAD /*',
];

const SOME_ID = '00000000-0000-7000-8000-000000000000';
const urlOf = (pattern: string) => pattern.replace(/:\w+/g, SOME_ID).replace('*', 'nothing');

describe('authentication', () => {
  const productRoutes = app.routes.filter(({ url }) => !url.startsWith('/v1/test/'));

  test('only the listed routes are public', () => {
    const open = productRoutes.filter((route) => route.public).map(({ method, url }) => `${method} ${url}`);
    expect(open.sort()).toEqual([...PUBLIC].sort());
  });

  test.each(productRoutes.filter((route) => !route.public).map(({ method, url }) => [method, url] as const))(
    '%s %s answers an anonymous caller with 401',
    async (method, url) => {
      for (const authorization of [undefined, '', 'Bearer', 'Bearer ']) {
        const response = await http.inject({
          method: method as 'GET',
          url: urlOf(url),
          headers: {
            ...(authorization !== undefined && { authorization }),
            ...(method !== 'GET' && { 'content-type': 'application/json' }),
          },
          ...(method !== 'GET' && method !== 'HEAD' && { payload: '{}' }),
        });
        expect(response.statusCode).toBe(401);
        if (method === 'HEAD') continue;
        expect(response.json().error).toMatchObject({ code: 'access.unauthenticated', traceId: response.headers['x-trace-id'] });
        expect(response.headers['www-authenticate']).toBe('Bearer');
      }
    },
  );

  test('an invalid token is refused with 401', async () => {
    const response = await http.inject({ url: '/v1/api/profiles', headers: { authorization: 'Bearer abc.def.ghi' } });
    expect(response.statusCode).toBe(401);
    expect(response.json().error.code).toBe('auth.tokenInvalid');
  });

  test('a signed-in user gets an answer', async () => {
    const { browser, email } = await app.signedIn();
    const response = await browser.send('GET', '/v1/api/profiles');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ userName: email });
  });
});

describe('errors', () => {
  test.each([
    ['an unknown path of the API', { url: '/v1/api/nothing' }, 404, 'request.notFound'],
    ['a path that begins like one of the API', { url: '/graphqlx' }, 404, 'request.notFound'],
    ['a method that the path does not support', { method: 'DELETE', url: '/v1/api/profiles' }, 405, 'request.methodNotAllowed'],
    ['TRACE', { method: 'TRACE', url: '/v1/api/profiles' }, 405, 'request.methodNotAllowed'],
    ['OPTIONS', { method: 'OPTIONS', url: '/graphql' }, 405, 'request.methodNotAllowed'],
    [
      'a body that is not JSON',
      { method: 'POST', url: '/v1/test/echo', payload: '{"a":', headers: { 'content-type': 'application/json' } },
      400,
      'request.malformed',
    ],
    [
      'an empty body with the type of JSON, where a body is required',
      { method: 'POST', url: '/v1/test/echo-object', payload: '', headers: { 'content-type': 'application/json' } },
      400,
      'request.malformed',
    ],
    [
      'a body that sets __proto__',
      { method: 'POST', url: '/v1/test/echo', payload: '{"__proto__":{"admin":true}}', headers: { 'content-type': 'application/json' } },
      400,
      'request.malformed',
    ],
    [
      'a body that sets constructor.prototype',
      {
        method: 'POST',
        url: '/v1/test/echo',
        payload: '{"constructor":{"prototype":{"admin":true}}}',
        headers: { 'content-type': 'application/json' },
      },
      400,
      'request.malformed',
    ],
    [
      'a body of another type',
      { method: 'POST', url: '/v1/test/echo', payload: '<a/>', headers: { 'content-type': 'application/xml' } },
      415,
      'request.unsupportedMediaType',
    ],
    [
      'a body of plain text',
      { method: 'POST', url: '/v1/test/echo', payload: '{"a":1}', headers: { 'content-type': 'text/plain' } },
      415,
      'request.unsupportedMediaType',
    ],
    [
      'a body over a mebibyte',
      {
        method: 'POST',
        url: '/v1/test/echo',
        payload: JSON.stringify('x'.repeat(1_048_576)),
        headers: { 'content-type': 'application/json' },
      },
      413,
      'request.tooLarge',
    ],
    ['a malformed path', { url: '/v1/api/%E0%A4%A' }, 400, 'request.malformed'],
    ['an error of the product', { url: '/v1/test/refuses' }, 409, 'check.doctorBusy'],
  ] as const)('%s', async (_name, request, status, code) => {
    // The cases are read-only, while the type of the library is mutable.
    const response = await http.inject(request as never);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const { error } = response.json();
    expect(error).toEqual({ code, params: expect.any(Object), issues: [], traceId: response.headers['x-trace-id'] });
    expect(ERRORS).toHaveProperty([code]);
  });

  test('an empty body with the type of JSON is ignored where no body is expected', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const payload of ['', undefined])
      expect(
        (await http.inject({ method: 'POST', url: '/v1/test/bodiless', headers, ...(payload !== undefined && { payload }) })).statusCode,
      ).toBe(204);
    const broken = await http.inject({ method: 'POST', url: '/v1/test/bodiless', headers, payload: '{' });
    expect(broken.statusCode).toBe(400);
  });

  test('a refused method gets the allowed ones in the header Allow', async () => {
    const response = await http.inject({ method: 'DELETE', url: '/v1/api/profiles' });
    expect(response.headers.allow).toBe('GET, HEAD, PUT');
  });

  test('the response to an unexpected error has only its trace id; the error is logged with its stack', async () => {
    const response = await http.inject({ url: '/v1/test/throws' });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: { code: 'server.unexpected', params: {}, issues: [], traceId: response.headers['x-trace-id'] },
    });
    const [logged = ''] = takeLoggedErrors();
    expect(logged).toContain('the secret of An Peeters');
    expect(logged).toContain('http.test.ts');
  });

  test('an unavailable database is reported as 503 with Retry-After, not as 401', async () => {
    const response = await http.inject({ url: '/v1/test/database' });
    expect(response.statusCode).toBe(503);
    expect(response.json().error.code).toBe('database.unavailable');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(takeLoggedErrors()).toHaveLength(1);
  });

  test('a handler that does not end is answered with 503 after its time limit', async () => {
    const response = await http.inject({ url: '/v1/test/slow' });
    expect(response.statusCode).toBe(503);
    expect(response.json().error.code).toBe('request.timeout');
    expect(takeLoggedErrors()).toHaveLength(1);
  });
});

describe('headers', () => {
  const always = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('geolocation=(self)'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'no-store',
    'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  };

  test.each(['/healthz', '/v1/api/openapi.json', '/v1/api/profiles', '/v1/api/nothing', '/v1/test/refuses'])('%s', async (url) => {
    const response = await http.inject({ url });
    expect(response.headers).toMatchObject(always);
    expect(response.headers).not.toHaveProperty('strict-transport-security');
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect(response.headers).not.toHaveProperty('server');
    expect(response.headers).not.toHaveProperty('x-powered-by');
  });

  test('HSTS is sent when the public URL is https', async () => {
    const secure = await serverApp(database, { config: { publicUrl: 'https://checks.example.be' } });
    expect((await secure.http.inject({ url: '/healthz' })).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });
});

describe('too many requests', () => {
  test('are refused at once, and /healthz still answers', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let inside = 0;
    const small = await serverApp(database, {
      limits: { inFlight: 2, maxWaiting: 0, slow: 1 },
      prepare: ({ http }) =>
        http.get('/v1/test/wait', { config: { public: true } }, async () => {
          inside += 1;
          await released;
          return {};
        }),
    });
    const running = [small.http.inject({ url: '/v1/test/wait' }), small.http.inject({ url: '/v1/test/wait' })];
    await expect.poll(() => inside).toBe(2);

    const refused = await small.http.inject({ url: '/v1/test/wait' });
    expect(refused.statusCode).toBe(503);
    expect(refused.json().error.code).toBe('server.overloaded');
    expect(refused.headers['retry-after']).toBe('1');
    expect((await small.http.inject({ url: '/healthz' })).statusCode).toBe(200);

    release();
    expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await small.http.inject({ url: '/v1/test/wait' })).statusCode).toBe(200);
  });
});

describe('for operators', () => {
  test('/readyz lists the services that a sign-in needs', async () => {
    const response = await http.inject({ url: '/readyz' });
    const checks = { database: 'ok', connections: 'ok', requests: 'ok', identity: 'ok', files: 'ok' };
    expect(response.json()).toEqual({ status: 'ready', checks });
    expect(response.statusCode).toBe(200);
  });

  const readinessOf = async (of: { readonly http: typeof http }) => {
    const response = await of.http.inject({ url: '/readyz' });
    return { ready: response.statusCode === 200, ...response.json<{ status: string; checks: Record<string, string> }>() };
  };

  test('/readyz stays ready while every database connection is busy, and fails when none is released for too long', async () => {
    const other = await openDatabase(database.config, { log: testLogger() });
    const busy = await serverApp({ ...database, db: other });
    const stuck = await serverApp({ ...database, db: other }, { limits: { standstillMs: 20 } });
    const held = Promise.withResolvers<void>();
    const hold = () => other.as({ kind: 'anonymous' }, () => held.promise);
    // One more than the size of the pool.
    const holding = Array.from({ length: database.config.databasePoolSize + 1 }, hold);
    await expect.poll(() => other.stats().waiting).toBe(1);
    expect(await readinessOf(busy)).toMatchObject({ ready: true, status: 'ready' });
    const exhausted = { ready: false, status: 'unavailable', checks: { database: 'ok', identity: 'ok', connections: 'exhausted' } };
    await expect.poll(() => readinessOf(stuck)).toMatchObject(exhausted);
    held.resolve();
    await Promise.all(holding);
    expect(await readinessOf(stuck)).toMatchObject({ ready: true });
    await other.close();
  });

  test('/readyz fails when requests are refused and none has ended for too long', async () => {
    const held = Promise.withResolvers<void>();
    const stuck = await serverApp(database, {
      limits: { inFlight: 1, standstillMs: 20 },
      prepare: ({ http: of }) => of.get('/v1/test/hold', { config: { public: true } }, async () => held.promise.then(() => ({}))),
    });
    const holding = stuck.http.inject({ url: '/v1/test/hold' });
    await expect.poll(() => readinessOf(stuck)).toMatchObject({ ready: false, checks: { requests: 'exhausted', connections: 'ok' } });
    held.resolve();
    await holding;
    expect(await readinessOf(stuck)).toMatchObject({ ready: true });
  });

  test('/readyz fails after a write that found the disk of the database full', async () => {
    const other = await openDatabase(database.config, { log: testLogger() });
    const full = await serverApp({ ...database, db: other });
    expect(await readinessOf(full)).toMatchObject({ ready: true });
    const write = other.as({ kind: 'anonymous' }, (tx) => sql.raw(NO_ROOM).execute(tx));
    await expect(write).rejects.toMatchObject({ code: 'database.unavailable' });
    expect(await readinessOf(full)).toMatchObject({ ready: false, status: 'unavailable', checks: { database: 'full', files: 'ok' } });
    await other.close();
  });

  test('/readyz fails while the process is stopping', async () => {
    const ending = await serverApp(database);
    await ending.shutdown.announce();
    expect(await readinessOf(ending)).toMatchObject({ ready: false, status: 'stopping', checks: { database: 'ok' } });
  });

  test('/readyz runs its checks once for concurrent requests', async () => {
    const app = Fastify();
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    const slow = () => {
      asked += 1;
      return answer.promise;
    };
    registerHealth(app, { checks: { slow }, metrics: createMetrics(), metricsToken: null, stopping: () => false });
    const answers = [1, 2, 3].map(() => app.inject({ url: '/readyz' }));
    await expect.poll(() => asked).toBe(1);
    answer.resolve();
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(asked).toBe(1);
    await app.inject({ url: '/readyz' });
    expect(asked).toBe(2);
  });

  test('/metrics answers requests of the same machine only', async () => {
    const here = await http.inject({ url: '/metrics' });
    expect(here.statusCode).toBe(200);
    expect(here.body).toContain('checkwell_http_request_seconds_count{method="GET",route="/readyz",status="200"}');
    expect(here.body).toContain('checkwell_errors_total{code="request.notFound"}');
    expect(here.body).toMatch(/^checkwell_database_connections\{pool="requests"\} [1-9]/m);
    expect(here.body).toMatch(/^checkwell_database_wait_seconds_count\{pool="requests"\} [1-9]/m);
    for (const request of [{ remoteAddress: '203.0.113.5' }, { headers: { 'x-forwarded-for': '127.0.0.1' } }]) {
      expect((await http.inject({ url: '/metrics', ...request })).statusCode).toBe(404);
    }
  });

  test('with a token, /metrics answers requests that have it, and no others', async () => {
    const metricsToken = 'a-token-of-24-characters';
    const guarded = await serverApp(database, { config: { metricsToken } });
    const from = (authorization?: string) =>
      guarded.http.inject({ url: '/metrics', remoteAddress: '203.0.113.5', headers: { ...(authorization && { authorization }) } });
    expect((await from(`Bearer ${metricsToken}`)).statusCode).toBe(200);
    expect((await from('Bearer a-token-of-24-characterz')).statusCode).toBe(404);
    expect((await from()).statusCode).toBe(404);
    expect((await guarded.http.inject({ url: '/metrics' })).statusCode).toBe(404);
  });

  test('log lines contain neither query strings nor headers', async () => {
    await http.inject({
      url: '/v1/api/superiors?email=canary-1@example.be',
      headers: { authorization: 'Bearer canary-2', 'user-agent': 'canary-3' },
    });
    const lines = JSON.stringify(app.log.lines);
    expect(lines).toContain('/v1/api/superiors');
    expect(lines).not.toContain('canary');
  });

  test('OpenAPI describes the REST interface', async () => {
    const document = (await http.inject({ url: '/v1/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    // The calls of the specification (section 7): method, path and parameters.
    const calls = [
      ['get', '/v1/api/profiles', []],
      ['get', '/v1/api/profiles/sso', ['language']],
      ['put', '/v1/api/profiles', []],
      ['get', '/v1/api/superiors', ['email']],
      ['post', '/v1/api/superiors', []],
      ['get', '/v1/api/companies/{companyId}/superiors', ['companyId']],
      ['post', '/v1/api/companies/{companyId}/superiors', ['companyId']],
    ] as const;
    for (const [method, path, parameters] of calls) {
      const call = document.paths[path][method];
      expect(
        (call.parameters ?? []).map(({ name }: { name: string }) => name),
        `${method} ${path}`,
      ).toEqual(expect.arrayContaining([...parameters]));
      expect('requestBody' in call, `${method} ${path}`).toBe(method !== 'get');
    }
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/v1/api/companies/{companyId}/documents', '/v1/api/live']));
    expect(Object.keys(document.paths['/v1/api/companies/{companyId}/documents'].post.requestBody.content)).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/png',
    ]);
    expect(Object.keys(document.paths).filter((path) => !['/v1/', '/auth/', '/ofrep/'].some((prefix) => path.startsWith(prefix)))).toEqual(
      [],
    );
  });
});

describe('malformed HTTP', () => {
  /** A request that is hidden after another one (request smuggling). */
  const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

  /** Sends raw bytes, and reads until the server closes the connection. */
  async function raw(text: string): Promise<string> {
    if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = http.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.setEncoding('utf8');
      socket.on('data', (part: string) => {
        answer += part;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    [
      'Content-Length before Transfer-Encoding',
      'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'Content-Length after Transfer-Encoding',
      `POST /graphql HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      400,
    ],
    ['two headers Content-Length', `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\n${SMUGGLED}`, 400],
    ['an unknown transfer encoding', `POST /graphql HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`, 400],
    ['a space before the colon', `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Length : 40\r\n\r\n${SMUGGLED}`, 400],
    [
      'a header that continues in the next line',
      `POST /graphql HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 40\r\n\r\n${SMUGGLED}`,
      400,
    ],
    ['a line feed alone within a header', `GET /healthz HTTP/1.1\r\nHost: a\nX: b\r\n\r\n`, 400],
    ['a carriage return alone within a header', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: b\rY: c\r\n\r\n`, 400],
    ['two headers Host', `GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n${SMUGGLED}`, 400],
    ['a very long header', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is refused with an error in JSON', async (_name, text, status) => {
    const answer = await raw(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // The rest was not handled as another request.
    expect(answer.split('HTTP/1.1')).toHaveLength(2);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ error: { code: 'request.malformed' } });
  });

  test('a request without the header Host is refused', async () => {
    // By Node itself, without a body.
    expect(await raw('GET /healthz HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  test('an encoded line end in a URL adds no header to the response', async () => {
    for (const path of ['/%0d%0aSet-Cookie:%20a=b', '/v1/api/%0d%0aSet-Cookie:%20a=b', '/w/a?x=%0d%0aSet-Cookie:%20a=b']) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer).not.toMatch(/^set-cookie/im);
    }
  });

  test('HEAD answers like GET, without a body', async () => {
    const answer = await raw('HEAD /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toMatch(/content-length: 15/i);
    expect(answer).toMatch(/\r\n\r\n$/);
  });
});
