import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** The name of a member is its network, caller and number: `a/x1` is the first of caller x in network a. */
function queueOf(...members: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const member of members) queue.add(pathOf(member), member);
  return queue;
}
const pathOf = (member: string): readonly string[] => [member.slice(0, 1), member.slice(2, 3)];

function all(queue: FairQueue<string>): readonly string[] {
  const turns: string[] = [];
  for (let member = queue.next(); member !== undefined; member = queue.next()) turns.push(member);
  return turns;
}

describe('turns', () => {
  test('of one caller go in order of arrival', () => {
    expect(all(queueOf('a/x1', 'a/x2', 'a/x3'))).toEqual(['a/x1', 'a/x2', 'a/x3']);
  });

  test('alternate between networks, and between the callers of a network, whatever the order of arrival', () => {
    const queue = queueOf('a/x1', 'a/x2', 'a/x3', 'a/x4', 'b/x1', 'a/y1', 'b/x2');
    expect(all(queue)).toEqual(['a/x1', 'b/x1', 'a/y1', 'b/x2', 'a/x2', 'a/x3', 'a/x4']);
    expect(queue.size).toBe(0);
  });

  test('skip members that were removed', () => {
    const queue = queueOf('a/x1', 'a/x2', 'b/x1');
    queue.delete(pathOf('a/x1'), 'a/x1');
    queue.delete(pathOf('a/x1'), 'a/x1');
    queue.delete(pathOf('b/x1'), 'b/x1');
    queue.delete(pathOf('c/x1'), 'c/x1');
    expect(queue.size).toBe(1);
    expect(all(queue)).toEqual(['a/x2']);
  });
});

describe('a full queue', () => {
  test('drops the newest member of the largest caller of the largest network', () => {
    const queue = queueOf('a/x1', 'a/x2', 'a/y1', 'b/x1');
    expect(queue.dropFromLargest(pathOf('b/x1'))).toBe('a/x2');
    expect(queue.size).toBe(3);
    expect(all(queue)).toEqual(['a/x1', 'b/x1', 'a/y1']);
  });

  test('drops the new member when no network or caller is larger than its own', () => {
    const queue = queueOf('a/x1', 'a/x2', 'b/x1', 'b/x2');
    expect(queue.dropFromLargest(pathOf('b/x2'))).toBe('b/x2');
  });

  test('tells beforehand which caller would lose a member', () => {
    const queue = queueOf('a/x1', 'a/x2', 'a/y1', 'b/x1');
    expect(['a/x', 'a/y', 'a/z', 'b/x', 'c/x'].map((path) => queue.isLargest(pathOf(path)))).toEqual([true, true, false, false, false]);
    expect(new FairQueue().isLargest(['a', 'x'])).toBe(true);
  });

  test('drops nothing when it is empty', () => {
    expect(new FairQueue().dropFromLargest(['a', 'x'])).toBeUndefined();
  });
});
