import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { BodyPace } from '../request-body.ts';

/** How fast an answer must be read; the time in which it is made does not count. */
export type ReaderPace = Pick<BodyPace, 'startMs' | 'bytesPerSecond'>;

/** Ends an answer whose reader is slower than the pace. @param payload what is sent */
export function endSlowReading(reply: FastifyReply, payload: unknown, pace: ReaderPace): void {
  if (Buffer.isBuffer(payload)) limitWait(reply, pace, () => payload.length).begin();
  else if (payload instanceof Readable) {
    const { socket } = reply.raw;
    const before = socket?.bytesWritten ?? 0;
    // What waits in memory counts as written.
    const wait = limitWait(reply, pace, () => (socket?.bytesWritten ?? 0) - before);
    payload.on('pause', wait.begin).once('end', wait.begin); // no more fits into what waits; all has been handed over
    reply.raw.on('drain', wait.end);
  }
}

/** Limits how long a reader is waited for in all. @param bytes that the reader has had to read until now */
function limitWait({ raw }: FastifyReply, { startMs, bytesPerSecond }: ReaderPace, bytes: () => number) {
  let waitedMs = 0;
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  function begin(): void {
    if (since !== undefined || raw.destroyed) return;
    since = performance.now();
    timer = setTimeout(() => raw.destroy(), Math.max(0, startMs + (bytes() / bytesPerSecond) * 1000 - waitedMs));
  }
  function end(): void {
    clearTimeout(timer);
    if (since !== undefined) waitedMs += performance.now() - since;
    since = undefined;
  }
  raw.once('close', end);
  return { begin, end };
}
