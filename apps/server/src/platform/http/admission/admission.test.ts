import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../../test/cleanup.ts';
import { testDatabase } from '../../../test/database.ts';
import { takeLoggedErrors } from '../../../test/logged-errors.ts';
import { type ServerApp, type SignedIn, serverApp } from '../../../test/servers/server-app.ts';
import { withoutSlot } from '../../slot.ts';
import { BODY_LIMITS, createBodyReader } from '../request-body.ts';
import { inFlightFor, mostWaitFor } from './admission.ts';

const database = await testDatabase();

/** Until then nobody is refused for being slow. */
const PATIENT = { startMs: 60_000, bytesPerSecond: 1, wholeMs: 60_000 };

/** An application that listens, with a route whose handler ends when it is told to. */
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
  /** Everything that came so far. */
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
  socket.on('error', () => undefined); // of connections that are broken on purpose
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

async function figure({ http }: ServerApp, name: string): Promise<number> {
  const { body } = await http.inject({ url: '/metrics' });
  return Number(new RegExp(`^checkwell_${name} (\\d+)$`, 'm').exec(body)?.[1]);
}

describe('a body that does not come', () => {
  test('holds nothing of what others need, and only its share of what waits', async () => {
    const { app } = await gated({ limits: { inFlight: 1, body: { most: 6, mostPerNetwork: 4, pace: PATIENT } } });
    const waiting = await Promise.all(Array.from({ length: 6 }, () => client(app, message('/auth/sign-in', { body: '', length: 10 }))));
    await expect.poll(() => figure(app, 'requests_waiting_for_body')).toBe(4);
    await expect.poll(() => waiting.filter((one) => one.answer().startsWith('HTTP/1.1 429 ')).length).toBe(2);
    expect(await figure(app, 'requests_in_flight')).toBe(0);

    // Whoever sends the whole request at once waits for nothing, from that network too.
    const query = '{"query":"{ __typename }"}';
    const quick = await client(app, message('/graphql', { body: query }));
    await expect.poll(quick.answer).toMatch(/^HTTP\/1.1 200 /);
    // When there is no place left, whoever sends it in two parts gets one of the network that has most of them.
    for (const from of ['198.51.100.1', '198.51.100.2']) await client(app, message('/graphql', { body: '{', length: 2, from }));
    await expect.poll(() => figure(app, 'requests_waiting_for_body')).toBe(6);
    const parted = await client(app, message('/graphql', { body: query.slice(0, 9), length: query.length, from: '198.51.100.3' }));
    await expect.poll(() => waiting.filter((one) => one.answer().startsWith('HTTP/1.1 503 ')).length).toBe(1);
    parted.socket.write(query.slice(9));
    await expect.poll(parted.answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test.each([
    ['none of it', ''],
    ['a part of it', '{"a":'],
  ])('is refused with 408 when %s has come, and the connection ends', async (_name, body) => {
    const { app } = await gated({
      limits: { body: { ...BODY_LIMITS, pace: { startMs: 20, bytesPerSecond: 1_000_000, wholeMs: 60_000 } } },
    });
    const slow = await client(app, message('/v1/test/wait', { body, length: 1000 }));
    await slow.closed;
    expect(slow.answer()).toMatch(/^HTTP\/1.1 408 /);
    expect(slow.answer()).toContain('"code":"request.incomplete"');
    expect(await figure(app, 'requests_waiting_for_body')).toBe(0);
  });

  test('is not waited for when its sender has left before it is asked for', async () => {
    const bodies = createBodyReader({ most: 6, mostPerNetwork: 4, pace: PATIENT });
    const message = new Readable({ read: () => undefined });
    message.destroy();
    await once(message, 'close');
    await expect(bodies.read(message, { network: 'a', mostBytes: 10 })).rejects.toThrow('request.malformed');
    expect(bodies.waiting()).toBe(0);
  });

  test('has an end, however fast it comes', async () => {
    const { app } = await gated({ limits: { body: { ...BODY_LIMITS, pace: { startMs: 60_000, bytesPerSecond: 1, wholeMs: 20 } } } });
    const slow = await client(app, message('/v1/test/wait', { body: '{"a":', length: 1000 }));
    await slow.closed;
    expect(slow.answer()).toMatch(/^HTTP\/1.1 408 /);
  });

  test('longer than it may be is refused while it comes', async () => {
    const { app } = await gated();
    const chunk = 'x'.repeat(65_536);
    const endless = await client(
      app,
      'POST /v1/test/wait HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    for (let sent = 0; sent <= 1_200_000; sent += chunk.length) endless.socket.write(`10000\r\n${chunk}\r\n`);
    await expect.poll(endless.answer).toMatch(/^HTTP\/1.1 413 /);
    expect(await figure(app, 'requests_in_flight')).toBe(0);
  });
});

describe('a slot', () => {
  test('is kept until the work has ended, although the client has left, and is free then', async () => {
    const { app, open, inside } = await gated({ limits: { inFlight: 2, mostWaiting: 0 } });
    const leaving = await Promise.all([client(app, message('/v1/test/wait')), client(app, message('/v1/test/wait'))]);
    await expect.poll(inside).toBe(2);
    for (const { socket } of leaving) socket.resetAndDestroy();
    await expect.poll(() => JSON.stringify(app.log.lines).split('"aborted":true').length - 1).toBe(2);

    expect((await app.http.inject({ method: 'POST', url: '/v1/test/wait', payload: {} })).statusCode).toBe(503);
    open();
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(0);
    expect((await app.http.inject({ method: 'POST', url: '/v1/test/wait', payload: {} })).statusCode).toBe(200);
  });

  test('covers the question who asks', async () => {
    const { app } = await gated();
    const { browser, profileId } = await app.signedIn();
    app.services.identity.forget(profileId);
    const unlocked = await locked('profiles');
    const asking = await client(app, `GET /v1/api/profiles HTTP/1.1\r\nhost: a\r\n${credentialsOf({ browser })}\r\n`);
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(1);
    asking.socket.resetAndDestroy();
    await expect.poll(() => JSON.stringify(app.log.lines)).toContain('"aborted":true');
    expect(await figure(app, 'requests_in_flight')).toBe(1);
    await unlocked();
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(0);
  });

  test('is not kept by a client that does not read its answer', async () => {
    const { app } = await gated({ limits: { inFlight: 1 } });
    const stalled = await client(app, '');
    stalled.socket.pause();
    stalled.socket.write(message('/v1/test/large'));
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(0);
    await expect
      .poll(() =>
        app.http.inject({ method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } }).then(({ statusCode }) => statusCode),
      )
      .toBe(200);
    expect(stalled.socket.closed).toBe(false);
  });

  test('serves others while the handler waits for somebody else', async () => {
    const { app, open, inside } = await gated({ limits: { inFlight: 1 } });
    const send = (path: string) => app.http.inject({ method: 'POST', url: path, payload: {} });
    const waiting = [send('/v1/test/outside'), send('/v1/test/outside')];
    await expect.poll(inside).toBe(2);
    expect(await figure(app, 'requests_in_flight')).toBe(0);
    expect((await send('/v1/test/large')).statusCode).toBe(200);
    open();
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await figure(app, 'requests_in_flight')).toBe(0);
  });

  test('of a handler that does not end is answered for at the limit of its route, also once the body was read', async () => {
    const { app, open } = await gated();
    const stuck = await client(app, message('/v1/test/stuck'));
    await expect.poll(stuck.answer).toContain('"code":"request.timeout"');
    expect(stuck.answer()).toMatch(/^HTTP\/1.1 503 /);
    expect(takeLoggedErrors()).toHaveLength(1);
    // It still works, so it still counts.
    expect(await figure(app, 'requests_in_flight')).toBe(1);
    open();
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(0);
  });
});

test('as many requests are worked on at once as there are connections to the database for them', () => {
  expect([1, 10, 40].map(inFlightFor)).toEqual([8, 10, 40]);
});

test('whoever gives queries more time lets requests wait longer for their turn', () => {
  expect([2000, 30_000].map(mostWaitFor)).toEqual([750, 11_250]);
});

describe('more requests than are worked on at once', () => {
  /** One works at a time, until it is told to end. */
  async function turns(limits: Parameters<typeof serverApp>[1] = {}) {
    const at: { readonly from: string; readonly end: () => void }[] = [];
    const more = (http: ServerApp['http']) =>
      http.post('/v1/test/turn', { config: { public: true } }, async (request) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        at.push({ from: request.ip, end: resolve });
        await promise;
        return {};
      });
    const { app } = await gated({ ...limits, limits: { inFlight: 1, mostWaitMs: 60_000, ...limits.limits }, more });
    return {
      app,
      ask: (from = '192.0.2.1') => client(app, message('/v1/test/turn', { from })),
      queued: (count: number) => expect.poll(() => figure(app, 'requests_queued')).toBe(count),
      works: (count: number) => expect.poll(() => at.map(({ from }) => from).length).toBe(count),
      end: (index: number) => at[index]?.end(),
      order: () => at.map(({ from }) => from),
    };
  }
  const answered = (one: Client, status: number) => expect.poll(one.answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));

  test('wait for their turn, of each network in its turn, and are answered', async () => {
    const { ask, queued, works, end, order } = await turns();
    const page = [];
    for (let count = 0; count < 12; count += 1) {
      page.push(await ask());
      if (count === 0) await works(1);
      else await queued(count);
    }
    const other = await ask('198.51.100.1');
    await queued(12);
    for (let index = 0; index < 13; index += 1) {
      await works(index + 1);
      end(index);
    }
    for (const one of [...page, other]) await answered(one, 200);
    expect(order().indexOf('198.51.100.1')).toBe(2);
    await queued(0);
  });

  test('are refused at once when as many wait as are served in time, and told when to come back', async () => {
    const { ask, queued, works, end } = await turns({ limits: { mostWaiting: 1 } });
    const first = await ask();
    await works(1);
    const second = await ask();
    await queued(1);
    const third = await ask();
    await answered(third, 503);
    expect(third.answer()).toContain('"code":"server.overloaded"');
    expect(third.answer()).toMatch(/\r\nretry-after: \d+\r\n/i);
    end(0);
    await works(2);
    end(1);
    await answered(first, 200);
    await answered(second, 200);
  });

  test('are not worked on for who has left meanwhile', async () => {
    const { app, ask, queued, works, end, order } = await turns();
    await ask();
    await works(1);
    const leaving = await ask('198.51.100.1');
    await queued(1);
    leaving.socket.resetAndDestroy();
    await queued(0);
    const last = await ask('198.51.100.2');
    await queued(1);
    end(0);
    await works(2);
    end(1);
    await answered(last, 200);
    expect(order()).toEqual(['192.0.2.1', '198.51.100.2']);
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(0);
  });
});

