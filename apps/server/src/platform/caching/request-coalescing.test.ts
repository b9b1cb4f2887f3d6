import { expect, test } from 'vitest';
import { Slot, withSlot } from '../slot.ts';
import { RequestCoalescer } from './request-coalescing.ts';

/** A coalescer whose computations complete when the test resolves them. */
function controlled() {
  const coalescer = new RequestCoalescer<string>();
  const pending: PromiseWithResolvers<string>[] = [];
  const started: string[] = [];
  return {
    started,
    ask: (key: string) =>
      coalescer.get(key, () => {
        started.push(key);
        const computation = Promise.withResolvers<string>();
        pending.push(computation);
        return computation.promise;
      }),
    finish: (index: number, text: string) => pending[index]?.resolve(text),
    fail: (index: number, text: string) => pending[index]?.reject(new Error(text)),
  };
}

test('callers during a running computation share the next one', async () => {
  const { ask, started, finish } = controlled();
  const first = ask('a');
  const others = [ask('a'), ask('a'), ask('a')];
  expect(started).toEqual(['a']);
  finish(0, 'old');
  expect(await first).toBe('old');
  await expect.poll(() => started).toEqual(['a', 'a']);
  const later = [ask('a'), ask('a')];
  finish(1, 'new');
  expect(await Promise.all(others)).toEqual(['new', 'new', 'new']);
  await expect.poll(() => started).toEqual(['a', 'a', 'a']);
  finish(2, 'newest');
  expect(await Promise.all(later)).toEqual(['newest', 'newest']);
});

test('answers are not cached, and different keys have separate answers', async () => {
  const { ask, started, finish } = controlled();
  const [a, b] = [ask('a'), ask('b')];
  finish(0, 'of a');
  finish(1, 'of b');
  expect(await Promise.all([a, b])).toEqual(['of a', 'of b']);
  const again = ask('a');
  expect(started).toEqual(['a', 'b', 'a']);
  finish(2, 'of a, later');
  expect(await again).toBe('of a, later');
});

test('all callers of a failed computation get its error, and the next one still runs', async () => {
  const { ask, started, fail, finish } = controlled();
  const first = ask('a');
  const others = [ask('a'), ask('a')];
  fail(0, 'first');
  await expect(first).rejects.toThrow('first');
  await expect.poll(() => started.length).toBe(2);
  const last = ask('a');
  fail(1, 'second');
  for (const other of others) await expect(other).rejects.toThrow('second');
  await expect.poll(() => started.length).toBe(3);
  finish(2, 'right');
  expect(await last).toBe('right');
});

test('a waiting caller gives its slot back; the one that computes the answer keeps its slot', async () => {
  const { ask, started, finish } = controlled();
  let working = 0;
  const counter = {
    take: () => {
      working += 1;
    },
    give: () => {
      working -= 1;
    },
  };
  const asked = Array.from({ length: 4 }, () => withSlot(new Slot(counter, () => undefined), () => ask('a')));
  expect(working).toBe(1);
  finish(0, 'old');
  await asked[0];
  await expect.poll(() => started.length).toBe(2);
  expect(working).toBe(2); // the first has not been released by its request
  finish(1, 'new');
  await Promise.all(asked);
  expect(working).toBe(4);
});
