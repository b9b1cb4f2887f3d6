import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@checkwell/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotReady, type NotReadyReason } from '../readiness.ts';
import type { Metrics } from './observe.ts';

/** Something without which a sign-in, or what follows it, would fail. Rejects when it is not there, with `NotReady` where the reason is known. */
export type ReadinessCheck = () => Promise<void>;
/** `timeout`: no answer within a second; `failed`: for a reason that the log tells. */
type Outcome = 'ok' | NotReadyReason | 'timeout' | 'failed';

const READY_LIMIT_MS = 1000;

export interface HealthOptions {
  /** Checks by the name that `/readyz` shows. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** Names of checks that are reported, but do not make the process unready. */
  readonly shownOnly?: readonly string[];
  readonly metrics: Metrics;
  /** Opens `/metrics` to callers from elsewhere; null: this machine only. */
  readonly metricsToken: string | null;
  /** Whether the process is on its way out: a balancer must stop sending. */
  readonly stopping: () => boolean;
}

/** `/healthz`: the process answers. `/readyz`: a sign-in would work. `/metrics`: for the people who run it. */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/healthz', { config: { public: true }, schema: { hide: true } }, async () => ({ status: 'ok' }));

  const inspect = async (): Promise<readonly (readonly [string, Outcome])[]> =>
    Promise.all(Object.entries(options.checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const));
  let inspection: ReturnType<typeof inspect> | undefined;
  app.get('/readyz', { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    // Concurrent requests get the same answer: anybody may ask, and there is one connection for it.
    inspection ??= inspect().finally(() => {
      inspection = undefined;
    });
    const results = await inspection;
    const ready = !options.stopping() && results.every(([name, outcome]) => outcome === 'ok' || options.shownOnly?.includes(name));
    return reply
      .code(ready ? 200 : 503)
      .send({ status: options.stopping() ? 'stopping' : ready ? 'ready' : 'unavailable', checks: Object.fromEntries(results) });
  });

  app.get('/metrics', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    // Not 403: whether there is something to see is nobody else's business.
    if (!mayReadMetrics(request, options.metricsToken)) throw new AppError('request.notFound');
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
}

async function outcomeOf(check: ReadinessCheck): Promise<Outcome> {
  const timer = new AbortController();
  try {
    return await Promise.race([check().then(() => 'ok' as const), sleep(READY_LIMIT_MS, 'timeout' as const, { signal: timer.signal })]);
  } catch (error) {
    return error instanceof NotReady ? error.reason : 'failed';
  } finally {
    timer.abort();
  }
}

const isLoopback = (address: string): boolean => isIP(address) !== 0 && /^(::1$|127\.|::ffff:127\.)/.test(address);

/** A proxy on this machine makes every caller look local, so a forwarded request never counts as local. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => request.headers[name] !== undefined);
  return !forwarded && isLoopback(request.socket.remoteAddress ?? '');
}
