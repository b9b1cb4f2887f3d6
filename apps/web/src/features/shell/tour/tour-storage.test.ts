import { expect, it } from 'vitest';
import type { KeyValueStore } from '../../../lib/session/storage.ts';
import { hasSeenTour, rememberTour } from './tour-storage.ts';

function storeOf(kept: Map<string, string>): KeyValueStore {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: () => null,
    length: 0,
  };
}

it('is remembered for each account of the browser', () => {
  const kept = new Map<string, string>();
  const store = storeOf(kept);
  expect(hasSeenTour('anna', store)).toBe(false);
  rememberTour('anna', store);
  rememberTour('anna', store);
  rememberTour('bram', store);
  expect([hasSeenTour('anna', store), hasSeenTour('bram', store), hasSeenTour('cleo', store)]).toEqual([true, true, false]);
  expect(kept.get('tour')).toBe('["anna","bram"]');
});

it('is offered when what is kept makes no sense', () => {
  for (const nonsense of ['', '{', '{}', 'null', '[1]']) expect(hasSeenTour('anna', storeOf(new Map([['tour', nonsense]])))).toBe(false);
});
