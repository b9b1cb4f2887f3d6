/** How many answers are kept; the one unused longest gives way. */
const MOST_ENTRIES = 5000;

interface Entry<Value> {
  readonly at: number;
  readonly answer: Promise<Value>;
  /** Set when the answer is there. */
  value: Value | undefined;
}

/**
 * Answers that may be used again for a moment. Callers at the same moment share one question; failures are not kept.
 * Ages are measured on the monotonic clock.
 */
export class Recent<Value> {
  readonly #maxAgeMs: number;
  readonly #elapsed: () => number;
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(maxAgeMs: number, elapsed: () => number = () => performance.now()) {
    this.#maxAgeMs = maxAgeMs;
    this.#elapsed = elapsed;
  }

  /** @param fresh asks again, whatever is known; later callers get that answer */
  get(key: string, load: () => Promise<Value>, fresh = false): Promise<Value> {
    const now = this.#elapsed();
    const known = this.#entries.get(key);
    if (!fresh && known && now - known.at < this.#maxAgeMs) return known.answer;
    const answer = load();
    const entry: Entry<Value> = { at: now, answer, value: undefined };
    answer.then(
      (value) => {
        entry.value = value;
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    );
    this.#entries.delete(key); // to the end: the map keeps the order of insertion
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_ENTRIES) break;
      this.#entries.delete(oldest);
    }
    return answer;
  }

  drop(key: string): void {
    this.#entries.delete(key);
  }

  /** Answers that are still on their way are dropped too: they may have been asked for before what is now known. */
  dropWhere(matches: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) {
      if (value === undefined || matches(value)) this.#entries.delete(key);
    }
  }
}
