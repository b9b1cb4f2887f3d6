import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

function counted() {
  let elapsed = 0;
  let loads = 0;
  const recent = new Recent<number>(2000, () => elapsed);
  return {
    recent,
    get: (key = 'a') => recent.get(key, async () => (loads += 1)),
    wait: (milliseconds: number) => {
      elapsed += milliseconds;
    },
    loads: () => loads,
  };
}

test('answers from memory for two seconds', async () => {
  const { get, wait } = counted();
  expect(await get()).toBe(1);
  wait(1999);
  expect(await get()).toBe(1);
  wait(1);
  expect(await get()).toBe(2);
});

test('who wants it fresh asks again, and the others get that answer', async () => {
  const { recent, get } = counted();
  expect(await get()).toBe(1);
  expect(await recent.get('a', async () => 7, true)).toBe(7);
  expect(await get()).toBe(7);
});

test('callers at the same moment share one question', async () => {
  const { get } = counted();
  expect(await Promise.all([get(), get(), get('b')])).toEqual([1, 1, 2]);
});

test('does not remember failures', async () => {
  const recent = new Recent<string>(2000, () => 0);
  await expect(recent.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await recent.get('a', async () => 'up')).toBe('up');
});

test('forgets what it is told to, and what is still on its way', async () => {
  const { recent, get } = counted();
  await get('a');
  await get('b');
  recent.dropWhere((value) => value === 1);
  expect(await get('b')).toBe(2);
  expect(await get('a')).toBe(3);
  recent.drop('b');
  expect(await get('b')).toBe(4);
  let answer: (value: number) => void = () => undefined;
  const pending = recent.get('c', () => new Promise<number>((resolve) => (answer = resolve)));
  recent.dropWhere(() => false);
  answer(99);
  expect(await pending).toBe(99);
  expect(await get('c')).toBe(5);
});

test('keeps a bounded number', async () => {
  const { get, loads } = counted();
  for (let count = 0; count < 5001; count += 1) await get(String(count));
  await get('5000');
  expect(loads()).toBe(5001);
  await get('0');
  expect(loads()).toBe(5002);
});
