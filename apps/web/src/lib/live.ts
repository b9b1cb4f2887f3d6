import { useSyncExternalStore } from 'react';
import { invalidate, TOPICS, type Topic } from './query-client.ts';
import { session } from './session.ts';

export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting';

/** Something changed; the screens fetch again what names the topic. */
export interface LiveEvent {
  readonly topic: Topic;
  readonly companyId: string | null;
  readonly id: string;
  readonly version: number;
}

export interface LiveEnvironment {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: LiveEvent) => void;
  /** After a gap: anything may have changed meanwhile. */
  readonly onResumed: () => void;
  /** The server does not know the session any more. */
  readonly onUnauthorized: () => Promise<boolean>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** One server-sent event block to its data; comments (heartbeats) and other fields give nothing. */
export function parseEvent(block: string): LiveEvent | undefined {
  const data = block
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
    .join('\n');
  if (data === '') return undefined;
  try {
    const event: Partial<LiveEvent> | null = JSON.parse(data);
    return event && TOPICS.some((topic) => topic === event.topic) ? (event as LiveEvent) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Live changes over server-sent events, read with fetch because EventSource cannot send an Authorization header.
 * Reconnects by itself, with growing pauses.
 */
export function createLive(environment: LiveEnvironment) {
  let state: LiveState = 'off';
  let stop: AbortController | undefined;
  const listeners = new Set<() => void>();

  function become(next: LiveState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  async function read(response: Response): Promise<void> {
    if (!response.body) return;
    let pending = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pending += value;
      const blocks = pending.split(/\r?\n\r?\n/);
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) environment.onEvent(event);
      }
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let connectedBefore = false;
    while (!signal.aborted) {
      try {
        const response = await environment.open(signal);
        if (response.status === 401 && !(await environment.onUnauthorized())) break;
        if (response.ok) {
          failures = 0;
          become('live');
          if (connectedBefore) environment.onResumed();
          connectedBefore = true;
          await read(response);
        }
      } catch {
        // A broken connection is the ordinary case here: the state says so and the loop goes on.
      }
      if (signal.aborted) break;
      become('reconnecting');
      const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
      failures += 1;
      // Half of it by chance, so that a restarted server does not meet everybody at once.
      await environment.wait(longest / 2 + (environment.random() * longest) / 2, signal);
    }
    become('off');
  }

  return {
    start(): void {
      if (stop) return;
      stop = new AbortController();
      become('connecting');
      void run(stop.signal);
    },
    stop(): void {
      stop?.abort();
      stop = undefined;
      become('off');
    },
    state: (): LiveState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Collects the topics of a burst, so that ten changes cost one refetch. */
function collector(run: (topics: readonly Topic[]) => void, milliseconds: number): (topic: Topic) => void {
  const waiting = new Set<Topic>();
  return (topic) => {
    if (waiting.size === 0)
      setTimeout(() => {
        const topics = [...waiting];
        waiting.clear();
        run(topics);
      }, milliseconds);
    waiting.add(topic);
  };
}

const invalidateSoon = collector((topics) => void invalidate(...topics), 200);

export const live = createLive({
  open: async (signal) =>
    fetch(`${import.meta.env?.VITE_API_HOST ?? ''}/v1/api/live`, {
      headers: { Accept: 'text/event-stream', Authorization: await session.authorization() },
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    }),
  onEvent: ({ topic }) => invalidateSoon(topic),
  onResumed: () => void invalidate(...TOPICS),
  onUnauthorized: async () => {
    if (await session.renew()) return true;
    session.end('expired');
    return false;
  },
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        removeEventListener('online', done);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      addEventListener('online', done, { once: true });
      signal.addEventListener('abort', done, { once: true });
    }),
  random: Math.random,
});

/** For the indicator in the shell. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribe, live.state, () => 'off');
}
