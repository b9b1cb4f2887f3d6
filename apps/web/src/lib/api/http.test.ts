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
/** Whether the connection closes in the middle of a response. */
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
  it('send the query, a JSON body, an empty Authorization header without a token, and no idempotency key by default', async () => {
    answer = { status: 200, body: '{"id":1}' };
    expect(await http().post('/v1/api/superiors', { email: 'a@b.be' }, { query: { a: 'x y', none: undefined, zero: 0 } })).toEqual({
      id: 1,
    });
    expect(received.request.url).toBe('/v1/api/superiors?a=x+y&zero=0');
    expect(received.request.headers.authorization).toBe('');
    expect(received.request.headers['idempotency-key']).toBeUndefined();
    expect(received.body).toBe('{"email":"a@b.be"}');
  });

  it('of a visitor have no token, even if somebody is signed in', async () => {
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

  it('use the host in the page, with an Authorization header', async () => {
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

  it('for signing in use the origin of the pages, because its cookies are not sent to another host', async () => {
    const requested: string[] = [];
    const split = createHttp({
      fetch: async (address) => {
        requested.push(String(address));
        return new Response('{}');
      },
      host: 'https://api.example.be',
      session: { authorization: async () => '', end: () => undefined, askForSecondStep: () => undefined },
      loadErrorTexts: async () => undefined,
    });
    await split.post('/auth/sign-in', {});
    await split.get('/v1/api/profiles');
    expect(requested).toEqual(['/auth/sign-in', 'https://api.example.be/v1/api/profiles']);
  });

  it('return a list with the cursor of the next page and the total count from the headers', async () => {
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

  it('return undefined for an empty response', async () => {
    answer = { status: 200, body: '' };
    expect(await http().delete('/v1/api/x')).toBeUndefined();
  });

  it('open the set-up of a missing second step, and do not end the session', async () => {
    answer = { status: 403, body: '{"error":{"code":"auth.secondStepRequired"}}' };
    await expect(http().get('/v1/api/profiles')).rejects.toMatchObject({ code: 'auth.secondStepRequired' });
    answer = { status: 403, body: '{"error":{"code":"access.forbidden"}}' };
    await expect(http().get('/v1/api/profiles')).rejects.toMatchObject({ code: 'access.forbidden' });
    expect(ended).toEqual(['secondStep']);
  });

  it('fail as offline when the connection closes during the response', async () => {
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

  it('reject with the code, the parameters and the trace id of the body', async () => {
    answer = { status: 409, body: '{"error":{"code":"user.lastAdmin","params":{"n":1},"issues":[],"traceId":"t"}}' };
    await expect(http().delete('/v1/api/x')).rejects.toMatchObject({ code: 'user.lastAdmin', params: { n: 1 }, status: 409, traceId: 't' });
    expect(ended).toEqual([]);
  });

  it.each([
    [401, 'access.unauthenticated'],
    [403, 'access.forbidden'],
    [413, 'request.tooLarge'],
    [502, 'server.unexpected'],
  ])('map a bare status %i of a proxy to an error code', async (status, code) => {
    answer = { status, body: '<html>' };
    await expect(http().get('/v1/api/x')).rejects.toMatchObject({ code });
    expect(ended).toEqual(status === 401 ? ['expired'] : []);
  });
});

it('requests have no time limit, and can be aborted by their caller only', async () => {
  answer = { status: 200, body: '{}' };
  const inits: (RequestInit | undefined)[] = [];
  const observed = createHttp({
    fetch: (address, init) => {
      inits.push(init);
      return fetch(address, init);
    },
    host,
    session: { authorization: async () => '', end: () => undefined, askForSecondStep: () => undefined },
    loadErrorTexts: async () => undefined,
  });
  const { signal } = new AbortController();
  await observed.get('/v1/api/x');
  await observed.put('/v1/api/x', {}, { signal });
  expect(inits.map((init) => init?.signal)).toEqual([undefined, signal]);
});

describe('files', () => {
  it('are downloaded with the file name of the server, repeated parameters for several values, and progress', async () => {
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

  it('that are incomplete are an error; an aborted download is an AbortError', async () => {
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
