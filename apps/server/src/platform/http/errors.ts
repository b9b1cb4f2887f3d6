import { AppError, ERRORS, type ErrorBody, type ErrorCode } from '@checkwell/domain/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { isUnavailable } from '../db/pool.ts';

/** What Fastify's own refusals mean in the product's catalogue; other 4xx are `request.malformed`. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedMediaType',
  FST_ERR_HANDLER_TIMEOUT: 'request.timeout',
  FST_ERR_NOT_FOUND: 'request.notFound',
  FST_ERR_MAX_PARAM_LENGTH: 'request.notFound',
  FST_ERR_BAD_URL: 'request.malformed',
};

/** PostgreSQL refused a value as no value of its type (text that is no uuid, a number out of range, NUL …): the caller's error. */
const VALUE_REFUSED = new Set(['22P02', '22003', '22021', '22P05', '22001', '22007', '22008']);

/** Seconds after which it is worth trying again, where the error itself does not know. */
const RETRY_SECONDS: Partial<Record<ErrorCode, number>> = {
  'server.overloaded': 1,
  'database.unavailable': 2,
  'auth.unavailable': 5,
  'payment.unavailable': 10,
  'request.tooMany': 60,
};

/** The error of the catalogue that an error comes down to; what is not ours becomes `server.unexpected`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return new AppError('database.unavailable', {}, { cause: error });
  if (error instanceof DatabaseError && VALUE_REFUSED.has(error.code ?? '')) return new AppError('request.invalid', {}, { cause: error });
  if (error instanceof Error) {
    const { code, statusCode } = error as Partial<FastifyError>;
    const known = code === undefined ? undefined : FASTIFY_CODES[code];
    if (known) return new AppError(known, {}, { cause: error });
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('request.malformed', {}, { cause: error });
  }
  return new AppError('server.unexpected', {}, { cause: error });
}

export function errorBody(error: AppError, traceId: string): ErrorBody {
  return { code: error.code, params: error.params, issues: error.issues, traceId };
}

/** Seconds for `Retry-After`, or undefined when trying again does not help. */
export function retryAfter(error: AppError): number | undefined {
  const { retryAfterSeconds } = error.params;
  return typeof retryAfterSeconds === 'number' ? Math.ceil(retryAfterSeconds) : RETRY_SECONDS[error.code];
}

/**
 * Notes the error for the request's log line; what the catalogue calls an error is logged with its stack and cause.
 * @param field of GraphQL that failed
 */
export function noteError(request: FastifyRequest, error: AppError, field = ''): void {
  request.errorCode = error.code;
  if (error.status === 403)
    request.refusals = [...(request.refusals ?? []), `${request.method} ${request.routeOptions.url} ${field}`.trim()];
  if (ERRORS[error.code].log === 'error')
    request.log.error({ err: error.cause ?? error, code: error.code, route: request.routeOptions.url }, 'request failed');
}

/** Answers with the error as a REST body. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  // The client's connection, not that to the database: the client left in the middle of a body.
  const error = thrown === request.raw.errored ? new AppError('request.malformed') : toAppError(thrown);
  noteError(request, error);
  const seconds = retryAfter(error);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  // The scheme tells programs how to sign in; browsers show no prompt for it.
  if (error.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  // Set again, because a request whose address cannot be read gets here past every hook.
  reply.headers({ 'X-Trace-Id': request.id, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: errorBody(error, request.id) }));
}

/** One error handler for every route; a route that speaks another format (GraphQL) brings its own. */
export function registerErrors(app: FastifyInstance): void {
  app.decorateRequest('errorCode', null);
  app.decorateRequest('refusals', null);
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('request.notFound')));
}
