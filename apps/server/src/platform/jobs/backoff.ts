/**
 * Pauses between the attempts of an effect: half a minute, doubled each time up to an hour. Servers that ask a stranger to
 * come back (greylisting, 4xx) accept after some minutes; one that is down for a night still gets its mail in the morning.
 */
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 3_600_000;

/** With the pauses above, the attempts take about a day. */
export const MAX_ATTEMPTS = 30;

/** Milliseconds after the given number of failed attempts, 1 or more. */
export function retryDelayMs(attempts: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
}
