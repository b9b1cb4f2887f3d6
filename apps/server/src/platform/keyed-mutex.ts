import { withoutSlot } from './slot.ts';

/** Runs work with the same key one after the other, and work with different keys in parallel. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For work that would otherwise wait for the same row in the database, each with a connection: 200 equal requests at the same time would
 * use all connections, and be refused themselves. Here they wait without a connection. The mutex belongs to one process; between
 * processes only the locks of the database hold.
 */
export function createKeyedMutex(): KeyedMutex {
  /** For each key, a promise that settles when the last work that was started or queued has ended. */
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
