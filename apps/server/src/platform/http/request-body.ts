import type { Readable } from 'node:stream';
import { AppError, type ErrorCode } from '@checkwell/domain/errors';
import { FairShare } from './admission/fair-share.ts';

/** How fast a body must come. Slower clients get `request.incomplete` (408). */
export interface BodyPace {
  /** Milliseconds from the head of the request to the first bytes; the rate counts from then on. */
  readonly startMs: number;
  /** The lowest average rate; slower requests are refused. */
  readonly bytesPerSecond: number;
  /** Milliseconds from the head to the last byte, however fast the rest came. */
  readonly wholeMs: number;
}

export interface BodyLimits {
  /** Requests whose body is still on its way, of all and of one network. */
  readonly max: number;
  readonly maxPerNetwork: number;
  readonly pace: BodyPace;
}

/**
 * A body is nearly always here with its head or a round trip later. Ten seconds bridge a bad mobile connection; a network with
 * many people behind one address has a few on their way at a time.
 */
export const BODY_LIMITS: BodyLimits = {
  max: 500,
  maxPerNetwork: 50,
  // Less than a request may take altogether (server.ts), so that its sender gets the true reason.
  pace: { startMs: 10_000, bytesPerSecond: 4096, wholeMs: 25_000 },
};

export interface BodyOptions {
  readonly network: string;
  readonly maxBytes: number;
  /** What a longer body is refused with. */
  readonly tooLarge?: ErrorCode;
  readonly pace?: BodyPace;
}

export interface BodyReader {
  /**
   * Reads a whole body. Until it is complete its request holds nothing but a slot among those that wait, of which a network has its share.
   * @returns its chunks
   * @throws {AppError} `request.incomplete` when it comes too slowly or not at all, `request.tooLarge`, `request.tooMany` beyond the
   * network's share, `server.overloaded` when the slot went to another network, `request.malformed` when the sender went away
   */
  read(message: Readable, options: BodyOptions): Promise<readonly Buffer[]>;
  /** Bodies on their way. */
  waiting(): number;
}

/** @param limits see `BODY_LIMITS` */
export function createBodyReader(limits: BodyLimits): BodyReader {
  const waiting = new FairShare<(code: ErrorCode) => void>({
    max: limits.max,
    maxPerGroup: limits.maxPerNetwork,
    evict: (refuse) => refuse('server.overloaded'),
  });

  return {
    waiting: () => waiting.size,

    read: (message, { network, maxBytes, tooLarge = 'request.tooLarge', pace = limits.pace }) =>
      new Promise((resolve, reject) => {
        // Nothing would tell any more: the handler asks late, or has waited for its turn.
        if (message.destroyed) return reject(new AppError('request.malformed'));
        const begun = performance.now();
        const chunks: Buffer[] = [];
        let size = 0;
        let timer: NodeJS.Timeout | undefined;

        const onData = (chunk: Buffer): void => {
          size += chunk.length;
          if (size > maxBytes) refuse(tooLarge);
          else chunks.push(chunk);
        };
        const onEnd = (): void => {
          stop();
          resolve(chunks);
        };
        const onGone = (): void => refuse('request.malformed');
        const refuse = (code: ErrorCode): void => {
          stop();
          message.resume(); // what still comes is thrown away, so that the sender gets to see the answer
          reject(new AppError(code));
        };
        const stop = (): void => {
          clearImmediate(late);
          clearTimeout(timer);
          waiting.delete(network, refuse);
          message.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
        };
        /** Asks again at the moment when what came until now would be too little. */
        const watch = (): void => {
          const elapsed = performance.now() - begun;
          const enoughUntil = Math.min(pace.startMs + (size / pace.bytesPerSecond) * 1000, pace.wholeMs);
          if (elapsed >= enoughUntil) refuse('request.incomplete');
          else timer = setTimeout(watch, Math.ceil(enoughUntil - elapsed));
        };

        message.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
        // What arrived together with the head is already read.
        const late = setImmediate(() => {
          if (waiting.add(network, refuse)) watch();
          else refuse('request.tooMany');
        });
      }),
  };
}