/** Keeps a table from everybody. @returns lets them in again */
async function locked(table: string): Promise<() => Promise<void>> {
  const { Client: Connection } = await import('pg');
  const connection = new Connection({ connectionString: database.db.ownerUrl });
  await connection.connect();
  cleanUp(() => connection.end());
  await connection.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => void (await connection.query('commit'));
}

describe('documents on their way', () => {
  /** The head of an upload whose body does not come, by somebody who is signed in. */
  const trickling = (app: ServerApp, who: SignedIn) =>
    client(
      app,
      `POST /v1/api/companies/${who.companyId}/documents?fileName=a.pdf HTTP/1.1\r\nhost: a\r\ncontent-type: application/pdf\r\ncontent-length: 1000\r\n${credentialsOf(who)}\r\n%PDF-`,
    );
  const refusals = (clients: readonly Client[]) => clients.map((one) => one.answer().slice(9, 12)).filter((status) => status !== '');

  test('are no more of one person and of one company than their share', async () => {
    const { app } = await gated({ limits: { slow: 6, slowPerPerson: 2, slowPerCompany: 3 } });
    const one = await app.signedIn();
    const colleague = await app.signedIn({ companyId: one.companyId, accesType: 'basic' });
    const own = await Promise.all([1, 2, 3, 4].map(() => trickling(app, one)));
    await expect.poll(() => refusals(own)).toEqual(['429', '429']);
    const colleagues = await Promise.all([1, 2].map(() => trickling(app, colleague)));
    await expect.poll(() => refusals(colleagues)).toEqual(['429']);
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(3);

    const others = await trickling(app, await app.signedIn());
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(4);
    expect(refusals([others])).toEqual([]);

    for (const { socket } of [...own, ...colleagues, others]) socket.resetAndDestroy();
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(0);
    const again = await trickling(app, one);
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(1);
    expect(refusals([again])).toEqual([]);
  });

  test('are no more of strangers than the share of their network', async () => {
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

  test('give their place back when whoever downloads them reads too slowly', async () => {
    const { app } = await gated({
      limits: { readers: { startMs: 20, bytesPerSecond: 1_000_000_000 } },
      more: (http) => http.get('/v1/test/document', open, async () => Buffer.alloc(20_000_000)),
    });
    await stalled(app, '/v1/test/document');
    await aborted(app);
    expect(await figure(app, 'requests_in_flight')).toBe(0);
  });

  test('that are made while they are read do so too; the time in which they are made is not the reader’s', async () => {
    const made = Promise.withResolvers<void>();
    async function* slowlyMade() {
      yield 'begin, ';
      await made.promise;
      yield 'end';
    }
    const { app } = await gated({
      limits: { readers: { startMs: 2000, bytesPerSecond: 1_000_000_000 } },
      more: (http) => {
        http.get('/v1/test/slowly-made', open, async () => Readable.from(slowlyMade()));
        http.get('/v1/test/list', open, async () => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1_000_000))));
      },
    });
    const reader = await client(app, 'GET /v1/test/slowly-made HTTP/1.1\r\nhost: a\r\n\r\n');
    await expect.poll(reader.answer).toContain('begin, ');
    await stalled(app, '/v1/test/list');
    await aborted(app);
    expect(await figure(app, 'requests_in_flight')).toBe(1);
    made.resolve();
    await expect.poll(reader.answer).toContain('end');
    await expect.poll(() => figure(app, 'requests_in_flight')).toBe(0);
  });
});

const credentialsOf = ({ browser }: Pick<SignedIn, 'browser'>): string =>
  `authorization: Bearer ${browser.token}\r\ncookie: ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}\r\n`;
