import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@checkwell/domain/errors';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySerializerCompiler,
  LogController,
} from 'fastify';
import type { Config } from '../../config.ts';
import { newTraceId, traceFrom } from '../trace.ts';
import { traceRequest } from '../tracing/requests.ts';
import { errorBody, registerErrors, sendError } from './errors.ts';

/** How long a request may take from its first byte to the answer, unless its route says otherwise. */
export const REQUEST_LIMIT_MS = 30_000;
/** Slow uploads: 10 MiB over a poor mobile network. */
export const SLOW_REQUEST_LIMIT_MS = 300_000;
const HEADERS_LIMIT_MS = 15_000;
const BODY_LIMIT_BYTES = 1024 * 1024;
const MAX_CONNECTIONS = 10_000;

export interface HttpServerOptions {
  readonly config: Pick<Config, 'trustedProxies'>;
  readonly log: FastifyBaseLogger;
  /** Compiles what writes the answers, in place of Fastify's own: many servers of one process may share what it made. */
  readonly serializers?: FastifySerializerCompiler<unknown>;
}

/**
 * The HTTP server, before any route: limits of time and size, the trace of each request, errors in one form.
 * Every limit bounds what one caller can hold: the web application itself never gives up a request (specification, section 9).
 */
export function createHttpServer({ config, log, serializers }: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // One line per answered request, written in observe.ts; Fastify's own would hold the query string.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    genReqId: ({ headers }) => traceFrom(headers.traceparent)?.traceId ?? newTraceId(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    handlerTimeout: REQUEST_LIMIT_MS,
    requestTimeout: SLOW_REQUEST_LIMIT_MS,
    keepAliveTimeout: 72_000,
    // Node looks for slow senders only every 30 s by itself, and would let them stay that much longer (security.md, R3).
    http: { headersTimeout: HEADERS_LIMIT_MS, connectionsCheckingInterval: 1000 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
    // Shutdown has its own, gentler way (shutdown.ts).
    forceCloseConnections: false,
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  if (serializers) app.setSerializerCompiler(serializers);
  // No route takes plain text: it would only be met by rules that expect an object.
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Kept, because a connection that was reset has no address any more while its request is still worked on.
    Object.defineProperty(request, 'ip', { value: request.ip ?? '' });
    reply.header('X-Trace-Id', request.id);
    if (hasTwoHosts(request.raw)) {
      reply.header('Connection', 'close');
      done(new AppError('request.malformed'));
    } else traceRequest(request, reply, done);
  });
  // Who is still sending when the time is up would otherwise keep the connection until Node's own, longer limit.
  app.addHook('onResponse', async (request) => {
    if (request.errorCode === 'request.incomplete') request.raw.socket.destroy();
  });
  registerErrors(app);
  return app;
}

/**
 * Many HTTP clients name JSON as the type of every request, also of one that has no body: signing out must not fail for that. Where a
 * route takes a body, its absence stays a malformed request.
 */
function acceptEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else void parseJson(request, body, done);
  });
}

/** A proxy may have taken the other one (RFC 9112, section 3.2). Node itself refuses a request without one. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (name: string, index: number) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
}

/** What is not even HTTP: answered in the same form as every other refusal, then closed. */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body = JSON.stringify({ error: errorBody(new AppError('request.malformed'), newTraceId()) });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
