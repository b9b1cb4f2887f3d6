import type { AppError } from '@checkwell/domain/errors';
import { describe, expect, test } from 'vitest';
import { type Caller, type WorkLimits, WorkSlots } from './work-slots.ts';

const ALICE: Caller = ['a', 'alice'];
const BOB: Caller = ['b', 'bob'];

/** Slots with a clock that the test sets; by default requests may wait for a long time. */
function slots(limits: Partial<WorkLimits> = {}) {
  let now = 0;
  const work = new WorkSlots({ inFlight: 2, maxWaiting: 100, maxWaitMs: 60_000, ...limits }, () => now);
  const events: string[] = [];
  const refusals: AppError[] = [];
  return {
    work,
    events,
    refusals,
    /** Requests a slot under this name. @returns cancels the request */
    ask: (name: string, caller: Caller = ALICE) =>
      work.enter(
        caller,
        () => {
          work.take();
          events.push(`${name} runs`);
        },
        (error) => {
          refusals.push(error);
          events.push(`${name} is refused`);
        },
      ),
    /** Advances the clock, and ends one of the running requests. */
    endAfter(milliseconds: number) {
      now += milliseconds;
      work.give();
    },
  };
}
const range = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => String(index + 1));

describe('slots', () => {
  test('are given at once while some are free, then in turn', () => {
    const { ask, events, endAfter, work } = slots();
    for (const name of ['1', '2', '3', '4']) ask(name);
    ask('5', BOB);
    expect(events).toEqual(['1 runs', '2 runs']);
    for (let index = 0; index < 5; index += 1) endAfter(10);
    expect(events).toEqual(['1 runs', '2 runs', '3 runs', '5 runs', '4 runs']);
    expect([work.count, work.waiting]).toEqual([0, 0]);
  });

  test('of an idle server take all requests of a page, before any duration is measured', () => {
    const { ask, events, endAfter } = slots({ inFlight: 1 });
    for (const name of range(12)) ask(name);
    for (let index = 0; index < 12; index += 1) endAfter(1000);
    expect(events).toEqual(range(12).map((name) => `${name} runs`));
  });

  test('are not given to cancelled requests', () => {
    const { ask, events, endAfter, work } = slots({ inFlight: 1 });
    ask('1');
    const cancel = ask('2');
    ask('3');
    cancel();
    cancel();
    expect(work.waiting).toBe(1);
    endAfter(10);
    expect(events).toEqual(['1 runs', '3 runs']);
  });

  test('have a queue of as many requests as can be served in time; the others are refused at once', () => {
    const { ask, events, refusals, endAfter, work } = slots({ maxWaitMs: 1000 });
    for (const name of range(12)) ask(name);
    // One each 100 ms, so ten in a second.
    for (let index = 0; index < 10; index += 1) endAfter(100);
    expect([work.count, work.waiting]).toEqual([2, 0]);
    events.length = 0;
    for (const name of range(12)) ask(name);
    expect(work.waiting).toBe(10);
    expect(events).toEqual(['11 is refused', '12 is refused']);
    expect(refusals.map(({ code }) => code)).toEqual(['server.overloaded', 'server.overloaded']);
  });

  test('have a queue of at least as many requests as slots, even if requests are slow', () => {
    const { ask, work, endAfter } = slots({ inFlight: 3, maxWaitMs: 1000 });
    for (const name of range(6)) ask(name);
    for (let index = 0; index < 3; index += 1) endAfter(100_000);
    for (const name of range(9)) ask(name);
    expect([work.count, work.waiting]).toEqual([3, 3]);
  });

  test('have a queue of limited length, because the bodies of waiting requests take memory', () => {
    const { ask, work } = slots({ maxWaiting: 5 });
    for (const name of range(50)) ask(name);
    expect(work.waiting).toBe(5);
  });

  test('are shared with other networks when one network requests all of them', () => {
    const { ask, events, work, endAfter } = slots({ inFlight: 1, maxWaiting: 4 });
    for (const name of range(5)) ask(name);
    expect(work.refuses(BOB)).toBeUndefined();
    expect(work.refuses(ALICE)).toBeInstanceOf(Promise);
    ask('bob', BOB);
    expect(events).toEqual(['1 runs', '5 is refused']);
    endAfter(10);
    endAfter(10);
    expect(events.slice(2)).toEqual(['2 runs', 'bob runs']);
  });

  test('are refused after the maximum waiting time, even if no request ends', async () => {
    const { ask, events, work } = slots({ inFlight: 1, maxWaitMs: 5 });
    ask('1');
    ask('2');
    await expect.poll(() => events).toEqual(['1 runs', '2 is refused']);
    expect(work.waiting).toBe(0);
  });

  test('can be requested again after the time to serve all refused requests, and after 30 seconds at most', () => {
    const retryAfterLastOf12 = (servedIn: number) => {
      const { ask, refusals, endAfter } = slots({ inFlight: 1, maxWaiting: 1 });
      for (const name of ['1', '2', '3']) ask(name);
      expect(refusals.map(({ params }) => params.retryAfterSeconds)).toEqual([1]);
      endAfter(servedIn);
      for (const name of range(12)) ask(name);
      return refusals.at(-1)?.params.retryAfterSeconds;
    };
    // The twelfth refused request comes after 2.4 s of other requests.
    expect(retryAfterLastOf12(200)).toBe(3);
    expect(retryAfterLastOf12(5000)).toBe(30);
  });

  test('can be requested again sooner if earlier refusals are longer ago', () => {
    const { ask, refusals, endAfter } = slots({ inFlight: 1, maxWaiting: 1 });
    for (const name of range(22)) ask(name);
    endAfter(200);
    ask('23');
    ask('24');
    expect(refusals.at(-1)?.params.retryAfterSeconds).toBe(5);
    endAfter(60_000);
    for (const name of ['25', '26', '27']) ask(name);
    expect(refusals.at(-1)?.params.retryAfterSeconds).toBe(7);
  });

  test('are refused at a limited rate: further refusals are delayed, but not for longer than their Retry-After', async () => {
    const { ask, refusals } = slots({ inFlight: 1, maxWaiting: 1 });
    for (const name of range(2)) ask(name);
    for (const name of range(50)) ask(name);
    expect(refusals).toHaveLength(50);
    for (const name of range(20)) ask(name);
    expect(refusals).toHaveLength(50);
    await expect.poll(() => refusals.length).toBe(70);
  });
});
