import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOKED_AT_MS = 10_000;
/** Share of the time in which a process is at work; with nothing to do it is a hundredth. */
const QUIET = 0.05;

/**
 * Gives back, once, the memory that only the start needed: V8 keeps what its young generation grew to while modules were read for as long as a
 * quiet process lives. It holds the process for some tenths of a second, so it waits for ten quiet seconds; a busy process needs its young
 * generation (docs/performance.md, "Start and rest").
 * @returns ends the wait
 */
export function giveBackMemoryOfStart(): () => void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > QUIET) return;
    clearInterval(timer);
    collectAll();
  }, LOOKED_AT_MS).unref();
  return () => clearInterval(timer);
}

/** The usual collection leaves the young generation as large as it is. */
function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
