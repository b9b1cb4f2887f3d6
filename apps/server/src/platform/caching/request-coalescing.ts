import { withoutSlot } from '../slot.ts';

/** The running computation of a key, and the one that starts after it, which new callers share. */
interface Turn<Answer> {
  readonly underWay: Promise<Answer>;
  next: Promise<Answer> | undefined;
}

/**
 * Request coalescing (docs/decisions/0118): computes one answer for all callers that ask the same at the same time. Callers during a running
 * computation share the next one, not the running one: it may have started before a change of which they have already been notified was
 * committed. So at most one computation for each key runs at a time, and nothing is cached: each computation starts after the requests of its
 * callers. A waiting caller gives the slot of its request back.
 */
export class RequestCoalescer<Answer> {
  readonly #turns = new Map<string, Turn<Answer>>();

  /**
   * @param key everything on which the answer depends, including the rights of the caller
   * @param work computes the answer; it runs once for all callers that share it, and all get its error
   */
  async get(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turns.get(key);
    if (!turn) return this.#begin(key, work);
    const shared = turn.next;
    if (shared) return withoutSlot(() => shared);
    turn.next = withoutSlot(() => turn.underWay.catch(() => undefined)).then(() => this.#begin(key, work));
    return turn.next;
  }

  #begin(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const underWay = work();
    const turn: Turn<Answer> = { underWay, next: undefined };
    this.#turns.set(key, turn);
    const end = (): void => {
      if (!turn.next) this.#turns.delete(key);
    };
    underWay.then(end, end);
    return underWay;
  }
}
