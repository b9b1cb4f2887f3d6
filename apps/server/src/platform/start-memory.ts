import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_EVERY_MS = 10_000;
/** Utilization of the event loop below which a process is idle; without requests it is about 0.01. */
const QUIET = 0.05;

/**
 * Releases, once, the memory that only the start needed: while modules are loaded the young generation of V8 grows, and in an idle process it
 * never shrinks. The collection blocks the process for some tenths of a second, so it waits for ten idle seconds; a busy process needs
 * its young generation (docs/performance.md, "Start and rest").
 * @returns cancels the wait
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
  }, CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** A normal collection does not shrink the young generation; this kind does. */
function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
