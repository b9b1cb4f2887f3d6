import { expect, it } from 'vitest';
import { creditFormRule, creditInputOf } from './credit-form.ts';

const typed = { reason: 'Wrong rate', invoicePaid: 'no', part: 'whole', quantities: [null, null], netCents: null } as const;
const fieldErrors = (change: object) =>
  creditFormRule.safeParse({ ...typed, ...change }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

it('asks for a number of checks on some line, and for nothing else', () => {
  expect(fieldErrors({ part: 'lines' })).toEqual(['quantities.0: creditQuantity']);
  expect(fieldErrors({ part: 'lines', quantities: [2, Number.NaN] })).toEqual(['quantities.1: creditQuantity']);
  expect(fieldErrors({ part: 'lines', quantities: [-1, 1.5] })).toEqual(['quantities.0: creditQuantity', 'quantities.1: creditQuantity']);
  expect(fieldErrors({ part: 'lines', quantities: [null, 2] })).toEqual([]);
  expect(fieldErrors({ part: 'amount' })).toEqual(['netCents: creditAmount']);
});

it('is not stopped by what was typed for a part that is no longer chosen', () => {
  expect(fieldErrors({ part: 'whole', quantities: [Number.NaN, 3], netCents: Number.NaN })).toEqual([]);
  expect(fieldErrors({ part: 'amount', quantities: [Number.NaN, null], netCents: 50_00 })).toEqual([]);
  expect(fieldErrors({ part: 'lines', quantities: [1, null], netCents: Number.NaN })).toEqual([]);
  expect(creditInputOf({ ...typed, part: 'amount', quantities: [Number.NaN, null], netCents: 50_00 })).toEqual({
    reason: 'Wrong rate',
    invoicePaid: false,
    lines: null,
    netCents: 50_00,
  });
});
