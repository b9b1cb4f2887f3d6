import { useSyncExternalStore } from 'react';
import { invalidate, TOPICS, type Topic } from './query-client.ts';
import { session } from './session.ts';

export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting';

/** Something changed: the screens fetch again what names the topic. `refresh`: anything may have changed. */
export type LiveEvent =
  | { readonly topic: 'refresh' }
  | { readonly topic: Topic; readonly companyId: string | null; readonly id: string; readonly version: number };

export interface LiveEnvironment {
  /** Whether another connection may succeed; not once the session has been left. */
  readonly mayOpen: () => boolean;
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: LiveEvent) => void;
  /** The server does not accept the credentials; true: there are new ones. */
  readonly onUnauthorized: () => Promise<boolean>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** One server-sent event block (`event: check`, `data: {…}`); comments (heartbeats) and unknown topics give nothing. */
export function parseEvent(block: string): LiveEvent | undefined {
  const lines = block.split(/\r?\n/);
  const field = (name: string): string =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : [])).join('\n');
  const topic = TOPICS.find((known) => known === field('event'));
  if (field('event') === 'refresh') return { topic: 'refresh' };
  if (!topic) return undefined;
  try {
    return { ...JSON.parse(field('data')), topic };
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

  /** One connection, until it ends; whether it stood at all. */
  async function connect(signal: AbortSignal): Promise<boolean> {
    try {
      const response = await environment.open(signal);
      if (response.status === 401 && !(await environment.onUnauthorized())) stop?.abort();
      if (!response.ok) return false;
      become('live');
      await read(response);
      return true;
    } catch {
      // A broken connection is the ordinary case here: the state says so and the loop goes on.
      return false;
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted && environment.mayOpen()) {
      // The server ends a stream in good order when its token ends; the next one follows at once, and nobody need know.
      if (await connect(signal)) {
        failures = 0;
        continue;
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

let listening = false;
const invalidateSoon = collector((topics) => void invalidate(...topics), 200);

export const live = createLive({
  mayOpen: () => !session.isLeaving(),
  open: async (signal) =>
    fetch(`${import.meta.env?.VITE_API_HOST ?? ''}/v1/api/live`, {
      headers: { Accept: 'text/event-stream', Authorization: await session.authorization() },
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    }),
  onEvent: ({ topic }) => {
    // The first one only says that listening has begun, while the screens fetch their first answers.
    if (topic === 'refresh' && !listening) listening = true;
    else for (const old of topic === 'refresh' ? TOPICS : [topic]) invalidateSoon(old);
  },
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
