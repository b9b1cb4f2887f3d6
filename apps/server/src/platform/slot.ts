import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts the requests that are working. */
export interface SlotCounter {
  /** One more request works. */
  take(): void;
  /** One request no longer works. */
  give(): void;
}

/**
 * A request's permission to work: one of a limited number. It belongs to the work in the server, not to a connection: it is kept
 * until the request's handler has ended, even if the client has left (otherwise a client that leaves repeatedly could pile up work),
 * and it is given back while the handler waits for another server. Releasing it more than once has no effect.
 */
export class Slot {
  readonly #counter: SlotCounter;
  readonly #onRelease: () => void;
  #running = 0;
  #outside = 0;
  #clientLeft = false;
  #released = false;

  /** Takes itself from the counter. @param onRelease called once */
  constructor(counter: SlotCounter, onRelease: () => void) {
    this.#counter = counter;
    this.#onRelease = onRelease;
    counter.take();
  }

  /** The client has left and does not wait for the answer. */
  get clientLeft(): boolean {
    return this.#clientLeft;
  }

  /** The connection closed: running work continues, and the slot is released when it ends. */
  leave(): void {
    this.#clientLeft = true;
    if (this.#running === 0) this.release();
  }

  /** Runs work before the handler. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#clientLeft && this.#running === 0) this.release();
    }
  }

  /** Runs the handler: when it ends the slot is released, even if the answer is not sent yet. */
  handle<Result>(work: () => Result): Result {
    this.#running += 1;
    const end = (): void => {
      this.#running -= 1;
      this.release();
    };
    let result: Result;
    try {
      result = work();
    } catch (error) {
      end();
      throw error;
    }
    if (result instanceof Promise) result.then(end, end);
    else end();
    return result;
  }

  /**
   * Waits for something outside the server (a slow client, a server of a vendor, a deliberate delay) while another request uses the slot.
   * Afterwards the request continues at once, even if one more than allowed then works: its work is half done.
   */
  async outside<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#outside += 1;
    if (this.#outside === 1 && !this.#released) this.#counter.give();
    try {
      return await wait();
    } finally {
      this.#outside -= 1;
      if (this.#outside === 0 && !this.#released) this.#counter.take();
    }
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (this.#outside === 0) this.#counter.give();
    this.#onRelease();
  }
}

const slots = new AsyncLocalStorage<Slot>();

/** Runs `work`; everything that it starts belongs to the request with this slot. */
export const withSlot = <Result>(slot: Slot, work: () => Result): Result => slots.run(slot, work);

/**
 * Waits for something outside the server in the middle of a request: other requests use its slot meanwhile (`Slot.outside`).
 * Outside a request (jobs) it only waits.
 */
export function withoutSlot<Result>(wait: () => Promise<Result>): Promise<Result> {
  const slot = slots.getStore();
  return slot ? slot.outside(wait) : wait();
}
