import { describe, expect, test } from 'vitest';
import { FairShare } from './fair-share.ts';

function fairShare(limits: { max: number; maxPerGroup?: number }) {
  const evicted: string[] = [];
  return { share: new FairShare<string>({ ...limits, evict: (member) => evicted.push(member) }), evicted };
}

describe('a fair share', () => {
  test('of a group never exceeds its limit', () => {
    const { share, evicted } = fairShare({ max: 10, maxPerGroup: 2 });
    expect([share.add('a', 'a1'), share.add('a', 'a2'), share.add('a', 'a3'), share.add('b', 'b1')]).toEqual([true, true, false, true]);
    expect([share.size, evicted]).toEqual([3, []]);
  });

  test('evicts the oldest members of the largest group when it is full', () => {
    const { share, evicted } = fairShare({ max: 4 });
    for (const member of ['a1', 'a2', 'a3', 'a4']) share.add('a', member);
    expect(share.add('b', 'b1')).toBe(true);
    expect(share.add('c', 'c1')).toBe(true);
    expect([share.size, evicted]).toEqual([4, ['a1', 'a2']]);
  });

  test('evicts no member of a group that is not larger than that of the new member', () => {
    const { share, evicted } = fairShare({ max: 4 });
    for (const member of ['a1', 'a2']) share.add('a', member);
    for (const member of ['b1', 'b2']) share.add('b', member);
    expect(share.add('b', 'b3')).toBe(false);
    expect(evicted).toEqual([]);
  });

  test('can be used again after a deletion, and a second deletion has no effect', () => {
    const { share } = fairShare({ max: 1 });
    share.add('a', 'a1');
    share.delete('a', 'a1');
    share.delete('a', 'a1');
    share.delete('b', 'b1');
    expect(share.size).toBe(0);
    expect(share.add('b', 'b1')).toBe(true);
  });
});
