import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLive, type LiveEvent, type LiveState, parseEvent, pause, SILENCE_MS } from './live.ts';

describe('parseEvent', () => {
  it('reads what changed', () => {
    expect(parseEvent('event: check\ndata: {"companyId":"c1","id":"k1","version":3}')).toEqual({
      topic: 'check',
      companyId: 'c1',
      id: 'k1',
      version: 3,
    });
    expect(parseEvent('event: refresh\r\ndata: {}')).toEqual({ topic: 'refresh' });
  });

  it.each([': still here', 'event: weather\ndata: {}', 'event: check\ndata: {broken', 'data: {}'])('gives nothing for %j', (block) => {
    expect(parseEvent(block)).toBeUndefined();
  });
});

/** Connections one after the other; each is a list of chunks, a status, or a failure. */
function run(connections: readonly (readonly string[] | number | Error)[], { renewed = true, mayOpen = (): boolean => true } = {}) {
  const events: LiveEvent[] = [];
  const states: LiveState[] = [];
  const waits: number[] = [];
  let next = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const live = createLive({
    mayOpen,
    open: async (signal) => {
      const connection = connections[next];
      next += 1;
      if (connection === undefined) {
        finish();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }
      if (connection instanceof Error) throw connection;
      if (typeof connection === 'number') return new Response(null, { status: connection });
      return new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            for (const chunk of connection) controller.enqueue(new TextEncoder().encode(chunk));
            controller.close();
          },
        }),
      );
    },
    onEvent: (event) => void events.push(event),
    onUnauthorized: async () => renewed,
    wait: async (milliseconds) => void waits.push(milliseconds),
    random: () => 1,
    tabs: undefined,
  });
  live.subscribe(() => states.push(live.state()));
  live.start();
  return { live, events, states, waits, finished };
}

describe('createLive', () => {
  it('reports events, also when they arrive in several chunks', async () => {
    const { live, events, finished } = run([
      [': welcome\n\nevent: che', 'ck\ndata: {"companyId":"c1","id":"k1","version":1}\n', '\nevent: refresh\ndata: {}\n\n'],
    ]);
    await finished;
    expect(events.map(({ topic }) => topic)).toEqual(['check', 'refresh']);
    live.stop();
    expect(live.state()).toBe('off');
  });

  it('follows a stream that ended in good order with the next, and says nothing', async () => {
    const { live, states, waits, finished } = run([[': welcome\n\n'], [': welcome\n\n']]);
    await finished;
    expect(states).toEqual(['connecting', 'live']);
    expect(waits).toEqual([]);
    live.stop();
  });

  it('says that it reconnects, waits longer each time, and recovers', async () => {
    const { live, states, waits, finished } = run([
      [': welcome\n\n'],
      new TypeError('network'),
      503,
      429,
      [': welcome\n\n'],
      new TypeError('network'),
    ]);
    await finished;
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live', 'reconnecting']);
    expect(waits).toEqual([1000, 2000, 4000, 1000]);
    live.stop();
  });

  it('never waits longer than half a minute', async () => {
    const { live, waits, finished } = run(Array.from({ length: 8 }, () => 503));
    await finished;
    expect(Math.max(...waits)).toBe(30_000);
    live.stop();
  });

  it('stops when the session has ended', async () => {
    const { live } = run([401, 200], { renewed: false });
    await expect.poll(() => live.state()).toBe('off');
  });

  it('does not connect again once somebody has signed out', async () => {
    let connections = 0;
    const { live } = run([[': welcome\n\n'], 401], {
      mayOpen: () => {
        connections += 1;
        return connections === 1;
      },
    });
    await expect.poll(() => live.state()).toBe('off');
    expect(connections).toBe(2);
  });
});

/** Tabs of one browser, with its real locks and channels; the server's end of each of their streams. */
class Browser {
  readonly streams: { tab: string; open: boolean; send: (text: string) => void }[] = [];
  readonly heard: string[] = [];
  readonly #name = randomUUID();
  readonly #closers: (() => void)[] = [];
  /** Tabs that wait for an answer of the one that listens; how long is over when the test says so. */
  readonly #askers = new Set<() => void>();
  /** What came to which tab, `two state`, or would have come to one that was frozen: `one event, frozen`. */
  readonly delivered: string[] = [];

  openStreams = (): string[] => this.streams.filter(({ open }) => open).map(({ tab }) => tab);

