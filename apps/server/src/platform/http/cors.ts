import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';

/** What pages of another origin ask by their bearer token alone; signing in, with its cookies, stays with the pages (docs/decisions/0048). */
const SHARED = /^\/(v1\/|graphql(?:[/?]|$)|ofrep\/)/;
/** What pages send beyond what every origin may. */
const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Traceparent, Tracestate';
/** What pages read of an answer beyond what every origin may. */
const ANSWER_HEADERS = 'Content-Disposition, Content-Length, ETag, Link, Retry-After, X-Total-Count, X-Total-Count-Capped, X-Trace-Id';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** The longest that Chromium caches a preflight response. */
const PREFLIGHT_SECONDS = 7200;

/**
 * Lets the pages ask an API that has another address (specification, section 7): one origin by its name, and no cookies
 * (security.md, W3). Without `apiUrl` no other origin is let in at all.
 */
export function registerCors(app: FastifyInstance, { publicUrl, apiUrl }: Pick<Config, 'publicUrl' | 'apiUrl'>): void {
  if (apiUrl === null) return;
  const pages = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, reply, done) => {
    if (!SHARED.test(request.url)) return done();
    reply.header('Vary', 'Origin');
    if (request.headers.origin !== pages) return done();
    reply.headers({ 'Access-Control-Allow-Origin': pages, 'Access-Control-Expose-Headers': ANSWER_HEADERS });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done();
    void reply
      .headers({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      })
      .code(204)
      .send();
  });
}
