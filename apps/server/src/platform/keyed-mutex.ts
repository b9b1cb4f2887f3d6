import { withoutSlot } from './slot.ts';

/** Does the work under one key one after the other, and that under different keys at once. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For what would otherwise wait for the same row in the database, each with a connection: who sends a request 200 times at once would leave
 * none to anybody else, and be refused itself. Here they wait without one. It is one process's; what must hold between processes is
 * up to the database all the same.
 */
export function createKeyedMutex(): KeyedMutex {
  /** The end of the last work under each key that is under way. */
  const ends = new Map<string, Promise<unknown>>();
  return async (key, work) => {
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
  };
}
