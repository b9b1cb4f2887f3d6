import { AppError } from '@checkwell/domain/errors';
import type { SlotCounter } from '../../slot.ts';
import { FairQueue } from './fair-queue.ts';

export interface WorkLimits {
  /** API requests that are processed at the same time. */
  readonly inFlight: number;
  /** Requests that may wait for their turn, however fast it goes: each holds its body in memory. */
  readonly maxWaiting: number;
  /** Milliseconds that a request may wait; who would wait longer is refused at once, who has is refused then. */
  readonly maxWaitMs: number;
}

/** The caller, from the outside in: the network, and the caller in it. Both are served alternately. */
export type Caller = readonly [network: string, credential: string];

/** Longest time that somebody who is refused is asked to stay away. */
const MAX_RETRY_SECONDS = 30;
/** Refusals in a second that are said at once. Fifty cost what ten answers cost; who asks again at once asks for thousands. */
const REFUSALS_PER_SECOND = 50;
/** Who was refused so many milliseconds ago is still expected back. */
const EXPECTED_BACK_MS = 10_000;
/** Weight of a new measurement in the moving average: about the last twenty count. */
const WEIGHT = 0.05;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
  timer?: NodeJS.Timeout;
}

/**
 * A limited number of slots for work, and in front of them a queue no longer than what is served in time. How fast it goes is measured: the
 * time from one start out of the queue to the next. Who comes when the queue is that long is refused at once, and told to come back
 * when all who were refused of late can have been served; the slots go on at the pace at which they do best. Where clients ask again
 * at once, saying no would take all of the processor: beyond so many in a second, a refusal is held back as long as it says to wait.
 */
export class WorkSlots implements SlotCounter {
  readonly #limits: WorkLimits;
  readonly #queue = new FairQueue<Waiting>();
  readonly #now: () => number;
  #count = 0;
  #lastMoveAt: number;
  /** Milliseconds from one start out of the queue to the next; 0 before anybody waited. */
  #msPerStart = 0;
  /** When the last one was started out of the queue, or the queue began. */
  #lastStartAt = 0;
  readonly #refused = new RecentCount(EXPECTED_BACK_MS);
  readonly #refusals = new Pace(REFUSALS_PER_SECOND);

  /** @param now milliseconds of a monotonic clock */
  constructor(limits: WorkLimits, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#lastMoveAt = now();
  }

  get count(): number {
    return this.#count;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** When a slot was taken or given back, on the monotonic clock. */
  get lastMoveAt(): number {
    return this.#lastMoveAt;
  }

  get isFull(): boolean {
    return this.#count >= this.#limits.inFlight;
  }

  take(): void {
    this.#count += 1;
    this.#lastMoveAt = this.#now();
  }

  give(): void {
    this.#count -= 1;
    this.#lastMoveAt = this.#now();
    this.#startNext();
  }

  /** Whether a request that came now would be refused, and how: to be asked before a body is read. */
  refuses(caller: Caller): Promise<AppError> | undefined {
    const isBusy = this.isFull && this.#queue.size >= this.#maxWaiting() && this.#queue.isLargest(caller);
    return isBusy ? new Promise((resolve) => this.#refuse(resolve)) : undefined;
  }

  /**
   * Calls `start`, which takes a slot, as soon as it is this caller's turn, or `refuse` with `server.overloaded`: at once where it could
   * not be in time.
   * @returns gives up waiting
   */
  enter(caller: Caller, start: () => void, refuse: (error: AppError) => void): () => void {
    if (!this.isFull && this.#queue.size === 0) {
      start();
      return () => undefined;
    }
    const waiting: Waiting = { start, refuse };
    if (this.#queue.size === 0) this.#lastStartAt = this.#now();
    this.#queue.add(caller, waiting);
    const leave = (): void => {
      clearTimeout(waiting.timer);
      this.#queue.delete(caller, waiting);
    };
    waiting.timer = setTimeout(() => {
      leave();
      refuse(this.#refusal());
    }, this.#limits.maxWaitMs);
    if (this.#queue.size > this.#maxWaiting()) {
      const dropped = this.#queue.dropFromLargest(caller);
      clearTimeout(dropped?.timer);
      if (dropped) this.#refuse(dropped.refuse);
    }
    return leave;
  }

  #startNext(): void {
    while (!this.isFull) {
      const next = this.#queue.next();
      if (!next) return;
      clearTimeout(next.timer);
      const now = this.#now();
      const interval = Math.min(now - this.#lastStartAt, this.#limits.maxWaitMs);
      this.#msPerStart += (this.#msPerStart === 0 ? 1 : WEIGHT) * (interval - this.#msPerStart);
      this.#lastStartAt = now;
      next.start();
    }
  }

  /** As many as can be served in time, but never fewer than work at once: after a stop, a process must be able to measure that it is fast again. */
  #maxWaiting(): number {
    const { inFlight, maxWaiting, maxWaitMs } = this.#limits;
    const inTime = this.#msPerStart === 0 ? maxWaiting : Math.floor(maxWaitMs / this.#msPerStart);
    return Math.min(Math.max(inTime, inFlight), maxWaiting);
  }

  #refuse(refuse: Waiting['refuse']): void {
    const error = this.#refusal();
    const heldMs = this.#refusals.wait(this.#now(), Number(error.params.retryAfterSeconds) * 1000);
    if (heldMs === 0) refuse(error);
    else setTimeout(refuse, heldMs, error);
  }

  /** So that all who were refused of late come back at the pace at which they are served. */
  #refusal(): AppError {
    const seconds = (this.#refused.add(this.#now()) * this.#msPerStart) / 1000;
    const retryAfterSeconds = Math.min(1 + Math.floor(seconds), MAX_RETRY_SECONDS);
    return new AppError('server.overloaded', { retryAfterSeconds });
  }
}

/** So many a second at once; what comes faster is spread. */
class Pace {
  readonly #intervalMs: number;
  /** When all that came until now is done at that pace. */
  #doneAt = 0;

  constructor(perSecond: number) {
    this.#intervalMs = 1000 / perSecond;
  }

  /** One more. @returns milliseconds until it should be done, at most `maxMs` */
  wait(now: number, maxMs: number): number {
    this.#doneAt = Math.min(Math.max(this.#doneAt, now) + this.#intervalMs, now + 1000 + maxMs);
    return Math.max(0, this.#doneAt - now - 1000);
  }
}

/** Counts what happened of late: each event counts 1 when it happens, and ever less from then on. */
class RecentCount {
  readonly #fadesMs: number;
  #count = 0;
  #countedAt = 0;

  /** @param fadesMs after which an event counts 1/e; at a steady pace, the count is what happens within so long */
  constructor(fadesMs: number) {
    this.#fadesMs = fadesMs;
  }

  /** One more. @returns the count with it */
  add(now: number): number {
    this.#count = 1 + this.#count * Math.exp((this.#countedAt - now) / this.#fadesMs);
    this.#countedAt = now;
    return this.#count;
  }
}
