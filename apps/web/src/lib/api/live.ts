import type { LiveEvents } from '@checkwell/domain/live';
import { useSyncExternalStore } from 'react';
import { session } from '../session/session.ts';
import { apiHost } from './api-host.ts';
import { invalidate, TOPICS, type Topic } from './query-client.ts';

export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting';

/** A change: queries with the topic are loaded again. `refresh`: anything may have changed. */
export type LiveEvent = { readonly topic: 'refresh' } | LiveEvents[Exclude<keyof LiveEvents, 'refresh'>];

export interface LiveEnvironment {
  /** Whether another connection may succeed; not once the session has been left. */
  readonly mayOpen: () => boolean;
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: LiveEvent) => void;
  /** Called when the server refuses the token. @returns whether there is a new one */
  readonly onUnauthorized: () => Promise<boolean>;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** undefined in browsers without locks or channels: each tab then has its own stream. */
  readonly tabs: LiveTabs | undefined;
}

/** The means by which one tab of a browser listens for all. */
export interface LiveTabs {
  readonly locks: Pick<LockManager, 'request'>;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
  /** Name of the lock that the listening tab holds. */
  readonly name: string;
  /** Calls back each time this tab comes to the front, until the signal ends it. */
  readonly onFront: (callback: () => void, signal: AbortSignal) => void;
}

type TabMessage =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'ask' };

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** A visible tab takes over from a listening tab without an answer for this long, because some systems freeze hidden tabs. */
export const SILENCE_MS = 3_000;
/** Between two attempts at the lock. */
const TURN_MS = 100;

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
 * Reconnects by itself, with growing pauses. One tab of a browser listens and tells the others: a browser has six connections to a
 * server that speaks HTTP/1.1, and a seventh tab would get no answer to anything.
 */
export function createLive(environment: LiveEnvironment) {
  const { tabs } = environment;
  let state: LiveState = 'off';
  let stop: AbortController | undefined;
  /** Whether this tab listens for all. */
  let leading = false;
  /** Whether the tab that listens has said anything since it was asked. */
  let answered = false;
  /** Whether this tab has received anything at all, from the server or from the tab that listens. */
  let received = false;
  const listeners = new Set<() => void>();
  const notify = (message: TabMessage): void => tabs?.channel.postMessage(message);

  function become(next: LiveState): void {
    if (state === next) return;
    state = next;
    if (leading) notify({ kind: 'state', state });
    for (const listener of listeners) listener();
  }

  function handleEvent(event: LiveEvent): void {
    notify({ kind: 'event', event });
    // The first one only says that listening has begun, while the screens fetch their first answers.
    if (received || event.topic !== 'refresh') environment.onEvent(event);
    received = true;
  }

  if (tabs)
    tabs.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (!stop) return;
      if (data.kind === 'ask') {
        if (leading) notify({ kind: 'state', state });
        return;
      }
      if (leading) return;
      answered = true;
      received = true;
      if (data.kind === 'event') environment.onEvent(data.event);
      else become(data.state);
    };

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
        if (event) handleEvent(event);
      }
    }
  }

  /** One connection, until it ends; whether it was open at all. */
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
      // The server ends a stream when its token expires; the next one follows at once, without a change of state.
      if (await connect(signal)) {
        failures = 0;
        continue;
      }
      if (signal.aborted) break;
      become('reconnecting');
      const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
      failures += 1;
      // Half of the wait is random, so that not everybody reconnects to a restarted server at once.
      await environment.wait(longest / 2 + (environment.random() * longest) / 2, signal);
    }
  }

  /** Listens when no other tab does; until then, receives the events from the one that does. */
  async function takeTurns({ locks, name, onFront }: LiveTabs, signal: AbortSignal): Promise<void> {
    let turn = new AbortController();
    let force = false;
    const check = async (): Promise<void> => {
      if (leading) return;
      answered = false;
      notify({ kind: 'ask' });
      await environment.wait(SILENCE_MS, signal);
      if (answered || leading || signal.aborted) return;
      force = true;
      turn.abort();
    };
    signal.addEventListener('abort', () => turn.abort());
    onFront(() => void check(), signal);
    void check();
    while (!signal.aborted && environment.mayOpen()) {
      turn = new AbortController();
      const mine = turn.signal;
      try {
        await locks.request(name, force ? { steal: true } : { signal: mine }, () => {
          force = false;
          leading = true;
          return run(mine);
        });
      } catch {
        // Either this tab gives up waiting, or another tab has taken the lock: both end the connection.
        turn.abort();
        leading = false;
        // While the page is left, the lock is refused at once; without a pause this loop would block leaving.
        await environment.wait(TURN_MS, signal);
      }
      leading = false;
    }
  }

  return {
    start(): void {
      if (stop) return;
      const own = new AbortController();
      stop = own;
      become('connecting');
      void (tabs ? takeTurns(tabs, own.signal) : run(own.signal)).finally(() => {
        if (stop === own || !stop) become('off');
      });
    },
    stop(): void {
      stop?.abort();
      stop = undefined;
      leading = false;
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

/**
 * Resolves when the time is over, the network is back, or the signal aborts. It removes its listeners, because the signal lasts as long as the
 * page.
 */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = (): void => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done, { signal: over.signal });
    signal.addEventListener('abort', done, { signal: over.signal });
    if (signal.aborted) done();
  });
}

const invalidateSoon = collector((topics) => void invalidate(...topics), 200);

export const live = createLive({
  mayOpen: () => !session.isLeaving(),
  open: async (signal) =>
    fetch(`${apiHost}/v1/api/live`, {
      headers: { Accept: 'text/event-stream', Authorization: await session.authorization() },
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    }),
  onEvent: ({ topic }) => {
    for (const old of topic === 'refresh' ? TOPICS : [topic]) invalidateSoon(old);
  },
  onUnauthorized: async () => {
    if (await session.renew()) return true;
    session.end('expired');
    return false;
  },
  wait: pause,
  random: Math.random,
  tabs:
    typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' || !navigator.locks
      ? undefined
      : {
          locks: navigator.locks,
          channel: new BroadcastChannel('checkwell:live'),
          name: 'checkwell:live',
          onFront: (callback, signal) =>
            document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && callback(), { signal }),
        },
});

/** For the indicator in the shell. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribe, live.state, () => 'off');
}
