import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_LINK_ID } from '@checkwell/domain/api-link';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttp, fileNameOf } from './http.ts';

let server: Server;
let host: string;
let answer: { status: number; body: string; headers?: Record<string, string> };
let received: { request: IncomingMessage; body: string };
const ended: string[] = [];
/** Whether answers break off in the middle. */
let broken = false;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received = { request, body };
    if (broken) {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  ended.length = 0;
});

const http = () =>
  createHttp({
    fetch,
    host,
    session: {
      authorization: async () => '',
      end: (reason) => void ended.push(reason),
      askForSecondStep: () => void ended.push('secondStep'),
    },
    loadErrorTexts: async () => undefined,
  });

describe('calls', () => {
  it('send query, JSON body, an empty header without token, and no key unless asked', async () => {
    answer = { status: 200, body: '{"id":1}' };
    expect(await http().post('/v1/api/superiors', { email: 'a@b.be' }, { query: { a: 'x y', none: undefined, zero: 0 } })).toEqual({
      id: 1,
    });
    expect(received.request.url).toBe('/v1/api/superiors?a=x+y&zero=0');
    expect(received.request.headers.authorization).toBe('');
    expect(received.request.headers['idempotency-key']).toBeUndefined();
    expect(received.body).toBe('{"email":"a@b.be"}');
  });

  it('of a visitor carry no token, whoever is signed in', async () => {
    answer = { status: 200, body: '' };
    const signedIn = createHttp({
      fetch,
      host,
      session: { authorization: async () => 'Bearer annas', end: () => undefined, askForSecondStep: () => undefined },
      loadErrorTexts: async () => undefined,
    });
    await signedIn.post('/v1/api/one-shot-checks', {}, { visitor: true });
    expect(received.request.headers.authorization).toBe('');
    await signedIn.get('/v1/api/profiles');
    expect(received.request.headers.authorization).toBe('Bearer annas');
  });

  it('go to the host that the page names, with the header', async () => {
    answer = { status: 200, body: '{"userName":"a@b.be"}' };
    const getElementById = (id: string) => (id === API_LINK_ID ? { getAttribute: () => host } : null);
    vi.stubGlobal('document', { cookie: '', getElementById });
    vi.resetModules();
    try {
      const { http: named } = await import('./http.ts');
      expect(await named.get('/v1/api/profiles')).toEqual({ userName: 'a@b.be' });
      expect(received.request.url).toBe('/v1/api/profiles');
      expect(received.request.headers).toHaveProperty('authorization');
    } finally {
      vi.unstubAllGlobals();
      vi.resetModules();
    }
  });

  it('stay with the pages where they are about signing in, whose cookies no other host gets', async () => {
    const asked: string[] = [];
    const split = createHttp({
      fetch: async (address) => {
        asked.push(String(address));
        return new Response('{}');
      },
      host: 'https://api.example.be',
      session: { authorization: async () => '', end: () => undefined, askForSecondStep: () => undefined },
      loadErrorTexts: async () => undefined,
    });
    await split.post('/auth/sign-in', {});
    await split.get('/v1/api/profiles');
    expect(asked).toEqual(['/auth/sign-in', 'https://api.example.be/v1/api/profiles']);
  });

  it('give a list with the cursor of its next page and its count, as the headers say', async () => {
    answer = {
      status: 200,
      body: '[{"id":"1"}]',
      headers: {
        link: '</v1/api/companies/c/superiors?first=1&after=a%2Bb%3D>; rel="next"',
        'x-total-count': '1000',
        'x-total-count-capped': 'true',
      },
    };
    const list = () => http().page('/v1/api/companies/c/superiors', { query: { first: 1 } });
    const nodes = [{ id: '1' }];
    expect(await list()).toEqual({ nodes, pageInfo: { endCursor: 'a+b=', hasNextPage: true }, totalCount: 1000, totalCountCapped: true });
    expect(received.request.url).toBe('/v1/api/companies/c/superiors?first=1');
    answer = { status: 200, body: '[{"id":"1"}]' };
    expect(await list()).toEqual({ nodes, pageInfo: { endCursor: null, hasNextPage: false }, totalCount: 1, totalCountCapped: false });
  });

  it('give undefined for an empty answer', async () => {
    answer = { status: 200, body: '' };
    expect(await http().delete('/v1/api/x')).toBeUndefined();
  });

  it('go to where a missing second step is set up, and sign nobody out', async () => {
    answer = { status: 403, body: '{"error":{"code":"auth.secondStepRequired"}}' };
    await expect(http().get('/v1/api/profiles')).rejects.toMatchObject({ code: 'auth.secondStepRequired' });
    answer = { status: 403, body: '{"error":{"code":"access.forbidden"}}' };
    await expect(http().get('/v1/api/profiles')).rejects.toMatchObject({ code: 'access.forbidden' });
    expect(ended).toEqual(['secondStep']);
  });

  it('whose answer breaks off did not reach us, in a list and in a change', async () => {
    broken = true;
    try {
      for (const call of [() => http().get('/x'), () => http().post('/x', {}), () => http().page('/x')])
        await expect(call()).rejects.toMatchObject({ code: 'web.offline', status: 0 });
      const controller = new AbortController();
      const given = http().get('/x', { signal: controller.signal });
      controller.abort();
      await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    } finally {
      broken = false;
    }
  });

  it('reject with the code, the parameters and the trace of the body', async () => {
    answer = { status: 409, body: '{"error":{"code":"user.lastAdmin","params":{"n":1},"issues":[],"traceId":"t"}}' };
    await expect(http().delete('/v1/api/x')).rejects.toMatchObject({ code: 'user.lastAdmin', params: { n: 1 }, status: 409, traceId: 't' });
    expect(ended).toEqual([]);
  });

  it.each([
    [401, 'access.unauthenticated'],
    [403, 'access.forbidden'],
    [413, 'request.tooLarge'],
    [502, 'server.unexpected'],
  ])('understand a bare %i of something in between', async (status, code) => {
    answer = { status, body: '<html>' };
    await expect(http().get('/v1/api/x')).rejects.toMatchObject({ code });
    expect(ended).toEqual(status === 401 ? ['expired'] : []);
  });
});

