import type { OneShotView } from '@checkwell/domain/one-shot/contract';

/** Pauses between attempts while nobody answers (backoff), in milliseconds. */
const PAUSE_MS = { first: 2000, max: 30_000 } as const;

/**
 * Asks for the state of an order until there is an answer: again at once when the network comes back, otherwise after ever longer
 * pauses.
 * @param ask its signal ends the request when the network comes back, because an earlier request may hang
 * @param onUnknown is called for each attempt without an answer
 * @throws whatever ended the last attempt, once `signal` says that nobody waits any more
 */
export async function askUntilKnown(
  ask: (signal: AbortSignal) => Promise<OneShotView>,
  { onUnknown, signal }: { readonly onUnknown: () => void; readonly signal: AbortSignal },
): Promise<OneShotView> {
  for (let pause: number = PAUSE_MS.first; ; pause = Math.min(PAUSE_MS.max, pause * 2)) {
    const back = new AbortController();
    const goOn = () => back.abort();
    addEventListener('online', goOn);
    signal.addEventListener('abort', goOn);
    try {
      return await ask(back.signal);
    } catch (error) {
      if (signal.aborted) throw error;
      onUnknown();
      await over(pause, back.signal);
    } finally {
      removeEventListener('online', goOn);
      signal.removeEventListener('abort', goOn);
    }
  }
}

/** Resolves at the end of a pause, or when something ends it earlier. */
const over = (pause: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, pause);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
