import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { prepareShutdown } from './shutdown.ts';

const agents: Agent[] = [];
afterAll(() => {
  for (const agent of agents) agent.destroy();
});

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

function client(port: number) {
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  return (path: string) =>
    new Promise<Answer>((resolve, reject) => {
      const sending = request({ port, host: '127.0.0.1', path, agent }, (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
      });
      sending.on('error', reject).end();
    });
}

async function server({ deadlineMs, delayMs = 0 }: { deadlineMs?: number; delayMs?: number } = {}) {
  const app = Fastify({ keepAliveTimeout: 60_000 });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  let streamsEnded = 0;
  app.get('/quick', async () => ({}));
  app.get('/slow', async () => {
    waiting += 1;
    await released;
    return {};
  });
  const shutdown = prepareShutdown(app, {
    endStreams: () => {
      streamsEnded += 1;
    },
    graceMs: 100,
    delayMs,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, shutdown, get: client(port), port, release: () => release(), waiting: () => waiting, streamsEnded: () => streamsEnded };
}

describe('shutdown', () => {
  test('running requests are answered, new ones are refused, and idle connections do not delay the stop', async () => {
    const { shutdown, get, port, release, waiting, streamsEnded } = await server();
    expect((await get('/quick')).connection).toBe('keep-alive');
    const other = client(port);
    expect((await other('/quick')).status).toBe(200); // the connection stays open and idle
    const running = get('/slow');
    await expect.poll(waiting).toBe(1);

    const stopped = shutdown.stop();
    expect(shutdown.stopping()).toBe(true);
    // A request on an open connection is still answered, and the connection is closed.
    expect(await other('/quick')).toEqual({ status: 200, connection: 'close' });
    expect(streamsEnded()).toBe(1);
    await expect(client(port)('/quick')).rejects.toThrow('ECONNREFUSED');
    release();
    expect(await running).toEqual({ status: 200, connection: 'close' });
    await stopped;
    await shutdown.stop();
    expect(streamsEnded()).toBe(1);
  });

  test('until the end of the delay, new connections are answered and streams continue', async () => {
    const { app, shutdown, port, streamsEnded } = await server({ delayMs: 3_600_000 });
    void shutdown.stop();
    expect(shutdown.stopping()).toBe(true);
    expect(await client(port)('/quick')).toEqual({ status: 200, connection: 'close' });
    expect([app.server.listening, streamsEnded()]).toEqual([true, 0]);
    await app.close();
  });

  test('after the delay the server stops; after an announcement it does not wait again', async () => {
    const { shutdown, port, streamsEnded } = await server({ delayMs: 100 });
    await shutdown.announce();
    expect(await client(port)('/quick')).toEqual({ status: 200, connection: 'close' });
    await shutdown.stop();
    expect(streamsEnded()).toBe(1);
    await expect(client(port)('/quick')).rejects.toThrow('ECONNREFUSED');
  });

  test('requests that do not end are aborted at the deadline', async () => {
    const { shutdown, get, waiting } = await server({ deadlineMs: 300 });
    const running = get('/slow');
    const cutOff = expect(running).rejects.toThrow(/hang up|ECONNRESET/);
    await expect.poll(waiting).toBe(1);
    await shutdown.stop();
    await cutOff;
  });

  test('a server that never listened just closes', async () => {
    const app = Fastify();
    const shutdown = prepareShutdown(app, { endStreams: () => undefined });
    await app.ready();
    await shutdown.stop();
    expect(shutdown.stopping()).toBe(true);
  });
});
