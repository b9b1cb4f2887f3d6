import { expect, it } from 'vitest';
import { LIST_NAMES, LISTS } from './lists.ts';
import { isSameView, viewOf } from './views.ts';

it('names every list', () => {
  expect([...LIST_NAMES].sort()).toEqual(Object.keys(LISTS).sort());
});

it('keeps filters, order and columns of a list, and neither what was searched for nor the page', () => {
  const address = {
    q: 'Peeters',
    timing: 'Immediate',
    status: ['Planning', 'Gone'],
    sort: 'status',
    desc: true,
    hide: [],
    after: 'x',
    all: true,
  };
  expect(viewOf('checks', address)).toEqual({ timing: 'Immediate', status: ['Planning'], sort: 'status', desc: true, hide: [] });
  expect(viewOf('employees', address)).toEqual({ desc: true, hide: [] });
  expect(viewOf('checks', null)).toEqual({});
});

it('knows the same view whatever the order of its parts', () => {
  expect(
    isSameView('checks', { hide: ['period', 'status'], timing: 'Immediate', q: 'x' }, { timing: 'Immediate', hide: ['status', 'period'] }),
  ).toBe(true);
  expect(isSameView('checks', { hide: [] }, {})).toBe(true);
  expect(isSameView('checks', { timing: 'Immediate' }, {})).toBe(false);
});
