import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@checkwell/domain/errors';
import type { FastifyInstance } from 'fastify';
import { StartupError } from '../../config/startup-error.ts';
import type { Config } from '../../config.ts';
import { newTraceId } from '../trace.ts';
import { errorBody, retryAfter } from './errors.ts';

type Address = Pick<Config, 'host' | 'port'> & {
  /** The variable that says which port; left out: PORT. */
  readonly variable?: 'PORT' | 'HEALTH_PORT';
};

/** What keeps a server from listening, as the person at the terminal can fix it. */
const LISTEN_ERRORS: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ port, variable = 'PORT' }) =>
    `Port ${port} is already in use: stop the other program, or set ${variable} to another number.`,
  EACCES: ({ port, variable = 'PORT' }) => `This account may not listen on port ${port}: set ${variable} to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is "${host}", which is no address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST is "${host}", which is no address of this machine.`,
};

function listenError(error: unknown, address: Address): unknown {
  const sentence = error instanceof Error && 'code' in error ? LISTEN_ERRORS[String(error.code)] : undefined;
  return sentence ? new StartupError(sentence(address), { cause: error }) : error;
}

/**
 * Opens the product's address.
 * @returns the port, which the system chose when it was 0
 * @throws {StartupError} the address is taken, or none of this machine
 */
export async function listen(http: FastifyInstance, address: Address): Promise<number> {
  try {
    await http.listen({ host: address.host, port: address.port });
  } catch (error) {
    throw listenError(error, address);
  }
  return (http.server.address() as AddressInfo).port;
}

/**
 * Takes the address at the very beginning, so that an address in use is reported before minutes of preparation, and answers
 * there meanwhile: 503 with `Retry-After`; a browser tries again by itself. `/healthz` is well: the process lives.
 * @returns gives the address up again, for `listen`; may be called twice
 * @throws {StartupError} as `listen`
 */
export async function holdAddress(address: Address): Promise<() => Promise<void>> {
  const server = createServer((request, reply) => {
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
    if (request.url === '/healthz') return reply.writeHead(200, { ...headers, 'Content-Type': 'application/json' }).end('{"status":"ok"}');
    const error = new AppError('database.unavailable');
    const wait = { ...headers, 'Retry-After': String(retryAfter(error)), Connection: 'close' };
    if (request.headers.accept?.includes('text/html')) {
      return reply
        .writeHead(503, { ...wait, Refresh: String(retryAfter(error)), 'Content-Type': 'text/plain; charset=utf-8' })
        .end('Checkwell is being prepared. This page will open by itself.\n');
    }
    const body = request.url === '/readyz' ? { status: 'unavailable', checks: {} } : { error: errorBody(error, newTraceId()) };
    return reply.writeHead(503, { ...wait, 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, address)));
    server.listen({ host: address.host, port: address.port }, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
