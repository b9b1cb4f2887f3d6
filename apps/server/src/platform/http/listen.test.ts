import { connect } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { StartupError } from '../../config/startup-error.ts';
import { cleanUp } from '../../test/cleanup.ts';
import { freePort } from '../../test/free-port.ts';
import { holdAddress, listen } from './listen.ts';

async function holding() {
  const address = { host: '127.0.0.1', port: await freePort() };
  const release = await holdAddress(address);
  cleanUp(release);
  return { address, release, url: `http://127.0.0.1:${address.port}` };
}

describe('an address that is reserved during the start', () => {
  test('answers programs and browsers with 503, and /healthz with 200', async () => {
    const { url } = await holding();
    const call = await fetch(`${url}/graphql`, { method: 'POST', body: '{}' });
    expect({ status: call.status, wait: call.headers.get('retry-after'), body: await call.json() }).toMatchObject({
      status: 503,
      wait: '2',
      body: { error: { code: 'database.unavailable', issues: [] } },
    });
    const page = await fetch(`${url}/checks`, { headers: { accept: 'text/html,*/*' } });
    expect({ status: page.status, again: page.headers.get('refresh'), type: page.headers.get('content-type') }).toEqual({
      status: 503,
      again: '2',
      type: 'text/plain; charset=utf-8',
    });
    const ready = await fetch(`${url}/readyz`);
    expect({ status: ready.status, body: await ready.json() }).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('is released at once, even while a client is connected', async () => {
    const { address, release, url } = await holding();
    const idle = connect(address);
    cleanUp(() => idle.destroy());
    await new Promise<void>((resolve) => idle.once('connect', resolve));
    await release();
    await release();
    const http = Fastify();
    cleanUp(() => http.close());
    http.get('/', async () => 'open');
    expect(await listen(http, address)).toBe(address.port);
    expect(await (await fetch(url)).text()).toBe('open');
  });

  test('cannot be used by a second process, which gets a clear message', async () => {
    const { address } = await holding();
    const sentence = `Port ${address.port} is already in use: stop the other program, or set PORT to another number.`;
    await expect(holdAddress(address)).rejects.toThrow(new StartupError(sentence));
    const http = Fastify();
    await expect(listen(http, address)).rejects.toThrow(new StartupError(sentence));
    await expect(holdAddress({ host: '203.0.113.7', port: 0 })).rejects.toThrow(/^HOST is "203.0.113.7", which is no address/);
  });
});
