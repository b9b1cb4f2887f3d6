import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginCallersSpan, beginSpan, type Span, traceFrom, withTrace } from '../trace.ts';

/** Routes of monitoring, and of pages with their files (`web.ts`). */
const UNTRACED: readonly string[] = ['/healthz', '/readyz', '/metrics', '/*'];

/** How long the browser had waited when it sent the request, in milliseconds (lib/browser/trace.ts of the web). */
const SINCE = /(?:^|,)\s*checkwell=(\d{1,5})\s*(?:,|$)/;

/** The browser's own step, which began before its request came: pages export no steps, so it is recorded here. */
function beginBrowsersSpan({ headers }: FastifyRequest): Span | undefined {
  const parent = traceFrom(headers.traceparent);
  const waited = typeof headers.tracestate === 'string' ? SINCE.exec(headers.tracestate)?.[1] : undefined;
  if (parent === undefined || waited === undefined) return undefined;
  return beginCallersSpan({ name: 'browser', kind: 'client', startedAt: new Date(Date.now() - Number(waited)) }, parent);
}

/** All that a request starts belongs to its trace, and is part of its step. */
export function traceRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const route = request.routeOptions.url;
  if (route === undefined || UNTRACED.includes(route)) {
    withTrace(request.id, done);
    return;
  }
  const browser = beginBrowsersSpan(request);
  const span = beginSpan(
    {
      name: `${request.method} ${route}`,
      kind: 'server',
      // The route's pattern: the address itself holds ids, and its query an e-mail address.
      attributes: { 'http.request.method': request.method, 'http.route': route },
    },
    { traceId: request.id, spanId: traceFrom(request.headers.traceparent)?.spanId ?? '' },
  );
  if (span.id !== '') {
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.raw.statusCode, ...(!reply.raw.writableFinished && { 'checkwell.aborted': true }) });
      if (reply.raw.statusCode >= 500) span.fail(request.errorCode ?? String(reply.raw.statusCode));
      else if (request.errorCode) span.set({ 'error.type': request.errorCode });
      span.end();
      browser?.end();
    });
  }
  withTrace(request.id, done, span.id);
}
