import type { ErrorCode } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';

/** Most bytes of a form with a few fields, for routes that are open to everybody. */
export const FORM_LIMIT_BYTES = 16 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks: set before any handler runs. */
    actor: Actor;
    /** The error that this request was answered with, for its log line and the metrics. */
    errorCode: ErrorCode | null;
    /** What was refused to the caller (403), for the access log; null: nothing. */
    refusals: string[] | null;
  }
  interface FastifyContextConfig {
    /** Anonymous callers may use this route. Everything else answers them with 401. */
    public?: boolean;
    /** Answers 405 for methods that a path does not have. */
    methodFallback?: boolean;
    /** A page that asks the database: it takes its turn with the requests of programs (admission.ts). */
    takesTurn?: boolean;
    /** Moves whole documents, so it is counted apart (admission.ts). */
    slow?: boolean;
    /** The handler asks for the body itself (`receiveBody`), once it knows who sends it; everywhere else it is there before anything happens. */
    readsBody?: boolean;
  }
}

/** Paths of programs; anything else is a page of the web application. */
export const API_PATHS = ['/v1/', '/graphql', '/ofrep/', '/auth/', '/healthz', '/readyz', '/metrics'] as const;

/** Whether a path belongs to programs: it is never answered with a page. */
export const isApiPath = (path: string): boolean =>
  API_PATHS.some((prefix) => path === prefix.replace(/\/$/, '') || path.startsWith(prefix));
