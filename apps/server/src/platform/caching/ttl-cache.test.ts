import { expect, test } from 'vitest';
import { TtlCache } from './ttl-cache.ts';

function counted() {
  let elapsed = 1;
  let loads = 0;
  const cache = new TtlCache<number>(2000, () => elapsed);
  return {
    cache,
    get: (key = 'a') => cache.get(key, async () => (loads += 1)),
    wait: (milliseconds: number) => {
      elapsed += milliseconds;
    },
    loads: () => loads,
  };
}

test('answers from the cache for two seconds', async () => {
  const { get, wait } = counted();
  expect(await get()).toBe(1);
  wait(2000);
  expect(await get()).toBe(1);
  wait(1);
  expect(await get()).toBe(2);
});

test('a caller that wants a fresh answer loads again, and later callers get that answer', async () => {
  const { cache, get } = counted();
  expect(await get()).toBe(1);
  expect(await cache.get('a', async () => 7, true)).toBe(7);
  expect(await get()).toBe(7);
});

test('callers at the same moment share one request', async () => {
  const { get } = counted();
  expect(await Promise.all([get(), get(), get('b')])).toEqual([1, 1, 2]);
});

test('does not cache failures', async () => {
  const cache = new TtlCache<string>(2000, () => 1);
  await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('a', async () => 'up')).toBe('up');
});

test('drops the matching answers, and those that are still loading', async () => {
  const { cache, get } = counted();
  await get('a');
  await get('b');
  cache.dropWhere((value) => value === 1);
  expect(await get('b')).toBe(2);
  expect(await get('a')).toBe(3);
  cache.drop('b');
  expect(await get('b')).toBe(4);
  let answer: (value: number) => void = () => undefined;
  const pending = cache.get('c', () => new Promise<number>((resolve) => (answer = resolve)));
  cache.dropWhere(() => false);
  answer(99);
  expect(await pending).toBe(99);
  expect(await get('c')).toBe(5);
});

test('keeps a limited number of answers', async () => {
  const { get, loads } = counted();
  for (let count = 0; count < 5001; count += 1) await get(String(count));
  await get('5000');
  expect(loads()).toBe(5001);
  await get('0');
  expect(loads()).toBe(5002);
});
