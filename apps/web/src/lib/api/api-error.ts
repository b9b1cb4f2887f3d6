import type { ErrorCode, FieldIssue } from '@checkwell/domain/errors';

/**
 * `web.offline`: the request did not reach the server, or its answer did not reach us.
 * `web.cookiesRefused`: the server opened a session, and the browser did not keep its cookies.
 */
export type ApiErrorCode = ErrorCode | 'web.offline' | 'web.cookiesRefused';

/** Every failure of a call, REST or GraphQL, with what its sentence needs (`errorText` in errors.ts). */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
  readonly issues: readonly FieldIssue[];
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly traceId: string | undefined;

  constructor(
    code: ApiErrorCode,
    details: {
      status: number;
      message?: string;
      params?: Readonly<Record<string, unknown>>;
      issues?: readonly FieldIssue[];
      traceId?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(details.message ?? code, { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.params = details.params ?? {};
    this.issues = details.issues ?? [];
    this.status = details.status;
    this.traceId = details.traceId;
  }
}

const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Reads `{code, params, issues, traceId}` as the server sends it (`ErrorBody` of the domain). */
export function apiErrorFrom(body: unknown, status: number, message?: string): ApiError {
  const { code, params, issues, traceId } = record(body);
  return new ApiError(typeof code === 'string' ? (code as ErrorCode) : fallbackCode(status), {
    status,
    ...(message === undefined ? {} : { message }),
    params: record(params),
    issues: Array.isArray(issues) ? (issues as readonly FieldIssue[]) : [],
    traceId: typeof traceId === 'string' ? traceId : undefined,
  });
}

/** The error code for responses of a proxy or a load balancer. */
function fallbackCode(status: number): ErrorCode {
  if (status === 401) return 'access.unauthenticated';
  if (status === 403) return 'access.forbidden';
  if (status === 404) return 'request.notFound';
  if (status === 413) return 'request.tooLarge';
  if (status === 429) return 'request.tooMany';
  return 'server.unexpected';
}
