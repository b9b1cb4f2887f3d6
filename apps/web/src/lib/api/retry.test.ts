import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { isRefusal, isTransient, RETRIES, retryDelay } from './retry.ts';

const failure = (code: ApiErrorCode, status: number): ApiError => new ApiError(code, { status });

describe('a retry', () => {
  it.each([
    ['no answer', failure('web.offline', 0)],
    ['a proxy without a server', failure('server.unexpected', 502)],
    ['a server that is busy', failure('server.overloaded', 503)],
    ['an unavailable database, as an error in the response', failure('database.unavailable', 200)],
    ['a query that timed out, as an error in the response', failure('request.timeout', 200)],
  ])('is made after %s', (_, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['a refusal', failure('access.forbidden', 200)],
    ['a refusal with its own status', failure('access.forbidden', 403)],
    ['wrong input', failure('request.invalid', 200)],
    ['too many requests', failure('request.tooMany', 429)],
    ['an error of the server', failure('server.unexpected', 500)],
    ['a code that this version does not know', failure('future.code' as ApiErrorCode, 200)],
    ['an answer that is not JSON', new SyntaxError('Unexpected token')],
  ])('is not made after %s', (_, error) => {
    expect(isTransient(error)).toBe(false);
  });

  it.each([
    ['wrong input', failure('document.pdfActive', 422), true],
    ['too many requests', failure('request.tooMany', 429), false],
    ['a server that is busy', failure('server.overloaded', 503), false],
    ['no answer', failure('web.offline', 0), false],
  ])('of the same request is useless after %s: %s', (_, error, pointless) => {
    expect(isRefusal(error)).toBe(pointless);
  });

  it('waits longer each time, with jitter', () => {
    const range = [0, 1, 2, 3, 9].map((failures) => [retryDelay(failures, () => 0), retryDelay(failures, () => 1)]);
    expect(range).toEqual([
      [500, 1000],
      [1000, 2000],
      [2000, 4000],
      [4000, 8000],
      [4000, 8000],
    ]);
  });
});

describe('queries and mutations', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    queryClient.clear();
  });

  it('a query is retried a limited number of times', async () => {
    const run = vi.fn(() => Promise.reject(failure('database.unavailable', 200)));
    const answer = queryClient.fetchQuery({ queryKey: ['busy'], queryFn: run, retry: queryClient.getDefaultOptions().queries?.retry });
    const ended = expect(answer).rejects.toMatchObject({ code: 'database.unavailable' });
    await vi.advanceTimersByTimeAsync(20_000);
    await ended;
    expect(run).toHaveBeenCalledTimes(1 + RETRIES);
  });

  it('a mutation is not retried', async () => {
    const run = vi.fn(() => Promise.reject(failure('database.unavailable', 200)));
    const sent = queryClient.getMutationCache().build(queryClient, { mutationFn: run }).execute(undefined);
    const ended = expect(sent).rejects.toMatchObject({ code: 'database.unavailable' });
    await vi.advanceTimersByTimeAsync(20_000);
    await ended;
    expect(run).toHaveBeenCalledTimes(1);
  });
});
