/** Why a process cannot serve, as `/readyz` shows it. */
export type NotReadyReason =
  /** Requests are waiting, and none has ended for longer than a request may take. */
  | 'exhausted'
  /** A disk is full. */
  | 'full';

/** What a readiness check rejects with when it knows the reason. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
  readonly reason: NotReadyReason;

  constructor(reason: NotReadyReason) {
    super(`Not ready: ${reason}.`);
    this.reason = reason;
  }
}

/** A process that is not ready gets no requests that could show that there is space again, so a full disk is remembered only for this long. */
const REMEMBER_FULL_MS = 30_000;

/** Remembers that a write failed because a disk is full. */
export class FullDiskMemory {
  #seenAt: number | undefined;

  note(): void {
    this.#seenAt = performance.now();
  }

  /** @throws {NotReady} `full` when a write failed for lack of space in the last 30 seconds */
  check(): void {
    if (this.#seenAt !== undefined && performance.now() - this.#seenAt < REMEMBER_FULL_MS) throw new NotReady('full');
  }
}
