import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a process holds after a collection, in MB: objects of JavaScript and, beside them, buffers. */
export interface HeldMemory {
  readonly heap: number;
  readonly external: number;
}

/**
 * Loaded first into a process that has a channel to its parent: answers each message with what is still held after a collection. What the kernel
 * counts goes up and down with the collector, so growth can be told from this alone.
 */
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
process.on('message', () => {
  if (typeof collect !== 'function') return;
  // What a finalizer lets go of is free after the second one.
  collect();
  setImmediate(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ heap: heapUsed / 2 ** 20, external: external / 2 ** 20 } satisfies HeldMemory);
  });
});
// The channel alone keeps no process running.
process.channel?.unref();
