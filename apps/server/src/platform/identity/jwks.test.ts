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
  let asked = 0;
  let answer: () => Promise<JSONWebKeySet>;
  let cache: JwksCache;
  beforeEach(async () => {
    elapsed = 1_000_000;
    asked = 0;
    const first = { keys: [await keyNamed('k1')] };
    answer = async () => first;
    cache = new JwksCache(
      () => {
        asked += 1;
        return answer();
      },
      () => elapsed,
    );
  });
  const down = async () => {
    throw new Error('no route to host');
  };

  test('asks once for callers at the same moment, and again after five minutes', async () => {
    await Promise.all([cache.keysFor('k1'), cache.keysFor('k1'), cache.keysFor('k1')]);
    expect(asked).toBe(1);
    elapsed += 4 * MINUTE;
    await cache.keysFor('k1');
    expect(asked).toBe(1);
    elapsed += 2 * MINUTE;
    await cache.keysFor('k1');
    expect(asked).toBe(2);
  });

  test('asks at once when a token names an unknown key', async () => {
    await cache.keysFor('k1');
    const both = { keys: [await keyNamed('k1'), await keyNamed('k2')] };
    answer = async () => both;
    await cache.keysFor('k2');
    expect(asked).toBe(2);
    await cache.keysFor('k2');
    expect(asked).toBe(2);
  });

  test('keeps known keys for an hour while the source is down, without asking at each request', async () => {
    await cache.keysFor('k1');
    answer = down;
    elapsed += 6 * MINUTE;
    await cache.keysFor('k1');
    await cache.keysFor('k1');
    expect(asked).toBe(2);
    elapsed += 50 * MINUTE;
    await cache.keysFor('k1');
    elapsed += 10 * MINUTE;
    await expect(cache.keysFor('k1')).rejects.toMatchObject({ code: 'auth.unavailable', status: 503 });
  });

  test('says "unavailable", never "bad token", while the source is down, and heals', async () => {
    const works = answer;
    answer = down;
    await expect(cache.keysFor('k1')).rejects.toMatchObject({ code: 'auth.unavailable' });
    answer = works;
    await expect(cache.keysFor('k1')).resolves.toBeTypeOf('function');
    answer = down;
    await expect(cache.keysFor('forged')).rejects.toMatchObject({ code: 'auth.unavailable' });
    await expect(cache.keysFor('k1')).resolves.toBeTypeOf('function');
  });

  test('is not made to hammer the source by forged tokens', async () => {
    await cache.keysFor('k1');
    for (let count = 0; count < 100; count += 1) await cache.keysFor(`forged-${count}`).catch(() => undefined);
    expect(asked).toBe(10);
    await expect(cache.keysFor('k1')).resolves.toBeTypeOf('function');
    elapsed += 11_000;
    await cache.keysFor('forged');
    expect(asked).toBe(11);
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

  test('is read', async () => {
    const keys = [await keyNamed('k1')];
    reply = { status: 200, body: JSON.stringify({ keys }) };
    expect(await remoteJwks(url())()).toEqual({ keys });
  });

  test.each([
    ['an error page', { status: 500, body: '{"keys":[]}' }],
    ['a redirection', { status: 302, body: '', location: 'http://127.0.0.1:1/' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['no keys', { status: 200, body: '{}' }],
    ['keys that are no list', { status: 200, body: '{"keys":{}}' }],
    ['a flood', { status: 200, body: JSON.stringify({ keys: ['x'.repeat(300_000)] }) }],
  ])('is not taken from %s', async (_name, bad) => {
    reply = bad;
    await expect(remoteJwks(url())()).rejects.toThrow();
  });
});
