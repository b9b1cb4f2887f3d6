import type { AddressInfo } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { ABUSE } from '../test/graphql-abuse.ts';
import { takeLoggedErrors } from '../test/logged-errors.ts';
import { serverApp } from '../test/servers/server-app.ts';

const database = await testDatabase();
const app = await serverApp(database);
const production = await serverApp(database, { config: { environment: 'production' } });
const { browser, companyId } = await app.signedIn();

const MODERN = 'application/graphql-response+json';

function ask(body: unknown, headers: Record<string, string> = {}, signedIn = true) {
  return (signedIn ? browser : app.browser()).send('POST', '/graphql', body, headers);
}

/** The protocol leaves GET to the server; ours refuses it, because addresses end up in logs. */
const GET_IS_OPTIONAL = /^MAY .*\bGETs?\b/;

describe('GraphQL over HTTP', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;

  test.each(serverAudits({ url: `http://127.0.0.1:${port}/graphql`, fetchFn: fetch }).map((audit) => [audit.name, audit] as const))(
    '%s',
    async (_name, audit) => {
      const result = await audit.fn();
      if (result.status === 'notice' && GET_IS_OPTIONAL.test(audit.name)) return;
      if (result.status !== 'ok') expect.fail(`${result.status}: ${result.reason}`);
    },
  );

  test('answers in the newer format to those who ask for it', async () => {
    for (const [accept, type] of [
      [MODERN, MODERN],
      [`application/json;q=0.5, ${MODERN}`, MODERN],
      [`application/json, ${MODERN};q=0.5`, 'application/json'],
      ['*/*', 'application/json'],
      ['', 'application/json'],
    ] as const) {
      const response = await ask({ query: '{ __typename }' }, { accept });
      expect(response.headers['content-type']).toBe(`${type}; charset=utf-8`);
      expect(response.json()).toEqual({ data: { __typename: 'Query' } });
    }
  });

  test.each(['subscription { __typename }', 'subscription { x }'])('refuses %s, which the schema has none of', async (query) => {
    for (const signedIn of [true, false]) {
      const response = await ask({ query }, { accept: MODERN }, signedIn);
      expect({ status: response.statusCode, code: response.json().errors[0].extensions.code }).toEqual({
        status: 400,
        code: 'request.malformed',
      });
    }
  });

  test('takes POST with JSON and nothing else', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const response = await app.http.inject({ method, url: '/graphql?query={__typename}' });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('POST');
    }
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/graphql',
      'application/jsonp',
    ]) {
      const response = await ask({ query: '{ __typename }' }, { 'content-type': type });
      expect(response.statusCode).toBe(415);
      expect(response.json().errors[0].extensions.code).toBe('request.unsupportedMediaType');
    }
  });

  test.each([
    ['no object', '"x"'],
    ['a batch', '[{"query":"{ __typename }"}]'],
    ['no query', '{}'],
    ['a query that is no text', '{"query":{"kind":"Document"}}'],
    ['variables that are a list', '{"query":"{ __typename }","variables":[]}'],
    ['an operation name that is no text', '{"query":"{ __typename }","operationName":7}'],
    ['broken JSON', '{"query":'],
    ['a poisoned prototype', '{"query":"{ __typename }","variables":{"__proto__":{"a":1}}}'],
  ])('%s is a bad request', async (_name, payload) => {
    const response = await app.http.inject({ method: 'POST', url: '/graphql', payload, headers: { 'content-type': 'application/json' } });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].extensions).toEqual({
      code: 'request.malformed',
      params: {},
      issues: [],
      traceId: response.headers['x-trace-id'],
    });
  });

  test('asks for the operation that is named, however often the text was asked before', async () => {
    const query = `query A { a: __typename } query B { b: __typename }`;
    for (let round = 0; round < 4; round += 1) {
      expect((await ask({ query, operationName: 'A' })).json()).toEqual({ data: { a: 'Query' } });
      expect((await ask({ query, operationName: 'B' })).json()).toEqual({ data: { b: 'Query' } });
    }
    for (const operationName of [null, 'C', '']) {
      expect((await ask({ query, operationName }, { accept: MODERN })).statusCode).toBe(400);
    }
  });
});

describe('who may ask', () => {
  const superiors = '{ superiors(companyId: "00000000-0000-7000-8000-000000000000") { totalCount } }';

  test.each([undefined, '', 'Bearer', 'Bearer '])(
    'an anonymous caller (%s) gets what is public, and 401 for the rest',
    async (authorization) => {
      const headers = { ...(authorization !== undefined && { authorization }), 'content-type': 'application/json' };
      const send = (query: string) => app.http.inject({ method: 'POST', url: '/graphql', headers, payload: JSON.stringify({ query }) });
      expect((await send('{ __typename }')).statusCode).toBe(200);
      for (const query of [
        superiors,
        '{ nothing }',
        'query { ...f } fragment f on Query { superiors(companyId: "x") { totalCount } }',
        'mutation { nothing }',
      ]) {
        const response = await send(query);
        expect(response.statusCode).toBe(401);
        expect(response.headers['www-authenticate']).toBe('Bearer');
        expect(response.json()).toEqual({
          errors: [
            {
              message: 'access.unauthenticated',
              extensions: { code: 'access.unauthenticated', params: {}, issues: [], traceId: response.headers['x-trace-id'] },
            },
          ],
        });
      }
    },
  );

  test('a bad token is 401 even for what is public', async () => {
    const response = await ask({ query: '{ __typename }' }, { authorization: 'Bearer nonsense' });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ errors: [{ extensions: { code: 'auth.tokenInvalid' } }] });
  });

  test('somebody without the right gets 200 and the reason', async () => {
    const response = await ask({ query: superiors });
    expect(response.statusCode).toBe(200);
    const body = response.json();
    expect(body.data).toBeNull();
    expect(body.errors[0]).toMatchObject({
      message: 'entity.notFound',
      path: ['superiors'],
      extensions: { code: 'entity.notFound', traceId: response.headers['x-trace-id'] },
    });
  });

  test('somebody with the right gets the answer', async () => {
    const query =
      'query Q($companyId: ID!) { superiors(companyId: $companyId) { nodes { id } totalCount totalCountCapped pageInfo { hasNextPage endCursor } } }';
    for (let round = 0; round < 3; round += 1) {
      const response = await ask({ query, variables: { companyId } });
      expect(response.json()).toEqual({
        data: { superiors: { nodes: [], totalCount: 0, totalCountCapped: false, pageInfo: { hasNextPage: false, endCursor: null } } },
      });
    }
  });

  test('the schema is not shown to strangers in production', async () => {
    const query = getIntrospectionQuery();
    const strangers = await production.browser().send('POST', '/graphql', { query });
    expect(strangers.statusCode).toBe(401);
    const { browser: known } = await production.signedIn();
    const response = await known.send('POST', '/graphql', { query });
    expect(response.json().data.__schema.queryType.name).toBe('Query');
  });
});

