import { LRUCache } from 'lru-cache';

/** How many answers are cached; the least recently used is evicted. */
const MAX_ENTRIES = 5000;

interface Entry<Value> {
  readonly answer: Promise<Value>;
  /** Set once the answer has loaded. */
  value: Value | undefined;
}

/**
 * A cache with a time to live in milliseconds. Callers at the same moment share one request; failures are not cached.
 * Ages are measured with the monotonic clock.
 */
export class TtlCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;

  constructor(ttl: number, now: () => number = () => performance.now()) {
    this.#entries = new LRUCache({ max: MAX_ENTRIES, ttl, ttlResolution: 0, perf: { now } });
  }

  /** @param fresh loads again, even if an answer is cached; later callers get that answer */
  get(key: string, load: () => Promise<Value>, fresh = false): Promise<Value> {
    const known = fresh ? undefined : this.#entries.get(key);
    if (known) return known.answer;
    const entry: Entry<Value> = { answer: load(), value: undefined };
    entry.answer.then(
      (value) => {
        entry.value = value;
      },
      () => {
        if (this.#entries.peek(key) === entry) this.#entries.delete(key);
      },
    );
    this.#entries.set(key, entry);
    return entry.answer;
  }

  drop(key: string): void {
    this.#entries.delete(key);
  }

  /** Drops matching answers, and all that are still loading: their requests may be older than the change that makes them invalid. */
  dropWhere(matches: (value: Value) => boolean): void {
    const known = [...this.#entries.entries()].filter(([, { value }]) => value === undefined || matches(value));
    for (const [key] of known) this.#entries.delete(key);
  }
}
