import { beforeEach, describe, expect, it } from 'vitest';
import { clearDraft, readDraft, writeDraft } from './draft.ts';
import { clearAccountsIn, clearDraftsIn } from './draft-store.ts';
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

const mine = () => ({ store, account: 'anna' });
const visitors = () => ({ store, account: undefined });

describe('drafts', () => {
  it('come back as they were written, to their author', () => {
    writeDraft('order', { workerFirstName: 'Anna', startDate: '2026-11-21' }, mine());
    expect(readDraft('order', asIs, mine())).toEqual({ workerFirstName: 'Anna', startDate: '2026-11-21' });
    expect(readDraft('certificate', asIs, mine())).toBeUndefined();
    expect(readDraft('order', asIs, { store, account: 'bert' })).toBeUndefined();
  });

  it('that the form of today does not understand are none', () => {
    writeDraft('order', { v: 1 }, mine());
    expect(readDraft('order', () => undefined, mine())).toBeUndefined();
    map.set('draft:anna:order', '{broken');
    expect(readDraft('order', asIs, mine())).toBeUndefined();
    expect(map.has('draft:anna:order')).toBe(false);
  });

  it('go one by one or all together, and nothing else with them', () => {
    writeDraft('a', 1, mine());
    writeDraft('b', 2, mine());
    writeDraft('c', 3, mine());
    map.set('returnTo', '/checks');
    clearDraft('a', mine());
    expect([...map.keys()]).toEqual(['draft:anna:b', 'draft:anna:c', 'returnTo']);
    writeDraft('one-shot', 4, visitors());
    clearAccountsIn(store);
    expect([...map.keys()]).toEqual(['returnTo', 'visitorDraft:one-shot']);
    clearDraftsIn(store);
    expect([...map.keys()]).toEqual(['returnTo']);
  });

  it('of visitors are no account’s, and of accounts no visitor’s', () => {
    writeDraft('one-shot', 1, visitors());
    writeDraft('order', 2, mine());
    expect(readDraft('one-shot', asIs, visitors())).toBe(1);
    expect(readDraft('one-shot', asIs, mine())).toBeUndefined();
    expect(readDraft('order', asIs, visitors())).toBeUndefined();
  });
});
