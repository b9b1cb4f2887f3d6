import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS } from '@checkwell/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** A value that is asked for when somebody looks; one that cannot be had then is NaN. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  counter<const Labels extends readonly string[]>(
    name: string,
    help: string,
    labels: Labels,
  ): (values: Record<Labels[number], string>) => void;
}

const PREFIX = 'checkwell_';
/** Figures must be had when something is wrong, too. */
const READ_LIMIT_MS = 1000;

/** The measurements of one process: its own registry, so that several applications in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  return {
    registry,
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({ name: PREFIX + name, help, registers: [registry], collect });
      async function collect(): Promise<void> {
        const late = new AbortController();
        const value = Promise.resolve()
          .then(read)
          .catch(() => Number.NaN);
        gauge.set(await Promise.race([value, sleep(READ_LIMIT_MS, Number.NaN, { signal: late.signal }).catch(() => Number.NaN)]));
        late.abort();
      }
    },
    counter(name, help, labels) {
      const counter = new Counter({ name: PREFIX + name, help, labelNames: [...labels], registers: [registry] });
      return (values) => counter.inc(values);
    },
  };
}

/** Rate, errors and duration of every route, and one log line per answered request. */
export function registerObservation(app: FastifyInstance, metrics: Metrics): void {
  const duration = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics.registry],
  });
  const errors = metrics.counter('errors_total', 'Refused requests and failures, by code of the error catalogue.', ['code']);
  collectDefaultMetrics({ register: metrics.registry, prefix: PREFIX });

  const answered = new WeakSet<FastifyRequest>();
  app.addHook('onResponse', async (request, reply) => {
    answered.add(request);
    // The route's pattern: the address itself holds ids, and its query an e-mail address.
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const line = { method: request.method, route, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime * 10) / 10 };
    if (request.errorCode === null) {
      request.log.info(line, 'request');
      return;
    }
    errors({ code: request.errorCode });
    const level = ERRORS[request.errorCode].log === 'info' ? 'info' : 'warn';
    request.log[level]({ ...line, code: request.errorCode }, 'request');
  });
  // The caller left before the answer. Fastify's onRequestAbort knows of those alone who left in the middle of their body.
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (answered.has(request)) return;
      request.log.info({ method: request.method, route: request.routeOptions.url ?? 'unknown', aborted: true }, 'request');
    });
  });
  app.addHook('onClose', async () => metrics.registry.clear());
}
