import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS } from '@checkwell/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** A value that is asked for when somebody looks; one that cannot be had then is NaN. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Several values under one name, each with its labels, asked for as `gauge` does; what cannot be had is left out. */
  gauges<const Labels extends readonly string[]>(
    name: string,
    help: string,
    labels: Labels,
    read: () => readonly Sample<Labels>[] | Promise<readonly Sample<Labels>[]>,
  ): void;
  counter<const Labels extends readonly string[]>(
    name: string,
    help: string,
    labels: Labels,
  ): (values: Record<Labels[number], string>) => void;
  /** How long something took. @returns notes one, in seconds */
  histogram<const Labels extends readonly string[]>(
    name: string,
    help: string,
    labels: Labels,
    buckets: readonly number[],
  ): (values: Record<Labels[number], string>, seconds: number) => void;
}

/** One value with its labels. */
export interface Sample<Labels extends readonly string[]> {
  readonly labels: Record<Labels[number], string>;
  readonly value: number;
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
        gauge.set(await inTime(read, Number.NaN));
      }
    },
    gauges(name, help, labels, read) {
      const gauge: Gauge = new Gauge({ name: PREFIX + name, help, labelNames: [...labels], registers: [registry], collect });
      async function collect(): Promise<void> {
        const samples = await inTime(read, []);
        // What is no longer there must not appear as it was.
        gauge.reset();
        for (const sample of samples) gauge.set(sample.labels, sample.value);
      }
    },
    counter(name, help, labels) {
      const counter = new Counter({ name: PREFIX + name, help, labelNames: [...labels], registers: [registry] });
      return (values) => counter.inc(values);
    },
    histogram(name, help, labels, buckets) {
      const histogram = new Histogram({ name: PREFIX + name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] });
      return (values, seconds) => histogram.observe(values, seconds);
    },
  };
}

/** @returns what is read, or `otherwise` when that fails or takes too long */
async function inTime<Value>(read: () => Value | Promise<Value>, otherwise: Value): Promise<Value> {
  const late = new AbortController();
  const value = Promise.resolve()
    .then(read)
    .catch(() => otherwise);
  try {
    return await Promise.race([value, sleep(READ_LIMIT_MS, otherwise, { signal: late.signal }).catch(() => otherwise)]);
  } finally {
    late.abort();
  }
}

/** Metrics of one kind are read together: a reading that has begun answers all that are asked until it ends. */
export function together<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  return () => {
    asked ??= read().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

/** Rate, errors and duration of every route, and one log line per answered request. */
export function registerObservation(app: FastifyInstance, metrics: Metrics): void {
  const duration = metrics.histogram(
    'http_request_seconds',
    'Time from the first byte of a request to the end of its answer.',
    ['method', 'route', 'status'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  );
  const errors = metrics.counter('errors_total', 'Refused requests and failures, by code of the error catalogue.', ['code']);
  collectDefaultMetrics({ register: metrics.registry, prefix: PREFIX });

  const answered = new WeakSet<FastifyRequest>();
  app.addHook('onResponse', async (request, reply) => {
    answered.add(request);
    // The route's pattern: the address itself holds ids, and its query an e-mail address.
    const route = request.routeOptions.url ?? 'unknown';
    duration({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
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
      // An answer that was given whole is noted by onResponse, which may come after this.
      if (answered.has(request) || reply.raw.writableFinished) return;
      request.log.info({ method: request.method, route: request.routeOptions.url ?? 'unknown', aborted: true }, 'request');
    });
  });
  app.addHook('onClose', async () => metrics.registry.clear());
}
