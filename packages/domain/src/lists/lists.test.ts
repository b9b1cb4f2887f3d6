import { expect, it } from 'vitest';
import { certificateFilterRule } from '../certificate/list.ts';
import { checkFilterRule } from '../check/list.ts';
import { filtersInForce, filtersOf, LIST_NAMES, LISTS, PLAIN_LISTS, sortOf } from './lists.ts';
import { isSameView, viewOf } from './views.ts';

it('all lists are in LIST_NAMES', () => {
  expect([...LIST_NAMES].sort()).toEqual(Object.keys(LISTS).sort());
});

it('a view keeps filters, sort order and columns, but not the search text or the page', () => {
  const address = {
    q: 'Peeters',
    checkTiming: 'Immediate',
    status: ['Planning', 'Gone'],
    sort: 'status',
    desc: true,
    hide: [],
    after: 'x',
    all: true,
  };
  expect(viewOf('checks', address)).toEqual({ checkTiming: 'Immediate', status: ['Planning'], sort: 'status', desc: true, hide: [] });
  expect(viewOf('employees', address)).toEqual({ desc: true, hide: [] });
  expect(viewOf('checks', null)).toEqual({});
});

it('views are compared independently of the order of their parts', () => {
  expect(
    isSameView(
      'checks',
      { hide: ['period', 'status'], checkTiming: 'Immediate', q: 'x' },
      { checkTiming: 'Immediate', hide: ['status', 'period'] },
    ),
  ).toBe(true);
  expect(isSameView('checks', { hide: [] }, {})).toBe(true);
  expect(isSameView('checks', { checkTiming: 'Immediate' }, {})).toBe(false);
});

it('a list has its default order, and a chosen order is ascending unless `desc` is set', () => {
  expect(sortOf(LISTS.checks, {})).toEqual({ field: 'creationDate', direction: 'desc' });
  expect(sortOf(LISTS.reports, {})).toEqual({ field: 'checkDate', direction: 'desc' });
  expect(sortOf(LISTS.certificates, {})).toEqual({ field: 'startDate', direction: 'desc' });
  expect(sortOf(PLAIN_LISTS.mails, {})).toEqual({ field: 'createdAt', direction: 'desc' });
  expect(sortOf(LISTS.employees, {})).toEqual({ field: 'employeeLastName', direction: 'asc' });
  expect(sortOf(LISTS.checks, { sort: 'creationDate' })).toEqual({ field: 'creationDate', direction: 'asc' });
  expect(sortOf(LISTS.employees, { sort: 'function', desc: true })).toEqual({ field: 'function', direction: 'desc' });
});

it('a period counts as one filter, the search text and a tab as none', () => {
  const { filters } = LISTS.certificates;
  expect(filtersInForce(filters, { q: 'jan' })).toBe(0);
  expect(filtersInForce(filters, { q: 'jan', from: '2026-11-01', to: '2026-11-21', active: true, incapacityReason: 'Illness' })).toBe(3);
  expect(filtersInForce(filters, { to: '2026-11-21' })).toBe(1);
  expect(filtersInForce(LISTS.planning.filters, { tab: 'problem', checkLocation: 'Office' }, 'tab')).toBe(1);
});

it.each([
  ['checks', checkFilterRule, []],
  ['reports', checkFilterRule, []],
  // The tab is asked for as statuses.
  ['planning', checkFilterRule, ['tab']],
  // Asked for as the day of today.
  ['certificates', certificateFilterRule, ['active']],
] as const)('the API knows every filter of the list %s', (name, rule, others) => {
  const filters = Object.keys(filtersOf<string, Record<string, never>>(LISTS[name], {}));
  expect(filters).toEqual(LISTS[name].filters);
  expect(Object.keys(rule.shape)).toEqual(expect.arrayContaining(filters.filter((filter) => !others.some((other) => other === filter))));
});

it('filters that are not set in the URL are null in the query', () => {
  const search = LISTS.checks.search.parse({ checkTiming: 'Immediate', q: 'Peeters' });
  expect(filtersOf(LISTS.checks, search)).toEqual({
    checkTiming: 'Immediate',
    checkLocation: null,
    from: null,
    to: null,
    status: null,
  });
});
