import { describe, expect, test } from 'vitest';
import { FairShare } from './fair-share.ts';

function places(limits: { most: number; mostPerGroup?: number }) {
  const evicted: string[] = [];
  return { share: new FairShare<string>({ ...limits, evict: (member) => evicted.push(member) }), evicted };
}

describe('a fair share', () => {
  test('of a group is never exceeded', () => {
    const { share, evicted } = places({ most: 10, mostPerGroup: 2 });
    expect([share.add('a', 'a1'), share.add('a', 'a2'), share.add('a', 'a3'), share.add('b', 'b1')]).toEqual([true, true, false, true]);
    expect([share.size, evicted]).toEqual([3, []]);
  });

  test('comes from the largest group when there is no room, its oldest first', () => {
    const { share, evicted } = places({ most: 4 });
    for (const member of ['a1', 'a2', 'a3', 'a4']) share.add('a', member);
    expect(share.add('b', 'b1')).toBe(true);
    expect(share.add('c', 'c1')).toBe(true);
    expect([share.size, evicted]).toEqual([4, ['a1', 'a2']]);
  });

  test('is not taken from a group that has no more than one already has', () => {
    const { share, evicted } = places({ most: 4 });
    for (const member of ['a1', 'a2']) share.add('a', member);
    for (const member of ['b1', 'b2']) share.add('b', member);
    expect(share.add('b', 'b3')).toBe(false);
    expect(evicted).toEqual([]);
  });

  test('is free again once it is given back, and giving back twice counts once', () => {
    const { share } = places({ most: 1 });
    share.add('a', 'a1');
    share.delete('a', 'a1');
    share.delete('a', 'a1');
    share.delete('b', 'b1');
    expect(share.size).toBe(0);
    expect(share.add('b', 'b1')).toBe(true);
  });
});
