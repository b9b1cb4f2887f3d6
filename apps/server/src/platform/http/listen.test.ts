import { connect } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { StartupError } from '../../config/startup-error.ts';
import { cleanUp } from '../../test/cleanup.ts';
import { freePort } from '../../test/free-port.ts';
import { holdAddress, listen } from './listen.ts';

async function held() {
  const address = { host: '127.0.0.1', port: await freePort() };
  const release = await holdAddress(address);
  cleanUp(release);
  return { address, release, url: `http://127.0.0.1:${address.port}` };
}

describe('an address that is held', () => {
  test('says "not yet" to programs and to people, and that the process lives', async () => {
    const { url } = await held();
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

  test('is given up at once, whoever is connected', async () => {
    const { address, release, url } = await held();
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

  test('is refused to a second one, in a sentence', async () => {
    const { address } = await held();
    const sentence = `Port ${address.port} is already in use: stop the other program, or set PORT to another number.`;
    await expect(holdAddress(address)).rejects.toThrow(new StartupError(sentence));
    const http = Fastify();
    await expect(listen(http, address)).rejects.toThrow(new StartupError(sentence));
    await expect(holdAddress({ host: '203.0.113.7', port: 0 })).rejects.toThrow(/^HOST is "203.0.113.7", which is no address/);
  });
});
