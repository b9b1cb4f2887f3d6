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

it('parses valid parameters', () => {
  expect(search.parse(complete)).toEqual(complete);
  expect(search.parse({ status: 'Planning', desc: true })).toEqual({ status: ['Planning'], desc: true });
  expect(search.parse({})).toEqual({});
  // The router converts such texts to numbers and booleans.
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
])('leaves out only the invalid parameter %s=%j', (name, wrong) => {
  const { [name]: _, ...rest } = complete as Record<string, unknown>;
  const parsed = search.parse({ ...complete, [name]: wrong });
  expect(parsed).toEqual(rest);
  // The key stays, so that the value of the URL does not replace it.
  expect(parsed).toHaveProperty(name, undefined);
});

it('keeps the valid ones of several values', () => {
  expect(search.parse({ status: ['Planning', 'Archived', 3] })).toEqual({ status: ['Planning'] });
});

it('ignores unknown parameters and input that is not an object', () => {
  expect(search.parse({ ...complete, role: 'admin', __proto__: { q: 'x' } })).toEqual(complete);
  expect([null, undefined, 'q=1', 3].map((raw) => search.parse(raw))).toEqual([{}, {}, {}, {}]);
});
