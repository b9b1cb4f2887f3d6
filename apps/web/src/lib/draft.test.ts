import { beforeEach, describe, expect, it } from 'vitest';
import { clearDraft, clearDrafts, readDraft, writeDraft } from './draft.ts';
import type { KeyValueStore } from './storage.ts';

let map: Map<string, string>;
let store: KeyValueStore;
beforeEach(() => {
  map = new Map();
  store = {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size;
    },
  };
});
const asIs = (raw: unknown): unknown => raw;

describe('drafts', () => {
  it('come back as they were written', () => {
    writeDraft('order', { workerFirstName: 'Anna', startDate: '2026-11-21' }, store);
    expect(readDraft('order', asIs, store)).toEqual({ workerFirstName: 'Anna', startDate: '2026-11-21' });
    expect(readDraft('certificate', asIs, store)).toBeUndefined();
  });

  it('that the form of today does not understand are none', () => {
    writeDraft('order', { v: 1 }, store);
    expect(readDraft('order', () => undefined, store)).toBeUndefined();
    map.set('draft:order', '{broken');
    expect(readDraft('order', asIs, store)).toBeUndefined();
    expect(map.has('draft:order')).toBe(false);
  });

  it('go one by one or all together, and nothing else with them', () => {
    writeDraft('a', 1, store);
    writeDraft('b', 2, store);
    writeDraft('c', 3, store);
    map.set('returnTo', '/checks');
    clearDraft('a', store);
    expect([...map.keys()]).toEqual(['draft:b', 'draft:c', 'returnTo']);
    clearDrafts(store);
    expect([...map.keys()]).toEqual(['returnTo']);
  });
});