describe('errors', () => {
  test.each([
    ['a text that is no GraphQL', '{ superiors('],
    ['a field that is not there', '{ superiorz { totalCount } }'],
    ['an argument that is not there', '{ superiors(companyIdd: "x") { totalCount } }'],
    ['a variable that is not given', 'query ($id: ID!) { superiors(companyId: $id) { totalCount } }'],
    ['a variable of another type', 'query ($id: Boolean) { superiors(companyId: $id) { totalCount } }'],
  ])('%s: neither names nor suggestions come back', async (_name, query) => {
    for (const [accept, status] of [
      ['application/json', 200],
      [MODERN, 400],
    ] as const) {
      for (let round = 0; round < 3; round += 1) {
        const response = await ask({ query }, { accept });
        expect(response.statusCode).toBe(status);
        const body = response.json();
        expect(body).not.toHaveProperty('data');
        expect(body.errors[0]).toMatchObject({
          message: 'request.malformed',
          extensions: { code: 'request.malformed', params: {}, issues: [], traceId: response.headers['x-trace-id'] },
        });
        expect(response.body).not.toMatch(/superiors|Did you mean|Cannot query|Syntax/);
      }
    }
  });

  test('in development the reason comes back, to people who are signed in', async () => {
    const inEnvironment = async (environment: 'development' | 'production') => {
      const other = await serverApp(database, { config: { environment } });
      const { browser: user } = await other.signedIn();
      const said = async (browser: typeof user, query: string) =>
        (await browser.send('POST', '/graphql', { query })).json().errors[0].extensions.detail;
      return { said: (query: string) => said(user, query), saidToNobody: (query: string) => said(other.browser(), query) };
    };
    const development = await inEnvironment('development');
    expect(await development.said('{ superiorz { totalCount } }')).toMatch(/Cannot query field "superiorz"/);
    expect(await development.said('{ superiors(')).toMatch(/Syntax Error/);
    expect(await development.saidToNobody('{ superiorz { totalCount } }')).toBeUndefined();
    expect(await (await inEnvironment('production')).said('{ superiorz { totalCount } }')).toBeUndefined();
  });

  test('an unexpected error says nothing but its trace, and is logged', async () => {
    const faulty = await serverApp(database);
    const { browser: user, companyId: own } = await faulty.signedIn();
    faulty.services.superiors.list = async () => {
      throw new TypeError('the secret of An Peeters');
    };
    const response = await user.send('POST', '/graphql', { query: `{ superiors(companyId: "${own}") { totalCount } }` });
    expect(response.statusCode).toBe(200);
    expect(response.json().errors[0]).toMatchObject({
      message: 'server.unexpected',
      extensions: { code: 'server.unexpected', params: {} },
    });
    expect(response.body).not.toContain('secret');
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('the secret of An Peeters')]);
  });
});

describe('abuse', () => {
  test.each(ABUSE)('%s', async (_name, query, code) => {
    for (const accept of ['application/json', MODERN]) {
      const response = await ask({ query }, { accept });
      expect(response.statusCode).toBe(accept === MODERN ? 400 : 200);
      expect(response.json().errors[0].extensions.code).toBe(code);
      expect(response.body.length).toBeLessThan(10_000);
    }
  });

  test.each(ABUSE)('%s, from a stranger', async (_name, query) => {
    const response = await ask({ query }, {}, false);
    expect([200, 401]).toContain(response.statusCode);
    expect(response.json().errors.length).toBeGreaterThan(0);
  });

  test('a large body is not even read', async () => {
    const response = await ask({ query: '{ __typename }', variables: { x: 'x'.repeat(300_000) } });
    expect(response.statusCode).toBe(413);
    expect(response.json().errors[0].extensions.code).toBe('request.tooLarge');
  });

  test('variables nested without end', async () => {
    const variables = `{"companyId":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const response = await browser.send('POST', '/graphql', undefined, { 'content-type': 'application/json' });
    expect(response.statusCode).toBe(400);
    const nested = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${browser.token}`,
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        accept: MODERN,
      },
      payload: `{"query":"query ($companyId: ID!) { superiors(companyId: $companyId) { totalCount } }","variables":${variables}}`,
    });
    expect(nested.statusCode).toBe(400);
  });
});
