import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../../test/cleanup.ts';
import { testDatabase } from '../../../test/database.ts';
import { nightly } from '../../../test/nightly.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import type { RouteFact } from '../methods.ts';

/** Each round takes every way to leave on every route: 1,200 connections. */
const ROUNDS = nightly ? 20 : 1;
const LOAD_MS = nightly ? 600_000 : 30_000;

const database = await testDatabase();
// All connections come from one person and one network, whose share of uploads would otherwise refuse most of them before their bodies.
const app = await serverApp(database, { limits: { slow: 100, slowPerPerson: 100, slowPerCompany: 100, slowPerNetwork: 100 } });
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;

/** By the port of the client: called when the server has received a request from it. */
const arrivals = new Map<number | undefined, () => void>();
app.http.server.on('request', ({ socket }: IncomingMessage) => arrivals.get(socket.remotePort)?.());

interface Client {
  readonly socket: Socket;
  /** Resolves when the server has received the head of a request; the rest of the packet is processed in the next turn of the event loop. */
  readonly arrived: Promise<void>;
}

async function client(): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // the tests break connections on purpose
  cleanUp(() => socket.destroy());
  await once(socket, 'connect');
  const { promise, resolve } = Promise.withResolvers<void>();
  const { localPort } = socket;
  arrivals.set(localPort, resolve);
  socket.once('close', () => arrivals.delete(localPort));
  return { socket, arrived: promise };
}

interface Message {
  readonly head: string;
  readonly body: string;
}
const half = ({ head, body }: Message): string => head + body.slice(0, body.length / 2);
const whole = ({ head, body }: Message): string => head + body;

async function turns(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await turn();
}

const resetAfter =
  (text: (message: Message) => string, later = 0) =>
  async ({ socket, arrived }: Client, message: Message): Promise<void> => {
    socket.write(text(message));
    await arrived;
    await turns(later);
    socket.resetAndDestroy();
  };
const endAfter =
  (text: (message: Message) => string) =>
  async ({ socket, arrived }: Client, message: Message): Promise<void> => {
    socket.end(text(message));
    await arrived;
  };

/** Every way in which a client can abort a request, or block it. */
const WAYS: Readonly<Record<string, (client: Client, message: Message) => Promise<void>>> = {
  'a reset after the head': resetAfter(({ head }) => head),
  'an end after the head': endAfter(({ head }) => head),
  'a reset after half of the body': resetAfter(half),
  'an end after half of the body': endAfter(half),
  'a reset as soon as the whole body has arrived': resetAfter(whole),
  'a reset while the request is handled': resetAfter(whole, 3),
  'a reset a little later': resetAfter(whole, 12),
  'a reset after two requests at once': resetAfter((message) => whole(message) + whole(message), 2),
  'an end after the whole body': endAfter(whole),
  'two bytes of garbage after the body': async ({ socket, arrived }, message) => {
    socket.write(`${whole(message)}\0\x01`);
    await arrived;
  },
  'garbage in place of the body': async ({ socket, arrived }, { head }) => {
    socket.write(`${head.replace(/content-length: \d+/, 'transfer-encoding: chunked')}\0\x01\r\n`);
    await arrived;
  },
  'a response that is not read': async ({ socket, arrived }, message) => {
    socket.pause();
    socket.write(whole(message));
    await arrived;
  },
};

const BODY = JSON.stringify({ query: '{ viewer { profile { id } } }', email: 'nobody@example.be', password: 'Sunny-Monday-2468' });
const SOME_ID = '00000000-0000-7000-8000-000000000000';

const metrics = async (): Promise<string> => (await app.http.inject({ url: '/metrics' })).body;
const errors = async (): Promise<string> => ((await metrics()).match(/^checkwell_errors_total.*$/gm) ?? []).join('\n');

async function inFlight(): Promise<Record<string, number>> {
  return Object.fromEntries(
    [...(await metrics()).matchAll(/^checkwell_(requests_\w+) (\d+)$/gm)].map(([, name, value]) => [name ?? '', Number(value)]),
  );
}

describe('many broken connections', async () => {
  const sender = await app.signedIn();
  const routes = app.routes
    .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    // Routes that end the session come last.
    .sort((a, b) => Number(a.url.startsWith('/auth/')) - Number(b.url.startsWith('/auth/')));

  const headOf = ({ method, url, readsBody }: RouteFact, authorized: boolean): string => {
    const { cookies, token } = sender.browser;
    const path = url.replace(':companyId', sender.companyId).replace(/:\w+/g, SOME_ID) + (readsBody ? '?fileName=a.pdf' : '');
    return [
      `${method} ${path} HTTP/1.1`,
      'host: localhost',
      'x-forwarded-for: 198.51.100.7',
      // An upload of another type is refused before its body is read.
      `content-type: ${readsBody ? 'application/pdf' : 'application/json'}`,
      `content-length: ${BODY.length}`,
      ...(authorized ? [`authorization: Bearer ${token}`, `cookie: ${[...cookies].map((pair) => pair.join('=')).join('; ')}`] : []),
      '\r\n',
    ].join('\r\n');
  };

  test(
    `leave no request in flight, queued or waiting: ${routes.length} routes, ${Object.keys(WAYS).length} ways`,
    async () => {
      expect(routes.length).toBeGreaterThan(30);
      expect(routes.filter(({ readsBody }) => readsBody)).toHaveLength(3);
      const admin = await app.signedIn();
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const route of routes) {
          await Promise.all(
            Object.values(WAYS).flatMap((leave) =>
              [true, false].map(async (authorized) => leave(await client(), { head: headOf(route, authorized), body: BODY })),
            ),
          );
        }
      }
      await expect.poll(inFlight).toEqual({ requests_in_flight: 0, requests_queued: 0, requests_waiting_for_body: 0 });

      const profile = await admin.browser.send('GET', '/v1/api/profiles');
      expect([profile.statusCode, profile.json().userName]).toEqual([200, admin.email]);
      const answer = await admin.browser.send('POST', '/graphql', { query: '{ __typename }' });
      expect([answer.statusCode, answer.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
      expect((await app.signedIn()).profileId).not.toBe('');
    },
    LOAD_MS,
  );

  test('on an unknown route are not reported as errors of the database', async () => {
    const head = ['POST /nowhere HTTP/1.1', 'host: localhost', 'content-type: application/json', `content-length: ${BODY.length}`, '\r\n'];
    for (const leave of Object.values(WAYS)) await leave(await client(), { head: head.join('\r\n'), body: BODY });
    // Clients that stay get an answer; those that left cause no error in the log (setup.ts), and no metric that alerts the operator.
    await expect.poll(errors).toContain('code="request.notFound"');
    await expect.poll(inFlight).toEqual({ requests_in_flight: 0, requests_queued: 0, requests_waiting_for_body: 0 });
    expect(await errors()).not.toContain('code="database.unavailable"');
  });
});
