import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JwksCache, remoteJwks } from './jwks.ts';

const keyNamed = async (kid: string) => ({
  ...(await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)),
  kid,
  alg: 'ES256',
});
const MINUTE = 60_000;

describe('the cache', () => {
  let elapsed = 0;
  let requests = 0;
  let answer: () => Promise<JSONWebKeySet>;
  let cache: JwksCache;
  beforeEach(async () => {
    elapsed = 1_000_000;
    requests = 0;
    const first = { keys: [await keyNamed('k1')] };
    answer = async () => first;
    cache = new JwksCache(
      () => {
        requests += 1;
        return answer();
      },
      () => elapsed,
    );
  });
  const down = async () => {
    throw new Error('no route to host');
  };

  test('sends one request for concurrent callers, and another one after five minutes', async () => {
    await Promise.all([cache.keysFor('k1'), cache.keysFor('k1'), cache.keysFor('k1')]);
    expect(requests).toBe(1);
    elapsed += 4 * MINUTE;
    await cache.keysFor('k1');
    expect(requests).toBe(1);
    elapsed += 2 * MINUTE;
    await cache.keysFor('k1');
    expect(requests).toBe(2);
  });

  test('sends a request at once for an unknown key id', async () => {
    await cache.keysFor('k1');
    const both = { keys: [await keyNamed('k1'), await keyNamed('k2')] };
    answer = async () => both;
    await cache.keysFor('k2');
    expect(requests).toBe(2);
    await cache.keysFor('k2');
    expect(requests).toBe(2);
  });

  test('keeps known keys for an hour while the source is down, without a request for each token', async () => {
    await cache.keysFor('k1');
    answer = down;
    elapsed += 6 * MINUTE;
    await cache.keysFor('k1');
    await cache.keysFor('k1');
    expect(requests).toBe(2);
    elapsed += 50 * MINUTE;
    await cache.keysFor('k1');
    elapsed += 10 * MINUTE;
    await expect(cache.keysFor('k1')).rejects.toMatchObject({ code: 'auth.unavailable', status: 503 });
  });

  test('reports "unavailable" instead of "invalid token" while the source is down, and recovers', async () => {
    const working = answer;
    answer = down;
    await expect(cache.keysFor('k1')).rejects.toMatchObject({ code: 'auth.unavailable' });
    answer = working;
    await expect(cache.keysFor('k1')).resolves.toBeTypeOf('function');
    answer = down;
    await expect(cache.keysFor('forged')).rejects.toMatchObject({ code: 'auth.unavailable' });
    await expect(cache.keysFor('k1')).resolves.toBeTypeOf('function');
  });

  test('limits the requests that forged tokens cause', async () => {
    await cache.keysFor('k1');
    for (let count = 0; count < 100; count += 1) await cache.keysFor(`forged-${count}`).catch(() => undefined);
    expect(requests).toBe(10);
    await expect(cache.keysFor('k1')).resolves.toBeTypeOf('function');
    elapsed += 11_000;
    await cache.keysFor('forged');
    expect(requests).toBe(11);
  });
});

describe('a remote key set', () => {
  let reply: { status: number; body: string; location?: string };
  const server = createServer((_request, response) => {
    response.writeHead(reply.status, reply.location === undefined ? {} : { location: reply.location });
    response.end(reply.body);
  });
  beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterEach(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;

  test('is loaded', async () => {
    const keys = [await keyNamed('k1')];
    reply = { status: 200, body: JSON.stringify({ keys }) };
    expect(await remoteJwks(url())()).toEqual({ keys });
  });

  test.each([
    ['an error page', { status: 500, body: '{"keys":[]}' }],
    ['a redirect', { status: 302, body: '', location: 'http://127.0.0.1:1/' }],
    ['a response that is not JSON', { status: 200, body: '<html>' }],
    ['a response without keys', { status: 200, body: '{}' }],
    ['keys that are not a list', { status: 200, body: '{"keys":{}}' }],
    ['a too long response', { status: 200, body: JSON.stringify({ keys: ['x'.repeat(300_000)] }) }],
  ])('is not loaded from %s', async (_name, bad) => {
    reply = bad;
    await expect(remoteJwks(url())()).rejects.toThrow();
  });
});
