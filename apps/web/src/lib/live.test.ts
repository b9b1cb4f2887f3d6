import { describe, expect, it } from 'vitest';
import { createLive, type LiveEvent, type LiveState, parseEvent } from './live.ts';

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
  });
  live.subscribe(() => states.push(live.state()));
  live.start();
  return { live, events, states, waits, finished };
}

describe('createLive', () => {
  it('tells events, also when they come in pieces', async () => {
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
