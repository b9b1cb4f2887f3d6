import { AppError } from '@checkwell/domain/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isApiPath } from './request.ts';

export interface AdmissionLimits {
  /** Requests of programs that are answered at the same time; the rest is refused at once. */
  readonly inFlight: number;
  /** Uploads and downloads of documents at the same time: each holds a document in memory. */
  readonly slow: number;
}
export const ADMISSION_LIMITS: AdmissionLimits = { inFlight: 100, slow: 16 };

/** Answers that must come especially when there is too much to do. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses early what could only be answered late (security.md, R2): beyond the limit a caller gets 503 and `Retry-After`
 * within a millisecond, and those who were let in are answered as quickly as ever.
 */
export function registerAdmission(app: FastifyInstance, limits: AdmissionLimits): { readonly inFlight: () => number } {
  const inside = { normal: 0, slow: 0 };
  const admitted = new WeakMap<FastifyRequest, keyof typeof inside>();

  app.addHook('onRequest', async (request) => {
    const path = request.routeOptions.url ?? '';
    if (ALWAYS.has(path) || !isApiPath(path) || request.routeOptions.config.unlimited) return;
    const kind = request.routeOptions.config.slow ? 'slow' : 'normal';
    if (inside[kind] >= (kind === 'slow' ? limits.slow : limits.inFlight)) throw new AppError('server.overloaded');
    inside[kind] += 1;
    admitted.set(request, kind);
  });
  const leave = async (request: FastifyRequest) => {
    const kind = admitted.get(request);
    if (kind === undefined) return;
    admitted.delete(request);
    inside[kind] -= 1;
  };
  // A reply that is sent or cut off ends in onResponse; a client that leaves before any reply, in onRequestAbort.
  app.addHook('onResponse', leave);
  app.addHook('onRequestAbort', leave);
  return { inFlight: () => inside.normal + inside.slow };
}
