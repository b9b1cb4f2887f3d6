import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts who works. */
export interface SlotCounter {
  /** One more works. */
  take(): void;
  /** One works no more. */
  give(): void;
}

/**
 * A request's permission to work: one of a limited number. It stands for work in the server, not for a connection: it is kept
 * until the request's handler has ended, also when the client has left (else whoever leaves again and again would pile up work),
 * and it is given back while the handler waits for somebody else. It is released once, however often that is asked for.
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

  /** Nobody waits for the answer any more. */
  get clientLeft(): boolean {
    return this.#clientLeft;
  }

  /** The connection closed: what runs is finished, and the slot is released with it. */
  leave(): void {
    this.#clientLeft = true;
    if (this.#running === 0) this.release();
  }

  /** Work before the handler. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#clientLeft && this.#running === 0) this.release();
    }
  }

  /** The handler: with its end the slot is released, whatever becomes of the answer. */
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
   * Waits for somebody else (a sender, another company's server, a delay on purpose) while others work in this place.
   * Afterwards the request goes on at once, even if they are then one more than allowed: its work is half done.
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

/** Everything that `work` starts belongs to the request with this slot. */
export const withSlot = <Result>(slot: Slot, work: () => Result): Result => slots.run(slot, work);

/**
 * For whatever waits for somebody else in the middle of a request: the request's slot serves others meanwhile (`Slot.outside`).
 * Outside a request (jobs) it only waits.
 */
export function withoutSlot<Result>(wait: () => Promise<Result>): Promise<Result> {
  const slot = slots.getStore();
  return slot ? slot.outside(wait) : wait();
}
