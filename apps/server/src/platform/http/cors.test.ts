import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { serverApp } from '../../test/servers/server-app.ts';

const PAGES = 'https://checks.example.be';
const database = await testDatabase();
const split = await serverApp(database, {
  config: {
    publicUrl: PAGES,
    apiUrl: 'https://api.example.be',
    identity: { ...database.config.identity, bindTokens: false },
  },
});
const sameOrigin = await serverApp(database, { config: { publicUrl: PAGES, apiUrl: null } });

const preflight = (url: string, origin: string, app = split) =>
  app.http.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' },
  });
const corsOf = ({ headers }: { readonly headers: object }) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

test.each(['/v1/api/profiles', '/v1/api/companies/x/superiors?search=a', '/graphql', '/ofrep/v1/evaluate/flags'])(
  'the preflight of %s allows the origin of the pages with their headers, but no cookies',
  async (url) => {
    const response = await preflight(url, PAGES);
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': PAGES, vary: 'Origin' });
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expect(String(response.headers['access-control-allow-methods']).split(', ')).toContain(method);
    const allowed = String(response.headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']));
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  },
);

test('responses, including errors, can be read by the pages, with the headers that they need', async () => {
  for (const { url, status } of [
    { url: '/v1/api/seller', status: 200 },
    { url: '/v1/api/profiles', status: 401 },
    { url: '/v1/api/nothing', status: 404 },
  ]) {
    const response = await split.http.inject({ method: 'GET', url, headers: { origin: PAGES } });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': PAGES, vary: 'Origin' });
    const exposed = String(response.headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['Content-Disposition', 'ETag', 'Link', 'Retry-After', 'X-Trace-Id']));
  }
});

test.each(['https://evil.example', 'http://checks.example.be', 'https://checks.example.be:8443', 'https://x.checks.example.be', 'null'])(
  'pages of %s are not allowed',
  async (origin) => {
    expect(corsOf(await preflight('/graphql', origin))).toEqual([]);
    const response = await split.http.inject({ method: 'GET', url: '/v1/api/seller', headers: { origin } });
    expect(corsOf(response)).toEqual([]);
  },
);

test('routes for signing in and for operators have no CORS headers', async () => {
  for (const url of ['/auth/sign-in', '/auth/session/refresh', '/metrics', '/healthz']) {
    const response = await preflight(url, PAGES);
    expect([url, response.statusCode, corsOf(response)]).toEqual([url, 405, []]);
  }
});

test('an OPTIONS request that is no preflight is answered with 405', async () => {
  const response = await split.http.inject({ method: 'OPTIONS', url: '/graphql', headers: { origin: PAGES } });
  expect(response.statusCode).toBe(405);
});

test('with pages and API at the same origin there are no CORS headers', async () => {
  const response = await preflight('/graphql', PAGES, sameOrigin);
  expect([response.statusCode, corsOf(response)]).toEqual([405, []]);
});
