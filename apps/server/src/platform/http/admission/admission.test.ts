import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Client as Connection } from 'pg';
import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../../test/cleanup.ts';
import { testDatabase } from '../../../test/database.ts';
import { takeLoggedErrors } from '../../../test/logged-errors.ts';
import { type ServerApp, type SignedIn, serverApp } from '../../../test/servers/server-app.ts';
import { withoutSlot } from '../../slot.ts';
import { BODY_LIMITS, createBodyReader } from '../request-body.ts';
import { inFlightFor, maxWaitFor } from './admission.ts';

const database = await testDatabase();

/** Limits that no slow sender reaches in a test. */
const LONG_LIMITS = { startMs: 60_000, bytesPerSecond: 1, wholeMs: 60_000 };

/** A listening application with routes whose handlers wait until the test calls `open`. */
async function gated({ more, ...options }: Parameters<typeof serverApp>[1] & { more?: (http: ServerApp['http']) => unknown } = {}) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let inside = 0;
  const app = await serverApp(database, {
    ...options,
    prepare: ({ http }) => {
      more?.(http);
      http.post('/v1/test/wait', { config: { public: true } }, async () => {
        inside += 1;
        await opened;
        return {};
      });
      http.post('/v1/test/large', { config: { public: true } }, async (_request, reply) => reply.send({ text: 'x'.repeat(20_000_000) }));
      http.post('/v1/test/outside', { config: { public: true } }, async () => {
        inside += 1;
        await withoutSlot(() => opened);
        return {};
      });
      http.post('/v1/test/stuck', { config: { public: true }, handlerTimeout: 20 }, () => opened.then(() => ({})));
    },
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  return { app, open, inside: () => inside };
}

interface Client {
  readonly socket: Socket;
  /** What was received so far. */
  answer(): string;
  readonly closed: Promise<void>;
}

async function client({ http }: Pick<ServerApp, 'http'>, text: string): Promise<Client> {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  cleanUp(() => socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  socket.on('error', () => undefined); // the tests break connections on purpose
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, answer: () => answer, closed };
}

function message(
  path: string,
  { body = '{}', from = '192.0.2.1', length }: { body?: string; from?: string; length?: number } = {},
): string {
  return `POST ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\ncontent-length: ${length ?? body.length}\r\n\r\n${body}`;
}

async function metric({ http }: ServerApp, name: string): Promise<number> {
  const { body } = await http.inject({ url: '/metrics' });
  return Number(new RegExp(`^checkwell_${name} (\\d+)$`, 'm').exec(body)?.[1]);
}

describe('a request body that does not arrive', () => {
  test('uses no slot, and no more than the share of its network of the bodies that are waited for', async () => {
    const { app } = await gated({ limits: { inFlight: 1, body: { max: 6, maxPerNetwork: 4, pace: LONG_LIMITS } } });
    const waiting = await Promise.all(Array.from({ length: 6 }, () => client(app, message('/auth/sign-in', { body: '', length: 10 }))));
    await expect.poll(() => metric(app, 'requests_waiting_for_body')).toBe(4);
    await expect.poll(() => waiting.filter((one) => one.answer().startsWith('HTTP/1.1 429 ')).length).toBe(2);
    expect(await metric(app, 'requests_in_flight')).toBe(0);

    // A whole request is answered at once, also from that network.
    const query = '{"query":"{ __typename }"}';
    const quick = await client(app, message('/graphql', { body: query }));
    await expect.poll(quick.answer).toMatch(/^HTTP\/1.1 200 /);
    // When the limit is reached, a new request replaces one of the network with most of them.
    for (const from of ['198.51.100.1', '198.51.100.2']) await client(app, message('/graphql', { body: '{', length: 2, from }));
    await expect.poll(() => metric(app, 'requests_waiting_for_body')).toBe(6);
    const inTwoParts = await client(app, message('/graphql', { body: query.slice(0, 9), length: query.length, from: '198.51.100.3' }));
    await expect.poll(() => waiting.filter((one) => one.answer().startsWith('HTTP/1.1 503 ')).length).toBe(1);
    inTwoParts.socket.write(query.slice(9));
    await expect.poll(inTwoParts.answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test.each([
    ['none of it', ''],
    ['a part of it', '{"a":'],
  ])('is refused with 408 when %s has arrived in time, and the connection is closed', async (_name, body) => {
    const { app } = await gated({
      limits: { body: { ...BODY_LIMITS, pace: { startMs: 20, bytesPerSecond: 1_000_000, wholeMs: 60_000 } } },
    });
    const slow = await client(app, message('/v1/test/wait', { body, length: 1000 }));
    await slow.closed;
    expect(slow.answer()).toMatch(/^HTTP\/1.1 408 /);
    expect(slow.answer()).toContain('"code":"request.incomplete"');
    expect(await metric(app, 'requests_waiting_for_body')).toBe(0);
  });

  test('is not waited for when the client has disconnected before it is read', async () => {
    const bodies = createBodyReader({ max: 6, maxPerNetwork: 4, pace: LONG_LIMITS });
    const message = new Readable({ read: () => undefined });
    message.destroy();
    await once(message, 'close');
    await expect(bodies.read(message, { network: 'a', maxBytes: 10 })).rejects.toThrow('request.malformed');
    expect(bodies.waiting()).toBe(0);
  });

  test('is refused after a maximum time, even if it arrives fast enough', async () => {
    const { app } = await gated({ limits: { body: { ...BODY_LIMITS, pace: { startMs: 60_000, bytesPerSecond: 1, wholeMs: 20 } } } });
    const slow = await client(app, message('/v1/test/wait', { body: '{"a":', length: 1000 }));
    await slow.closed;
    expect(slow.answer()).toMatch(/^HTTP\/1.1 408 /);
  });

  test('is refused with 413 as soon as it is too long', async () => {
    const { app } = await gated();
    const chunk = 'x'.repeat(65_536);
    const endless = await client(
      app,
      'POST /v1/test/wait HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    for (let sent = 0; sent <= 1_200_000; sent += chunk.length) endless.socket.write(`10000\r\n${chunk}\r\n`);
    await expect.poll(endless.answer).toMatch(/^HTTP\/1.1 413 /);
    expect(await metric(app, 'requests_in_flight')).toBe(0);
  });
});

describe('a slot', () => {
  test('is kept until the handler ends, even if the client has disconnected', async () => {
    const { app, open, inside } = await gated({ limits: { inFlight: 2, maxWaiting: 0 } });
    const leaving = await Promise.all([client(app, message('/v1/test/wait')), client(app, message('/v1/test/wait'))]);
    await expect.poll(inside).toBe(2);
    for (const { socket } of leaving) socket.resetAndDestroy();
    await expect.poll(() => JSON.stringify(app.log.lines).split('"aborted":true').length - 1).toBe(2);

    expect((await app.http.inject({ method: 'POST', url: '/v1/test/wait', payload: {} })).statusCode).toBe(503);
    open();
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(0);
    expect((await app.http.inject({ method: 'POST', url: '/v1/test/wait', payload: {} })).statusCode).toBe(200);
  });

  test('is also used while the access token is checked', async () => {
    const { app } = await gated();
    const { browser, profileId } = await app.signedIn();
    app.services.identity.forget(profileId);
    const unlocked = await locked('profiles');
    const asking = await client(app, `GET /v1/api/profiles HTTP/1.1\r\nhost: a\r\n${credentialsOf({ browser })}\r\n`);
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(1);
    asking.socket.resetAndDestroy();
    await expect.poll(() => JSON.stringify(app.log.lines)).toContain('"aborted":true');
    expect(await metric(app, 'requests_in_flight')).toBe(1);
    await unlocked();
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(0);
  });

  test('is not kept by a client that does not read its response', async () => {
    const { app } = await gated({ limits: { inFlight: 1 } });
    const stalled = await client(app, '');
    stalled.socket.pause();
    stalled.socket.write(message('/v1/test/large'));
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(0);
    await expect
      .poll(() =>
        app.http.inject({ method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } }).then(({ statusCode }) => statusCode),
      )
      .toBe(200);
    expect(stalled.socket.closed).toBe(false);
  });

  test('is used by other requests while the handler waits for another server', async () => {
    const { app, open, inside } = await gated({ limits: { inFlight: 1 } });
    const send = (path: string) => app.http.inject({ method: 'POST', url: path, payload: {} });
    const waiting = [send('/v1/test/outside'), send('/v1/test/outside')];
    await expect.poll(inside).toBe(2);
    expect(await metric(app, 'requests_in_flight')).toBe(0);
    expect((await send('/v1/test/large')).statusCode).toBe(200);
    open();
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await metric(app, 'requests_in_flight')).toBe(0);
  });

  test('is kept by a handler that exceeds the time limit of its route, although the client gets 503', async () => {
    const { app, open } = await gated();
    const stuck = await client(app, message('/v1/test/stuck'));
    await expect.poll(stuck.answer).toContain('"code":"request.timeout"');
    expect(stuck.answer()).toMatch(/^HTTP\/1.1 503 /);
    expect(takeLoggedErrors()).toHaveLength(1);
    // The handler is still running, so its slot is still used.
    expect(await metric(app, 'requests_in_flight')).toBe(1);
    open();
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(0);
  });
});

test('as many requests run at once as there are database connections for them, and at least 8', () => {
  expect([1, 10, 40].map(inFlightFor)).toEqual([8, 10, 40]);
});

test('requests may wait longer in the queue if queries may take longer', () => {
  expect([2000, 30_000].map(maxWaitFor)).toEqual([750, 11_250]);
});

describe('more requests than slots', () => {
  /** An application with one slot: each request runs until the test ends it. */
  async function turns(limits: Parameters<typeof serverApp>[1] = {}) {
    const started: { readonly from: string; readonly end: () => void }[] = [];
    const more = (http: ServerApp['http']) =>
      http.post('/v1/test/turn', { config: { public: true } }, async (request) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        started.push({ from: request.ip, end: resolve });
        await promise;
        return {};
      });
    const { app } = await gated({ ...limits, limits: { inFlight: 1, maxWaitMs: 60_000, ...limits.limits }, more });
    return {
      app,
      ask: (from = '192.0.2.1') => client(app, message('/v1/test/turn', { from })),
      queued: (count: number) => expect.poll(() => metric(app, 'requests_queued')).toBe(count),
      running: (count: number) => expect.poll(() => started.map(({ from }) => from).length).toBe(count),
      end: (index: number) => started[index]?.end(),
      order: () => started.map(({ from }) => from),
    };
  }
  const answered = (one: Client, status: number) => expect.poll(one.answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));

  test('wait in a queue with turns for each network, and are answered', async () => {
    const { ask, queued, running, end, order } = await turns();
    const page = [];
    for (let count = 0; count < 12; count += 1) {
      page.push(await ask());
      if (count === 0) await running(1);
      else await queued(count);
    }
    const other = await ask('198.51.100.1');
    await queued(12);
    for (let index = 0; index < 13; index += 1) {
      await running(index + 1);
      end(index);
    }
    for (const one of [...page, other]) await answered(one, 200);
    expect(order().indexOf('198.51.100.1')).toBe(2);
    await queued(0);
  });

  test('are refused at once when the queue is full, with a Retry-After header', async () => {
    const { ask, queued, running, end } = await turns({ limits: { maxWaiting: 1 } });
    const first = await ask();
    await running(1);
    const second = await ask();
    await queued(1);
    const third = await ask();
    await answered(third, 503);
    expect(third.answer()).toContain('"code":"server.overloaded"');
    expect(third.answer()).toMatch(/\r\nretry-after: \d+\r\n/i);
    end(0);
    await running(2);
    end(1);
    await answered(first, 200);
    await answered(second, 200);
  });

  test('are removed from the queue when their client disconnects', async () => {
    const { app, ask, queued, running, end, order } = await turns();
    await ask();
    await running(1);
    const leaving = await ask('198.51.100.1');
    await queued(1);
    leaving.socket.resetAndDestroy();
    await queued(0);
    const last = await ask('198.51.100.2');
    await queued(1);
    end(0);
    await running(2);
    end(1);
    await answered(last, 200);
    expect(order()).toEqual(['192.0.2.1', '198.51.100.2']);
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(0);
  });
});

/** Locks a table. @returns releases the lock */
async function locked(table: string): Promise<() => Promise<void>> {
  const connection = new Connection({ connectionString: database.db.ownerUrl });
  await connection.connect();
  cleanUp(() => connection.end());
  await connection.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => void (await connection.query('commit'));
}

describe('uploads and downloads', () => {
  /** Sends only the beginning of an upload, as a signed-in user. */
  const incompleteUpload = (app: ServerApp, who: SignedIn) =>
    client(
      app,
      `POST /v1/api/companies/${who.companyId}/documents?fileName=a.pdf HTTP/1.1\r\nhost: a\r\ncontent-type: application/pdf\r\ncontent-length: 1000\r\n${credentialsOf(who)}\r\n%PDF-`,
    );
  const refusals = (clients: readonly Client[]) => clients.map((one) => one.answer().slice(9, 12)).filter((status) => status !== '');

  test('are limited for each user and each company', async () => {
    const { app } = await gated({ limits: { slow: 6, slowPerPerson: 2, slowPerCompany: 3 } });
    const one = await app.signedIn();
    const colleague = await app.signedIn({ companyId: one.companyId, accesType: 'basic' });
    const own = await Promise.all([1, 2, 3, 4].map(() => incompleteUpload(app, one)));
    await expect.poll(() => refusals(own)).toEqual(['429', '429']);
    const colleagues = await Promise.all([1, 2].map(() => incompleteUpload(app, colleague)));
    await expect.poll(() => refusals(colleagues)).toEqual(['429']);
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(3);

    const others = await incompleteUpload(app, await app.signedIn());
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(4);
    expect(refusals([others])).toEqual([]);

    for (const { socket } of [...own, ...colleagues, others]) socket.resetAndDestroy();
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(0);
    const again = await incompleteUpload(app, one);
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(1);
    expect(refusals([again])).toEqual([]);
  });

  test('are limited for each network of anonymous clients', async () => {
    const gate = Promise.withResolvers<Buffer>();
    const { app } = await gated({
      limits: { slow: 6, slowPerNetwork: 2 },
      more: (http) => http.get('/v1/test/open', { config: { public: true, slow: true } }, () => gate.promise),
    });
    const strangers = await Promise.all([1, 2, 3].map(() => client(app, 'GET /v1/test/open HTTP/1.1\r\nhost: a\r\n\r\n')));
    await expect.poll(() => refusals(strangers)).toEqual(['429']);
    gate.resolve(Buffer.from('all'));
    await expect.poll(() => refusals(strangers).toSorted()).toEqual(['200', '200', '429']);
  });

  const stalled = async (app: ServerApp, path: string): Promise<void> => {
    const { socket } = await client(app, '');
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  };
  const aborted = (app: ServerApp) => expect.poll(() => JSON.stringify(app.log.lines)).toContain('"aborted":true');
  const open = { config: { public: true, slow: true } };

  test('are cancelled and release their slot when the client reads too slowly', async () => {
    const { app } = await gated({
      limits: { readers: { startMs: 20, bytesPerSecond: 1_000_000_000 } },
      more: (http) => http.get('/v1/test/document', open, async () => Buffer.alloc(20_000_000)),
    });
    await stalled(app, '/v1/test/document');
    await aborted(app);
    expect(await metric(app, 'requests_in_flight')).toBe(0);
  });

  test('that are streamed are cancelled too; the time that producing the data takes does not count', async () => {
    const produced = Promise.withResolvers<void>();
    async function* slowlyProduced() {
      yield 'begin, ';
      await produced.promise;
      yield 'end';
    }
    const { app } = await gated({
      limits: { readers: { startMs: 2000, bytesPerSecond: 1_000_000_000 } },
      more: (http) => {
        http.get('/v1/test/slowly-produced', open, async () => Readable.from(slowlyProduced()));
        http.get('/v1/test/list', open, async () => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1_000_000))));
      },
    });
    const reader = await client(app, 'GET /v1/test/slowly-produced HTTP/1.1\r\nhost: a\r\n\r\n');
    await expect.poll(reader.answer).toContain('begin, ');
    await stalled(app, '/v1/test/list');
    await aborted(app);
    expect(await metric(app, 'requests_in_flight')).toBe(1);
    produced.resolve();
    await expect.poll(reader.answer).toContain('end');
    await expect.poll(() => metric(app, 'requests_in_flight')).toBe(0);
  });
});

const credentialsOf = ({ browser }: Pick<SignedIn, 'browser'>): string =>
  `authorization: Bearer ${browser.token}\r\ncookie: ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}\r\n`;
