import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { gql } from './gql.ts';
import { createGraphql } from './graphql.ts';

const Document = gql<{ check: { id: string } }, { id: string }>('Check', 'query Check($id:ID!){check(id:$id){id}}');

let server: Server;
let host: string;
let answer: { status: number; body: string };
let received: { request: IncomingMessage; body: string };
const ended: string[] = [];
let authorization = '';
let errorTextsLoaded = 0;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received = { request, body };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});
afterAll(() => server.close());
beforeEach(() => {
  ended.length = 0;
  authorization = '';
  errorTextsLoaded = 0;
});

const send = (options?: { signal?: AbortSignal; idempotencyKey?: string }, address = host) =>
  createGraphql({
    fetch,
    host: address,
    session: {
      authorization: async () => authorization,
      end: (reason) => void ended.push(reason),
      askForSecondStep: () => void ended.push('secondStep'),
    },
    loadErrorTexts: async () => {
      errorTextsLoaded += 1;
    },
  })(Document, { id: 'c1' }, options);

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

describe('a request', () => {
  it('is a POST with operationName, variables and query, and the bearer token', async () => {
    answer = { status: 200, body: '{"data":{"check":{"id":"c1"}}}' };
    authorization = 'Bearer abc';
    expect(await send({ idempotencyKey: 'k1' })).toEqual({ check: { id: 'c1' } });
    expect(received.request.method).toBe('POST');
    expect(received.request.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer abc',
      'idempotency-key': 'k1',
    });
    expect(JSON.parse(received.body)).toEqual({ operationName: 'Check', variables: { id: 'c1' }, query: Document.source });
  });

  it('sends the header empty without a token', async () => {
    answer = { status: 200, body: '{"data":{}}' };
    await send();
    expect(received.request.headers.authorization).toBe('');
  });
});

describe('a failure', () => {
  it.each([300, 400, 403, 500, 503])('with status %i has the text of the specification', async (status) => {
    answer = { status, body: 'whatever' };
    const error = await failureOf(send());
    expect(error).toBeInstanceOf(ApiError);
    expect((error as Error).message).toBe(`Response not successful: Received status code ${status}`);
    expect(ended).toEqual([]);
    expect(errorTextsLoaded).toBe(1);
  });

  it('keeps the error code of the server', async () => {
    answer = { status: 503, body: '{"errors":[{"message":"x","extensions":{"code":"database.unavailable","params":{},"traceId":"t1"}}]}' };
    expect(await failureOf(send())).toMatchObject({ code: 'database.unavailable', status: 503, traceId: 't1' });
  });

  it('with status 401 ends the session', async () => {
    answer = { status: 401, body: '' };
    expect(await failureOf(send())).toMatchObject({
      code: 'access.unauthenticated',
      message: 'Response not successful: Received status code 401',
    });
    expect(ended).toEqual(['expired']);
  });

  it('with a body that is not JSON gives the parser’s error', async () => {
    answer = { status: 200, body: '<html>' };
    const error = await failureOf(send());
    expect(error).toBeInstanceOf(SyntaxError);
    expect((error as Error).message).toContain('not valid JSON');
  });

  it('in the response has code, parameters and issues by field', async () => {
    const issues = [{ path: 'endDate', message: 'endBeforeStart' }];
    answer = {
      status: 200,
      body: JSON.stringify({
        data: null,
        errors: [{ message: 'request.invalid', extensions: { code: 'request.invalid', params: { max: 3 }, issues, traceId: 't2' } }],
      }),
    };
    expect(await failureOf(send())).toMatchObject({ code: 'request.invalid', params: { max: 3 }, issues, traceId: 't2' });
  });

  it('of the network is reported as offline', async () => {
    expect(await failureOf(send({}, 'http://127.0.0.1:1/graphql'))).toMatchObject({ code: 'web.offline', status: 0 });
  });

  it('is an AbortError when the caller aborted', async () => {
    const signal = AbortSignal.abort();
    expect(await failureOf(send({ signal }))).toMatchObject({ name: 'AbortError' });
  });
});

it('the endpoint is set by the build', async () => {
  answer = { status: 200, body: '{"data":{"check":{"id":"k"}}}' };
  vi.stubEnv('VITE_GRAPHQL_URL', host);
  vi.resetModules();
  try {
    const { graphql } = await import('./graphql.ts');
    expect(await graphql(Document, { id: 'k' })).toEqual({ check: { id: 'k' } });
    expect(received.request.url).toBe('/graphql');
  } finally {
    vi.unstubAllEnvs();
    vi.resetModules();
  }
});
