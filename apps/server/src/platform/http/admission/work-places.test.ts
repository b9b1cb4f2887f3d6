import type { AppError } from '@checkwell/domain/errors';
import { describe, expect, test } from 'vitest';
import { type Caller, type WorkLimits, WorkPlaces } from './work-places.ts';

const ALICE: Caller = ['a', 'alice'];
const BOB: Caller = ['b', 'bob'];

/** Places whose clock stands until it is told to go on; who waits too long is not what most tests are about. */
function places(limits: Partial<WorkLimits> = {}) {
  let now = 0;
  const work = new WorkPlaces({ inFlight: 2, mostWaiting: 100, mostWaitMs: 60_000, ...limits }, () => now);
  const events: string[] = [];
  const refusals: AppError[] = [];
  return {
    work,
    events,
    refusals,
    /** Asks for a place, as one of this name. @returns gives up */
    ask: (name: string, caller: Caller = ALICE) =>
      work.enter(
        caller,
        () => {
          work.take();
          events.push(`${name} works`);
        },
        (error) => {
          refusals.push(error);
          events.push(`${name} is refused`);
        },
      ),
    /** Of those at work one ends after so many milliseconds. */
    endAfter(milliseconds: number) {
      now += milliseconds;
      work.give();
    },
  };
}
const range = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => String(index + 1));

describe('places for work', () => {
  test('are given at once while there are any, and then in the order of turns', () => {
    const { ask, events, endAfter, work } = places();
    for (const name of ['1', '2', '3', '4']) ask(name);
    ask('5', BOB);
    expect(events).toEqual(['1 works', '2 works']);
    for (let index = 0; index < 5; index += 1) endAfter(10);
    expect(events).toEqual(['1 works', '2 works', '3 works', '5 works', '4 works']);
    expect([work.count, work.waiting]).toEqual([0, 0]);
  });

  test('take whatever a page asks at once of a server that has nothing to do, before anything was measured', () => {
    const { ask, events, endAfter } = places({ inFlight: 1 });
    for (const name of range(12)) ask(name);
    for (let index = 0; index < 12; index += 1) endAfter(1000);
    expect(events).toEqual(range(12).map((name) => `${name} works`));
  });

  test('nobody gets who gave up waiting', () => {
    const { ask, events, endAfter, work } = places({ inFlight: 1 });
    ask('1');
    const giveUp = ask('2');
    ask('3');
    giveUp();
    giveUp();
    expect(work.waiting).toBe(1);
    endAfter(10);
    expect(events).toEqual(['1 works', '3 works']);
  });

  test('are waited for by no more than are served in time: the rest is refused at once', () => {
    const { ask, events, refusals, endAfter, work } = places({ mostWaitMs: 1000 });
    for (const name of range(12)) ask(name);
    // One in 100 ms: ten in a second.
    for (let index = 0; index < 10; index += 1) endAfter(100);
    expect([work.count, work.waiting]).toEqual([2, 0]);
    events.length = 0;
    for (const name of range(12)) ask(name);
    expect(work.waiting).toBe(10);
    expect(events).toEqual(['11 is refused', '12 is refused']);
    expect(refusals.map(({ code }) => code)).toEqual(['server.overloaded', 'server.overloaded']);
  });

  test('are waited for by as many as work at once, however slow that was', () => {
    const { ask, work, endAfter } = places({ inFlight: 3, mostWaitMs: 1000 });
    for (const name of range(6)) ask(name);
    for (let index = 0; index < 3; index += 1) endAfter(100_000);
    for (const name of range(9)) ask(name);
    expect([work.count, work.waiting]).toEqual([3, 3]);
  });

  test('are never waited for by more than their bodies may take room', () => {
    const { ask, work } = places({ mostWaiting: 5 });
    for (const name of range(50)) ask(name);
    expect(work.waiting).toBe(5);
  });

  test('are not lost to a network that asks for all of them', () => {
    const { ask, events, work, endAfter } = places({ inFlight: 1, mostWaiting: 4 });
    for (const name of range(5)) ask(name);
    expect(work.refuses(BOB)).toBeUndefined();
    expect(work.refuses(ALICE)).toBeInstanceOf(Promise);
    ask('bob', BOB);
    expect(events).toEqual(['1 works', '5 is refused']);
    endAfter(10);
    endAfter(10);
    expect(events.slice(2)).toEqual(['2 works', 'bob works']);
  });

  test('are refused to who has waited too long, so that whoever is stopped says so', async () => {
    const { ask, events, work } = places({ inFlight: 1, mostWaitMs: 5 });
    ask('1');
    ask('2');
    await expect.poll(() => events).toEqual(['1 works', '2 is refused']);
    expect(work.waiting).toBe(0);
  });

  test('may be asked for again when all who were refused can have been served, and within half a minute', () => {
    const retryAfterLastOf12 = (servedIn: number) => {
      const { ask, refusals, endAfter } = places({ inFlight: 1, mostWaiting: 1 });
      for (const name of ['1', '2', '3']) ask(name);
      expect(refusals.map(({ params }) => params.retryAfterSeconds)).toEqual([1]);
      endAfter(servedIn);
      for (const name of range(12)) ask(name);
      return refusals.at(-1)?.params.retryAfterSeconds;
    };
    // A twelfth one who is refused within these seconds has 2.4 s of others before it.
    expect(retryAfterLastOf12(200)).toBe(3);
    expect(retryAfterLastOf12(5000)).toBe(30);
  });

  test('may be asked for sooner, the longer ago others were refused', () => {
    const { ask, refusals, endAfter } = places({ inFlight: 1, mostWaiting: 1 });
    for (const name of range(22)) ask(name);
    endAfter(200);
    ask('23');
    ask('24');
    expect(refusals.at(-1)?.params.retryAfterSeconds).toBe(5);
    endAfter(60_000);
    for (const name of ['25', '26', '27']) ask(name);
    expect(refusals.at(-1)?.params.retryAfterSeconds).toBe(7);
  });

  test('are refused at a pace that leaves time for the work: what comes faster is held back, and no longer than it says to wait', async () => {
    const { ask, refusals } = places({ inFlight: 1, mostWaiting: 1 });
    for (const name of range(2)) ask(name);
    for (const name of range(50)) ask(name);
    expect(refusals).toHaveLength(50);
    for (const name of range(20)) ask(name);
    expect(refusals).toHaveLength(50);
    await expect.poll(() => refusals.length).toBe(70);
  });
});
