import { expect, it } from 'vitest';
import { cursor, day, flag, id, oneOf, searchParams, someOf, text } from './search-params.ts';

const search = searchParams({
  q: text(10),
  status: someOf(['Reception', 'Planning']),
  sort: oneOf(['name', 'date']),
  desc: flag,
  from: day,
  superiorId: id,
  after: cursor,
});
const complete = {
  q: 'Peeters',
  status: ['Planning', 'Reception'],
  sort: 'date',
  desc: true,
  from: '2026-11-21',
  superiorId: '0193A1B2-0000-7000-8000-000000000001',
  after: 'WyJhIl0',
};

it('reads what an address holds', () => {
  expect(search.parse(complete)).toEqual(complete);
  expect(search.parse({ status: 'Planning', desc: true })).toEqual({ status: ['Planning'], desc: true });
  expect(search.parse({})).toEqual({});
  // The router takes them for something else.
  expect(search.parse({ q: 101305 })).toEqual({ q: '101305' });
  expect(search.parse({ q: true })).toEqual({ q: 'true' });
});

it.each([
  ['q', ''],
  ['q', 'x'.repeat(11)],
  ['status', []],
  ['status', 'Archived'],
  ['status', { length: 1 }],
  ['sort', 'password'],
  ['sort', 'toString'],
  ['desc', 'yes'],
  ['desc', false],
  ['desc', 1],
  ['from', '2026-02-30'],
  ['from', '21/11/2026'],
  ['superiorId', 'abc'],
  ['superiorId', ['0193A1B2-0000-7000-8000-000000000001']],
  ['after', null],
  ['after', 'x'.repeat(2001)],
])('leaves out %s=%j, and only that', (name, wrong) => {
  const { [name]: _, ...rest } = complete as Record<string, unknown>;
  const parsed = search.parse({ ...complete, [name]: wrong });
  expect(parsed).toEqual(rest);
  // Named all the same: what the address says must not stand in for it.
  expect(parsed).toHaveProperty(name, undefined);
});

it('keeps the known ones of several values', () => {
  expect(search.parse({ status: ['Planning', 'Archived', 3] })).toEqual({ status: ['Planning'] });
});

it('reads nothing that it was not asked for', () => {
  expect(search.parse({ ...complete, role: 'admin', __proto__: { q: 'x' } })).toEqual(complete);
  expect([null, undefined, 'q=1', 3].map((raw) => search.parse(raw))).toEqual([{}, {}, {}, {}]);
});
