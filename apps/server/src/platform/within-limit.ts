/**
 * Waits for work for so long and no longer. What it still does or answers afterwards is nobody's: it must not be able to do harm then.
 * @param overdue makes the error that says so
 */
export async function withinLimit<Result>(work: Promise<Result>, limitMs: number, overdue: (message: string) => Error): Promise<Result> {
  work.catch(() => undefined); // it may fail after the limit, when nobody waits for it any more
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
