import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyValueStore } from '../../../lib/session/storage.ts';
import { type RecentChoice, recentChoices, rememberChoice } from './recent.ts';

let kept: Map<string, string>;
let store: KeyValueStore;
beforeEach(() => {
  kept = new Map();
  store = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: () => null,
    length: 0,
  };
});

const anna = { account: 'anna', companyId: 'c1' };
const worker = (id: string): RecentChoice => ({ kind: 'employees', id, label: `Worker ${id}` });

describe('recent choices', () => {
  it('are the last five, newest first, each once', () => {
    for (const id of ['1', '2', '3', '4', '5', '6', '2']) rememberChoice(anna, worker(id), store);
    expect(recentChoices(anna, store).map(({ id }) => id)).toEqual(['2', '6', '5', '4', '3']);
  });

  it('are of one account and one company', () => {
    rememberChoice(anna, worker('1'), store);
    expect(recentChoices({ ...anna, account: 'bram' }, store)).toEqual([]);
    expect(recentChoices({ ...anna, companyId: 'c2' }, store)).toEqual([]);
    rememberChoice({ ...anna, account: 'bram' }, worker('9'), store);
    expect([...kept.values()].join()).not.toContain('Worker 1');
  });

  it('keep nothing but kind, id and name', () => {
    rememberChoice(anna, { ...worker('1'), hint: 'secret' } as RecentChoice, store);
    expect([...kept.values()].join()).not.toContain('secret');
  });

  it('are none when what is kept makes no sense', () => {
    for (const nonsense of [
      '',
      '{',
      'null',
      '[]',
      '{"account":"anna","companyId":"c1","choices":[{"kind":"companies","id":"1","label":"x"},3,null]}',
    ]) {
      kept.set('recentChoices', nonsense);
      expect(recentChoices(anna, store)).toEqual([]);
    }
  });
});
