import { expect, it } from 'vitest';
import { changedBetween } from './changed-rows.ts';

const rows = [
  { id: 'a', version: 1 },
  { id: 'b', version: 3 },
];

it('finds nothing changed in a list seen for the first time', () => {
  expect(changedBetween(null, rows)).toEqual(new Set());
});

it('finds new versions and new rows, not the ones that stayed', () => {
  const before = new Map([
    ['a', 1],
    ['b', 2],
    ['gone', 9],
  ]);
  expect(changedBetween(before, [...rows, { id: 'c', version: 1 }])).toEqual(new Set(['b', 'c']));
});
