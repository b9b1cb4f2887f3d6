/**
 * Waits for work at most this long. The work is not stopped and its later result is ignored, so it must be harmless.
 * @param overdue makes the error for work that took too long
 */
export async function withinLimit<Result>(work: Promise<Result>, limitMs: number, overdue: (message: string) => Error): Promise<Result> {
  work.catch(() => undefined); // a failure after the limit is ignored
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(overdue(`no answer within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
