import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { testFolder } from '../folder.ts';
import { nightly } from '../nightly.ts';
import { growthOf, runFuzz, type Target } from './fuzz.ts';
import { type FuzzRequest, requests } from './generate.ts';
import { startProduct } from './product.ts';

/** `npm run fuzz` sends far more (docs/reliability.md). */
const REQUESTS = 6000;
const SEED = 20261126;

/** A server whose routes have every fault that is looked for. */
const faulty = Fastify();
faulty.get('/fine', async () => ({}));
faulty.get('/throws', async () => {
  throw new Error('a fault');
});
faulty.get('/hangs', () => new Promise(() => undefined));
faulty.get('/hides', async () => ({ data: null, errors: [{ extensions: { code: 'server.unexpected' } }] }));
faulty.get('/hangs-up', async (request, reply) => {
  reply.hijack();
  request.raw.socket.destroy();
});
await faulty.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  faulty.server.closeAllConnections();
  await faulty.close();
});

const loggedErrors: string[] = [];
const target: Target = {
  origin: `http://127.0.0.1:${(faulty.server.address() as AddressInfo).port}`,
  takeLoggedErrors: () => loggedErrors.splice(0),
  ended: () => null,
  memory: () => null,
  held: async () => null,
  signIn: async () => ({}),
  pool: async () => ({}),
};
const requestsTo =
  (...paths: readonly string[]) =>
  () =>
    fc.constantFrom(...paths).map((path): FuzzRequest => ({ role: 'visitor', method: 'GET', path, headers: {}, body: null, cutAt: null }));

test.each([
  ['/throws', '500', 60_000],
  // Alone: nothing that answers has to do so in this time.
  ['/hangs', 'no answer', 200],
  ['/hides', '200 server.unexpected', 60_000],
  ['/hangs-up', 'no answer, the connection ended: ECONNRESET', 60_000],
])('a route with a fault is found: %s', async (path, what, limitMs) => {
  const arbitrary = what === 'no answer' ? requestsTo(path) : requestsTo('/fine', path);
  const { findings } = await runFuzz(target, { requests: 12, seed: 1, limitMs, arbitrary });
  expect(new Set(findings.map((finding) => finding.what))).toEqual(new Set([what]));
  expect(new Set(findings.map(({ request }) => request?.path))).toEqual(new Set([path]));
});

test('errors in the log of a server, and its exit, are found', async () => {
  loggedErrors.push('(node:1) UnhandledPromiseRejectionWarning');
  const logged = await runFuzz(target, { requests: 3, seed: 1, limitMs: 60_000, arbitrary: requestsTo('/fine') });
  expect(logged.findings).toMatchObject([{ what: 'the server logs an error', answer: '(node:1) UnhandledPromiseRejectionWarning' }]);
  const ended = await runFuzz(
    { ...target, ended: () => 'code 1' },
    { requests: 3, seed: 1, limitMs: 60_000, arbitrary: requestsTo('/fine') },
  );
  expect(ended.findings).toMatchObject([{ what: 'the process ended', answer: 'code 1' }]);
});

test('memory that grows is found, and memory that rises and falls is not', () => {
  const run = (held: (batch: number) => number) => growthOf(Array.from({ length: 80 }, (_, batch) => held(batch)));
  expect(run((batch) => 500 + 10 * batch)).toBe('from 795 to 1195 MB');
  expect(run((batch) => 500 + 200 * (batch % 5))).toBeNull();
  expect(run((batch) => 900 - 400 / (batch + 1))).toBeNull();
});

test('the same seed draws the same requests', () => {
  const drawn = (seed: number) => fc.sample(requests({ id: ['a', 'b'] }), { seed, numRuns: 50 });
  expect(drawn(SEED)).toEqual(drawn(SEED));
  expect(drawn(SEED)).not.toEqual(drawn(SEED + 1));
});

test.runIf(nightly)('the product answers whatever it is asked', { timeout: 600_000 }, async () => {
  const product = await startProduct(testFolder('fuzz'));
  try {
    const { sent, findings, statuses } = await runFuzz(product, { requests: REQUESTS, seed: SEED, limitMs: 60_000 });
    expect(findings).toEqual([]);
    expect(sent).toBe(REQUESTS);
    // Most is answered, not refused at the door.
    expect(statuses.get('200')).toBeGreaterThan(REQUESTS / 4);
  } finally {
    await product.stop();
  }
});