it('no request has a time limit: nothing but its caller ends it', async () => {
  answer = { status: 200, body: '{}' };
  const asked: (RequestInit | undefined)[] = [];
  const watched = createHttp({
    fetch: (address, init) => {
      asked.push(init);
      return fetch(address, init);
    },
    host,
    session: { authorization: async () => '', end: () => undefined, askForSecondStep: () => undefined },
    loadErrorTexts: async () => undefined,
  });
  const { signal } = new AbortController();
  await watched.get('/v1/api/x');
  await watched.put('/v1/api/x', {}, { signal });
  expect(asked.map((init) => init?.signal)).toEqual([undefined, signal]);
});

describe('files', () => {
  it('come with the name that the server gave, a repeated parameter for several values, and the bytes so far', async () => {
    answer = { status: 200, body: 'a;b', headers: { 'content-disposition': 'attachment; filename=list.csv', 'content-type': 'text/csv' } };
    const seen: (readonly [number, number | null])[] = [];
    const { blob, name } = await http().file('/v1/api/exports/x.csv', {
      query: { status: ['Planning', 'Reception'], search: null, none: [] },
      onProgress: (...progress) => void seen.push(progress),
    });
    expect(received.request.url).toBe('/v1/api/exports/x.csv?status=Planning&status=Reception');
    expect([name, blob.type, await blob.text()]).toEqual(['list.csv', 'text/csv', 'a;b']);
    expect(seen.at(-1)?.[0]).toBe(3);
  });

  it('that break off are an error, never half a file; one that is given up says so', async () => {
    broken = true;
    await expect(http().file('/v1/api/exports/x.csv')).rejects.toMatchObject({ code: 'web.offline' });
    broken = false;
    const controller = new AbortController();
    controller.abort();
    await expect(http().file('/v1/api/exports/x.csv', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('fileNameOf', () => {
  it.each([
    ['attachment; filename="checks.csv"', 'checks.csv'],
    ['attachment; filename="contro.csv"; filename*=UTF-8\'\'contr%C3%B4les.csv', 'contrôles.csv'],
    ['inline', undefined],
    [null, undefined],
  ])('%s', (disposition, name) => {
    expect(fileNameOf(disposition)).toBe(name);
  });
});
