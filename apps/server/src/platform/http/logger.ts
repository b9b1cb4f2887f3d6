import { DatabaseError } from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../../config.ts';
import { currentTraceId } from '../trace.ts';

export type { Logger } from 'pino';

/** What is logged of an error: enough to find its cause, nothing of anybody's data. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly cause?: LoggedError;
}

/** The frames of a stack, without the message that it begins with. */
const framesOf = (stack: string | undefined): string =>
  (stack ?? '')
    .split('\n')
    .filter((text) => /^\s+at /.test(text))
    .join('\n');

/**
 * PostgreSQL quotes values in its messages ("Key (email)=(…) already exists"), so only its code and the names of
 * tables and constraints are kept.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const fromDatabase = error instanceof DatabaseError;
  const message = fromDatabase ? `PostgreSQL ${error.code ?? 'error'} in ${error.routine ?? 'unknown routine'}` : error.message;
  return {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    ...(fromDatabase && { constraint: error.constraint, table: error.table }),
    stack: `${error.name}: ${message}\n${framesOf(error.stack)}`,
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

/** The trace of what is being done, also for lines of parts that do not know of requests; a request's own logger has it already. */
function traceOf(logger: Logger): { readonly traceId?: string } {
  const traceId = currentTraceId();
  return traceId === '' || 'traceId' in logger.bindings() ? {} : { traceId };
}

/** JSON lines, times in UTC. Query strings, bodies, headers and addresses are never logged. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      mixin: (_fields, _level, logger) => traceOf(logger as Logger),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggedError, error: loggedError },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
