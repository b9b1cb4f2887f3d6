import { withoutSlot } from './slot.ts';

/** The end of the last work under each key that is under way in this process. */
const ends = new Map<string, Promise<unknown>>();

/**
 * Does the work under one key one after the other, within this process. In the database they would wait for the same row, each with a
 * connection: who sends a request 200 times at once would leave none to anybody else, and be refused itself. Here they wait
 * without one. What must hold across processes is up to the database all the same.
 */
export async function withMutex<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = ends.get(key);
  const result = before ? withoutSlot(() => before).then(work) : work();
  const ended = result.then(
    () => undefined,
    () => undefined,
  );
  ends.set(key, ended);
  try {
    return await result;
  } finally {
    if (ends.get(key) === ended) ends.delete(key);
  }
}
