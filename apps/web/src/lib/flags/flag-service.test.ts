import { type FlagContext, flagContextOf } from '@checkwell/domain/flags/flags';
import { OpenFeature } from '@openfeature/web-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFlagService } from './flag-service.ts';

const user = (companyId: string): FlagContext => flagContextOf({ email: 'an@a.example', companyId, firstName: 'An', lastName: 'Maes' });

/** A server with Telecheck off for the companies in `off`, and the storage of the browser; both persist between pages. */
const off = new Set<string>();
const stored = new Map<string, string>();
let reachable = true;
let bodies: { context: Record<string, unknown> }[] = [];
let headers: Headers[] = [];

beforeEach(() => {
  off.clear();
  stored.clear();
  reachable = true;
  bodies = [];
  headers = [];
  vi.stubGlobal('location', { origin: 'https://checks.example' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!reachable) throw new TypeError('Failed to fetch');
    expect(request.url).toBe('https://checks.example/ofrep/v1/evaluate/flags');
    const body = (await request.json()) as (typeof bodies)[number];
    bodies.push(body);
    headers.push(request.headers);
    const value = !off.has(String(body.context.companyId));
    const etag = `"${value}"`;
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } });
    return Response.json({ flags: [{ key: 'telecheck', value, variant: value ? 'on' : 'off', reason: 'STATIC' }] }, { headers: { etag } });
  });
});
afterEach(async () => {
  await OpenFeature.clearProviders();
  vi.unstubAllGlobals();
});

describe('flags of this server', () => {
  it('are requested with the context of the specification and an Authorization header', async () => {
    off.add('c1');
    const service = await openFlagService(null, user('c1'), () => undefined);
    expect(service.value('telecheck')).toBe(false);
    const { key, ...attributes } = user('c1');
    expect(bodies).toEqual([{ context: { targetingKey: key, ...attributes } }]);
    // Nobody is signed in, so the header is empty.
    expect(headers[0]?.get('authorization')).toBe('');
  });

  it('change with the company', async () => {
    off.add('c2');
    let changes = 0;
    const service = await openFlagService(null, user('c1'), () => {
      changes += 1;
    });
    expect(service.value('telecheck')).toBe(true);
    await service.identify(user('c2'));
    expect(service.value('telecheck')).toBe(false);
    expect(changes).toBeGreaterThan(0);
  });

  it('are loaded again for the same user, and notify about changes', async () => {
    let changes = 0;
    const service = await openFlagService(null, user('c1'), () => {
      changes += 1;
    });
    off.add('c1');
    const before = changes;
    await service.identify(user('c1'));
    await expect.poll(() => service.value('telecheck')).toBe(false);
    expect(changes).toBeGreaterThan(before);
  });

  it('are the stored ones while the server is unreachable', async () => {
    off.add('c1');
    await openFlagService(null, user('c1'), () => undefined);
    expect([...stored.values()].join()).not.toContain('an@a.example');
    await OpenFeature.clearProviders();
    reachable = false;
    const service = await openFlagService(null, user('c1'), () => undefined);
    expect(service.value('telecheck')).toBe(false);
  });

  it('reject when they cannot be loaded, and keep the former values', async () => {
    reachable = false;
    await expect(openFlagService(null, user('c1'), () => undefined)).rejects.toThrow();
    reachable = true;
    off.add('c1');
    const service = await openFlagService(null, user('c1'), () => undefined);
    reachable = false;
    await expect(service.identify(user('c2'))).rejects.toThrow(/Failed to fetch|OFREP/);
    expect(service.value('telecheck')).toBe(false);
  });
});
