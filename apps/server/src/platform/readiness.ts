/** Why a process cannot serve, as `/readyz` shows it. */
export type NotReadyReason =
  /** Somebody wants something and nothing has come to an end for longer than anything may take. */
  | 'exhausted'
  /** No room is left on a disk. */
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

/** A process that is not ready gets no requests that could show that there is room again, so what was seen counts for this long. */
const REMEMBER_FULL_MS = 30_000;

/** Remembers that a write found no room. */
export class FullDiskMemory {
  #seenAt: number | undefined;

  note(): void {
    this.#seenAt = performance.now();
  }

  /** @throws {NotReady} `full` when a write found no room lately */
  check(): void {
    if (this.#seenAt !== undefined && performance.now() - this.#seenAt < REMEMBER_FULL_MS) throw new NotReady('full');
  }
}
