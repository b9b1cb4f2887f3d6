import { LRUCache } from 'lru-cache';

/** How many answers are cached; the least recently used is evicted. */
const MOST_ENTRIES = 5000;

interface Entry<Value> {
  readonly answer: Promise<Value>;
  /** Set when the answer is there. */
  value: Value | undefined;
}

/**
 * Answers that may be used again for a moment. Callers at the same moment share one request; failures are not kept.
 * Ages are measured on the monotonic clock.
 */
export class TtlCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;

  constructor(ttl: number, now: () => number = () => performance.now()) {
    this.#entries = new LRUCache({ max: MOST_ENTRIES, ttl, ttlResolution: 0, perf: { now } });
  }

  /** @param fresh asks again, whatever is known; later callers get that answer */
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

  /** Answers that are still on their way are dropped too: they may have been asked for before what is now known. */
  dropWhere(matches: (value: Value) => boolean): void {
    const known = [...this.#entries.entries()].filter(([, { value }]) => value === undefined || matches(value));
    for (const [key] of known) this.#entries.delete(key);
  }
}