  /** @param frozen a tab behind that the system lets do nothing: it keeps its lock and answers nobody */
  tab(tab: string, frozen: () => boolean = () => false, locks: Pick<LockManager, 'request'> = navigator.locks) {
    const channel = new BroadcastChannel(this.#name);
    const { delivered } = this;
    let onFront = (): void => undefined;
    const guarded = {
      postMessage: (message: unknown) => channel.postMessage(message),
      set onmessage(handler: ((event: MessageEvent) => void) | null) {
        channel.onmessage = (event: MessageEvent) => {
          if (!frozen()) handler?.(event);
          delivered.push(`${tab} ${event.data.kind}${frozen() ? ', frozen' : ''}`);
        };
      },
    };
    const live = createLive({
      mayOpen: () => true,
      open: async (signal) => {
        const stream = { tab, open: true, send: (_text: string): void => undefined };
        this.streams.push(stream);
        return new Response(
          new ReadableStream<Uint8Array>({
            start(controller) {
              stream.send = (text) => controller.enqueue(new TextEncoder().encode(text));
              signal.addEventListener('abort', () => {
                stream.open = false;
                controller.error(signal.reason);
              });
              stream.send('event: refresh\ndata: {}\n\n');
            },
          }),
        );
      },
      onEvent: ({ topic }) => void this.heard.push(`${tab} ${topic}`),
      onUnauthorized: async () => true,
      wait: (milliseconds, signal) =>
        new Promise((resolve) => {
          if (milliseconds === SILENCE_MS) this.#askers.add(resolve);
          else setTimeout(resolve);
          signal.addEventListener('abort', () => resolve());
        }),
      random: () => 1,
      tabs: {
        locks,
        channel: guarded as BroadcastChannel,
        name: this.#name,
        onFront: (callback) => {
          onFront = callback;
        },
      },
    });
    const close = () => {
      live.stop();
      channel.close();
    };
    this.#closers.push(close);
    live.start();
    return { live, close, toFront: () => onFront() };
  }

  /** From the server, to whoever listens. */
  send(version: number): void {
    for (const { open, send } of this.streams) if (open) send(`event: check\ndata: {"companyId":"c","id":"k","version":${version}}\n\n`);
  }

  /** The tab comes to the front, and has its answer before its patience ends. */
  async answers({ toFront }: { readonly toFront: () => void }, tab: string): Promise<void> {
    this.delivered.length = 0;
    toFront();
    await expect.poll(() => this.delivered).toContain(`${tab} state`);
    this.silenceIsOver();
    // Whatever it did about it would have begun by now: the lock is asked for at once.
    await navigator.locks.query();
  }

  /** Whoever waits for an answer has waited long enough. */
  silenceIsOver(): void {
    for (const resolve of this.#askers) resolve();
    this.#askers.clear();
  }

  end(): void {
    for (const close of this.#closers) close();
  }
}

describe('several tabs', () => {
  let browser = new Browser();
  afterEach(() => {
    browser.end();
    browser = new Browser();
  });

  it('have one stream, and each receives its events', async () => {
    const tabs = ['one', 'two', 'three'].map((name) => browser.tab(name));
    await expect.poll(() => tabs.map(({ live }) => live.state())).toEqual(['live', 'live', 'live']);
    browser.heard.length = 0;
    browser.send(2);
    await expect.poll(() => browser.heard.toSorted()).toEqual(['one check', 'three check', 'two check']);
    expect(browser.openStreams()).toEqual(['one']);
    expect(browser.streams).toHaveLength(1);
  });

  it('let a page go whose lock is refused at once, as while it is being left', async () => {
    let asked = 0;
    const locks = {
      request: async () => {
        asked += 1;
        throw new DOMException('The document is not fully active.', 'InvalidStateError');
      },
    };
    // Of the browser's locks, as much as is used.
    const { live } = browser.tab('one', () => false, locks as unknown as LockManager);
    // Nothing else would ever happen here again if it asked without a pause.
    await expect.poll(() => asked).toBeGreaterThanOrEqual(3);
    live.stop();
    expect(browser.streams).toEqual([]);
  });

  it('go on when the one that listens is closed, and ask again for what they may have missed', async () => {
    const one = browser.tab('one');
    await expect.poll(() => one.live.state()).toBe('live');
    const others = ['two', 'three'].map((name) => browser.tab(name));
    await expect.poll(() => others.map(({ live }) => live.state())).toEqual(['live', 'live']);
    browser.heard.length = 0;
    one.close();
    await expect.poll(() => browser.openStreams()).toEqual(['two']);
    await expect.poll(() => browser.heard.toSorted()).toEqual(['three refresh', 'two refresh']);
    browser.send(3);
    await expect.poll(() => browser.heard.filter((line) => line.endsWith('check')).toSorted()).toEqual(['three check', 'two check']);
  });

  it('take over in front from one behind that says nothing, which then listens to them', async () => {
    let frozen = false;
    const one = browser.tab('one', () => frozen);
    await expect.poll(() => one.live.state()).toBe('live');
    const two = browser.tab('two');
    await expect.poll(() => two.live.state()).toBe('live');
    // Answered, it leaves well alone.
    await browser.answers(two, 'two');
    expect(browser.openStreams()).toEqual(['one']);

    frozen = true;
    browser.delivered.length = 0;
    two.toFront();
    await expect.poll(() => browser.delivered).toEqual(['one ask, frozen']);
    browser.silenceIsOver();
    await expect.poll(() => browser.openStreams()).toEqual(['two']);
    // The new stream begins with a word that anything may have changed, which a frozen tab does not hear.
    await expect.poll(() => browser.delivered).toContain('one event, frozen');
    frozen = false;
    browser.heard.length = 0;
    browser.send(4);
    await expect.poll(() => browser.heard.toSorted()).toEqual(['one check', 'two check']);
    // Back in front it leaves well alone: it is answered.
    await browser.answers(one, 'one');
    expect(browser.openStreams()).toEqual(['two']);
  });
});

describe('a pause', () => {
  const HOUR_MS = 3_600_000;

  it.each<[what: string, milliseconds: number, before: 'end' | 'none', after: 'end' | 'online' | 'none']>([
    ['its time is over', 1, 'none', 'none'],
    ['the network is back', HOUR_MS, 'none', 'online'],
    ['it is stopped', HOUR_MS, 'none', 'end'],
    ['it had been stopped before', HOUR_MS, 'end', 'none'],
  ])('ends when %s, and leaves no listener behind', async (_, milliseconds, before, after) => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const stop = new AbortController();
    if (before === 'end') stop.abort();
    const paused = pause(milliseconds, stop.signal);
    if (after === 'end') stop.abort();
    if (after === 'online') page.dispatchEvent(new Event('online'));
    await paused;
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(getEventListeners(page, 'online')).toEqual([]);
  });
});
