import { ERRORS } from '@checkwell/domain/errors';
import { ApiError } from './api-error.ts';

/** Further attempts of a query. Mutations have none: only their caller knows whether a second one is the same. */
export const RETRIES = 2;

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 8000;

const isBusy = (status: number): boolean => status === 502 || status === 503 || status === 504;

/**
 * Whether the network or a busy server caused the failure, so that the same request may succeed a moment later.
 * GraphQL says so inside an answer with status 200: there the catalogue's status of the code counts.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'web.cookiesRefused') return false;
  return error.code === 'web.offline' || error.status === 0 || isBusy(error.status) || isBusy(ERRORS[error.code]?.status);
}

/** Statuses with which a server asks to come back: too slow a body, too early, too many. */
const COME_BACK: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether the server looked at what was sent and refuses it: the same once more would be refused again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !COME_BACK.has(error.status);

/**
 * Milliseconds before attempt `failures + 1`: twice as long each time, of which chance takes up to a half, so that the
 * screens which failed together do not come back together.
 */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
  return longest * (0.5 + random() / 2);
}
